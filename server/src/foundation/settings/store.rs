//! The SQL on `settings`.

use std::sync::LazyLock;

use anyhow::Context;
use sea_orm::{
    ActiveValue::Set,
    ConnectionTrait, IntoActiveModel,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use serde::Serialize;
use serde_json::{Value, json};

use super::{
    facts::Facts,
    model::{Company, ContactInfo, Settings, SettingsName, SetupState},
    parse::ValidatedRecord,
};
use crate::{
    foundation::media::reference::{MediaUse, MediaUseKind, Reference},
    platform::{clock::Timestamp, error::Result, http::Version, merge_defaults::with_defaults},
};

mod settings {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "settings")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub name: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub document: Json,
        pub version: i32,
        pub updated_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

static DEFAULTS: LazyLock<Value> = LazyLock::new(|| {
    let defaults = include_str!("../../../content/settings.json");
    serde_json::from_str(defaults).expect("it comes with the program and a test reads it")
});

/// A stored record.
pub struct Found {
    /// 0 if it was never changed.
    pub version: Version,
    /// All fields, with the default of those that staff have not set.
    pub document: Value,
    /// Only the fields that staff have set. The defaults of the others may contain the company's name.
    own: Value,
}

impl Found {
    /// Returns whether staff have set the field.
    #[must_use]
    pub fn is_own(&self, field: &str) -> bool {
        self.own.get(field).is_some()
    }
}

/// All rows. There are few, and the defaults of some contain the company's name, which is in another.
struct Rows(Vec<settings::Model>);

impl Rows {
    async fn read(connection: &impl ConnectionTrait) -> Result<Self> {
        Ok(Self(settings::Entity::find().all(connection).await?))
    }

    fn find(&self, name: SettingsName) -> Found {
        let row = self.0.iter().find(|row| row.name == name.key());
        let own = row.map_or_else(|| json!({}), |row| row.document.clone());
        let mut document = DEFAULTS[name.key()].clone();
        Facts::company(self.brand()).fill(&mut document);
        Found {
            version: Version(row.map_or(0, |row| row.version)),
            document: with_defaults(document, own.clone()),
            own,
        }
    }

    fn brand(&self) -> &str {
        let row = self.0.iter().find(|row| row.name == SettingsName::Company.key());
        let own = row.and_then(|row| row.document["name"].as_str());
        own.or_else(|| DEFAULTS["company"]["name"].as_str()).unwrap_or_default()
    }

    fn record<T: ValidatedRecord>(&self) -> Result<T> {
        let found = self.find(T::NAME);
        Ok(serde_json::from_value(found.document).with_context(|| format!("the record {:?}", T::NAME))?)
    }
}

pub async fn find(connection: &impl ConnectionTrait, name: SettingsName) -> Result<Found> {
    Ok(Rows::read(connection).await?.find(name))
}

pub async fn all(connection: &impl ConnectionTrait) -> Result<Settings> {
    let rows = Rows::read(connection).await?;
    Ok(Settings {
        company: rows.record()?,
        contact: rows.record()?,
        social: rows.record()?,
        seo: rows.record()?,
        analytics: rows.record()?,
    })
}

/// Returns when each stored record was last changed, by its key.
pub async fn changes(connection: &impl ConnectionTrait) -> Result<Vec<(String, Timestamp)>> {
    let rows = settings::Entity::find().all(connection).await?;
    Ok(rows.into_iter().map(|row| (row.name, row.updated_at)).collect())
}

/// Returns the company record. Initially it is the demo company's.
pub async fn company(connection: &impl ConnectionTrait) -> Result<Company> {
    Rows::read(connection).await?.record()
}

/// Returns which facts staff have filled in.
pub async fn setup_state(connection: &impl ConnectionTrait) -> Result<SetupState> {
    let rows = Rows::read(connection).await?;
    let [company, contact, analytics] =
        [SettingsName::Company, SettingsName::Contact, SettingsName::Analytics]
            .map(|name| rows.find(name).own);
    let is_set = |own: &Value, field: &str| own[field].as_str().is_some_and(|text| !text.is_empty());
    Ok(SetupState {
        name: is_set(&company, "name"),
        logo: is_set(&company, "logo"),
        phone: is_set(&contact, "phone"),
        email: is_set(&contact, "email"),
        analytics: analytics.as_object().is_some_and(|own| own.keys().any(|field| is_set(&analytics, field))),
    })
}

/// Returns the contact record.
pub async fn contact(connection: &impl ConnectionTrait) -> Result<ContactInfo> {
    Rows::read(connection).await?.record()
}

/// Updates a record. Fields of `document` that differ from `found` count as set by staff.
pub async fn update(
    connection: &impl ConnectionTrait,
    name: SettingsName,
    found: Found,
    document: &Value,
    now: Timestamp,
) -> Result<()> {
    let mut own = found.own;
    for (field, value) in document.as_object().into_iter().flatten() {
        if found.document[field] != *value {
            own[field] = value.clone();
        }
    }
    replace(connection, name.key(), &own, now).await
}

async fn replace(
    connection: &impl ConnectionTrait,
    name: &str,
    document: &impl Serialize,
    now: Timestamp,
) -> Result<()> {
    let document = serde_json::to_value(document).context("a settings document")?;
    let row = settings::ActiveModel {
        name: Set(name.to_owned()),
        document: Set(document),
        version: Set(1),
        updated_at: Set(now),
    };
    let replace = OnConflict::column(settings::Column::Name)
        .update_columns([settings::Column::Document, settings::Column::UpdatedAt])
        .value(settings::Column::Version, Expr::col((settings::Entity, settings::Column::Version)).add(1))
        .to_owned();
    settings::Entity::insert(row).on_conflict(replace).exec_without_returning(connection).await?;
    Ok(())
}

/// Lists the records that contain a picture.
pub async fn media_uses(connection: &impl ConnectionTrait, reference: &Reference) -> Result<Vec<MediaUse>> {
    let rows = settings::Entity::find().all(connection).await?;
    let naming = rows.into_iter().filter(|row| reference.is_in_document(&row.document));
    let uses = naming.map(|row| MediaUse {
        kind: MediaUseKind::Settings,
        id: None,
        label: label(&row.name).to_owned(),
        path: None,
    });
    Ok(uses.collect())
}

/// Returns the name of a record in the panel.
fn label(name: &str) -> &'static str {
    serde_json::from_value(name.into()).map_or("Configurações", SettingsName::label)
}

/// Replaces the URLs of a picture in all records.
pub async fn redirect_media(
    connection: &impl ConnectionTrait,
    reference: &Reference,
    to: &str,
) -> Result<()> {
    for mut row in settings::Entity::find().all(connection).await? {
        if reference.is_in_document(&row.document) {
            reference.redirect_document(&mut row.document, to);
            row.version += 1;
            row.into_active_model().reset_all().update(connection).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::parse::Fields;

    #[test]
    fn defaults_of_every_record_are_valid() {
        let rows = Rows(Vec::new());
        for name in [
            SettingsName::Company,
            SettingsName::Contact,
            SettingsName::Social,
            SettingsName::Seo,
            SettingsName::Analytics,
        ] {
            let found = rows.find(name);
            let merged =
                name.merge(&found.document, serde_json::Map::new(), Fields::default()).expect("valid");
            assert_eq!(merged, found.document, "{name:?}");
            assert!(!merged.to_string().contains("{company}"), "{name:?}");
        }
    }
}
