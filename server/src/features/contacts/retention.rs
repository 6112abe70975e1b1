//! The retention rules of contacts, notes, replies and received messages. They erase nothing until an administrator sets a period.

use std::collections::BTreeSet;

use serde_json::json;

use super::{
    attachments, messages,
    model::ContactStatus::{self, Archived, New, Read, Replied},
    notes, replies, steps,
    store::{self, parts},
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::actor::Actor,
        mail,
        personal_data::retention::{Expiring, RetentionRule},
    },
    platform::{clock::Timestamp, db::Connection, error::Result},
};

const NOT_ARCHIVED: &[ContactStatus] = &[New, Read, Replied];
const ARCHIVED: &[ContactStatus] = &[Archived];
/// Maximum number of contacts that one transaction erases.
const AT_ONCE: u64 = 200;

pub const RULES: &[RetentionRule] = &[
    RetentionRule {
        key: "open_contacts",
        label: "Contatos sem desfecho",
        text: "Novos, lidos e respondidos, contados desde a última mudança. O contato fica sem os dados da pessoa, para as \
               estatísticas.",
        default_days: None,
        suggested_days: 730,
        min_days: 30,
        may_be_off: true,
        find: |db, before| Box::pin(async move { store::find_expiring(&db, NOT_ARCHIVED, before).await }),
        erase: |app, before| Box::pin(erase_contacts(app, NOT_ARCHIVED, before)),
    },
    RetentionRule {
        key: "archived_contacts",
        label: "Contatos arquivados",
        text: "Contados desde a última mudança. O contato fica sem os dados da pessoa, para as estatísticas.",
        default_days: None,
        suggested_days: 365,
        min_days: 30,
        may_be_off: true,
        find: |db, before| Box::pin(async move { store::find_expiring(&db, ARCHIVED, before).await }),
        erase: |app, before| Box::pin(erase_contacts(app, ARCHIVED, before)),
    },
    RetentionRule {
        key: "replies",
        label: "Mensagens, respostas, anotações e passos concluídos dos contatos",
        text: "Contadas desde que foram escritas ou recebidas, com os anexos. O contato continua na lista.",
        default_days: None,
        suggested_days: 730,
        min_days: 90,
        may_be_off: true,
        find: |db, before| Box::pin(find_texts(db, before)),
        erase: |app, before| Box::pin(erase_texts(app, before)),
    },
];

/// Erases the data of the senders of old contacts: in the contacts, notes, replies, received and sent messages and the audit log.
async fn erase_contacts(app: &App, statuses: &[ContactStatus], before: Timestamp) -> Result<u64> {
    let mut erased = 0;
    loop {
        let tx = app.db.begin().await?;
        let contacts = store::list_expired(&*tx, statuses, before, AT_ONCE).await?;
        if contacts.is_empty() {
            return Ok(erased);
        }
        erased += store::anonymize(&*tx, &contacts, app.clock.now()).await?.contacts;
        mail::store::people::delete_of_person(&*tx, &contacts, &BTreeSet::new()).await?;
        let values = json!({"contacts": contacts.len()});
        let in_log = audit::erasure::ErasedPerson { records: contacts, ..Default::default() };
        audit::erasure::erase(app, &tx, &in_log).await?;
        audit::record(app, &tx, &Actor::system(), Event::new(Action::ContactExpired).after(&values)).await?;
        tx.commit().await?;
    }
}

async fn find_texts(db: Connection<'_>, before: Timestamp) -> Result<Expiring> {
    let notes = parts::find_expiring::<notes::store::Entity>(&db, before).await?;
    let replies = parts::find_expiring::<replies::store::Entity>(&db, before).await?;
    let messages = parts::find_expiring::<messages::store::Entity>(&db, before).await?;
    let steps = parts::find_expiring::<steps::store::Entity>(&db, before).await?;
    let all = [notes, replies, messages, steps];
    let oldest = all.iter().filter_map(|found| found.oldest).min();
    Ok(Expiring { count: all.iter().map(|found| found.count).sum(), oldest })
}

async fn erase_texts(app: &App, before: Timestamp) -> Result<u64> {
    let tx = app.db.begin().await?;
    let notes = parts::delete_old::<notes::store::Entity>(&*tx, before).await?;
    let replies = parts::delete_old::<replies::store::Entity>(&*tx, before).await?;
    let messages = parts::delete_old::<messages::store::Entity>(&*tx, before).await?;
    let steps = parts::delete_old::<steps::store::Entity>(&*tx, before).await?;
    attachments::store::detach_old(&*tx, before).await?;
    let erased = notes + replies + messages + steps;
    if erased > 0 {
        let counts = json!({
            "notes": notes, "replies": replies, "received_messages": messages, "contact_steps": steps,
        });
        let event = Event::new(Action::ContactExpired).after(&counts);
        audit::record(app, &tx, &Actor::system(), event).await?;
        tx.commit().await?;
    }
    Ok(erased)
}
