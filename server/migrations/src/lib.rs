//! The tables of Vitrine: one set of migrations for SQLite and PostgreSQL, forward only.

use sea_orm_migration::{MigrationTrait, async_trait};
pub use sea_orm_migration::{MigratorTrait, SchemaManager};

mod documents;
mod m0001_lead_journey;
mod m0002_services;
mod m0003_blog;
mod m0004_redirects;
mod m0005_audit;
mod m0006_outbox;
mod m0007_accounts;
mod m0008_media;
mod m0009_newsletter;
mod m0010_passkeys;
mod m0011_record_versions;
mod m0012_service_trash;
mod m0013_media_focus;
mod m0014_figures;
mod m0015_menu_and_footer;
mod m0016_post_plans;
mod m0017_contacts_at_work;
mod m0018_long_lists;
mod m0019_plain_searches;
mod m0020_lists_on_postgres;
mod m0021_phone_keys;
mod m0022_key_check;
mod m0023_public_assets;
mod m0024_account_origins;
mod m0026_audit_erasure;
mod m0031_answer_delivery;
mod m0032_digests;
mod m0033_audit_indexes;
mod m0034_mail_of_contacts;
mod m0035_messages_of_links;
mod m0036_mail_ends;
mod m0037_trusted_clock;
mod m0038_document_fields;
mod m0039_staff_policy;
mod m0040_redirect_trash;
mod m0041_document_names;
mod m0042_contact_sources;
mod m0043_visits;
mod m0044_consents;
mod m0045_measurement_ids;
mod m0046_bulk_mail;
mod m0047_newsletter_editions;
mod m0048_stopped_subscriptions;
mod m0049_interests_and_reports;
mod m0050_retention;
mod m0052_consent_texts;
mod m0053_privacy_requests;
mod m0054_processing_record;
mod m0055_reported_deliveries;
mod m0056_pending_subscriptions;
mod m0057_privacy_reply_delivery;
mod m0058_visit_months;
mod m0059_suppressed_addresses;
mod m0060_sources_of_erased_contacts;
mod m0062_met_promises;
mod m0063_inbound_mail;
mod m0064_inbox;
mod m0065_mail_settings;
mod m0066_conversation;
mod m0067_channels;
mod m0068_notifications;
mod m0069_stages;
mod m0070_attachments;
mod m0072_left_mail;
mod m0074_promise_notices;
mod m0075_mailbox_waits;
mod m0076_contact_imports;
mod m0077_answer_links;
mod m0078_million_contacts;
mod m0079_trash_and_sources;
mod shape;

pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m0001_lead_journey::Migration),
            Box::new(m0002_services::Migration),
            Box::new(m0003_blog::Migration),
            Box::new(m0004_redirects::Migration),
            Box::new(m0005_audit::Migration),
            Box::new(m0006_outbox::Migration),
            Box::new(m0007_accounts::Migration),
            Box::new(m0008_media::Migration),
            Box::new(m0009_newsletter::Migration),
            Box::new(m0010_passkeys::Migration),
            Box::new(m0011_record_versions::Migration),
            Box::new(m0012_service_trash::Migration),
            Box::new(m0013_media_focus::Migration),
            Box::new(m0014_figures::Migration),
            Box::new(m0015_menu_and_footer::Migration),
            Box::new(m0016_post_plans::Migration),
            Box::new(m0017_contacts_at_work::Migration),
            Box::new(m0018_long_lists::Migration),
            Box::new(m0019_plain_searches::Migration),
            Box::new(m0020_lists_on_postgres::Migration),
            Box::new(m0021_phone_keys::Migration),
            Box::new(m0022_key_check::Migration),
            Box::new(m0023_public_assets::Migration),
            Box::new(m0024_account_origins::Migration),
            Box::new(m0026_audit_erasure::Migration),
            Box::new(m0031_answer_delivery::Migration),
            Box::new(m0032_digests::Migration),
            Box::new(m0033_audit_indexes::Migration),
            Box::new(m0034_mail_of_contacts::Migration),
            Box::new(m0035_messages_of_links::Migration),
            Box::new(m0036_mail_ends::Migration),
            Box::new(m0037_trusted_clock::Migration),
            Box::new(m0038_document_fields::Migration),
            Box::new(m0039_staff_policy::Migration),
            Box::new(m0040_redirect_trash::Migration),
            Box::new(m0041_document_names::Migration),
            Box::new(m0042_contact_sources::Migration),
            Box::new(m0043_visits::Migration),
            Box::new(m0044_consents::Migration),
            Box::new(m0045_measurement_ids::Migration),
            Box::new(m0046_bulk_mail::Migration),
            Box::new(m0047_newsletter_editions::Migration),
            Box::new(m0048_stopped_subscriptions::Migration),
            Box::new(m0049_interests_and_reports::Migration),
            Box::new(m0052_consent_texts::Migration),
            Box::new(m0053_privacy_requests::Migration),
            Box::new(m0054_processing_record::Migration),
            Box::new(m0050_retention::Migration),
            Box::new(m0055_reported_deliveries::Migration),
            Box::new(m0056_pending_subscriptions::Migration),
            Box::new(m0057_privacy_reply_delivery::Migration),
            Box::new(m0058_visit_months::Migration),
            Box::new(m0059_suppressed_addresses::Migration),
            Box::new(m0060_sources_of_erased_contacts::Migration),
            Box::new(m0062_met_promises::Migration),
            Box::new(m0063_inbound_mail::Migration),
            Box::new(m0064_inbox::Migration),
            Box::new(m0065_mail_settings::Migration),
            Box::new(m0066_conversation::Migration),
            Box::new(m0067_channels::Migration),
            Box::new(m0068_notifications::Migration),
            Box::new(m0069_stages::Migration),
            Box::new(m0070_attachments::Migration),
            Box::new(m0072_left_mail::Migration),
            Box::new(m0074_promise_notices::Migration),
            Box::new(m0075_mailbox_waits::Migration),
            Box::new(m0076_contact_imports::Migration),
            Box::new(m0077_answer_links::Migration),
            Box::new(m0078_million_contacts::Migration),
            Box::new(m0079_trash_and_sources::Migration),
        ]
    }
}
