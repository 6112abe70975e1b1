//! Serves the contract of the API.

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, StatusCode, request::Parts},
};
use tokio::{sync::OnceCell, task::spawn_blocking};

use crate::{
    platform::error::{Error, Result},
    site::{
        assets::Assets,
        cache::{CachedPage, RenderedPage},
    },
};

/// The contract as compressed JSON. The first request prepares it.
#[derive(Default)]
pub(super) struct PublishedContract(OnceCell<CachedPage>);

impl PublishedContract {
    /// Answers a request for the contract.
    pub(super) async fn respond(&self, request: &Parts) -> Result<Response<Body>> {
        let prepared = self.0.get_or_try_init(|| async { spawn_blocking(prepare).await? });
        let page = prepared.await.map_err(Error::Internal)?;
        Ok(page.respond(&request.method, &request.headers, &HeaderMap::new()).map(Body::new))
    }
}

fn prepare() -> anyhow::Result<CachedPage> {
    let page = RenderedPage {
        status: StatusCode::OK,
        content_type: HeaderValue::from_static("application/json"),
        body: Assets::contract()?.into(),
        expires_at: None,
        headers: HeaderMap::new(),
    };
    Ok(CachedPage::new(0, page))
}
