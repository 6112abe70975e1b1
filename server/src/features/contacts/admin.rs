//! What staff do with contact requests.

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    cursor::{ContactKey, Place},
    deadlines, export,
    filter::{ContactFilter, ContactOrder, ContactSorting, Folder},
    mail,
    model::{Contact, ContactChange, ContactSummary, Promise},
    promise::Calendar,
    store::{self, list, replies},
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::{
            extract::{Admin, Staff, SteppedUp},
            store::users,
        },
    },
    platform::{
        clock::Timestamp,
        db::Transaction,
        error::{Error, Result},
        http::{IfMatch, JsonBody, PathId, Query, Versioned},
        paging::{Cursor, Limit, ListLimit, Page, Paging, Window},
    },
};

/// Lists contact requests, the newest first unless another order is asked for.
#[utoipa::path(get, path = "/api/contacts", tag = "contacts", operation_id = "list_contacts",
    params(ContactFilter, ContactSorting, Paging),
    responses(
        (status = 200, body = Vec<Contact>, headers(
            ("Link" = String, description = "The next page, as RFC 8288 says"),
            ("X-Total-Count" = u64, description = "How many match in all"),
            ("X-Total-More" = bool, description = "`true` where a search has more: it is counted up to 1000"),
            ("X-Searched-First" = u64, description = "So many of the first contacts alone were looked at for one or \
                two characters; missing where that is all of them")))))]
pub async fn list_contacts(
    Staff(staff): Staff,
    State(app): State<App>,
    Query(filter): Query<ContactFilter>,
    Query(ContactSorting { order }): Query<ContactSorting>,
    window: Window<ContactKey>,
) -> Result<Page<Contact>> {
    let (filter, now, db) = (filter.asked_by(staff.user.id), app.clock.now(), app.db.reader());
    // Nobody waits for an answer elsewhere.
    let is_late_first = order == ContactOrder::LateFirst && filter.folder == Folder::Inbox;
    let search = list::search(db, &filter).await?;
    let (mut items, at) = if is_late_first {
        let after = match window.after {
            Some(ContactKey::LateFirst(place)) => Some(place),
            Some(ContactKey::Newest(_)) => return Err(OTHER_ORDER),
            None => None,
        };
        let at = after.map_or(now, |place| place.at);
        (list::late_first(db, &filter, &search, at, after, window.rows()).await?, at)
    } else {
        let after = match window.after {
            Some(ContactKey::Newest(cursor)) => Some(cursor),
            Some(ContactKey::LateFirst(_)) => return Err(OTHER_ORDER),
            None => None,
        };
        (store::list(db, &filter, &search, after, window.rows()).await?, now)
    };
    let calendar = deadlines::calendar(&app).await?;
    items.iter_mut().for_each(|contact| promise(contact, &calendar, now));
    let total = store::count(db, &filter, &search, window.total_of(&items)).await?;
    Ok(window.page(items, total, |last| {
        if is_late_first {
            ContactKey::LateFirst(Place::of(last, at))
        } else {
            ContactKey::Newest(Cursor { created_at: last.created_at, id: last.id })
        }
    }))
}

const OTHER_ORDER: Error = Error::BadRequest("O cursor de paginação é de outra ordem.");

/// Says how the promise of an answer stands.
fn promise(contact: &mut Contact, calendar: &Calendar, now: Timestamp) {
    contact.promise = Promise::of(contact, calendar, now);
}

async fn promised(app: &App, mut contact: Contact) -> Result<Contact> {
    promise(&mut contact, &deadlines::calendar(app).await?, app.clock.now());
    Ok(contact)
}

/// Somebody whom contacts are assigned to, or can be.
#[derive(Serialize, ToSchema)]
pub struct Assignee {
    pub id: Uuid,
    pub name: String,
    /// Is on the staff and may sign in. Nothing new is assigned to others.
    pub has_access: bool,
}

/// The staff whom contacts can be assigned to, by name; then those who have some left but no access any more.
#[utoipa::path(get, path = "/api/contacts/assignees", tag = "contacts", operation_id = "list_assignees",
    params(ListLimit),
    responses((status = 200, body = Vec<Assignee>)))]
pub async fn list_assignees(_: Staff, State(app): State<App>, limit: Limit) -> Result<Json<Vec<Assignee>>> {
    let reader = app.db.reader();
    let staff = users::staff(reader).await?.into_iter().map(|user| (user.id, user.full_name));
    let mut all: Vec<_> = staff.map(|(id, name)| Assignee { id, name, has_access: true }).collect();
    let mut others = list::assigned(reader).await?;
    others.retain(|id| all.iter().all(|person| person.id != *id));
    let mut names: Vec<_> = users::names(reader, others).await?.into_iter().collect();
    names.sort_by(|(id, name), (other, other_name)| (name, id).cmp(&(other_name, other)));
    all.extend(names.into_iter().map(|(id, name)| Assignee { id, name, has_access: false }));
    Ok(Json(limit.cut(all)))
}

