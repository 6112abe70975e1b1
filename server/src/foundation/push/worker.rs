//! Delivers queued messages. Several processes can share a database: each leases the messages that it sends.

use std::time::Duration;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use futures_util::{StreamExt, stream};
use reqwest::Client;

use super::{
    encryption::encrypt,
    endpoint,
    keys::{self, Keys},
    queue::PURPOSE,
    send::{self, Outcome},
    store::{self, QueuedMessage},
};
use crate::{
    app::App,
    foundation::{
        identity::store::{push_subscriptions, users},
        settings,
    },
    platform::error::Result,
};

/// Interval of checks for messages that other processes queued or that are due again.
pub const POLL: Duration = Duration::from_secs(10);
/// Duration of a lease. It must be longer than the timeout of a delivery.
const LEASE: TimeDelta = TimeDelta::minutes(2);
const AT_ONCE: u64 = 50;
const CONCURRENT: usize = 5;
/// Time between the first two attempts. It doubles with each attempt, up to [`MAX_WAIT`].
const FIRST_WAIT: TimeDelta = TimeDelta::seconds(30);
const MAX_WAIT: TimeDelta = TimeDelta::hours(1);

/// Makes one attempt for each due message.
pub async fn run(app: &App) -> Result<()> {
    let due = store::list_due(app.db.reader(), app.clock.now(), AT_ONCE).await?;
    if due.is_empty() {
        return Ok(());
    }
    // Without keys, no browser can have subscribed to them.
    let Some(keys) = keys::find(app).await? else {
        for message in due {
            delete(app, &message).await?;
        }
        return Ok(());
    };
    let client = send::client()?;
    let company = settings::store::contact(app.db.reader()).await?;
    let contact = company.mailbox().map_or_else(|| app.config.origin(), |email| format!("mailto:{email}"));
    let deliveries = due.into_iter().map(|message| deliver(app, &client, &keys, &contact, message));
    let outcomes: Vec<Result<()>> = stream::iter(deliveries).buffer_unordered(CONCURRENT).collect().await;
    outcomes.into_iter().collect()
}

async fn deliver(
    app: &App,
    client: &Client,
    keys: &Keys,
    contact: &str,
    message: QueuedMessage,
) -> Result<()> {
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let is_leased = store::lease(&*tx, message.id, now, now + LEASE).await?;
    tx.commit().await?;
    if !is_leased {
        return Ok(());
    }
    if message.expires_at <= now {
        tracing::warn!("a message to a push service expired");
        return delete(app, &message).await;
    }
    let db = app.db.reader();
    let Some(subscription) = push_subscriptions::find(db, message.subscription_id).await? else {
        return Ok(());
    };
    let user = users::find(db, subscription.user_id).await?;
    if !user.is_some_and(|user| users::is_active_support(&user)) {
        return end_subscription(app, &message).await;
    }
    let secret = app.secret_key.open(push_subscriptions::PURPOSE, &subscription.sealed_secret);
    let payload = app.secret_key.open(PURPOSE, &message.sealed_payload);
    let public_key = URL_SAFE_NO_PAD.decode(&subscription.public_key).ok();
    let url = endpoint::parse(&app.config, &subscription.endpoint);
    let (Some(secret), Some(payload), Some(public_key), Some(url)) = (secret, payload, public_key, url)
    else {
        return end_subscription(app, &message).await;
    };
    let Ok(body) = encrypt(&payload, &public_key, &secret) else {
        return end_subscription(app, &message).await;
    };
    let authorization = keys.authorization(&url, contact, now)?;
    match send::send(client, &url, &authorization, body, message.expires_at - now).await {
        Outcome::Accepted => delete(app, &message).await,
        Outcome::Gone => end_subscription(app, &message).await,
        Outcome::Refused(status) => {
            tracing::warn!(%status, host = url.host_str(), "a push service refused a message");
            delete(app, &message).await
        }
        Outcome::Later(delay) => {
            let own = FIRST_WAIT * 2_i32.pow(u32::try_from(message.attempts).unwrap_or(0).min(10));
            let own = own.min(MAX_WAIT);
            let tx = app.db.begin().await?;
            store::retry_at(&*tx, message.id, now + delay.unwrap_or(own).max(own)).await?;
            tx.commit().await
        }
    }
}

async fn delete(app: &App, message: &QueuedMessage) -> Result<()> {
    let tx = app.db.begin().await?;
    store::delete_message(&*tx, message.id).await?;
    tx.commit().await
}

/// Deletes a subscription with all its messages.
async fn end_subscription(app: &App, message: &QueuedMessage) -> Result<()> {
    let tx = app.db.begin().await?;
    push_subscriptions::delete(&*tx, message.subscription_id).await?;
    tx.commit().await
}
