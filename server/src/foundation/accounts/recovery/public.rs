//! Password reset and email verification by mailed links.

use std::net::IpAddr;

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode},
};
use serde_json::json;

use super::{
    links::{self, NewLink, Purpose},
    store,
};
use crate::{
    app::{App, limits::FormLimit},
    foundation::{
        accounts::{
            factors,
            model::{EmailConfirmation, PasswordReset, PasswordResetRequest},
            notices,
            passwords::{self, Strength},
            profile::take_link_mail,
        },
        audit::{self, Action, Event},
        identity::{
            actor::Actor,
            extract::SignedIn,
            model::User,
            session,
            store::{devices, sessions, users},
        },
        mail::{self, LINK_INVALID},
    },
    platform::{
        clock::Timestamp,
        db::Transaction,
        error::{Error, ErrorBody, Result},
        http::JsonBody,
        id,
        limits::rate_limit::{network_of, widest_network_of},
        listener::client_ip::ClientIp,
        parse::Fields,
    },
};

const SIGN_IN_FIRST: Error = Error::Conflict {
    code: "sign_in_first",
    message: "Para trocar o e-mail, entre na sua conta neste navegador e abra este link de novo. Se você não pediu a \
              troca, ignore o e-mail.",
};

/// Requests a password reset link. The response and its time do not depend on whether a user has the email.
#[utoipa::path(post, path = "/api/auth/password-reset", tag = "accounts", operation_id = "ask_password_reset",
    request_body = PasswordResetRequest,
    responses(
        (status = 202, description = "If a user has the email, a link is mailed")))]
pub async fn ask_password_reset(
    _: FormLimit,
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    JsonBody(input): JsonBody<PasswordResetRequest>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    let email = fields.required_email("email", &input.email).to_lowercase();
    fields.finish(())?;
    app.limits.password_resets.take(network_of(ip), app.clock.steady())?;
    // In the background, because the response time would reveal whether a user has the email.
    tokio::spawn(async move {
        if let Err(cause) = send_reset(&app, &email, ip).await {
            tracing::error!(%cause, "queueing a password reset link failed");
        }
    });
    Ok(StatusCode::ACCEPTED)
}

async fn send_reset(app: &App, email: &str, ip: IpAddr) -> Result<()> {
    let found = users::find_by_email(app.db.reader(), email).await?;
    let Some(found) = found else { return Ok(()) };
    if !take_reset_mail(app, email, ip) {
        return Ok(());
    }
    let tx = app.db.begin().await?;
    // Read again, because the email may have changed before the row was locked.
    let user = users::find_for_update(&*tx, found.id).await?;
    let user = user.filter(|user| user.disabled_at.is_none() && user.email == found.email);
    let Some(user) = user.map(User::from) else { return Ok(()) };
    let new =
        NewLink { purpose: Purpose::ResetPassword, user_id: user.id, email: &user.email, created_by: None };
    links::send(app, &tx, new, |link| {
        let link = if user.role.is_staff() { with_panel_sign_in(&link) } else { link };
        notices::reset_password(&user, link)
    })
    .await?;
    let event = Event::new(Action::AccountResetLinkSent).on(user.id, &user.email);
    audit::record(app, &tx, &Actor::visitor(ip), event).await?;
    tx.commit().await
}

/// Returns the link for staff, whose page leads to the sign-in of the panel afterward.
fn with_panel_sign_in(link: &str) -> String {
    link.replacen('#', "?next=/admin/login#", 1)
}

/// Counts a reset mail against two limits. The limit per recipient prevents strangers from filling a mailbox. The limit per
/// recipient and network prevents one network from using up the recipient's limit. Returns false if one of them is exceeded.
fn take_reset_mail(app: &App, email: &str, ip: IpAddr) -> bool {
    let email_hash = id::sha256_hex(email.as_bytes());
    let now = app.clock.steady();
    app.limits.reset_mails_by_network.take((email_hash.clone(), widest_network_of(ip)), now).is_ok()
        && app.limits.reset_mails.take(email_hash, now).is_ok()
}

/// Sets a new password with a password reset link or an invitation, and verifies the email. Ends all sessions of the user and
/// deletes the known devices. If the email was not verified before, also removes the second factors, because a stranger may
/// have created the account.
#[utoipa::path(post, path = "/api/auth/password-reset/confirm", tag = "accounts", operation_id = "reset_password",
    request_body = PasswordReset,
    responses(
        (status = 204),
        (status = 403, description = "`link_invalid`: the link is invalid, expired or used", body = ErrorBody)))]
