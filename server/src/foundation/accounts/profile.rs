//! The profile of the caller: name, email and password.

use std::net::IpAddr;

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode},
};
use serde_json::json;
use uuid::Uuid;

use super::{
    model::{NewProfile, PasswordChange, Profile, ProfileChange},
    notices,
    passwords::{self, Strength, assess},
    recovery::{
        links::{self, Purpose},
        public::send_verification,
        store as link_store,
    },
    sign_in::attempts::Attempt,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::{
            extract::SignedIn,
            model::User,
            session::devices::known_to,
            store::{devices, sessions, users},
        },
        mail,
    },
    platform::{
        error::{Error, ErrorBody, Result},
        http::JsonBody,
        id,
        limits::rate_limit::network_of,
        parse::Fields,
    },
};

/// Returns the name and the email of the caller, and a new email that is not confirmed yet.
#[utoipa::path(get, path = "/api/auth/profile", tag = "accounts", operation_id = "find_profile",
    responses((status = 200, body = Profile)))]
pub async fn find_profile(State(app): State<App>, SignedIn { user, .. }: SignedIn) -> Result<Json<Profile>> {
    Ok(Json(profile(&app, user).await?))
}

async fn profile(app: &App, user: User) -> Result<Profile> {
    let pending_email = pending_email(app, &user).await?;
    let User { full_name, email, email_verified, created_at, .. } = user;
    Ok(Profile { full_name, email, email_verified, pending_email, created_at })
}

/// Changes name and email. A new email requires the password, and takes effect when the caller opens the link that is mailed to
/// it. The response does not reveal whether another user has that email. A request with the current email cancels a change of
/// email that is not confirmed yet.
#[utoipa::path(put, path = "/api/auth/profile", tag = "accounts", operation_id = "update_profile",
    request_body = ProfileChange,
    responses(
        (status = 200, body = Profile),
        (status = 429, description = "`rate_limited`: too many changes, or too many links to new emails", body = ErrorBody)))]
pub async fn update_profile(
    State(app): State<App>,
    caller: SignedIn,
    JsonBody(input): JsonBody<ProfileChange>,
) -> Result<Json<Profile>> {
    let mut user = caller.user.clone();
    let new = NewProfile::parse(&input)?;
    let changes_email = new.email != user.email;
    if changes_email {
        check_password(&app, &caller, "current_password", &input.current_password).await?;
        take_link_mail(&app, user.id, caller.ip, &new.email)?;
    } else if new.full_name == user.full_name && pending_email(&app, &user).await?.is_none() {
        return Ok(Json(profile(&app, user).await?));
    }
    let event = match changes_email {
        true => Event::new(Action::AccountEmailChangeAsked).on(user.id, &new.email),
        false => Event::new(Action::AccountProfileUpdated).on(user.id, &user.email),
    };
    let event = event.changed(&json!({"full_name": user.full_name}), &json!({"full_name": new.full_name}));
    let tx = caller.begin(&app).await?;
    users::set_name(&*tx, &user, &new.full_name, app.clock.now()).await?;
    user.full_name = new.full_name;
    if changes_email {
        send_verification(&app, &tx, &user, &new.email).await?;
    } else {
        links::end_pending_email(&tx, &user).await?;
    }
    audit::record(&app, &tx, &caller.actor(), event).await?;
    tx.commit().await?;
    Ok(Json(profile(&app, user).await?))
}

/// Returns the new email that is not confirmed yet, if any.
async fn pending_email(app: &App, user: &User) -> Result<Option<String>> {
    let link =
        link_store::find_newest(app.db.reader(), user.id, Purpose::VerifyEmail, app.clock.now()).await?;
    Ok(link.map(|link| link.email).filter(|email| *email != user.email))
}

