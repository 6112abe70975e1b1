//! Notices that a promise is about to break: once per deadline, when three quarters of the business hours until then have passed.

use chrono::TimeDelta;
use uuid::Uuid;

use super::{
    events::is_in_inbox,
    model::ContactEvent,
    notices,
    recipients::{Recipient, notify},
};
use crate::{
    app::App,
    features::contacts::{
        model::{Contact, ReplyDelivery},
        promise::{Calendar, store},
        store as contacts,
    },
    foundation::identity::store::users,
    platform::{clock::Timestamp, db::Transaction, error::Result},
};

/// Maximum number of notices that one transaction plans, and that one run queues.
const AT_ONCE: u64 = 200;

/// Plans the notices of new deadlines, and queues the notices that are due. Without either, reads no contact.
pub async fn run(app: &App) -> Result<()> {
    plan(app).await?;
    for id in store::list_due_notices(app.db.reader(), app.clock.now(), AT_ONCE).await? {
        notice(app, id).await?;
    }
    Ok(())
}

/// Stores when the notices of contacts are due whose deadline is new. Whatever sets a deadline, in this release or in an earlier one
/// that runs beside it during an upgrade, needn't know about notices.
async fn plan(app: &App) -> Result<()> {
    let (now, db) = (app.clock.now(), app.db.reader());
    loop {
        let waiting = store::list_unplanned(db, AT_ONCE).await?;
        if waiting.is_empty() {
            return Ok(());
        }
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

async fn notice(app: &App, id: Uuid) -> Result<()> {
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let Some((_, contact)) = contacts::find_for_update(&*tx, id).await? else { return Ok(()) };
    let Some(due_at) = store::find_planned(&*tx, id).await? else { return Ok(()) };
    if contact.delivery == Some(ReplyDelivery::Queued) {
        return Ok(());
    }
    // A contact that doesn't wait now may wait again until the same time, such as after a returned reply.
    let still_waits = contact.waits_until == Some(due_at);
    store::end_notice(&*tx, id, still_waits.then_some(due_at)).await?;
    if still_waits && due_at > now && is_in_inbox(&contact) {
        queue(app, &tx, &contact).await?;
    }
    tx.commit().await
}

/// Notifies the assignee, or all who work with contacts if there is none with access.
async fn queue(app: &App, tx: &Transaction, contact: &Contact) -> Result<()> {
    let staff = users::list_support(&**tx).await?;
    let is_assigned = staff.iter().any(|user| Some(user.id) == contact.assigned_to);
    for user in staff {
        if is_assigned && Some(user.id) != contact.assigned_to {
            continue;
        }
        let event = ContactEvent::PromiseEnding;
        let mail = notices::message(event, contact, &user.email, &app.config.origin(), None);
        // After the deadline, the notice is wrong.
        let left = contact.waits_until.map_or(TimeDelta::zero(), |due_at| due_at - app.clock.now());
        let recipient = Recipient { id: user.id, email: user.email };
        notify(app, tx, &recipient, event, contact, Some(mail.valid_for(left))).await?;
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
