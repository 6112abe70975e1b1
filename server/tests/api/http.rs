//! HTTP itself: malformed requests, limits of connections, and health checks.

use std::{fs, time::Duration};

use chrono::TimeDelta;
use reqwest::StatusCode;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{interval, timeout},
};
use vitrine::platform::listener::{Bounds, connections::ConnectionLimits};

use crate::harness::{Options, Server};

/// Time limit of the server.
const SOON: Duration = Duration::from_millis(200);
/// Time after which the test fails, because the server doesn't close the connection.
const NEVER: Duration = Duration::from_secs(20);

/// Sends bytes and returns the response, which ends when the server closes the connection.
async fn exchange(server: &Server, request: &str) -> String {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn request_without_exactly_one_host_is_refused() {
    let server = Server::start().await;
    for hosts in ["", "Host: a\r\nHost: b\r\n"] {
        let answer = exchange(&server, &format!("GET / HTTP/1.1\r\n{hosts}\r\n")).await;
        assert!(answer.starts_with("HTTP/1.1 400 "), "{hosts:?}: {answer}");
        assert!(answer.contains("connection: close"), "{answer}");
    }
}

#[tokio::test]
async fn request_with_an_ambiguous_length_is_refused() {
    let server = Server::start().await;
    for lengths in [
        "Content-Length: 4\r\nContent-Length: 5\r\n",
        "Content-Length: x\r\n",
        "Transfer-Encoding: chunked, identity\r\n",
    ] {
        let answer = exchange(
            &server,
            &format!("POST /api/contacts HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n{lengths}\r\n0\r\n\r\n"),
        )
        .await;
        assert!(answer.starts_with("HTTP/1.1 400 "), "{lengths:?}: {answer}");
    }
}

#[tokio::test]
async fn oversized_headers_are_refused() {
    let server = Server::start().await;
    let request = format!("GET / HTTP/1.1\r\nHost: a\r\nX-Filler: {}\r\n\r\n", "a".repeat(40_000));
    let answer = exchange(&server, &request).await;
    assert!(answer.starts_with("HTTP/1.1 431 "), "{answer}");
}

/// The server reads the chunks, ignores the length, and closes the connection. A proxy that goes by the length could forward
/// a second request as part of the body; the server must not parse it.
#[tokio::test]
async fn connection_closes_after_chunked_body_with_length() {
    let server = Server::start().await;
    for lengths in
        ["Content-Length: 5\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 5"]
    {
        let head = format!("POST /api/auth/logout HTTP/1.1\r\nHost: a\r\n{lengths}\r\n\r\n");
        let smuggled = "GET /healthz/live HTTP/1.1\r\nHost: a\r\n\r\n";
        let answer = exchange(&server, &format!("{head}0\r\n\r\n{smuggled}")).await;
        assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{lengths}: {answer}");
        assert!(answer.contains("connection: close"), "{lengths}: {answer}");
    }
}

/// Starts a server with short time limits.
async fn start_impatient() -> Server {
    let bounds = Bounds { headers: SOON, body: SOON, drain: NEVER, ..Bounds::default() };
    Server::start_with_bounds(Options::default(), bounds).await
}

/// Sends `start`, then repeats `chunk` at intervals shorter than the time limit, until the server closes the
/// connection. Returns the response, and fails the test if the server doesn't close.
async fn drip(server: &Server, start: &str, chunk: &str) -> String {
    let (mut from, mut to) = TcpStream::connect(server.address).await.unwrap().into_split();
    let (start, chunk) = (start.to_owned(), chunk.to_owned());
    let dripping = tokio::spawn(async move {
        let mut sent = to.write_all(start.as_bytes()).await;
        let mut tick = interval(SOON / 10);
        while sent.is_ok() {
            tick.tick().await;
            sent = to.write_all(chunk.as_bytes()).await;
        }
    });
    let mut answer = Vec::new();
    let read = timeout(NEVER, from.read_to_end(&mut answer)).await;
    dripping.abort();
    let _ = read.expect("the server closes");
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn silent_connection_is_closed() {
    let server = start_impatient().await;
    for start in ["", "GET / HTTP/1.1\r\nHost: a\r\nX-Half"] {
        let answer = timeout(NEVER, exchange(&server, start)).await.expect("the server closes");
        assert!(!answer.starts_with("HTTP/1.1 2"), "{answer}");
    }
}

#[tokio::test]
async fn connection_with_slow_headers_is_closed() {
    let server = start_impatient().await;
    let answer = drip(&server, "GET /healthz/live HTTP/1.1\r\nHost: a\r\nX-Slow: ", "a").await;
    assert!(!answer.starts_with("HTTP/1.1 2"), "{answer}");
}

#[tokio::test]
async fn slow_body_is_answered_408() {
    let server = start_impatient().await;
    for (path, kind) in
        [("/api/contacts", "application/json"), ("/contato", "application/x-www-form-urlencoded")]
    {
        let head = format!("POST {path} HTTP/1.1\r\nHost: a\r\nContent-Type: {kind}\r\n");
        let answer = drip(&server, &format!("{head}Content-Length: 100000\r\n\r\n"), " ").await;
        assert!(answer.starts_with("HTTP/1.1 408 "), "{path}: {answer}");
        assert!(answer.contains("O envio demorou demais"), "{path}: {answer}");
    }
}

#[tokio::test]
async fn idle_connection_is_closed_after_its_response() {
    let server = start_impatient().await;
    let request = "GET /healthz/live HTTP/1.1\r\nHost: a\r\n\r\n";
    let answer = timeout(NEVER, exchange(&server, request)).await.expect("the server closes");
    assert!(answer.starts_with("HTTP/1.1 200 ") && !answer.contains("connection: close"), "{answer}");
}

/// The responses are larger than the socket buffers.
#[tokio::test]
async fn connection_of_a_peer_that_does_not_read_is_closed() {
    let bounds = Bounds { write: SOON, ..Bounds::default() };
    let server = Server::start_with_bounds(Options::default(), bounds).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request = "GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n".repeat(100);
    let sent = timeout(NEVER, async {
        // Fails once the server has closed the connection.
        while stream.write_all(request.as_bytes()).await.is_ok() {}
    });
    sent.await.expect("the server closes");
}

#[tokio::test]
async fn connections_beyond_the_limit_are_refused_until_others_close() {
    let connections = ConnectionLimits { total: 2, per_network: 1 };
    let bounds = Bounds { connections, ..Bounds::default() };
    let server = Server::start_with_bounds(Options::default(), bounds).await;
    let request = "GET /healthz/live HTTP/1.1\r\nHost: a\r\n\r\n";
    let mut open = Vec::new();
    for _ in 0..2 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(
            &answer, b"HTTP/1.1 200",
            "the limit of one network doesn't apply to the local machine, which may be a proxy"
        );
        open.push(stream);
    }
    let answer = exchange(&server, "").await;
    assert!(answer.starts_with("HTTP/1.1 503 ") && answer.contains("Retry-After: 5\r\n"), "{answer:?}");
    open.pop();
    let answered = timeout(NEVER, async {
        while !exchange(&server, &request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"))
            .await
            .starts_with("HTTP/1.1 200 ")
        {}
    });
    answered.await.expect("a closed connection makes room for another");
}

/// Returns the status of the readiness check after the validity of its last result.
async fn readiness(server: &Server) -> StatusCode {
    server.advance(TimeDelta::seconds(2));
    server.status("/healthz/ready").await
}

#[tokio::test]
async fn server_whose_database_file_was_moved_or_replaced_is_not_ready() {
    let server = Server::start().await;
    let Some(path) = server.app.config.database_url.strip_prefix("sqlite:") else { return };
    assert_eq!(readiness(&server).await, StatusCode::OK);
    let moved = format!("{path}.moved");
    fs::rename(path, &moved).unwrap();
    assert_eq!(readiness(&server).await, StatusCode::SERVICE_UNAVAILABLE);
    fs::copy(&moved, path).unwrap();
    assert_eq!(readiness(&server).await, StatusCode::SERVICE_UNAVAILABLE, "a copy is another file");
    fs::rename(&moved, path).unwrap();
    assert_eq!(readiness(&server).await, StatusCode::OK);
}

#[tokio::test]
async fn server_whose_write_ahead_log_was_deleted_or_replaced_is_not_ready() {
    let server = Server::start().await;
    let Some(path) = server.app.config.database_url.strip_prefix("sqlite:") else { return };
    for end in ["-wal", "-shm"] {
        let path = format!("{path}{end}");
        assert_eq!(readiness(&server).await, StatusCode::OK);
        let moved = format!("{path}.moved");
        fs::rename(&path, &moved).unwrap();
        assert_eq!(readiness(&server).await, StatusCode::SERVICE_UNAVAILABLE, "{end}");
        fs::copy(&moved, &path).unwrap();
        assert_eq!(readiness(&server).await, StatusCode::SERVICE_UNAVAILABLE, "a copy is another file");
        fs::rename(&moved, &path).unwrap();
    }
    assert_eq!(readiness(&server).await, StatusCode::OK);
}

#[tokio::test]
async fn server_without_database_is_live_but_not_ready() {
    let server = Server::start().await;
    let status = async |path: &str| server.get(path).await.status();
    assert_eq!(
        (status("/healthz/live").await, status("/healthz/ready").await),
        (StatusCode::OK, StatusCode::OK)
    );
    server.app.db.clone().close().await;
    server.advance(TimeDelta::seconds(2));
    assert_eq!(status("/healthz/live").await, StatusCode::OK);
    let not_ready = server.get("/healthz/ready").await.expect(StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(not_ready.headers()["retry-after"], "2");
    assert_eq!(not_ready.json()["code"], "unavailable");
}
