//! The SQL on `users`.

use std::collections::HashMap;

use sea_orm::{ActiveValue::Set, QueryOrder, QuerySelect, entity::prelude::*, sea_query::ExprTrait};

use crate::{
    foundation::identity::{
        model::{NewUser, Role, User},
        policy::is_long_enough_for_staff,
    },
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
    /// Time at which the user was disabled; `None` if the user is not disabled.
    pub disabled_at: Option<DateTimeUtc>,
    pub last_login_at: Option<DateTimeUtc>,
    pub password_changed_at: DateTimeUtc,
    /// Whether the password is long enough for staff.
    pub password_long_enough: bool,
    /// Whether the user must change the password before requests that only staff may send.
    pub must_change_password: bool,
    /// Name and email, folded for searches.
    pub search: String,
    pub version: i32,
    /// Whether the user registered on the site. False for users that staff or the setup created.
    pub self_registered: bool,
    /// Whether the user has been invited and has not chosen a password yet.
    pub invitation_pending: bool,
    /// Id of the consent text of the registration form. `None` if the user didn't register, or registered with an earlier
    /// release.
    pub consent_id: Option<String>,
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

/// The error for a visitor or user who enters the email. Administrators get `EMAIL_TAKEN` of `accounts/directory`.
const EMAIL_TAKEN: Error = Error::Conflict {
    code: "email_taken",
    message: "Já existe uma conta com este e-mail. Entre com a sua senha.",
};

/// Stores a new user with an unverified email.
pub async fn create(
    connection: &impl ConnectionTrait,
    id: Uuid,
    new: &NewUser,
    password_hash: String,
    role: Role,
    now: Timestamp,
) -> Result<User> {
    let row = ActiveModel {
        id: Set(id),
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
        password_long_enough: Set(is_long_enough_for_staff(&new.password)),
        must_change_password: Set(false),
        search: Set(search_of(&new.full_name, &new.email)),
        version: Set(1),
        self_registered: Set(new.self_registered),
        invitation_pending: Set(false),
        consent_id: Set(None),
    };
    match row.insert(connection).await {
        Ok(user) => Ok(user.into()),
        Err(error) if is_unique_violation(&error) => Err(EMAIL_TAKEN),
        Err(error) => Err(error.into()),
    }
}

/// Stores an administrator whose email the operator of the server entered: in the configuration, in a command or with the setup
/// link. Therefore the email counts as verified.
pub async fn create_admin(
    connection: &impl ConnectionTrait,
    new: &NewUser,
    password_hash: String,
    now: Timestamp,
) -> Result<User> {
    let user = create(connection, id::new_id(now), new, password_hash, Role::Admin, now).await?;
    set_verified_email(connection, &user, &user.email, now).await?;
    Ok(User { email_verified: true, ..user })
}

/// Stores the id of the consent text that the user has accepted.
pub async fn set_consent(connection: &impl ConnectionTrait, id: Uuid, consent_id: String) -> Result<()> {
    let change = Entity::update_many().col_expr(Column::ConsentId, Expr::value(consent_id));
    change.filter(Column::Id.eq(id)).exec(connection).await?;
    Ok(())
}

/// Returns the value of the search column.
#[must_use]
pub fn search_of(full_name: &str, email: &str) -> String {
    text::fold(&format!("{full_name} {email}"))
}

/// Finds the user with this email, disabled or not. Ignores case and surrounding spaces.
pub async fn find_by_email(connection: &impl ConnectionTrait, email: &str) -> Result<Option<Model>> {
    // Not looked up, because PostgreSQL does not accept NUL in texts.
    if email.contains('\0') {
        return Ok(None);
    }
    Ok(Entity::find().filter(Column::Email.eq(email.trim().to_lowercase())).one(connection).await?)
}

/// Returns whether there is an administrator, disabled or not.
pub async fn has_admin(connection: &impl ConnectionTrait) -> Result<bool> {
    let admin = Entity::find().filter(Column::Role.eq(Role::Admin)).one(connection).await?;
    Ok(admin.is_some())
}

/// Lists the emails of up to 20 administrators who are not disabled and have accepted their invitation, oldest account first.
pub async fn list_admin_emails(connection: &impl ConnectionTrait) -> Result<Vec<String>> {
    const MAX_EMAILS: u64 = 20;
    let admins = Entity::find().filter(Column::Role.eq(Role::Admin)).filter(Column::DisabledAt.is_null());
    let admins = admins.filter(Column::InvitationPending.eq(false));
    let oldest_first = admins.order_by_asc(Column::CreatedAt).order_by_asc(Column::Id);
    let rows = oldest_first.limit(MAX_EMAILS).all(connection).await?;
    Ok(rows.into_iter().map(|row| row.email).collect())
}

/// Finds a user, disabled or not.
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).one(connection).await?)
}

/// Finds a user, disabled or not, and locks the row until the transaction ends.
pub async fn find_for_update(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).lock_exclusive().one(connection).await?)
}

