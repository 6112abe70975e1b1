//! Personal data of the people who sent privacy requests.

use serde_json::json;

use super::{model::PrivacyRequest, store};
use crate::{
    app::App,
    foundation::personal_data::{AskedBy, Erased, Person, PersonRecord, PersonalData, Records, kind, table},
    platform::{
        db::{Connection, Transaction},
        error::Result,
    },
};

const PRIVACY_REQUESTS: &str = "privacy_requests";

pub const PERSONAL_DATA: PersonalData = PersonalData {
    tables: &[
        table("privacy_requests")
            .personal("name email message reason note token_hash search")
            .other("id protocol kind state created_at confirmed_at closed_at version updated_at"),
        table("privacy_request_replies")
            .personal("text")
            .staff("author_id request_key")
            .other("id request_id outbox_id created_at state"),
    ],
    kinds: &[kind(PRIVACY_REQUESTS, "Pedidos de privacidade", |app, person, _| Box::pin(list(app, person)))],
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

/// Removes the person's data from the requests. The requests remain as proof that they were answered.
async fn erase(app: &App, tx: &Transaction, person: &Person, erased: &mut Erased) -> Result<()> {
    erased.add(PRIVACY_REQUESTS, store::anonymize(&**tx, &person.emails, app.clock.now()).await?);
    Ok(())
}

async fn list(app: &App, person: &Person) -> Result<Records> {
    let mut records = Vec::new();
    for email in &person.emails {
        let requests = store::list_of_email(app.db.reader(), email).await?;
        // The owner of the address sees only confirmed requests, because anyone can send a request with another person's
        // address.
        let is_shown =
            |request: &PrivacyRequest| person.asked_by == AskedBy::Staff || request.confirmed_at.is_some();
        records
            .extend(requests.into_iter().filter(is_shown).map(|request| record(&request, person.asked_by)));
    }
    Ok(Records::all(records))
}

fn record(request: &PrivacyRequest, asked_by: AskedBy) -> PersonRecord {
    let mut data = json!({
        "protocol": request.protocol,
        "kind": request.kind.label(),
        "name": request.name,
        "message": request.message,
        "created_at": request.created_at,
        "confirmed_at": request.confirmed_at,
        "closed_at": request.closed_at,
        "reason": request.reason,
    });
    if asked_by == AskedBy::Staff {
        data["note"] = request.note.clone().into();
    }
    PersonRecord::new(request.created_at, request.kind.label(), &data)
}
