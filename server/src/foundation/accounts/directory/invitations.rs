//! Invitations: an administrator creates a user, who chooses the password with a mailed link.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    Done, UserFields,
    admin::{self, begin, begin_on},
    notices, parse_person, store,
};
use crate::{
    app::{App, limits::FormLimit},
    foundation::{
        accounts::{
            factors,
            passwords::{self, Strength},
            recovery::{
                links::{self, NewLink, Purpose},
                public::find_link,
                store as link_store,
            },
        },
        audit::{self, Action, Event},
        identity::{
            actor::Actor,
            extract::{Admin, StepUpRequired, SteppedUp},
            model::{NewSession, Role, User},
            session::{self, Transport},
            store::{
                devices, sessions,
                users::{self, Model},
            },
        },
        mail::LINK_INVALID,
    },
    platform::{
        clock::Timestamp,
        db::Transaction,
        error::{Error, ErrorBody, Result},
        http::{JsonBody, PathId},
        id,
        limits::rate_limit::network_of,
        listener::client_ip::ClientIp,
        parse::Fields,
    },
};

const NOT_INVITED: Error = Error::Conflict {
    code: "not_invited",
    message: "Não há convite em aberto para esta conta: ele já foi aceito ou cancelado.",
};
const ALREADY_INVITED: Error =
    Error::Conflict { code: "already_invited", message: "Já há um convite para este e-mail." };

/// An invitation to create.
#[derive(Deserialize, ToSchema)]
pub struct NewInvitation {
    pub email: String,
    pub full_name: String,
    pub role: Role,
}

/// An open invitation with its link, which administrators can also deliver by other means than mail.
#[derive(Serialize, ToSchema)]
pub struct Invited {
    /// Always true.
    pub success: bool,
    pub message: &'static str,
    pub user_id: Uuid,
    /// The absolute URL of the page that accepts the invitation.
    pub link: String,
    pub expires_at: DateTime<Utc>,
    /// Whether this request queued mail with the link, and a mail server is configured.
    pub mailed: bool,
}

/// Creates a user without a password, and mails a link to choose one. If the email is unverified and belongs to a user who is
/// neither staff nor disabled, that account is reused: password, sessions and second factors are removed, because a stranger may
/// have created it.
#[utoipa::path(post, path = "/api/auth/invitations", tag = "accounts", operation_id = "invite_user",
    request_body = NewInvitation,
    responses(
        (status = 201, body = Invited),
        StepUpRequired,
        (status = 409, description = "`already_invited`: the invitation of this email can be sent again; `email_taken`: a user \
            has the email, and is staff, disabled or verified", body = ErrorBody)))]
pub async fn invite_user(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    JsonBody(input): JsonBody<NewInvitation>,
) -> Result<Response> {
    let mut fields = Fields::default();
    let (full_name, email) = parse_person(&mut fields, &input.full_name, &input.email);
    let fields = fields.finish(UserFields { email, full_name, role: input.role, email_verified: false })?;
    // A random password that nobody knows, so that the account can't be used before the link.
    let password = id::new_token().secret;
    let hash = app.passwords.for_known_user().hash(&password).await?;
    let tx = begin(&app, &admin).await?;
    let found = users::find_by_email(&*tx, &fields.email).await?;
    if let Some(found) = &found {
        refuse_invited(&app, &tx, found).await?;
    }
    let user_id = match found {
        Some(found) if is_reusable(&found) => reuse(&app, &tx, found.id, &fields).await?,
        _ => {
            let id = id::new_id(app.clock.now());
            admin::create(&app, &tx, id, &fields, &password, hash.clone()).await?;
            id
        }
    };
    users::set_invited(&*tx, user_id, hash, app.clock.now()).await?;
    let user = users::find_for_update(&*tx, user_id).await?.ok_or(Error::NotFound)?;
    let event = Event::new(Action::UserInvited).on(user_id, &user.email).after(&fields);
    let invited = send(&app, &tx, &admin, user).await?;
    audit::record(&app, &tx, &admin.actor(), event).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(invited)).into_response())
}

