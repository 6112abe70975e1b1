//! Editions about new posts. They are created when a post is published, if staff have enabled it. Their interests are the
//! category and the tags of the post that the site offers as interests; without any, all subscribers receive them.

pub mod store;

use std::iter;

use axum::extract::State;
use chrono::TimeDelta;
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use self::store::Stored;
use super::{
    admin,
    model::{EditionFields, EditionInput, EditionState, MAX_PREHEADER},
    store as editions,
};
use crate::{
    app::App,
    features::{
        blog::{self, model::Post},
        newsletter::interests::{self, Interest},
    },
    foundation::{
        audit::{self, Action, Event},
        identity::{actor::Actor, extract::Writer},
        records::ManagedRecord,
    },
    platform::{
        error::Result,
        http::{IfMatch, JsonBody, Versioned},
        id,
        text::slug,
    },
};

/// Maximum age of a publication that creates an edition. After a longer outage of the server, the post isn't new.
const MAX_AGE: TimeDelta = TimeDelta::days(7);
/// Maximum number of posts that one run processes.
const POSTS_AT_ONCE: u64 = 50;

/// What happens when a post is published for the first time. `off`: nothing. `draft`: creates a draft of an edition. `send`:
/// creates an edition and sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum NewPostMode {
    Off,
    Draft,
    Send,
}

/// Settings of the newsletter.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
pub struct NewsletterSettings {
    /// What happens when a post is published for the first time. It doesn't apply to posts that were published while it was
    /// `off`. A post creates at most one edition, even if it is published again. The edition gets those offered interests that
    /// are the post's category or tags.
    pub new_post: NewPostMode,
}

/// Returns the settings of the newsletter.
#[utoipa::path(get, path = "/api/newsletter/settings", tag = "newsletter",
    operation_id = "find_newsletter_settings",
    responses((status = 200, body = NewsletterSettings)))]
pub async fn find_newsletter_settings(
    _: Writer,
    State(app): State<App>,
) -> Result<Versioned<NewsletterSettings>> {
    let Stored { version, new_post, .. } = store::read(app.db.reader()).await?;
    Ok(Versioned(version, NewsletterSettings { new_post }))
}

/// Changes the settings of the newsletter.
#[utoipa::path(put, path = "/api/newsletter/settings", tag = "newsletter",
    operation_id = "update_newsletter_settings",
    params(IfMatch),
    request_body = NewsletterSettings,
    responses((status = 200, body = NewsletterSettings)))]
pub async fn update_newsletter_settings(
    staff: Writer,
    State(app): State<App>,
    condition: IfMatch,
    JsonBody(input): JsonBody<NewsletterSettings>,
) -> Result<Versioned<NewsletterSettings>> {
    let mut tx = app.db.begin().await?;
    // Locks the content revision, so that concurrent requests run one after the other.
    tx.content_changed().await?;
    let current = store::read(&*tx).await?;
    condition.check(current.version)?;
    let was_off = current.new_post == NewPostMode::Off;
    let new_post_since = if was_off { Some(app.clock.now()) } else { current.new_post_since };
    let version = store::update(&*tx, Stored { new_post: input.new_post, new_post_since, ..current }).await?;
    let before = NewsletterSettings { new_post: current.new_post };
    let event = Event::new(Action::NewsletterSettingsUpdated).changed(&before, &input);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, input))
}

/// Creates editions about newly published posts that have none yet. Reads the posts that were published within the last
/// seven days and after the setting was turned on.
pub async fn run(app: &App) -> Result<()> {
    let settings = store::read(app.db.reader()).await?;
    let Some(since) = settings.new_post_since.filter(|_| settings.new_post != NewPostMode::Off) else {
        return Ok(());
    };
    let since = since.max(app.clock.now() - MAX_AGE);
    let db = app.db.reader();
    let done = editions::list_new_post_ids(db, since).await?;
    for post in blog::store::list_published_after(db, since, &done, POSTS_AT_ONCE).await? {
        create(app, &post, settings.new_post).await?;
    }
    Ok(())
}

/// Creates the edition about a post, unless another process has created it.
async fn create(app: &App, post: &Post, mode: NewPostMode) -> Result<()> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    // Locks the content revision, so that the second of two processes finds the edition of the first.
    tx.content_changed().await?;
    if editions::exists_for_post(&*tx, post.id).await? {
        return Ok(());
    }
    let input = input_about(post, interests::store::list(&*tx).await?);
    let fields = EditionFields::parse(&input, None)?;
    let (version, edition) = admin::create(&*tx, id::new_id(now), &input, fields, Some(post.id), app).await?;
    let event = edition.event(Action::EditionCreated).after(&edition);
    audit::record(app, &tx, &Actor::system(), event).await?;
    if mode == NewPostMode::Send {
        editions::set_state(&*tx, (version, &edition), EditionState::Scheduled, Some(now), now).await?;
    }
    tx.commit().await?;
    tracing::info!(post = %post.id, edition = %edition.id, "edition about a new post created");
    Ok(())
}

/// Returns an edition whose only content is the card of a post. `offered` are the interests that the site offers.
fn input_about(post: &Post, offered: Vec<Interest>) -> EditionInput {
    let terms: Vec<String> =
        iter::once(&post.fields.category).chain(&post.fields.tags).map(|name| slug(name)).collect();
    let of_post = offered.into_iter().map(|interest| interest.slug).filter(|slug| terms.contains(slug));
    EditionInput {
        interests: Some(of_post.collect()),
        subject: Some(post.fields.title.clone()),
        preheader: Some(post.fields.excerpt.chars().take(MAX_PREHEADER).collect()),
        post_ids: Some(vec![post.id]),
        ..EditionInput::default()
    }
}
