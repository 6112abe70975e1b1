//! Administration of users. Administrators can't change their own role, or disable or delete their own account, so that at
//! least one administrator remains.

use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::json;
use uuid::Uuid;

use super::{
    AccountChange, Done, NewAccount, UserFields, UserFilter, UserList, UserRecord, must_change_password,
    notices,
    store::{self, EMAIL_TAKEN},
};
use crate::{
    app::App,
    foundation::{
        accounts::recovery::links::{self, Purpose},
        audit::{self, Action, Event},
        identity::{
            extract::{Admin, StepUpRequired, SteppedUp},
            model::{NewUser, User},
            store::{
                devices, sessions,
                users::{self, Model},
            },
        },
        mail, records,
    },
    platform::{
        db::Transaction,
        error::{Error, ErrorBody, Result},
        http::{
            IDEMPOTENCY_KEY_REUSED, IdempotencyKey, IfMatch, JsonBody, PathId, Query, Version, Versioned,
        },
        paging::{Page, PageRequest, Paging, TimeCursor},
    },
};

/// Lists users, newest first.
#[utoipa::path(get, path = "/api/auth/users", tag = "accounts", operation_id = "list_users",
    params(UserFilter, Paging),
    responses((status = 200, body = UserList)))]
pub async fn list_users(
    _: Admin,
    State(app): State<App>,
    Query(filter): Query<UserFilter>,
    request: PageRequest,
) -> Result<Response> {
    let reader = app.db.reader();
    let (rows, total) = store::list(reader, &filter, request.after, request.rows()).await?;
    let Page { items: rows, total, next } =
        request.page(rows, total, |last| TimeCursor { time: last.created_at, id: last.id });
    let items = store::records(reader, rows, app.clock.now()).await?;
    Ok(Page { items, total, next }.into_list(|users| UserList { success: true, users }))
}

/// Returns a user.
#[utoipa::path(get, path = "/api/auth/users/{id}", tag = "accounts", operation_id = "find_user",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = UserRecord)))]
pub async fn find_user(
    _: Admin,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<UserRecord>> {
    let user = users::find(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    let version = Version(user.version);
    let mut records = store::records(app.db.reader(), vec![user], app.clock.now()).await?;
    Ok(Versioned(version, records.remove(0)))
}

/// Creates a user.
#[utoipa::path(post, path = "/api/auth/users", tag = "accounts", operation_id = "create_user",
    params(
        ("Idempotency-Key" = Option<String>, Header,
            description = "Identifies the request. A repeated request with the same key gets the response of the first one and \
                changes nothing, not even the password")),
    request_body = NewAccount,
    responses(
        (status = 201, body = Done, headers(("Location" = String, description = "Path of the user in this API"))),
        StepUpRequired,
        (status = 409, description = "`email_taken`: another user has the email", body = ErrorBody),
        (status = 422, description = "`invalid_fields`; or `idempotency_key_reused`: the user that the first request created has \
            other fields", body = ErrorBody)))]
pub async fn create_user(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody(input): JsonBody<NewAccount>,
) -> Result<Response> {
    let fields = input.parse(&app.config, &input.assess(&app).await?)?;
    let hash = app.passwords.for_known_user().hash(&input.password).await?;
    let tx = begin(&app, &admin).await?;
    let id = records::new_id(&app, &admin, key.as_deref());
    if let Some(earlier) = users::find_for_update(&*tx, id).await? {
        let is_same = UserFields::of(&earlier) == fields;
        return if is_same { Ok(created(id)) } else { Err(Error::Refused(IDEMPOTENCY_KEY_REUSED)) };
    }
    create(&app, &tx, id, &fields, &input.password, hash).await?;
    let event = Event::new(Action::AccountCreated).on(id, &fields.email).after(&fields);
    audit::record(&app, &tx, &admin.actor(), event).await?;
    if fields.email_verified {
        record_verification(&app, &tx, &admin, id, &fields.email).await?;
    }
    tx.commit().await?;
    Ok(created(id))
}

fn created(id: Uuid) -> Response {
    let location = [(header::LOCATION, format!("/api/auth/users/{id}"))];
    (StatusCode::CREATED, location, Json(Done::new("Usuário criado com sucesso!"))).into_response()
}

/// Stores a user with all fields that administrators can set. `hash` is the hash of `password`.
pub(super) async fn create(
    app: &App,
    tx: &Transaction,
    id: Uuid,
    fields: &UserFields,
    password: &str,
    hash: String,
) -> Result<()> {
    let new = NewUser {
        email: fields.email.clone(),
        full_name: fields.full_name.clone(),
        password: password.to_owned(),
        self_registered: false,
    };
    let now = app.clock.now();
    let created = users::create(&**tx, id, &new, hash, fields.role, now).await;
    let user = created.map_err(|error| match error {
        Error::Conflict { code: "email_taken", .. } => EMAIL_TAKEN,
        other => other,
    })?;
    if fields.email_verified {
        users::set_verified_email(&**tx, &user, &user.email, now).await?;
    }
    Ok(())
}

/// Records that an administrator marked an email as verified.
async fn record_verification(
    app: &App,
    tx: &Transaction,
    admin: &Admin,
    id: Uuid,
    email: &str,
) -> Result<()> {
    let event = Event::new(Action::UserEmailVerified).on(id, email);
    audit::record(app, tx, &admin.actor(), event.after(&json!({"verified_by": admin.0.user.email}))).await
}

