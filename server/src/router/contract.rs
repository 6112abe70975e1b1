//! The contract of the API as OpenAPI, which `server/openapi.json` contains and `GET /api/openapi.json` returns.

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, StatusCode, request::Parts},
};
use tokio::{sync::OnceCell, task::spawn_blocking};
use utoipa::openapi::{InfoBuilder, OpenApi as Contract};

use super::{
    api::{api, preview_api},
    schema_limits,
    statuses::{self, for_role},
};
use crate::{
    foundation::identity::model::Role,
    platform::error::{Error, Result},
    site::cache::{CachedPage, RenderedPage},
};

const DESCRIPTION: &str = "The API of a Vitrine site. Messages are in Brazilian Portuguese, to be shown to users. Times are \
    in UTC, days in the time zone of São Paulo.

Signing in, such as with `POST /api/auth/login`, returns a token, which requests send as `Authorization: Bearer …`. Operations \
    that require a session or a role say so; all others also work without a session. The roles of staff are \
    `admin`, `editor`, `support` and `writer`.

A response with a record that several people edit has an `ETag`. Send it as `If-Match` with a change, so that the change is \
    refused if another person has changed the record. Without `If-Match`, the change overwrites the other one.

Lists with a parameter `cursor` have pages. The header `Link` of a page has the URL of the next one.

A response with an error has a `code`, such as `not_found`. The descriptions of the responses name the codes.";

/// Returns the contract of all operations.
#[must_use]
pub fn build() -> Contract {
    let (_, mut contract) = api().split_for_parts();
    contract.merge(for_role(Role::Writer, preview_api()).split_for_parts().1);
    statuses::add_shared(&mut contract);
    schema_limits::add(&mut contract);
    contract.info = InfoBuilder::new()
        .title("Vitrine")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(DESCRIPTION))
        .build();
    contract
}

/// The contract as compressed JSON. The first request prepares it.
#[derive(Default)]
pub(super) struct PreparedContract(OnceCell<CachedPage>);

impl PreparedContract {
    /// Answers a request for the contract.
    pub(super) async fn respond(&self, request: &Parts) -> Result<Response<Body>> {
        let prepared = self.0.get_or_try_init(|| async {
            spawn_blocking(prepare).await.map_err(anyhow::Error::new)?.map_err(anyhow::Error::new)
        });
        let page = prepared.await.map_err(Error::Internal)?;
        Ok(page.respond(&request.method, &request.headers, &HeaderMap::new()).map(Body::new))
    }
}

/// Builds the contract, and compresses it.
fn prepare() -> serde_json::Result<CachedPage> {
    let page = RenderedPage {
        status: StatusCode::OK,
        content_type: HeaderValue::from_static("application/json"),
        body: serde_json::to_vec(&build())?.into(),
        expires_at: None,
        headers: HeaderMap::new(),
    };
    Ok(CachedPage::new(0, page))
}