pub async fn reset_password(
    _: FormLimit,
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    JsonBody(input): JsonBody<PasswordReset>,
) -> Result<StatusCode> {
    let link = find_link(&app, ip, &input.token, Purpose::PASSWORD).await?;
    let seen = users::find(app.db.reader(), link.user_id).await?;
    // Cheap checks first, then the limit, then the expensive work.
    let seen = check_new_password(&app, &Strength::by_length(&input.password), seen)?;
    app.limits.password_assessments.take(network_of(ip), app.clock.steady())?;
    let strength =
        passwords::assess(&app.passwords, &input.password, &[&seen.full_name, &seen.email]).await?;
    check_new_password(&app, &strength, Some(seen))?;
    let hash = app.passwords.hash(&input.password).await?;
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    // Checked again, because a user who became staff in the meantime needs a longer password.
    let row = users::find_for_update(&*tx, link.user_id).await?;
    let row = check_new_password(&app, &strength, row.filter(|row| row.email == link.email))?;
    links::take(&tx, &link).await?;
    users::set_password(&*tx, &row, &input.password, hash, now).await?;
    let user = User::from(row);
    let mut event = Event::new(Action::AccountPasswordReset).on(user.id, &user.email);
    if !user.email_verified && factors::remove(&tx, user.id).await? {
        event = event.after(&json!({"second_factor_removed": true}));
    }
    users::set_verified_email(&*tx, &user, &user.email, now).await?;
    links::end_all(&tx, user.id, Purpose::PASSWORD).await?;
    links::end_pending_email(&tx, &user).await?;
    sessions::delete_all(&*tx, user.id, None).await?;
    devices::delete_all(&*tx, user.id, None).await?;
    mail::queue(&app, &tx, notices::password_changed(&user, ip, now)).await?;
    audit::record(&app, &tx, &Actor::visitor(ip), event).await?;
    tx.commit().await?;
    tracing::info!(user = %user.id, %ip, "password reset by link");
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the user if the new password is valid for the role. Returns an error if it is not, or if the user is missing or
/// disabled.
fn check_new_password(app: &App, password: &Strength, found: Option<users::Model>) -> Result<users::Model> {
    let user = found.filter(|user| user.disabled_at.is_none()).ok_or(Error::Refused(LINK_INVALID))?;
    let mut fields = Fields::default();
    let min = passwords::min_length(&app.config, user.role);
    passwords::check(&mut fields, "password", password, min);
    fields.finish(user)
}

/// Sends a new link that verifies the caller's email, or the new email that is not confirmed yet. Does nothing if there is
/// nothing to verify.
#[utoipa::path(post, path = "/api/auth/email-verification", tag = "accounts", operation_id = "ask_email_verification",
    responses((status = 202)))]
pub async fn ask_email_verification(State(app): State<App>, caller: SignedIn) -> Result<StatusCode> {
    let user = &caller.user;
    let now = app.clock.now();
    let pending = store::find_newest(app.db.reader(), user.id, Purpose::VerifyEmail, now).await?;
    let email = pending.map_or(user.email.clone(), |link| link.email);
    if email == user.email && user.email_verified {
        return Ok(StatusCode::ACCEPTED);
    }
    take_link_mail(&app, user.id, caller.ip, &email)?;
    let tx = caller.begin(&app).await?;
    send_verification(&app, &tx, user, &email).await?;
    tx.commit().await?;
    Ok(StatusCode::ACCEPTED)
}

/// Creates the link that verifies `email` and queues its mail. If another user has the email, that user gets a notice without
/// the link instead. The link is also created in this case, so that the caller sees no difference.
pub async fn send_verification(app: &App, tx: &Transaction, user: &User, email: &str) -> Result<()> {
    let new = NewLink { purpose: Purpose::VerifyEmail, user_id: user.id, email, created_by: None };
    let owner = users::find_by_email(&**tx, email).await?.filter(|owner| owner.id != user.id);
    links::send(app, tx, new, |link| match owner {
        Some(owner) => notices::email_in_use(&owner.into()),
        None => notices::verify_email(user, email, link),
    })
    .await?;
    Ok(())
}

