//! The events by and about people: what they contain about a person, and what is erased from them.

use std::collections::BTreeSet;

use sea_orm::{
    Condition, ConnectionTrait, IntoActiveModel, Iterable, QueryOrder, QuerySelect, Select,
    entity::prelude::*, sea_query::LikeExpr,
};

use super::events::{self, Column};
use crate::{
    foundation::{
        audit::{
            action::Action,
            erasure::{EXPORT_SUFFIX, ErasedPerson, PERSONAL_ACTIONS},
            model::AuditEvent,
        },
        identity::model::Role,
        personal_data::retention::Expiring,
    },
    platform::{clock::Timestamp, error::Result, text},
};

/// Kind of subject of the actions of users on their own account. The label is an email.
const ACCOUNT: &str = "account";
/// Kind of subject of the actions of administrators on users. The label is an email.
const USER: &str = "user";
const INVITATION_ACCEPTED: &str = Action::AccountInvitationAccepted.code();
/// Actions on invited users. These users may not have accepted the role.
const INVITATIONS: [&str; 3] =
    [Action::UserInvitationRevealed.code(), Action::UserInvitationRevoked.code(), Action::UserInvited.code()];

/// Lists the actions of a user, newest first. Only those before the event `before`, unless it is 0.
pub async fn list_of_actor(
    connection: &impl ConnectionTrait,
    user_id: Uuid,
    before: i64,
    limit: u64,
) -> Result<Vec<AuditEvent>> {
    let mut own = events::Entity::find().filter(Column::UserId.eq(user_id));
    if before > 0 {
        own = own.filter(Column::Sequence.lt(before));
    }
    let rows = own.order_by_desc(Column::Sequence).limit(limit).all(connection).await?;
    Ok(rows.into_iter().map(AuditEvent::from).collect())
}

/// Lists the events after `sequence` that may contain data of a person, oldest first.
pub async fn list_mentioning(
    connection: &impl ConnectionTrait,
    person: &ErasedPerson,
    sequence: i64,
    limit: u64,
) -> Result<Vec<events::Model>> {
    let Some(found) = mentioning(person) else { return Ok(Vec::new()) };
    let rows = found.filter(Column::Sequence.gt(sequence)).order_by_asc(Column::Sequence);
    Ok(rows.limit(limit).all(connection).await?)
}

/// Lists the events that may contain data of a person, newest first. Only those before `sequence`, unless it is 0.
pub async fn list_mentioning_before(
    connection: &impl ConnectionTrait,
    person: &ErasedPerson,
    sequence: i64,
    limit: u64,
) -> Result<Vec<events::Model>> {
    let Some(mut found) = mentioning(person) else { return Ok(Vec::new()) };
    if sequence > 0 {
        found = found.filter(Column::Sequence.lt(sequence));
    }
    Ok(found.order_by_desc(Column::Sequence).limit(limit).all(connection).await?)
}

/// Selects the events that may contain data of a person; `None` if nothing identifies the person.
fn mentioning(person: &ErasedPerson) -> Option<Select<events::Entity>> {
    let mut found = Condition::any();
    for email in &person.emails {
        let pattern = LikeExpr::new(text::like_pattern(email)).escape('\\');
        found = found.add(Column::UserEmail.eq(email)).add(Column::Search.like(pattern));
    }
    if let Some(user_id) = person.user {
        found = found.add(Column::UserId.eq(user_id));
    }
    let subjects: Vec<String> = person.records.iter().chain(&person.user).map(ToString::to_string).collect();
    if !subjects.is_empty() {
        found = found.add(Column::SubjectId.is_in(subjects));
    }
    if !person.identifiers.is_empty() {
        found = found.add(Column::Action.ends_with(EXPORT_SUFFIX));
    }
    (!found.is_empty()).then(|| events::Entity::find().filter(found))
}

