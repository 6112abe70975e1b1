//! Personal data of features. Each feature describes its personal data in one constant: the tables, and how to find, list,
//! erase and expire the data. `operations/own_data` lists these constants for the export, the erasure and the panel.

pub mod certificate;
mod person;
pub mod retention;
mod store;
mod table;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use self::retention::RetentionRule;
use crate::{
    app::App,
    platform::{
        db::{Connection, Transaction},
        error::Result,
    },
};

pub use self::{
    person::{AskedBy, Person},
    table::{Table, table},
};

/// Maximum number of records in a page of [`Records`].
pub const PAGE: u64 = 200;

/// The personal data of a feature.
pub struct PersonalData {
    /// All tables of the feature that have columns about people, with all their columns.
    pub tables: &'static [Table],
    /// The kinds of records that the export, the panel and the certificate list separately.
    pub kinds: &'static [Kind],
    /// Adds data that identifies the person in records of this and other features, such as a phone number.
    pub identify: Identify,
    /// Erases the person, and reports what was erased.
    pub erase: Erase,
    /// How long the records are stored.
    pub retention: &'static [RetentionRule],
}

pub type Identify = for<'a> fn(Connection<'a>, &'a mut Person) -> BoxFuture<'a, Result<()>>;
pub type Erase =
    for<'a> fn(&'a App, &'a Transaction, &'a Person, &'a mut Erased) -> BoxFuture<'a, Result<()>>;
/// Lists a page of records of the person, newest first. The number is 0 for the first page, and then [`Records::next`] of the
/// previous page.
pub type List = for<'a> fn(&'a App, &'a Person, u64) -> BoxFuture<'a, Result<Records>>;

/// A kind of personal records, such as the contacts of a person.
pub struct Kind {
    /// Name in the API, in certificates and in the files of an export, such as `contacts`.
    pub key: &'static str,
    /// Name in Portuguese, in the plural, such as `Contatos enviados`.
    pub label: &'static str,
    /// Whether only staff see the records. The export of own data leaves them out.
    pub is_internal: bool,
    pub list: List,
}

/// Returns a kind that is not internal.
#[must_use]
pub const fn kind(key: &'static str, label: &'static str, list: List) -> Kind {
    Kind { key, label, is_internal: false, list }
}

impl Kind {
    /// Makes the kind internal.
    #[must_use]
    pub const fn internal(self) -> Self {
        Self { is_internal: true, ..self }
    }
}

/// A page of personal records.
#[derive(Default)]
pub struct Records {
    pub items: Vec<PersonRecord>,
    /// The number that requests the next page; `None` for the last page.
    pub next: Option<u64>,
}

/// A record that is about a person.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PersonRecord {
    /// Time of creation, or of the event; null if unknown.
    #[schema(required)]
    pub at: Option<DateTime<Utc>>,
    /// A short description in Portuguese.
    pub title: String,
    /// Id of the contact, user, privacy request or audit event that the panel can open; null if there is none.
    #[schema(required)]
    pub subject_id: Option<String>,
    /// The personal data, by name of the field.
    #[schema(value_type = Object)]
    pub data: Value,
    /// Files that belong to the record.
    #[serde(skip)]
    pub files: Vec<PersonFile>,
}

/// A file about a person, in the store of private files.
#[derive(Clone, Debug)]
pub struct PersonFile {
    pub id: Uuid,
    pub name: String,
    pub path: String,
}

/// What an erasure did.
#[derive(Debug, Default)]
pub struct Erased {
    /// Number of erased records by kind.
    pub counts: BTreeMap<&'static str, u64>,
    /// Number of records by kind that name the person and were not erased.
    pub remaining: BTreeMap<&'static str, u64>,
    /// Paths of files to delete after the commit.
    pub files: Vec<String>,
    /// Locations outside of the feature's tables where the data was, or where something about the person remains. Each is a
    /// sentence in Portuguese for the certificate.
    pub locations: Vec<String>,
}

impl Records {
    /// Returns the only page, with all records. For kinds of which a person has few records.
    #[must_use]
    pub fn all(items: Vec<PersonRecord>) -> Self {
        Self { items, next: None }
    }

    /// Returns the page of the rows after the first `offset` ones. If there are [`PAGE`] rows, a next page may follow.
    #[must_use]
    pub fn page<T>(rows: Vec<T>, offset: u64, record: impl FnMut(T) -> PersonRecord) -> Self {
        let next = (rows.len() as u64 == PAGE).then_some(offset + PAGE);
        Self { items: rows.into_iter().map(record).collect(), next }
    }
}

impl PersonRecord {
    /// Returns a record with the fields of `data`.
    #[must_use]
    pub fn new(
        at: impl Into<Option<DateTime<Utc>>>,
        title: impl Into<String>,
        data: &impl Serialize,
    ) -> Self {
        let data =
            serde_json::to_value(data).expect("records have only texts as keys, so they are valid JSON");
        Self { at: at.into(), title: title.into(), subject_id: None, data, files: Vec::new() }
    }

    /// Adds files that belong to the record.
    #[must_use]
    pub fn with_files(mut self, files: Vec<PersonFile>) -> Self {
        self.files = files;
        self
    }

    /// Sets the id of the record that the panel can open.
    #[must_use]
    pub fn about(mut self, id: impl ToString) -> Self {
        self.subject_id = Some(id.to_string());
        self
    }
}

impl Erased {
    /// Adds to the number of erased records of a kind.
    pub fn add(&mut self, kind: &'static str, count: u64) {
        *self.counts.entry(kind).or_default() += count;
    }
}
