//! Personal data in contacts, notes, replies and saved filters.

use std::collections::HashMap;

use serde_json::json;

use super::{
    mail::NOTICE,
    message::{NO_SERVICE, split_message},
    model::Contact,
    notes::{self, store::Note},
    replies::{self, store::Reply},
    retention, saved_filters,
    store::{self, parts},
};
use crate::{
    app::App,
    foundation::{
        consent_texts::{
            self,
            model::{ConsentText, ExportedConsent},
        },
        mail,
        personal_data::{AskedBy, Erased, PAGE, Person, PersonRecord, PersonalData, Records, kind, table},
    },
    platform::{
        db::{Connection, Transaction},
        error::Result,
        privacy::identifying_text::Identifiers,
    },
};

const CONTACTS: &str = "contacts";
const NOTES: &str = "notes";
const REPLIES: &str = "replies";
const SAVED_FILTERS: &str = "saved_filters";
const SOURCES: &str = "contact_sources";

pub const PERSONAL_DATA: PersonalData = PersonalData {
    tables: &[
        table("contacts")
            // Pages and campaigns of a link can name the person for whom it was made.
            .personal(
                "name email phone company message search email_key phone_key user_id source_page source_referrer \
                 utm_source utm_medium utm_campaign",
            )
            .staff("assigned_to")
            .other(
                "id status quarantined service version created_at updated_at deleted_at due_at waits_until answered_at \
                 receipt_id delivery announced search_number consent_id",
            ),
        table("contacts_grams").personal("search"),
        table("contact_notes").personal("text").staff("author_id").other("id contact_id created_at"),
        table("contact_replies")
            .personal("subject text")
            .staff("author_id request_key")
            .other("id contact_id outbox_id created_at state accepted_at"),
        table("idempotency_keys").personal("key request_hash").other("contact_id created_at"),
        table("saved_filters").personal("name query").staff("user_id").other("id screen created_at"),
    ],
    kinds: &[
        kind(CONTACTS, "Contatos enviados", |app, person, offset| {
            Box::pin(list_contacts(app, person, offset))
        }),
        kind(REPLIES, "Respostas da equipe", |app, person, offset| {
            Box::pin(list_replies(app, person, offset))
        }),
        kind(NOTES, "Anotações da equipe", |app, person, offset| {
            Box::pin(list_notes(app, person, offset))
        })
        .internal(),
        kind(SAVED_FILTERS, "Filtros salvos pela equipe", |app, person, _| {
            Box::pin(list_saved_filters(app, person))
        })
        .internal(),
        kind(SOURCES, "Origens de outros contatos que citam a pessoa", |app, person, _| {
            Box::pin(list_sources(app, person))
        }),
    ],
    identify: |db, person| Box::pin(identify(db, person)),
    erase: |app, tx, person, erased| Box::pin(erase(app, tx, person, erased)),
    retention: retention::RULES,
};

async fn identify(db: Connection<'_>, person: &mut Person) -> Result<()> {
    let sender = store::find_sender(&db, person.user, &person.emails).await?;
    for email in &person.emails {
        person.records.extend(mail::store::people::list_ids_with_reply_to(&db, email, NOTICE).await?);
    }
    person.records.extend(sender.contacts);
    person.records.extend(sender.messages);
    person.names.extend(sender.names);
    person.phones.extend(sender.phones);
    Ok(())
}

async fn erase(app: &App, tx: &Transaction, person: &Person, erased: &mut Erased) -> Result<()> {
    let anonymized = store::anonymize(&**tx, &person.records, app.clock.now()).await?;
    erased.add(CONTACTS, anonymized.contacts);
    erased.add(NOTES, anonymized.notes);
    erased.add(REPLIES, anonymized.replies);
    erased.add(SAVED_FILTERS, saved_filters::store::delete_naming(&**tx, &identifiers(person)).await?);
    let sources = find_sources(Connection::Transaction(tx), person).await?;
    store::erase_sources(&**tx, &sources).await?;
    erased.add(SOURCES, sources.len() as u64);
    Ok(())
}

