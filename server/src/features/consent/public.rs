//! Stores the choices of visitors in the ledger.

use axum::{extract::State, http::StatusCode};

use super::{
    model::{ConsentInput, NewConsent},
    notice, store,
};
use crate::{
    app::{App, limits::FormLimit},
    features::pages::store::Texts,
    foundation::settings,
    platform::{
        error::{Error, Result},
        http::JsonBody,
        limits::rate_limit::network_of,
        listener::client_ip::ClientIp,
    },
};

/// Stores a visitor's choice about trackers as proof. Nothing that identifies the visitor is stored.
#[utoipa::path(post, path = "/api/consents", tag = "consent", operation_id = "create_consent",
    request_body = ConsentInput,
    responses((status = 204)))]
pub async fn create_consent(
    _: FormLimit,
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    JsonBody(input): JsonBody<ConsentInput>,
) -> Result<StatusCode> {
    let consent = NewConsent::parse(input)?;
    let steady = app.clock.steady();
    app.limits.consents.take(network_of(ip), steady)?;
    app.limits.all_consents.take((), steady)?;
    let now = app.clock.now();
    let reader = app.db.reader();
    let analytics = settings::store::all(reader).await?.analytics;
    let current = notice::read(&Texts::saved(&app), &analytics).await?;
    let current = current.filter(|notice| notice.version == consent.version);
    if current.is_none() && !store::has_text(reader, &consent.version).await? {
        return Err(Error::field("version", "Este texto não está mais no site."));
    }
    let tx = app.db.begin().await?;
    if let Some(notice) = current {
        let document = serde_json::to_value(&notice.texts).map_err(anyhow::Error::new)?;
        store::create_text(&*tx, &notice.version, document, now).await?;
    }
    store::create(&*tx, &consent, now).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