/// Returns the names of users by id. Deleted users are left out.
pub async fn names(
    connection: &impl ConnectionTrait,
    ids: impl IntoIterator<Item = Uuid>,
) -> Result<HashMap<Uuid, String>> {
    let rows = Entity::find().filter(Column::Id.is_in(ids)).all(connection).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.full_name)).collect())
}

/// Returns whether the user works with contacts, is not disabled and has no pending invitation.
#[must_use]
pub fn is_active_support(user: &Model) -> bool {
    user.role.has_rights_of(Role::Support) && user.disabled_at.is_none() && !user.invitation_pending
}

/// Lists staff who work with contacts, are not disabled and have no pending invitation, by name.
pub async fn list_support(connection: &impl ConnectionTrait) -> Result<Vec<User>> {
    let staff = Entity::find().filter(Column::Role.is_in(Role::Support.and_above()));
    let staff = staff.filter(Column::DisabledAt.is_null()).filter(Column::InvitationPending.eq(false));
    let rows = staff.order_by_asc(Column::FullName).order_by_asc(Column::Id).all(connection).await?;
    Ok(rows.into_iter().map(User::from).collect())
}

/// Reads a user again and locks the row until the transaction ends. Returns `None` if the user is disabled or deleted, or if
/// the password has changed since `seen` was read.
pub async fn lock_as_seen(tx: &impl ConnectionTrait, seen: &Model) -> Result<Option<Model>> {
    let current = find_for_update(tx, seen.id).await?;
    Ok(current.filter(|user| user.password_hash == seen.password_hash && user.disabled_at.is_none()))
}

/// Returns an update of a user that raises the version and sets `updated_at`, to which the changed columns are added.
fn update(id: Uuid, now: Timestamp) -> sea_orm::UpdateMany<Entity> {
    Entity::update_many()
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .filter(Column::Id.eq(id))
}

/// Records a sign-in.
pub async fn record_login(connection: &impl ConnectionTrait, id: Uuid, now: Timestamp) -> Result<()> {
    let update =
        Entity::update_many().col_expr(Column::LastLoginAt, Expr::value(now)).filter(Column::Id.eq(id));
    update.exec(connection).await?;
    Ok(())
}

/// Replaces the hash of a password that did not change.
pub async fn replace_hash(connection: &impl ConnectionTrait, id: Uuid, hash: String) -> Result<()> {
    let update =
        Entity::update_many().col_expr(Column::PasswordHash, Expr::value(hash)).filter(Column::Id.eq(id));
    update.exec(connection).await?;
    Ok(())
}

/// Sets a new password, and marks a pending invitation as accepted. If the password is too short for staff and the user is
/// staff, the user must change it. `user` must be the locked row, so that the role is current.
pub async fn set_password(
    connection: &impl ConnectionTrait,
    user: &Model,
    password: &str,
    hash: String,
    now: Timestamp,
) -> Result<()> {
    let long_enough = is_long_enough_for_staff(password);
    update(user.id, now)
        .col_expr(Column::PasswordHash, Expr::value(hash))
        .col_expr(Column::PasswordChangedAt, Expr::value(now))
        .col_expr(Column::PasswordLongEnough, Expr::value(long_enough))
        .col_expr(Column::MustChangePassword, Expr::value(user.role.is_staff() && !long_enough))
        .col_expr(Column::InvitationPending, Expr::value(false))
        .exec(connection)
        .await?;
    Ok(())
}

/// Marks a user as invited. `hash` is the hash of a random password.
pub async fn set_invited(
    connection: &impl ConnectionTrait,
    user_id: Uuid,
    hash: String,
    now: Timestamp,
) -> Result<()> {
    update(user_id, now)
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
    update(user.id, now)
        .col_expr(Column::FullName, Expr::value(full_name))
        .col_expr(Column::Search, Expr::value(search_of(full_name, &user.email)))
        .exec(connection)
        .await?;
    Ok(())
}

/// Sets the email and marks it as verified.
pub async fn set_verified_email(
    connection: &impl ConnectionTrait,
    user: &User,
    email: &str,
    now: Timestamp,
) -> Result<()> {
    let update = update(user.id, now)
        .col_expr(Column::Email, Expr::value(email))
        .col_expr(Column::EmailVerified, Expr::value(true))
        .col_expr(Column::Search, Expr::value(search_of(&user.full_name, email)));
    match update.exec(connection).await {
        Ok(_) => Ok(()),
        Err(error) if is_unique_violation(&error) => Err(EMAIL_TAKEN),
        Err(error) => Err(error.into()),
    }
}

/// Deletes a user, if there is one with this id, together with sessions, devices, links and second factors.
pub async fn delete(connection: &impl ConnectionTrait, id: Uuid) -> Result<()> {
    Entity::delete_by_id(id).exec(connection).await?;
    Ok(())
}
