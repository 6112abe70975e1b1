//! The SQL on `newsletter_editions`.

pub mod progress;

use std::collections::HashMap;

use anyhow::Context;
use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, ExprTrait, Order, QueryOrder, QuerySelect, Select,
    entity::prelude::*,
    sea_query::LikeExpr,
};

use self::rows::{Column, Entity, Model};
use super::model::{Edition, EditionCounts, EditionFields, EditionFilter, EditionState, is_campaign};
use crate::{
    foundation::media::reference::{MediaUse, MediaUseKind, Reference, UsedMedia},
    platform::{
        clock::Timestamp,
        db::{
            pages,
            stored::Stored,
            trash::{self, Record},
        },
        error::{Error, Result, is_unique_violation},
        http::Version,
        paging::TimeCursor,
        text,
    },
};

mod rows {
    use sea_orm::entity::prelude::*;

    use super::EditionState;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "newsletter_editions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub slug: String,
        pub subject: String,
        pub preheader: String,
        pub body: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub post_ids: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub interests: Json,
        pub is_archived: bool,
        pub pace: Option<i32>,
        pub state: EditionState,
        pub send_at: Option<DateTimeUtc>,
        pub new_post_id: Option<Uuid>,
        /// Id of the last subscription for which a mail was queued.
        pub cursor: Option<Uuid>,
        pub next_batch_at: Option<DateTimeUtc>,
        pub started_at: Option<DateTimeUtc>,
        pub queued_at: Option<DateTimeUtc>,
        pub ended_at: Option<DateTimeUtc>,
        pub recipients: i64,
        pub delivered: i64,
        pub bounced: i64,
        pub failed: i64,
        pub canceled: i64,
        pub unsubscribed: i64,
        pub search: String,
        pub version: i32,
        pub created_at: DateTimeUtc,
        pub updated_at: DateTimeUtc,
        pub deleted_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

impl Record for Entity {
    const ID: Column = Column::Id;
    const VERSION: Column = Column::Version;
    const DELETED_AT: Column = Column::DeletedAt;
    const UPDATED_AT: Option<Column> = Some(Column::UpdatedAt);
}

impl Stored for Edition {
    type Rows = Entity;

