//! Personal data of the newsletter's subscribers.

use serde_json::json;

use super::{
    editions::{
        self,
        deliveries::{self, store::StoredDelivery},
    },
    model::{Subscription, SubscriptionStatus},
    reports::{self, store::AppliedReport},
    store::{
        self,
        expiry::{
            ExpiringSubscriptions::{self, Ended, Unconfirmed},
            delete_expiring, find_expiring,
        },
    },
    suppressions,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::actor::Actor,
        personal_data::{
            Erased, PAGE, Person, PersonRecord, PersonalData, Records, kind, retention::RetentionRule, table,
        },
    },
    platform::{
        clock::Timestamp,
        db::{Connection, Transaction},
        error::Result,
    },
};

const SUBSCRIPTIONS: &str = "subscriptions";
const DELIVERIES: &str = "newsletter_deliveries";
const REPORTS: &str = "newsletter_reports";
/// The sentence of certificates about the suppression list.
const SUPPRESSED: &str = "Lista de endereços fora da newsletter: fica um código calculado com uma chave secreta. Ele não mostra o \
                          endereço e só impede que uma importação o inscreva de novo.";

pub const PERSONAL_DATA: PersonalData = PersonalData {
    tables: &[
        table("newsletter_subscriptions").personal("email search token_hash stop_detail").other(
            "id status consent_version consent_text consented_at token_created_at confirmed_at unsubscribed_at \
             stop_reason stopped_by stopped_at origin created_at updated_at search_number",
        ),
        table("newsletter_subscriptions_grams").personal("search"),
        // A delivery outlives its subscription, but the id of a deleted subscription identifies no person.
        table("newsletter_deliveries")
            .other("edition_id subscription_id outbox_id state settled_at unsubscribed_at"),
        table("newsletter_subscription_interests").personal("subscription_id slug"),
        table("newsletter_reports").personal("subscription_id key").other("id is_counted created_at"),
    ],
    kinds: &[
        kind(SUBSCRIPTIONS, "Inscrições na newsletter", |app, person, offset| {
            Box::pin(list(app, person, offset))
        }),
        kind(DELIVERIES, "Edições enviadas da newsletter", |app, person, offset| {
            Box::pin(list_deliveries(app, person, offset))
        }),
        kind(REPORTS, "Devoluções e reclamações da newsletter", |app, person, offset| {
            Box::pin(list_reports(app, person, offset))
        }),
    ],
    identify: |db, person| Box::pin(identify(db, person)),
    erase: |app, tx, person, erased| Box::pin(erase(app, tx, person, erased)),
    retention: &[
        RetentionRule {
            key: "pending_subscriptions",
            label: "Inscrições não confirmadas na newsletter",
            text: "Contadas desde o último pedido de confirmação.",
            default_days: Some(30),
            suggested_days: 30,
            // Longer than the validity of all confirmation links.
            min_days: 8,
            may_be_off: false,
            find: |db, before| Box::pin(async move { find_expiring(&db, Unconfirmed, before).await }),
            erase: |app, before| Box::pin(erase_expired(app, Unconfirmed, before)),
        },
        RetentionRule {
            key: "ended_subscriptions",
            label: "Inscrições encerradas na newsletter",
            text: "Contadas desde o cancelamento ou a recusa. Até lá, provam o consentimento e o fim da inscrição.",
            default_days: Some(5 * 365),
            suggested_days: 5 * 365,
            min_days: 180,
            may_be_off: true,
            find: |db, before| Box::pin(async move { find_expiring(&db, Ended, before).await }),
            erase: |app, before| Box::pin(erase_expired(app, Ended, before)),
        },
    ],
};

async fn identify(db: Connection<'_>, person: &mut Person) -> Result<()> {
    for email in &person.emails {
        let subscriptions = store::lists::list_of_email(&db, email).await?;
        person.records.extend(subscriptions.iter().map(|subscription| subscription.id));
    }
    Ok(())
}

