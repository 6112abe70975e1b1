//! The SQL on `contacts` for the lists in the panel.

use sea_orm::{Condition, ConnectionTrait, Order, QueryOrder, QuerySelect, Select, entity::prelude::*};

use super::{
    ContactSummary,
    cursor::LateFirstCursor,
    filter::{Assigned, ContactFilter, Folder},
};
use crate::{
    features::contacts::{
        model::{Contact, ContactStatus},
        store::rows::{self, Column},
    },
    platform::{
        clock::Timestamp,
        db::pages,
        error::Result,
        paging::{TimeCursor, Total},
        search::{
            SearchTerms,
            store::{Search, SearchIndex},
        },
    },
};

const SEARCH: SearchIndex = SearchIndex {
    table: "contacts",
    has_positions: false,
    max_numbers: 12,
    short_list: 4000,
    first_rows: 10_000,
};

const NEWEST_FIRST: (Column, Order) = (Column::CreatedAt, Order::Desc);
const EARLIEST_DEADLINE_FIRST: (Column, Order) = (Column::WaitsUntil, Order::Asc);

/// Searches the contacts of a filter. The result is the parameter `search` of the other functions.
pub async fn search(connection: &impl ConnectionTrait, filter: &ContactFilter) -> Result<Search> {
    SEARCH.search(connection, &filtered(filter), terms(filter), newest_first).await
}

/// Prepares the search of an export, which reads the whole list in order.
#[must_use]
pub fn search_in_order(filter: &ContactFilter) -> Search {
    SEARCH.search_in_order(terms(filter))
}

/// Lists one page of contacts, newest first.
pub async fn list(
    connection: &impl ConnectionTrait,
    filter: &ContactFilter,
    search: &Search,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Contact>> {
    let query = search.narrow(connection, filtered(filter), newest_first);
    page(connection, query, NEWEST_FIRST, after, limit).await
}

/// Lists one page of contacts: those whose reply was late at the time `as_of`, earliest deadline first, then the others,
/// newest first.
pub async fn list_late_first(
    connection: &impl ConnectionTrait,
    filter: &ContactFilter,
    search: &Search,
    as_of: Timestamp,
    after: Option<LateFirstCursor>,
    limit: u64,
) -> Result<Vec<Contact>> {
    let mut contacts = match after {
        // The earlier pages contained all late contacts.
        Some(LateFirstCursor { is_late: false, .. }) => Vec::new(),
        after => {
            let query = filtered(filter).filter(Column::WaitsUntil.lt(as_of));
            let query = search.narrow(connection, query, earliest_deadline_first);
            page(connection, query, EARLIEST_DEADLINE_FIRST, after.map(|after| after.cursor), limit).await?
        }
    };
    let left = limit.saturating_sub(contacts.len() as u64);
    if left > 0 {
        let in_time = Condition::any().add(Column::WaitsUntil.is_null()).add(Column::WaitsUntil.gte(as_of));
        let query = search.narrow(connection, filtered(filter).filter(in_time), newest_first);
        let after = after.filter(|after| !after.is_late).map(|after| after.cursor);
        contacts.extend(page(connection, query, NEWEST_FIRST, after, left).await?);
    }
    Ok(contacts)
}

/// Lists up to `limit` contacts after a cursor, sorted by a time and the id.
async fn page(
    connection: &impl ConnectionTrait,
    query: Select<rows::Entity>,
    (time, order): (Column, Order),
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Contact>> {
    let rows =
        pages::sorted_after(query, (time, Column::Id), order, after).limit(limit).all(connection).await?;
    Ok(rows.into_iter().map(Contact::from).collect())
}

/// Counts the contacts of a filter and a search. If the page contains all of them, `listed` is their number, and no query
/// is needed.
pub async fn count(
    connection: &impl ConnectionTrait,
    filter: &ContactFilter,
    search: &Search,
    listed: Option<u64>,
) -> Result<Total> {
    search.total(connection, filtered(filter), listed, newest_first).await
}

/// Lists the ids of all users with assigned contacts, including former staff.
pub async fn list_assignee_ids(connection: &impl ConnectionTrait) -> Result<Vec<Uuid>> {
    let rows = rows::Entity::find().select_only().column(Column::AssignedTo).distinct();
    Ok(rows.filter(Column::AssignedTo.is_not_null()).into_tuple().all(connection).await?)
}

/// Counts the contacts of each folder, and the new and the late ones of the inbox.
pub async fn summary(connection: &impl ConnectionTrait, now: Timestamp) -> Result<ContactSummary> {
    let of = |folder, status| ContactFilter { folder, status, ..ContactFilter::default() };
    let inbox = of(Folder::Inbox, None);
    Ok(ContactSummary {
        inbox: filtered(&inbox).count(connection).await?,
        new: filtered(&of(Folder::Inbox, Some(ContactStatus::New))).count(connection).await?,
        late: filtered(&inbox).filter(Column::WaitsUntil.lt(now)).count(connection).await?,
        spam: filtered(&of(Folder::Spam, None)).count(connection).await?,
        trash: filtered(&of(Folder::Trash, None)).count(connection).await?,
    })
}

/// Returns the query of a filter without its search terms.
fn filtered(filter: &ContactFilter) -> Select<rows::Entity> {
    let mut query = rows::Entity::find();
    query = match filter.folder {
        Folder::Inbox => query.filter(Column::DeletedAt.is_null()).filter(Column::Quarantined.eq(false)),
        Folder::Spam => query.filter(Column::DeletedAt.is_null()).filter(Column::Quarantined.eq(true)),
        // Unlike `IS NOT NULL`, this comparison uses SQLite's index.
        Folder::Trash => query.filter(Column::DeletedAt.gt(Timestamp::UNIX_EPOCH)),
    };
    if let Some(status) = filter.status {
        query = query.filter(Column::Status.eq(status));
    }
    match filter.assigned {
        Some(Assigned::To(user)) => query.filter(Column::AssignedTo.eq(user)),
        Some(Assigned::Nobody) => query.filter(Column::AssignedTo.is_null()),
        // `ContactFilter::requested_by` has replaced `me`.
        Some(Assigned::Me) | None => query,
    }
}

fn terms(filter: &ContactFilter) -> Option<SearchTerms> {
    SearchTerms::of(filter.search.as_deref())
}

fn newest_first(query: Select<rows::Entity>) -> Select<rows::Entity> {
    sorted(query, NEWEST_FIRST)
}

fn earliest_deadline_first(query: Select<rows::Entity>) -> Select<rows::Entity> {
    sorted(query, EARLIEST_DEADLINE_FIRST)
}

fn sorted(query: Select<rows::Entity>, (time, order): (Column, Order)) -> Select<rows::Entity> {
    query.order_by(time, order.clone()).order_by(Column::Id, order)
}