/// Refuses to invite a user who has an open invitation, because a new one would change the name and the role. An invitation of
/// staff is open until it is accepted or revoked, even if its link has expired.
async fn refuse_invited(app: &App, tx: &Transaction, user: &Model) -> Result<()> {
    let link = link_store::find_newest(&**tx, user.id, Purpose::Invitation, app.clock.now()).await?;
    let is_open = link.is_some() || (user.invitation_pending && user.role.is_staff());
    if user.disabled_at.is_none() && is_open { Err(ALREADY_INVITED) } else { Ok(()) }
}

/// Returns whether an invitation may reuse the account: the email is not verified, so that a stranger may have created the
/// account. Disabled users and staff are excluded.
fn is_reusable(user: &Model) -> bool {
    !user.email_verified && user.disabled_at.is_none() && !user.role.is_staff()
}

/// Reuses an account for an invitation. Removes second factors, sessions, known devices and links, which a stranger may have
/// created.
async fn reuse(app: &App, tx: &Transaction, id: Uuid, fields: &UserFields) -> Result<Uuid> {
    let row = users::find_for_update(&**tx, id).await?.filter(is_reusable).ok_or(store::EMAIL_TAKEN)?;
    factors::remove(tx, id).await?;
    devices::delete_all(&**tx, id, None).await?;
    links::end_all(tx, id, Purpose::ALL).await?;
    store::update(&**tx, &row, fields.clone(), false, app.clock.now()).await?;
    Ok(id)
}

/// Whether to send the invitation by mail.
#[derive(Deserialize, ToSchema)]
pub struct InvitationDelivery {
    pub send: bool,
}

/// Returns the link of the open invitation, or creates a link if there is none. With `send`, always creates a new link and
/// mails it; the former link stops working.
#[utoipa::path(post, path = "/api/auth/users/{id}/invitation", tag = "accounts", operation_id = "renew_invitation",
    params(("id" = uuid::Uuid, Path)),
    request_body = InvitationDelivery,
    responses(
        (status = 200, body = Invited),
        StepUpRequired,
        (status = 409, description = "`not_invitable`: the user has signed in before and therefore needs no invitation, or is disabled", body = ErrorBody)))]
pub async fn renew_invitation(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    PathId(id): PathId,
    JsonBody(input): JsonBody<InvitationDelivery>,
) -> Result<Json<Invited>> {
    let (tx, user) = begin_on(&app, &admin, id).await?;
    refuse_uninvitable(&user)?;
    let email = user.email.clone();
    let invited = match open_link(&app, &tx, &user).await?.filter(|_| !input.send) {
        Some(invited) => invited,
        None if input.send => send(&app, &tx, &admin, user).await?,
        None => create_link(&app, &tx, &admin, &user).await?,
    };
    let action = if input.send { Action::UserInvited } else { Action::UserInvitationRevealed };
    audit::record(&app, &tx, &admin.actor(), Event::new(action).on(id, &email)).await?;
    tx.commit().await?;
    Ok(Json(invited))
}

/// Refuses to invite disabled users, and users who have signed in, because these can reset their password.
fn refuse_uninvitable(user: &Model) -> Result<()> {
    let message = if user.disabled_at.is_some() {
        "Esta conta está desativada. Reative-a antes de convidar."
    } else if user.last_login_at.is_some() && !user.invitation_pending {
        "Esta pessoa já entrou na conta. Se perdeu a senha, ela pode redefini-la na página de entrada."
    } else {
        return Ok(());
    };
    Err(Error::Conflict { code: "not_invitable", message })
}

/// Returns the valid link of an open invitation, if there is one and the secret key has not changed since.
async fn open_link(app: &App, tx: &Transaction, user: &Model) -> Result<Option<Invited>> {
    let link = link_store::find_newest(&**tx, user.id, Purpose::Invitation, app.clock.now()).await?;
    Ok(link.and_then(|link| {
        let url = links::url_of(app, &link)?;
        let message = "Este é o link do convite. Copie-o e entregue à pessoa.";
        Some(Invited { expires_at: link.expires_at, ..invited(app, user.id, url, message) })
    }))
}

