//! People who can sign in: all SQL on `users`.

use std::collections::HashMap;

use sea_orm::{ActiveValue::Set, Order, QueryOrder, QuerySelect, entity::prelude::*, sea_query::ExprTrait};

use crate::{
    foundation::identity::model::{NewUser, Role, User, is_long},
    platform::{
        clock::Timestamp,
        error::{Error, Result, is_unique_violation},
        id, text,
    },
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "users")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub email: String,
    pub full_name: String,
    pub role: Role,
    pub password_hash: String,
    pub email_verified: bool,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    /// May not sign in from then on.
    pub disabled_at: Option<DateTimeUtc>,
    pub last_login_at: Option<DateTimeUtc>,
    pub password_changed_at: DateTimeUtc,
    /// As long as staff's passwords have to be.
    pub password_long_enough: bool,
    /// Before anything that staff may do.
    pub must_change_password: bool,
    /// Name and e-mail, folded.
    pub search: String,
    pub version: i32,
    /// Registered by its owner with an e-mail that was not verified.
    pub self_registered: bool,
    /// Invited, and no password chosen yet.
    pub invitation_pending: bool,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(has_many = "super::sessions::Entity")]
    Sessions,
}

impl Related<super::sessions::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Sessions.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}

impl From<Model> for User {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            email: row.email,
            full_name: row.full_name,
            role: row.role,
            email_verified: row.email_verified,
            must_change_password: row.must_change_password,
            created_at: row.created_at,
        }
    }
}

const EMAIL_TAKEN: Error = Error::Conflict {
    code: "email_taken",
    message: "Já existe uma conta com este e-mail. Entre com a sua senha.",
};

pub async fn create(
    connection: &impl ConnectionTrait,
    new: &NewUser,
    password_hash: String,
    role: Role,
    now: Timestamp,
) -> Result<User> {
    let row = ActiveModel {
        id: Set(id::new_id(now)),
        email: Set(new.email.clone()),
        full_name: Set(new.full_name.clone()),
        role: Set(role),
        password_hash: Set(password_hash),
        email_verified: Set(false),
        created_at: Set(now),
        updated_at: Set(now),
        disabled_at: Set(None),
        last_login_at: Set(None),
        password_changed_at: Set(now),
        password_long_enough: Set(is_long(&new.password)),
        must_change_password: Set(false),
        search: Set(search_of(&new.full_name, &new.email)),
        version: Set(1),
        self_registered: Set(new.self_registered),
        invitation_pending: Set(false),
    };
    match row.insert(connection).await {
        Ok(user) => Ok(user.into()),
        Err(error) if is_unique_violation(&error) => Err(EMAIL_TAKEN),
        Err(error) => Err(error.into()),
    }
}

/// What the search column holds.
#[must_use]
pub fn search_of(full_name: &str, email: &str) -> String {
    text::fold(&format!("{full_name} {email}"))
}

/// The account with this e-mail, password hash and all.
pub async fn find_by_email(connection: &impl ConnectionTrait, email: &str) -> Result<Option<Model>> {
    // PostgreSQL refuses it in texts.
    if email.contains('\0') {
        return Ok(None);
    }
    Ok(Entity::find().filter(Column::Email.eq(email.trim().to_lowercase())).one(connection).await?)
}

pub async fn has_admin(connection: &impl ConnectionTrait) -> Result<bool> {
    let admin = Entity::find().filter(Column::Role.eq(Role::Admin)).one(connection).await?;
    Ok(admin.is_some())
}

/// Where administrators who work in the panel read mail, the earliest account first.
pub async fn list_admin_emails(connection: &impl ConnectionTrait) -> Result<Vec<String>> {
    const MOST: u64 = 20;
    let admins = Entity::find().filter(Column::Role.eq(Role::Admin)).filter(Column::DisabledAt.is_null());
    let admins = admins.filter(Column::InvitationPending.eq(false));
    let rows = admins.order_by(Column::Id, Order::Asc).limit(MOST).all(connection).await?;
    Ok(rows.into_iter().map(|row| row.email).collect())
}

/// The account, password hash and all.
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).one(connection).await?)
}

/// Finds the account and locks it until the transaction ends.
pub async fn find_for_update(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).lock_exclusive().one(connection).await?)
}

/// What people are called, by id; those without an account any more are left out.
pub async fn names(
    connection: &impl ConnectionTrait,
    ids: impl IntoIterator<Item = Uuid>,
) -> Result<HashMap<Uuid, String>> {
    let rows = Entity::find().filter(Column::Id.is_in(ids)).all(connection).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.full_name)).collect())
}

