//! Receives beacons. The response is always the same. Beacons are only buffered here, and stored later in batches.

use axum::{
    extract::State,
    http::{HeaderMap, HeaderName, StatusCode, header},
};

use super::{beacon::VisitBeacon, robots::is_robot};
use crate::{
    app::App,
    platform::{
        http::{RawBody, request_buffer::BufferedRequest},
        limits::rate_limit::network_of,
        listener::client_ip::ClientIp,
    },
};

/// Records a page view, or the Core Web Vitals and clicks of a page, for the site's own figures. Nothing is recorded,
/// with the same response, if the request has `DNT: 1` or `Sec-GPC: 1`, is sent by a robot, exceeds the limit of its
/// network or has an invalid body, and while measurement is off. The client's address is not stored.
#[utoipa::path(post, path = "/api/visits", tag = "visits", operation_id = "record_visit",
    request_body = VisitBeacon,
    responses((status = 204)))]
pub async fn record_visit(
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    headers: HeaderMap,
    RawBody(body): RawBody,
) -> StatusCode {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let user_agent = text(header::USER_AGENT);
    let objects = text(header::DNT) == "1" || text(HeaderName::from_static("sec-gpc")) == "1";
    let is_counted = !objects
        && !is_robot(user_agent)
        && app.limits.visits.take(network_of(ip), app.clock.steady()).is_ok();
    if is_counted {
        app.visits.add(BufferedRequest::new(app.clock.now(), ip, user_agent, &body));
    }
    StatusCode::NO_CONTENT
}
