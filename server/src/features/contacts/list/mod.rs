//! The lists of contact requests in the panel, their counts and their export.

pub mod cursor;
mod export;
pub mod filter;
pub mod store;

use axum::{Json, extract::State, response::Response};
use serde::Serialize;
use utoipa::ToSchema;

use self::{
    cursor::{ContactCursor, LateFirstCursor},
    filter::{ContactFilter, ContactOrder, ContactSorting, Folder},
};
use super::{
    model::Contact,
    promise::{Calendar, Promise},
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::extract::{Admin, SteppedUp, Support},
    },
    platform::{
        clock::Timestamp,
        error::{Error, Result},
        http::Query,
        paging::{Page, PageRequest, Paging, TimeCursor},
        search::store::Search,
    },
};

const CURSOR_OF_OTHER_ORDER: Error = Error::BadRequest("O cursor de paginação é de outra ordem.");

/// Numbers of contacts by folder.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ContactSummary {
    pub inbox: u64,
    /// Contacts in the inbox with the status `new`.
    pub new: u64,
    /// Contacts in the inbox whose promised reply is late.
    pub late: u64,
    pub spam: u64,
    pub trash: u64,
}

/// Lists contact requests, newest first unless another order is requested.
#[utoipa::path(get, path = "/api/contacts", tag = "contacts", operation_id = "list_contacts",
    params(ContactFilter, ContactSorting, Paging),
    responses(
        (status = 200, body = Vec<Contact>, headers(
            ("X-Total-More" = bool, description = "`true` if a search has more matches than the total"),
            ("X-Searched-First" = u64, description = "A search for one or two characters reads only this number of \
                contacts, in the order of the list. Missing if all contacts were searched")))))]
pub async fn list_contacts(
    Support(staff): Support,
    State(app): State<App>,
    Query(filter): Query<ContactFilter>,
    Query(ContactSorting { order }): Query<ContactSorting>,
    request: PageRequest<ContactCursor>,
) -> Result<Page<Contact>> {
    let filter = filter.requested_by(staff.user.id);
    let (db, now) = (app.db.reader(), app.clock.now());
    let search = store::search(db, &filter).await?;
    // Contacts in other folders don't wait for a reply.
    let mut page = if order == ContactOrder::LateFirst && filter.folder == Folder::Inbox {
        list_late_first(&app, &filter, &search, &request, now).await?
    } else {
        list_newest_first(&app, &filter, &search, &request).await?
    };
    let calendar = Calendar::read(db).await?;
    for contact in &mut page.items {
        contact.promise = Promise::of(contact, &calendar, now);
    }
    Ok(page)
}

async fn list_newest_first(
    app: &App,
    filter: &ContactFilter,
    search: &Search,
    request: &PageRequest<ContactCursor>,
) -> Result<Page<Contact>> {
    let after = match request.after {
        Some(ContactCursor::Newest(cursor)) => Some(cursor),
        Some(ContactCursor::LateFirst(_)) => return Err(CURSOR_OF_OTHER_ORDER),
        None => None,
    };
    let db = app.db.reader();
    let contacts = store::list(db, filter, search, after, request.rows()).await?;
    let total = store::count(db, filter, search, request.total_of(&contacts)).await?;
    Ok(request.page(contacts, total, |last| ContactCursor::Newest(cursor_of(last))))
}

async fn list_late_first(
    app: &App,
    filter: &ContactFilter,
    search: &Search,
    request: &PageRequest<ContactCursor>,
    now: Timestamp,
) -> Result<Page<Contact>> {
    let after = match request.after {
        Some(ContactCursor::LateFirst(cursor)) => Some(cursor),
        Some(ContactCursor::Newest(_)) => return Err(CURSOR_OF_OTHER_ORDER),
        None => None,
    };
    let db = app.db.reader();
    let as_of = after.map_or(now, |cursor| cursor.as_of);
    let contacts = store::list_late_first(db, filter, search, as_of, after, request.rows()).await?;
    let total = store::count(db, filter, search, request.total_of(&contacts)).await?;
    Ok(request.page(contacts, total, |last| ContactCursor::LateFirst(LateFirstCursor::of(last, as_of))))
}

/// Returns the position after a contact in a list that is sorted newest first.
fn cursor_of(contact: &Contact) -> TimeCursor {
    TimeCursor { time: contact.created_at, id: contact.id }
}

/// Counts the contact requests of each folder, and the new and the late ones in the inbox.
#[utoipa::path(get, path = "/api/contacts/summary", tag = "contacts", operation_id = "summarize_contacts",
    responses((status = 200, body = ContactSummary)))]
pub async fn summarize_contacts(_: Support, State(app): State<App>) -> Result<Json<ContactSummary>> {
    Ok(Json(store::summary(app.db.reader(), app.clock.now()).await?))
}

/// Exports contact requests as CSV, newest first. Only administrators have access, because the file contains much
/// personal data.
#[utoipa::path(get, path = "/api/contacts/export.csv", tag = "contacts", operation_id = "export_contacts",
    params(ContactFilter),
    responses((status = 200, body = String, content_type = "text/csv")))]
pub async fn export_contacts(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    Query(filter): Query<ContactFilter>,
) -> Result<Response> {
    let tx = app.db.begin().await?;
    let filter = filter.requested_by(admin.0.user.id);
    audit::record(&app, &tx, &admin.actor(), Event::new(Action::ContactExported).after(&filter)).await?;
    tx.commit().await?;
    Ok(export::csv(app, filter))
}
