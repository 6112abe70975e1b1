//! The import of subscribers from a CSV file. Rows with proof of consent become confirmed subscriptions. The owners of all
//! other addresses are asked by mail to confirm, a few at a time. Addresses that have unsubscribed or were refused are not
//! imported, even if their subscriptions were deleted: only their owners can subscribe again.

mod file;
pub mod invitations;

use std::collections::{BTreeSet, HashMap, HashSet};

use axum::{Json, extract::State};
use chrono::TimeDelta;
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use self::file::{Entry, Row};
use super::{
    interests,
    model::{ImportedSubscription, SubscriptionStatus},
    store, suppressions,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::extract::{Admin, StepUpRequired, SteppedUp},
    },
    platform::{
        error::{Error, Result},
        http::JsonBody,
        parse::Fields,
    },
};

/// Maximum number of characters in a file.
pub const MAX_CSV: usize = 5_000_000;
/// Maximum number of rows in a file.
pub const MAX_ROWS: usize = 50_000;
/// Maximum number of characters of the text or the source of a consent.
pub const MAX_SOURCE: usize = 1_000;
/// Maximum number of rows that one transaction stores, so that other writes don't wait long.
const CHUNK: usize = 500;
/// Maximum number of left out rows in a response.
const MAX_LISTED: usize = 200;
/// Maximum number of unknown interests in a response.
const MAX_UNKNOWN: usize = 20;

/// A CSV file of subscribers.
#[derive(Deserialize, ToSchema)]
pub struct SubscriptionImport {
    /// Up to 50,000 rows and 5,000,000 characters. Tabs, semicolons or commas separate the columns. The columns are: the
    /// email address, the date of the consent, its text or source, and interests separated by `|` or commas. All but the
    /// first are optional. If the first row has headings, the columns may have another order, and other columns are
    /// ignored.
    pub csv: String,
    /// Text or source of the consent for rows that have a date but no text. May be empty.
    #[serde(default)]
    pub source: String,
    /// Whether the caller declares that the people in rows with proof of consent (date and text) have consented to the
    /// newsletter. Must be true to import such rows. Recorded in the audit log.
    #[serde(default)]
    pub declares_consent: bool,
    /// Whether to return the result without storing anything.
    #[serde(default)]
    pub dry_run: bool,
}

/// The result of an import.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct SubscriptionImportResult {
    /// Whether the rows were stored. False for a dry run.
    pub is_applied: bool,
    /// Number of rows with proof of consent, which become confirmed subscriptions.
    pub confirmed: u64,
    /// Number of rows without proof of consent, whose owners are asked by mail to confirm.
    pub invited: u64,
    /// Number of addresses that already have a pending, confirmed or paused subscription.
    pub existing: u64,
    /// Number of addresses that are left out because they have unsubscribed, or their owners' data was erased.
    pub unsubscribed: u64,
    /// Number of addresses that are left out because they were refused.
    pub refused: u64,
    /// Number of rows that are left out because they are invalid or repeat an address.
    pub invalid: u64,
    /// Slugs of up to 20 interests in the file that the site doesn't offer. They are ignored.
    pub unknown_interests: Vec<String>,
    /// The first 200 rows that are left out, in the order of the file.
    pub left_out: Vec<LeftOutRow>,
    /// Whether a mail server is configured. Without one, the requests to confirm wait.
    pub sends_mail: bool,
}

/// A row that an import leaves out.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeftOutRow {
    /// Number of the line in the file, from 1.
    pub line: u64,
    /// The email address, as written in the file.
    pub email: String,
    pub outcome: ImportRowOutcome,
    /// Reason why the row is invalid, in Portuguese; null with another outcome.
    #[schema(required)]
    pub reason: Option<String>,
}

/// Why an import leaves out a row. `unsubscribed`: the address has unsubscribed, or its owner's data was erased. `refused`: the
/// address was refused after a bounce or a complaint. `invalid`: the row is invalid, or an earlier row has the same address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImportRowOutcome {
    Unsubscribed,
    Refused,
    Invalid,
}

/// Imports subscribers. Rows that were already imported change nothing, so an interrupted import can be repeated.
#[utoipa::path(post, path = "/api/newsletter/subscriptions/import", tag = "newsletter",
    operation_id = "import_subscriptions",
    request_body = SubscriptionImport,
    responses(
        (status = 200, body = SubscriptionImportResult),
        StepUpRequired))]
