//! The last of what was done: to the site, told apart from sign-ins, contacts, mail and whatever else the log has, or to
//! certain records.

use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::{action::Action, model::AuditEvent, store};
use crate::platform::error::Result;

/// What staff change of the site's content.
const OF_CONTENT: [Action; 35] = [
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

/// What only administrators change.
const OF_SETTINGS: [Action; 3] =
    [Action::SettingsDemoRemoved, Action::SettingsRestored, Action::SettingsUpdated];

pub async fn change_of_content(connection: &impl ConnectionTrait) -> Result<Option<AuditEvent>> {
    store::newest_of(connection, &OF_CONTENT).await
}

/// Of the content or of the settings.
pub async fn change(connection: &impl ConnectionTrait) -> Result<Option<AuditEvent>> {
    store::newest_of(connection, &[&OF_CONTENT[..], &OF_SETTINGS[..]].concat()).await
}

/// What was done to any of these records, the newest first.
pub async fn about(
    connection: &impl ConnectionTrait,
    kind: &str,
    ids: &[Uuid],
    limit: u64,
) -> Result<Vec<AuditEvent>> {
    store::newest_about(connection, kind, ids.iter().map(Uuid::to_string).collect(), limit).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_is_a_change_of_the_site_or_something_else() {
        const ELSEWHERE: [&str; 8] =
            ["account", "audit", "contact", "mail", "missing_page", "person", "subscription", "user"];
        let known = [&OF_CONTENT[..], &OF_SETTINGS[..]].concat();
        for action in Action::ALL {
            let (group, verb) = action.code().split_once('.').expect("a group and a verb");
            // What the program throws out by itself had left the site long before, and previews are no part of it.
            let is_unseen = verb == "purged" || verb.starts_with("preview_");
            let is_something_else = ELSEWHERE.contains(&group) || is_unseen;
            assert_ne!(known.contains(action), is_something_else, "{action:?}: which of both is it?");
        }
    }
}
