//! Scripts and styles of other releases of the site, shared through the database.

use chrono::TimeDelta;
use reqwest::StatusCode;
use vitrine::site::{assets::Assets, shared_assets};

use crate::harness::Server;

#[tokio::test]
async fn asset_of_another_release_is_served_for_a_week() {
    let server = Server::start().await;
    let assets = Assets::load().unwrap();
    shared_assets::update(&server.app, &assets).await.unwrap();
    let style =
        assets.smallest().map(|(path, ..)| path.to_owned()).find(|path| path.ends_with(".css")).unwrap();
    let current = server.get(&format!("/{style}")).await;
    // Renames the stored copy, as if it were a file of another release.
    let rename = format!("UPDATE public_assets SET name = 'assets/other-1a2b3c.css' WHERE name = '{style}'");
    server.execute_sql(&rename).await;
    let get_other = async |encoding: &str| {
        server.get("/assets/other-1a2b3c.css").header("accept-encoding", encoding).await
    };
    let found = get_other("identity").await.expect(StatusCode::OK);
    assert_eq!(found.headers()["content-type"], "text/css; charset=utf-8");
    assert_eq!(found.headers()["cache-control"], current.headers()["cache-control"]);
    assert_eq!(found.bytes(), current.bytes());
    assert_eq!(get_other("br").await.headers()["content-encoding"], "br");

    for (days, status) in [(6, StatusCode::OK), (2, StatusCode::NOT_FOUND)] {
        server.advance(TimeDelta::days(days));
        shared_assets::update(&server.app, &assets).await.unwrap();
        assert_eq!(get_other("br").await.status(), status);
    }
}

#[tokio::test]
async fn answer_for_a_missing_asset_is_not_cached() {
    let server = Server::start().await;
    for path in ["/assets/missing-1a2b3c.js".to_owned(), format!("/assets/{}.js", "a".repeat(200))] {
        let missing = server.get(&path).await.expect(StatusCode::NOT_FOUND);
        assert_eq!(missing.headers()["cache-control"], "no-store");
    }
}
