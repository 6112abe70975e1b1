//! Results of an edition: the results of its mails, the subscriptions that ended with its links, and the contacts of
//! visitors who came by its links.

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    deliveries::{self, DeliveryState},
    mail_html::UTM_SOURCE,
    model::{Edition, EditionCounts},
    store,
};
use crate::{
    app::App,
    features::contacts,
    foundation::{identity::extract::Writer, mail},
    platform::{
        clock::Timestamp,
        db::{Transaction, stored},
        error::{Error, Result},
        http::PathId,
    },
};

/// Results of an edition.
#[derive(Debug, Serialize, ToSchema)]
pub struct EditionResults {
    #[serde(flatten)]
    pub counts: EditionCounts,
    /// Mails in the outbox that wait for their first or next attempt.
    pub queued: i64,
    /// Sum of `delivered` and `bounced`.
    pub sent: i64,
    /// Contact requests of visitors who came by a link of the edition. Quarantined and deleted ones don't count.
    pub leads: u64,
}

/// Returns the results of an edition.
#[utoipa::path(get, path = "/api/newsletter/editions/{id}/results", tag = "newsletter",
    operation_id = "find_edition_results",
    params(PathId),
    responses((status = 200, body = EditionResults)))]
pub async fn find_edition_results(
    _: Writer,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Json<EditionResults>> {
    let (_, edition) = stored::find::<Edition>(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    let counts = edition.counts;
    let (queued, sent) = (counts.waiting(), counts.delivered + counts.bounced);
    let slug = &edition.fields.slug;
    let leads = contacts::stats::store::count_of_campaign(app.db.reader(), UTM_SOURCE, slug).await?;
    Ok(Json(EditionResults { counts, queued, sent, leads }))
}

/// Counts a subscription that ended with the link in the mail of an edition, once.
pub async fn count_unsubscribed(
    tx: &Transaction,
    edition_id: Uuid,
    subscription_id: Uuid,
    now: Timestamp,
) -> Result<()> {
    // All transactions lock the edition before its deliveries, which prevents deadlocks.
    stored::find_for_update::<Edition>(&**tx, edition_id).await?;
    if deliveries::store::set_unsubscribed(&**tx, edition_id, subscription_id, now).await? {
        let counts = EditionCounts { unsubscribed: 1, ..EditionCounts::default() };
        store::add_results(&**tx, edition_id, counts).await?;
    }
    Ok(())
}

/// Counts the mail of an edition to a subscription as bounced, once, because the mail server returned it after accepting
/// it. If the result of the mail isn't stored yet, deletes its message, so that no later result replaces this one.
pub async fn count_returned(
    tx: &Transaction,
    edition_id: Uuid,
    subscription_id: Uuid,
    now: Timestamp,
) -> Result<()> {
    stored::find_for_update::<Edition>(&**tx, edition_id).await?;
    let returned = deliveries::store::set_returned(&**tx, edition_id, subscription_id, now).await?;
    let Some(before) = returned else { return Ok(()) };
    let delivered = if before.state == DeliveryState::Delivered { -1 } else { 0 };
    let counts = EditionCounts { delivered, bounced: 1, ..EditionCounts::default() };
    store::add_results(&**tx, edition_id, counts).await?;
    mail::store::delete_all(&**tx, before.outbox_id.into_iter().collect()).await
}
