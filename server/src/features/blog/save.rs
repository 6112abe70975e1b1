//! What every way to save a post has in common: one transaction with the post, its version and what the audit log says.

use sea_orm::ConnectionTrait;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::{
    markdown,
    model::{Details, Post, PostInput},
    store, versions,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        history::{self, model::Change},
        identity::extract::Staff,
        media,
    },
    platform::{
        db::{Transaction, trash::require_present},
        error::{Error, Result},
        http::{IfMatch, Version, Versioned},
        id,
    },
};

/// How a post comes to be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saving {
    ByHand,
    /// By itself, while somebody types.
    Autosave,
    /// As it was in this version.
    Restoring(i32),
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SavingQuery {
    /// Saved by itself while somebody types: of drafts only. What one person's typing leaves within ten minutes makes one
    /// version.
    #[serde(default)]
    pub autosave: bool,
}

impl SavingQuery {
    #[must_use]
    pub fn saving(&self) -> Saving {
        if self.autosave { Saving::Autosave } else { Saving::ByHand }
    }
}

/// What is saved by itself decides nothing about when visitors see it.
fn without_plan(input: PostInput) -> PostInput {
    PostInput { is_published: None, publish_at: None, unpublish_at: None, published_at: None, ..input }
}

/// Creates a post, once per key: sent again, whoever sent it is given the post as it is by now.
pub async fn create(
    app: &App,
    staff: &Staff,
    input: PostInput,
    saving: Saving,
    key: Option<&str>,
) -> Result<Versioned<Post>> {
    let now = app.clock.now();
    let Some(key) = key else { return create_as(app, staff, id::new_id(now), input, saving).await };
    // One's own attempts are one's own: nobody else's key is met by chance.
    let id = id::named_id(&format!("{}:{key}", staff.0.user.id));
    if let Some(earlier) = made_before(app, id).await? {
        return Ok(earlier);
    }
    match create_as(app, staff, id, input, saving).await {
        // Perhaps by the same attempt, sent twice at once: then the other one has won.
        Err(error @ Error::Conflict { .. }) => made_before(app, id).await?.ok_or(error),
        outcome => outcome,
    }
}

async fn made_before(app: &App, id: Uuid) -> Result<Option<Versioned<Post>>> {
    let Some((version, post)) = store::find_anywhere(app.db.reader(), id).await? else { return Ok(None) };
    if post.deleted_at.is_some() { Err(Error::NotFound) } else { Ok(Some(Versioned(version, post))) }
}

async fn create_as(
    app: &App,
    staff: &Staff,
    id: Uuid,
    input: PostInput,
    saving: Saving,
) -> Result<Versioned<Post>> {
    let input = if saving == Saving::Autosave { without_plan(input) } else { input };
    let now = app.clock.now();
    let details = Details::parse(&input, None, now)?;
    let article = markdown::render(&details.content)?;
    let mut tx = app.db.begin().await?;
    require_picture(&*tx, &details, None).await?;
    if details.is_published {
        tx.content_changed().await?;
    }
    let (version, post) = store::create(&*tx, id, &details, article, now).await?;
    let (id, document) = (post.id.to_string(), versions::document(&post)?);
    let (first, is_autosaved) = ((version, &document), saving == Saving::Autosave);
    history::store::begin(&*tx, versions::subject(&id), first, staff.0.user.id, is_autosaved, now).await?;
    let event = about(Action::PostCreated, &post).after(&post);
    audit::record(app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, post))
}

pub async fn update(
    app: &App,
    staff: &Staff,
    id: Uuid,
    condition: &IfMatch,
    input: PostInput,
    saving: Saving,
) -> Result<Versioned<Post>> {
    let input = if saving == Saving::Autosave { without_plan(input) } else { input };
    let now = app.clock.now();
    // Before the transaction: a long text takes its time, and SQLite has one writer.
    let rendered = match Details::parse_content(&input) {
        Some(content) => Some((markdown::render(&content)?, content)),
        None => None,
    };
    let mut tx = app.db.begin().await?;
    let (version, current) = find_to_change(&mut tx, id, input.is_published == Some(true)).await?;
    condition.check(version)?;
    if saving == Saving::Autosave && (current.is_published || current.publish_at.is_some()) {
        return Err(Error::Conflict {
            code: "not_a_draft",
            message: "Este post não é mais um rascunho. Salve para que as suas alterações valham.",
        });
    }
    let details = Details::parse(&input, Some(&current), now)?;
    require_picture(&*tx, &details, Some(&current)).await?;
    let article = match rendered {
        Some((article, content)) if content == details.content => article,
        _ => markdown::render(&details.content)?,
    };
    let (after, post) = store::update(&*tx, &current, version, &details, article, now).await?;
    if record_version(&tx, staff, (version, &current), (after, &post), saving, now).await? {
        let action = match saving {
            Saving::Restoring(_) => about(Action::PostReverted, &post),
            _ => about(Action::PostUpdated, &post),
        };
        audit::record(app, &tx, &staff.actor(), action.changed(&current, &post)).await?;
    }
    tx.commit().await?;
    Ok(Versioned(after, post))
}

/// Refuses a newly chosen picture of this site that the library doesn't have: nobody could see it.
async fn require_picture(
    connection: &impl ConnectionTrait,
    details: &Details,
    current: Option<&Post>,
) -> Result<()> {
    let url = &details.featured_image;
    let is_kept = current.is_some_and(|post| post.featured_image == *url);
    if is_kept || !url.starts_with('/') || media::store::find_by_url(connection, url).await?.is_some() {
        return Ok(());
    }
    Err(Error::field("featured_image", "Essa imagem não está na biblioteca."))
}

/// Says whether the audit log is to hear of it: of what is saved every few seconds it hears as often as there is a version.
async fn record_version(
    tx: &Transaction,
    staff: &Staff,
    (old, before): (Version, &Post),
    (new, after): (Version, &Post),
    saving: Saving,
    now: crate::platform::clock::Timestamp,
) -> Result<bool> {
    let id = after.id.to_string();
    let documents = (versions::document(before)?, versions::document(after)?);
    let change = Change {
        before: (old, &documents.0),
        after: (new, &documents.1),
        restored_from: if let Saving::Restoring(version) = saving { Some(version) } else { None },
        by: staff.0.user.id,
    };
    if saving == Saving::Autosave {
        return history::store::record_autosave(&**tx, versions::subject(&id), change, now).await;
    }
    history::store::record(&**tx, versions::subject(&id), change, now).await?;
    Ok(true)
}

/// A post that isn't in the trash, locked. The number of the site's content comes first, as everywhere, so that nobody
/// waits for each other; drafts, which are on no page, leave it alone.
async fn find_to_change(tx: &mut Transaction, id: Uuid, comes_out: bool) -> Result<(Version, Post)> {
    let (_, seen) = store::find(&**tx, id).await?.ok_or(Error::NotFound)?;
    if seen.is_published || comes_out {
        tx.content_changed().await?;
    }
    let (version, post) = find_present(&**tx, id).await?;
    if post.is_published && !(seen.is_published || comes_out) {
        tx.content_changed().await?;
    }
    Ok((version, post))
}

/// Locks a post outside the trash.
pub async fn find_present(tx: &impl ConnectionTrait, id: Uuid) -> Result<(Version, Post)> {
    require_present(store::find_for_update(tx, id).await?, |(_, post)| post.deleted_at)
}

#[must_use]
pub fn about(action: Action, post: &Post) -> Event {
    Event::new(action).on(post.id, &post.title)
}
