//! The SQL on `media`.

use anyhow::Context;
use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, QueryOrder, QuerySelect, Select,
    entity::prelude::*,
};

use self::rows::Column;
use super::{
    model::{Folder, MAX_NAME, Media, MediaFields, MediaFilter, ROOT, Variant},
    upload_kind::UploadKind,
};
use crate::platform::{
    clock::Timestamp,
    db::trash::{self, Record},
    error::Result,
    http::Version,
    id,
    paging::{TimeCursor, Total},
    privacy::identifying_text::Identifiers,
    search::{SearchTerms, store::SearchIndex},
    text,
};

const SEARCH: SearchIndex = SearchIndex { table: "media", ..SearchIndex::SHORT_TEXTS };

mod rows {
    use sea_orm::entity::prelude::*;

    use crate::foundation::media::model::Folder;

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
        pub focus_x: i32,
        pub focus_y: i32,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

impl Record for rows::Entity {
    const ID: Column = Column::Id;
    const VERSION: Column = Column::Version;
    const DELETED_AT: Column = Column::DeletedAt;
    const UPDATED_AT: Option<Column> = Some(Column::UpdatedAt);
}

/// A new picture. Its files must be stored before the row.
pub struct NewMedia {
    pub name: String,
    pub alt: String,
    pub folder: Folder,
    /// The path below [`ROOT`].
    pub path: String,
    pub content_type: &'static str,
    pub width: i32,
    pub height: i32,
    pub bytes: i64,
    pub variants: Vec<Variant>,
    pub created_by: Uuid,
}

fn versioned(row: rows::Model) -> Result<(Version, Media)> {
    Ok((Version(row.version), media(row)?))
}

fn media(row: rows::Model) -> Result<Media> {
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
        variants: serde_json::from_value(row.variants).context("reading the variants of a picture")?,
        focus_x: row.focus_x,
        focus_y: row.focus_y,
        created_at: row.created_at,
        updated_at: row.updated_at,
        deleted_at: row.deleted_at,
    })
}

/// Stores a new picture.
pub async fn create(
    connection: &impl ConnectionTrait,
    new: NewMedia,
    now: Timestamp,
) -> Result<(Version, Media)> {
    let row = rows::ActiveModel {
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
        ..Default::default()
    };
    versioned(row.insert(connection).await?)
}

/// Finds a picture, in the trash or not.
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<(Version, Media)>> {
    rows::Entity::find_by_id(id).one(connection).await?.map(versioned).transpose()
}

