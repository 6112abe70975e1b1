//! Subscribing to the newsletter, confirming the subscription, and unsubscribing.

use std::net::IpAddr;

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use chrono::TimeDelta;
use uuid::Uuid;

use super::{
    editions,
    interests::{self, preferences::offered_of},
    links,
    model::{
        Consent, NewSubscription, Subscription, SubscriptionInput, SubscriptionLink, SubscriptionReceipt,
        SubscriptionStatus,
    },
    notices, store, suppressions,
};
use crate::{
    app::{App, limits::FormLimit},
    features::pages::{self, content::newsletter::NewsletterContent},
    foundation::{
        audit::{self, Action},
        identity::actor::Actor,
        mail,
    },
    platform::{
        clock::Timestamp,
        db::Transaction,
        error::{ErrorBody, Result},
        http::JsonBody,
        id,
        limits::rate_limit::network_of,
        listener::client_ip::ClientIp,
    },
};

/// Minimum time between two mails with a link to the same address.
const MIN_MAIL_INTERVAL: TimeDelta = TimeDelta::minutes(10);

/// Requests a subscription. The owner of the address receives a link by mail, which confirms the subscription. The response
/// is the same for all addresses.
#[utoipa::path(post, path = "/api/newsletter/subscriptions", tag = "newsletter", operation_id = "subscribe",
    request_body = SubscriptionInput,
    responses((status = 201, body = SubscriptionReceipt)))]
pub async fn subscribe(
    _: FormLimit,
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    JsonBody(input): JsonBody<SubscriptionInput>,
) -> Result<Response> {
    let receipt = receive(&app, &input, ip).await?;
    Ok((StatusCode::CREATED, Json(receipt)).into_response())
}

/// Stores a pending subscription and mails its confirmation link. A request from a robot is dropped, with the same result.
pub async fn receive(app: &App, input: &SubscriptionInput, ip: IpAddr) -> Result<SubscriptionReceipt> {
    let new = NewSubscription::parse(input)?;
    let now = app.clock.now();
    app.limits.subscriptions.take(network_of(ip), app.clock.steady())?;
    if !new.is_from_robot {
        let interests = offered_of(app, &new.interests).await?;
        request_confirmation(app, &new.email, &interests, now).await?;
        tracing::info!("newsletter subscription requested");
    }
    Ok(SubscriptionReceipt { email: new.email, status: SubscriptionStatus::Pending })
}

/// Mails a confirmation link, unless the address is subscribed, received a link recently, or has reached its limit of
/// confirmation mails. Each case writes to the database, so that the response time doesn't reveal the case.
async fn request_confirmation(app: &App, email: &str, slugs: &[String], now: Timestamp) -> Result<()> {
    let tx = app.db.begin().await?;
    let consent = Consent::from(pages::store::read::<NewsletterContent>(&*tx, now).await?);
    let token = id::new_token();
    // Counts toward the limit, so it is called only if nothing else prevents the mail.
    let take_mail =
        || app.limits.confirmations.take(id::sha256_hex(email.as_bytes()), app.clock.steady()).is_ok();
    let mailed_id = match store::find_open(&*tx, email).await? {
        None => store::create(&*tx, email, consent, &token.hash, now).await?.filter(|_| take_mail()),
        Some((open, mailed_at)) if may_mail(&open, mailed_at, now) && take_mail() => {
            store::links::renew(&*tx, open.id, consent, &token.hash, now).await?;
            Some(open.id)
        }
        Some((open, _)) => {
            store::touch(&*tx, open.id, now).await?;
            None
        }
    };
    if let Some(id) = mailed_id {
        interests::store::choose(&*tx, id, slugs).await?;
        let message = notices::confirmation(app, &*tx, email, id, &token.secret).await?;
        mail::queue(app, &tx, message).await?;
    }
    tx.commit().await
}

/// Returns whether the subscription is pending and no link was mailed recently. A mail of a concurrent request may be a little
/// later than `now`; a much later one was mailed while the clock was wrong.
fn may_mail(open: &Subscription, mailed_at: Option<Timestamp>, now: Timestamp) -> bool {
    let is_recent = mailed_at.is_some_and(|mailed_at| (now - mailed_at).abs() < MIN_MAIL_INTERVAL);
    open.status == SubscriptionStatus::Pending && !is_recent
}

