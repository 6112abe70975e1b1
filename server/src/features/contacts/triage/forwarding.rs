//! Forwarding a contact to a colleague by mail.

use axum::{Json, extract::State, http::StatusCode, response::IntoResponse};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Triage;
use crate::{
    app::App,
    features::contacts::{
        admin::find_writable_for_update,
        assignment::assignees::check_assignee,
        fields::ContactFields,
        limits::MAX_NOTE,
        message::split_message,
        messages,
        model::Contact,
        notes::{self, ContactNote, store::Note},
        notifications, store as contacts,
    },
    foundation::{
        audit::{self, Action},
        identity::{extract::Support, store::users},
        mail::{self, model::Message},
        records,
    },
    platform::{
        error::{Error, ErrorBody, Result},
        http::{IdempotencyKey, JsonBody, PathId},
        parse::Fields,
        text::date,
    },
};

/// To whom a contact is forwarded.
#[derive(Deserialize, ToSchema)]
pub struct ForwardInput {
    /// A user who works with contacts.
    pub user_id: Uuid,
    /// Text to the colleague, which is stored as a note; may be empty.
    #[serde(default)]
    pub text: String,
    /// Whether the colleague becomes the assignee.
    #[serde(default)]
    pub assign: bool,
}

/// Mails a contact and its latest message to a colleague, and stores a note about it. Returns the note. If the contact is assigned to the
/// colleague, the mail says so, and the colleague's devices are notified.
#[utoipa::path(post, path = "/api/contacts/{id}/forward", tag = "contacts", operation_id = "forward_contact",
    params(
        PathId,
        ("Idempotency-Key" = Option<String>, Header,
            description = "Identifies the request. A repeated request with the same key returns the first note and sends nothing")),
    request_body = ForwardInput,
    responses(
        (status = 201, body = ContactNote),
        (status = 409, description = "`contact_merged`: the contact was merged into another; `person_erased`: the \
            sender was erased", body = ErrorBody)))]
pub async fn forward_contact(
    staff: Support,
    State(app): State<App>,
    PathId(id): PathId,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody(input): JsonBody<ForwardInput>,
) -> Result<impl IntoResponse> {
    let mut fields = Fields::default();
    let text = fields.text("text", &input.text, MAX_NOTE);
    let text = fields.finish(text)?;
    let tx = app.db.begin().await?;
    let (version, contact) = find_writable_for_update(&tx, id).await?;
    let note_id = records::new_id(&app, &staff, key.map(|key| format!("forward:{id}:{key}")).as_deref());
    if let Some(earlier) = notes::store::find_for_update(&*tx, note_id).await? {
        return Ok((StatusCode::CREATED, Json(ContactNote::from(earlier))));
    }
    check_assignee(&tx, Some(input.user_id)).await?;
    let colleague = users::find(&*tx, input.user_id).await?.ok_or(Error::NotFound)?;
    let author = &staff.0.user;
    let latest = messages::store::find_latest_confirmed(&*tx, id, &contact.fields.email).await?;
    let assigns = input.assign && contact.assigned_to != Some(colleague.id);
    let addressee = Addressee { email: &colleague.email, is_assigned: assigns };
    let message = message(&contact, latest, &author.full_name, addressee, &text, &app.config.origin());
    mail::queue(&app, &tx, message).await?;
    let now = app.clock.now();
    let first_line = format!("Encaminhado para {}.", colleague.full_name);
    let note = Note {
        id: note_id,
        contact_id: id,
        author_id: Some(author.id),
        text: if text.is_empty() { first_line } else { format!("{first_line}\n{text}") },
        created_at: now,
    };
    let note = notes::store::create(&*tx, note).await?;
    let mut event = contact.event(Action::ContactForwarded);
    if assigns {
        let triage = Triage { assigned_to: Some(colleague.id), ..Triage::of(&contact) };
        let fields = contact.fields.clone();
        let (_, assigned) = contacts::update(&*tx, id, version, fields, triage, now).await?;
        notifications::notify_of_forwarding(&app, &tx, &assigned, &colleague.into(), author.id).await?;
        event = event.changed(&contact, &assigned);
    }
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(ContactNote::from(note))))
}

/// Who gets the mail, and whether the contact was assigned to that colleague with it.
struct Addressee<'a> {
    email: &'a str,
    is_assigned: bool,
}

/// Returns the mail to the colleague. It quotes the request and the latest confirmed message of the person.
fn message(
    contact: &Contact,
    latest: Option<messages::store::Message>,
    author: &str,
    to: Addressee<'_>,
    text: &str,
    origin: &str,
) -> Message {
    let ContactFields { name, email, phone, company, message } = &contact.fields;
    let (service, request) = split_message(message);
    let fields = [
        ("Nome", &**name),
        ("Empresa", company),
        ("E-mail", email),
        ("Telefone", phone),
        ("Serviço de interesse", service),
    ];
    let mut mail = Message::new("contact_forwarded", to.email, format!("{author} encaminhou: {name}"))
        .about_contact(contact.id)
        .paragraphs(text);
    if to.is_assigned {
        mail = mail.paragraph("O contato foi atribuído a você.");
    }
    mail = mail
        .fields(fields)
        .paragraph(format!("Em {}, {}:", date::moment(contact.created_at), contact.channel.phrase()))
        .quote(request);
    if let Some(latest) = latest {
        mail =
            mail.paragraph(format!("Em {}, por e-mail:", date::moment(latest.created_at))).quote(latest.text);
    }
    mail.action("Abrir no painel", format!("{origin}/admin/contacts/{}", contact.id))
        .reason("Você recebe este e-mail porque um colega encaminhou este contato.")
}
