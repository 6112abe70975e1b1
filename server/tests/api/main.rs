//! Tests of the whole program over HTTP, a file for each feature. They run on SQLite, and on PostgreSQL when
//! `VITRINE_TEST_DATABASE=postgres` and `TEST_POSTGRES_URL` say so.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod accounts;
mod anonymous_cost;
mod architecture;
mod audit;
mod audit_chain;
mod audited_actions;
mod blog;
mod budgets;
mod canonical;
mod contact_page;
mod contacts;
mod contacts_at_work;
mod contract;
mod cookies;
mod dashboard;
mod database;
mod erasure;
mod factors;
mod facts;
mod faults;
mod guessing;
mod harness;
mod headers;
mod http;
mod invitations;
mod last_change;
mod mail;
mod mail_process;
mod mailbox_proof;
mod media;
mod menu;
mod newsletter;
mod own_account;
mod pages;
mod passkeys;
mod plain_forms;
mod process;
mod promises;
mod races;
mod recovery;
mod redirects;
mod roles;
mod search;
mod search_engines;
mod services;
mod sessions;
mod settings;
mod setup;
mod shared_assets;
mod sharing;
mod site;
mod users;