/// Finds a picture, in the trash or not, and locks it until the transaction ends.
pub async fn find_for_update(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<(Version, Media)>> {
    trash::find_for_update::<rows::Entity>(connection, id).await?.map(versioned).transpose()
}

/// Lists pictures, newest first. Returns also the number of all pictures that match the filter.
pub async fn list(
    connection: &impl ConnectionTrait,
    filter: &MediaFilter,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<(Vec<Media>, Total)> {
    let columns = (Column::CreatedAt, Column::Id);
    let terms = SearchTerms::of(filter.search.as_deref());
    let (rows, total) = SEARCH.page(connection, filtered(filter), terms, columns, after, limit).await?;
    Ok((rows.into_iter().map(media).collect::<Result<_>>()?, total))
}

fn filtered(filter: &MediaFilter) -> Select<rows::Entity> {
    let mut query = rows::Entity::find();
    query = match filter.trash {
        true => query.filter(Column::DeletedAt.is_not_null()),
        false => query.filter(Column::DeletedAt.is_null()),
    };
    if let Some(folder) = filter.folder {
        query = query.filter(Column::Folder.eq(folder));
    }
    if let Some(format) = filter.format {
        query = query.filter(Column::ContentType.eq(format.content_type()));
    }
    query
}

/// Stores the fields of a picture and raises its version. `version` is the current one, which [`find_for_update`] returned.
pub async fn update(
    connection: &impl ConnectionTrait,
    id: Uuid,
    version: Version,
    fields: MediaFields,
    now: Timestamp,
) -> Result<(Version, Media)> {
    let row = rows::ActiveModel {
        id: Unchanged(id),
        search: Set(search(&fields.name, &fields.alt)),
        name: Set(fields.name),
        alt: Set(fields.alt),
        focus_x: Set(fields.focus_x),
        focus_y: Set(fields.focus_y),
        version: Set(version.next().0),
        updated_at: Set(now),
        ..Default::default()
    };
    versioned(row.update(connection).await?)
}

/// Replaces the files of a picture and raises its version. `version` is the current one, which [`find_for_update`] returned.
/// Adds a picture with the former files to the trash.
pub async fn replace(
    connection: &impl ConnectionTrait,
    current: &Media,
    version: Version,
    new: NewMedia,
    now: Timestamp,
) -> Result<(Version, Media)> {
    let row = rows::Entity::find_by_id(current.id)
        .one(connection)
        .await?
        .context("the picture to replace has no row")?;
    let name = renamed(&row.name, &new.name);
    let replaced = rows::ActiveModel {
        id: Unchanged(current.id),
        search: Set(search(&name, &row.alt)),
        name: Set(name),
        path: Set(new.path),
        content_type: Set(new.content_type.to_owned()),
        width: Set(new.width),
        height: Set(new.height),
        bytes: Set(new.bytes),
        variants: Set(serde_json::to_value(new.variants).map_err(anyhow::Error::new)?),
        version: Set(version.next().0),
        updated_at: Set(now),
        ..Default::default()
    };
    let replaced = versioned(replaced.update(connection).await?)?;
    let former = rows::Model { id: id::new_id(now), version: 1, deleted_at: Some(now), ..row };
    let former = rows::ActiveModel::from(former).reset_all();
    rows::Entity::insert(former).exec_without_returning(connection).await?;
    Ok(replaced)
}

/// Moves a picture to the trash (`deleted`) or restores it, and raises its version. It must exist.
pub async fn set_deleted(
    connection: &impl ConnectionTrait,
    id: Uuid,
    deleted: bool,
    now: Timestamp,
) -> Result<(Version, Media)> {
    let changed = trash::set_deleted::<rows::Entity>(connection, id, deleted, now).await?;
    versioned(changed.context("the picture to delete or restore has no row")?)
}

/// Lists all pictures outside the trash.
pub async fn list_present(connection: &impl ConnectionTrait) -> Result<Vec<Media>> {
    trash::present::<rows::Entity>().all(connection).await?.into_iter().map(media).collect()
}

/// Lists the pictures with these ids that are outside the trash and were last changed before `changed_before`. Locks them until
/// the transaction ends.
pub async fn list_unchanged_for_update(
    connection: &impl ConnectionTrait,
    ids: impl Iterator<Item = Uuid>,
    changed_before: Timestamp,
) -> Result<Vec<Media>> {
    let query = trash::present::<rows::Entity>()
        .filter(Column::Id.is_in(ids))
        .filter(Column::UpdatedAt.lt(changed_before))
        .order_by_asc(Column::Id);
    query.lock_exclusive().all(connection).await?.into_iter().map(media).collect()
}

/// Lists the pictures that were moved to the trash before `deleted_before`.
pub async fn list_deleted_before(
    connection: &impl ConnectionTrait,
    deleted_before: Timestamp,
) -> Result<Vec<Media>> {
    let rows = rows::Entity::find().filter(Column::DeletedAt.lt(deleted_before));
    rows.all(connection).await?.into_iter().map(media).collect()
}

/// Lists the paths of all files, including those of pictures in the trash.
pub async fn list_files(connection: &impl ConnectionTrait) -> Result<Vec<String>> {
    let rows = rows::Entity::find().all(connection).await?;
    let pictures = rows.into_iter().map(media).collect::<Result<Vec<_>>>()?;
    let urls = pictures
        .into_iter()
        .flat_map(|media| media.variants.into_iter().map(|variant| variant.url).chain([media.url]));
    Ok(urls.filter_map(|url| url.strip_prefix(ROOT).map(str::to_owned)).collect())
}

/// Lists the pictures, in the trash or not, whose name or alternative text contains identifiers of a person.
pub async fn list_naming(connection: &impl ConnectionTrait, identifiers: &Identifiers) -> Result<Vec<Media>> {
    if identifiers.is_empty() {
        return Ok(Vec::new());
    }
    let rows = rows::Entity::find().order_by_desc(Column::CreatedAt).all(connection).await?;
    let naming = rows.into_iter().filter(|row| identifiers.are_in(&row.name) || identifiers.are_in(&row.alt));
    naming.map(media).collect()
}

pub async fn delete(connection: &impl ConnectionTrait, id: Uuid) -> Result<()> {
    rows::Entity::delete_by_id(id).exec(connection).await?;
    Ok(())
}

/// Lists the pictures with these paths, also those in the trash, because pages may still show them.
pub async fn list_at(connection: &impl ConnectionTrait, paths: &[&str]) -> Result<Vec<Media>> {
    let rows = rows::Entity::find().filter(Column::Path.is_in(paths.iter().copied()));
    rows.all(connection).await?.into_iter().map(media).collect()
}

/// Finds the picture at a URL, unless it is in the trash.
pub async fn find_by_url(connection: &impl ConnectionTrait, url: &str) -> Result<Option<Media>> {
    let Some(path) = url.strip_prefix(ROOT) else { return Ok(None) };
    let found = rows::Entity::find()
        .filter(Column::Path.eq(path))
        .filter(Column::DeletedAt.is_null())
        .one(connection)
        .await?;
    found.map(media).transpose()
}

/// Returns the name of a picture with the extension of its new file, which was uploaded as `uploaded`, shortened to the maximum
/// length. A name without the extension of a picture is unchanged.
fn renamed(name: &str, uploaded: &str) -> String {
    let is_picture = |extension: &str| UploadKind::Picture.accepts(&extension.to_ascii_lowercase());
    match (name.rsplit_once('.'), uploaded.rsplit_once('.')) {
        (Some((stem, former)), Some((_, extension))) if is_picture(former) => {
            let stem: String = stem.chars().take(MAX_NAME.saturating_sub(extension.len() + 1)).collect();
            format!("{stem}.{}", extension.to_ascii_lowercase())
        }
        _ => name.to_owned(),
    }
}

/// Returns the value of the search column.
fn search(name: &str, alt: &str) -> String {
    text::fold(&format!("{name} {alt}"))
}

#[cfg(test)]
mod tests {
    use super::{MAX_NAME, renamed};

    #[test]
    fn name_of_a_replaced_picture_has_the_extension_of_the_new_file() {
        for (name, uploaded, expected) in [
            ("azul.png", "verde.JPG", "azul.jpg"),
            ("azul.png", "verde.png", "azul.png"),
            ("logo v1.2", "verde.jpg", "logo v1.2"),
            ("azul", "verde.jpg", "azul"),
        ] {
            assert_eq!(renamed(name, uploaded), expected);
        }
        let longest = format!("{}.png", "a".repeat(MAX_NAME - 4));
        assert_eq!(renamed(&longest, "verde.jpeg"), format!("{}.jpeg", "a".repeat(MAX_NAME - 5)));
    }
}
