//! Audit events of menu items and footer sections.

use chrono::TimeDelta;
use serde_json::json;

use super::Log;
use crate::harness::{EDITOR, Server};

#[tokio::test]
async fn menu_and_footer_actions_are_audited() {
    let server = Server::start().await;
    let ana = server.sign_in(EDITOR).await;
    let mut log = Log::open(&server).await;
    for (path, input, [created, updated, deleted, restored, reordered]) in [
        (
            "/api/menu-items",
            json!({"label": "Casos", "url": "/blog"}),
            [
                "menu_item.created",
                "menu_item.updated",
                "menu_item.deleted",
                "menu_item.restored",
                "menu_item.reordered",
            ],
        ),
        (
            "/api/footer-sections",
            json!({"title": "Casos", "type": "text"}),
            [
                "footer_section.created",
                "footer_section.updated",
                "footer_section.deleted",
                "footer_section.restored",
                "footer_section.reordered",
            ],
        ),
    ] {
        let record = ana.post(path, &input).await.expect_success().json();
        log.expect(&[[EDITOR, created, "Casos"]]).await;
        let record_path = format!("{path}/{}", record["id"].as_str().unwrap());
        ana.put(&record_path, &json!({"is_active": false})).await.expect_success();
        log.expect(&[[EDITOR, updated, "Casos"]]).await;
        ana.delete(&record_path).await.expect_success();
        log.expect(&[[EDITOR, deleted, "Casos"]]).await;
        ana.post(&format!("{record_path}/restore"), &json!({})).await.expect_success();
        log.expect(&[[EDITOR, restored, "Casos"]]).await;
        let all = ana.json(path).await;
        let top_level = all.as_array().unwrap().iter().filter(|record| record["parent_id"].is_null());
        let ids: Vec<_> = top_level.map(|record| &record["id"]).collect();
        ana.put(&format!("{path}/order"), &json!({"ids": ids})).await.expect_success();
        log.expect(&[[EDITOR, reordered, ""]]).await;
        ana.delete(&record_path).await.expect_success();
        log.expect(&[[EDITOR, deleted, "Casos"]]).await;
    }
    server.advance(TimeDelta::days(31));
    server.run_maintenance().await;
    let purged = server.admin().await.json("/api/audit?limit=50").await;
    for action in ["menu_item.purged", "footer_section.purged"] {
        let event = purged.as_array().unwrap().iter().find(|event| event["action"] == action).unwrap();
        assert_eq!(event["source"], "system");
    }
}
