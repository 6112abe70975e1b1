//! The API with which staff preview, test, send and cancel the mails of an edition.

use axum::{Json, extract::State, http::StatusCode};
use chrono::TimeDelta;
use sea_orm::ConnectionTrait;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    letter::EditionMail,
    model::{Edition, EditionFields, EditionInput, EditionState, SendInput},
    sending::{self, RenderedEdition},
    store,
};
use crate::{
    app::App,
    features::newsletter::store as subscriptions,
    foundation::{
        audit::{self, Action},
        identity::extract::Writer,
        mail::{self, model::Message},
        records::{self, ManagedRecord},
    },
    platform::{
        clock::Timestamp,
        db::stored,
        error::{Error, ErrorBody, Result},
        http::{IfMatch, JsonBody, PathId, Versioned},
    },
};

/// Kind of a test mail in the outbox.
pub const TEST: &str = "newsletter_test";

/// Maximum time from now to the scheduled start: a year. A later time is a mistake.
const MAX_AHEAD: TimeDelta = TimeDelta::days(366);

const NO_MAIL_SERVER: Error = Error::Conflict {
    code: "no_mail_server",
    message: "O envio de e-mails não está configurado. Configure VITRINE_SMTP_URL antes de enviar.",
};
const NOT_VERIFIED: Error = Error::Conflict {
    code: "email_not_verified",
    message: "O e-mail da sua conta ainda não foi confirmado. Confirme-o em Minha conta para receber o teste.",
};
const EMPTY: Error = Error::Conflict {
    code: "edition_empty",
    message: "Escreva um texto ou escolha um artigo publicado antes de enviar.",
};
const NO_RECIPIENTS: Error = Error::Conflict {
    code: "no_recipients",
    message: "Ainda não há inscrição confirmada. Não há a quem enviar.",
};
const NOT_OPEN: Error =
    Error::Conflict { code: "edition_not_open", message: "Esta edição já foi enviada ou cancelada." };
const NOT_ACTIVE: Error = Error::Conflict {
    code: "edition_not_active",
    message: "Esta edição não está agendada nem sendo enviada.",
};

/// The rendered mail of an edition.
#[derive(Debug, Serialize, ToSchema)]
pub struct EditionPreview {
    pub subject: String,
    /// The HTML part: a complete document without scripts. Its links work, except that the unsubscribe link ends no
    /// subscription.
    pub html: String,
    /// The text part.
    pub text: String,
}

/// Renders the mail of an edition from unsaved input, without saving anything. A missing subject is replaced.
#[utoipa::path(post, path = "/api/newsletter/editions/preview", tag = "newsletter",
    operation_id = "preview_edition",
    request_body = EditionInput,
    responses((status = 200, body = EditionPreview)))]
pub async fn preview_edition(
    _: Writer,
    State(app): State<App>,
    JsonBody(input): JsonBody<EditionInput>,
) -> Result<Json<EditionPreview>> {
    let untitled = input.subject.as_deref().unwrap_or_default().trim().is_empty();
    let subject = if untitled { Some("Sem assunto".to_owned()) } else { input.subject.clone() };
    let fields = EditionFields::parse(&EditionInput { subject, ..input }, None)?;
    let origin = app.config.origin();
    let mail = EditionMail::render(app.db.reader(), &fields, &origin).await?;
    let rendered = mail.with_sample_links(&origin);
    Ok(Json(EditionPreview { subject: fields.subject, html: rendered.html, text: rendered.text }))
}

/// Sends a test mail of the saved edition to the caller's own address. Its unsubscribe link ends no subscription.
#[utoipa::path(post, path = "/api/newsletter/editions/{id}/test", tag = "newsletter",
    operation_id = "test_edition",
    params(PathId),
    responses(
        (status = 204),
        (status = 409, description = "`email_not_verified`: the caller's address isn't confirmed; `no_mail_server`: mail is not \
            configured", body = ErrorBody)))]
pub async fn test_edition(staff: Writer, State(app): State<App>, PathId(id): PathId) -> Result<StatusCode> {
    if app.mail().is_none() {
        return Err(NO_MAIL_SERVER);
    }
    let user = &staff.0.user;
    if !user.email_verified {
        return Err(NOT_VERIFIED);
    }
    let (_, edition) = stored::find::<Edition>(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    let origin = app.config.origin();
    let mail = EditionMail::render_test(app.db.reader(), &edition.fields, &origin).await?;
    let rendered = mail.with_sample_links(&origin);
    let subject = format!("[Teste] {}", edition.fields.subject);
    let tx = app.db.begin().await?;
    mail::queue(&app, &tx, Message::new(TEST, &user.email, subject).rendered(rendered)).await?;
    audit::record(&app, &tx, &staff.actor(), edition.event(Action::EditionTested)).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// When sending starts.
enum Start {
    Now(RenderedEdition),
    At(Timestamp),
}

/// Sends an edition to the confirmed subscriptions in its segment, now or from `send_at` on. A scheduled edition can be
/// scheduled again or sent now. If it has no content at `send_at`, it becomes a draft again. With `If-Match`, an edition that
/// another person has changed is not sent.
#[utoipa::path(post, path = "/api/newsletter/editions/{id}/send", tag = "newsletter",
    operation_id = "send_edition",
    params(PathId, IfMatch),
    request_body = SendInput,
    responses(
        (status = 200, body = Edition),
        (status = 409, description = "`edition_not_open`: it was sent or canceled; `edition_empty`: it has no text and no \
            published post; `no_recipients`: no confirmed subscription is in its segment; `no_mail_server`: mail is not configured",
            body = ErrorBody)))]