/// Creates a link without sending it.
async fn create_link(app: &App, tx: &Transaction, admin: &Admin, user: &Model) -> Result<Invited> {
    let link = links::create(app, tx, new_link(admin, user)).await?;
    Ok(invited(app, user.id, link, "Link do convite criado. Copie-o e entregue à pessoa."))
}

/// Creates a link and queues a message with it.
async fn send(app: &App, tx: &Transaction, admin: &Admin, user: Model) -> Result<Invited> {
    let recipient = User::from(user.clone());
    let write = |link| notices::invitation(&recipient, &admin.0.user.full_name, link);
    let link = links::send(app, tx, new_link(admin, &user), write).await?;
    let mailed = app.mail().is_some();
    let message = match mailed {
        true => "Convite a caminho.",
        false => "Convite criado. Copie o link e entregue à pessoa: nenhum e-mail sai do site por enquanto.",
    };
    Ok(Invited { mailed, ..invited(app, user.id, link, message) })
}

fn new_link<'a>(admin: &Admin, user: &'a Model) -> NewLink<'a> {
    let created_by = Some(admin.0.user.id);
    NewLink { purpose: Purpose::Invitation, user_id: user.id, email: &user.email, created_by }
}

/// Returns the response for a link that was just created and not mailed.
fn invited(app: &App, user_id: Uuid, link: String, message: &'static str) -> Invited {
    let expires_at = app.clock.now() + Purpose::Invitation.lifetime();
    Invited { success: true, message, user_id, link, expires_at, mailed: false }
}

/// Revokes an open invitation: all links that were mailed to the user stop working. If the user hasn't accepted the invitation,
/// the user gets the role `user`, because the owner of the email can still reset the password.
#[utoipa::path(delete, path = "/api/auth/users/{id}/invitation", tag = "accounts", operation_id = "revoke_invitation",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = Done),
        StepUpRequired,
        (status = 409, description = "`not_invited`: the invitation was accepted or revoked", body = ErrorBody)))]
pub async fn revoke_invitation(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Json<Done>> {
    let (tx, user) = begin_on(&app, &admin, id).await?;
    let ended = links::end_all(&tx, id, &[Purpose::Invitation]).await?;
    // An invitation of staff can also be revoked after its link has expired and was deleted.
    if ended == 0 && !(user.invitation_pending && user.role.is_staff()) {
        return Err(NOT_INVITED);
    }
    links::end_all(&tx, id, Purpose::ALL).await?;
    let before = UserFields::of(&user);
    let mut event = Event::new(Action::UserInvitationRevoked).on(id, &user.email);
    if user.invitation_pending {
        let after = UserFields { role: Role::User, ..before.clone() };
        event = event.changed(&before, &after);
        store::update(&*tx, &user, after, false, app.clock.now()).await?;
    }
    audit::record(&app, &tx, &admin.actor(), event).await?;
    tx.commit().await?;
    Ok(Json(Done::new("Convite cancelado com sucesso!")))
}

/// The token of an invitation.
#[derive(Deserialize, ToSchema)]
pub struct InvitationToken {
    /// The token in the fragment of the link.
    pub token: String,
}

/// The recipient of an invitation.
#[derive(Serialize, ToSchema)]
pub struct Invitation {
    pub email: String,
    pub full_name: String,
    pub role: Role,
    /// Time at which the link expires.
    pub expires_at: DateTime<Utc>,
}

/// Returns the recipient of an invitation. The link remains valid.
#[utoipa::path(post, path = "/api/auth/invitations/lookup", tag = "accounts", operation_id = "find_invitation",
    request_body = InvitationToken,
    responses(
        (status = 200, body = Invitation),
        (status = 403, description = "`link_invalid`: the link is invalid, expired or used", body = ErrorBody)))]
pub async fn find_invitation(
    _: FormLimit,
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    JsonBody(input): JsonBody<InvitationToken>,
) -> Result<Json<Invitation>> {
    let link = find_link(&app, ip, &input.token, &[Purpose::Invitation]).await?;
    let user = users::find(app.db.reader(), link.user_id).await?.ok_or(Error::Refused(LINK_INVALID))?;
    let Model { email, full_name, role, .. } = user;
    Ok(Json(Invitation { email, full_name, role, expires_at: link.expires_at }))
}

