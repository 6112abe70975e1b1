//! What staff do with contact requests.

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};

use super::{
    export,
    model::{Contact, ContactChange, ContactFilter, ContactSummary},
    store,
};
use crate::{
    accounts::{extract::Staff, factors::step_up::SteppedUp},
    app::App,
    audit::{self, Event},
    kit::{
        error::{Error, ErrorBody, Result},
        http::{IfMatch, JsonBody, PathId, Query, Versioned},
        paging::{Cursor, Page, Paging, Window},
    },
};

/// Lists contact requests, the newest first.
#[utoipa::path(get, path = "/api/contacts", tag = "contacts", operation_id = "list_contacts",
    params(ContactFilter, Paging),
    responses(
        (status = 200, body = Vec<Contact>, headers(
            ("Link" = String, description = "The next page, as RFC 8288 says"),
            ("X-Total-Count" = u64, description = "How many match in all"))),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody)))]
pub async fn list_contacts(
    _: Staff,
    State(app): State<App>,
    Query(filter): Query<ContactFilter>,
    window: Window,
) -> Result<Page<Contact>> {
    let items = store::list(app.db.reader(), &filter, window.after, window.rows()).await?;
    // A search reads every contact once to list and once to count.
    let total = match window.total_of(&items) {
        Some(total) => total,
        None => store::count(app.db.reader(), &filter).await?,
    };
    Ok(window.page(items, total, |last| Cursor { created_at: last.created_at, id: last.id }))
}

/// Counts the contact requests of each folder.
#[utoipa::path(get, path = "/api/contacts/summary", tag = "contacts", operation_id = "summarize_contacts",
    responses((status = 200, body = ContactSummary), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub async fn summarize_contacts(_: Staff, State(app): State<App>) -> Result<Json<ContactSummary>> {
    Ok(Json(store::summary(app.db.reader()).await?))
}

/// Exports contact requests as CSV for a spreadsheet.
#[utoipa::path(get, path = "/api/contacts/export.csv", tag = "contacts", operation_id = "export_contacts",
    params(ContactFilter),
    responses(
        (status = 200, body = String, content_type = "text/csv"),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody)))]
pub async fn export_contacts(
    SteppedUp(staff): SteppedUp<Staff>,
    State(app): State<App>,
    Query(filter): Query<ContactFilter>,
) -> Result<Response> {
    let tx = app.db.begin().await?;
    audit::record(&app, &tx, &staff.actor(), Event::new("contact.exported").after(&filter)).await?;
    tx.commit().await?;
    Ok(export::csv(app, filter))
}

/// One contact request.
#[utoipa::path(get, path = "/api/contacts/{id}", tag = "contacts", operation_id = "find_contact",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = Contact, headers(("ETag" = String, description = "For If-Match"))),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn find_contact(
    _: Staff,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<Contact>> {
    let (version, contact) = store::find(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    Ok(Versioned(version, contact))
}

/// Changes a contact request; fields left out keep their value.
#[utoipa::path(put, path = "/api/contacts/{id}", tag = "contacts", operation_id = "update_contact",
    params(
        ("id" = uuid::Uuid, Path),
        ("If-Match" = Option<String>, Header, description = "Refuses the change if the record is another by now")),
    request_body = ContactChange,
    responses(
        (status = 200, body = Contact),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 412, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub async fn update_contact(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(change): JsonBody<ContactChange>,
) -> Result<Versioned<Contact>> {
    let tx = app.db.begin().await?;
    let (version, current) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    condition.check(version)?;
    let details = change.details(&current)?;
    let status = change.status.unwrap_or(current.status);
    let quarantined = change.quarantined.unwrap_or(current.quarantined);
    let (version, contact) =
        store::update(&*tx, id, version, details, status, quarantined, app.clock.now()).await?;
    let event = about("contact.updated", &contact).changed(&current, &contact);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, contact))
}

/// Puts a contact request in the trash, where it stays for 30 days. One that is there already stays no longer.
#[utoipa::path(delete, path = "/api/contacts/{id}", tag = "contacts", operation_id = "delete_contact",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 204),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn delete_contact(staff: Staff, State(app): State<App>, PathId(id): PathId) -> Result<Response> {
    let tx = app.db.begin().await?;
    let (version, contact) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    if contact.deleted_at.is_none() {
        let contact = store::set_deleted(&*tx, id, version, Some(app.clock.now())).await?;
        audit::record(&app, &tx, &staff.actor(), about("contact.deleted", &contact)).await?;
        tx.commit().await?;
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Takes a contact request out of the trash. One that isn't there stays as it is.
#[utoipa::path(post, path = "/api/contacts/{id}/restore", tag = "contacts", operation_id = "restore_contact",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = Contact),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn restore_contact(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Json<Contact>> {
    let tx = app.db.begin().await?;
    let (version, contact) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    if contact.deleted_at.is_none() {
        return Ok(Json(contact));
    }
    let contact = store::set_deleted(&*tx, id, version, None).await?;
    audit::record(&app, &tx, &staff.actor(), about("contact.restored", &contact)).await?;
    tx.commit().await?;
    Ok(Json(contact))
}

fn about(action: &'static str, contact: &Contact) -> Event {
    Event::new(action).on("contact", contact.id, &contact.name)
}
