//! An account in the hands of its owner: name, e-mail and password.

use axum::{Json, extract::State, http::StatusCode};
use serde_json::json;

use super::{
    extract::SignedIn,
    model::{NewProfile, PasswordChange, Profile, ProfileChange, User},
    notices, passwords,
    recovery::{links::Purpose, public::send_verification},
    sign_in::attempts::Attempt,
    store::{links, sessions, users},
};
use crate::{
    app::App,
    audit::{self, Actor, Event},
    kit::{
        db::Transaction,
        error::{Error, ErrorBody, Result},
        http::JsonBody,
        id,
        parse::Fields,
    },
    mail,
};

/// The name and the e-mail of the account, and an e-mail that waits to be confirmed.
#[utoipa::path(get, path = "/api/auth/profile", tag = "accounts", operation_id = "find_profile",
    responses((status = 200, body = Profile), (status = 401, body = ErrorBody)))]
pub async fn find_profile(State(app): State<App>, SignedIn { user, .. }: SignedIn) -> Result<Json<Profile>> {
    Ok(Json(profile(&app, user).await?))
}

async fn profile(app: &App, user: User) -> Result<Profile> {
    let link = links::find_newest(app.db.reader(), user.id, Purpose::VerifyEmail, app.clock.now()).await?;
    let pending_email = link.map(|link| link.email).filter(|email| *email != user.email);
    let User { full_name, email, email_verified, created_at, .. } = user;
    Ok(Profile { full_name, email, email_verified, pending_email, created_at })
}

/// Changes name and e-mail. A new e-mail needs the password, and counts once the link sent there is used.
#[utoipa::path(put, path = "/api/auth/profile", tag = "accounts", operation_id = "update_profile",
    request_body = ProfileChange,
    responses(
        (status = 200, body = Profile),
        (status = 401, body = ErrorBody),
        (status = 409, description = "Another account has this e-mail", body = ErrorBody),
        (status = 422, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub async fn update_profile(
    State(app): State<App>,
    caller: SignedIn,
    JsonBody(input): JsonBody<ProfileChange>,
) -> Result<Json<Profile>> {
    let actor = caller.actor();
    let mut user = caller.user;
    let new = NewProfile::parse(&input)?;
    let moves = new.email != user.email;
    if moves {
        check_password(&app, &actor, &user, "current_password", &input.current_password).await?;
        check_free(&app, &new.email).await?;
        app.limits.link_mails.take(id::sha256_hex(new.email.as_bytes()), app.clock.steady())?;
    }
    let event = match moves {
        true => Event::new("account.email_change_asked").on("account", user.id, &new.email),
        false => Event::new("account.profile_updated").on("account", user.id, &user.email),
    };
    let event = event.changed(&json!({"full_name": user.full_name}), &json!({"full_name": new.full_name}));
    let tx = app.db.begin().await?;
    users::set_name(&*tx, &user, &new.full_name, app.clock.now()).await?;
    user.full_name = new.full_name;
    if moves {
        send_verification(&app, &tx, &user, &new.email).await?;
    } else {
        cancel_pending_email(&tx, &user).await?;
    }
    audit::record(&app, &tx, &actor, event).await?;
    tx.commit().await?;
    Ok(Json(profile(&app, user).await?))
}

/// Whoever saves the old address has thought better of the new one.
async fn cancel_pending_email(tx: &Transaction, user: &User) -> Result<()> {
    if user.email_verified {
        links::delete_of(&**tx, user.id, &[Purpose::VerifyEmail]).await?;
    }
    Ok(())
}

async fn check_free(app: &App, email: &str) -> Result<()> {
    match users::find_by_email(app.db.reader(), email).await? {
        Some(_) => {
            Err(Error::Conflict { code: "email_taken", message: "Este e-mail já é de outra conta." })
        }
        None => Ok(()),
    }
}

/// Changes the password. Ends all other sessions.
#[utoipa::path(put, path = "/api/auth/password", tag = "accounts", operation_id = "change_password",
    request_body = PasswordChange,
    responses(
        (status = 204),
        (status = 401, body = ErrorBody),
        (status = 422, description = "The current password is wrong, or the new one won't do", body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub async fn change_password(
    State(app): State<App>,
    caller: SignedIn,
    JsonBody(input): JsonBody<PasswordChange>,
) -> Result<StatusCode> {
    let actor = caller.actor();
    let SignedIn { user, session, ip } = caller;
    input.check(&app, &user)?;
    let seen = check_password(&app, &actor, &user, "current_password", &input.current_password).await?;
    let hash = app.passwords.for_known().hash(&input.new_password).await?;
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let row = users::lock_as_seen(&*tx, &seen).await?.ok_or(Error::Unauthenticated)?;
    // Once more: whoever became staff since needs a longer one.
    input.check(&app, &row.clone().into())?;
    users::set_password(&*tx, &row, &input.new_password, hash, now).await?;
    sessions::delete_all(&*tx, user.id, Some(session.id)).await?;
    links::delete_of(&*tx, user.id, Purpose::PASSWORD).await?;
    mail::queue(&app, &tx, notices::password_changed(&user, ip, now)).await?;
    let event = Event::new("account.password_changed").on("account", user.id, &user.email);
    audit::record(&app, &tx, &actor, event).await?;
    tx.commit().await?;
    tracing::info!(user = %user.id, %ip, "password changed");
    Ok(StatusCode::NO_CONTENT)
}

impl PasswordChange {
    fn check(&self, app: &App, user: &User) -> Result<()> {
        let mut fields = Fields::default();
        let own = [user.full_name.as_str(), user.email.as_str()];
        let min = passwords::min_length(&app.config, user.role);
        passwords::check(&mut fields, "new_password", &self.new_password, min, &own);
        if self.new_password == self.current_password {
            fields.refuse("new_password", "Escolha uma senha diferente da atual.");
        }
        fields.finish(())
    }
}

/// Proves that it is the owner, not somebody at an unlocked computer. The account as it was seen then.
pub async fn check_password(
    app: &App,
    actor: &Actor,
    user: &User,
    field: &str,
    password: &str,
) -> Result<users::Model> {
    let found = users::find(app.db.reader(), user.id).await?.ok_or(Error::Unauthenticated)?;
    let attempt = Attempt::confirmation(app, user.id)?;
    if !attempt.verify(app, password, Some(&found.password_hash)).await? {
        let tx = app.db.begin().await?;
        audit::record(app, &tx, actor, Event::new("account.password_refused")).await?;
        tx.commit().await?;
        return Err(Error::field(field, "A senha atual não confere."));
    }
    attempt.succeeded(app);
    Ok(found)
}
