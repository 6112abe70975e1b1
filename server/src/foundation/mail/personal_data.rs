//! Personal data in the outbox: messages to people and about people.

use super::store;
use crate::{
    app::App,
    foundation::personal_data::{
        Erased, PAGE, Person, PersonRecord, PersonalData, Records, kind, retention::RetentionRule, table,
    },
    platform::{
        clock::Timestamp,
        db::{Connection, Transaction},
        error::Result,
    },
};

/// Key of the kind of messages.
pub const MESSAGES: &str = "messages";

pub const PERSONAL_DATA: PersonalData = PersonalData {
    tables: &[table("outbox").personal("to_email to_name reply_to subject sealed_body last_error refusal").other(
        "id kind state has_link attempts created_at due_at expires_at lease locked_until sent_at contact_id content_id",
    )],
    kinds: &[kind(MESSAGES, "E-mails", |app, person, offset| Box::pin(list(app, person, offset)))],
    identify: |db, person| Box::pin(identify(db, person)),
    erase: |_, tx, person, erased| Box::pin(erase(tx, person, erased)),
    retention: &[RetentionRule {
        key: "messages",
        label: "E-mails da caixa de saída",
        text: "Contados desde que o e-mail entrou na fila, enviado ou não. O conteúdo já é apagado no envio; aqui saem \
               também o endereço e o assunto.",
        default_days: Some(90),
        suggested_days: 90,
        // Longer than the period in which a message is retried.
        min_days: 7,
        may_be_off: false,
        find: |db, before| Box::pin(async move { store::find_expiring(&db, before).await }),
        erase: |app, before| Box::pin(erase_expired(app, before)),
    }],
};

async fn identify(db: Connection<'_>, person: &mut Person) -> Result<()> {
    let messages = store::people::list_ids_of_person(&db, &person.records, &person.emails).await?;
    person.records.extend(messages);
    Ok(())
}

async fn erase(tx: &Transaction, person: &Person, erased: &mut Erased) -> Result<()> {
    erased.add(MESSAGES, store::people::delete_of_person(&**tx, &person.records, &person.emails).await?);
    Ok(())
}

async fn list(app: &App, person: &Person, offset: u64) -> Result<Records> {
    let messages =
        store::people::list_of_person(app.db.reader(), &person.records, &person.emails, offset, PAGE).await?;
    Ok(Records::page(messages, offset, |message| {
        PersonRecord::new(message.created_at, message.subject.clone(), &message)
    }))
}

async fn erase_expired(app: &App, before: Timestamp) -> Result<u64> {
    let tx = app.db.begin().await?;
    let deleted = store::delete_old(&*tx, before).await?;
    tx.commit().await?;
    Ok(deleted)
}
