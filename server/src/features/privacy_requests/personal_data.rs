//! Personal data of the people who sent privacy requests.

use std::cmp::Reverse;

use serde_json::json;

use super::{
    model::PrivacyRequest,
    replies::{self, files::store::PrivacyFile, store::StoredPrivacyReply},
    store,
};
use crate::{
    app::App,
    foundation::personal_data::{AskedBy, Erased, Person, PersonRecord, PersonalData, Records, kind, table},
    platform::{
        db::{Connection, Transaction},
        error::Result,
    },
};

const PRIVACY_REQUESTS: &str = "privacy_requests";
const PRIVACY_REPLIES: &str = "privacy_replies";
const PRIVACY_NOTES: &str = "privacy_notes";

pub const PERSONAL_DATA: PersonalData = PersonalData {
    tables: &[
        table("privacy_requests")
            .personal("name email message reason note token_hash search")
            .other("id protocol kind state created_at confirmed_at closed_at version updated_at"),
        table("privacy_request_replies")
            .personal("text")
            .staff("author_id request_key")
            .other("id request_id outbox_id created_at state"),
        table("privacy_request_files")
            .personal("name")
            .staff("uploaded_by")
            .other("id request_id reply_id content_type bytes path pending_until created_at"),
    ],
    kinds: &[
        kind(PRIVACY_REQUESTS, "Pedidos de privacidade", |app, person, _| Box::pin(list(app, person))),
        kind(PRIVACY_REPLIES, "Respostas a pedidos de privacidade", |app, person, _| {
            Box::pin(list_replies(app, person))
        }),
        kind(PRIVACY_NOTES, "Anotações da equipe em pedidos de privacidade", |app, person, _| {
            Box::pin(list_notes(app, person))
        })
        .internal(),
    ],
    identify: |db, person| Box::pin(identify(db, person)),
    erase: |app, tx, person, erased| Box::pin(erase(app, tx, person, erased)),
    retention: &[],
};

async fn identify(db: Connection<'_>, person: &mut Person) -> Result<()> {
    for email in person.emails.clone() {
        for request in store::list_of_email(&db, &email).await? {
            person.records.insert(request.id);
            person.names.push(request.name);
        }
    }
    Ok(())
}

/// Removes the person's data from the requests and replies. The requests remain as proof that they were answered.
async fn erase(app: &App, tx: &Transaction, person: &Person, erased: &mut Erased) -> Result<()> {
    let anonymized = store::anonymize(&**tx, &person.emails, app.clock.now()).await?;
    erased.add(PRIVACY_REQUESTS, anonymized.requests);
    erased.add(PRIVACY_REPLIES, anonymized.replies);
    erased.add(PRIVACY_NOTES, anonymized.notes);
    Ok(())
}

async fn list(app: &App, person: &Person) -> Result<Records> {
    let requests = requests_of(app, person).await?;
    Ok(Records::all(requests.iter().map(record).collect()))
}

async fn list_notes(app: &App, person: &Person) -> Result<Records> {
    let requests = requests_of(app, person).await?;
    let with_note = requests.iter().filter(|request| !request.note.is_empty());
    let record = |request: &PrivacyRequest| {
        let data = json!({"protocol": request.protocol, "note": request.note});
        PersonRecord::new(request.created_at, format!("Pedido {}", request.protocol), &data).about(request.id)
    };
    Ok(Records::all(with_note.map(record).collect()))
}

async fn list_replies(app: &App, person: &Person) -> Result<Records> {
    let mut records = Vec::new();
    for request in requests_of(app, person).await? {
        let replies = replies::store::list(app.db.reader(), request.id).await?;
        let files = replies::files::store::list(app.db.reader(), request.id).await?;
        records.extend(replies.into_iter().map(|reply| reply_record(&request, reply, &files)));
    }
    records.sort_by_key(|record| Reverse(record.at));
    Ok(Records::all(records))
}

/// Returns the requests of the person's addresses. The owner of an address sees only confirmed ones, because anyone can send a
/// request with another person's address.
async fn requests_of(app: &App, person: &Person) -> Result<Vec<PrivacyRequest>> {
    let mut found = Vec::new();
    for email in &person.emails {
        found.extend(store::list_of_email(app.db.reader(), email).await?);
    }
    found.retain(|request| person.asked_by == AskedBy::Staff || request.confirmed_at.is_some());
    Ok(found)
}

fn reply_record(request: &PrivacyRequest, reply: StoredPrivacyReply, files: &[PrivacyFile]) -> PersonRecord {
    let StoredPrivacyReply { id, text, created_at, .. } = reply;
    let own = files.iter().filter(|file| file.reply_id == Some(id));
    let names: Vec<&str> = own.map(|file| &*file.name).collect();
    // Without the files, of which one may be an earlier export.
    let data = json!({
        "protocol": request.protocol, "text": text, "attachments": names, "created_at": created_at
    });
    PersonRecord::new(created_at, format!("Resposta ao pedido {}", request.protocol), &data)
}

fn record(request: &PrivacyRequest) -> PersonRecord {
    let data = json!({
        "protocol": request.protocol,
        "kind": request.kind.label(),
        "name": request.name,
        "message": request.message,
        "created_at": request.created_at,
        "confirmed_at": request.confirmed_at,
        "closed_at": request.closed_at,
        "reason": request.reason,
    });
    PersonRecord::new(request.created_at, request.kind.label(), &data).about(request.id)
}
