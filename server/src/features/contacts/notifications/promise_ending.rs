//! Notices that a promise is about to break: once per deadline, when three quarters of the business hours until then have passed.

use chrono::TimeDelta;

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

/// Queues the notices that are due, each contact in its own transaction.
pub async fn run(app: &App) -> Result<()> {
    let now = app.clock.now();
    let db = app.db.reader();
    let waiting = store::list_unnoticed(db, now).await?;
    if waiting.is_empty() {
        return Ok(());
    }
    let calendar = Calendar::read(db).await?;
    for waiting in waiting {
        if is_ending(&calendar, waiting.asked_at, waiting.due_at, now) {
            notice(app, &waiting, now).await?;
        }
    }
    Ok(())
}

/// Returns whether three quarters of the business hours have passed. Without business hours before the deadline, the whole time counts.
fn is_ending(calendar: &Calendar, asked_at: Timestamp, due_at: Timestamp, now: Timestamp) -> bool {
    let open = calendar.open_between(asked_at, due_at);
    let (all, passed) = if open > TimeDelta::zero() {
        (open, calendar.open_between(asked_at, now))
    } else {
        (due_at - asked_at, now - asked_at)
    };
    passed * 4 >= all * 3
}

async fn notice(app: &App, waiting: &store::Waiting, now: Timestamp) -> Result<()> {
    let tx = app.db.begin().await?;
    let Some((_, contact)) = contacts::find_for_update(&*tx, waiting.id).await? else { return Ok(()) };
    if contact.waits_until != Some(waiting.due_at) || contact.delivery == Some(ReplyDelivery::Queued) {
        return Ok(());
    }
    if !store::take_notice(&*tx, waiting.id, waiting.due_at).await? {
        return Ok(());
    }
    if waiting.due_at > now && is_in_inbox(&contact) {
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
    fn promise_is_ending_after_three_quarters_of_the_business_hours() {
        let hours = "Segunda a sexta, 08:00–18:00".to_owned();
        let calendar = Calendar::new(&ContactInfo { business_hours: hours, ..ContactInfo::default() });
        let at = |time: &str| {
            chrono::DateTime::parse_from_rfc3339(&format!("2026-11-{time}:00-03:00")).expect("time").to_utc()
        };
        // From Monday, 10:00, to Tuesday, 10:00, are ten business hours.
        let is_ending = |now| is_ending(&calendar, at("23T10:00"), at("24T10:00"), at(now));
        assert_eq!([is_ending("23T17:29"), is_ending("23T17:30")], [false, true]);
        // At night, without business hours.
        let at_night = |now| super::is_ending(&calendar, at("23T19:00"), at("23T23:00"), at(now));
        assert_eq!([at_night("23T21:59"), at_night("23T22:00")], [false, true]);
    }
}