pub async fn import_subscriptions(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    JsonBody(import): JsonBody<SubscriptionImport>,
) -> Result<Json<SubscriptionImportResult>> {
    let source = parse_source(&import.source)?;
    let now = app.clock.now();
    let entries = file::parse(&import.csv, &source, now)?;
    let has_proof = entries.iter().any(|entry| entry.row.as_ref().is_ok_and(Row::has_proof));
    let mut result = SubscriptionImportResult { sends_mail: app.mail().is_some(), ..Default::default() };
    if import.dry_run {
        for chunk in entries.chunks(CHUNK) {
            result.plan(&app, app.db.reader(), chunk).await?;
        }
        return Ok(Json(result));
    }
    if has_proof && !import.declares_consent {
        return Err(Error::field(
            "declares_consent",
            "Declare que estas pessoas consentiram, ou tire do arquivo as datas e os textos. Sem eles, elas recebem um \
             pedido de confirmação.",
        ));
    }
    for (index, chunk) in (0..).zip(entries.chunks(CHUNK)) {
        // Later chunks seem a little older, so that lists with the newest first have the order of the file.
        let imported_at = now - TimeDelta::milliseconds(index);
        let tx = app.db.begin().await?;
        let added = result.plan(&app, &*tx, chunk).await?;
        store::import(&*tx, &added, imported_at).await?;
        if index == 0 {
            let legal_basis = if has_proof { "consent" } else { "none" };
            let changes = json!({"rows": entries.len(), "legal_basis": legal_basis, "source": source});
            let event = Event::new(Action::SubscriptionImported).after(&changes);
            audit::record(&app, &tx, &admin.actor(), event).await?;
        }
        tx.commit().await?;
    }
    result.is_applied = true;
    tracing::info!(confirmed = result.confirmed, invited = result.invited, "newsletter subscribers imported");
    Ok(Json(result))
}

fn parse_source(source: &str) -> Result<String> {
    let mut fields = Fields::default();
    let source = fields.text("source", source, MAX_SOURCE);
    fields.finish(source)
}

impl SubscriptionImportResult {
    /// Adds some rows of the file to the counts. Returns the subscriptions to store.
    async fn plan(
        &mut self,
        app: &App,
        connection: &impl ConnectionTrait,
        entries: &[Entry],
    ) -> Result<Vec<ImportedSubscription>> {
        let emails: Vec<&str> =
            entries.iter().filter_map(|entry| Some(&*entry.row.as_ref().ok()?.email)).collect();
        let offered: HashSet<String> =
            interests::store::list(connection).await?.into_iter().map(|interest| interest.slug).collect();
        let mut statuses = store::statuses(connection, &emails).await?;
        statuses.extend(suppressions::find(&app.secret_key, connection, &emails).await?);
        let known = known_addresses(statuses);
        let mut added = Vec::new();
        for entry in entries {
            match &entry.row {
                Err(reason) => self.leave_out(entry, ImportRowOutcome::Invalid, Some(reason)),
                Ok(row) => match known.get(&row.email) {
                    Some(KnownAddress::Subscribed) => self.existing += 1,
                    Some(KnownAddress::Refused) => self.leave_out(entry, ImportRowOutcome::Refused, None),
                    Some(KnownAddress::Unsubscribed) => {
                        self.leave_out(entry, ImportRowOutcome::Unsubscribed, None);
                    }
                    None => added.push(self.add(row, &offered)),
                },
            }
        }
        Ok(added)
    }

    /// Counts a row to import, and returns its subscription.
    fn add(&mut self, row: &Row, offered: &HashSet<String>) -> ImportedSubscription {
        if row.has_proof() {
            self.confirmed += 1;
        } else {
            self.invited += 1;
        }
        let (known, unknown): (BTreeSet<String>, BTreeSet<String>) =
            row.interests.iter().cloned().partition(|slug| offered.contains(slug));
        for slug in unknown {
            if self.unknown_interests.len() < MAX_UNKNOWN && !self.unknown_interests.contains(&slug) {
                self.unknown_interests.push(slug);
            }
        }
        let interests = known.into_iter().collect();
        ImportedSubscription { email: row.email.clone(), proof: row.proof.clone(), interests }
    }

    /// Counts a row to leave out, and lists it unless the list is full.
    fn leave_out(&mut self, entry: &Entry, outcome: ImportRowOutcome, reason: Option<&String>) {
        match outcome {
            ImportRowOutcome::Unsubscribed => self.unsubscribed += 1,
            ImportRowOutcome::Refused => self.refused += 1,
            ImportRowOutcome::Invalid => self.invalid += 1,
        }
        if self.left_out.len() < MAX_LISTED {
            let (line, email, reason) = (entry.line, entry.email.clone(), reason.cloned());
            self.left_out.push(LeftOutRow { line, email, outcome, reason });
        }
    }
}

/// Why an address with stored or deleted subscriptions is not imported. The variants are in ascending priority.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum KnownAddress {
    Unsubscribed,
    Refused,
    /// Pending, confirmed or paused.
    Subscribed,
}

/// Returns each address with the highest [`KnownAddress`] of its statuses.
fn known_addresses(statuses: Vec<(String, SubscriptionStatus)>) -> HashMap<String, KnownAddress> {
    let mut addresses = HashMap::new();
    for (email, status) in statuses {
        let known = match status {
            SubscriptionStatus::Pending | SubscriptionStatus::Confirmed | SubscriptionStatus::Paused => {
                KnownAddress::Subscribed
            }
            SubscriptionStatus::Refused => KnownAddress::Refused,
            SubscriptionStatus::Unsubscribed => KnownAddress::Unsubscribed,
        };
        let highest = addresses.entry(email).or_insert(known);
        *highest = (*highest).max(known);
    }
    addresses
}