/// Changes a user. Omitted fields keep their value. A new role or password ends the user's sessions. Users who registered on
/// the site can become staff only if their email is verified, or if the caller marks it as verified.
#[utoipa::path(put, path = "/api/auth/users/{id}", tag = "accounts", operation_id = "update_user",
    params(
        ("id" = uuid::Uuid, Path),
        IfMatch),
    request_body = AccountChange,
    responses(
        (status = 200, body = Done),
        StepUpRequired,
        (status = 409, description = "`email_taken`: another user has the email; `own_account`: the caller tried to change their own role; \
            `email_unverified`: the email of the new member of staff is not verified", body = ErrorBody)))]
pub async fn update_user(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(input): JsonBody<AccountChange>,
) -> Result<Json<Done>> {
    let found = users::find(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    let strength = input.assess(&app, &found).await?;
    // Parsed before the password is hashed, which is expensive.
    input.parse(&app.config, &found, strength.as_ref())?;
    let hash = match input.password() {
        Some(password) => Some(app.passwords.for_known_user().hash(password).await?),
        None => None,
    };
    let (tx, before) = begin_on(&app, &admin, id).await?;
    condition.check(Version(before.version))?;
    // Parsed again, because the user may have changed before the row was locked.
    let after = input.parse(&app.config, &before, strength.as_ref())?;
    if after.role != before.role {
        refuse_unverified_staff(&before, &after)?;
        refuse_own(&admin, id, "Você não pode mudar o próprio perfil. Peça a outro administrador.")?;
    }
    let must_change = must_change_password(&before, after.role, input.password());
    if let (Some(password), Some(hash)) = (input.password(), hash) {
        users::set_password(&*tx, &before, password, hash, app.clock.now()).await?;
    }
    store::update(&*tx, &before, after.clone(), must_change, app.clock.now()).await?;
    follow_up(&app, &tx, &admin, &before, &after, input.password().is_some()).await?;
    tx.commit().await?;
    Ok(Json(Done::new("Usuário atualizado com sucesso!")))
}

/// Refuses to make a user staff who registered on the site and whose email is not verified, because visitors can register with
/// any email.
fn refuse_unverified_staff(before: &Model, after: &UserFields) -> Result<()> {
    if before.self_registered && after.role.is_staff() && !after.email_verified {
        return Err(Error::Conflict {
            code: "email_unverified",
            message: "Esta pessoa criou a conta sozinha e ainda não confirmou o e-mail. Convide-a por esse e-mail ou, \
                      se você a conhece, marque o e-mail como verificado.",
        });
    }
    Ok(())
}

/// Applies the effects of a change: ends links and sessions, queues mail, records events.
async fn follow_up(
    app: &App,
    tx: &Transaction,
    admin: &Admin,
    before: &Model,
    after: &UserFields,
    new_password: bool,
) -> Result<()> {
    let now = app.clock.now();
    let user = User::from(before.clone());
    let new_role = after.role != before.role;
    let new_email = after.email != before.email;
    if new_password || new_role {
        sessions::delete_all(&**tx, before.id, own_session(admin, before.id)).await?;
    }
    if new_password {
        devices::delete_all(&**tx, before.id, None).await?;
    }
    if new_password || new_email {
        // Account links from before the change were sent to the former email, or could replace the new password.
        links::end_all(tx, before.id, Purpose::ALL).await?;
    }
    let messages = [
        new_role.then(|| notices::role_changed(&user, after.role, now)),
        new_password.then(|| notices::password_changed(&user, now)),
        new_email.then(|| notices::email_changed(&user, &after.email, now)),
    ];
    mail::queue_all(app, tx, messages.into_iter().flatten().collect()).await?;
    let on = |action| Event::new(action).on(before.id, &before.email);
    if new_password {
        audit::record(app, tx, &admin.actor(), on(Action::UserPasswordChanged)).await?;
    }
    let old = UserFields::of(before);
    let action = if new_role { Action::UserRoleChanged } else { Action::UserUpdated };
    if old != *after {
        audit::record(app, tx, &admin.actor(), on(action).changed(&old, after)).await?;
    }
    if after.email_verified && !(before.email_verified && before.email == after.email) {
        record_verification(app, tx, admin, before.id, &after.email).await?;
    }
    Ok(())
}

/// Begins a transaction that locks all administrators, and checks that the caller is still one. If two administrators remove
/// each other's role at the same time, the second request is refused.
pub(super) async fn begin(app: &App, admin: &Admin) -> Result<Transaction> {
    let tx = app.db.begin().await?;
    let admins = store::lock_admins(&*tx).await?;
    if admins.contains(&admin.0.user.id) { Ok(tx) } else { Err(Error::Forbidden) }
}

/// Begins a transaction like [`begin`], and returns it with the user to change, locked.
pub async fn begin_on(app: &App, admin: &Admin, id: Uuid) -> Result<(Transaction, Model)> {
    let tx = begin(app, admin).await?;
    let user = users::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    Ok((tx, user))
}

/// Refuses an action on the caller's own account.
pub fn refuse_own(admin: &Admin, id: Uuid, message: &'static str) -> Result<()> {
    if admin.0.user.id == id { Err(Error::Conflict { code: "own_account", message }) } else { Ok(()) }
}

/// Returns the id of the caller's session if the user is the caller, so that this session is preserved when the user's sessions
/// end.
pub(super) fn own_session(admin: &Admin, id: Uuid) -> Option<Uuid> {
    (admin.0.user.id == id).then_some(admin.0.session.id)
}
