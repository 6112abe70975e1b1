use chrono::TimeDelta;
use serde_json::json;

use super::Log;
use crate::harness::{EDITOR, Server};

#[tokio::test]
async fn menu_and_footer_actions_are_audited() {
    let server = Server::start().await;
    let ana = server.sign_in(EDITOR).await;
    let mut log = Log::open(&server).await;
    for (path, new, [created, updated, deleted, restored, reordered]) in [
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
        let record = ana.post(path, &new).await.expect_success().json();
        log.expect(&[[EDITOR, created, "Casos"]]).await;
        let own = format!("{path}/{}", record["id"].as_str().unwrap());
        ana.put(&own, &json!({"is_active": false})).await.expect_success();
        log.expect(&[[EDITOR, updated, "Casos"]]).await;
        ana.delete(&own).await.expect_success();
        log.expect(&[[EDITOR, deleted, "Casos"]]).await;
        ana.post(&format!("{own}/restore"), &json!({})).await.expect_success();
        log.expect(&[[EDITOR, restored, "Casos"]]).await;
        let all = ana.get(path).await.json();
        let beside = all.as_array().unwrap().iter().filter(|record| record["parent_id"].is_null());
        let ids: Vec<_> = beside.map(|record| &record["id"]).collect();
        ana.put(&format!("{path}/order"), &json!({"ids": ids})).await.expect_success();
        log.expect(&[[EDITOR, reordered, ""]]).await;
        ana.delete(&own).await.expect_success();
        log.expect(&[[EDITOR, deleted, "Casos"]]).await;
    }
    server.advance(TimeDelta::days(31));
    vitrine::operations::maintenance::run(&server.app).await.unwrap();
    let purged = server.admin().await.json("/api/audit?limit=50").await;
    for action in ["menu_item.purged", "footer_section.purged"] {
        let event = purged.as_array().unwrap().iter().find(|event| event["action"] == action).unwrap();
        assert_eq!(event["source"], "system");
    }
}
