//! Erases a person from all records, as the law requires on request (LGPD, article 18), with or without an account. Contacts
//! remain without personal data, for the stats.

use std::collections::BTreeSet;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    app::App,
    features::{contacts, newsletter, privacy_requests},
    foundation::{
        accounts::{notices, recovery},
        audit::{self, Action, Event},
        identity::{
            actor::Actor,
            extract::{Admin, StepUpRequired, SteppedUp},
            store::users,
        },
        mail, settings,
    },
    platform::{
        db::Transaction,
        error::{Error, ErrorBody, Result},
        http::JsonBody,
        identifying_text::Traces,
        parse,
    },
};

const STAFF: Error = Error::Conflict {
    code: "staff_account",
    message: "Esta pessoa tem uma conta da equipe. Exclua a conta em Usuários antes de apagar os dados.",
};

const COMPANY: Error = Error::Conflict {
    code: "company_email",
    message: "Este é o e-mail da empresa, que recebe os avisos e as respostas dos clientes. Troque-o em Configurações de \
              Contato antes de apagar os dados de quem o usou.",
};

/// A person to erase, identified by email address, user, or both.
pub struct PersonToErase {
    /// A verified email address of the person.
    pub email: Option<String>,
    pub user_id: Option<Uuid>,
    /// Whether names and phone numbers in forms identify the person, too. Only staff may decide this, because visitors can
    /// enter those of another person.
    pub by_form_fields: bool,
}

#[derive(Deserialize, ToSchema)]
pub struct PersonErasure {
    /// The email address of the person's contacts, subscriptions or account.
    pub email: String,
}

/// The result of an erasure.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct ErasedPerson {
    /// Whether the person's account was deleted.
    pub account: bool,
    /// Number of contacts from which personal data was erased.
    pub contacts: u64,
    /// Number of messages that were deleted from the outbox.
    pub messages: u64,
    /// Number of newsletter subscriptions that were deleted.
    pub subscriptions: u64,
    /// Number of requests about personal data from which the person was removed.
    pub privacy_requests: u64,
    /// Number of saved filters with the person's name, address or phone number, which were deleted.
    pub saved_filters: u64,
    /// Number of audit events from which the person was erased.
    pub audit_events: u64,
}

/// Erases a person: contacts with notes and replies, messages, newsletter subscriptions, the account, and personal data in
/// the audit log. It can't be undone.
#[utoipa::path(post, path = "/api/people/erase", tag = "people", operation_id = "erase_person",
    request_body = PersonErasure,
    responses(
        (status = 200, body = ErasedPerson),
        StepUpRequired,
        (status = 409, description = "`staff_account`: the person has a staff account, which must be deleted first; or \
            `company_email`: it is the company's address", body = ErrorBody)))]
pub async fn erase_person(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    JsonBody(PersonErasure { email }): JsonBody<PersonErasure>,
) -> Result<Json<ErasedPerson>> {
    Ok(Json(erase_by_email(&app, &admin.actor(), &email).await?))
}

/// Erases the person with this address. Records the erasure without the address.
pub async fn erase_by_email(app: &App, actor: &Actor, email: &str) -> Result<ErasedPerson> {
    let email = email.trim().to_lowercase();
    if !parse::is_email(&email) {
        return Err(Error::field("email", "Informe um e-mail válido, como nome@empresa.com.br."));
    }
    let tx = app.db.begin().await?;
    let user = users::find_by_email(&*tx, &email).await?;
    if user.as_ref().is_some_and(|user| user.role.is_staff()) {
        return Err(STAFF);
    }
    if email == company_email(&tx).await? {
        return Err(COMPANY);
    }
    let person =
        PersonToErase { email: Some(email), user_id: user.map(|user| user.id), by_form_fields: true };
    let (mut erased, in_log) = erase_records(app, &tx, &person).await?;
    erased.audit_events = audit::erasure::erase(app, &tx, &in_log).await?;
    audit::record(app, &tx, actor, Event::new(Action::PersonErased).after(&erased)).await?;
    tx.commit().await?;
    truncate_wal(app).await;
    tracing::info!(contacts = erased.contacts, audit_events = erased.audit_events, "personal data erased");
    Ok(erased)
}

