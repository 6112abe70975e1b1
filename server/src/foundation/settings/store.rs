//! The SQL on `settings`.

use std::sync::LazyLock;

use anyhow::Context;
use sea_orm::{
    ActiveValue::Set,
    ConnectionTrait, IntoActiveModel,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use serde_json::{Value, json};

use self::rows::Column;
use super::{
    facts::Facts,
    met_promises,
    model::{Analytics, Company, ContactInfo, Settings, SettingsName, SetupState},
    parse::ValidatedRecord,
};
use crate::{
    foundation::media::reference::{MediaUse, MediaUseKind, Reference, UsedMedia},
    platform::{clock::Timestamp, error::Result, http::Version, merge_defaults::with_defaults},
};

mod rows {
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
    serde_json::from_str(defaults).expect("a test parses the embedded file")
});

/// A stored record.
pub struct Found {
    /// 0 if the record was never changed.
    pub version: Version,
    /// All fields: those that staff have set, and the defaults of the others.
    pub document: Value,
    /// The fields that staff have set, without defaults.
    own: Value,
}

impl Found {
    /// Returns whether staff have set the field, possibly to an empty text.
    #[must_use]
    pub fn is_own(&self, field: &str) -> bool {
        self.own.get(field).is_some()
    }
}

/// The stored records. They are read together, because the defaults of each may contain the company's name.
struct Records(Vec<rows::Model>);

impl Records {
    async fn read(connection: &impl ConnectionTrait) -> Result<Self> {
        Ok(Self(rows::Entity::find().all(connection).await?))
    }

    fn find(&self, name: SettingsName) -> Found {
        let row = self.0.iter().find(|row| row.name == name.key());
        let own = row.map_or_else(|| json!({}), |row| row.document.clone());
        let mut document = DEFAULTS[name.key()].clone();
        Facts::company(self.company_name()).fill(&mut document);
        Found {
            version: Version(row.map_or(0, |row| row.version)),
            document: with_defaults(document, own.clone()),
            own,
        }
    }

    fn company_name(&self) -> &str {
        let row = self.0.iter().find(|row| row.name == SettingsName::Company.key());
        let own = row.and_then(|row| row.document["name"].as_str());
        own.or_else(|| DEFAULTS["company"]["name"].as_str()).unwrap_or_default()
    }

    fn record<T: ValidatedRecord>(&self) -> Result<T> {
        let found = self.find(T::NAME);
        Ok(serde_json::from_value(found.document)
            .with_context(|| format!("reading the settings record {:?}", T::NAME))?)
    }
}

/// Returns a record, with defaults for fields that staff have not set.
pub async fn find(connection: &impl ConnectionTrait, name: SettingsName) -> Result<Found> {
    Ok(Records::read(connection).await?.find(name))
}

/// Returns all records and the count of met promises, with defaults for fields that staff have not set.
pub async fn all(connection: &impl ConnectionTrait) -> Result<Settings> {
    let records = Records::read(connection).await?;
    let met_promises = met_promises::store::find(connection).await?;
    Ok(Settings {
        company: records.record()?,
        contact: records.record()?,
        social: records.record()?,
        seo: records.record()?,
        analytics: records.record()?,
        met_promises,
    })
}

/// Returns the name and the time of the last change of each record that staff have changed.
pub async fn changes(connection: &impl ConnectionTrait) -> Result<Vec<(String, Timestamp)>> {
    let rows = rows::Entity::find().all(connection).await?;
    Ok(rows.into_iter().map(|row| (row.name, row.updated_at)).collect())
}

/// Returns the company record. Its defaults are those of the demo company.
pub async fn company(connection: &impl ConnectionTrait) -> Result<Company> {
    Records::read(connection).await?.record()
}

/// Returns which facts staff have filled in with a nonempty text.
pub async fn setup_state(connection: &impl ConnectionTrait) -> Result<SetupState> {
    let records = Records::read(connection).await?;
    let [company, contact, analytics] =
        [SettingsName::Company, SettingsName::Contact, SettingsName::Analytics]
            .map(|name| records.find(name).own);
    let is_set = |own: &Value, field: &str| own[field].as_str().is_some_and(|text| !text.is_empty());
    Ok(SetupState {
        name: is_set(&company, "name"),
        logo: is_set(&company, "logo"),
        phone: is_set(&contact, "phone"),
        email: is_set(&contact, "email"),
        analytics: analytics.as_object().is_some_and(|own| {
            own.keys().any(|field| field != "own_measurement" && is_set(&analytics, field))
        }),
    })
}

/// Returns the contact record.
pub async fn contact(connection: &impl ConnectionTrait) -> Result<ContactInfo> {
    Records::read(connection).await?.record()
}

/// Returns the analytics record.
pub async fn analytics(connection: &impl ConnectionTrait) -> Result<Analytics> {
    Records::read(connection).await?.record()
}

/// Stores a record and raises its version. `found` is the record before the change. Fields of `document` that differ from it
/// count as set by staff from then on.
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
    replace(connection, name.key(), own, now).await
}

/// Stores the fields that staff have set, and raises the version of the record.
async fn replace(
    connection: &impl ConnectionTrait,
    name: &str,
    document: Value,
    now: Timestamp,
) -> Result<()> {
    let row = rows::ActiveModel {
        name: Set(name.to_owned()),
        document: Set(document),
        version: Set(1),
        updated_at: Set(now),
    };
    let replace = OnConflict::column(Column::Name)
        .update_columns([Column::Document, Column::UpdatedAt])
        .value(Column::Version, Expr::col((rows::Entity, Column::Version)).add(1))
        .to_owned();
    rows::Entity::insert(row).on_conflict(replace).exec_without_returning(connection).await?;
    Ok(())
}

/// Lists the records that contain a URL of a picture.
pub async fn media_uses(connection: &impl ConnectionTrait, reference: &Reference) -> Result<Vec<MediaUse>> {
    let rows = rows::Entity::find().all(connection).await?;
    let with_picture = rows.into_iter().filter(|row| reference.is_in_document(&row.document));
    let uses = with_picture.map(|row| MediaUse {
        kind: MediaUseKind::Settings,
        id: None,
        label: label(&row.name).to_owned(),
        path: None,
    });
    Ok(uses.collect())
}

/// Adds the pictures in all records.
pub async fn add_used_media(connection: &impl ConnectionTrait, used: &mut UsedMedia) -> Result<()> {
    let rows = rows::Entity::find().all(connection).await?;
    rows.iter().for_each(|row| used.add_document(&row.document));
    Ok(())
}

/// Returns the Portuguese name of a record.
fn label(name: &str) -> &'static str {
    serde_json::from_value(name.into()).map_or("Configurações", SettingsName::label)
}

/// Replaces the URLs of a picture with `to` in all records, and raises the versions of the changed records.
pub async fn replace_media(connection: &impl ConnectionTrait, reference: &Reference, to: &str) -> Result<()> {
    for mut row in rows::Entity::find().all(connection).await? {
        if reference.is_in_document(&row.document) {
            reference.replace_in_document(&mut row.document, to);
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
        let records = Records(Vec::new());
        for name in [
            SettingsName::Company,
            SettingsName::Contact,
            SettingsName::Social,
            SettingsName::Seo,
            SettingsName::Analytics,
        ] {
            let found = records.find(name);
            let merged =
                name.merge(&found.document, serde_json::Map::new(), Fields::default()).expect("valid");
            assert_eq!(merged, found.document, "{name:?}");
            assert!(!merged.to_string().contains("{company}"), "{name:?}");
        }
    }
}
