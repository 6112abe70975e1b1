//! The SQL on `mail_settings`, with one row for each direction. Passwords are sealed with the secret key.

use anyhow::Context;
use sea_orm::{ActiveValue::Set, ConnectionTrait, entity::prelude::*, sea_query::OnConflict};
use serde::{Serialize, de::DeserializeOwned};

use super::model::{IncomingFields, OutgoingFields};
use crate::{
    app::App,
    platform::{clock::Timestamp, crypto::secret_key::SecretKey, error::Result, http::Version},
};

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "mail_settings")]
    pub struct Model {
        /// `outgoing` or `incoming`.
        #[sea_orm(primary_key, auto_increment = false)]
        pub direction: String,
        /// Null after the settings were turned off.
        pub document: Option<Json>,
        pub sealed_password: Option<String>,
        pub version: i32,
        pub updated_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use rows::Column;

/// Whether settings are about outgoing or incoming mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Outgoing,
    Incoming,
}

impl Direction {
    pub fn key(self) -> &'static str {
        match self {
            Self::Outgoing => "outgoing",
            Self::Incoming => "incoming",
        }
    }

    /// Returns the Portuguese name.
    pub fn label(self) -> &'static str {
        match self {
            Self::Outgoing => "Envio",
            Self::Incoming => "Recebimento",
        }
    }

    /// Returns the purpose of the key that seals the password.
    fn purpose(self) -> &'static str {
        match self {
            Self::Outgoing => "mail settings outgoing",
            Self::Incoming => "mail settings incoming",
        }
    }
}

/// The sealed password was changed, or sealed with another secret key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsealable;

/// Stored settings.
#[derive(Clone)]
pub struct Stored<T> {
    pub version: Version,
    /// `None` if the settings are turned off.
    pub fields: Option<T>,
    sealed_password: Option<String>,
}

impl<T> Stored<T> {
    pub fn has_password(&self) -> bool {
        self.sealed_password.is_some()
    }

    /// Returns the password; `None` without one.
    pub fn password(
        &self,
        app: &App,
        direction: Direction,
    ) -> std::result::Result<Option<String>, Unsealable> {
        let Some(sealed) = &self.sealed_password else { return Ok(None) };
        let opened = app.secret_key.open(direction.purpose(), sealed);
        opened.and_then(|bytes| String::from_utf8(bytes).ok()).map(Some).ok_or(Unsealable)
    }
}

/// The settings of both directions; `None` if they were never set.
pub struct AllStored {
    pub outgoing: Option<Stored<OutgoingFields>>,
    pub incoming: Option<Stored<IncomingFields>>,
}

/// Finds all settings with one query, so that they belong together.
pub async fn find_all(connection: &impl ConnectionTrait) -> Result<AllStored> {
    let mut rows = rows::Entity::find().all(connection).await?;
    let mut take = |direction: Direction| {
        let index = rows.iter().position(|row| row.direction == direction.key())?;
        Some(rows.swap_remove(index))
    };
    let (outgoing, incoming) = (take(Direction::Outgoing), take(Direction::Incoming));
    Ok(AllStored { outgoing: outgoing.map(stored).transpose()?, incoming: incoming.map(stored).transpose()? })
}

fn stored<T: DeserializeOwned>(row: rows::Model) -> Result<Stored<T>> {
    let fields = row.document.map(serde_json::from_value).transpose().context("reading the mail settings")?;
    Ok(Stored { version: Version(row.version), fields, sealed_password: row.sealed_password })
}

/// Finds the settings of a direction. Returns version 0 if they were never set.
pub async fn find<T: DeserializeOwned>(
    connection: &impl ConnectionTrait,
    direction: Direction,
) -> Result<Stored<T>> {
    let row = rows::Entity::find_by_id(direction.key()).one(connection).await?;
    let none = Stored { version: Version(0), fields: None, sealed_password: None };
    Ok(row.map(stored).transpose()?.unwrap_or(none))
}

/// Stores the settings of a direction, or turns them off with `None`. Returns the new version.
pub async fn replace<T: Serialize>(
    connection: &impl ConnectionTrait,
    key: &SecretKey,
    direction: Direction,
    (fields, password): (Option<&T>, Option<&str>),
    former: Version,
    now: Timestamp,
) -> Result<Version> {
    let version = Version(former.0 + 1);
    let document = fields.map(serde_json::to_value).transpose().context("writing the mail settings")?;
    let row = rows::ActiveModel {
        direction: Set(direction.key().to_owned()),
        document: Set(document),
        sealed_password: Set(password.map(|password| key.seal(direction.purpose(), password.as_bytes()))),
        version: Set(version.0),
        updated_at: Set(now),
    };
    let columns = [Column::Document, Column::SealedPassword, Column::Version, Column::UpdatedAt];
    let replace = OnConflict::column(Column::Direction).update_columns(columns).to_owned();
    rows::Entity::insert(row).on_conflict(replace).exec_without_returning(connection).await?;
    Ok(version)
}
