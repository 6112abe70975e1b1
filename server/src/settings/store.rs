//! All SQL on `settings`.

use anyhow::Context;
use sea_orm::{
    ActiveValue::Set,
    ConnectionTrait, IntoActiveModel,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use serde::Serialize;

use super::model::{Company, Security};
use crate::{
    kit::{clock::Timestamp, error::Result, overlay::overlay},
    media::reference::{MediaUse, MediaUseKind, Reference},
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

const COMPANY: &str = "company";
const SECURITY: &str = "security";
const DEFAULT_COMPANY: &str = include_str!("../../content/company.json");

/// The company's record, or the demo company's until somebody changes it.
pub async fn company(connection: &impl ConnectionTrait) -> Result<Company> {
    let default = serde_json::from_str(DEFAULT_COMPANY).context("the demo company's record")?;
    let row = settings::Entity::find_by_id(COMPANY).one(connection).await?;
    let document = match row {
        Some(row) => overlay(default, row.document),
        None => default,
    };
    Ok(serde_json::from_value(document).context("the company's record")?)
}

/// The rules for staff's accounts; the mildest until an administrator changes them.
pub async fn security(connection: &impl ConnectionTrait) -> Result<Security> {
    let row = settings::Entity::find_by_id(SECURITY).one(connection).await?;
    let Some(row) = row else { return Ok(Security::default()) };
    Ok(serde_json::from_value(row.document).context("the rules for staff's accounts")?)
}

pub async fn update_security(
    connection: &impl ConnectionTrait,
    security: &Security,
    now: Timestamp,
) -> Result<()> {
    update(connection, SECURITY, security, now).await
}

async fn update(
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
    match name {
        COMPANY => "Empresa",
        "seo" => "SEO",
        _ => "Configurações",
    }
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
