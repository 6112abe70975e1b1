//! The API with which staff choose the interests that the site offers.

use axum::{Json, extract::State};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{Interest, MAX_INTERESTS, store};
use crate::{
    app::App,
    features::blog,
    foundation::{
        audit::{self, Action, Event},
        identity::extract::{Editor, Writer},
    },
    platform::{
        error::{Error, ErrorBody, Result},
        http::JsonBody,
        text,
    },
};

/// The interests that the site offers, and those that staff can choose from.
#[derive(Debug, Serialize, ToSchema)]
pub struct Interests {
    /// The interests that subscribers can choose, in the order of the site.
    pub offered: Vec<Interest>,
    /// All categories and tags of the blog, categories first. Offered interests that the blog no longer has follow at the
    /// end.
    pub available: Vec<Interest>,
}

/// The interests to offer.
#[derive(Deserialize, ToSchema)]
pub struct InterestsInput {
    /// Slugs of categories and tags of the blog, in the order of the site. An empty list offers no choice.
    pub slugs: Vec<String>,
    /// Slugs of the offered interests that the caller has read, in their order. If the site offers others now, the change is
    /// refused. If omitted, the current list isn't checked.
    pub seen: Option<Vec<String>>,
}

/// Returns the interests that subscribers can choose, and those that staff can offer.
#[utoipa::path(get, path = "/api/newsletter/interests", tag = "newsletter", operation_id = "list_interests",
    responses((status = 200, body = Interests)))]
pub async fn list_interests(_: Writer, State(app): State<App>) -> Result<Json<Interests>> {
    let db = app.db.reader();
    let offered = store::list(db).await?;
    let available = available(db, &offered).await?;
    Ok(Json(Interests { offered, available }))
}

/// Replaces the interests that subscribers can choose. Interests that subscribers have already chosen stay stored after they
/// are removed from the list. A subscriber without a choice among the offered ones receives every edition.
#[utoipa::path(put, path = "/api/newsletter/interests", tag = "newsletter", operation_id = "update_interests",
    request_body = InterestsInput,
    responses(
        (status = 200, body = Interests),
        (status = 412, description = "`precondition_failed`: the list has changed since `seen` was read", body = ErrorBody)))]
pub async fn update_interests(
    staff: Editor,
    State(app): State<App>,
    JsonBody(input): JsonBody<InterestsInput>,
) -> Result<Json<Interests>> {
    let mut tx = app.db.begin().await?;
    // Locks the content revision before the interests are read, so that concurrent requests run one after the other.
    tx.content_changed().await?;
    let before = store::list(&*tx).await?;
    if input.seen.is_some_and(|seen| !seen.iter().eq(before.iter().map(|interest| &interest.slug))) {
        return Err(Error::PreconditionFailed);
    }
    let available = available(&*tx, &before).await?;
    let offered = select(&input.slugs, &available)?;
    store::replace(&*tx, &offered).await?;
    let names = |interests: &[Interest]| {
        let names: Vec<&str> = interests.iter().map(|interest| &*interest.name).collect();
        json!({"interests": names})
    };
    let event = Event::new(Action::SubscriptionInterestsUpdated).changed(&names(&before), &names(&offered));
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Json(Interests { offered, available }))
}

/// Returns the interests with these slugs, each once. Refuses unknown slugs.
fn select(slugs: &[String], available: &[Interest]) -> Result<Vec<Interest>> {
    if slugs.len() > MAX_INTERESTS {
        return Err(Error::field("slugs", &format!("Escolha até {MAX_INTERESTS} assuntos.")));
    }
    let mut selected: Vec<Interest> = Vec::new();
    for slug in slugs {
        let found = available.iter().find(|interest| interest.slug == *slug);
        let interest = found.ok_or_else(|| {
            Error::field(
                "slugs",
                "Um dos assuntos não existe mais no blog. Atualize a página e escolha de novo.",
            )
        })?;
        if !selected.contains(interest) {
            selected.push(interest.clone());
        }
    }
    Ok(selected)
}

/// Returns the categories and tags of the blog, then the offered interests that the blog no longer has.
async fn available(connection: &impl ConnectionTrait, offered: &[Interest]) -> Result<Vec<Interest>> {
    let terms = blog::terms::list_all(connection).await?;
    let names = terms.categories.into_iter().chain(terms.tags).map(|term| term.name);
    let interests = names.map(|name| Interest { slug: text::slug(&name), name });
    let mut available: Vec<Interest> = Vec::new();
    for interest in interests.chain(offered.iter().cloned()) {
        if !interest.slug.is_empty() && available.iter().all(|other| other.slug != interest.slug) {
            available.push(interest);
        }
    }
    Ok(available)
}
