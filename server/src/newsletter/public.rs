//! Asking for the newsletter.

use std::net::IpAddr;

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};

use super::{
    model::{NewSubscription, SubscriptionInput, SubscriptionReceipt, SubscriptionStatus},
    store,
};
use crate::{
    app::App,
    kit::{
        client_ip::ClientIp,
        error::{ErrorBody, Result},
        http::JsonBody,
        rate_limit::network_of,
    },
};

/// Asks for the newsletter. The address stays pending until its owner confirms it.
#[utoipa::path(post, path = "/api/newsletter/subscriptions", tag = "newsletter", operation_id = "subscribe",
    request_body = SubscriptionInput,
    responses(
        (status = 201, body = SubscriptionReceipt),
        (status = 422, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub async fn subscribe(
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    JsonBody(input): JsonBody<SubscriptionInput>,
) -> Result<Response> {
    let receipt = receive(&app, &input, ip).await?;
    Ok((StatusCode::CREATED, Json(receipt)).into_response())
}

/// Stores a subscription. A program's is answered alike and forgotten.
pub async fn receive(app: &App, input: &SubscriptionInput, ip: IpAddr) -> Result<SubscriptionReceipt> {
    let new = NewSubscription::parse(input)?;
    let now = app.clock.now();
    app.limits.subscriptions.take(network_of(ip), now)?;
    if !new.is_trapped {
        let tx = app.db.begin().await?;
        store::create(&*tx, &new.email, now).await?;
        tx.commit().await?;
        tracing::info!("newsletter asked for");
    }
    Ok(SubscriptionReceipt { email: new.email, status: SubscriptionStatus::Pending })
}
