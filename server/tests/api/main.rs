//! Tests of the whole program over HTTP, a file per feature. They run on SQLite, or on the PostgreSQL server that
//! `TEST_POSTGRES_URL` names if `VITRINE_TEST_DATABASE` is `postgres`.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod account_limits;
mod accounts;
mod architecture;
mod audit;
mod audit_chain;
mod audited_actions;
mod blog;
mod canonical;
mod company_facts;
mod contact_page;
mod contacts;
mod contract;
mod cookies;
mod dashboard;
mod database;
mod email_verification;
mod erasure;
mod factors;
mod faults;
mod harness;
mod headers;
mod http;
mod invitations;
mod last_change;
mod mail;
mod mail_process;
mod media;
mod navigation;
mod newsletter;
mod own_account;
mod pages;
mod passkeys;
mod password_races;
mod personal_data;
mod plain_forms;
mod process;
mod recovery;
mod redirects;
mod roles;
mod search;
mod search_engines;
mod security_promises;
mod services;
mod sessions;
mod settings;
mod setup;
mod shared_assets;
mod sharing;
mod sign_in_limits;
mod site;
mod users;
mod visitor_limits;
