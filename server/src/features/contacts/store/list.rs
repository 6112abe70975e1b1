//! Contacts a page at a time, and how many there are.

use sea_orm::{Condition, ConnectionTrait, Order, QueryOrder, QuerySelect, Select, entity::prelude::*};

use super::contacts::{self, Column};
use crate::{
    features::contacts::{
        cursor::Place,
        filter::{Assigned, ContactFilter, Folder},
        model::{Contact, ContactStatus, ContactSummary},
    },
    platform::{
        clock::Timestamp,
        error::Result,
        paging::{Cursor, Total},
        search::{
            SearchTerms,
            store::{Search, SearchIndex},
        },
    },
};

const SEARCH: SearchIndex =
    SearchIndex { table: "contacts", has_positions: false, max_numbers: 12, short_list: 4000, first: 10_000 };

/// Which contacts of a filter the lists below have.
pub async fn search(connection: &impl ConnectionTrait, filter: &ContactFilter) -> Result<Search> {
    SEARCH.search(connection, &filtered(filter), words(filter), newest_first).await
}

/// The same for whoever reads the list from its beginning to its end.
#[must_use]
pub fn search_in_order(filter: &ContactFilter) -> Search {
    SEARCH.search_in_order(words(filter))
}

/// One page, the newest first.
pub async fn list(
    connection: &impl ConnectionTrait,
    filter: &ContactFilter,
    search: &Search,
    after: Option<Cursor>,
    limit: u64,
) -> Result<Vec<Contact>> {
    newest(connection, search.narrow(connection, filtered(filter), newest_first), after, limit).await
}

/// One page: first those whose answer was late at that moment, the latest on top, then the others, the newest first.
pub async fn late_first(
    connection: &impl ConnectionTrait,
    filter: &ContactFilter,
    search: &Search,
    at: Timestamp,
    after: Option<Place>,
    limit: u64,
) -> Result<Vec<Contact>> {
    let mut found = match after {
        Some(Place { is_late: false, .. }) => Vec::new(),
        after => {
            let query = filtered(filter).filter(Column::WaitsUntil.lt(at));
            let query = search.narrow(connection, query, latest_first);
            late(connection, query, after.map(|place| place.cursor), limit).await?
        }
    };
    let left = limit.saturating_sub(found.len() as u64);
    if left > 0 {
        let in_time = Condition::any().add(Column::WaitsUntil.is_null()).add(Column::WaitsUntil.gte(at));
        let query = search.narrow(connection, filtered(filter).filter(in_time), newest_first);
        let after = after.filter(|place| !place.is_late).map(|place| place.cursor);
        found.extend(newest(connection, query, after, left).await?);
    }
    Ok(found)
}

async fn late(
    connection: &impl ConnectionTrait,
    mut query: Select<contacts::Entity>,
    after: Option<Cursor>,
    limit: u64,
) -> Result<Vec<Contact>> {
    if let Some(Cursor { created_at: due_at, id }) = after {
        let same_moment = Condition::all().add(Column::WaitsUntil.eq(due_at)).add(Column::Id.gt(id));
        let later = Condition::any().add(Column::WaitsUntil.gt(due_at)).add(same_moment);
        query = query.filter(Column::WaitsUntil.gte(due_at)).filter(later);
    }
    let rows = latest_first(query).limit(limit).all(connection).await?;
    Ok(rows.into_iter().map(Contact::from).collect())
}

async fn newest(
    connection: &impl ConnectionTrait,
    mut query: Select<contacts::Entity>,
    after: Option<Cursor>,
    limit: u64,
) -> Result<Vec<Contact>> {
    if let Some(Cursor { created_at, id }) = after {
        let same_moment = Condition::all().add(Column::CreatedAt.eq(created_at)).add(Column::Id.lt(id));
        let older = Condition::any().add(Column::CreatedAt.lt(created_at)).add(same_moment);
        // The first condition says nothing new; it lets the index start at the cursor.
        query = query.filter(Column::CreatedAt.lte(created_at)).filter(older);
    }
    let rows = newest_first(query).limit(limit).all(connection).await?;
    Ok(rows.into_iter().map(Contact::from).collect())
}

/// How many there are; `listed` if those that were listed are all.
pub async fn count(
    connection: &impl ConnectionTrait,
    filter: &ContactFilter,
    search: &Search,
    listed: Option<u64>,
) -> Result<Total> {
    search.total(connection, filtered(filter), listed, newest_first).await
}

/// Everybody to whom any contact is assigned, whatever they may do by now.
pub async fn assigned(connection: &impl ConnectionTrait) -> Result<Vec<Uuid>> {
    let rows = contacts::Entity::find().select_only().column(Column::AssignedTo).distinct();
    Ok(rows.filter(Column::AssignedTo.is_not_null()).into_tuple().all(connection).await?)
}

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

/// Whatever words are searched for.
fn filtered(filter: &ContactFilter) -> Select<contacts::Entity> {
    let mut query = contacts::Entity::find();
    query = match filter.folder {
        Folder::Inbox => query.filter(Column::DeletedAt.is_null()).filter(Column::Quarantined.eq(false)),
        Folder::Spam => query.filter(Column::DeletedAt.is_null()).filter(Column::Quarantined.eq(true)),
        // Whatever isn't null; this SQLite finds by the index.
        Folder::Trash => query.filter(Column::DeletedAt.gt(Timestamp::UNIX_EPOCH)),
    };
    if let Some(status) = filter.status {
        query = query.filter(Column::Status.eq(status));
    }
    match filter.assigned {
        Some(Assigned::To(user)) => query.filter(Column::AssignedTo.eq(user)),
        Some(Assigned::Nobody) => query.filter(Column::AssignedTo.is_null()),
        Some(Assigned::Me) | None => query,
    }
}

fn words(filter: &ContactFilter) -> Option<SearchTerms> {
    SearchTerms::of(filter.search.as_deref())
}

fn newest_first(query: Select<contacts::Entity>) -> Select<contacts::Entity> {
    query.order_by(Column::CreatedAt, Order::Desc).order_by(Column::Id, Order::Desc)
}

fn latest_first(query: Select<contacts::Entity>) -> Select<contacts::Entity> {
    query.order_by(Column::WaitsUntil, Order::Asc).order_by(Column::Id, Order::Asc)
}
