//! The API with which staff read, change, delete and restore one contact request.

use axum::{extract::State, http::StatusCode};
use uuid::Uuid;

use super::{
    assignment::{self, assignees::check_assignee},
    mail,
    merging::MERGED,
    messages,
    model::{Contact, ContactChange},
    notifications,
    promise::{Calendar, Promise},
    replies, store,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action},
        identity::extract::Support,
    },
    platform::{
        db::Transaction,
        error::{Error, ErrorBody, Result},
        http::{IfMatch, JsonBody, PathId, Version, Versioned},
    },
};

const ERASED: Error = Error::Conflict {
    code: "person_erased",
    message: "Os dados de quem enviou este contato foram apagados, inclusive e-mail e telefone. O contato não pode voltar a \
              aguardar resposta nem receber textos novos.",
};

/// Returns a contact request.
#[utoipa::path(get, path = "/api/contacts/{id}", tag = "contacts", operation_id = "find_contact",
    params(PathId),
    responses(
        (status = 200, body = Contact)))]
pub async fn find_contact(
    _: Support,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<Contact>> {
    let (version, contact) = store::find(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    Ok(Versioned(version, completed(&app, contact).await?))
}

/// Changes a contact request. Omitted fields keep their value.
#[utoipa::path(put, path = "/api/contacts/{id}", tag = "contacts", operation_id = "update_contact",
    params(PathId, IfMatch),
    request_body = ContactChange,
    responses(
        (status = 200, body = Contact),
        (status = 409, description = "`person_erased`: the sender was erased, so the contact can't wait for a reply; `contact_merged`: the \
            contact was merged into another", body = ErrorBody)))]
pub async fn update_contact(
    staff: Support,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(change): JsonBody<ContactChange>,
) -> Result<Versioned<Contact>> {
    let tx = app.db.begin().await?;
    let (version, current) = find_editable_for_update(&tx, id).await?;
    condition.check(version)?;
    let fields = change.fields(&current)?;
    let starts_waiting = change.status.is_some_and(|status| status != current.status && status.is_waiting());
    if starts_waiting && current.is_erased() {
        return Err(ERASED);
    }
    if let Some(assignee) = change.assigned_to.filter(|assignee| *assignee != current.assigned_to) {
        check_assignee(&tx, assignee).await?;
    }
    let now = app.clock.now();
    let replies = replies::store::states(&*tx, [&current]).await?.remove(&id).unwrap_or_default();
    let triage = change.triage(&current, replies, now);
    let author = staff.0.user.id;
    let answerer = change.assigned_to.is_none().then_some(author);
    let triage = assignment::with_answerer(&tx, &current, triage, answerer).await?;
    let (version, contact) = store::update(&*tx, id, version, fields, triage, now).await?;
    if contact.fields.email != current.fields.email {
        mail::redirect(&app, &tx, &contact).await?;
    }
    mail::follow_change(&app, &tx, &current, &contact).await?;
    notifications::announce_assigned(&app, &tx, current.assigned_to, &contact, author).await?;
    let event = contact.event(Action::ContactUpdated).changed(&current, &contact);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, completed(&app, contact).await?))
}

/// Moves a contact request to the trash. It is purged after 30 days. Deleting it again does not extend that time.
#[utoipa::path(delete, path = "/api/contacts/{id}", tag = "contacts", operation_id = "delete_contact",
    params(PathId),
    responses(
        (status = 204),
        (status = 409, description = "`contact_merged`: the contact was merged into another", body = ErrorBody)))]
pub async fn delete_contact(
    staff: Support,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<StatusCode> {
    let tx = app.db.begin().await?;
    let (_, contact) = find_editable_for_update(&tx, id).await?;
    if contact.deleted_at.is_none() {
        let (_, contact) = store::set_deleted(&*tx, id, true, app.clock.now()).await?;
        audit::record(&app, &tx, &staff.actor(), contact.event(Action::ContactDeleted)).await?;
        tx.commit().await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Restores a contact request from the trash. A contact that isn't in the trash is returned unchanged.
#[utoipa::path(post, path = "/api/contacts/{id}/restore", tag = "contacts", operation_id = "restore_contact",
    params(PathId),
    responses(
        (status = 200, body = Contact),
        (status = 409, description = "`contact_merged`: the contact was merged into another", body = ErrorBody)))]
pub async fn restore_contact(
    staff: Support,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<Contact>> {
    let tx = app.db.begin().await?;
    let (version, contact) = find_editable_for_update(&tx, id).await?;
    if contact.deleted_at.is_none() {
        drop(tx);
        return Ok(Versioned(version, completed(&app, contact).await?));
    }
    let (version, contact) = store::set_deleted(&*tx, id, false, app.clock.now()).await?;
    audit::record(&app, &tx, &staff.actor(), contact.event(Action::ContactRestored)).await?;
    tx.commit().await?;
    Ok(Versioned(version, completed(&app, contact).await?))
}

/// Finds a contact that staff can change, and locks it until the transaction ends.
///
/// # Errors
/// [`Error::NotFound`], or [`MERGED`] if the contact was merged into another.
pub(super) async fn find_editable_for_update(tx: &Transaction, id: Uuid) -> Result<(Version, Contact)> {
    let (version, contact) = store::find_for_update(&**tx, id).await?.ok_or(Error::NotFound)?;
    check_not_merged(&contact)?;
    Ok((version, contact))
}

/// Finds a contact to which staff can add text, and locks it until the transaction ends. Text about an erased person would not be
/// found by another erasure.
///
/// # Errors
/// Those of [`find_editable_for_update`], or [`ERASED`].
pub(super) async fn find_writable_for_update(tx: &Transaction, id: Uuid) -> Result<(Version, Contact)> {
    let (version, contact) = find_editable_for_update(tx, id).await?;
    if contact.is_erased() { Err(ERASED) } else { Ok((version, contact)) }
}

/// Refuses a contact that was merged into another.
pub(super) fn check_not_merged(contact: &Contact) -> Result<()> {
    if contact.merged_into.is_some() { Err(MERGED) } else { Ok(()) }
}

/// Returns the contact with its promise, whose remaining time is computed now, and its latest message.
pub(super) async fn completed(app: &App, mut contact: Contact) -> Result<Contact> {
    complete(app, [&mut contact]).await?;
    Ok(contact)
}

/// Sets the promises of contacts, whose remaining time is computed now, and their latest messages.
pub(super) async fn complete<'a>(
    app: &App,
    contacts: impl IntoIterator<Item = &'a mut Contact>,
) -> Result<()> {
    let db = app.db.reader();
    let calendar = Calendar::read(db).await?;
    let now = app.clock.now();
    let contacts: Vec<_> = contacts.into_iter().collect();
    let mut latest = messages::store::list_latest(db, contacts.iter().map(|contact| contact.id)).await?;
    for contact in contacts {
        contact.promise = Promise::of(contact, &calendar, now);
        contact.latest_message = latest.remove(&contact.id);
    }
    Ok(())
}
