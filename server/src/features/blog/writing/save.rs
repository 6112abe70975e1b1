//! Saves a post, its version in the history and its audit event in one transaction.

use sea_orm::ConnectionTrait;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::{
    input::{PostInput, ValidPost},
    store as writing,
};
use crate::{
    app::App,
    features::blog::{
        markdown,
        model::Post,
        store::{self, find_present_for_update, history_subject},
    },
    foundation::{
        audit::{self, Action},
        history::{self, model::Change},
        identity::extract::Writer,
        media, records,
    },
    platform::{
        clock::Timestamp,
        db::Transaction,
        error::{Error, Result},
        http::{IfMatch, Version, Versioned},
    },
};

const NOT_A_DRAFT: Error = Error::Conflict {
    code: "not_a_draft",
    message: "Este post não é mais um rascunho. Salve para que as suas alterações valham.",
};

/// Why a post is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveKind {
    Manual,
    /// The editor saves a draft automatically while it is edited.
    Autosave,
    /// Staff restored this version.
    Restore(i32),
}

/// How a post is saved.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SaveQuery {
    /// Whether the editor saves automatically. Only drafts that aren't scheduled can be autosaved, and autosaving ignores the
    /// fields of the schedule. Consecutive autosaves of one user in the same interval of ten minutes become one version.
    #[serde(default)]
    pub autosave: bool,
}

impl SaveQuery {
    #[must_use]
    pub fn kind(&self) -> SaveKind {
        if self.autosave { SaveKind::Autosave } else { SaveKind::Manual }
    }
}

/// Creates a post. A repeated request of the same user with the same `key` returns the post as it is now.
pub async fn create(
    app: &App,
    staff: &Writer,
    input: PostInput,
    kind: SaveKind,
    key: Option<&str>,
) -> Result<Versioned<Post>> {
    let id = records::new_id(app, staff, key);
    if key.is_none() {
        return create_with_id(app, staff, id, input, kind).await;
    }
    if let Some(earlier) = find_created(app, id).await? {
        return Ok(earlier);
    }
    match create_with_id(app, staff, id, input, kind).await {
        // A concurrent request with the same key may have created the post.
        Err(error @ Error::Conflict { .. }) => find_created(app, id).await?.ok_or(error),
        outcome => outcome,
    }
}

/// Finds the post that an earlier request with the same key created. Refuses a post in the trash.
async fn find_created(app: &App, id: Uuid) -> Result<Option<Versioned<Post>>> {
    let Some((version, post)) = store::find_anywhere(app.db.reader(), id).await? else { return Ok(None) };
    if post.deleted_at.is_some() { Err(Error::NotFound) } else { Ok(Some(Versioned(version, post))) }
}

async fn create_with_id(
    app: &App,
    staff: &Writer,
    id: Uuid,
    input: PostInput,
    kind: SaveKind,
) -> Result<Versioned<Post>> {
    let is_autosaved = kind == SaveKind::Autosave;
    let input = if is_autosaved { input.without_schedule() } else { input };
    let now = app.clock.now();
    let valid = ValidPost::parse(&input, None, now)?;
    let article = markdown::render(&valid.fields.content)?;
    let mut tx = app.db.begin().await?;
    require_picture(&*tx, &valid, None).await?;
    if valid.schedule.is_published {
        tx.content_changed().await?;
    }
    let (version, post) = writing::create(&*tx, id, valid, article, now).await?;
    let (id, fields) = (post.id.to_string(), document(&post)?);
    let (first, author) = ((version, &fields), staff.0.user.id);
    history::store::record_first(&*tx, history_subject(&id), first, author, is_autosaved, now).await?;
    audit::record(app, &tx, &staff.actor(), post.event(Action::PostCreated).after(&post)).await?;
    tx.commit().await?;
    Ok(Versioned(version, post))
}

