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
    filter::{ContactFilter, ContactListView, ContactOrder, ContactSorting},
    store::selection::Selection,
};
use super::{admin::complete, model::Contact};
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

pub(super) const CURSOR_OF_OTHER_ORDER: Error = Error::BadRequest("O cursor de paginação é de outra ordem.");

/// Numbers of contacts by view of the list. Counting stops at 10,000.
#[derive(Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ContactSummary {
    /// Contacts that are neither quarantined nor deleted.
    pub all: u64,
    /// Contacts that wait for a reply.
    pub waiting: u64,
    /// Contacts whose promised reply is late.
    pub late: u64,
    /// Contacts assigned to the caller, except archived ones.
    pub mine: u64,
    /// Contacts without an assignee, except archived ones.
    pub unassigned: u64,
    /// Contacts with the status `new`.
    pub new: u64,
    /// Contacts with a next step that the caller has to take.
    pub next_steps: u64,
    pub spam: u64,
    pub trash: u64,
    /// Views that have more contacts than the number says.
    pub more_than_counted: Vec<ContactListView>,
}

impl ContactSummary {
    fn count_of(&mut self, view: ContactListView) -> &mut u64 {
        match view {
            ContactListView::All => &mut self.all,
            ContactListView::Waiting => &mut self.waiting,
            ContactListView::Late => &mut self.late,
            ContactListView::Mine => &mut self.mine,
            ContactListView::Unassigned => &mut self.unassigned,
            ContactListView::New => &mut self.new,
            ContactListView::NextSteps => &mut self.next_steps,
            ContactListView::Spam => &mut self.spam,
            ContactListView::Trash => &mut self.trash,
        }
    }
}

/// Values by which the list of contacts can be filtered, most frequent first, up to 100 of each: those of the 10,000 newest
/// contacts in the inbox.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ContactFilterValues {
    /// Services of interest.
    pub services: Vec<String>,
    /// Sources, except `unknown`.
    pub sources: Vec<String>,
    pub campaigns: Vec<String>,
}

/// Lists contact requests, newest first unless another order is requested.
#[utoipa::path(get, path = "/api/contacts", tag = "contacts", operation_id = "list_contacts",
    params(ContactFilter, ContactSorting, Paging),
    responses(
        (status = 200, body = Vec<Contact>, headers(
            ("X-Searched-First" = u64, description = "A search for one or two characters reads only this number of \
                contacts, the newest ones. Missing if all contacts were searched")))))]
pub async fn list_contacts(
    Support(staff): Support,
    State(app): State<App>,
    Query(filter): Query<ContactFilter>,
    Query(ContactSorting { order }): Query<ContactSorting>,
    request: PageRequest<ContactCursor>,
) -> Result<Page<Contact>> {
    let filter = filter.requested_by(staff.user.id);
    let (db, now) = (app.db.reader(), app.clock.now());
    let contacts = Selection::of(db, &filter, now).await?;
    let search = store::search(db, &contacts, &filter).await?;
    // Quarantined and deleted contacts don't wait for a reply.
    let mut page = match order {
        _ if filter.view == ContactListView::NextSteps => {
            list_by_step(&app, &contacts, &search, &request).await?
        }
        ContactOrder::LateFirst if filter.view.only_waiting() => {
            list_by_deadline(&app, &contacts, &search, &request).await?
        }
        ContactOrder::LateFirst if filter.view.is_in_inbox() => {
            list_late_first(&app, &contacts, &search, &request, now).await?
        }
        _ => list_newest_first(&app, &contacts, &search, &request).await?,
    };
    complete(&app, &mut page.items).await?;
    Ok(page)
}

