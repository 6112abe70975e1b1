//! Contacts a page at a time, and how many there are.

use sea_orm::{
    Condition, ConnectionTrait, Order, QueryOrder, QuerySelect, Select, entity::prelude::*,
    sea_query::LikeExpr,
};

use super::contacts::{self, Column};
use crate::{
    contacts::{
        filter::{Assigned, ContactFilter, Folder},
        model::{Contact, ContactStatus, ContactSummary},
        place::Place,
    },
    kit::{clock::Timestamp, error::Result, paging::Cursor, text},
};

/// One page, the newest first.
pub async fn list(
    connection: &impl ConnectionTrait,
    filter: &ContactFilter,
    after: Option<Cursor>,
    limit: u64,
) -> Result<Vec<Contact>> {
    newest(connection, filtered(filter), after, limit).await
}

/// One page: first those whose answer was late at that moment, the latest on top, then the others, the newest first.
pub async fn late_first(
    connection: &impl ConnectionTrait,
    filter: &ContactFilter,
    at: Timestamp,
    after: Option<Place>,
    limit: u64,
) -> Result<Vec<Contact>> {
    let mut found = match after {
        Some(Place { is_late: false, .. }) => Vec::new(),
        after => late(connection, filtered(filter), at, after.map(|place| place.cursor), limit).await?,
    };
    let left = limit.saturating_sub(found.len() as u64);
    if left > 0 {
        let in_time = Condition::any().add(Column::WaitsUntil.is_null()).add(Column::WaitsUntil.gte(at));
        let after = after.filter(|place| !place.is_late).map(|place| place.cursor);
        found.extend(newest(connection, filtered(filter).filter(in_time), after, left).await?);
    }
    Ok(found)
}

async fn late(
    connection: &impl ConnectionTrait,
    mut query: Select<contacts::Entity>,
    at: Timestamp,
    after: Option<Cursor>,
    limit: u64,
) -> Result<Vec<Contact>> {
    query = query.filter(Column::WaitsUntil.lt(at));
    if let Some(Cursor { created_at: due_at, id }) = after {
        let same_moment = Condition::all().add(Column::WaitsUntil.eq(due_at)).add(Column::Id.gt(id));
        let later = Condition::any().add(Column::WaitsUntil.gt(due_at)).add(same_moment);
        query = query.filter(Column::WaitsUntil.gte(due_at)).filter(later);
    }
    let query = query.order_by(Column::WaitsUntil, Order::Asc).order_by(Column::Id, Order::Asc);
    let rows = query.limit(limit).all(connection).await?;
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
    let query = query.order_by(Column::CreatedAt, Order::Desc).order_by(Column::Id, Order::Desc);
    let rows = query.limit(limit).all(connection).await?;
    Ok(rows.into_iter().map(Contact::from).collect())
}

pub async fn count(connection: &impl ConnectionTrait, filter: &ContactFilter) -> Result<u64> {
    Ok(filtered(filter).count(connection).await?)
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
        inbox: count(connection, &inbox).await?,
        new: count(connection, &of(Folder::Inbox, Some(ContactStatus::New))).await?,
        late: filtered(&inbox).filter(Column::WaitsUntil.lt(now)).count(connection).await?,
        spam: count(connection, &of(Folder::Spam, None)).await?,
        trash: count(connection, &of(Folder::Trash, None)).await?,
    })
}

fn filtered(filter: &ContactFilter) -> Select<contacts::Entity> {
    let mut query = contacts::Entity::find();
    query = match filter.folder {
        Folder::Inbox => query.filter(Column::DeletedAt.is_null()).filter(Column::Quarantined.eq(false)),
        Folder::Spam => query.filter(Column::DeletedAt.is_null()).filter(Column::Quarantined.eq(true)),
        Folder::Trash => query.filter(Column::DeletedAt.is_not_null()),
    };
    if let Some(status) = filter.status {
        query = query.filter(Column::Status.eq(status));
    }
    query = match filter.assigned {
        Some(Assigned::To(user)) => query.filter(Column::AssignedTo.eq(user)),
        Some(Assigned::Nobody) => query.filter(Column::AssignedTo.is_null()),
        Some(Assigned::Me) | None => query,
    };
    if let Some(search) = filter.search.as_deref().filter(|search| !search.trim().is_empty()) {
        query = query.filter(Column::Search.like(LikeExpr::new(text::like_pattern(search)).escape('\\')));
    }
    query
}