/// Erases a person from all records except the audit log. Returns the result, and what to erase from the audit log. The caller
/// does that last, because the log stays locked until the commit.
pub(super) async fn erase_records(
    app: &App,
    tx: &Transaction,
    person: &PersonToErase,
) -> Result<(ErasedPerson, audit::erasure::Person)> {
    let mut emails: BTreeSet<String> = person.email.iter().cloned().collect();
    if let Some(user) = person.user_id {
        emails
            .extend(without_others(tx, user, audit::erasure::verified_emails_of(&**tx, user).await?).await?);
    }
    // Messages to the company are about its customers.
    let company = company_email(tx).await?;
    emails.retain(|email| *email != company);
    let anonymized = contacts::store::anonymize(&**tx, person.user_id, &emails, app.clock.now()).await?;
    let contacts::store::Anonymized { contacts, messages, mut names, phones } = anonymized;
    let mut erased = ErasedPerson { contacts: contacts.len() as u64, ..ErasedPerson::default() };
    let mut messages = mail::store::delete_all(&**tx, messages).await?;
    let requests = privacy_requests::store::anonymize(&**tx, &emails, app.clock.now()).await?;
    erased.privacy_requests = requests.requests.len() as u64;
    messages.extend(mail::store::delete_all(&**tx, requests.messages).await?);
    names.extend(requests.names);
    messages.extend(mail::store::delete_of_contacts(&**tx, &contacts).await?);
    let mut records = contacts;
    records.extend(requests.requests);
    for email in &emails {
        messages.extend(mail::store::delete_of_email(&**tx, email, contacts::mail::NOTICE).await?);
        let subscriptions = newsletter::store::list_of_email(&**tx, email).await?;
        records.extend(subscriptions.iter().map(|subscription| subscription.id));
        erased.subscriptions += newsletter::store::delete_of_email(&**tx, email).await?;
    }
    if let Some(user) = person.user_id {
        names.extend(users::find(&**tx, user).await?.map(|user| user.full_name));
        // Unverified addresses may belong to other people: only messages about the account are deleted.
        let mut unverified = audit::erasure::emails_of(&**tx, user).await?;
        unverified.extend(recovery::store::emails_of(&**tx, user).await?);
        for email in without_others(tx, user, unverified).await? {
            messages.extend(mail::store::delete_of_kinds(&**tx, &email, &notices::KINDS).await?);
        }
    }
    let (names, phones) = if person.by_form_fields { (names, phones) } else { Default::default() };
    let traces = Traces::new(&emails, &names, phones);
    erased.saved_filters = contacts::saved_filters::store::delete_naming(&**tx, &traces).await?;
    if let Some(user) = person.user_id {
        users::delete(&**tx, user).await?;
        erased.account = true;
    }
    erased.messages = messages.len() as u64;
    records.extend(messages);
    let was_staff = match person.user_id {
        Some(user) => audit::erasure::was_staff(&**tx, user).await?,
        None => false,
    };
    let emails = without_staff(tx, emails).await?;
    Ok((erased, audit::erasure::Person { emails, user: person.user_id, records, traces, was_staff }))
}

/// Returns the addresses that never belonged to staff.
async fn without_staff(tx: &Transaction, emails: BTreeSet<String>) -> Result<BTreeSet<String>> {
    let mut remaining = BTreeSet::new();
    'addresses: for email in emails {
        for account in audit::erasure::users_with_email(&**tx, &email).await? {
            let is_staff = users::find(&**tx, account).await?.is_some_and(|user| user.role.is_staff());
            if is_staff || audit::erasure::was_staff(&**tx, account).await? {
                continue 'addresses;
            }
        }
        remaining.insert(email);
    }
    Ok(remaining)
}

/// Returns the company's email address in lowercase; empty if it is not set.
async fn company_email(tx: &Transaction) -> Result<String> {
    Ok(settings::store::contact(&**tx).await?.email.to_lowercase())
}

/// Returns the addresses that do not belong to another user.
async fn without_others(tx: &Transaction, user: Uuid, emails: Vec<String>) -> Result<BTreeSet<String>> {
    let mut own = BTreeSet::new();
    for email in emails.into_iter().filter(|email| parse::is_email(email)) {
        let owner = users::find_by_email(&**tx, &email).await?;
        if owner.is_none_or(|owner| owner.id == user) {
            own.insert(email);
        }
    }
    Ok(own)
}

/// Empties the write-ahead log after the commit, so that the file has no erased data. If this fails, the database does it
/// later.
pub(super) async fn truncate_wal(app: &App) {
    match app.db.truncate_wal().await {
        Ok(true) => {}
        Ok(false) => {
            tracing::warn!("the write-ahead log is in use and contains erased data until its next checkpoint")
        }
        Err(cause) => tracing::warn!(%cause, "emptying the write-ahead log after an erasure failed"),
    }
}
