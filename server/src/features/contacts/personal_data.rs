//! Personal data in contacts, notes, replies, received messages with their files, steps, and saved filters.

use std::collections::HashMap;

use serde_json::json;

use super::{
    attachments::{self, store::Attachment},
    mail::NOTICE,
    message::{NO_SERVICE, split_message},
    messages,
    model::Contact,
    notes::{self, store::Note},
    notifications::digest,
    replies::{
        self, in_copy,
        store::{Reply, ReplyState, is_one_of},
    },
    retention, saved_filters, steps,
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
        personal_data::{
            AskedBy, Erased, PAGE, Person, PersonFile, PersonRecord, PersonalData, Records, kind, table,
        },
        push,
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
const COPIES: &str = "reply_copies";
const MESSAGES: &str = "received_messages";
const STEPS: &str = "contact_steps";
const SAVED_FILTERS: &str = "saved_filters";
const SOURCES: &str = "contact_sources";

pub const PERSONAL_DATA: PersonalData = PersonalData {
    tables: &[
        table("contacts")
            // Pages and campaigns of a link can name the person for whom it was made.
            .personal(
                "name email phone company message search email_key phone_key user_id source_page source_referrer \
                 utm_source utm_medium utm_campaign source whatsapp_code lost_text next_step",
            )
            .staff("assigned_to next_step_by")
            .other(
                "id status quarantined service version created_at updated_at deleted_at due_at waits_until answered_at \
                 receipt_id delivery announced search_number consent_id asked_at first_due_at first_answered_at channel \
                 import_key import_id merged_into stage stage_changed_at closed_from value_cents lost_reason next_step_at \
                 next_step_has_time remind_at promise_noticed_for promise_notice_at answer_link_used_for",
            ),
        table("contact_merges").other("id contact_id document created_at"),
        table("contacts_grams").personal("search"),
        table("contact_notes").personal("text").staff("author_id").other("id contact_id created_at"),
        table("contact_steps")
            .personal("text")
            .staff("planned_by author_id")
            .other("id contact_id due_at has_time created_at"),
        table("contact_replies")
            .personal("subject text cc")
            .staff("author_id request_key")
            .other("id contact_id outbox_id created_at state accepted_at"),
        table("contact_messages")
            .personal("sender_name sender_email subject text quotation message_id")
            .other(
                "id contact_id is_confirmed is_automatic is_too_large omitted_attachments written_at created_at",
            ),
        table("contact_attachments")
            .personal("name")
            .staff("uploaded_by")
            .other("id contact_id message_id reply_id content_type bytes path pending_until created_at slot refusal"),
        table("contact_events").staff("user_id author_id").other("id contact_id event created_at"),
        table("contact_digest_entries").staff("user_id").other("contact_id event created_at"),
        table("notification_preferences").staff("user_id").other("document version"),
        table("contact_assignment").staff("last_user_id").other("id mode answerer version"),
        table("contact_assignment_people").staff("user_id").other("service position"),
        table("contact_writing").staff("user_id").other("contact_id reported_at"),
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
        kind(COPIES, "Cópias de respostas a outras pessoas", |app, person, _| {
            Box::pin(list_copies(app, person))
        }),
        kind(MESSAGES, "Mensagens recebidas por e-mail", |app, person, offset| {
            Box::pin(list_messages(app, person, offset))
        }),
        kind(NOTES, "Anotações da equipe", |app, person, offset| {
            Box::pin(list_notes(app, person, offset))
        })
        .internal(),
        kind(STEPS, "Próximos passos e desfechos anotados pela equipe", |app, person, offset| {
            Box::pin(list_steps(app, person, offset))
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
    // Anyone can send a contact with the phone of another person, with whose contact staff may merge it. So owners of accounts get
    // only their own.
    let includes_related = person.asked_by == AskedBy::Staff;
    let sender = store::find_sender(&db, person.user, &person.emails, includes_related).await?;
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
    push::store::delete_about(&**tx, &person.records).await?;
    let anonymized = store::anonymize(&**tx, &person.records, app.clock.now()).await?;
    if anonymized.contacts > 0 {
        // They may name the person.
        mail::store::delete_unsent_of_kind(&**tx, digest::KIND).await?;
    }
    erased.add(CONTACTS, anonymized.contacts);
    erased.add(NOTES, anonymized.notes);
    erased.add(REPLIES, anonymized.replies);
    erased.add(STEPS, anonymized.steps);
    erased.add(COPIES, erase_copies(app, tx, person).await?);
    // The person may also have written in the conversation of another.
    let elsewhere = messages::store::list_ids_from(&**tx, &person.emails).await?;
    attachments::store::detach_of_messages(&**tx, &elsewhere).await?;
    let elsewhere = messages::store::delete(&**tx, &elsewhere).await?;
    erased.add(MESSAGES, anonymized.messages + elsewhere);
    erased.add(SAVED_FILTERS, saved_filters::store::delete_naming(&**tx, &identifiers(person)).await?);
    let sources = find_sources(Connection::Transaction(tx), person).await?;
    store::erase_sources(&**tx, &sources).await?;
    erased.add(SOURCES, sources.len() as u64);
    Ok(())
}

/// Removes the person from the copies of replies to others.
async fn erase_copies(app: &App, tx: &Transaction, person: &Person) -> Result<u64> {
    let replies = replies::store::list_copied_to(&**tx, &person.emails).await?;
    for reply in &replies {
        replies::store::remove_copies(&**tx, reply, &person.emails).await?;
    }
    let messages: Vec<_> = replies.iter().map(|reply| reply.outbox_id).collect();
    mail::store::people::remove_copies(&**tx, &app.secret_key, &messages, &person.emails).await?;
    Ok(replies.len() as u64)
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
    let files = attachments::store::list(app.db.reader(), contacts.iter().map(|contact| contact.id)).await?;
    Ok(Records::page(contacts, offset, |contact| {
        let own = own_files(&files, |file| file.contact_id == Some(contact.id) && file.slot.is_some());
        contact_record(contact, &consents, own)
    }))
}

/// Returns the stored ones of the files to which `is_own` applies.
fn own_files(files: &[Attachment], is_own: impl Fn(&Attachment) -> bool) -> Vec<PersonFile> {
    let stored = files.iter().filter(|file| file.refusal.is_none() && is_own(file));
    stored.map(|file| PersonFile { id: file.id, name: file.name.clone(), path: file.path.clone() }).collect()
}

fn names_of(files: &[PersonFile]) -> Vec<&str> {
    files.iter().map(|file| &*file.name).collect()
}

fn contact_record(
    contact: Contact,
    consents: &HashMap<String, ConsentText>,
    files: Vec<PersonFile>,
) -> PersonRecord {
    let consent =
        contact.consent_id.as_ref().and_then(|id| consents.get(id).cloned()).map(ExportedConsent::from);
    let data = json!({
        "name": contact.fields.name,
        "email": contact.fields.email,
        "phone": contact.fields.phone,
        "company": contact.fields.company,
        "message": contact.fields.message,
        "status": contact.status.label(),
        "channel": contact.channel.label(),
        "whatsapp_code": contact.whatsapp_code,
        "created_at": contact.created_at,
        "deleted_at": contact.deleted_at.filter(|_| contact.merged_into.is_none()),
        "source": contact.source,
        "consent": consent,
        "attachments": names_of(&files),
    });
    PersonRecord::new(contact.created_at, contact_title(&contact.fields.message), &data)
        .about(contact.id)
        .with_files(files)
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

/// Lists what staff wrote about next steps and lost contacts: the completed steps, and before them the texts in the contacts.
async fn list_steps(app: &App, person: &Person, offset: u64) -> Result<Records> {
    let db = app.db.reader();
    let done = parts::list_page::<steps::store::Entity>(db, &person.records, offset, PAGE).await?;
    let mut records = Records::page(done, offset, |step| {
        let data = json!({"text": step.text, "done_at": step.created_at});
        PersonRecord::new(step.created_at, step.text, &data).about(step.contact_id)
    });
    if offset == 0 {
        let texts = store::list_staff_texts(db, &person.records).await?;
        let texts = texts.into_iter().map(|(id, changed_at, text)| {
            PersonRecord::new(changed_at, text.clone(), &json!({"text": text})).about(id)
        });
        records.items.splice(0..0, texts);
    }
    Ok(records)
}

async fn list_replies(app: &App, person: &Person, offset: u64) -> Result<Records> {
    let db = app.db.reader();
    let replies = parts::list_page::<replies::store::Entity>(db, &person.records, offset, PAGE).await?;
    let files = attachments::store::list(db, replies.iter().map(|reply| reply.contact_id)).await?;
    Ok(Records::page(replies, offset, |Reply { id, contact_id, cc, subject, text, created_at, .. }| {
        let own = own_files(&files, |file| file.reply_id == Some(id));
        let data = json!({
            "subject": subject, "text": text, "cc": cc, "attachments": names_of(&own), "created_at": created_at
        });
        PersonRecord::new(created_at, subject, &data).about(contact_id).with_files(own)
    }))
}

/// Lists that the person got copies of replies to others. What these say is about the others.
async fn list_copies(app: &App, person: &Person) -> Result<Records> {
    let replies = replies::store::list_copied_to(app.db.reader(), &person.emails).await?;
    let of_others = replies.into_iter().filter(|reply| !person.records.contains(&reply.contact_id));
    let record = |reply: ReplyState| {
        let own = in_copy(&reply.cc).filter(|email| is_one_of(&person.emails, email));
        let data = json!({"cc": own.collect::<Vec<_>>(), "created_at": reply.created_at});
        let record = PersonRecord::new(reply.created_at, "Cópia de uma resposta", &data);
        // Owners of accounts don't learn whose contact it was.
        if person.asked_by == AskedBy::Staff { record.about(reply.contact_id) } else { record }
    };
    Ok(Records::all(of_others.map(record).collect()))
}

async fn list_messages(app: &App, person: &Person, offset: u64) -> Result<Records> {
    let db = app.db.reader();
    let messages = messages::store::list_of_person(db, &person.records, &person.emails, offset, PAGE).await?;
    let files = attachments::store::list(db, messages.iter().map(|message| message.contact_id)).await?;
    Ok(Records::page(messages, offset, |message| {
        let own = own_files(&files, |file| file.message_id == Some(message.id));
        let data = json!({
            "sender_name": message.sender_name,
            "sender_email": message.sender_email,
            "subject": message.subject,
            "text": message.text,
            "quotation": message.quotation,
            "attachments": names_of(&own),
            "created_at": message.created_at,
        });
        PersonRecord::new(message.created_at, message.subject, &data)
            .about(message.contact_id)
            .with_files(own)
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
