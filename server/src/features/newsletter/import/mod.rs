//! The import of subscribers from a CSV file. Rows with proof of consent become confirmed subscriptions. The owners of all
//! other addresses are asked to confirm by mail, at a set pace. Addresses that have unsubscribed or were refused stay as
//! they are: only their owners can subscribe again.

mod file;
pub mod invitations;

use std::collections::{BTreeSet, HashMap, HashSet};

use axum::{Json, extract::State};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use self::file::{Entry, Row};
use super::{
    interests,
    model::{ImportedSubscription, SubscriptionStatus},
    store,
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
/// Maximum number of characters of a consent's text or source.
pub const MAX_SOURCE: usize = 1_000;
/// Number of rows that are stored in one transaction, so that other writes don't wait long.
const CHUNK: usize = 500;
/// Maximum number of lines in a response.
const MAX_LISTED: usize = 200;

/// A CSV file of subscribers.
#[derive(Deserialize, ToSchema)]
pub struct SubscriptionImport {
    /// Up to 50,000 rows, separated by comma, semicolon or tab: the email address, the date of the consent, and the text that
    /// the person agreed to or the source of the consent, and subjects, separated by `|`. With headings in the first row, the columns may have another order,
    /// and others are ignored.
    pub csv: String,
    /// Text or source of the consent, for rows that have a date but no text. May be empty.
    #[serde(default)]
    pub source: String,
    /// Whether the caller declares that the persons of the rows with date and text have consented to the newsletter.
    /// Required to import such rows. Recorded in the audit log.
    #[serde(default)]
    pub declares_consent: bool,
    /// Whether to return what would happen without storing anything.
    #[serde(default)]
    pub dry_run: bool,
}

/// What an import does.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct SubscriptionImportResult {
    /// Whether the rows were stored. False for a dry run.
    pub is_applied: bool,
    /// Number of rows with proof of consent, which become confirmed subscriptions.
    pub confirmed: u64,
    /// Number of rows whose address is asked to confirm by mail.
    pub invited: u64,
    /// Number of addresses that are subscribed already, or are waiting for their confirmation.
    pub existing: u64,
    /// Number of addresses that have unsubscribed, and are left out.
    pub unsubscribed: u64,
    /// Number of addresses that were refused, and are left out.
    pub refused: u64,
    /// Number of rows that can't be read, and are left out.
    pub invalid: u64,
    /// The first 200 rows that are left out, in the order of the file.
    pub left_out: Vec<LeftOutRow>,
    /// Whether mail is sent. Without a mail server, the requests to confirm wait until there is one.
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
    /// Why the row is invalid, in Portuguese; null with another outcome.
    #[schema(required)]
    pub reason: Option<String>,
}

/// Why an import leaves out a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImportRowOutcome {
    /// The address has unsubscribed.
    Unsubscribed,
    /// The address was refused after a bounce or a complaint.
    Refused,
    /// The row can't be read.
    Invalid,
}

/// Imports subscribers. Importing a file again changes nothing, so that an import that was interrupted can be repeated.
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
    let mut result = SubscriptionImportResult { sends_mail: app.config.mail.is_some(), ..Default::default() };
    if import.dry_run {
        for chunk in entries.chunks(CHUNK) {
            result.plan(app.db.reader(), chunk).await?;
        }
        return Ok(Json(result));
    }
    if has_proof && !import.declares_consent {
        return Err(Error::field(
            "declares_consent",
            "Declare que estas pessoas consentiram, ou tire do arquivo as datas e os textos: elas recebem então um \
             pedido de confirmação.",
        ));
    }
    for (index, chunk) in entries.chunks(CHUNK).enumerate() {
        let tx = app.db.begin().await?;
        let added = result.plan(&*tx, chunk).await?;
        store::import(&*tx, &added, now).await?;
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
    /// Counts what happens to some rows of the file. Returns the subscriptions to add.
    async fn plan(
        &mut self,
        connection: &impl ConnectionTrait,
        entries: &[Entry],
    ) -> Result<Vec<ImportedSubscription>> {
        let emails: Vec<&str> =
            entries.iter().filter_map(|entry| Some(&*entry.row.as_ref().ok()?.email)).collect();
        let offered: HashSet<String> =
            interests::store::list(connection).await?.into_iter().map(|interest| interest.slug).collect();
        let stored = standings(store::statuses(connection, &emails).await?);
        let mut added = Vec::new();
        for entry in entries {
            match &entry.row {
                Err(reason) => self.leave_out(entry, ImportRowOutcome::Invalid, Some(reason)),
                Ok(row) => match stored.get(&row.email) {
                    Some(Standing::Subscribed) => self.existing += 1,
                    Some(Standing::Refused) => self.leave_out(entry, ImportRowOutcome::Refused, None),
                    Some(Standing::Unsubscribed) => {
                        self.leave_out(entry, ImportRowOutcome::Unsubscribed, None);
                    }
                    None => added.push(self.add(row, &offered)),
                },
            }
        }
        Ok(added)
    }

    fn add(&mut self, row: &Row, offered: &HashSet<String>) -> ImportedSubscription {
        *(if row.has_proof() { &mut self.confirmed } else { &mut self.invited }) += 1;
        let slugs = row.interests.iter().filter(|slug| offered.contains(*slug));
        let interests = BTreeSet::from_iter(slugs.cloned()).into_iter().collect();
        ImportedSubscription { email: row.email.clone(), proof: row.proof.clone(), interests }
    }

    fn leave_out(&mut self, entry: &Entry, outcome: ImportRowOutcome, reason: Option<&String>) {
        *match outcome {
            ImportRowOutcome::Unsubscribed => &mut self.unsubscribed,
            ImportRowOutcome::Refused => &mut self.refused,
            ImportRowOutcome::Invalid => &mut self.invalid,
        } += 1;
        if self.left_out.len() < MAX_LISTED {
            let (line, email, reason) = (entry.line, entry.email.clone(), reason.cloned());
            self.left_out.push(LeftOutRow { line, email, outcome, reason });
        }
    }
}

/// What the stored subscriptions of an address mean for an import.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    Unsubscribed,
    Refused,
    /// Pending, confirmed or paused.
    Subscribed,
}

/// Returns the standing of each address: that of its most important subscription.
fn standings(statuses: Vec<(String, SubscriptionStatus)>) -> HashMap<String, Standing> {
    let mut standings = HashMap::new();
    for (email, status) in statuses {
        let standing = match status {
            SubscriptionStatus::Pending | SubscriptionStatus::Confirmed | SubscriptionStatus::Paused => {
                Standing::Subscribed
            }
            SubscriptionStatus::Refused => Standing::Refused,
            SubscriptionStatus::Unsubscribed => Standing::Unsubscribed,
        };
        let highest = standings.entry(email).or_insert(standing);
        *highest = (*highest).max(standing);
    }
    standings
}
