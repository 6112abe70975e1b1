//! The SQL on `users` and related tables for administrators.

use std::collections::{HashMap, HashSet};

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::ExprTrait,
};

use super::{InvitationMail, UserFields, UserFilter, UserRecord};
use crate::{
    foundation::{
        accounts::{
            factors::{passkeys::store as passkeys, totp::store as totp_secrets},
            recovery::{links::Purpose, store as links},
        },
        identity::{
            model::Role,
            session,
            store::{
                sessions,
                users::{self, Column, Entity, Model, search_of},
            },
        },
        mail::{self, model::OutboxMessage},
    },
    platform::{
        clock::Timestamp,
        error::{Error, Result, is_unique_violation},
        paging::{TimeCursor, Total},
        search::{SearchTerms, store::SearchIndex},
    },
};

/// The error for administrators. Visitors and users get `EMAIL_TAKEN` of `identity/store/users.rs`.
pub const EMAIL_TAKEN: Error =
    Error::Conflict { code: "email_taken", message: "Já existe uma conta com este e-mail." };

const SEARCH: SearchIndex = SearchIndex { table: "users", ..SearchIndex::SHORT_TEXTS };

/// Lists users, newest first. Returns also the number of all users that match the filter.
pub async fn list(
    connection: &impl ConnectionTrait,
    filter: &UserFilter,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<(Vec<Model>, Total)> {
    let mut query = Entity::find();
    if let Some(role) = filter.role {
        query = query.filter(Column::Role.eq(role));
    }
    let terms = SearchTerms::of(filter.search.as_deref());
    SEARCH.page(connection, query, terms, (Column::CreatedAt, Column::Id), after, limit).await
}

/// Returns the users with their sessions, second factors and invitations.
pub async fn records(
    connection: &impl ConnectionTrait,
    users: Vec<Model>,
    now: Timestamp,
) -> Result<Vec<UserRecord>> {
    let ids: Vec<Uuid> = users.iter().map(|user| user.id).collect();
    let mut with_factor = totp_secrets::owners(connection, &ids).await?;
    with_factor.extend(passkeys::owners(connection, &ids).await?);
    let invitations = invitations(connection, &ids).await?;
    let message_ids: Vec<Uuid> = invitations.values().filter_map(|link| link.message_id).collect();
    let messages = mail::store::find_all(connection, &message_ids).await?;
    let messages = messages.into_iter().map(|message| (message.id, message)).collect();
    let last_uses = last_uses_of_sessions(connection, &ids, now).await?;
    let record = |user: Model| record(user, &with_factor, &invitations, &messages, &last_uses, now);
    Ok(users.into_iter().map(record).collect())
}

fn record(
    user: Model,
    with_factor: &HashSet<Uuid>,
    invitations: &HashMap<Uuid, links::Model>,
    messages: &HashMap<Uuid, OutboxMessage>,
    last_uses: &[(Uuid, Timestamp)],
    now: Timestamp,
) -> UserRecord {
    let is_valid_session =
        |(id, at): &&(Uuid, Timestamp)| *id == user.id && session::is_recent(user.role, *at, now);
    let invitation = invitations.get(&user.id);
    let message = invitation.and_then(|link| messages.get(&link.message_id?));
    UserRecord {
        sessions: last_uses.iter().filter(is_valid_session).count() as u64,
        second_factor: with_factor.contains(&user.id),
        invitation_expires_at: invitation.map(|link| link.expires_at),
        invitation_mail: message
            .map(|message| InvitationMail { state: message.state, error: message.last_error.clone() }),
        id: user.id,
        email: user.email,
        full_name: user.full_name,
        role: user.role,
        email_verified: user.email_verified,
        created_at: user.created_at,
        last_login_at: user.last_login_at,
        disabled_at: user.disabled_at,
        must_change_password: user.must_change_password,
    }
}

/// Returns the links of invited users, expired or not, by the id of the user.
async fn invitations(
    connection: &impl ConnectionTrait,
    user_ids: &[Uuid],
) -> Result<HashMap<Uuid, links::Model>> {
    let links = links::Entity::find()
        .filter(links::Column::UserId.is_in(user_ids.iter().copied()))
        .filter(links::Column::Purpose.eq(Purpose::Invitation));
    Ok(links.all(connection).await?.into_iter().map(|link| (link.user_id, link)).collect())
}

/// Returns the user's id and the time of the last use of each session that has not reached its maximum lifetime.
async fn last_uses_of_sessions(
    connection: &impl ConnectionTrait,
    user_ids: &[Uuid],
    now: Timestamp,
) -> Result<Vec<(Uuid, Timestamp)>> {
    let query = sessions::Entity::find()
        .select_only()
        .columns([sessions::Column::UserId, sessions::Column::LastSeenAt])
        .filter(sessions::Column::UserId.is_in(user_ids.iter().copied()))
        .filter(sessions::Column::ExpiresAt.gt(now));
    Ok(query.into_tuple().all(connection).await?)
}

/// Locks all administrators who are not disabled until the transaction ends, and returns their ids. Locks them in the order of
/// their ids, so that concurrent calls can't deadlock.
pub async fn lock_admins(connection: &impl ConnectionTrait) -> Result<Vec<Uuid>> {
    let admins = Entity::find()
        .filter(Column::Role.eq(Role::Admin))
        .filter(Column::DisabledAt.is_null())
        .order_by_asc(Column::Id)
        .lock_exclusive();
    Ok(admins.all(connection).await?.into_iter().map(|admin| admin.id).collect())
}

/// Stores the fields of a user after a change by an administrator. `current` is the locked row.
pub async fn update(
    connection: &impl ConnectionTrait,
    current: &Model,
    fields: UserFields,
    must_change_password: bool,
    now: Timestamp,
) -> Result<()> {
    let row = users::ActiveModel {
        id: Unchanged(current.id),
        search: Set(search_of(&fields.full_name, &fields.email)),
        email: Set(fields.email),
        full_name: Set(fields.full_name),
        role: Set(fields.role),
        email_verified: Set(fields.email_verified),
        must_change_password: Set(must_change_password),
        version: Set(current.version + 1),
        updated_at: Set(now),
        ..Default::default()
    };
    match row.update(connection).await {
        Ok(_) => Ok(()),
        Err(error) if is_unique_violation(&error) => Err(EMAIL_TAKEN),
        Err(error) => Err(error.into()),
    }
}

/// Disables a user, or enables the user if `disabled_at` is `None`.
pub async fn set_disabled(
    connection: &impl ConnectionTrait,
    id: Uuid,
    disabled_at: Option<Timestamp>,
    now: Timestamp,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::DisabledAt, Expr::value(disabled_at))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .filter(Column::Id.eq(id))
        .exec(connection)
        .await?;
    Ok(())
}
