//! The server loop. `axum::serve` has no timer for headers, so connections are served by hyper-util directly:
//! slow, oversized and ambiguous requests are cut off, peers that stop reading too, connections are limited, and a
//! shutdown lets running requests finish.

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

use super::{
    body_timeout::TimedBody,
    client_ip::{Peer, is_local},
    connections::{Connection, ConnectionLimits, Connections},
    write_timeout::TimedWrites,
};

const HEADER_BYTES: usize = 32 * 1024;
/// What a connection holds of what is read and written, beside one piece of the body. Bytes that are in memory anyway,
/// such as those of a cached page, don't count.
const BUFFER_BYTES: usize = 40 * 1024;
/// The answer to a connection beyond the limits.
const BUSY: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// What a connection may take: time, and its place among others.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// From a connection's opening, or the end of the answer before, to the end of the request's headers. Default 10 s.
    pub headers: Duration,
    /// From the first wait for a request's body to its end. Default 30 s.
    pub body: Duration,
    /// Without any byte of an answer accepted by the peer. Default 30 s.
    pub write: Duration,
    /// For answers under way, once nothing new is accepted. Default 25 s.
    pub drain: Duration,
    pub connections: ConnectionLimits,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            headers: Duration::from_secs(10),
            body: Duration::from_secs(30),
            write: Duration::from_secs(30),
            drain: Duration::from_secs(25),
            connections: ConnectionLimits::default(),
        }
    }
}

/// What a `Host` header names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Host {
    Ours,
    /// The same site with or without `www.`; the origin to go to.
    Moved(String),
    Unknown,
}

/// Answers one request whose connection has been checked.
pub trait Answer: Send + Sync + 'static {
    fn answer(&self, request: Request<TimedBody>) -> impl Future<Output = Response<Body>> + Send;

    /// Is this host the site's?
    fn host(&self, host: &str) -> Host;

    /// Does this peer pass on requests of others?
    fn is_proxy(&self, peer: IpAddr) -> bool;

    /// What a refusal carries that comes before anything is looked at.
    fn refusal_headers(&self) -> HeaderMap;
}

/// Serves until `shutdown` is ready, then lets the requests under way finish.
pub async fn serve(
    listener: TcpListener,
    answer: Arc<impl Answer>,
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
    let mut shutdown = std::pin::pin!(shutdown);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = accept(&listener) => accepted,
            () = &mut shutdown => break,
        };
        let is_proxy = is_local(peer.ip()) || answer.is_proxy(peer.ip());
        let Some(open) = connections.open(peer.ip(), is_proxy) else {
            // Writes what fits without waiting for the peer.
            let _ = stream.try_write(BUSY);
            continue;
        };
        let _ = stream.set_nodelay(true);
        let stream = TimedWrites::new(stream, bounds.write);
        let answer = answer.clone();
        let service = service_fn(move |request| {
            let answer = answer.clone();
            async move { Ok::<_, Infallible>(checked(&*answer, bounds.body, peer, request).await) }
        });
        let connection = graceful.watch(server.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(watch(connection, peer, open));
    }
    drop(listener);
    tracing::info!("shutting down: no new connections, finishing the requests under way");
    if tokio::time::timeout(bounds.drain, graceful.shutdown()).await.is_err() {
        tracing::warn!("requests still under way were cut off");
    }
}

async fn watch(
    connection: impl Future<Output = Result<(), hyper::Error>>,
    peer: SocketAddr,
    _open: Connection,
) {
    if let Err(cause) = connection.await {
        tracing::debug!(%cause, %peer, "connection ended early");
    }
}

/// Out of file descriptors or the like: wait instead of spinning.
async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(cause) => {
                tracing::warn!(%cause, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

async fn checked(
    answer: &impl Answer,
    body: Duration,
    peer: SocketAddr,
    mut request: Request<Incoming>,
) -> Response<Body> {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok()).map(str::to_owned);
    let ambiguous = hosts.next().is_some() || (host.is_none() && request.version() == Version::HTTP_11);
    if ambiguous {
        return refuse(answer, StatusCode::BAD_REQUEST);
    }
    if !request.uri().path().starts_with("/healthz/") {
        match answer.host(host.as_deref().unwrap_or("")) {
            Host::Ours => {}
            Host::Moved(origin) if matches!(*request.method(), Method::GET | Method::HEAD) => {
                return moved(answer, &origin, request.uri());
            }
            Host::Moved(_) | Host::Unknown => return refuse(answer, StatusCode::MISDIRECTED_REQUEST),
        }
    }
    request.extensions_mut().insert(Peer(peer));
    let awaits_continue = request.headers().contains_key(header::EXPECT);
    answer.answer(request.map(|incoming| TimedBody::new(incoming, body, awaits_continue))).await
}

fn moved(answer: &impl Answer, origin: &str, uri: &Uri) -> Response<Body> {
    let path = uri.path_and_query().map_or("/", PathAndQuery::as_str);
    let Ok(location) = HeaderValue::from_str(&format!("{origin}{path}")) else {
        return refuse(answer, StatusCode::MISDIRECTED_REQUEST);
    };
    let mut response = (StatusCode::PERMANENT_REDIRECT, answer.refusal_headers()).into_response();
    response.headers_mut().insert(header::LOCATION, location);
    response
}

fn refuse(answer: &impl Answer, status: StatusCode) -> Response<Body> {
    let mut response = (status, answer.refusal_headers()).into_response();
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}