/// The acceptance of an invitation.
#[derive(Deserialize, ToSchema)]
pub struct Acceptance {
    /// The token in the fragment of the link.
    pub token: String,
    pub full_name: String,
    /// At least 6 characters, for staff at least 12. The server may be configured to require more.
    pub password: String,
}

/// Accepts an invitation with its link, which works once, and signs in.
#[utoipa::path(post, path = "/api/auth/invitations/accept", tag = "accounts", operation_id = "accept_invitation",
    request_body = Acceptance,
    responses(
        (status = 201, body = NewSession),
        (status = 403, description = "`link_invalid`: the link is invalid, expired or used", body = ErrorBody)))]
pub async fn accept_invitation(
    _: FormLimit,
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    headers: HeaderMap,
    JsonBody(input): JsonBody<Acceptance>,
) -> Result<Response> {
    let link = find_link(&app, ip, &input.token, &[Purpose::Invitation]).await?;
    let user = users::find(app.db.reader(), link.user_id).await?.ok_or(Error::Refused(LINK_INVALID))?;
    // Cheap checks first, then the limit, then the expensive work.
    parse_acceptance(&app, &input, &Strength::by_length(&input.password), &user)?;
    app.limits.password_assessments.take(network_of(ip), app.clock.steady())?;
    let strength =
        passwords::assess(&app.passwords, &input.password, &[&input.full_name, &user.email]).await?;
    parse_acceptance(&app, &input, &strength, &user)?;
    let hash = app.passwords.hash(&input.password).await?;
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let user = users::find_for_update(&*tx, user.id).await?.filter(|user| user.email == link.email);
    let user = user.ok_or(Error::Refused(LINK_INVALID))?;
    // Parsed again, because the role may have changed before the row was locked.
    let full_name = parse_acceptance(&app, &input, &strength, &user)?;
    links::take(&tx, &link).await?;
    links::end_all(&tx, link.user_id, Purpose::PASSWORD).await?;
    let user = activate(&tx, user, full_name, (&input.password, hash), now).await?;
    let actor = Actor::user(user.id, &user.email, ip);
    let event = Event::new(Action::AccountInvitationAccepted).on(user.id, &user.email);
    let event = event.after(&json!({"invited_by": inviter_of(&tx, &link).await?}));
    let started = session::start(&app, &tx, user, Transport::of(&headers).with_ip(ip), &headers).await?;
    audit::record(&app, &tx, &actor, event).await?;
    tx.commit().await?;
    Ok(started.with_status(StatusCode::CREATED))
}

/// Sets name and password of an invited user, verifies the email, and ends all earlier access to the account.
async fn activate(
    tx: &Transaction,
    invited: Model,
    full_name: String,
    (password, hash): (&str, String),
    now: Timestamp,
) -> Result<User> {
    if !invited.email_verified {
        factors::remove(tx, invited.id).await?;
    }
    sessions::delete_all(&**tx, invited.id, None).await?;
    devices::delete_all(&**tx, invited.id, None).await?;
    users::set_password(&**tx, &invited, password, hash, now).await?;
    let user = User { full_name, email_verified: true, must_change_password: false, ..invited.into() };
    users::set_verified_email(&**tx, &user, &user.email, now).await?;
    users::set_name(&**tx, &user, &user.full_name, now).await?;
    Ok(user)
}

/// Returns the email of the administrator who created the link. The audit log contains it, because the administrator also knows
/// the link and could have accepted the invitation.
async fn inviter_of(tx: &Transaction, link: &link_store::Model) -> Result<Option<String>> {
    let Some(id) = link.created_by else { return Ok(None) };
    Ok(users::find(&**tx, id).await?.map(|inviter| inviter.email))
}

/// Checks the password against the rules for the user's role, and returns the name in its stored form.
fn parse_acceptance(app: &App, input: &Acceptance, password: &Strength, user: &Model) -> Result<String> {
    let mut fields = Fields::default();
    let (full_name, _) = parse_person(&mut fields, &input.full_name, &user.email);
    let min = passwords::min_length(&app.config, user.role);
    passwords::check(&mut fields, "password", password, min);
    fields.finish(full_name)
}