pub async fn send_edition(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(input): JsonBody<SendInput>,
) -> Result<Versioned<Edition>> {
    if app.mail().is_none() {
        return Err(NO_MAIL_SERVER);
    }
    let now = app.clock.now();
    if input.send_at.is_some_and(|at| at <= now) {
        return Err(Error::field("send_at", "Escolha um momento no futuro."));
    }
    if input.send_at.is_some_and(|at| at > now + MAX_AHEAD) {
        return Err(Error::field("send_at", "Escolha um momento nos próximos 12 meses."));
    }
    let start = match input.send_at {
        Some(at) => Start::At(at),
        None => Start::Now(RenderedEdition::read(&app, id).await?.ok_or(Error::NotFound)?),
    };
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, edition) = records::find_for_update::<Edition>(&*tx, id).await?;
    condition.check(version)?;
    if !edition.state.is_open() {
        return Err(NOT_OPEN);
    }
    if !sending::has_content(&*tx, &edition.fields).await? {
        return Err(EMPTY);
    }
    let (action, (version, changed)) = match start {
        Start::At(at) => {
            let scheduled = EditionState::Scheduled;
            let change = store::set_state(&*tx, (version, &edition), scheduled, Some(at), now).await?;
            (Action::EditionScheduled, change)
        }
        Start::Now(rendered) => {
            require_recipients(&*tx, &edition.fields).await?;
            let change = sending::start(&tx, (version, &edition), rendered, now).await?;
            (Action::EditionSendStarted, change)
        }
    };
    audit::record(&app, &tx, &staff.actor(), changed.event(action).changed(&edition, &changed)).await?;
    tx.commit().await?;
    Ok(Versioned(version, changed))
}

/// Refuses an edition whose segment has no confirmed subscription.
async fn require_recipients(connection: &impl ConnectionTrait, edition: &EditionFields) -> Result<()> {
    let recipients = subscriptions::lists::count_recipients(connection, &edition.segment()).await?;
    if recipients == 0 { Err(NO_RECIPIENTS) } else { Ok(()) }
}

/// Number of subscribers who would receive an edition if it were sent now.
#[derive(Debug, Serialize, ToSchema)]
pub struct EditionRecipients {
    /// Number of confirmed subscriptions in the segment of the edition.
    pub count: u64,
}

/// Counts the subscribers who would receive an edition if it were sent now.
#[utoipa::path(get, path = "/api/newsletter/editions/{id}/recipients", tag = "newsletter",
    operation_id = "count_edition_recipients",
    params(PathId),
    responses((status = 200, body = EditionRecipients)))]
pub async fn count_edition_recipients(
    _: Writer,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Json<EditionRecipients>> {
    let reader = app.db.reader();
    let (_, edition) = stored::find::<Edition>(reader, id).await?.ok_or(Error::NotFound)?;
    let count = subscriptions::lists::count_recipients(reader, &edition.fields.segment()).await?;
    Ok(Json(EditionRecipients { count }))
}

/// Cancels a scheduled edition, which becomes a draft again, or an edition that is being sent. Its unsent mails are removed
/// from the outbox; sent ones can't be recalled.
#[utoipa::path(post, path = "/api/newsletter/editions/{id}/cancel", tag = "newsletter",
    operation_id = "cancel_edition",
    params(PathId, IfMatch),
    responses(
        (status = 200, body = Edition),
        (status = 409, description = "`edition_not_active`: it is neither scheduled nor being sent", body = ErrorBody)))]
pub async fn cancel_edition(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
) -> Result<Versioned<Edition>> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, edition) = records::find_for_update::<Edition>(&*tx, id).await?;
    condition.check(version)?;
    let (version, canceled) = match edition.state {
        EditionState::Scheduled => {
            store::set_state(&*tx, (version, &edition), EditionState::Draft, None, now).await?
        }
        EditionState::Sending => {
            sending::withdraw(&app, &tx, &edition).await?;
            store::set_state(&*tx, (version, &edition), EditionState::Canceled, Some(now), now).await?
        }
        EditionState::Draft | EditionState::Sent | EditionState::Canceled => return Err(NOT_ACTIVE),
    };
    let event = canceled.event(Action::EditionCanceled).changed(&edition, &canceled);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, canceled))
}