/// Verifies an email with a link. A new email takes effect only if the caller is signed in as the user of the link. The first
/// verification of an account shows who owns it, so other sessions end. If the caller isn't signed in as the user of the link,
/// it also removes the second factors and the password, because a stranger may have set them. The response then contains the
/// token for a new password.
#[utoipa::path(post, path = "/api/auth/email-verification/confirm", tag = "accounts", operation_id = "confirm_email",
    request_body = EmailConfirmation,
    responses(
        (status = 200, description = "The verified email", body = ConfirmedEmail),
        (status = 403, description = "`link_invalid`: the link is invalid, expired or used", body = ErrorBody),
        (status = 409, description = "`email_taken`: another user has the email; `sign_in_first`: the email is new and the caller \
            isn't signed in as the user of the link", body = ErrorBody)))]
pub async fn confirm_email(
    _: FormLimit,
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    headers: HeaderMap,
    JsonBody(input): JsonBody<EmailConfirmation>,
) -> Result<Json<ConfirmedEmail>> {
    let link = find_link(&app, ip, &input.token, &[Purpose::VerifyEmail]).await?;
    let caller = session::current(&app, &headers).await?;
    let own_session = caller.and_then(|(session, user)| (user.id == link.user_id).then_some(session.id));
    // Used only for a first verification. The transaction finds out whether it is one, but hashing is too slow for a
    // transaction.
    let random_password = match own_session {
        Some(_) => None,
        None => {
            let password = id::new_token().secret;
            let hash = app.passwords.hash(&password).await?;
            Some((password, hash))
        }
    };
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let row = users::find_for_update(&*tx, link.user_id).await?.ok_or(Error::Refused(LINK_INVALID))?;
    let user = User::from(row.clone());
    let is_new_email = link.email != user.email;
    // Without this check, the owner of a mailbox could verify it for the account of a stranger who entered the address.
    if is_new_email && own_session.is_none() {
        return Err(SIGN_IN_FIRST);
    }
    links::take(&tx, &link).await?;
    if is_new_email {
        // Password reset links in the former mailbox stop working.
        links::end_all(&tx, user.id, Purpose::PASSWORD).await?;
        mail::queue(&app, &tx, notices::email_changed(&user, &link.email, now)).await?;
    }
    let mut reset_token = None;
    if !user.email_verified {
        sessions::delete_all(&*tx, user.id, own_session).await?;
        if let Some((password, hash)) = random_password {
            remove_access_of_strangers(&tx, &row, &password, hash, now).await?;
            reset_token = Some(create_reset_token(&app, &tx, &link).await?);
        }
    }
    users::set_verified_email(&*tx, &user, &link.email, now).await?;
    let action = if is_new_email { Action::AccountEmailChanged } else { Action::AccountEmailVerified };
    let event = Event::new(action).on(user.id, &link.email);
    audit::record(&app, &tx, &Actor::user(user.id, &user.email, ip), event).await?;
    tx.commit().await?;
    Ok(Json(ConfirmedEmail { email: link.email, reset_token }))
}

/// Removes the second factors and the known devices of a user whose email was not verified, and replaces the password with a
/// random one, because a stranger may have created the account.
async fn remove_access_of_strangers(
    tx: &Transaction,
    user: &users::Model,
    random_password: &str,
    hash: String,
    now: Timestamp,
) -> Result<()> {
    factors::remove(tx, user.id).await?;
    devices::delete_all(&**tx, user.id, None).await?;
    users::set_password(&**tx, user, random_password, hash, now).await
}

/// Creates a password reset link for a user who has just used another link, and returns its token.
async fn create_reset_token(app: &App, tx: &Transaction, used: &store::Model) -> Result<String> {
    let purpose = Purpose::ResetPassword;
    let new = NewLink { purpose, user_id: used.user_id, email: &used.email, created_by: None };
    let url = links::create(app, tx, new).await?;
    Ok(url.split_once('#').map(|(_, secret)| secret.to_owned()).unwrap_or_default())
}

/// A verified email.
#[derive(serde::Serialize, utoipa::ToSchema)]
pub struct ConfirmedEmail {
    pub email: String,
    /// The token for `POST /api/auth/password-reset/confirm`, if the user needs a new password; null otherwise.
    #[schema(required)]
    pub reset_token: Option<String>,
}

/// Finds a valid link for one of the purposes by its token. Invalid tokens count against the limit of the network.
pub(in crate::foundation::accounts) async fn find_link(
    app: &App,
    ip: IpAddr,
    token: &str,
    purposes: &[Purpose],
) -> Result<store::Model> {
    // Counted as a failure until the link is found, so that concurrent requests can't exceed the limit.
    let failure = app.limits.failed_logins.reserve(network_of(ip), app.clock.steady())?;
    let found = links::find(app, token, purposes).await;
    if matches!(found, Err(Error::Refused(LINK_INVALID))) {
        failure.keep();
    }
    found
}