/// Counts a mail with a link against the limits of the user, the network and the recipient, whose email the user entered. The
/// limits prevent the use of an account to send mail to strangers, or to find out which emails have accounts.
pub(super) fn take_link_mail(app: &App, user_id: Uuid, ip: IpAddr, email: &str) -> Result<()> {
    let now = app.clock.steady();
    app.limits.verification_mails_by_account.take(user_id, now)?;
    app.limits.verification_mails_by_network.take(network_of(ip), now)?;
    app.limits.verification_mails.take(id::sha256_hex(email.as_bytes()), now)
}

/// Changes the password. Ends all other sessions, deletes all other known devices, and cancels a change of email that is not
/// confirmed yet.
#[utoipa::path(put, path = "/api/auth/password", tag = "accounts", operation_id = "change_password",
    request_body = PasswordChange,
    responses(
        (status = 204),
        (status = 422, description = "`invalid_fields`: the current password is wrong, or the new one is invalid", body = ErrorBody)))]
pub async fn change_password(
    State(app): State<App>,
    caller: SignedIn,
    headers: HeaderMap,
    JsonBody(input): JsonBody<PasswordChange>,
) -> Result<StatusCode> {
    let (user, ip) = (&caller.user, caller.ip);
    // Cheap checks first, then the current password, then the expensive work.
    input.check(&app, user, &Strength::by_length(&input.new_password))?;
    let seen = check_password(&app, &caller, "current_password", &input.current_password).await?;
    let passwords = app.passwords.for_known_user();
    let strength = assess(&passwords, &input.new_password, &[&user.full_name, &user.email]).await?;
    input.check(&app, user, &strength)?;
    let hash = passwords.hash(&input.new_password).await?;
    let device = known_to(&app, &headers, user.id).await?;
    let now = app.clock.now();
    let tx = caller.begin(&app).await?;
    let row = users::lock_as_seen(&*tx, &seen).await?.ok_or(Error::Unauthenticated)?;
    // Checked again, because a user who became staff in the meantime needs a longer password.
    input.check(&app, &row.clone().into(), &strength)?;
    users::set_password(&*tx, &row, &input.new_password, hash, now).await?;
    sessions::delete_all(&*tx, user.id, Some(caller.session.id)).await?;
    devices::delete_all(&*tx, user.id, device.as_ref().map(|device| &*device.token_hash)).await?;
    links::end_all(&tx, user.id, Purpose::PASSWORD).await?;
    links::end_pending_email(&tx, user).await?;
    mail::queue(&app, &tx, notices::password_changed(user, ip, now)).await?;
    let event = Event::new(Action::AccountPasswordChanged).on(user.id, &user.email);
    audit::record(&app, &tx, &caller.actor(), event).await?;
    tx.commit().await?;
    tracing::info!(user = %user.id, %ip, "password changed");
    Ok(StatusCode::NO_CONTENT)
}

impl PasswordChange {
    /// Checks the new password against the rules for the user's role.
    fn check(&self, app: &App, user: &User, strength: &Strength) -> Result<()> {
        let mut fields = Fields::default();
        let min = passwords::min_length(&app.config, user.role);
        passwords::check(&mut fields, "new_password", strength, min);
        if self.new_password == self.current_password {
            fields.refuse("new_password", "Escolha uma senha diferente da atual.");
        }
        fields.finish(())
    }
}

/// Verifies the current password, because another person may be using the session. Returns the user as read before the
/// verification, for [`users::lock_as_seen`]. `field` is the name of the input that gets the error.
pub async fn check_password(
    app: &App,
    caller: &SignedIn,
    field: &str,
    password: &str,
) -> Result<users::Model> {
    let found = users::find(app.db.reader(), caller.user.id).await?.ok_or(Error::Unauthenticated)?;
    let attempt = Attempt::confirmation(app, caller.user.id)?;
    if !attempt.verify(app, password, Some(&found.password_hash)).await? {
        let tx = caller.begin(app).await?;
        audit::record(app, &tx, &caller.actor(), Event::new(Action::AccountPasswordRefused)).await?;
        tx.commit().await?;
        return Err(Error::field(field, "A senha atual não confere."));
    }
    attempt.succeed(app);
    Ok(found)
}
