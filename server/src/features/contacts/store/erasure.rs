//! The SQL that finds a person's contacts and removes the person from them.

use std::collections::BTreeSet;

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    Condition, ConnectionTrait, QueryOrder, QuerySelect,
    entity::prelude::*,
};

use super::{
    columns, idempotency_keys,
    merged::{list_merged_into, set_merged_into, with_merged},
    parts,
    rows::{self, Column},
};
use crate::{
    features::contacts::{
        attachments,
        fields::{ContactFields, email_key},
        merging,
        message::{compose_message, split_message},
        messages,
        model::{Contact, ContactStatus},
        notes, replies,
        source::UNKNOWN_SOURCE,
        steps,
    },
    platform::{clock::Timestamp, db::MAX_VALUES, error::Result},
};

// Texts that replace the name and the message of an erased person.
const CLOSED_ACCOUNT: &str = "Conta excluída";
const ERASED_PERSON: &str = "Dados apagados";
const ERASED_MESSAGE: &str = "Conteúdo removido a pedido de quem o enviou.";

/// The contacts of a person, and the names and phone numbers that identify the person in other records.
#[derive(Default)]
pub struct Sender {
    pub contacts: Vec<Uuid>,
    /// Ids of receipts and replies in the outbox.
    pub messages: Vec<Uuid>,
    pub names: Vec<String>,
    /// Results of [`phone_key`].
    ///
    /// [`phone_key`]: crate::features::contacts::fields::phone_key
    pub phones: Vec<String>,
}

/// Finds the contacts that were sent by the user or with one of the email addresses, including those in the trash. `includes_related`
/// adds those without an email that have the same phone, and the contacts with which staff have merged them, which may have other
/// addresses.
pub async fn find_sender(
    connection: &impl ConnectionTrait,
    user_id: Option<Uuid>,
    emails: &BTreeSet<String>,
    includes_related: bool,
) -> Result<Sender> {
    let mut is_own = Condition::any();
    if let Some(user_id) = user_id {
        is_own = is_own.add(Column::UserId.eq(user_id));
    }
    for key in emails.iter().map(|email| email_key(email)).filter(|key| !key.is_empty()) {
        is_own = is_own.add(Column::EmailKey.eq(key));
    }
    let mut sender = Sender::default();
    if is_own.is_empty() {
        return Ok(sender);
    }
    let own = rows::Entity::find().filter(is_own).select_only().column(Column::Id);
    let mut ids: BTreeSet<Uuid> = own.into_tuple::<Uuid>().all(connection).await?.into_iter().collect();
    if includes_related {
        ids.extend(list_by_phone_alone(connection, &ids).await?);
        with_merged(connection, &mut ids).await?;
    }
    for row in rows::Entity::find().filter(Column::Id.is_in(ids)).all(connection).await? {
        sender.contacts.push(row.id);
        sender.messages.extend(row.receipt_id);
        sender.messages.extend(replies::store::list_message_ids(connection, row.id).await?);
        sender.names.push(row.name);
        sender.phones.push(row.phone_key);
    }
    Ok(sender)
}

/// Lists the contacts without an email that have the phone of one of the contacts.
async fn list_by_phone_alone(connection: &impl ConnectionTrait, ids: &BTreeSet<Uuid>) -> Result<Vec<Uuid>> {
    let own = rows::Entity::find().filter(Column::Id.is_in(ids.iter().copied())).select_only();
    let phones: Vec<String> = own.column(Column::PhoneKey).into_tuple().all(connection).await?;
    let phones = phones.into_iter().filter(|phone| !phone.is_empty());
    let found = rows::Entity::find().filter(Column::PhoneKey.is_in(phones)).filter(Column::EmailKey.eq(""));
    Ok(found.select_only().column(Column::Id).into_tuple().all(connection).await?)
}

/// Lists up to `limit` of the contacts with these ids, newest first. Skips the first `offset` ones.
pub async fn list_by_ids(
    connection: &impl ConnectionTrait,
    ids: &BTreeSet<Uuid>,
    offset: u64,
    limit: u64,
) -> Result<Vec<Contact>> {
    let found = rows::Entity::find().filter(Column::Id.is_in(ids.iter().copied()));
    let newest_first = found.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id);
    let rows = newest_first.offset(offset).limit(limit).all(connection).await?;
    Ok(rows.into_iter().map(Contact::from).collect())
}

/// Lists the next steps of contacts, and the reasons for which they were lost, each with its contact and the time of the last change.
pub async fn list_staff_texts(
    connection: &impl ConnectionTrait,
    ids: &BTreeSet<Uuid>,
) -> Result<Vec<(Uuid, Timestamp, String)>> {
    let has_text = Condition::any().add(Column::NextStep.is_not_null()).add(Column::LostText.ne(""));
    let found = rows::Entity::find().filter(Column::Id.is_in(ids.iter().copied())).filter(has_text);
    let rows = found.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id).all(connection).await?;
    let texts = |row: rows::Model| {
        let lost_text = Some(row.lost_text).filter(|text| !text.is_empty());
        row.next_step.into_iter().chain(lost_text).map(move |text| (row.id, row.updated_at, text))
    };
    Ok(rows.into_iter().flat_map(texts).collect())
}

