//! Subscribing, confirming and unsubscribing.

use std::net::IpAddr;

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use chrono::TimeDelta;

use super::{
    links,
    model::{
        Consent, NewSubscription, Subscription, SubscriptionInput, SubscriptionLink, SubscriptionReceipt,
        SubscriptionStatus,
    },
    notices, store,
};
use crate::{
    app::{App, limits::FormLimit},
    features::pages::{self, content::newsletter::NewsletterContent},
    foundation::{
        audit::{self, Actor, Event},
        mail,
    },
    platform::{
        client_ip::ClientIp,
        clock::Timestamp,
        db::Transaction,
        error::{Error, ErrorBody, Result},
        http::JsonBody,
        id,
        rate_limit::network_of,
    },
};

/// Minimum time between two mails with a link to the same address.
const MAILED_EVERY: TimeDelta = TimeDelta::minutes(10);

/// Requests a subscription. The owner of the address receives a link by mail and is subscribed when it is used. The answer
/// is the same for all addresses.
#[utoipa::path(post, path = "/api/newsletter/subscriptions", tag = "newsletter", operation_id = "subscribe",
    request_body = SubscriptionInput,
    responses(
        (status = 201, body = SubscriptionReceipt),
        (status = 422, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub async fn subscribe(
    _: FormLimit,
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    JsonBody(input): JsonBody<SubscriptionInput>,
) -> Result<Response> {
    let receipt = receive(&app, &input, ip).await?;
    Ok((StatusCode::CREATED, Json(receipt)).into_response())
}

/// Stores a pending subscription. A request from a robot gets the same answer and is dropped.
pub async fn receive(app: &App, input: &SubscriptionInput, ip: IpAddr) -> Result<SubscriptionReceipt> {
    let new = NewSubscription::parse(input)?;
    let now = app.clock.now();
    app.limits.subscriptions.take(network_of(ip), app.clock.steady())?;
    if !new.is_trapped {
        ask(app, &new.email, now).await?;
        tracing::info!("newsletter asked for");
    }
    Ok(SubscriptionReceipt { email: new.email, status: SubscriptionStatus::Pending })
}

/// Mails a link unless the address is subscribed or received one recently. Each case writes to the database, so that the
/// response time does not reveal which one it was.
async fn ask(app: &App, email: &str, now: Timestamp) -> Result<()> {
    let tx = app.db.begin().await?;
    let consent = Consent::from(pages::store::read::<NewsletterContent>(&*tx, now).await?);
    let token = id::new_token();
    let has_room =
        || app.limits.confirmations.take(id::sha256_hex(email.as_bytes()), app.clock.steady()).is_ok();
    let asked = match store::find_open(&*tx, email).await? {
        None => store::create(&*tx, email, consent, &token.hash, now).await?.filter(|_| has_room()),
        Some((open, mailed_at)) if may_mail(&open, mailed_at, now) && has_room() => {
            store::renew(&*tx, open.id, consent, &token.hash, now).await?;
            Some(open.id)
        }
        Some((open, _)) => {
            store::touch(&*tx, open.id, now).await?;
            None
        }
    };
    if let Some(subscription) = asked {
        mail::queue(app, &tx, notices::confirmation(app, email, subscription, &token.secret)).await?;
    }
    tx.commit().await
}

/// Mails a new link to pending subscriptions whose link expired while there was no mail server.
pub async fn mail_again(app: &App, tx: &Transaction) -> Result<usize> {
    if app.config.mail.is_none() {
        return Ok(0);
    }
    let now = app.clock.now();
    let mut messages = Vec::new();
    for email in mail::store::take_expired(&**tx, notices::CONFIRMATION, now).await? {
        let Some((open, mailed_at)) = store::find_open(&**tx, &email).await? else { continue };
        let is_expired = mailed_at.is_none_or(|mailed_at| mailed_at <= now - links::CONFIRM_WITHIN);
        if open.status == SubscriptionStatus::Pending && is_expired {
            let token = id::new_token();
            store::set_link(&**tx, open.id, &token.hash, now).await?;
            messages.push(notices::confirmation(app, &email, open.id, &token.secret));
        }
    }
    Ok(mail::queue_all(app, tx, messages).await?.len())
}

fn may_mail(open: &Subscription, mailed_at: Option<Timestamp>, now: Timestamp) -> bool {
    let rested = mailed_at.is_none_or(|mailed_at| mailed_at <= now - MAILED_EVERY);
    open.status == SubscriptionStatus::Pending && rested
}

/// Confirms a subscription with the link from the mail.
#[utoipa::path(post, path = "/api/newsletter/subscriptions/confirm", tag = "newsletter",
    operation_id = "confirm_subscription",
    request_body = SubscriptionLink,
    responses(
        (status = 204),
        (status = 403, description = "The link has run out, is used up or was never valid", body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub async fn confirm_subscription(
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    JsonBody(input): JsonBody<SubscriptionLink>,
) -> Result<StatusCode> {
    confirm(&app, &input.token, ip).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn confirm(app: &App, token: &str, ip: IpAddr) -> Result<()> {
    let now = app.clock.now();
    // A failure until it is none: many at once get no further.
    let failure = app.limits.newsletter_links.reserve(network_of(ip), app.clock.steady())?;
    let hash = id::sha256_hex(token.as_bytes());
    let tx = app.db.begin().await?;
    let Some(confirmed) = store::confirm(&*tx, &hash, now - links::CONFIRM_WITHIN, now).await? else {
        failure.keep();
        return Err(Error::LinkInvalid);
    };
    let event = about("subscription.confirmed", &confirmed);
    audit::record(app, &tx, &Actor::visitor(ip), event).await?;
    tx.commit().await?;
    tracing::info!(subscription = %confirmed.id, "newsletter confirmed");
    Ok(())
}

/// Ends a subscription with the link from a mail of the newsletter. Succeeds if it has ended before or was deleted.
#[utoipa::path(post, path = "/api/newsletter/subscriptions/unsubscribe", tag = "newsletter",
    operation_id = "unsubscribe",
    request_body = SubscriptionLink,
    responses(
        (status = 204),
        (status = 403, description = "The link was never valid", body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub async fn unsubscribe(
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    JsonBody(input): JsonBody<SubscriptionLink>,
) -> Result<StatusCode> {
    end(&app, &input.token, ip).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends the open subscription of the address that the link was sent to, even if it is a later one.
pub async fn end(app: &App, token: &str, ip: IpAddr) -> Result<()> {
    let Some(linked) = find_linked(app, token, ip).await? else { return Ok(()) };
    if !store::has_open(app.db.reader(), &linked.email).await? {
        return Ok(());
    }
    let tx = app.db.begin().await?;
    let Some(ended) = store::unsubscribe(&*tx, &linked.email, app.clock.now()).await? else { return Ok(()) };
    let event = about("subscription.unsubscribed", &ended);
    audit::record(app, &tx, &Actor::visitor(ip), event).await?;
    tx.commit().await?;
    tracing::info!(subscription = %ended.id, "newsletter ended");
    Ok(())
}

/// Returns the open subscription that a link would end. Ends nothing, because mail scanners open links.
pub async fn find_to_end(app: &App, token: &str, ip: IpAddr) -> Result<Option<Subscription>> {
    let Some(linked) = find_linked(app, token, ip).await? else { return Ok(None) };
    let periods = store::list_of_email(app.db.reader(), &linked.email).await?;
    Ok(periods.into_iter().find(|period| period.status != SubscriptionStatus::Unsubscribed))
}

/// Returns the subscription that an unsubscribe link names. Invalid links count toward a limit.
async fn find_linked(app: &App, token: &str, ip: IpAddr) -> Result<Option<Subscription>> {
    let (network, now) = (network_of(ip), app.clock.steady());
    app.limits.newsletter_links.check(&network, now)?;
    let Some(id) = links::subscription_to_end(&app.secret_key, token) else {
        app.limits.newsletter_links.count(network, now);
        return Err(Error::LinkInvalid);
    };
    store::find(app.db.reader(), id).await
}

/// The audit log is permanent, so the event names the subscription rather than the address.
pub(super) fn about(action: &'static str, subscription: &Subscription) -> Event {
    Event::new(action).on("subscription", subscription.id, &subscription.masked_email())
}
