//! Actions of staff on the records of several features: finding, deleting, restoring and reordering. Each change is one
//! transaction with its audit event.

use std::collections::HashMap;

use axum::{Json, http::StatusCode};
use sea_orm::{ConnectionTrait, Select};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    audit::{self, Action, Event},
    identity::extract::{Caller, Writer},
};
use crate::{
    app::App,
    platform::{
        clock::Timestamp,
        db::{
            Transaction,
            order::{self, Ordered},
            stored::{self, Stored},
            trash,
        },
        error::{Error, Result},
        http::{Version, Versioned},
        id,
        paging::{Limit, Page},
    },
};

/// A record that staff create, delete and restore.
pub trait ManagedRecord: Stored + Serialize + Sync {
    const DELETED: Action;
    const RESTORED: Action;
    /// Whether public pages show the records.
    const IS_PUBLIC: bool = true;
    /// Maximum number of records outside the trash.
    const MAX: u64;
    /// The error for a record that would exceed [`Self::MAX`].
    const TOO_MANY: Error;

    fn id(&self) -> Uuid;
    fn label(&self) -> &str;
    fn deleted_at(&self) -> Option<Timestamp>;

    /// Returns an audit event about the record.
    fn event(&self, action: Action) -> Event {
        Event::new(action).on(self.id(), self.label())
    }

    /// Returns an error if the record can't be deleted now. By default, every record can be.
    fn check_deletable(&self) -> Result<()> {
        Ok(())
    }

    /// Returns an error if the record can't be restored now. By default, every record can be.
    fn check_restorable(&self, _: &impl ConnectionTrait) -> impl Future<Output = Result<()>> + Send {
        async { Ok(()) }
    }
}

/// Lists the records in the trash, most recently deleted first.
pub async fn list_deleted<T: ManagedRecord>(app: &App, limit: &Limit) -> Result<Page<T>> {
    let reader = app.db.reader();
    let items = stored::list_deleted(reader, limit.rows()).await?;
    Ok(Page { total: trash::count_deleted::<T::Rows>(reader).await?.into(), items, next: None })
}