/// Refuses whoever isn't staff.
pub(super) async fn check_assignee(tx: &Transaction, user: Option<Uuid>) -> Result<()> {
    let Some(user) = user else { return Ok(()) };
    let found = users::find(&**tx, user).await?;
    if found.is_some_and(|found| users::is_working_staff(&found)) {
        return Ok(());
    }
    Err(Error::field("assigned_to", "Escolha uma pessoa da equipe."))
}

/// Counts the contact requests of each folder.
#[utoipa::path(get, path = "/api/contacts/summary", tag = "contacts", operation_id = "summarize_contacts",
    responses((status = 200, body = ContactSummary)))]
pub async fn summarize_contacts(_: Staff, State(app): State<App>) -> Result<Json<ContactSummary>> {
    Ok(Json(store::summary(app.db.reader(), app.clock.now()).await?))
}

/// Exports contact requests as CSV for a spreadsheet: administrators only, as it takes all personal data away at once.
#[utoipa::path(get, path = "/api/contacts/export.csv", tag = "contacts", operation_id = "export_contacts",
    params(ContactFilter),
    responses((status = 200, body = String, content_type = "text/csv")))]
pub async fn export_contacts(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    Query(filter): Query<ContactFilter>,
) -> Result<Response> {
    let tx = app.db.begin().await?;
    let filter = filter.asked_by(admin.0.user.id);
    audit::record(&app, &tx, &admin.actor(), Event::new(Action::ContactExported).after(&filter)).await?;
    tx.commit().await?;
    Ok(export::csv(app, filter))
}

/// One contact request.
#[utoipa::path(get, path = "/api/contacts/{id}", tag = "contacts", operation_id = "find_contact",
    params(PathId),
    responses(
        (status = 200, body = Contact, headers(("ETag" = String, description = "For If-Match")))))]
pub async fn find_contact(
    _: Staff,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<Contact>> {
    let (version, contact) = store::find(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    Ok(Versioned(version, promised(&app, contact).await?))
}

/// Changes a contact request; fields left out keep their value.
#[utoipa::path(put, path = "/api/contacts/{id}", tag = "contacts", operation_id = "update_contact",
    params(PathId, IfMatch),
    request_body = ContactChange,
    responses((status = 200, body = Contact)))]
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
    if let Some(assignee) = change.assigned_to.filter(|assignee| *assignee != current.assigned_to) {
        check_assignee(&tx, assignee).await?;
    }
    let (now, is_mailed) = (app.clock.now(), !replies::answered(&*tx, &[id]).await?.is_empty());
    let handling = change.handling(&current, is_mailed, now);
    let (version, contact) = store::update(&*tx, id, version, details, handling, now).await?;
    mail::follow(&app, &tx, &current, &contact).await?;
    let event = about(Action::ContactUpdated, &contact).changed(&current, &contact);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, promised(&app, contact).await?))
}

/// Puts a contact request in the trash, where it stays for 30 days. One that is there already stays no longer.
#[utoipa::path(delete, path = "/api/contacts/{id}", tag = "contacts", operation_id = "delete_contact",
    params(PathId),
    responses((status = 204)))]
pub async fn delete_contact(staff: Staff, State(app): State<App>, PathId(id): PathId) -> Result<Response> {
    let tx = app.db.begin().await?;
    let (_, contact) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    if contact.deleted_at.is_none() {
        let contact = store::set_deleted(&*tx, id, true, app.clock.now()).await?;
        audit::record(&app, &tx, &staff.actor(), about(Action::ContactDeleted, &contact)).await?;
        tx.commit().await?;
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Takes a contact request out of the trash. One that isn't there stays as it is.
#[utoipa::path(post, path = "/api/contacts/{id}/restore", tag = "contacts", operation_id = "restore_contact",
    params(PathId),
    responses((status = 200, body = Contact)))]
pub async fn restore_contact(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Json<Contact>> {
    let tx = app.db.begin().await?;
    let (_, contact) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    if contact.deleted_at.is_none() {
        drop(tx);
        return Ok(Json(promised(&app, contact).await?));
    }
    let contact = store::set_deleted(&*tx, id, false, app.clock.now()).await?;
    audit::record(&app, &tx, &staff.actor(), about(Action::ContactRestored, &contact)).await?;
    tx.commit().await?;
    Ok(Json(promised(&app, contact).await?))
}

pub(super) fn about(action: Action, contact: &Contact) -> Event {
    Event::new(action).on(contact.id, &contact.name)
}
