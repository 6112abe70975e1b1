//! Erases a person, with or without an account, from all records, as the law requires on request (LGPD, article 18). Contacts
//! remain without personal data for the stats, and privacy requests as proof of the answer.

use axum::{Json, extract::State, http::StatusCode};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::{
    certificate,
    person::{self, company_email, parse_email},
    registry,
};
use crate::{
    app::App,
    features::{contacts, privacy_requests, redirects, visits},
    foundation::{
        audit::{self, Action, Event},
        identity::{
            actor::Actor,
            extract::{Admin, StepUpRequired, SteppedUp},
            store::users,
        },
        personal_data::{Person, certificate::Certificate},
    },
    operations::media_uses,
    platform::{
        db::{Connection, Transaction},
        error::{Error, ErrorBody, Refusal, Result},
        http::JsonBody,
    },
};

/// Why a person can't be erased.
pub(super) struct Obstacle {
    pub code: &'static str,
    message: &'static str,
}

impl From<Obstacle> for Error {
    fn from(Obstacle { code, message }: Obstacle) -> Self {
        Self::Conflict { code, message }
    }
}

const STAFF: Obstacle = Obstacle {
    code: "staff_account",
    message: "Esta pessoa tem uma conta da equipe. Exclua a conta em Usuários antes de apagar os dados.",
};

const COMPANY: Obstacle = Obstacle {
    code: "company_email",
    message: "Este é o e-mail da empresa, que recebe os avisos e as respostas dos clientes. Troque-o em Configurações de \
              Contato antes de apagar os dados de quem o usou.",
};

const UNANSWERED: Obstacle = Obstacle {
    code: "open_privacy_request",
    message: "Há pedido de privacidade desta pessoa a responder. Responda ou encerre cada pedido antes de apagar os dados, \
              porque o e-mail para a resposta seria apagado com eles.",
};

const UNSENT: Obstacle = Obstacle {
    code: "queued_privacy_reply",
    message: "A resposta a um pedido de privacidade desta pessoa ainda está na fila de e-mails, e seria apagada sem chegar a \
              ela. Espere o envio. Se ele falhar, exclua a mensagem em E-mails antes de apagar os dados.",
};

/// The refusal of an erasure for which nothing is stored.
pub const NOTHING_STORED: Refusal = Refusal {
    status: StatusCode::NOT_FOUND,
    code: "nothing_stored",
    message: "Não há nada guardado com este e-mail. Nada foi apagado.",
};

#[derive(Deserialize, ToSchema)]
pub struct PersonErasure {
    /// The email address of the person's contacts, subscriptions or account.
    pub email: String,
}

/// Erases a person permanently: contacts with notes and replies, messages, newsletter subscriptions, privacy requests, the
/// account, unused pictures, and personal data in the audit log. Contacts and privacy requests remain without personal data. Open
/// requests for deletion become `done`. Returns a signed certificate, which isn't stored.
#[utoipa::path(post, path = "/api/people/erase", tag = "people", operation_id = "erase_person",
    request_body = PersonErasure,
    responses(
        (status = 200, body = Certificate),
        StepUpRequired,
        (status = 404, description = "`nothing_stored`: nothing about the person is stored", body = ErrorBody),
        (status = 409, description = "`staff_account`: the person has a staff account, which must be deleted first; \
            `company_email`: it is the company's address; `open_privacy_request`: the person has a privacy request to answer, \
            other than for deletion; or `queued_privacy_reply`: a reply to a privacy request of the person is still queued",
            body = ErrorBody)))]
pub async fn erase_person(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    JsonBody(PersonErasure { email }): JsonBody<PersonErasure>,
) -> Result<Json<Certificate>> {
    Ok(Json(erase_by_email(&app, &admin.actor(), &email).await?))
}

