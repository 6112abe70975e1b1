//! The server loop. Unlike `axum::serve`, it limits the number of connections, the size of headers, the time for headers and
//! bodies, and the time in which a response makes no progress. On shutdown, running requests may finish.

pub mod body_timeout;
pub mod client_ip;
pub mod connections;
mod write_timeout;

use std::{
    convert::Infallible,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use axum::{
    body::Body,
    http::{
        HeaderMap, HeaderValue, Method, Request, Response, StatusCode, Uri, Version, header,
        uri::PathAndQuery,
    },
    response::IntoResponse,
};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use tokio::net::{TcpListener, TcpStream};

use self::{
    body_timeout::TimedBody,
    client_ip::{Peer, is_local},
    connections::{ConnectionLimits, Connections, OpenConnection, RefusedConnections},
    write_timeout::TimedWrites,
};

/// Maximum size of the headers of a request, in bytes.
const HEADER_BYTES: usize = 32 * 1024;
/// Size of the read and write buffers of a connection, in bytes. Bodies that are in memory anyway, such as cached pages, are not
/// copied into them.
const BUFFER_BYTES: usize = 40 * 1024;
/// The response on a connection over the limits.
const BUSY: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// Timeouts and limits of connections.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Maximum time for the headers, from the start of the connection or the end of the previous response. Default 10 s.
    pub headers: Duration,
    /// Maximum time from the first read of a request's body to its end. Default 30 s.
    pub body: Duration,
    /// The same for a form with files, which slow connections need minutes to send. Default 120 s.
    pub upload: Duration,
    /// Maximum time in which a response makes no progress because the peer doesn't read. Default 30 s.
    pub write: Duration,
    /// Maximum time for running requests after the start of the shutdown. Default 25 s.
    pub drain: Duration,
    pub connections: ConnectionLimits,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            headers: Duration::from_secs(10),
            body: Duration::from_secs(30),
            upload: Duration::from_secs(120),
            write: Duration::from_secs(30),
            drain: Duration::from_secs(25),
            connections: ConnectionLimits::default(),
        }
    }
}

/// The site that a `Host` header names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Host {
    /// This site. Requests are answered.
    Ours,
    /// This site with an additional or missing `www.`. Requests with GET or HEAD are redirected to the contained origin, others
    /// are refused.
    Alias(String),
    /// Another site. Requests are refused.
    Unknown,
}

/// The service behind the listener.
pub trait Respond: Send + Sync + 'static {
    /// Responds to a request.
    fn respond(&self, request: Request<TimedBody>) -> impl Future<Output = Response<Body>> + Send;

    /// Returns the site that the value of a `Host` header names. The value is empty if the header is missing.
    fn host(&self, host: &str) -> Host;

    /// Returns whether the peer is a trusted proxy.
    fn is_proxy(&self, peer: IpAddr) -> bool;

    /// Returns the headers of refusals and redirects that the listener sends itself.
    fn refusal_headers(&self) -> HeaderMap;
}

/// Serves until `shutdown` is ready, then waits for running requests up to [`Bounds::drain`].
pub async fn serve(
    listener: TcpListener,
    site: Arc<impl Respond>,
    bounds: Bounds,
    shutdown: impl Future<Output = ()>,
) {
    let mut server = http1::Builder::new();
    server
        .timer(TokioTimer::new())
        .header_read_timeout(bounds.headers)
        .max_header_size(HEADER_BYTES)
        .max_buf_size(BUFFER_BYTES);
    let graceful = GracefulShutdown::new();
    let connections = Connections::new(bounds.connections);
    let mut refused = RefusedConnections::default();
    let mut shutdown = std::pin::pin!(shutdown);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = accept(&listener) => accepted,
            () = &mut shutdown => break,
        };
        let is_proxy = is_local(peer.ip()) || site.is_proxy(peer.ip());
        let Some(open) = connections.open(peer.ip(), is_proxy) else {
            // The peer may not get it, because nothing waits until the peer reads it.
            let _ = stream.try_write(BUSY);
            if let Some(connections) = refused.count(tokio::time::Instant::now()) {
                tracing::warn!(connections, %peer, "connections were refused, because the limit is reached");
            }
            continue;
        };
        let _ = stream.set_nodelay(true);
        let stream = TimedWrites::new(stream, bounds.write);
        let site = site.clone();
        let service = service_fn(move |request| {
            let site = site.clone();
            async move { Ok::<_, Infallible>(check_and_respond(&*site, &bounds, peer, request).await) }
        });
        let connection = graceful.watch(server.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(watch(connection, peer, open));
    }
    drop(listener);
    tracing::info!("shutting down: finishing running requests, accepting no connections");
    if tokio::time::timeout(bounds.drain, graceful.shutdown()).await.is_err() {
        tracing::warn!("running requests were aborted");
    }
}

/// Waits for the end of a connection. `_open` counts it as open until then.
async fn watch(
    connection: impl Future<Output = Result<(), hyper::Error>>,
    peer: SocketAddr,
    _open: OpenConnection,
) {
    if let Err(cause) = connection.await {
        tracing::debug!(%cause, %peer, "connection ended early");
    }
}

/// Accepts a connection. After a failure, such as a lack of file descriptors, waits before the next attempt.
async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(cause) => {
                tracing::warn!(%cause, "accepting a connection failed");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

/// Checks the `Host` header and passes the request to the site. Health checks may have any host.
async fn check_and_respond(
    site: &impl Respond,
    bounds: &Bounds,
    peer: SocketAddr,
    mut request: Request<Incoming>,
) -> Response<Body> {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok()).map(str::to_owned);
    let ambiguous = hosts.next().is_some() || (host.is_none() && request.version() == Version::HTTP_11);
    if ambiguous {
        return refuse(site, StatusCode::BAD_REQUEST);
    }
    if !request.uri().path().starts_with("/healthz/") {
        match site.host(host.as_deref().unwrap_or("")) {
            Host::Ours => {}
            Host::Alias(origin) if matches!(*request.method(), Method::GET | Method::HEAD) => {
                return redirect(site, &origin, request.uri());
            }
            Host::Alias(_) | Host::Unknown => return refuse(site, StatusCode::MISDIRECTED_REQUEST),
        }
    }
    request.extensions_mut().insert(Peer(peer));
    let awaits_continue = request.headers().contains_key(header::EXPECT);
    let content_type = request.headers().get(header::CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    let time = if content_type.starts_with(b"multipart/") { bounds.upload } else { bounds.body };
    site.respond(request.map(|incoming| TimedBody::new(incoming, time, awaits_continue))).await
}

fn redirect(site: &impl Respond, origin: &str, uri: &Uri) -> Response<Body> {
    let path = uri.path_and_query().map_or("/", PathAndQuery::as_str);
    let Ok(location) = HeaderValue::from_str(&format!("{origin}{path}")) else {
        return refuse(site, StatusCode::MISDIRECTED_REQUEST);
    };
    let mut response = (StatusCode::PERMANENT_REDIRECT, site.refusal_headers()).into_response();
    response.headers_mut().insert(header::LOCATION, location);
    response
}

fn refuse(site: &impl Respond, status: StatusCode) -> Response<Body> {
    let mut response = (status, site.refusal_headers()).into_response();
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}
