//! Notices that a promise is about to break: once per deadline, when three quarters of the business hours until then have passed.

use chrono::TimeDelta;
use uuid::Uuid;

use super::{
    events::is_in_inbox,
    model::ContactEvent,
    notices,
    recipients::{Recipient, notify, notify_of_many},
};
use crate::{
    app::App,
    features::contacts::{
        model::{Contact, ReplyDelivery},
        promise::{Calendar, store},
        store as contacts,
    },
    foundation::identity::{model::User, store::users},
    platform::{clock::Timestamp, db::Transaction, error::Result},
};

/// Maximum number of notices that one transaction plans, and that one run queues.
const AT_ONCE: u64 = 200;
/// Maximum number of contacts with a notice each. More have one notice, without names.
const MAX_SINGLE: usize = 3;

/// Plans the notices of new deadlines, and queues the notices that are due. Without either, reads no contact.
pub async fn run(app: &App) -> Result<()> {
    plan(app).await?;
    let mut ids = store::list_due_notices(app.db.reader(), app.clock.now(), AT_ONCE).await?;
    if ids.is_empty() {
        return Ok(());
    }
    // In the same order as other changes of several contacts.
    ids.sort_unstable();
    let tx = app.db.begin().await?;
    let mut due = Vec::new();
    for id in ids {
        due.extend(take(app, &tx, id).await?);
    }
    let staff = users::list_support(&*tx).await?;
    for user in &staff {
        queue(app, &tx, user, &staff, &due).await?;
    }
    tx.commit().await
}

/// Stores when the notices of contacts are due whose deadline is new. Whatever sets a deadline, in this release or in an earlier one
/// that runs beside it during an upgrade, needn't know about notices.
async fn plan(app: &App) -> Result<()> {
    let (now, db) = (app.clock.now(), app.db.reader());
    loop {
        let mut waiting = store::list_unplanned(db, AT_ONCE).await?;
        if waiting.is_empty() {
            return Ok(());
        }
        // In the same order as other changes of several contacts.
        waiting.sort_unstable_by_key(|waiting| waiting.id);
        let tx = app.db.begin().await?;
        let calendar = Calendar::read(&*tx).await?;
        for waiting in waiting {
            let notice_at = (waiting.due_at > now).then(|| notice_at(&calendar, &waiting));
            store::plan_notice(&*tx, &waiting, notice_at).await?;
        }
        tx.commit().await?;
    }
}

/// Returns when three quarters of the business hours have passed. Without business hours before the deadline, the whole time counts.
fn notice_at(calendar: &Calendar, waiting: &store::Waiting) -> Timestamp {
    let store::Waiting { asked_at, due_at, .. } = *waiting;
    let open = calendar.open_between(asked_at, due_at);
    let after_open = || calendar.after_open(asked_at, open * 3 / 4);
    let found = if open > TimeDelta::zero() { after_open() } else { None };
    found.unwrap_or_else(|| asked_at + (due_at - asked_at) * 3 / 4)
}

/// Ends the planned notice of a contact. Returns the contact if staff have to be notified.
async fn take(app: &App, tx: &Transaction, id: Uuid) -> Result<Option<Contact>> {
    let now = app.clock.now();
    let Some((_, contact)) = contacts::find_for_update(&**tx, id).await? else { return Ok(None) };
    let Some(due_at) = store::find_planned(&**tx, id).await? else { return Ok(None) };
    if contact.delivery == Some(ReplyDelivery::Queued) {
        return Ok(None);
    }
    // A contact that doesn't wait now may wait again until the same time, such as after a returned reply.
    let still_waits = contact.waits_until == Some(due_at);
    store::end_notice(&**tx, id, still_waits.then_some(due_at)).await?;
    Ok(Some(contact).filter(|contact| still_waits && due_at > now && is_in_inbox(contact)))
}

/// Notifies a person of the contacts that are assigned to them or to nobody with access. Of many, the person gets one notice.
async fn queue(app: &App, tx: &Transaction, user: &User, staff: &[User], due: &[Contact]) -> Result<()> {
    let has_access = |id: Uuid| staff.iter().any(|user| user.id == id);
    let is_own = |contact: &&Contact| contact.assigned_to.is_none_or(|id| id == user.id || !has_access(id));
    let own: Vec<&Contact> = due.iter().filter(is_own).collect();
    let event = ContactEvent::PromiseEnding;
    let recipient = Recipient { id: user.id, email: user.email.clone() };
    // After the deadline, the notice is wrong.
    let left =
        |contact: &Contact| contact.waits_until.map_or(TimeDelta::zero(), |due_at| due_at - app.clock.now());
    if own.len() > MAX_SINGLE {
        let valid_for = own.iter().map(|contact| left(contact)).max().unwrap_or_default();
        let mail = notices::message_of_many(event, own.len(), &user.email, &app.config.origin())
            .valid_for(valid_for);
        return notify_of_many(app, tx, &recipient, event, &own, mail).await;
    }
    for contact in own {
        let mail = notices::message(app, event, contact, &user.email, None).valid_for(left(contact));
        notify(app, tx, &recipient, event, contact, Some(mail)).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::foundation::settings::model::ContactInfo;

    #[test]
    fn notice_is_due_after_three_quarters_of_the_business_hours() {
        let hours = "Segunda a sexta, 08:00–18:00".to_owned();
        let calendar = Calendar::new(&ContactInfo { business_hours: hours, ..ContactInfo::default() });
        let at = |time: &str| {
            chrono::DateTime::parse_from_rfc3339(&format!("2026-11-{time}:00-03:00")).expect("time").to_utc()
        };
        let notice_at = |asked_at, due_at| {
            let waiting = store::Waiting { id: Uuid::nil(), asked_at: at(asked_at), due_at: at(due_at) };
            super::notice_at(&calendar, &waiting)
        };
        // From Monday, 10:00, to Tuesday, 10:00, are ten business hours.
        assert_eq!(notice_at("23T10:00", "24T10:00"), at("23T17:30"));
        // From Friday, 16:00, to Monday, 14:00, are eight.
        assert_eq!(notice_at("27T16:00", "30T14:00"), at("30T12:00"));
        // At night, without business hours.
        assert_eq!(notice_at("23T19:00", "23T23:00"), at("23T22:00"));
    }
}