/// Erases the person with this email. Records the erasure without the email, and returns the certificate. Changes nothing if
/// nothing about the person is stored.
pub async fn erase_by_email(app: &App, actor: &Actor, email: &str) -> Result<Certificate> {
    let email = parse_email(email)?;
    // Stored first, so that the erasure finds the latest visits and missing pages.
    visits::collector::write(app).await?;
    redirects::missing::write_counts(app).await?;
    let tx = app.db.begin().await?;
    let person = person::by_email(Connection::Transaction(&tx), email.clone()).await?;
    if let Some(obstacle) = obstacle(app, Connection::Transaction(&tx), &email, &person).await? {
        return Err(obstacle.into());
    }
    let certificate = erase(app, tx, &person, &email, |certificate| {
        let changes = json!({"certificate": certificate.id});
        (actor.clone(), Event::new(Action::PersonErased).after(&with_counts(changes, certificate)))
    })
    .await?;
    // After the commit, so that a concurrent request doesn't count the erased campaigns again.
    visits::counting::forget_today(app).await;
    Ok(certificate)
}

/// Returns why the person with this email can't be erased; `None` if nothing prevents it. Ignores requests for
/// deletion, which the erasure fulfills, and without a mail server also queued replies, which can't be sent.
pub(super) async fn obstacle(
    app: &App,
    db: Connection<'_>,
    email: &str,
    person: &Person,
) -> Result<Option<Obstacle>> {
    let user = users::find_by_email(&db, email).await?;
    if user.is_some_and(|user| user.role.is_staff()) {
        return Ok(Some(STAFF));
    }
    if email == company_email(db).await? {
        return Ok(Some(COMPANY));
    }
    if privacy_requests::store::has_unanswered(&db, &person.emails).await? {
        return Ok(Some(UNANSWERED));
    }
    let is_unsent =
        app.mail().is_some() && privacy_requests::replies::store::has_queued(&db, &person.emails).await?;
    Ok(is_unsent.then_some(UNSENT))
}

/// Erases a person in the transaction, and commits it. The certificate states a hash of `email` if the records of this address
/// were erased; those of an unverified address may belong to another person. `event` returns the audit event to record, with
/// its actor. Fails with [`NOTHING_STORED`] if there is nothing to erase.
pub(super) async fn erase(
    app: &App,
    tx: Transaction,
    person: &Person,
    email: &str,
    event: impl FnOnce(&Certificate) -> (Actor, Event),
) -> Result<Certificate> {
    let erased = registry::erase(app, &tx, person).await?;
    if erased.counts.values().chain(erased.remaining.values()).all(|count| *count == 0) {
        return Err(Error::Refused(NOTHING_STORED));
    }
    let email = Some(email.to_lowercase()).filter(|email| person.emails.contains(email));
    let certificate = certificate::issue(app, &tx, email.as_deref(), &erased).await?;
    let (actor, event) = event(&certificate);
    audit::record(app, &tx, &actor, event).await?;
    tx.commit().await?;
    media_uses::delete_files(app, erased.files).await;
    if let Err(cause) = contacts::attachments::delete_detached(app).await {
        tracing::warn!(%cause, "deleting the files of an erased person failed; it is tried again");
    }
    if let Err(cause) = privacy_requests::replies::files::delete_detached(app).await {
        tracing::warn!(%cause, "deleting the files of an erased person failed; it is tried again");
    }
    truncate_wal(app).await;
    tracing::info!(certificate = %certificate.id, "personal data erased");
    Ok(certificate)
}

/// Adds the number of erased records of each kind to the values of an event.
fn with_counts(mut values: serde_json::Value, certificate: &Certificate) -> serde_json::Value {
    for count in &certificate.erased {
        values[&count.kind] = count.count.into();
    }
    values
}

/// Empties the write-ahead log, so that its file has no erased data. If this fails, the database empties it later.
pub(super) async fn truncate_wal(app: &App) {
    match app.db.truncate_wal().await {
        Ok(true) => {}
        Ok(false) => {
            tracing::warn!("the write-ahead log is in use and contains erased data until its next checkpoint")
        }
        Err(cause) => tracing::warn!(%cause, "emptying the write-ahead log after an erasure failed"),
    }
}
