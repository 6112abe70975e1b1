//! Personal data in the audit log: about people who acted, and about people in the records that actions changed.

use serde_json::{Map, Value, json};

use super::{
    action::without_object,
    erasure::{self, users_with_email, was_staff},
    model::AuditEvent,
    store,
};
use crate::{
    app::App,
    foundation::{
        identity::store::users,
        personal_data::{
            AskedBy, Erased, PAGE, Person, PersonRecord, PersonalData, Records, kind,
            retention::RetentionRule, table,
        },
    },
    platform::{
        db::{Connection, Transaction},
        error::Result,
    },
};

const EVENTS: &str = "audit_events";
const STAFF_EVENTS: &str = "staff_audit_events";

pub const PERSONAL_DATA: PersonalData = PersonalData {
    tables: &[table("audit_events")
        .personal("user_id user_email ip subject_id label before after search")
        .other("sequence created_at action source subject_kind personal_mac mac erased_at erasure_mac")],
    kinds: &[
        kind(EVENTS, "Eventos da auditoria", |app, person, before| Box::pin(list(app, person, before))),
        kind(STAFF_EVENTS, "Eventos da auditoria do trabalho na equipe", |app, person, before| {
            Box::pin(list_of_staff(app, person, before))
        }),
    ],
    identify: |db, person| Box::pin(identify(db, person)),
    erase: |app, tx, person, erased| Box::pin(erase(app, tx, person, erased)),
    retention: &[RetentionRule {
        key: "audit_names",
        label: "Nomes e endereços na auditoria",
        text: "Contados desde o evento. A ação, a data e o número do registro ficam, e ainda se pode conferir que ninguém \
               alterou o registro. O Marco Civil da Internet pede ao menos seis meses de registros de acesso.",
        default_days: Some(365),
        suggested_days: 365,
        min_days: 180,
        may_be_off: false,
        find: |db, before| Box::pin(async move { store::people::find_expiring(&db, before).await }),
        erase: |app, before| Box::pin(erasure::expire(app, before)),
    }],
};

/// Finds out whether the account and which emails ever belonged to staff.
async fn identify(db: Connection<'_>, person: &mut Person) -> Result<()> {
    if let Some(user) = person.user {
        person.was_staff = was_staff(&db, user).await?;
    }
    for email in &person.emails {
        for account in users_with_email(&db, email).await? {
            let is_staff = users::find(&db, account).await?.is_some_and(|user| user.role.is_staff());
            if is_staff || was_staff(&db, account).await? {
                person.staff_emails.insert(email.clone());
            }
        }
    }
    Ok(())
}

/// Erases the person from the events, except from those of staff, which it counts.
async fn erase(app: &App, tx: &Transaction, person: &Person, erased: &mut Erased) -> Result<()> {
    erased.add(EVENTS, erasure::erase(app, tx, &in_log(person)).await?);
    let (mut before, mut remaining) = (Some(0), 0);
    while let Some(sequence) = before {
        let (events, next) = erasure::list(&**tx, &as_staff(person), sequence).await?;
        remaining += events.len() as u64;
        before = next;
    }
    erased.remaining.insert(STAFF_EVENTS, remaining);
    Ok(())
}

/// Returns the data that identifies the person in the log.
fn in_log(person: &Person) -> erasure::ErasedPerson {
    erasure::ErasedPerson {
        emails: person.emails.difference(&person.staff_emails).cloned().collect(),
        user: person.user,
        records: person.records.clone(),
        identifiers: person.identifiers(),
        was_staff: person.was_staff,
    }
}

/// Returns what identifies the person in the events that an erasure leaves: the account and emails as staff, now or formerly.
fn as_staff(person: &Person) -> erasure::ErasedPerson {
    erasure::ErasedPerson {
        emails: person.staff_emails.clone(),
        user: person.user.filter(|_| person.was_staff),
        ..erasure::ErasedPerson::default()
    }
}

/// Lists the events that name the person as staff, which an erasure doesn't change. Owners of accounts get none, because
/// [`list`] has all their actions.
async fn list_of_staff(app: &App, person: &Person, before: u64) -> Result<Records> {
    if person.asked_by == AskedBy::Owner {
        return Ok(Records::default());
    }
    let before = i64::try_from(before).unwrap_or(i64::MAX);
    let (events, next) = erasure::list(app.db.reader(), &as_staff(person), before).await?;
    let own = |(event, is_own): (AuditEvent, bool)| {
        let (ip, sequence) = (event.ip.clone().filter(|_| is_own), event.sequence);
        own_record(AuditEvent { ip, ..event }).about(sequence)
    };
    Ok(Records {
        items: events.into_iter().map(own).collect(),
        next: next.and_then(|next| next.try_into().ok()),
    })
}

/// Lists the events that an erasure would change, before the event `before` unless it is 0. Owners of accounts, also staff, get
/// only their own actions.
async fn list(app: &App, person: &Person, before: u64) -> Result<Records> {
    let before = i64::try_from(before).unwrap_or(i64::MAX);
    if person.asked_by == AskedBy::Owner {
        let Some(user) = person.user else { return Ok(Records::default()) };
        let events = store::people::list_of_actor(app.db.reader(), user, before, PAGE).await?;
        let next = events.last().filter(|_| events.len() as u64 == PAGE).map(|event| event.sequence);
        let items = events.into_iter().map(own_record).collect();
        return Ok(Records { items, next: next.and_then(|next| next.try_into().ok()) });
    }
    let (events, next) = erasure::list(app.db.reader(), &in_log(person), before).await?;
    // Events about an account with an unverified email of the person name its owner.
    let is_of_other = |event: &AuditEvent| {
        let other = person.unverified_user.map(|id| id.to_string());
        other.is_some()
            && (event.subject_id == other || event.user_id.as_ref().map(ToString::to_string) == other)
    };
    let events = events.into_iter().filter(|(event, _)| !is_of_other(event));
    let items = events.map(|(event, is_own)| record(event, is_own)).collect();
    Ok(Records { items, next: next.and_then(|next| next.try_into().ok()) })
}

/// Returns the record of an event without label and changed values, which may be about other people.
fn own_record(event: AuditEvent) -> PersonRecord {
    let summary = without_object(&event.summary);
    let data =
        json!({"created_at": event.created_at, "action": event.action, "summary": summary, "ip": event.ip});
    PersonRecord::new(event.created_at, summary, &data)
}

/// Removes the field with an internal note from the values of an event.
fn without_note(values: Option<Map<String, Value>>) -> Option<Map<String, Value>> {
    values.map(|mut values| {
        values.remove("note");
        values
    })
}

/// Returns the record of an event. Leaves out the IP address of another user, which is not the person's, and what staff noted
/// internally.
fn record(event: AuditEvent, is_own: bool) -> PersonRecord {
    let data = json!({
        "created_at": event.created_at,
        "action": event.action,
        "summary": event.summary,
        "ip": event.ip.filter(|_| is_own || event.user_id.is_none()),
        "label": event.label,
        "before": without_note(event.before),
        "after": without_note(event.after),
    });
    let title = match &event.label {
        Some(label) => format!("{} {label}", event.summary),
        None => event.summary,
    };
    PersonRecord::new(event.created_at, title, &data).about(event.sequence)
}
