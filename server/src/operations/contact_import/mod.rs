//! The import of contacts from a CSV file. No mail is sent. No row is imported twice, and people whose data was erased are left out.

mod file;
pub mod undo;

use std::collections::{HashMap, HashSet};

use axum::{Json, extract::State};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use self::file::{Entry, Row};
use crate::{
    app::App,
    features::{
        contacts::{
            promise::Calendar,
            store::{self, imports::ImportedContact},
        },
        newsletter::suppressions,
    },
    foundation::{
        audit::{self, Action, Event},
        identity::extract::{Admin, StepUpRequired, SteppedUp},
    },
    platform::{error::Result, http::JsonBody, id},
};

/// Maximum number of characters in a file.
pub const MAX_CSV: usize = 3_000_000;
/// Maximum number of rows in a file.
pub const MAX_ROWS: usize = 5_000;
/// Maximum number of rows that one transaction stores, so that other writes don't wait long.
const CHUNK: usize = 200;
/// Maximum number of left out rows in a response.
const MAX_LISTED: usize = 200;
/// Maximum number of columns in a response.
const MAX_COLUMNS: usize = 40;

/// Positions of the columns in a file, from 0; null for missing ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ImportColumns {
    #[schema(required)]
    pub name: Option<usize>,
    /// The surname, if the name is only a first name.
    #[schema(required)]
    pub surname: Option<usize>,
    #[schema(required)]
    pub email: Option<usize>,
    #[schema(required)]
    pub phone: Option<usize>,
    #[schema(required)]
    pub company: Option<usize>,
    #[schema(required)]
    pub service: Option<usize>,
    #[schema(required)]
    pub message: Option<usize>,
    /// When the contact was received. Without it, contacts are received now.
    #[schema(required)]
    pub received_at: Option<usize>,
    /// `Novo` or `Lido`, which wait for a reply, `Respondido` or `Arquivado`. Without it, contacts are archived.
    #[schema(required)]
    pub status: Option<usize>,
}

/// What an import does with rows whose email or phone a contact has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DuplicateRows {
    #[default]
    Skip,
    Add,
}

/// A CSV file of contacts.
#[derive(Deserialize, ToSchema)]
pub struct ContactImport {
    /// Up to 5,000 rows and 3,000,000 characters. Tabs, semicolons or commas separate the columns. The first row has the headings.
    pub csv: String,
    /// Positions of the columns. Found by the headings if omitted.
    pub columns: Option<ImportColumns>,
    /// `skip` (the default) or `add`. Rows that were already imported are never added.
    #[serde(default)]
    pub duplicates: DuplicateRows,
    /// Whether to return the result without storing anything.
    #[serde(default)]
    pub dry_run: bool,
}

/// The result of an import.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContactImportResult {
    /// Whether the rows were stored. False for a dry run.
    pub is_applied: bool,
    /// Id with which the import can be undone for 24 hours; null if no contact was created.
    #[schema(required)]
    pub import_id: Option<Uuid>,
    /// The first row of the file.
    pub headings: Vec<String>,
    /// The first row with data.
    pub example: Vec<String>,
    pub columns: ImportColumns,
    /// Number of rows that become contacts.
    pub created: u64,
    /// Number of these that wait for a reply.
    pub waiting: u64,
    /// Number of rows that were already imported, or repeat a row of the file.
    pub existing: u64,
    /// Number of rows whose email or phone a contact or an earlier row has. Those in `created` if they are added.
    pub duplicates: u64,
    /// Number of rows of people whose data was erased, or who have unsubscribed from the newsletter.
    pub suppressed: u64,
    /// Number of invalid rows.
    pub invalid: u64,
    /// The first 200 rows that are left out, except existing ones.
    pub left_out: Vec<LeftOutContact>,
}

/// A row that an import leaves out.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeftOutContact {
    /// Number of the line in the file, from 1.
    pub line: u64,
    /// Name, or else email, as written in the file.
    pub name: String,
    /// Reason in Portuguese.
    pub reason: String,
}

const KNOWN: &str = "Já existe um contato com este e-mail ou telefone.";
const REPEATED: &str = "Outra linha do arquivo tem este e-mail ou telefone.";
const SUPPRESSED: &str = "A pessoa pediu para sair ou teve os dados apagados.";

/// Imports contacts from a CSV file. Nobody is notified. Rows that were already imported change nothing, so an interrupted import can be
/// repeated.
#[utoipa::path(post, path = "/api/contacts/import", tag = "contacts", operation_id = "import_contacts",
    request_body = ContactImport,
    responses(
        (status = 200, body = ContactImportResult),
        StepUpRequired))]