/// Returns all emails of a user, according to the events by and about the user.
pub async fn emails_of(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<Vec<String>> {
    let sources = [
        (Column::UserEmail, Column::UserId.eq(user_id)),
        (Column::Label, Column::SubjectId.eq(user_id.to_string())),
    ];
    let mut emails = Vec::new();
    for (column, of_user) in sources {
        let events = events::Entity::find().filter(of_user).filter(column.is_not_null());
        let found: Vec<String> =
            events.select_only().column(column).distinct().into_tuple().all(connection).await?;
        emails.extend(found);
    }
    Ok(emails)
}

/// Returns the labels of the events with one of the actions about a user.
pub async fn labels_of(
    connection: &impl ConnectionTrait,
    user_id: Uuid,
    actions: &[Action],
) -> Result<Vec<String>> {
    let events = events::Entity::find()
        .filter(Column::SubjectId.eq(user_id.to_string()))
        .filter(Column::Action.is_in(actions.iter().map(|action| action.code())))
        .filter(Column::Label.is_not_null());
    Ok(events.select_only().column(Column::Label).distinct().into_tuple().all(connection).await?)
}

/// Returns whether a user did anything that only staff can do, or had a staff role, according to the events.
pub async fn was_staff(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<bool> {
    let acted = events::Entity::find()
        .filter(Column::UserId.eq(user_id))
        .filter(Column::Action.not_like("account.%"))
        .select_only()
        .column(Column::Sequence);
    if acted.into_tuple::<i64>().one(connection).await?.is_some() {
        return Ok(true);
    }
    let about = events::Entity::find().filter(Column::SubjectId.eq(user_id.to_string()));
    let about = about.all(connection).await?;
    let has_accepted = about.iter().any(|row| row.action == INVITATION_ACCEPTED);
    let roles = Role::iter().filter(|role| role.is_staff());
    let roles: Vec<_> = roles.map(|role| format!("\"role\":\"{}\"", role.to_value())).collect();
    let has_staff_role = |fields: &Option<String>| {
        fields.as_ref().is_some_and(|fields| roles.iter().any(|role| fields.contains(role)))
    };
    // The role of an invitation counts only if it was accepted.
    let is_effective = |row: &events::Model| has_accepted || !INVITATIONS.contains(&&*row.action);
    Ok(about
        .iter()
        .any(|row| is_effective(row) && (has_staff_role(&row.before) || has_staff_role(&row.after))))
}

/// Returns the ids of the users who had this email, according to the events. The users may be deleted.
pub async fn users_with_email(connection: &impl ConnectionTrait, email: &str) -> Result<BTreeSet<Uuid>> {
    let acted =
        events::Entity::find().filter(Column::UserEmail.eq(email)).select_only().column(Column::UserId);
    let acted: Vec<Option<Uuid>> = acted.distinct().into_tuple().all(connection).await?;
    let about = events::Entity::find()
        .filter(Column::Label.eq(email))
        .filter(Column::SubjectKind.is_in([ACCOUNT, USER]))
        .select_only()
        .column(Column::SubjectId);
    let about: Vec<Option<String>> = about.distinct().into_tuple().all(connection).await?;
    let about = about.into_iter().flatten().filter_map(|id| id.parse().ok());
    Ok(acted.into_iter().flatten().chain(about).collect())
}

/// Selects the events with personal data that the retention rule erases.
fn personal() -> Select<events::Entity> {
    let is_about_people = PERSONAL_ACTIONS
        .iter()
        .fold(Condition::any(), |any, prefix| any.add(Column::Action.starts_with(*prefix)));
    let content = [Column::Label, Column::Before, Column::After];
    let has_content = content.iter().fold(Condition::any(), |any, column| any.add(column.is_not_null()));
    let personal = Condition::any()
        .add(Column::UserEmail.is_not_null())
        .add(Column::Ip.is_not_null())
        .add(Condition::all().add(is_about_people).add(has_content));
    events::Entity::find().filter(personal)
}

/// Lists the events before `older_than` with personal data to erase, oldest first.
pub async fn list_personal_before(
    connection: &impl ConnectionTrait,
    older_than: Timestamp,
    limit: u64,
) -> Result<Vec<events::Model>> {
    let rows = personal().filter(Column::CreatedAt.lt(older_than));
    Ok(rows.order_by_asc(Column::Sequence).limit(limit).all(connection).await?)
}

/// Counts the events before `older_than` with personal data to erase.
pub async fn find_expiring(connection: &impl ConnectionTrait, older_than: Timestamp) -> Result<Expiring> {
    let count = personal().filter(Column::CreatedAt.lt(older_than)).count(connection).await?;
    let oldest = personal().order_by_asc(Column::Sequence).one(connection).await?;
    Ok(Expiring { count, oldest: oldest.map(|row| row.created_at) })
}

/// Replaces the row of an event, from which personal data was erased.
pub async fn replace(connection: &impl ConnectionTrait, event: events::Model) -> Result<()> {
    events::Entity::update(event.into_active_model().reset_all()).exec(connection).await?;
    Ok(())
}
