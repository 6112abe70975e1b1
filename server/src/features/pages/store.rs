//! The SQL on `pages`.

use std::collections::HashMap;

use anyhow::Context;
use sea_orm::{
    ActiveValue::Set, ConnectionTrait, IntoActiveModel, entity::prelude::*, sea_query::OnConflict,
};
use serde_json::Value;

use super::model::{PageContent, PageName};
use crate::{
    app::App,
    foundation::{
        media::reference::{MediaUse, MediaUseKind, Reference, UsedMedia},
        settings::{self, facts::Facts},
    },
    platform::{clock::Timestamp, db::Reader, error::Result, http::Version, merge_defaults::with_defaults},
};

mod rows {
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

/// Reads the content of pages as this site shows it: with facts filled in, and without promises of mail if there is no mail
/// server. For a preview, one page may have unsaved content.
#[derive(Clone, Copy)]
pub struct Texts<'a> {
    pub db: &'a Reader,
    /// Time for facts that depend on the day.
    pub now: Timestamp,
    has_mail: bool,
    unsaved: Option<(PageName, &'a Value)>,
}

impl<'a> Texts<'a> {
    /// Returns `Texts` that read the saved content of every page.
    #[must_use]
    pub fn saved(app: &'a App) -> Self {
        let has_mail = app.mail().is_some();
        Self { db: app.db.reader(), now: app.clock.now(), has_mail, unsaved: None }
    }

    /// Returns `Texts` that use `document` as the content of the page `name`, and read the saved content of all other pages.
    #[must_use]
    pub fn with_unsaved(app: &'a App, name: PageName, document: &'a Value) -> Self {
        Self { unsaved: Some((name, document)), ..Self::saved(app) }
    }

    /// Reads the content of a page, with the facts of the settings filled in.
    pub async fn read<T: PageContent>(&self) -> Result<T> {
        let facts = settings::store::all(self.db).await?.facts(self.now);
        self.read_with(&facts).await
    }

    /// Reads the content of a page and fills in `facts`. Callers that need more facts than those of the settings use this, for
    /// example for the minimum length of a password.
    pub async fn read_with<T: PageContent>(&self, facts: &Facts) -> Result<T> {
        let document = match self.unsaved {
            Some((name, unsaved)) if name == T::NAME => unsaved.clone(),
            _ => find(self.db, T::NAME).await?.1,
        };
        let mut content: T = fill(document, facts)?;
        if !self.has_mail {
            content.use_texts_without_mail();
        }
        Ok(content)
    }
}

/// Reads the saved content of a page with facts filled in. Unlike [`Texts::read`], it doesn't replace the texts that promise mail,
/// so it isn't for showing pages.
pub async fn read<T: PageContent>(connection: &impl ConnectionTrait, now: Timestamp) -> Result<T> {
    let facts = settings::store::all(connection).await?.facts(now);
    fill(find(connection, T::NAME).await?.1, &facts)
}

/// Fills facts into the texts of a document, and parses it.
fn fill<T: PageContent>(mut document: Value, facts: &Facts) -> Result<T> {
    facts.fill(&mut document);
    Ok(serde_json::from_value(document).with_context(|| format!("reading the content of {:?}", T::NAME))?)
}

/// Returns the version and the content of a page, without filling in facts. The version is 0 if the content was never changed.
/// Fields that are missing in the saved content have their defaults.
pub async fn find(connection: &impl ConnectionTrait, name: PageName) -> Result<(Version, Value)> {
    let row = rows::Entity::find_by_id(name.key()).one(connection).await?;
    Ok(match row {
        Some(row) => (Version(row.version), with_defaults(name.default_document()?, row.document)),
        None => (Version(0), name.default_document()?),
    })
}

/// Returns the content of all pages. The time is that of the last change; `None` if the content was never changed.
pub async fn list_all(
    connection: &impl ConnectionTrait,
) -> Result<Vec<(PageName, Value, Option<Timestamp>)>> {
    let rows = rows::Entity::find().all(connection).await?;
    let mut by_name: HashMap<_, _> = rows.into_iter().map(|row| (row.name.clone(), row)).collect();
    let found = PageName::ALL.iter().map(|&name| {
        let default = name.default_document()?;
        Ok(match by_name.remove(name.key()) {
            Some(row) => (name, with_defaults(default, row.document), Some(row.updated_at)),
            None => (name, default, None),
        })
    });
    found.collect()
}

/// Returns the key of each page whose content was ever changed, with the time of the last change.
pub async fn changes(connection: &impl ConnectionTrait) -> Result<Vec<(String, Timestamp)>> {
    let rows = rows::Entity::find().all(connection).await?;
    Ok(rows.into_iter().map(|row| (row.name, row.updated_at)).collect())
}

/// Stores the content of a page. The caller has checked that `current` is the stored version. Returns the new version.
pub async fn update(
    connection: &impl ConnectionTrait,
    name: PageName,
    current: Version,
    document: Value,
    now: Timestamp,
) -> Result<Version> {
    let version = Version(current.0 + 1);
    let row = rows::ActiveModel {
        name: Set(name.key().to_owned()),
        document: Set(document),
        version: Set(version.0),
        updated_at: Set(now),
    };
    let replace = OnConflict::column(rows::Column::Name)
        .update_columns([rows::Column::Document, rows::Column::Version, rows::Column::UpdatedAt])
        .to_owned();
    rows::Entity::insert(row).on_conflict(replace).exec_without_returning(connection).await?;
    Ok(version)
}

/// Lists the uses of a picture in the content of pages.
pub async fn media_uses(connection: &impl ConnectionTrait, reference: &Reference) -> Result<Vec<MediaUse>> {
    let rows = rows::Entity::find().all(connection).await?;
    let with_picture = rows.into_iter().filter(|row| reference.is_in_document(&row.document));
    let uses = with_picture.map(|row| {
        let name = PageName::ALL.iter().find(|name| name.key() == row.name);
        let label = name.map_or(row.name, |name| name.label().to_owned());
        MediaUse { kind: MediaUseKind::Page, id: None, label, path: None }
    });
    Ok(uses.collect())
}

/// Adds the pictures in the content of pages to `used`.
pub async fn add_used_media(connection: &impl ConnectionTrait, used: &mut UsedMedia) -> Result<()> {
    let rows = rows::Entity::find().all(connection).await?;
    rows.iter().for_each(|row| used.add_document(&row.document));
    Ok(())
}

/// Replaces the URL of a picture in the content of all pages. The time of the last change stays the same.
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