/// Numbers of records that an erasure changed or deleted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Anonymized {
    pub contacts: u64,
    pub notes: u64,
    pub replies: u64,
    pub messages: u64,
    pub steps: u64,
}

/// Removes the sender's data and the source from contacts, and deletes their notes, replies, messages, steps, files and idempotency
/// keys. Service, status, stage, value and dates of the contacts remain, except that waiting contacts are archived.
pub async fn anonymize(
    connection: &impl ConnectionTrait,
    ids: &BTreeSet<Uuid>,
    now: Timestamp,
) -> Result<Anonymized> {
    let found = rows::Entity::find().filter(Column::Id.is_in(ids.iter().copied()));
    // Locked, so that no contact changes and no note or reply is added meanwhile.
    let rows = found.order_by_asc(Column::Id).lock_exclusive().all(connection).await?;
    let mut anonymized = Anonymized::default();
    let found: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    merging::store::delete_of_contacts(connection, &found).await?;
    // Contacts of others, which would disappear with this one.
    let mut others = list_merged_into(connection, found.iter().copied()).await?;
    others.retain(|id| !ids.contains(id));
    set_merged_into(connection, &others, None, now).await?;
    for row in rows {
        erase(connection, &row, now).await?;
        idempotency_keys::delete_of_contact(connection, row.id).await?;
        anonymized.contacts += 1;
        anonymized.notes += parts::delete_of_contact::<notes::store::Entity>(connection, row.id).await?;
        anonymized.messages +=
            parts::delete_of_contact::<messages::store::Entity>(connection, row.id).await?;
        attachments::store::detach_of_contact(connection, row.id).await?;
        anonymized.steps += parts::delete_of_contact::<steps::store::Entity>(connection, row.id).await?
            + u64::from(row.next_step.is_some())
            + u64::from(!row.lost_text.is_empty());
        anonymized.replies += parts::delete_of_contact::<replies::store::Entity>(connection, row.id).await?;
    }
    Ok(anonymized)
}

/// Columns of the source of a contact.
const SOURCES: [Column; 5] =
    [Column::SourcePage, Column::SourceReferrer, Column::UtmSource, Column::UtmMedium, Column::UtmCampaign];

/// Lists the texts in the sources of contacts that name a person, except those of the contacts with these ids. `names` returns
/// whether a text does.
pub async fn list_sources_naming(
    connection: &impl ConnectionTrait,
    except: &BTreeSet<Uuid>,
    names: impl Fn(&str) -> bool,
) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for column in SOURCES {
        let others = rows::Entity::find()
            .filter(column.is_not_null())
            .filter(Column::Id.is_not_in(except.iter().copied()));
        let texts: Vec<String> =
            others.select_only().column(column).distinct().into_tuple().all(connection).await?;
        found.extend(texts.into_iter().filter(|text| names(text)));
    }
    Ok(found)
}

/// Removes texts from the sources of all contacts.
pub async fn erase_sources(connection: &impl ConnectionTrait, texts: &[String]) -> Result<()> {
    for texts in texts.chunks(MAX_VALUES) {
        for column in SOURCES {
            let erase = rows::Entity::update_many().col_expr(column, Expr::value(None::<String>));
            erase.filter(column.is_in(texts)).exec(connection).await?;
        }
    }
    Ok(())
}

/// Archives the waiting contacts whose senders earlier releases erased.
pub async fn archive_erased(connection: &impl ConnectionTrait) -> Result<()> {
    let archive = rows::Entity::update_many()
        .col_expr(Column::Status, Expr::value(ContactStatus::Archived))
        .col_expr(Column::WaitsUntil, Expr::value(None::<Timestamp>))
        .filter(Column::Email.eq(""))
        .filter(Column::Phone.eq(""))
        .filter(Column::Status.is_in([ContactStatus::New, ContactStatus::Read]));
    archive.exec(connection).await?;
    Ok(())
}

/// Removes personal data from a contact. Archives a waiting contact, because staff can no longer reply.
async fn erase(connection: &impl ConnectionTrait, row: &rows::Model, now: Timestamp) -> Result<()> {
    let name = if row.user_id.is_some() { CLOSED_ACCOUNT } else { ERASED_PERSON };
    let fields = ContactFields {
        name: name.to_owned(),
        email: String::new(),
        phone: String::new(),
        company: String::new(),
        message: compose_message(split_message(&row.message).0, ERASED_MESSAGE),
    };
    let erased = rows::ActiveModel {
        id: Unchanged(row.id),
        user_id: Set(None),
        status: Set(if row.status.is_waiting() { ContactStatus::Archived } else { row.status }),
        delivery: Set(None),
        waits_until: Set(None),
        announced: Set(true),
        source: Set(UNKNOWN_SOURCE.to_owned()),
        source_page: Set(None),
        source_referrer: Set(None),
        utm_source: Set(None),
        utm_medium: Set(None),
        utm_campaign: Set(None),
        whatsapp_code: Set(None),
        lost_text: Set(String::new()),
        next_step: Set(None),
        next_step_at: Set(None),
        next_step_by: Set(None),
        remind_at: Set(None),
        version: Set(row.version + 1),
        updated_at: Set(now),
        ..columns(fields)
    };
    erased.update(connection).await?;
    Ok(())
}
