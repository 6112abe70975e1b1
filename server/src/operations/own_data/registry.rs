//! The list of all features that store personal data, and of the tables without any.

use crate::{
    app::App,
    features::{contacts, newsletter, privacy_requests, redirects, visits},
    foundation::{
        accounts, audit, mail,
        personal_data::{Erased, Kind, Person, PersonRecord, PersonalData, Table, table},
    },
    operations::media_uses,
    platform::{
        db::{Connection, Transaction},
        error::Result,
    },
};

/// The records of one kind about a person.
pub(super) struct FoundRecords {
    pub records: Vec<PersonRecord>,
    /// Number of all records. Counting stops at [`MAX_COUNTED`], so there may be more.
    pub count: usize,
}

/// Number of records after which counting stops.
pub const MAX_COUNTED: usize = 10_000;

/// All features with personal data. A feature comes after the features whose records help to find the person in its own
/// records. The audit log is last, because it stays locked until the commit.
pub const PERSONAL_DATA: [PersonalData; 9] = [
    contacts::personal_data::PERSONAL_DATA,
    newsletter::personal_data::PERSONAL_DATA,
    privacy_requests::personal_data::PERSONAL_DATA,
    accounts::personal_data::PERSONAL_DATA,
    mail::personal_data::PERSONAL_DATA,
    visits::personal_data::PERSONAL_DATA,
    redirects::personal_data::PERSONAL_DATA,
    media_uses::personal_data::PERSONAL_DATA,
    audit::personal_data::PERSONAL_DATA,
];

/// The tables without personal data of people outside the company: content that staff publish, and state of the program.
pub const OTHER_TABLES: &[Table] = &[
    table("audit_head").other("id sequence mac proof"),
    table("campaigns").other("id number name utm_campaign version created_at updated_at"),
    table("consent_notices").other("version document created_at"),
    table("consent_texts").other("id form version text created_at"),
    // Choices of visitors, with a random id that only their browser knows.
    table("consents").other("id version trackers categories outcome created_at"),
    table("content_revision").other("id revision"),
    table("digests").other("name queued_at"),
    table("footer_sections").other("id title type content position is_active version updated_at deleted_at"),
    // Hashes of mail, and where reading it stopped. An error may name the company's own user.
    table("inbound_mail").other("message_hash created_at"),
    table("inbound_mailboxes").other(
        "id uid_validity last_uid failures lease locked_until checked_at last_error left_at left_reason \
         refused_sign_ins failed_connections retry_at read_since",
    ),
    table("key_check").other("id value"),
    // The user is the company's own, at its mail provider.
    table("mail_settings").other("direction document sealed_password version updated_at"),
    table("met_promises").other("id due met counted_at settings_hash"),
    table("menu_items").other(
        "id parent_id label url icon position is_active has_submenu target version updated_at \
         deleted_at",
    ),
    table("newsletter_editions").other(
        "id slug subject preheader body post_ids interests is_archived pace state send_at new_post_id cursor next_batch_at \
         started_at queued_at ended_at recipients delivered bounced failed canceled unsubscribed search version \
         created_at updated_at deleted_at",
    ),
    table("newsletter_interests").other("slug name position"),
    table("newsletter_report_address")
        .other("id address_id confirmation_url last_reporter last_report_at"),
    // Keyed hashes of addresses, which only the holder of the secret key can compare with an address.
    table("newsletter_suppressions").other("address_hash status"),
    table("newsletter_settings").other("id new_post new_post_since version"),
    table("outbox_contents").other("id html text list_id created_at"),
    table("page_numbers").other("number path"),
    table("pages").other("name document version updated_at"),
    table("post_previews").other("post_id token_hash created_at expires_at"),
    table("post_slugs").other("slug post_id"),
    table("post_tags").other("post_id slug name position"),
    table("posts").staff("author").other(
        "id title slug excerpt content html headings featured_image cover category category_slug \
         is_published read_minutes search search_number seo_title seo_description version created_at \
         updated_at published_at publish_at unpublish_at deleted_at",
    ),
    table("posts_grams").other("search"),
    table("processing_record").other("name document version updated_at"),
    table("public_assets").other("name is_brotli bytes seen_at"),
    table("record_versions")
        .staff("saved_by")
        .other("kind record_id version document restored_from saved_at is_autosaved"),
    table("redirects").other(
        "id from_path to_url is_permanent hits last_hit_at search version created_at updated_at \
         deleted_at",
    ),
    table("reply_templates").other("id name text search version created_at updated_at deleted_at"),
    table("push_keys").other("id public_key sealed_key created_at"),
    // A message is deleted with its contact, its subscription and its delivery, and is sealed.
    table("push_messages").other(
        "id subscription_id contact_id sealed_payload attempts created_at next_attempt_at expires_at",
    ),
    table("retention_periods").other("key days updated_at"),
    table("retention_runs").other("key ran_at erased_at erased"),
    table("seeds").other("name created_at"),
    table("services").other(
        "id page category title description features icon is_active is_featured position version \
         created_at updated_at deleted_at",
    ),
    table("settings").other("name document version updated_at"),
    table("setup_tokens").other("token_hash created_at"),
    table("staff_policy").other("id require_second_factor updated_at"),
    table("trusted_clock").other("id trusted_at"),
    table("visit_days").other("day views visitors missing whatsapp phone"),
    table("visit_salts").other("day salt"),
];

/// Returns all kinds of personal records.
pub fn kinds() -> impl Iterator<Item = &'static Kind> {
    PERSONAL_DATA.iter().flat_map(|data| data.kinds)
}

/// Returns all classified tables.
pub fn tables() -> impl Iterator<Item = &'static Table> {
    PERSONAL_DATA.iter().flat_map(|data| data.tables).chain(OTHER_TABLES)
}

/// Adds what identifies the person in the records of all features.
pub(super) async fn identify(db: Connection<'_>, person: &mut Person) -> Result<()> {
    for data in PERSONAL_DATA {
        (data.identify)(db, person).await?;
    }
    Ok(())
}

/// Lists up to `limit` records of a kind, newest first, and counts all records.
pub(super) async fn list(app: &App, person: &Person, kind: &Kind, limit: usize) -> Result<FoundRecords> {
    let mut found = FoundRecords { records: Vec::new(), count: 0 };
    let mut position = Some(0);
    while let Some(after) = position.filter(|_| found.count < MAX_COUNTED) {
        let page = (kind.list)(app, person, after).await?;
        found.count += page.items.len();
        let room = limit - found.records.len();
        found.records.extend(page.items.into_iter().take(room));
        position = page.next;
    }
    Ok(found)
}

/// Returns whether a record of any kind is about the person.
pub(super) async fn has_any(app: &App, person: &Person) -> Result<bool> {
    for kind in kinds() {
        if !(kind.list)(app, person, 0).await?.items.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Erases the person from all features.
pub(super) async fn erase(app: &App, tx: &Transaction, person: &Person) -> Result<Erased> {
    let mut erased = Erased::default();
    for data in PERSONAL_DATA {
        (data.erase)(app, tx, person, &mut erased).await?;
    }
    Ok(erased)
}