/// Finds pages, referrers and campaigns of other people's contacts that name the person.
async fn find_sources(db: Connection<'_>, person: &Person) -> Result<Vec<String>> {
    let Some(identifiers) = person.link_identifiers() else { return Ok(Vec::new()) };
    store::list_sources_naming(&db, &person.records, |text| identifiers.are_in_link(text)).await
}

async fn list_sources(app: &App, person: &Person) -> Result<Records> {
    let found = find_sources(Connection::Reader(app.db.reader()), person).await?;
    let record = |text: String| PersonRecord::new(None, text.clone(), &json!({"source": text}));
    Ok(Records::all(found.into_iter().map(record).collect()))
}

/// Returns what identifies the person in saved filters.
fn identifiers(person: &Person) -> Identifiers {
    person.identifiers().without_single_word_names()
}

async fn list_contacts(app: &App, person: &Person, offset: u64) -> Result<Records> {
    let contacts = store::list_by_ids(app.db.reader(), &person.records, offset, PAGE).await?;
    let ids = contacts.iter().filter_map(|contact| contact.consent_id.clone());
    let consents = consent_texts::store::find_all(app.db.reader(), ids).await?;
    Ok(Records::page(contacts, offset, |contact| contact_record(contact, &consents)))
}

fn contact_record(contact: Contact, consents: &HashMap<String, ConsentText>) -> PersonRecord {
    let consent =
        contact.consent_id.as_ref().and_then(|id| consents.get(id).cloned()).map(ExportedConsent::from);
    let data = json!({
        "name": contact.fields.name,
        "email": contact.fields.email,
        "phone": contact.fields.phone,
        "company": contact.fields.company,
        "message": contact.fields.message,
        "status": contact.status.label(),
        "created_at": contact.created_at,
        "deleted_at": contact.deleted_at,
        "source": contact.source,
        "consent": consent,
    });
    PersonRecord::new(contact.created_at, contact_title(&contact.fields.message), &data).about(contact.id)
}

/// Returns the service of interest and the first line of a message.
fn contact_title(message: &str) -> String {
    let (service, text) = split_message(message);
    let first_line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    match (service, first_line) {
        (service, "") => service.to_owned(),
        (NO_SERVICE, line) => line.to_owned(),
        (service, line) => format!("{service}: {line}"),
    }
}

async fn list_notes(app: &App, person: &Person, offset: u64) -> Result<Records> {
    let notes =
        parts::list_page::<notes::store::Entity>(app.db.reader(), &person.records, offset, PAGE).await?;
    Ok(Records::page(notes, offset, |Note { contact_id, text, created_at, .. }| {
        let data = json!({"text": text, "created_at": created_at});
        PersonRecord::new(created_at, text, &data).about(contact_id)
    }))
}

async fn list_replies(app: &App, person: &Person, offset: u64) -> Result<Records> {
    let replies =
        parts::list_page::<replies::store::Entity>(app.db.reader(), &person.records, offset, PAGE).await?;
    Ok(Records::page(replies, offset, |Reply { contact_id, subject, text, created_at, .. }| {
        let data = json!({"subject": subject, "text": text, "created_at": created_at});
        PersonRecord::new(created_at, subject, &data).about(contact_id)
    }))
}

async fn list_saved_filters(app: &App, person: &Person) -> Result<Records> {
    if person.asked_by == AskedBy::Owner {
        return Ok(Records::default());
    }
    let rows = saved_filters::store::list_naming(app.db.reader(), &identifiers(person)).await?;
    let record = |row: saved_filters::store::Row| {
        let data = json!({"name": row.name, "query": row.query, "created_at": row.created_at});
        PersonRecord::new(row.created_at, row.name, &data)
    };
    Ok(Records::all(rows.into_iter().map(record).collect()))
}