/// Changes a post outside the trash.
pub async fn update(
    app: &App,
    staff: &Writer,
    id: Uuid,
    condition: &IfMatch,
    input: PostInput,
    kind: SaveKind,
) -> Result<Versioned<Post>> {
    let is_autosaved = kind == SaveKind::Autosave;
    let input = if is_autosaved { input.without_schedule() } else { input };
    let now = app.clock.now();
    let (_, seen) = store::find(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    let is_public = seen.schedule.is_published || input.is_published == Some(true);
    // The content is rendered before the transaction, because a long text takes time and SQLite allows only one writer.
    let content = input.parse_content().unwrap_or(seen.fields.content);
    let rendered = markdown::render(&content)?;
    let (tx, version, current) = begin_change(app, id, is_public).await?;
    condition.check(version)?;
    if is_autosaved && (current.schedule.is_published || current.schedule.publish_at.is_some()) {
        return Err(NOT_A_DRAFT);
    }
    let valid = ValidPost::parse(&input, Some(&current), now)?;
    require_picture(&*tx, &valid, Some(&current)).await?;
    // The input may have no content, and the stored content may have changed since it was read.
    let article =
        if content == valid.fields.content { rendered } else { markdown::render(&valid.fields.content)? };
    let (new_version, post) = writing::update(&*tx, &current, version, valid, article, now).await?;
    if record_version(&tx, staff, (version, &current), (new_version, &post), kind, now).await? {
        let action = if let SaveKind::Restore(_) = kind { Action::PostReverted } else { Action::PostUpdated };
        audit::record(app, &tx, &staff.actor(), post.event(action).changed(&current, &post)).await?;
    }
    tx.commit().await?;
    Ok(Versioned(new_version, post))
}

/// Refuses the path of a picture that isn't in the media library, unless the post already has it.
async fn require_picture(
    connection: &impl ConnectionTrait,
    valid: &ValidPost,
    current: Option<&Post>,
) -> Result<()> {
    let url = &valid.fields.featured_image;
    let is_stored = current.is_some_and(|post| post.fields.featured_image == *url);
    if is_stored || !url.starts_with('/') || media::store::find_by_url(connection, url).await?.is_some() {
        return Ok(());
    }
    Err(Error::field("featured_image", "Essa imagem não está na biblioteca."))
}

/// Returns the part of a post that its history stores.
fn document(post: &Post) -> Result<serde_json::Value> {
    Ok(serde_json::to_value(&post.fields).map_err(anyhow::Error::new)?)
}

/// Adds a version to the history. Returns whether the change needs an audit event. An autosave that replaces the newest
/// version doesn't need one.
async fn record_version(
    tx: &Transaction,
    staff: &Writer,
    (old, before): (Version, &Post),
    (new, after): (Version, &Post),
    kind: SaveKind,
    now: Timestamp,
) -> Result<bool> {
    let id = after.id.to_string();
    let documents = (document(before)?, document(after)?);
    let change = Change {
        before: (old, &documents.0),
        after: (new, &documents.1),
        restored_from: if let SaveKind::Restore(version) = kind { Some(version) } else { None },
        by: staff.0.user.id,
    };
    if kind == SaveKind::Autosave {
        return history::store::record_autosave(&**tx, history_subject(&id), change, now).await;
    }
    history::store::record(&**tx, history_subject(&id), change, now).await?;
    Ok(true)
}

/// Begins a transaction, and locks a post outside the trash. If visitors see the post before or after the change (`is_public`),
/// also raises the content revision. That happens before the post is locked: all transactions lock in this order, which
/// prevents deadlocks.
async fn begin_change(app: &App, id: Uuid, mut is_public: bool) -> Result<(Transaction, Version, Post)> {
    loop {
        let mut tx = app.db.begin().await?;
        if is_public {
            tx.content_changed().await?;
        }
        let (version, post) = find_present_for_update(&*tx, id).await?;
        if is_public || !post.schedule.is_published {
            return Ok((tx, version, post));
        }
        // The post has been published since it was read. Dropping the transaction releases the post.
        is_public = true;
    }
}
