//! All SQL on `settings`.

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
    model::{Company, ContactInfo, Given, Settings, SettingsName},
    parse::Record,
};
use crate::{
    foundation::media::reference::{MediaUse, MediaUseKind, Reference},
    platform::{clock::Timestamp, error::Result, http::Version, merge_defaults::overlay},
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

/// A record as it stands.
pub struct Found {
    /// 0 while nobody has changed it.
    pub version: Version,
    /// Every field: what staff have set, and the default of the rest.
    pub document: Value,
    /// Only what staff have set. The rest follows the defaults, and with them the company's name.
    own: Value,
}

impl Found {
    /// Whether staff have set the field themselves.
    #[must_use]
    pub fn is_own(&self, field: &str) -> bool {
        self.own.get(field).is_some()
    }
}

/// All rows at once: there are few, and some take the company's name from another.
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
            document: overlay(document, own.clone()),
            own,
        }
    }

    fn brand(&self) -> &str {
        let row = self.0.iter().find(|row| row.name == SettingsName::Company.key());
        let own = row.and_then(|row| row.document["name"].as_str());
        own.or_else(|| DEFAULTS["company"]["name"].as_str()).unwrap_or_default()
    }

    fn record<T: Record>(&self) -> Result<T> {
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

/// When each changed record was last changed, by its key.
pub async fn changes(connection: &impl ConnectionTrait) -> Result<Vec<(String, Timestamp)>> {
    let rows = settings::Entity::find().all(connection).await?;
    Ok(rows.into_iter().map(|row| (row.name, row.updated_at)).collect())
}

/// Who the company is: the demo company until somebody changes it.
pub async fn company(connection: &impl ConnectionTrait) -> Result<Company> {
    Rows::read(connection).await?.record()
}

/// What staff have filled in themselves.
pub async fn given(connection: &impl ConnectionTrait) -> Result<Given> {
    let rows = Rows::read(connection).await?;
    let [company, contact, analytics] =
        [SettingsName::Company, SettingsName::Contact, SettingsName::Analytics]
            .map(|name| rows.find(name).own);
    let is_given = |own: &Value, field: &str| own[field].as_str().is_some_and(|text| !text.is_empty());
    Ok(Given {
        name: is_given(&company, "name"),
        logo: is_given(&company, "logo"),
        phone: is_given(&contact, "phone"),
        email: is_given(&contact, "email"),
        analytics: analytics
            .as_object()
            .is_some_and(|own| own.keys().any(|field| is_given(&analytics, field))),
    })
}

/// How the company is reached.
pub async fn contact(connection: &impl ConnectionTrait) -> Result<ContactInfo> {
    Rows::read(connection).await?.record()
}

/// What staff make of a record: of `document` only what differs from `found` is theirs.
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

/// The records of settings that name a picture.
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

/// What staff call a record.
fn label(name: &str) -> &'static str {
    serde_json::from_value(name.into()).map_or("Configurações", SettingsName::label)
}

/// Puts another address in the picture's place.
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
    fn every_record_has_defaults_that_pass_its_own_checks() {
        let rows = Rows(Vec::new());
        for name in [
            SettingsName::Company,
            SettingsName::Contact,
            SettingsName::Social,
            SettingsName::Seo,
            SettingsName::Analytics,
        ] {
            let found = rows.find(name);
            let kept = name
                .merge(&found.document, serde_json::Map::new(), Fields::default())
                .expect("nothing wrong");
            assert_eq!(kept, found.document, "{name:?}");
            assert!(!kept.to_string().contains("{company}"), "{name:?}");
        }
    }
}
