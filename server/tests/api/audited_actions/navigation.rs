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
    for (path, kind, input) in [
        ("/api/menu-items", "menu_item", json!({"label": "Casos", "url": "/blog"})),
        ("/api/footer-sections", "footer_section", json!({"title": "Casos", "type": "text"})),
    ] {
        let action = |verb: &str| format!("{kind}.{verb}");
        let record = ana.post(path, &input).await.expect_success().json();
        log.expect(&[[EDITOR, &action("created"), "Casos"]]).await;
        let record_path = format!("{path}/{}", record["id"].as_str().unwrap());
        ana.put(&record_path, &json!({"is_active": false})).await.expect_success();
        log.expect(&[[EDITOR, &action("updated"), "Casos"]]).await;
        ana.delete(&record_path).await.expect_success();
        log.expect(&[[EDITOR, &action("deleted"), "Casos"]]).await;
        ana.post(&format!("{record_path}/restore"), &json!({})).await.expect_success();
        log.expect(&[[EDITOR, &action("restored"), "Casos"]]).await;
        let all = ana.json(path).await;
        let top_level = all.as_array().unwrap().iter().filter(|record| record["parent_id"].is_null());
        let ids: Vec<_> = top_level.map(|record| &record["id"]).collect();
        ana.put(&format!("{path}/order"), &json!({"ids": ids})).await.expect_success();
        log.expect(&[[EDITOR, &action("reordered"), ""]]).await;
        ana.delete(&record_path).await.expect_success();
        log.expect(&[[EDITOR, &action("deleted"), "Casos"]]).await;
    }
    server.advance(TimeDelta::days(31));
    server.run_maintenance().await;
    let purged = server.admin().await.json("/api/audit?limit=50").await;
    for action in ["menu_item.purged", "footer_section.purged"] {
        let event = purged.as_array().unwrap().iter().find(|event| event["action"] == action).unwrap();
        assert_eq!(event["source"], "system");
    }
}