/// Finds a record outside the trash.
pub async fn find<T: ManagedRecord>(app: &App, id: Uuid) -> Result<Versioned<T>> {
    let (version, record) = stored::find(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    Ok(Versioned(version, record))
}

/// Finds a record outside the trash and locks it until the transaction ends.
pub async fn find_for_update<T: ManagedRecord>(tx: &impl ConnectionTrait, id: Uuid) -> Result<(Version, T)> {
    trash::require_present(stored::find_for_update::<T>(tx, id).await?, |(_, record)| record.deleted_at())
}

/// Returns an error if the number of records outside the trash has reached [`ManagedRecord::MAX`].
pub async fn require_room<T: ManagedRecord>(tx: &impl ConnectionTrait) -> Result<()> {
    trash::require_room(trash::count::<T::Rows>(tx).await?, T::MAX, T::TOO_MANY)
}

/// Returns the id of a new record. Requests of the same user with the same idempotency key get the same id.
pub fn new_id(app: &App, caller: &impl Caller, key: Option<&str>) -> Uuid {
    match key {
        // Includes the user's id, because different users may send the same key.
        Some(key) => id::named_id(&format!("{}:{key}", caller.signed_in().user.id)),
        None => id::new_id(app.clock.now()),
    }
}

/// Finds the record that an earlier request with the same idempotency key created, and locks it until the transaction ends.
///
/// # Errors
/// Returns [`Error::NotFound`] if that record is in the trash.
pub async fn find_created<T: ManagedRecord>(
    tx: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<Versioned<T>>> {
    let Some((version, record)) = stored::find_for_update::<T>(tx, id).await? else { return Ok(None) };
    if record.deleted_at().is_some() { Err(Error::NotFound) } else { Ok(Some(Versioned(version, record))) }
}

/// Begins a transaction that changes records.
async fn begin<T: ManagedRecord>(app: &App) -> Result<Transaction> {
    let mut tx = app.db.begin().await?;
    if T::IS_PUBLIC {
        tx.content_changed().await?;
    }
    Ok(tx)
}

/// Moves a record to the trash.
pub async fn delete<T: ManagedRecord>(app: &App, staff: &impl Caller, id: Uuid) -> Result<StatusCode> {
    let tx = begin::<T>(app).await?;
    let (_, record) = find_for_update::<T>(&*tx, id).await?;
    record.check_deletable()?;
    stored::set_deleted::<T>(&*tx, id, true, app.clock.now()).await?;
    audit::record(app, &tx, &staff.signed_in().actor(), record.event(T::DELETED).before(&record)).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores a record from the trash. A record outside the trash is returned unchanged.
pub async fn restore<T: ManagedRecord>(app: &App, staff: &impl Caller, id: Uuid) -> Result<Versioned<T>> {
    let tx = begin::<T>(app).await?;
    let found = stored::find_for_update::<T>(&*tx, id).await?;
    let (version, record) = found.ok_or(Error::NotFound)?;
    if record.deleted_at().is_none() {
        return Ok(Versioned(version, record));
    }
    record.check_restorable(&*tx).await?;
    require_room::<T>(&*tx).await?;
    let (version, record) = stored::set_deleted::<T>(&*tx, id, false, app.clock.now()).await?;
    audit::record(app, &tx, &staff.signed_in().actor(), record.event(T::RESTORED)).await?;
    tx.commit().await?;
    Ok(Versioned(version, record))
}

/// The versions of records, by id, after a bulk change. Its undo skips the records that have another version, because they have
/// changed since.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct SeenVersions(HashMap<Uuid, i32>);

impl SeenVersions {
    /// Returns whether the record has changed since. Without a version for it, returns false.
    #[must_use]
    pub fn are_outdated(&self, id: Uuid, version: Version) -> bool {
        self.0.get(&id).is_some_and(|seen| *seen != version.0)
    }
}

/// Returns each record that bulk changes name, with its first change, sorted by id. `ids_of` returns the ids of a change.
pub fn by_id<C>(changes: &[C], ids_of: impl Fn(&C) -> &[Uuid]) -> Vec<(Uuid, &C)> {
    let mut targets: Vec<(Uuid, &C)> =
        changes.iter().flat_map(|change| ids_of(change).iter().map(move |id| (*id, change))).collect();
    targets.sort_by_key(|(id, _)| *id);
    targets.dedup_by_key(|(id, _)| *id);
    targets
}

/// A new order of the records of a list.
pub struct NewOrder<'a> {
    /// All records of the list, in the new order.
    pub ids: &'a [Uuid],
    /// The order that the user saw. If the list has another order now, the request fails with 412. `None` skips this check.
    pub seen: Option<&'a [Uuid]>,
    /// Message of the error for an order that doesn't contain every record of the list exactly once.
    pub refusal: &'static str,
}

/// Reorders the records that `list` selects, and returns them in the new order. `all` selects all records of the table that
/// share a sequence of positions with these.
pub async fn reorder<T: ManagedRecord<Rows: Ordered>>(
    app: &App,
    staff: &Writer,
    (list, all): (Select<T::Rows>, Select<T::Rows>),
    new: NewOrder<'_>,
    event: Event,
) -> Result<Json<Vec<T>>> {
    let mut tx = app.db.begin().await?;
    // Locks the content revision before the order is read, so that no other request changes the order meanwhile.
    tx.content_changed().await?;
    let before: Vec<T> = stored::list(&*tx, list.clone()).await?;
    let current: Vec<Uuid> = before.iter().map(ManagedRecord::id).collect();
    order::check(new.ids, new.seen, &current, new.refusal)?;
    order::reorder(&*tx, all, new.ids).await?;
    let after: Vec<T> = stored::list(&*tx, list).await?;
    let event = event.before(&labels(&before)).after(&labels(&after));
    audit::record(app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Json(after))
}

fn labels<T: ManagedRecord>(records: &[T]) -> Value {
    json!({ "order": records.iter().map(ManagedRecord::label).collect::<Vec<_>>() })
}