    async fn from_rows(_: &impl ConnectionTrait, rows: Vec<Model>) -> Result<Vec<(Version, Self)>> {
        rows.into_iter().map(versioned).collect()
    }
}

/// Returns the subjects of these editions by id, including those in the trash.
pub async fn find_subjects(
    connection: &impl ConnectionTrait,
    ids: impl IntoIterator<Item = Uuid>,
) -> Result<HashMap<Uuid, String>> {
    let query = Entity::find().select_only().columns([Column::Id, Column::Subject]);
    let found: Vec<(Uuid, String)> = query.filter(Column::Id.is_in(ids)).into_tuple().all(connection).await?;
    Ok(found.into_iter().collect())
}

fn edition(row: Model) -> Result<Edition> {
    Ok(Edition {
        id: row.id,
        fields: EditionFields {
            slug: row.slug,
            subject: row.subject,
            preheader: row.preheader,
            body: row.body,
            post_ids: serde_json::from_value(row.post_ids).context("reading the posts of an edition")?,
            interests: serde_json::from_value(row.interests)
                .context("reading the interests of an edition")?,
            is_archived: row.is_archived,
            pace: row.pace,
        },
        state: row.state,
        send_at: row.send_at,
        new_post_id: row.new_post_id,
        started_at: row.started_at,
        queued_at: row.queued_at,
        ended_at: row.ended_at,
        counts: EditionCounts {
            recipients: row.recipients,
            delivered: row.delivered,
            bounced: row.bounced,
            failed: row.failed,
            canceled: row.canceled,
            unsubscribed: row.unsubscribed,
        },
        created_at: row.created_at,
        updated_at: row.updated_at,
        deleted_at: row.deleted_at,
    })
}

fn versioned(row: Model) -> Result<(Version, Edition)> {
    Ok((Version(row.version), edition(row)?))
}

/// Lists one page of editions, newest first.
pub async fn list(
    connection: &impl ConnectionTrait,
    filter: &EditionFilter,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Edition>> {
    let query = pages::sorted_after(filtered(filter), (Column::CreatedAt, Column::Id), Order::Desc, after);
    query.limit(limit).all(connection).await?.into_iter().map(edition).collect()
}

pub async fn count(connection: &impl ConnectionTrait, filter: &EditionFilter) -> Result<u64> {
    Ok(filtered(filter).count(connection).await?)
}

fn filtered(filter: &EditionFilter) -> Select<Entity> {
    let mut query = trash::present::<Entity>();
    if let Some(state) = filter.state {
        query = query.filter(Column::State.eq(state));
    }
    if let Some(search) = filter.search.as_deref().filter(|search| !search.trim().is_empty()) {
        query = query.filter(Column::Search.like(LikeExpr::new(text::like_pattern(search)).escape('\\')));
    }
    query
}

/// Returns `wanted`, followed by a number if another edition has this slug. Editions in the trash count. The number gets a letter
/// if it would make another number in `wanted` look like a phone number.
pub async fn free_slug(connection: &impl ConnectionTrait, wanted: &str) -> Result<String> {
    let taken: Vec<String> = Entity::find()
        .select_only()
        .column(Column::Slug)
        .filter(Column::Slug.starts_with(wanted))
        .into_tuple()
        .all(connection)
        .await?;
    let plain = |number| Some(format!("{wanted}-{number}")).filter(|name| is_campaign(name));
    let numbered = (2..).map(|number| plain(number).unwrap_or_else(|| format!("{wanted}-n{number}")));
    let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
    Ok(names.find(|name| !taken.contains(name)).unwrap_or_else(|| wanted.to_owned()))
}

/// Stores a draft. `new_post_id` is the post whose publication created it.
pub async fn create(
    connection: &impl ConnectionTrait,
    id: Uuid,
    fields: &EditionFields,
    new_post_id: Option<Uuid>,
    now: Timestamp,
) -> Result<(Version, Edition)> {
    let row = rows::ActiveModel {
        id: Set(id),
        state: Set(EditionState::Draft),
        send_at: Set(None),
        new_post_id: Set(new_post_id),
        cursor: Set(None),
        next_batch_at: Set(None),
        started_at: Set(None),
        queued_at: Set(None),
        ended_at: Set(None),
        recipients: Set(0),
        delivered: Set(0),
        bounced: Set(0),
        failed: Set(0),
        canceled: Set(0),
        unsubscribed: Set(0),
        version: Set(1),
        created_at: Set(now),
        deleted_at: Set(None),
        ..columns(fields, now)?
    };
    versioned(row.insert(connection).await.map_err(slug_taken)?)
}

/// Stores the fields of a locked edition, and raises its version.
pub async fn update(
    connection: &impl ConnectionTrait,
    id: Uuid,
    version: Version,
    fields: &EditionFields,
    now: Timestamp,
) -> Result<(Version, Edition)> {
    let row =
        rows::ActiveModel { id: Unchanged(id), version: Set(version.next().0), ..columns(fields, now)? };
    versioned(row.update(connection).await.map_err(slug_taken)?)
}

/// Returns a row with the columns that hold the fields or are derived from them.
fn columns(fields: &EditionFields, now: Timestamp) -> Result<rows::ActiveModel> {
    let post_ids = serde_json::to_value(&fields.post_ids).map_err(anyhow::Error::new)?;
    let interests = serde_json::to_value(&fields.interests).map_err(anyhow::Error::new)?;
    Ok(rows::ActiveModel {
        slug: Set(fields.slug.clone()),
        subject: Set(fields.subject.clone()),
        preheader: Set(fields.preheader.clone()),
        body: Set(fields.body.clone()),
        post_ids: Set(post_ids),
        interests: Set(interests),
        is_archived: Set(fields.is_archived),
        pace: Set(fields.pace),
        search: Set(fields.search_text()),
        updated_at: Set(now),
        ..Default::default()
    })
}

fn slug_taken(error: DbErr) -> Error {
    if is_unique_violation(&error) {
        Error::field("slug", "Outra edição já usa este endereço, talvez na lixeira.")
    } else {
        error.into()
    }
}

/// Sets the state of a locked edition, and raises its version. Stores `at` in the column that belongs to the state:
/// `send_at` for `draft` and `scheduled`, `started_at` for `sending`, `ended_at` for `sent` and `canceled`.
pub async fn set_state(
    connection: &impl ConnectionTrait,
    (version, edition): (Version, &Edition),
    state: EditionState,
    at: Option<Timestamp>,
    now: Timestamp,
) -> Result<(Version, Edition)> {
    let mut row = rows::ActiveModel {
        id: Unchanged(edition.id),
        state: Set(state),
        version: Set(version.next().0),
        updated_at: Set(now),
        ..Default::default()
    };
    match state {
        EditionState::Draft | EditionState::Scheduled => row.send_at = Set(at),
        EditionState::Sending => row.started_at = Set(at),
        EditionState::Sent | EditionState::Canceled => row.ended_at = Set(at),
    }
    versioned(row.update(connection).await?)
}

/// Adds `results` to the counts of an edition, except `recipients`. Its version stays the same.
pub async fn add_results(connection: &impl ConnectionTrait, id: Uuid, results: EditionCounts) -> Result<()> {
    let mut change = Entity::update_many();
    for (column, number) in [
        (Column::Delivered, results.delivered),
        (Column::Bounced, results.bounced),
        (Column::Failed, results.failed),
        (Column::Canceled, results.canceled),
        (Column::Unsubscribed, results.unsubscribed),
    ] {
        change = change.col_expr(column, Expr::col(column).add(number));
    }
    change.filter(Column::Id.eq(id)).exec(connection).await?;
    Ok(())
}

/// Lists the ids of the posts whose publication has created an edition since a time. Editions in the trash count.
pub async fn list_new_post_ids(connection: &impl ConnectionTrait, since: Timestamp) -> Result<Vec<Uuid>> {
    let query = Entity::find().select_only().column(Column::NewPostId);
    let created = query.filter(Column::NewPostId.is_not_null()).filter(Column::CreatedAt.gte(since));
    Ok(created.into_tuple().all(connection).await?)
}

/// Returns whether the publication of a post has created an edition. Editions in the trash count.
pub async fn exists_for_post(connection: &impl ConnectionTrait, post_id: Uuid) -> Result<bool> {
    Ok(Entity::find().filter(Column::NewPostId.eq(post_id)).count(connection).await? > 0)
}

/// Lists the uses of a picture in the bodies of editions, including those in the trash.
pub async fn media_uses(connection: &impl ConnectionTrait, reference: &Reference) -> Result<Vec<MediaUse>> {
    let rows = with_stem(connection, reference).await?.into_iter().filter(|row| reference.is_in(&row.body));
    let used = |row: Model| MediaUse {
        kind: MediaUseKind::Edition,
        id: Some(row.id),
        label: row.subject,
        path: None,
    };
    Ok(rows.map(used).collect())
}

/// Adds the pictures in the bodies of editions, including those in the trash.
pub async fn add_used_media(connection: &impl ConnectionTrait, used: &mut UsedMedia) -> Result<()> {
    let bodies = Entity::find().select_only().column(Column::Body).into_tuple::<String>();
    bodies.all(connection).await?.iter().for_each(|body| used.add(body));
    Ok(())
}

/// Replaces the URL of a picture in the bodies of all editions. Mails of editions whose sending has started have the former
/// URL.
pub async fn replace_media(connection: &impl ConnectionTrait, reference: &Reference, to: &str) -> Result<()> {
    for edition in with_stem(connection, reference).await? {
        let row = rows::ActiveModel {
            id: Unchanged(edition.id),
            body: Set(reference.replaced_in(&edition.body, to)),
            version: Set(edition.version + 1),
            ..Default::default()
        };
        row.update(connection).await?;
    }
    Ok(())
}

/// Lists the editions that may contain the picture, because their body contains the stem of its file names.
async fn with_stem(connection: &impl ConnectionTrait, reference: &Reference) -> Result<Vec<Model>> {
    Ok(Entity::find().filter(Column::Body.contains(reference.stem())).all(connection).await?)
}

/// Selects the editions in the public archive.
fn archived() -> Select<Entity> {
    trash::present::<Entity>()
        .filter(Column::State.is_in([EditionState::Sending, EditionState::Sent]))
        .filter(Column::IsArchived.eq(true))
        .filter(Column::StartedAt.is_not_null())
}

/// Lists up to `limit` editions in the public archive, newest first.
pub async fn list_archived(connection: &impl ConnectionTrait, limit: u64) -> Result<Vec<Edition>> {
    let query = archived().order_by_desc(Column::StartedAt).order_by_desc(Column::Id);
    query.limit(limit).all(connection).await?.into_iter().map(edition).collect()
}

pub async fn count_archived(connection: &impl ConnectionTrait) -> Result<u64> {
    Ok(archived().count(connection).await?)
}

/// Finds an edition in the public archive by its slug.
pub async fn find_archived(connection: &impl ConnectionTrait, slug: &str) -> Result<Option<Edition>> {
    archived().filter(Column::Slug.eq(slug)).one(connection).await?.map(edition).transpose()
}
