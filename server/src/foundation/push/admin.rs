//! The API with which members of staff turn notifications on their devices on and off.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode, header},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    encryption::{self, SECRET_BYTES},
    endpoint, keys,
};
use crate::{
    app::App,
    foundation::identity::{
        extract::Support,
        session::user_agent,
        store::push_subscriptions::{self, NewSubscription},
    },
    platform::{
        error::{Error, Result},
        http::{JsonBody, PathId},
        id,
        parse::Fields,
    },
};

/// Maximum number of characters of a browser's keys.
pub const MAX_KEY: usize = 100;

/// The devices of the caller that get notifications.
#[derive(Serialize, ToSchema)]
pub struct PushDevices {
    /// The key with which browsers subscribe, in base64url.
    pub public_key: String,
    pub devices: Vec<PushDevice>,
}

/// A browser that gets notifications.
#[derive(Serialize, ToSchema)]
pub struct PushDevice {
    pub id: Uuid,
    /// Browser and operating system in Portuguese, such as `Chrome no Android`.
    pub device: String,
    pub created_at: DateTime<Utc>,
    /// SHA-256 of the address at the push service, in hexadecimal, by which a browser recognizes itself.
    pub endpoint_hash: String,
}

/// A subscription of a browser at its push service.
#[derive(Deserialize, ToSchema)]
pub struct PushSubscriptionInput {
    /// The address at the push service: https, of a public host.
    #[serde(default)]
    #[schema(required)]
    pub endpoint: String,
    /// The public key of the browser in base64url.
    #[serde(default)]
    #[schema(required)]
    pub p256dh: String,
    /// The secret that the browser shares with senders, in base64url.
    #[serde(default)]
    #[schema(required)]
    pub auth: String,
}

/// Lists the devices on which the caller gets notifications, newest first.
#[utoipa::path(get, path = "/api/push", tag = "contacts", operation_id = "list_push_devices",
    responses((status = 200, body = PushDevices)))]
pub async fn list_devices(staff: Support, State(app): State<App>) -> Result<Json<PushDevices>> {
    let public_key = keys::find_or_create(&app).await?.public_key;
    let found = push_subscriptions::list(app.db.reader(), staff.0.user.id).await?;
    Ok(Json(PushDevices { public_key, devices: found.into_iter().map(device).collect() }))
}

fn device(row: push_subscriptions::Model) -> PushDevice {
    let push_subscriptions::Model { id, user_agent, created_at, endpoint_hash, .. } = row;
    PushDevice { id, device: user_agent::describe(&user_agent), created_at, endpoint_hash }
}

/// Turns notifications on for the browser that sends the request. A repeated request ties them to the present session. They end when
/// the user signs out, or when the session is ended from elsewhere.
#[utoipa::path(post, path = "/api/push/subscriptions", tag = "contacts", operation_id = "create_push_subscription",
    request_body = PushSubscriptionInput,
    responses((status = 201, body = PushDevice)))]
pub async fn create_subscription(
    staff: Support,
    State(app): State<App>,
    headers: HeaderMap,
    JsonBody(input): JsonBody<PushSubscriptionInput>,
) -> Result<(StatusCode, Json<PushDevice>)> {
    let mut fields = Fields::default();
    if endpoint::parse(&app.config, &input.endpoint).is_none() {
        fields.refuse("endpoint", "Este serviço de notificações não é aceito.");
    }
    let decoded = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).unwrap_or_default();
    let (public_key, secret) = (decoded(&input.p256dh), decoded(&input.auth));
    if encryption::encrypt(b"", &public_key, &secret).is_err() {
        fields.refuse("p256dh", "A chave do navegador não vale.");
    }
    if secret.len() != SECRET_BYTES {
        fields.refuse("auth", "O segredo do navegador não vale.");
    }
    fields.finish(())?;
    let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let new = NewSubscription {
        user_id: staff.0.user.id,
        session_id: staff.0.session.id,
        endpoint_hash: id::sha256_hex(input.endpoint.as_bytes()),
        endpoint: input.endpoint,
        public_key: URL_SAFE_NO_PAD.encode(public_key),
        sealed_secret: app.secret_key.seal(push_subscriptions::PURPOSE, &secret),
        user_agent: agent.chars().take(300).collect(),
    };
    let tx = app.db.begin().await?;
    let created = push_subscriptions::save(&*tx, new, app.clock.now()).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(device(created))))
}

/// Turns notifications off on a device of the caller.
#[utoipa::path(delete, path = "/api/push/subscriptions/{id}", tag = "contacts", operation_id = "delete_push_subscription",
    params(PathId),
    responses((status = 204)))]
pub async fn delete_subscription(
    staff: Support,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<StatusCode> {
    let tx = app.db.begin().await?;
    let found = push_subscriptions::find(&*tx, id).await?;
    found.filter(|row| row.user_id == staff.0.user.id).ok_or(Error::NotFound)?;
    push_subscriptions::delete(&*tx, id).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