/// Deletes the subscriptions and their reports. The deliveries remain, but no longer identify the person. Suppresses all
/// addresses of the person, with or without a subscription, so that no import subscribes them.
async fn erase(app: &App, tx: &Transaction, person: &Person, erased: &mut Erased) -> Result<()> {
    erased.add(DELIVERIES, deliveries::store::count_of_emails(&**tx, &person.emails).await?);
    erased.add(REPORTS, reports::store::count_of_emails(&**tx, &person.emails).await?);
    let deleted = store::delete_of_emails(&**tx, &person.emails).await?;
    erased.add(SUBSCRIPTIONS, deleted.len() as u64);
    let is_refused = |email: &String| deleted.contains(&(email.clone(), SubscriptionStatus::Refused));
    let ended = person.emails.iter().map(|email| {
        let status =
            if is_refused(email) { SubscriptionStatus::Refused } else { SubscriptionStatus::Unsubscribed };
        (email.clone(), status)
    });
    // Imports of contacts compare phones, too.
    let phones = person.phones.iter().filter(|phone| !phone.is_empty());
    let phones = phones.map(|phone| (suppressions::phone_address(phone), SubscriptionStatus::Unsubscribed));
    let ended: Vec<_> = ended.chain(phones).collect();
    suppressions::add_ended(&app.secret_key, &**tx, &ended).await?;
    erased.locations.push(SUPPRESSED.to_owned());
    Ok(())
}

async fn list(app: &App, person: &Person, offset: u64) -> Result<Records> {
    let subscriptions = store::lists::list_of_emails(app.db.reader(), &person.emails, offset, PAGE).await?;
    Ok(Records::page(subscriptions, offset, record))
}

fn record(subscription: Subscription) -> PersonRecord {
    let data = json!({
        "email": subscription.email,
        "status": subscription.status.label(),
        "consent_version": subscription.consent_version,
        "consent_text": subscription.consent_text,
        "consented_at": subscription.consented_at,
        "confirmed_at": subscription.confirmed_at,
        "unsubscribed_at": subscription.unsubscribed_at,
        "stopped_at": subscription.stopped_at,
        "stop_reason": subscription.stop.as_ref().map(|stop| stop.label()),
        "interests": subscription.interests,
    });
    PersonRecord::new(subscription.created_at, subscription.status.label(), &data)
}

async fn list_deliveries(app: &App, person: &Person, offset: u64) -> Result<Records> {
    let db = app.db.reader();
    let found = deliveries::store::list_of_emails(db, &person.emails, offset, PAGE).await?;
    let subjects = editions::store::find_subjects(db, found.iter().map(|found| found.edition_id)).await?;
    Ok(Records::page(found, offset, |delivery| {
        let subject = subjects.get(&delivery.edition_id).cloned().unwrap_or_default();
        delivery_record(&delivery, subject)
    }))
}

fn delivery_record(delivery: &StoredDelivery, subject: String) -> PersonRecord {
    let data = json!({
        "subject": subject,
        "state": delivery.state.label(),
        "settled_at": delivery.settled_at,
        "unsubscribed_at": delivery.unsubscribed_at,
    });
    PersonRecord::new(delivery.settled_at, subject, &data)
}

async fn list_reports(app: &App, person: &Person, offset: u64) -> Result<Records> {
    let found = reports::store::list_of_emails(app.db.reader(), &person.emails, offset, PAGE).await?;
    Ok(Records::page(found, offset, |AppliedReport { is_counted, created_at, .. }| {
        let title = if is_counted { "Falha temporária" } else { "Devolução ou reclamação" };
        PersonRecord::new(created_at, title, &json!({"is_counted": is_counted, "created_at": created_at}))
    }))
}

async fn erase_expired(app: &App, expiring: ExpiringSubscriptions, before: Timestamp) -> Result<u64> {
    let tx = app.db.begin().await?;
    let deleted = delete_expiring(&*tx, expiring, before).await?;
    if !deleted.is_empty() {
        suppressions::add_ended(&app.secret_key, &*tx, &deleted).await?;
        let event = Event::new(Action::SubscriptionPurged).after(&json!({"subscriptions": deleted.len()}));
        audit::record(app, &tx, &Actor::system(), event).await?;
        tx.commit().await?;
    }
    Ok(deleted.len() as u64)
}
