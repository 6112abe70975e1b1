//! Getting back in, and proving an e-mail address: what the links by mail are for.

use std::net::IpAddr;

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode},
};
use serde_json::json;

use super::links::{self, NewLink, Purpose};
use crate::{
    app::{App, limits::FormLimit},
    foundation::{
        accounts::{
            factors,
            model::{EmailConfirmation, PasswordReset, PasswordResetRequest},
            notices,
            passwords::{self, Judged},
            profile::take_link_mail,
            store::links as link_store,
        },
        audit::{self, Event},
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
        client_ip::ClientIp,
        db::Transaction,
        error::{Error, ErrorBody, Result},
        http::JsonBody,
        id,
        parse::Fields,
        rate_limit::{network_of, widest_network_of},
    },
};

const SIGN_IN_FIRST: Error = Error::Conflict {
    code: "sign_in_first",
    message: "Para trocar o e-mail, entre na sua conta neste navegador e abra este link de novo. Se você não pediu a \
              troca, ignore o e-mail.",
};

/// Asks for a link to a new password. The answer is the same, and as quick, whether or not there is such an account.
#[utoipa::path(post, path = "/api/auth/password-reset", tag = "accounts", operation_id = "ask_password_reset",
    request_body = PasswordResetRequest,
    responses(
        (status = 202, description = "If there is such an account, its owner gets a link by mail"),
        (status = 422, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
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
    // Whoever waits for the answer would learn from its time what was found.
    tokio::spawn(async move {
        if let Err(cause) = send_reset(&app, &email, ip).await {
            tracing::error!(%cause, "a link to a new password could not be queued");
        }
    });
    Ok(StatusCode::ACCEPTED)
}

async fn send_reset(app: &App, email: &str, ip: IpAddr) -> Result<()> {
    let found = users::find_by_email(app.db.reader(), email).await?;
    let Some(found) = found else { return Ok(()) };
    if !may_mail(app, email, ip) {
        return Ok(());
    }
    let tx = app.db.begin().await?;
    // The address may have been changed since.
    let user = users::find_for_update(&*tx, found.id).await?;
    let user = user.filter(|user| user.disabled_at.is_none() && user.email == found.email);
    let Some(user) = user.map(User::from) else { return Ok(()) };
    let new =
        NewLink { purpose: Purpose::ResetPassword, user: user.id, email: &user.email, created_by: None };
    links::send(app, &tx, new, |link| {
        let link = if user.role.is_staff() { from_panel(&link) } else { link };
        notices::reset_password(&user, link)
    })
    .await?;
    let event = Event::new("account.reset_link_sent").on("account", user.id, &user.email);
    audit::record(app, &tx, &Actor::visitor(ip), event).await?;
    tx.commit().await
}

/// The link for staff, whom the page leads back to the panel's sign-in afterwards.
fn from_panel(link: &str) -> String {
    link.replacen('#', "?next=/admin/login#", 1)
}

/// Strangers can't fill somebody's mailbox. One network, however wide, can't use up what the address gets in all.
fn may_mail(app: &App, email: &str, ip: IpAddr) -> bool {
    let (address, now) = (id::sha256_hex(email.as_bytes()), app.clock.steady());
    app.limits.reset_mails_by_network.take((address.clone(), widest_network_of(ip)), now).is_ok()
        && app.limits.reset_mails.take(address, now).is_ok()
}

/// Chooses a new password with the link. Ends all sessions of the account and deletes its known devices. If the e-mail was
/// not verified before, also removes the second factors, because a stranger may have created the account.
#[utoipa::path(post, path = "/api/auth/password-reset/confirm", tag = "accounts", operation_id = "reset_password",
    request_body = PasswordReset,
    responses(
        (status = 204),
        (status = 403, description = "The link has run out, is used up or was never valid", body = ErrorBody),
        (status = 422, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub async fn reset_password(
    _: FormLimit,
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    JsonBody(input): JsonBody<PasswordReset>,
) -> Result<StatusCode> {
    let link = find_link(&app, ip, &input.token, Purpose::PASSWORD).await?;
    let seen = users::find(app.db.reader(), link.user_id).await?;
    let seen = check_new(&app, &Judged::by_length(&input.password), seen)?;
    app.limits.judged_passwords.take(network_of(ip), app.clock.steady())?;
    let judged = passwords::judge(&app.passwords, &input.password, &[&seen.full_name, &seen.email]).await?;
    check_new(&app, &judged, Some(seen))?;
    let hash = app.passwords.hash(&input.password).await?;
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    // Once more: whoever became staff since needs a longer one.
    let row = users::find_for_update(&*tx, link.user_id).await?;
    let row = check_new(&app, &judged, row.filter(|row| row.email == link.email))?;
    links::take(&tx, &link).await?;
    users::set_password(&*tx, &row, &input.password, hash, now).await?;
    let user = User::from(row);
    let mut event = Event::new("account.password_reset").on("account", user.id, &user.email);
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

/// The account that gets the password, if the link still leads to one and the password will do for it.
fn check_new(app: &App, password: &Judged, found: Option<users::Model>) -> Result<users::Model> {
    let user = found.filter(|user| user.disabled_at.is_none()).ok_or(Error::Refused(LINK_INVALID))?;
    let mut fields = Fields::default();
    let min = passwords::min_length(&app.config, user.role);
    passwords::check(&mut fields, "password", password, min);
    fields.finish(user)
}

/// Sends the link that confirms the e-mail address once more.
#[utoipa::path(post, path = "/api/auth/email-verification", tag = "accounts", operation_id = "ask_email_verification",
    responses((status = 202), (status = 401, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn ask_email_verification(
    State(app): State<App>,
    SignedIn { user, ip, .. }: SignedIn,
) -> Result<StatusCode> {
    let now = app.clock.now();
    let pending = link_store::find_newest(app.db.reader(), user.id, Purpose::VerifyEmail, now).await?;
    let email = pending.map_or(user.email.clone(), |link| link.email);
    if email == user.email && user.email_verified {
        return Ok(StatusCode::ACCEPTED);
    }
    take_link_mail(&app, user.id, ip, &email)?;
    let tx = app.db.begin().await?;
    send_verification(&app, &tx, &user, &email).await?;
    tx.commit().await?;
    Ok(StatusCode::ACCEPTED)
}

/// Queues the mail that proves `email` to be this person's, in the transaction of its cause. Where the address is another
/// account's, its owner is told instead, and nobody gets the link.
pub async fn send_verification(app: &App, tx: &Transaction, user: &User, email: &str) -> Result<()> {
    let new = NewLink { purpose: Purpose::VerifyEmail, user: user.id, email, created_by: None };
    let owner = users::find_by_email(&**tx, email).await?.filter(|owner| owner.id != user.id);
    links::send(app, tx, new, |link| match owner {
        Some(owner) => notices::email_in_use(&owner.into()),
        None => notices::verify_email(user, email, link),
    })
    .await?;
    Ok(())
}

/// Confirms an e-mail address with the link. A changed address takes effect only if the request comes from a session of
/// the account. The first confirmation proves who owns the account: other sessions end. If the request doesn't come from
/// a session of the account, its second factors and its password stop working too, because a stranger may have set them;
/// the answer then has the secret of a link to a new password.
#[utoipa::path(post, path = "/api/auth/email-verification/confirm", tag = "accounts", operation_id = "confirm_email",
    request_body = EmailConfirmation,
    responses(
        (status = 200, description = "The account, its address confirmed", body = ConfirmedEmail),
        (status = 403, description = "The link has run out, is used up or was never valid", body = ErrorBody),
        (status = 409, description = "Another account has the address by now, or `sign_in_first`: the address is new and the \
            caller isn't signed in to the account", body = ErrorBody),
        (status = 429, body = ErrorBody)))]
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
    // Nobody knows this password. It is hashed before the transaction, though only a first proof needs it.
    let unknown = id::new_token().secret;
    let hash = match own_session {
        Some(_) => None,
        None => Some(app.passwords.hash(&unknown).await?),
    };
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let row = users::find_for_update(&*tx, link.user_id).await?.ok_or(Error::Refused(LINK_INVALID))?;
    let user = User::from(row.clone());
    let changed = link.email != user.email;
    // Else somebody could hand a prepared account over to the owner of another mailbox.
    if changed && own_session.is_none() {
        return Err(SIGN_IN_FIRST);
    }
    links::take(&tx, &link).await?;
    if changed {
        // Links to a new password that wait in the old mailbox are of no use any more.
        links::end_all(&tx, user.id, Purpose::PASSWORD).await?;
        mail::queue(&app, &tx, notices::email_changed(&user, &link.email, now)).await?;
    }
    let mut reset_token = None;
    if !user.email_verified {
        sessions::delete_all(&*tx, user.id, own_session).await?;
        if let Some(hash) = hash {
            factors::remove(&tx, user.id).await?;
            devices::delete_all(&*tx, user.id, None).await?;
            users::set_password(&*tx, &row, &unknown, hash, now).await?;
            reset_token = Some(reset_after_proof(&app, &tx, &link).await?);
        }
    }
    users::set_verified_email(&*tx, &user, &link.email, now).await?;
    let action = if changed { "account.email_changed" } else { "account.email_verified" };
    let event = Event::new(action).on("account", user.id, &link.email);
    audit::record(&app, &tx, &Actor::user(user.id, &user.email, ip), event).await?;
    tx.commit().await?;
    Ok(Json(ConfirmedEmail { email: link.email, reset_token }))
}

/// Creates a link to a new password for a person who has just proved ownership of the mailbox, and returns its secret.
async fn reset_after_proof(app: &App, tx: &Transaction, proved: &link_store::Model) -> Result<String> {
    let (purpose, user) = (Purpose::ResetPassword, proved.user_id);
    let new = NewLink { purpose, user, email: &proved.email, created_by: None };
    let address = links::create(app, tx, new).await?;
    Ok(address.split_once('#').map(|(_, secret)| secret.to_owned()).unwrap_or_default())
}

/// The address that is confirmed now.
#[derive(serde::Serialize, utoipa::ToSchema)]
pub struct ConfirmedEmail {
    pub email: String,
    /// For `POST /api/auth/password-reset/confirm`, where the account needs a new password.
    #[schema(required)]
    pub reset_token: Option<String>,
}

/// Guessing a link is as hopeless as guessing a session, and still costs.
pub(in crate::foundation::accounts) async fn find_link(
    app: &App,
    ip: IpAddr,
    token: &str,
    purposes: &[Purpose],
) -> Result<link_store::Model> {
    // Counts as a failure until the link is found, so that requests in parallel get no further than the limit.
    let failure = app.limits.failed_logins.reserve(network_of(ip), app.clock.steady())?;
    let found = links::find(app, token, purposes).await;
    if matches!(found, Err(Error::Refused(LINK_INVALID))) {
        failure.keep();
    }
    found
}