/// Mails a new link to pending subscriptions whose link expired before the first attempt to send it, for example because no
/// mail server was configured. Returns the number of queued mails.
pub async fn renew_expired_links(app: &App, tx: &Transaction) -> Result<usize> {
    if app.mail().is_none() {
        return Ok(0);
    }
    let now = app.clock.now();
    let mut messages = Vec::new();
    for email in mail::store::kinds::take_expired(&**tx, notices::CONFIRMATION, now).await? {
        let Some((open, mailed_at)) = store::find_open(&**tx, &email).await? else { continue };
        let is_expired = mailed_at.is_none_or(|mailed_at| mailed_at <= now - links::CONFIRM_WITHIN);
        if open.status == SubscriptionStatus::Pending && is_expired {
            let token = id::new_token();
            store::links::set_link(&**tx, open.id, &token.hash, now).await?;
            messages.push(notices::confirmation(app, &**tx, &email, open.id, &token.secret).await?);
        }
    }
    Ok(mail::queue_all(app, tx, messages).await?.len())
}

/// Confirms a subscription with the link from the mail.
#[utoipa::path(post, path = "/api/newsletter/subscriptions/confirm", tag = "newsletter",
    operation_id = "confirm_subscription",
    request_body = SubscriptionLink,
    responses(
        (status = 204),
        (status = 403, description = "`link_invalid`: the link is expired, used or invalid", body = ErrorBody)))]
pub async fn confirm_subscription(
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    JsonBody(input): JsonBody<SubscriptionLink>,
) -> Result<StatusCode> {
    confirm(&app, &input.token, ip).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Confirms the subscription of a token.
pub async fn confirm(app: &App, token: &str, ip: IpAddr) -> Result<()> {
    let hash = id::sha256_hex(token.as_bytes());
    if !store::links::exists(app.db.reader(), &hash).await? {
        return Err(links::invalid(app, ip));
    }
    let tx = app.db.begin().await?;
    let Some(confirmed) = store::status::confirm(&*tx, &hash, app.clock.now()).await? else {
        return Err(links::invalid(app, ip));
    };
    suppressions::remove(&app.secret_key, &*tx, &confirmed.email).await?;
    let event = confirmed.event(Action::SubscriptionConfirmed);
    audit::record(app, &tx, &Actor::visitor(ip), event).await?;
    tx.commit().await?;
    tracing::info!(subscription = %confirmed.id, "newsletter subscription confirmed");
    Ok(())
}

/// Ends the subscription of an address with the link from a mail of the newsletter. Also succeeds if the subscription has already
/// ended or was deleted.
#[utoipa::path(post, path = "/api/newsletter/subscriptions/unsubscribe", tag = "newsletter",
    operation_id = "unsubscribe",
    request_body = SubscriptionLink,
    responses(
        (status = 204),
        (status = 403, description = "`link_invalid`: the link is invalid, or an earlier release mailed it and its subscription \
            was deleted", body = ErrorBody)))]
pub async fn unsubscribe(
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    JsonBody(input): JsonBody<SubscriptionLink>,
) -> Result<StatusCode> {
    end_subscription(&app, &input.token, ip).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends the subscriptions of the address to which the link was sent, including newer ones than the subscription of the
/// link.
pub async fn end_subscription(app: &App, token: &str, ip: IpAddr) -> Result<()> {
    let (link, email) = links::parse(app, token, ip).await?;
    if store::find_endable(app.db.reader(), &email).await?.is_none() {
        return suppress_if_deleted(app, link.subscription_id, email).await;
    }
    let tx = app.db.begin().await?;
    let now = app.clock.now();
    if let Some(edition_id) = link.edition_id {
        editions::results::count_unsubscribed(&tx, edition_id, link.subscription_id, now).await?;
    }
    let Some(ended) = store::status::unsubscribe(&*tx, &email, now).await? else { return Ok(()) };
    if ended.status == SubscriptionStatus::Pending {
        // A pending subscription of the form was deleted, not ended.
        suppressions::add_ended(&app.secret_key, &*tx, &[(email, SubscriptionStatus::Unsubscribed)]).await?;
    }
    let event = ended.event(Action::SubscriptionUnsubscribed);
    audit::record(app, &tx, &Actor::visitor(ip), event).await?;
    tx.commit().await?;
    tracing::info!(subscription = %ended.id, "newsletter subscription ended");
    Ok(())
}

/// Suppresses an address if its subscription was deleted, because without it only the suppression list tells an import that the
/// owner declined.
async fn suppress_if_deleted(app: &App, subscription_id: Uuid, email: String) -> Result<()> {
    let db = app.db.reader();
    let is_stored = store::find(db, subscription_id).await?.is_some();
    // Repeated requests write nothing.
    if is_stored || !suppressions::find(&app.secret_key, db, &[&*email]).await?.is_empty() {
        return Ok(());
    }
    let tx = app.db.begin().await?;
    suppressions::add_ended(&app.secret_key, &*tx, &[(email, SubscriptionStatus::Unsubscribed)]).await?;
    tx.commit().await
}