async fn list_newest_first(
    app: &App,
    selection: &Selection,
    search: &Search,
    request: &PageRequest<ContactCursor>,
) -> Result<Page<Contact>> {
    let after = match request.after {
        Some(ContactCursor::Newest(cursor)) => Some(cursor),
        Some(_) => return Err(CURSOR_OF_OTHER_ORDER),
        None => None,
    };
    let db = app.db.reader();
    let contacts = store::list(db, selection, search, after, request.rows()).await?;
    let total = store::count(db, selection, search, request.total_of(&contacts)).await?;
    Ok(request.page(contacts, total, |last| ContactCursor::Newest(cursor_of(last))))
}

async fn list_by_deadline(
    app: &App,
    selection: &Selection,
    search: &Search,
    request: &PageRequest<ContactCursor>,
) -> Result<Page<Contact>> {
    let after = match request.after {
        Some(ContactCursor::Deadline(cursor)) => Some(cursor),
        Some(_) => return Err(CURSOR_OF_OTHER_ORDER),
        None => None,
    };
    let db = app.db.reader();
    let contacts = store::list_by_deadline(db, selection, search, after, request.rows()).await?;
    let total = store::count(db, selection, search, request.total_of(&contacts)).await?;
    Ok(request.page(contacts, total, |last| {
        // Only waiting contacts are listed, and they have a deadline.
        let time = last.waits_until.unwrap_or(last.created_at);
        ContactCursor::Deadline(TimeCursor { time, id: last.id })
    }))
}

async fn list_by_step(
    app: &App,
    selection: &Selection,
    search: &Search,
    request: &PageRequest<ContactCursor>,
) -> Result<Page<Contact>> {
    let after = match request.after {
        Some(ContactCursor::NextStep(cursor)) => Some(cursor),
        Some(_) => return Err(CURSOR_OF_OTHER_ORDER),
        None => None,
    };
    let db = app.db.reader();
    let contacts = store::list_by_step(db, selection, search, after, request.rows()).await?;
    let total = store::count(db, selection, search, request.total_of(&contacts)).await?;
    Ok(request.page(contacts, total, |last| {
        // Only contacts with a next step are listed.
        let time = last.next_step.as_ref().map_or(last.created_at, |step| step.at);
        ContactCursor::NextStep(TimeCursor { time, id: last.id })
    }))
}

async fn list_late_first(
    app: &App,
    selection: &Selection,
    search: &Search,
    request: &PageRequest<ContactCursor>,
    now: Timestamp,
) -> Result<Page<Contact>> {
    let after = match request.after {
        Some(ContactCursor::LateFirst(cursor)) => Some(cursor),
        Some(_) => return Err(CURSOR_OF_OTHER_ORDER),
        None => None,
    };
    let db = app.db.reader();
    let as_of = after.map_or(now, |cursor| cursor.as_of);
    let contacts = store::list_late_first(db, selection, search, as_of, after, request.rows()).await?;
    let total = store::count(db, selection, search, request.total_of(&contacts)).await?;
    Ok(request.page(contacts, total, |last| ContactCursor::LateFirst(LateFirstCursor::of(last, as_of))))
}

/// Returns the position after a contact in a list that is sorted newest first.
fn cursor_of(contact: &Contact) -> TimeCursor {
    TimeCursor { time: contact.created_at, id: contact.id }
}

/// Counts the contact requests of each view of the list.
#[utoipa::path(get, path = "/api/contacts/summary", tag = "contacts", operation_id = "summarize_contacts",
    responses((status = 200, body = ContactSummary)))]
pub async fn summarize_contacts(
    Support(staff): Support,
    State(app): State<App>,
) -> Result<Json<ContactSummary>> {
    Ok(Json(store::summary(app.db.reader(), staff.user.id, app.clock.now()).await?))
}

/// Returns the services and the sources by which the list of contact requests can be filtered.
#[utoipa::path(get, path = "/api/contacts/filter-values", tag = "contacts", operation_id = "list_contact_filter_values",
    responses((status = 200, body = ContactFilterValues)))]
pub async fn list_filter_values(_: Support, State(app): State<App>) -> Result<Json<ContactFilterValues>> {
    Ok(Json(store::filter_values(app.db.reader()).await?))
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
