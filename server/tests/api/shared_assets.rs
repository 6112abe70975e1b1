//! Scripts and styles of other versions on the same database.

use chrono::TimeDelta;
use reqwest::StatusCode;
use sea_orm::ConnectionTrait;
use vitrine::site::{assets::Assets, shared_assets};

use crate::harness::Server;

async fn run(server: &Server, sql: &str) {
    let tx = server.app.db.begin().await.unwrap();
    tx.execute_unprepared(sql).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn file_of_another_version_is_served_for_a_week() {
    let server = Server::start().await;
    let assets = Assets::load().unwrap();
    shared_assets::update(&server.app, &assets).await.unwrap();
    let style =
        assets.smallest().map(|(path, ..)| path.to_owned()).find(|path| path.ends_with(".css")).unwrap();
    let own = server.get(&format!("/{style}")).await;
    // The stored copy gets another name, as if it were from another version.
    run(
        &server,
        &format!("UPDATE public_assets SET name = 'assets/other-1a2b3c.css' WHERE name = '{style}'"),
    )
    .await;
    let other = async |encoding: &str| {
        server.get("/assets/other-1a2b3c.css").header("accept-encoding", encoding).await
    };
    let found = other("identity").await.expect(StatusCode::OK);
    assert_eq!(found.headers()["content-type"], "text/css; charset=utf-8");
    assert_eq!(found.headers()["cache-control"], own.headers()["cache-control"]);
    assert_eq!(found.bytes(), own.bytes());
    assert_eq!(other("br").await.headers()["content-encoding"], "br");

    for (days, status) in [(6, StatusCode::OK), (2, StatusCode::NOT_FOUND)] {
        server.advance(TimeDelta::days(days));
        shared_assets::update(&server.app, &assets).await.unwrap();
        assert_eq!(other("br").await.status(), status);
    }
}

#[tokio::test]
async fn missing_file_is_never_stored_by_caches() {
    let server = Server::start().await;
    for path in ["/assets/missing-1a2b3c.js".to_owned(), format!("/assets/{}.js", "a".repeat(200))] {
        let missing = server.get(&path).await.expect(StatusCode::NOT_FOUND);
        assert_eq!(missing.headers()["cache-control"], "no-store");
    }
}
