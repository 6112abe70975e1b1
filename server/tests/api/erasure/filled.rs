//! Checks that the test of the erasure fills every registered column with data of the person, so that a new column fails it until
//! it is filled.

use std::collections::BTreeSet;

use vitrine::operations::own_data::registry;

use super::{IP, SECOND_EMAIL, TRACES};
use crate::harness::Server;

/// End of the names of search indexes, which are tables only on SQLite. They have no rows that can be compared.
const SEARCH_INDEX: &str = "_grams";

/// Columns in which no identifier of the person can be found, by reason. They must have a value in a row of the person.
const DERIVED: [(&str, &str); 7] = [
    (
        "hash",
        "idempotency_keys.request_hash newsletter_subscriptions.token_hash privacy_requests.token_hash users.password_hash \
         sessions.token_hash sessions.cookie_hash known_devices.token_hash push_subscriptions.endpoint_hash \
         recovery_codes.code_hash account_links.token_hash \
         newsletter_reports.key",
    ),
    (
        "sealed with the secret key",
        "totp_secrets.sealed_secret account_links.sealed_secret push_subscriptions.sealed_secret outbox.sealed_body",
    ),
    (
        "time",
        "users.last_login_at users.password_changed_at sessions.last_seen_at sessions.authenticated_at \
         sessions.second_factor_at known_devices.last_seen_at passkeys.last_used_at totp_secrets.last_used_step",
    ),
    (
        "made by the browser or for it",
        "passkeys.credential_id passkeys.credential passkey_challenges.state push_subscriptions.public_key",
    ),
    ("value of a fixed set", "newsletter_subscription_interests.slug outbox.refusal"),
    ("code with a time, a page and a campaign", "contacts.whatsapp_code"),
    ("path from an id", "media.path media.variants"),
];

/// Asserts that each registered column has data of the person, or a value in a row of the person if it is derived.
pub async fn expect_all_columns(server: &Server) {
    let ids = ids_of_person(server).await;
    let names_person = |value: &String| names_person(value) || ids.iter().any(|id| value.contains(id));
    let mut derived: BTreeSet<String> =
        DERIVED.iter().flat_map(|(_, columns)| columns.split_whitespace().map(str::to_owned)).collect();
    let mut missing = Vec::new();
    let tables = registry::PERSONAL_DATA.iter().flat_map(|data| data.tables);
    for table in tables.filter(|table| !table.personal.is_empty() && !table.name.ends_with(SEARCH_INDEX)) {
        let columns: Vec<&str> = table.personal.split_whitespace().collect();
        let mut rows = texts(server, table.name, &columns).await;
        rows.retain(|row| row.iter().any(names_person));
        for (index, column) in columns.into_iter().enumerate() {
            let name = format!("{}.{column}", table.name);
            let mut values = rows.iter().map(|row| &row[index]);
            let is_filled = if derived.remove(&name) {
                values.any(|value| !value.is_empty())
            } else {
                values.any(names_person)
            };
            if !is_filled {
                missing.push(name);
            }
        }
    }
    assert_eq!(missing, [""; 0], "columns without data of the person");
    assert_eq!(derived, BTreeSet::new(), "columns that aren't registered");
}

/// Returns whether a text of [`texts`] contains an identifier of the person.
fn names_person(value: &str) -> bool {
    TRACES.iter().chain(&[IP, SECOND_EMAIL]).any(|trace| value.contains(&trace.replace('-', "")))
}

/// Returns the ids of the person's records to which others refer, as hexadecimal digits.
async fn ids_of_person(server: &Server) -> Vec<String> {
    let mut ids = Vec::new();
    for (table, column) in [
        ("users", "email"),
        ("contacts", "name"),
        ("newsletter_subscriptions", "email"),
        ("sessions", "user_agent"),
    ] {
        let rows = texts(server, table, &["id", column]).await;
        ids.extend(rows.into_iter().filter(|row| names_person(&row[1])).map(|row| row[0].clone()));
    }
    ids
}

/// Returns the values of columns in all rows as lowercase texts without hyphens; of bytes, the hexadecimal digits.
async fn texts(server: &Server, table: &str, columns: &[&str]) -> Vec<Vec<String>> {
    let is_sqlite = server.app.db.is_sqlite();
    let text = |column: &&str| {
        if is_sqlite {
            format!(
                "lower(CASE typeof(\"{column}\") WHEN 'blob' THEN hex(\"{column}\") ELSE coalesce(\"{column}\", '') END) AS \"{column}\""
            )
        } else {
            format!("lower(coalesce(\"{column}\"::text, '')) AS \"{column}\"")
        }
    };
    let selected: Vec<String> = columns.iter().map(text).collect();
    let rows = server.query(&format!("SELECT {} FROM {table}", selected.join(", "))).await;
    let read = |row: sea_orm::QueryResult| -> Vec<String> {
        let value = |column: &&str| row.try_get::<String>("", column).unwrap().replace('-', "");
        columns.iter().map(value).collect()
    };
    rows.into_iter().map(read).collect()
}
