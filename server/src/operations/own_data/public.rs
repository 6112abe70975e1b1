//! Exporting own data, and deleting the own account.

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};

use super::{
    erasure::{self, PersonToErase},
    model::{AccountDeletion, ExportedContact, ExportedDevice, ExportedEvent, OwnData},
};
use crate::{
    app::App,
    features::{contacts, newsletter, privacy_requests},
    foundation::{
        accounts::{factors::passkeys, own_sessions::OwnSession, profile::check_password},
        audit::{self, Action, Event},
        consent_texts,
        identity::{
            extract::SignedIn,
            model::User,
            session,
            store::{devices, sessions, users},
        },
    },
    platform::{
        error::{Error, ErrorBody, Result},
        http::JsonBody,
    },
};

/// Maximum number of replies in an export.
const MAX_REPLIES: u64 = 5000;
/// Maximum number of events in an export.
const MAX_EVENTS: u64 = 5000;
/// The `Content-Disposition` of an export.
const DISPOSITION: &str = "attachment; filename=\"meus-dados.json\"";

/// Returns all data of the caller as a file.
#[utoipa::path(get, path = "/api/auth/export", tag = "accounts", operation_id = "export_own_data",
    responses((status = 200, body = OwnData)))]
pub async fn export_own_data(State(app): State<App>, caller: SignedIn) -> Result<Response> {
    app.limits.exports.take(caller.user.id, app.clock.steady())?;
    let SignedIn { user, session, .. } = &caller;
    let db = app.db.reader();
    let devices = devices::list(db, user.id).await?;
    let events = audit::list_of_actor(db, user.id, MAX_EVENTS).await?;
    let sessions = sessions::list(db, user, app.clock.now()).await?;
    let passkeys = passkeys::store::list(db, user.id).await?;
    let contacts = contacts::store::list_of_user(db, user.id).await?;
    let ids: Vec<_> = contacts.iter().map(|contact| contact.id).collect();
    let account_consent = users::find(db, user.id).await?.and_then(|row| row.consent_id);
    let consent_ids = contacts.iter().filter_map(|contact| contact.consent_id.clone());
    let consents = consent_texts::store::find_all(db, consent_ids.chain(account_consent.clone())).await?;
    let replies = contacts::replies::store::list(db, &ids, MAX_REPLIES).await?;
    let (subscriptions, requests) = match verified_email(user) {
        Some(email) => (
            newsletter::store::list_of_email(db, email).await?,
            privacy_requests::store::list_of_email(db, email).await?,
        ),
        None => Default::default(),
    };
    let data = OwnData {
        exported_at: app.clock.now(),
        sessions: sessions.iter().map(|row| OwnSession::new(row, session.id)).collect(),
        passkeys: passkeys.into_iter().map(Into::into).collect(),
        account_consent: account_consent.and_then(|id| consents.get(&id).cloned()).map(Into::into),
        contacts: contacts
            .into_iter()
            .map(|contact| ExportedContact::new(contact, &replies, &consents))
            .collect(),
        known_devices: devices.iter().map(ExportedDevice::from).collect(),
        events: events.into_iter().map(ExportedEvent::from).collect(),
        // Anyone can send a request with the address of another person.
        privacy_requests: requests
            .into_iter()
            .filter(|request| request.confirmed_at.is_some())
            .map(Into::into)
            .collect(),
        newsletter: subscriptions.into_iter().map(Into::into).collect(),
        account: user.clone(),
    };
    let tx = caller.begin(&app).await?;
    let event = Event::new(Action::AccountDataExported).on(data.account.id, &data.account.email);
    audit::record(&app, &tx, &caller.actor(), event).await?;
    tx.commit().await?;
    let text = serde_json::to_string_pretty(&data).map_err(anyhow::Error::new)?;
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CONTENT_DISPOSITION, DISPOSITION)];
    Ok((headers, text).into_response())
}

/// Returns the email address if it is verified. A visitor can register with the address of another person.
fn verified_email(user: &User) -> Option<&str> {
    user.email_verified.then_some(&*user.email)
}

/// Deletes the caller's account. Contacts remain without personal data.
#[utoipa::path(delete, path = "/api/auth/account", tag = "accounts", operation_id = "delete_account",
    request_body = AccountDeletion,
    responses(
        (status = 204),
        (status = 409, description = "The account belongs to staff: an administrator must delete it", body = ErrorBody),
        (status = 422, description = "Wrong password", body = ErrorBody)))]
pub async fn delete_account(
    State(app): State<App>,
    caller: SignedIn,
    headers: HeaderMap,
    JsonBody(input): JsonBody<AccountDeletion>,
) -> Result<Response> {
    let user = &caller.user;
    if user.role.is_staff() {
        return Err(Error::Conflict {
            code: "staff_account",
            message: "Contas da equipe são excluídas por outro administrador, no painel.",
        });
    }
    check_password(&app, &caller, "password", &input.password).await?;
    let tx = caller.begin(&app).await?;
    // An unverified address may belong to another person, whose contacts remain.
    let person = PersonToErase {
        email: verified_email(user).map(str::to_owned),
        user_id: Some(user.id),
        by_form_fields: false,
    };
    let (_, in_log) = erasure::erase_records(&app, &tx, &person).await?;
    let event = Event::new(Action::AccountDeleted).on(user.id, &user.email);
    audit::record(&app, &tx, &caller.actor(), event).await?;
    audit::erasure::erase(&app, &tx, &in_log).await?;
    tx.commit().await?;
    erasure::truncate_wal(&app).await;
    tracing::info!(user = %user.id, "account deleted by its owner");
    let cookie = session::expired_cookie(&app, &headers)?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}
