//! The SQL on `contact_steps`, which holds completed steps, and on the next step of a contact.

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, IntoActiveModel, QueryOrder, QuerySelect,
    entity::prelude::*,
};

use self::rows::Column;
pub use self::rows::{Entity, Model as DoneStep};
use super::model::NextStep;
use crate::{
    features::contacts::{
        model::Contact,
        store::{parts::Part, rows as contacts},
    },
    platform::{clock::Timestamp, error::Result, http::Version},
};

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "contact_steps")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub contact_id: Uuid,
        pub text: String,
        /// Start of the step's day, or its time on that day.
        pub due_at: DateTimeUtc,
        pub has_time: bool,
        pub planned_by: Option<Uuid>,
        /// Who completed the step.
        pub author_id: Option<Uuid>,
        /// Time of the completion.
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

impl Part for Entity {
    const ID: Column = Column::Id;
    const CONTACT_ID: Column = Column::ContactId;
    const CREATED_AT: Column = Column::CreatedAt;
}

/// Stores a completed step.
pub async fn create(connection: &impl ConnectionTrait, step: DoneStep) -> Result<DoneStep> {
    // All columns are set, because an unchanged column isn't inserted.
    Ok(step.into_active_model().reset_all().insert(connection).await?)
}

/// Finds a completed step.
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<DoneStep>> {
    Ok(Entity::find_by_id(id).one(connection).await?)
}

/// Deletes a completed step, if it exists.
pub async fn delete(connection: &impl ConnectionTrait, id: Uuid) -> Result<()> {
    Entity::delete_by_id(id).exec(connection).await?;
    Ok(())
}

/// Sets the next step of a contact that the transaction has locked, and raises its version. A reminder is queued only at a time after
/// `now`.
pub async fn set_next(
    connection: &impl ConnectionTrait,
    (id, version): (Uuid, Version),
    step: Option<NextStep>,
    now: Timestamp,
) -> Result<(Version, Contact)> {
    let row = contacts::ActiveModel {
        id: Unchanged(id),
        version: Set(version.next().0),
        updated_at: Set(now),
        ..next_columns(step, now)
    };
    let row = row.update(connection).await?;
    Ok((Version(row.version), row.into()))
}

/// Returns a row with the columns that hold a next step.
fn next_columns(step: Option<NextStep>, now: Timestamp) -> contacts::ActiveModel {
    let remind_at = step.as_ref().map(NextStep::remind_at).filter(|time| *time > now);
    let (text, at, has_time, planned_by) = match step {
        Some(step) => (Some(step.text), Some(step.at), step.time.is_some(), step.planned_by),
        None => (None, None, false, None),
    };
    contacts::ActiveModel {
        next_step: Set(text),
        next_step_at: Set(at),
        next_step_has_time: Set(has_time),
        next_step_by: Set(planned_by),
        remind_at: Set(remind_at),
        ..Default::default()
    }
}

/// Exchanges the next steps of two contacts that the transaction has locked, and raises no version. A reminder is queued only at a time
/// after `now`.
pub async fn exchange_next(
    connection: &impl ConnectionTrait,
    one: &Contact,
    other: &Contact,
    now: Timestamp,
) -> Result<()> {
    for (contact, step) in [(one, &other.next_step), (other, &one.next_step)] {
        let columns = next_columns(step.clone(), now);
        contacts::ActiveModel { id: Unchanged(contact.id), ..columns }.update(connection).await?;
    }
    Ok(())
}

/// Lists up to `limit` contacts in the inbox whose reminder is due, earliest first.
pub async fn list_to_remind(
    connection: &impl ConnectionTrait,
    now: Timestamp,
    limit: u64,
) -> Result<Vec<Uuid>> {
    let due = contacts::Entity::find()
        .filter(contacts::Column::RemindAt.is_not_null())
        .filter(contacts::Column::RemindAt.lte(now))
        .filter(contacts::Column::DeletedAt.is_null())
        .filter(contacts::Column::Quarantined.eq(false));
    let earliest_first = due.order_by_asc(contacts::Column::RemindAt).limit(limit);
    let ids = earliest_first.select_only().column(contacts::Column::Id);
    Ok(ids.into_tuple().all(connection).await?)
}

/// Takes the reminder of a contact that the transaction has locked. Returns whether it was due and not taken before.
pub async fn take_reminder(connection: &impl ConnectionTrait, id: Uuid, now: Timestamp) -> Result<bool> {
    let take =
        contacts::Entity::update_many().col_expr(contacts::Column::RemindAt, Expr::value(None::<Timestamp>));
    let is_due = take.filter(contacts::Column::Id.eq(id)).filter(contacts::Column::RemindAt.lte(now));
    Ok(is_due.exec(connection).await?.rows_affected > 0)
}
