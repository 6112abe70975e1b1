//! The reminder of a next step: at its time, one message to the assignee of the contact, or to the person who planned the step.

use chrono::TimeDelta;
use uuid::Uuid;

use super::{model::NextStep, store};
use crate::{
    app::App,
    features::contacts::{
        model::Contact,
        notifications::{Recipient, model::ContactEvent, notify},
        store as contacts,
    },
    foundation::{
        identity::store::users,
        mail::{self, model::Message},
    },
    platform::{clock::Timestamp, db::Transaction, error::Result, text::date},
};

/// Kind of the messages in the outbox.
pub const KIND: &str = "step_reminder";
/// Maximum number of reminders that one run queues.
const AT_ONCE: u64 = 100;
/// Time after which a reminder that could not be sent expires.
const MAX_AGE: TimeDelta = TimeDelta::days(2);

/// Queues the reminders that are due, each in its own transaction, once. Any number of processes may call it.
pub async fn run(app: &App) -> Result<()> {
    let now = app.clock.now();
    for id in store::list_to_remind(app.db.reader(), now, AT_ONCE).await? {
        let tx = app.db.begin().await?;
        let Some((_, contact)) = contacts::find_for_update(&*tx, id).await? else { continue };
        if store::take_reminder(&*tx, id, now).await? {
            remind(app, &tx, &contact).await?;
            tx.commit().await?;
        }
    }
    Ok(())
}

/// Notifies the person who has to take the next step of a contact. Nobody is notified if that person no longer works with contacts.
async fn remind(app: &App, tx: &Transaction, contact: &Contact) -> Result<()> {
    let Some(step) = &contact.next_step else { return Ok(()) };
    let Some(user_id) = contact.assigned_to.or(step.planned_by) else { return Ok(()) };
    let Some(user) = users::find(&**tx, user_id).await?.filter(users::is_active_support) else {
        return Ok(());
    };
    let mail = message(contact, step, &user.email, &app.config.origin());
    let recipient = Recipient { id: user.id, email: user.email };
    notify(app, tx, &recipient, ContactEvent::StepDue, contact, Some(mail)).await
}

/// Deletes the reminder of a contact that was queued but not sent, because its step is done or moved.
pub async fn withdraw(tx: &Transaction, contact_id: Uuid, now: Timestamp) -> Result<()> {
    mail::store::delete_waiting(&**tx, &[KIND], Some(contact_id), now).await?;
    Ok(())
}

fn message(contact: &Contact, step: &NextStep, to: &str, origin: &str) -> Message {
    let fields = &contact.fields;
    let when = match &step.time {
        Some(time) => format!("{}, às {time}", date::long(step.date)),
        None => date::long(step.date),
    };
    Message::new(KIND, to, format!("Próximo passo: {} – {}", step.text, fields.name))
        .about_contact(contact.id)
        .valid_for(MAX_AGE)
        .paragraph("Está na hora do próximo passo deste contato:")
        .fields([
            ("Próximo passo", &*step.text),
            ("Quando", &*when),
            ("Contato", &*fields.name),
            ("Empresa", &*fields.company),
            ("Telefone", &*fields.phone),
            ("E-mail", &*fields.email),
        ])
        .action("Abrir no painel", format!("{origin}/admin/contacts/{}", contact.id))
        .reason("Você recebe este e-mail, uma vez por passo, porque é responsável pelo contato ou planejou o passo.")
}
