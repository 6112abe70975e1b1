//! All SQL on `pages`.

use anyhow::Context;
use sea_orm::{
    ActiveValue::Set, ConnectionTrait, IntoActiveModel, entity::prelude::*, sea_query::OnConflict,
};
use serde_json::Value;

use super::model::{PageDocument, PageName};
use crate::{
    kit::{clock::Timestamp, error::Result, http::Version, overlay::overlay},
    media::reference::{MediaUse, MediaUseKind, Reference},
    settings::{self, facts::Facts},
};

mod pages {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "pages")]
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

/// The texts of a page as visitors read them now, with the company's facts where they name some.
pub async fn read<T: PageDocument>(connection: &impl ConnectionTrait) -> Result<T> {
    let facts = settings::store::all(connection).await?.facts();
    read_with(connection, &facts).await
}

/// The same where texts name facts of their own, too.
pub async fn read_with<T: PageDocument>(connection: &impl ConnectionTrait, facts: &Facts) -> Result<T> {
    let (_, mut document) = find(connection, T::NAME).await?;
    facts.fill(&mut document);
    let document =
        serde_json::from_value(document).with_context(|| format!("the document of {:?}", T::NAME))?;
    Ok(document)
}

/// A document that nobody has changed has version 0. One that was changed before the program knew some of its texts has
/// the default ones there.
pub async fn find(connection: &impl ConnectionTrait, name: PageName) -> Result<(Version, Value)> {
    let default = serde_json::from_str(name.default_json()).map_err(anyhow::Error::new)?;
    let row = pages::Entity::find_by_id(name.key()).one(connection).await?;
    Ok(match row {
        Some(row) => (Version(row.version), overlay(default, row.document)),
        None => (Version(0), default),
    })
}

/// When each changed document was last changed, by its key.
pub async fn changes(connection: &impl ConnectionTrait) -> Result<Vec<(String, Timestamp)>> {
    let rows = pages::Entity::find().all(connection).await?;
    Ok(rows.into_iter().map(|row| (row.name, row.updated_at)).collect())
}

pub async fn update(
    connection: &impl ConnectionTrait,
    name: PageName,
    version: Version,
    document: Value,
    now: Timestamp,
) -> Result<Version> {
    let version = Version(version.0 + 1);
    let row = pages::ActiveModel {
        name: Set(name.key().to_owned()),
        document: Set(document),
        version: Set(version.0),
        updated_at: Set(now),
    };
    let replace = OnConflict::column(pages::Column::Name)
        .update_columns([pages::Column::Document, pages::Column::Version, pages::Column::UpdatedAt])
        .to_owned();
    pages::Entity::insert(row).on_conflict(replace).exec_without_returning(connection).await?;
    Ok(version)
}

/// The pages whose documents name a picture.
pub async fn media_uses(connection: &impl ConnectionTrait, reference: &Reference) -> Result<Vec<MediaUse>> {
    let rows = pages::Entity::find().all(connection).await?;
    let naming = rows.into_iter().filter(|row| reference.is_in_document(&row.document));
    let uses = naming.map(|row| {
        let name = PageName::ALL.iter().find(|name| name.key() == row.name);
        let label = name.map_or(row.name, |name| name.label().to_owned());
        MediaUse { kind: MediaUseKind::Page, id: None, label, path: None }
    });
    Ok(uses.collect())
}

/// Puts another address in the picture's place.
pub async fn redirect_media(
    connection: &impl ConnectionTrait,
    reference: &Reference,
    to: &str,
) -> Result<()> {
    for mut row in pages::Entity::find().all(connection).await? {
        if reference.is_in_document(&row.document) {
            reference.redirect_document(&mut row.document, to);
            row.version += 1;
            row.into_active_model().reset_all().update(connection).await?;
        }
    }
    Ok(())
}
