//! Scheduled posts of two processes on one database.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::time::{interval, timeout};

use super::draft;
use crate::{
    harness::{ADMIN, Folder, PASSWORD, new_database},
    process::Process,
};

/// Maximum delay of a scheduled post.
const MAX_DELAY: Duration = Duration::from_secs(60);

#[tokio::test]
async fn scheduled_post_appears_in_every_process_and_is_audited_once() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let data = folder.0.display().to_string();
    let variables =
        [("VITRINE_ADMIN_EMAIL", ADMIN), ("VITRINE_ADMIN_PASSWORD", PASSWORD), ("VITRINE_DATA_DIR", &*data)];
    let processes = [Process::start(&url, &variables), Process::start(&url, &variables)];
    let first = &processes[0];
    let admin = first.admin().await;
    let post = admin.post("/api/blog", &draft()).await.json();
    let now: DateTime<Utc> = post["created_at"].as_str().unwrap().parse().unwrap();
    let schedule = json!({"publish_at": now + TimeDelta::seconds(10)});
    let path = format!("/api/blog/{}", post["id"].as_str().unwrap());
    let scheduled = admin.put(&path, &schedule).await.json();
    assert_eq!(scheduled["is_published"], false, "{scheduled}");

    let published = async {
        let mut polls = interval(Duration::from_millis(200));
        for process in &processes {
            while process.get("/blog/rascunho-secreto").await.status() != StatusCode::OK {
                polls.tick().await;
            }
        }
    };
    timeout(MAX_DELAY, published).await.expect("both processes publish the post");
    let events = admin.json("/api/audit?group=post").await;
    let is_published = |event: &&Value| event["action"] == "post.published";
    assert_eq!(events.as_array().unwrap().iter().filter(is_published).count(), 1);
}