/// Is this somebody of the staff who may sign in and has accepted their invitation?
#[must_use]
pub fn is_working_staff(user: &Model) -> bool {
    user.role.is_staff() && user.disabled_at.is_none() && !user.invitation_pending
}

/// Those who may work in the panel and have accepted their invitation, by name.
pub async fn staff(connection: &impl ConnectionTrait) -> Result<Vec<User>> {
    let staff = Entity::find().filter(Column::Role.ne(Role::User)).filter(Column::DisabledAt.is_null());
    let staff = staff.filter(Column::InvitationPending.eq(false));
    let rows = staff.order_by_asc(Column::FullName).order_by_asc(Column::Id).all(connection).await?;
    Ok(rows.into_iter().map(User::from).collect())
}

/// The account as it is now, locked until the transaction ends. `None` if it may not sign in any more, or has another
/// password than the one that was seen.
pub async fn lock_as_seen(tx: &impl ConnectionTrait, seen: &Model) -> Result<Option<Model>> {
    let now = Entity::find_by_id(seen.id).lock_exclusive().one(tx).await?;
    Ok(now.filter(|now| now.password_hash == seen.password_hash && now.disabled_at.is_none()))
}

/// What a changed row has besides the change itself.
fn changed(id: Uuid, now: Timestamp) -> sea_orm::UpdateMany<Entity> {
    Entity::update_many()
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .filter(Column::Id.eq(id))
}

pub async fn record_login(connection: &impl ConnectionTrait, id: Uuid, now: Timestamp) -> Result<()> {
    let seen =
        Entity::update_many().col_expr(Column::LastLoginAt, Expr::value(now)).filter(Column::Id.eq(id));
    seen.exec(connection).await?;
    Ok(())
}

/// The same password, hashed as passwords are today.
pub async fn replace_hash(connection: &impl ConnectionTrait, id: Uuid, hash: String) -> Result<()> {
    let rehashed =
        Entity::update_many().col_expr(Column::PasswordHash, Expr::value(hash)).filter(Column::Id.eq(id));
    rehashed.exec(connection).await?;
    Ok(())
}

/// A new password. `user` is the account as it is, locked: whoever is staff by now has to change one too short for them.
pub async fn set_password(
    connection: &impl ConnectionTrait,
    user: &Model,
    password: &str,
    hash: String,
    now: Timestamp,
) -> Result<()> {
    let long_enough = is_long(password);
    changed(user.id, now)
        .col_expr(Column::PasswordHash, Expr::value(hash))
        .col_expr(Column::PasswordChangedAt, Expr::value(now))
        .col_expr(Column::PasswordLongEnough, Expr::value(long_enough))
        .col_expr(Column::MustChangePassword, Expr::value(user.role.is_staff() && !long_enough))
        .col_expr(Column::InvitationPending, Expr::value(false))
        .exec(connection)
        .await?;
    Ok(())
}

/// Makes an account wait for its owner to accept an invitation. The hash is of a random password.
pub async fn set_invited(
    connection: &impl ConnectionTrait,
    user: Uuid,
    hash: String,
    now: Timestamp,
) -> Result<()> {
    changed(user, now)
        .col_expr(Column::PasswordHash, Expr::value(hash))
        .col_expr(Column::PasswordLongEnough, Expr::value(true))
        .col_expr(Column::MustChangePassword, Expr::value(false))
        .col_expr(Column::InvitationPending, Expr::value(true))
        .exec(connection)
        .await?;
    Ok(())
}

pub async fn set_name(
    connection: &impl ConnectionTrait,
    user: &User,
    full_name: &str,
    now: Timestamp,
) -> Result<()> {
    changed(user.id, now)
        .col_expr(Column::FullName, Expr::value(full_name))
        .col_expr(Column::Search, Expr::value(search_of(full_name, &user.email)))
        .exec(connection)
        .await?;
    Ok(())
}

/// The account's address, proved to be its owner's.
pub async fn set_verified_email(
    connection: &impl ConnectionTrait,
    user: &User,
    email: &str,
    now: Timestamp,
) -> Result<()> {
    let update = changed(user.id, now)
        .col_expr(Column::Email, Expr::value(email))
        .col_expr(Column::EmailVerified, Expr::value(true))
        .col_expr(Column::Search, Expr::value(search_of(&user.full_name, email)));
    match update.exec(connection).await {
        Ok(_) => Ok(()),
        Err(error) if is_unique_violation(&error) => Err(EMAIL_TAKEN),
        Err(error) => Err(error.into()),
    }
}

pub async fn delete(connection: &impl ConnectionTrait, id: Uuid) -> Result<()> {
    Entity::delete_by_id(id).exec(connection).await?;
    Ok(())
}