pub async fn import_contacts(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    JsonBody(import): JsonBody<ContactImport>,
) -> Result<Json<ContactImportResult>> {
    let now = app.clock.now();
    let file = file::parse(&app.secret_key, &import.csv, import.columns, now)?;
    let mut plan = Plan::new(&file, import.duplicates);
    if import.dry_run {
        for chunk in file.entries.chunks(CHUNK) {
            plan.add(&app, app.db.reader(), chunk).await?;
        }
        return Ok(Json(plan.result));
    }
    let import_id = id::new_id(now);
    for (index, chunk) in file.entries.chunks(CHUNK).enumerate() {
        let tx = app.db.begin().await?;
        let calendar = Calendar::read_for_deadline(&tx).await?;
        let added = plan.add(&app, &*tx, chunk).await?;
        store::imports::import(&*tx, import_id, added, &calendar, now).await?;
        if index == 0 {
            let event = Event::new(Action::ContactImported).after(&json!({"rows": file.entries.len()}));
            audit::record(&app, &tx, &admin.actor(), event).await?;
        }
        tx.commit().await?;
    }
    plan.result.is_applied = true;
    plan.result.import_id = Some(import_id).filter(|_| plan.result.created > 0);
    tracing::info!(created = plan.result.created, "contacts imported");
    Ok(Json(plan.result))
}

/// The rows that were handled.
struct Plan {
    duplicates: DuplicateRows,
    result: ContactImportResult,
    /// Keys of the people and of the rows before.
    people: HashSet<String>,
    rows: HashSet<String>,
}

impl Plan {
    fn new(file: &file::File, duplicates: DuplicateRows) -> Self {
        let cut = |row: &csv::StringRecord| row.iter().take(MAX_COLUMNS).map(str::to_owned).collect();
        let result = ContactImportResult {
            is_applied: false,
            import_id: None,
            headings: cut(&file.headings),
            example: cut(&file.example),
            columns: file.columns,
            created: 0,
            waiting: 0,
            existing: 0,
            duplicates: 0,
            suppressed: 0,
            invalid: 0,
            left_out: Vec::new(),
        };
        Self { duplicates, result, people: HashSet::new(), rows: HashSet::new() }
    }

    /// Adds some rows of the file to the counts. Returns the contacts to store.
    async fn add(
        &mut self,
        app: &App,
        connection: &impl ConnectionTrait,
        entries: &[Entry],
    ) -> Result<Vec<ImportedContact>> {
        let rows: Vec<&Row> = entries.iter().filter_map(|entry| entry.row.as_ref().ok()).collect();
        let emails: Vec<&str> =
            rows.iter().map(|row| &*row.email_key).filter(|key| !key.is_empty()).collect();
        let phones: Vec<&str> =
            rows.iter().map(|row| &*row.phone_key).filter(|key| !key.is_empty()).collect();
        let keys: Vec<&str> = rows.iter().map(|row| &*row.contact.import_key).collect();
        let imported = store::imports::list_imported_keys(connection, &keys).await?;
        let known = store::imports::list_known_people(connection, &emails, &phones).await?;
        let suppressed = find_suppressed(app, connection, &emails, &phones).await?;
        let mut added = Vec::new();
        for entry in entries {
            let row = match &entry.row {
                Ok(row) => row,
                Err(reason) => {
                    self.result.invalid += 1;
                    self.leave_out(entry, reason);
                    continue;
                }
            };
            let key = &row.contact.import_key;
            if imported.contains(key) || !self.rows.insert(key.clone()) {
                self.result.existing += 1;
                continue;
            }
            // Several people may share a phone, so that it counts only without an email.
            let identity = if row.email_key.is_empty() { &row.phone_key } else { &row.email_key };
            if suppressed.contains(identity) {
                self.result.suppressed += 1;
                self.leave_out(entry, SUPPRESSED);
                continue;
            }
            let is_known = row.people().any(|person| known.contains(person));
            let is_repeated = row.people().any(|person| self.people.contains(person));
            self.people.extend(row.people().map(str::to_owned));
            if is_known || is_repeated {
                self.result.duplicates += 1;
                if self.duplicates == DuplicateRows::Skip {
                    self.leave_out(entry, if is_known { KNOWN } else { REPEATED });
                    continue;
                }
            }
            self.result.created += 1;
            self.result.waiting += u64::from(row.contact.status.is_waiting());
            added.push(row.contact.clone());
        }
        Ok(added)
    }

    /// Lists a row that is left out, unless the list is full.
    fn leave_out(&mut self, entry: &Entry, reason: &str) {
        if self.result.left_out.len() < MAX_LISTED {
            let (line, name) = (entry.line, entry.name.clone());
            self.result.left_out.push(LeftOutContact { line, name, reason: reason.to_owned() });
        }
    }
}

/// Returns the keys of the emails and phones of people who must not be imported.
async fn find_suppressed(
    app: &App,
    connection: &impl ConnectionTrait,
    emails: &[&str],
    phones: &[&str],
) -> Result<HashSet<String>> {
    let mut found: HashSet<String> = HashSet::new();
    for (email, _) in suppressions::find(&app.secret_key, connection, emails).await? {
        found.insert(email);
    }
    let addresses: HashMap<String, &str> =
        phones.iter().map(|phone| (suppressions::phone_address(phone), *phone)).collect();
    let asked: Vec<&str> = addresses.keys().map(String::as_str).collect();
    for (address, _) in suppressions::find(&app.secret_key, connection, &asked).await? {
        found.extend(addresses.get(&address).map(|phone| (*phone).to_owned()));
    }
    Ok(found)
}
