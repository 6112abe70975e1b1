use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::harness::Server;

/// Sends exactly these bytes and reads all that comes back until the server closes.
async fn exchange(server: &Server, request: &str) -> String {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn a_request_must_name_one_host() {
    let server = Server::start().await;
    for hosts in ["", "Host: a\r\nHost: b\r\n"] {
        let answer = exchange(&server, &format!("GET / HTTP/1.1\r\n{hosts}\r\n")).await;
        assert!(answer.starts_with("HTTP/1.1 400 "), "{hosts:?}: {answer}");
        assert!(answer.contains("connection: close"), "{answer}");
    }
}

#[tokio::test]
async fn ambiguous_lengths_are_refused() {
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
async fn headers_may_not_grow_without_end() {
    let server = Server::start().await;
    let request = format!("GET / HTTP/1.1\r\nHost: a\r\nX-Filler: {}\r\n\r\n", "a".repeat(40_000));
    let answer = exchange(&server, &request).await;
    assert!(answer.starts_with("HTTP/1.1 431 "), "{answer}");
}

#[tokio::test]
async fn a_silent_or_dripping_connection_is_closed() {
    let server = Server::start().await;
    let silent = exchange(&server, "");
    let half = exchange(&server, "GET / HTTP/1.1\r\nHost: a\r\nX-Half");
    // Both end by the server's doing, or this test never does.
    futures_util::future::join(silent, half).await;
}
