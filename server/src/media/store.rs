//! All SQL on `media`.

use anyhow::Context;
use sea_orm::{ActiveValue::Set, ConnectionTrait, entity::prelude::*};

use super::model::{Folder, Media, ROOT, Variant};
use crate::kit::{clock::Timestamp, error::Result, http::Version, id, text};

mod media {
    use sea_orm::entity::prelude::*;

    use crate::media::model::Folder;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "media")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub name: String,
        pub alt: String,
        pub folder: Folder,
        pub path: String,
        pub content_type: String,
        pub width: i32,
        pub height: i32,
        pub bytes: i64,
        #[sea_orm(column_type = "JsonBinary")]
        pub variants: Json,
        pub search: String,
        pub version: i32,
        pub created_by: Uuid,
        pub created_at: DateTimeUtc,
        pub updated_at: DateTimeUtc,
        pub deleted_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A picture whose files are there already.
pub struct NewMedia {
    pub name: String,
    pub alt: String,
    pub folder: Folder,
    /// Under [`ROOT`].
    pub path: String,
    pub content_type: &'static str,
    pub width: i32,
    pub height: i32,
    pub bytes: i64,
    pub variants: Vec<Variant>,
    pub created_by: Uuid,
}

fn versioned(row: media::Model) -> Result<(Version, Media)> {
    Ok((Version(row.version), picture(row)?))
}

fn picture(row: media::Model) -> Result<Media> {
    Ok(Media {
        id: row.id,
        name: row.name,
        alt: row.alt,
        folder: row.folder,
        url: format!("{ROOT}{}", row.path),
        content_type: row.content_type,
        width: row.width,
        height: row.height,
        bytes: row.bytes,
        variants: serde_json::from_value(row.variants).context("a picture's variants")?,
        created_at: row.created_at,
        updated_at: row.updated_at,
    })
}

pub async fn create(
    connection: &impl ConnectionTrait,
    new: NewMedia,
    now: Timestamp,
) -> Result<(Version, Media)> {
    let row = media::ActiveModel {
        id: Set(id::new_id(now)),
        search: Set(search(&new.name, &new.alt)),
        name: Set(new.name),
        alt: Set(new.alt),
        folder: Set(new.folder),
        path: Set(new.path),
        content_type: Set(new.content_type.to_owned()),
        width: Set(new.width),
        height: Set(new.height),
        bytes: Set(new.bytes),
        variants: Set(serde_json::to_value(new.variants).map_err(anyhow::Error::new)?),
        version: Set(1),
        created_by: Set(new.created_by),
        created_at: Set(now),
        updated_at: Set(now),
        deleted_at: Set(None),
    };
    versioned(row.insert(connection).await?)
}

/// The picture at an address, unless it is in the trash.
pub async fn find_by_url(connection: &impl ConnectionTrait, url: &str) -> Result<Option<Media>> {
    let Some(path) = url.strip_prefix(ROOT) else { return Ok(None) };
    let found = media::Entity::find()
        .filter(media::Column::Path.eq(path))
        .filter(media::Column::DeletedAt.is_null())
        .one(connection)
        .await?;
    found.map(picture).transpose()
}

fn search(name: &str, alt: &str) -> String {
    text::fold(&format!("{name} {alt}"))
}
