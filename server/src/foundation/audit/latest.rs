//! Queries of the latest events about the site's content, its settings or certain records.

use sea_orm::{ConnectionTrait, sea_query::SelectStatement};
use uuid::Uuid;

pub use super::store::has_recorded;
use super::{action::Action, model::AuditEvent, store};
use crate::platform::error::Result;

/// Changes of the site's content.
const CONTENT_CHANGES: [Action; 35] = [
    Action::FooterSectionCreated,
    Action::FooterSectionDeleted,
    Action::FooterSectionReordered,
    Action::FooterSectionRestored,
    Action::FooterSectionUpdated,
    Action::MediaDeleted,
    Action::MediaReplaced,
    Action::MediaRestored,
    Action::MediaUpdated,
    Action::MediaUploaded,
    Action::MenuItemCreated,
    Action::MenuItemDeleted,
    Action::MenuItemReordered,
    Action::MenuItemRestored,
    Action::MenuItemUpdated,
    Action::PageReset,
    Action::PageRestored,
    Action::PageUpdated,
    Action::PostCreated,
    Action::PostDeleted,
    Action::PostPublished,
    Action::PostRestored,
    Action::PostReverted,
    Action::PostUnpublished,
    Action::PostUpdated,
    Action::RedirectCreated,
    Action::RedirectDeleted,
    Action::RedirectImported,
    Action::RedirectRestored,
    Action::RedirectUpdated,
    Action::ServiceCreated,
    Action::ServiceDeleted,
    Action::ServiceReordered,
    Action::ServiceRestored,
    Action::ServiceUpdated,
];

/// Changes of the settings. Only administrators can make them.
const SETTINGS_CHANGES: [Action; 4] = [
    Action::SettingsDemoRemoved,
    Action::SettingsRestored,
    Action::SettingsRetentionUpdated,
    Action::SettingsUpdated,
];

/// Changes of the fields of a user.
const USER_CHANGES: [Action; 7] = [
    Action::AccountEmailChanged,
    Action::AccountEmailVerified,
    Action::AccountProfileUpdated,
    Action::UserEmailVerified,
    Action::UserPasswordChanged,
    Action::UserRoleChanged,
    Action::UserUpdated,
];

/// Deletions of data of people.
const ERASURES: [Action; 8] = [
    Action::AccountDeleted,
    Action::ContactExpired,
    Action::ContactPurged,
    Action::MediaPurged,
    Action::PersonErased,
    Action::PrivacyRequestPurged,
    Action::SubscriptionPurged,
    Action::UserDeleted,
];

/// Returns whether data of people was deleted after the database was compacted.
pub async fn was_erased_since_compaction(connection: &impl ConnectionTrait) -> Result<bool> {
    let found =
        store::find_newest_of(connection, &[&ERASURES[..], &[Action::DatabaseCompacted]].concat()).await?;
    Ok(found.is_some_and(|event| event.action != Action::DatabaseCompacted.code()))
}

/// Finds the latest change of the content.
pub async fn find_content_change(connection: &impl ConnectionTrait) -> Result<Option<AuditEvent>> {
    store::find_newest_of(connection, &CONTENT_CHANGES).await
}

/// Finds the latest change of the content or the settings.
pub async fn find_change(connection: &impl ConnectionTrait) -> Result<Option<AuditEvent>> {
    store::find_newest_of(connection, &[&CONTENT_CHANGES[..], &SETTINGS_CHANGES[..]].concat()).await
}

/// Finds the latest change of a user's account, by an administrator or the user.
pub async fn find_user_change(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<AuditEvent>> {
    store::find_newest_about(connection, id, &USER_CHANGES).await
}

/// Lists the newest events about records of a kind with one of the ids, newest first.
pub async fn list_about(
    connection: &impl ConnectionTrait,
    kind: &str,
    ids: &[Uuid],
    limit: u64,
) -> Result<Vec<AuditEvent>> {
    store::list_about(connection, kind, ids.iter().map(Uuid::to_string).collect(), limit).await
}

/// Selects the [summary](crate::platform::db::summary) of the events about records of a kind with one of the ids.
#[must_use]
pub fn summary_about(kind: &str, ids: &[Uuid]) -> SelectStatement {
    store::summary_about(kind, ids.iter().map(Uuid::to_string).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_with_visible_effect_on_content_or_settings_is_listed_as_change() {
        const OTHER_GROUPS: [&str; 16] = [
            "account",
            "audit",
            "campaign",
            "consent",
            "contact",
            "database",
            "edition",
            "mail",
            "missing_page",
            "newsletter",
            "person",
            "privacy_request",
            "processing_record",
            "reply_template",
            "subscription",
            "user",
        ];
        let known = [&CONTENT_CHANGES[..], &SETTINGS_CHANGES[..]].concat();
        for action in Action::ALL {
            let (group, verb) = action.code().split_once('.').expect("a group and a verb");
            // Purged records were in the trash already, and previews are not part of the site.
            let is_invisible = verb == "purged" || verb.starts_with("preview_");
            let is_other = OTHER_GROUPS.contains(&group) || is_invisible;
            assert_ne!(known.contains(action), is_other, "{action:?}");
        }
    }
}
