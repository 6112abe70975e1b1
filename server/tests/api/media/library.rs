//! The media library: list, changes, uses, replacement and deletion of pictures.

use std::time::Duration;

use chrono::TimeDelta;
use image::ImageFormat;
use reqwest::{StatusCode, header};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::{SVG, part, picture, publish, send_to, stored_files, upload};
use crate::harness::{Client, Server, markup};

fn path_of(media: &Value) -> String {
    format!("/api/media/{}", media["id"].as_str().unwrap())
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

async fn change(staff: &Client, media: &Value, change: &Value) -> Value {
    staff.put(&path_of(media), change).await.expect(StatusCode::OK).json()
}

async fn names(staff: &Client, query: &str) -> Vec<String> {
    let list = staff.json(&format!("/api/media?{query}")).await;
    list.as_array().unwrap().iter().map(|media| text(&media["name"]).to_owned()).collect()
}

/// Saves page content with the address of a picture, which counts as a use of it.
async fn show_on_a_page(staff: &Client, url: &str) {
    let mut home = staff.json("/api/pages/home").await;
    home["closing"]["text"] = json!(format!("Veja {url}"));
    staff.put("/api/pages/home", &home).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn media_list_is_filtered_newest_first_and_paged() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for (kind, name) in [("picture", "Reunião.png"), ("logo", "Logo.svg"), ("share_image", "c.jpg")] {
        let bytes = match name.rsplit_once('.').unwrap().1 {
            "svg" => SVG.to_vec(),
            "jpg" => picture(9, 9, ImageFormat::Jpeg),
            _ => picture(9, 9, ImageFormat::Png),
        };
        let parts = [part("kind", None, kind.as_bytes()), part("file", Some(name), &bytes)];
        send_to(&staff, "/api/media", &parts).await.expect(StatusCode::CREATED);
        server.advance(TimeDelta::minutes(1));
    }
    assert_eq!(names(&staff, "").await, ["c.jpg", "Logo.svg", "Reunião.png"]);
    assert_eq!(names(&staff, "search=REUNIAO").await, ["Reunião.png"]);
    assert_eq!(names(&staff, "folder=company").await, ["Logo.svg"]);
    assert_eq!(names(&staff, "type=jpeg").await, ["c.jpg"]);
    assert_eq!(names(&staff, "type=svg&folder=seo").await, [""; 0]);
    staff.get("/api/media?type=exe").await.expect(StatusCode::BAD_REQUEST);

    let first = staff.get("/api/media?limit=2").await;
    assert_eq!(first.headers()["x-total-count"], "3");
    let next = first.next_page().unwrap();
    assert_eq!(names(&staff, next.split_once('?').unwrap().1).await, ["Reunião.png"]);
}

#[tokio::test]
async fn changed_alt_text_and_focal_point_appear_at_the_next_request() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let media = upload(&staff, "a.jpg", &picture(800, 450, ImageFormat::Jpeg)).await;
    publish(&staff, "foto", &media["url"], "Texto").await;
    assert!(!server.text("/blog/foto").await.contains("Uma ponte"));
    let new = json!({"alt": "Uma ponte", "focus_x": 12, "focus_y": 95});
    let changed = change(&staff, &media, &new).await;
    assert_eq!((&changed["alt"], &changed["focus_x"]), (&json!("Uma ponte"), &json!(12)));
    assert_eq!(changed["name"], "a.jpg", "omitted fields keep their value");
    let page = server.text("/blog/foto").await;
    let shown = markup(&page);
    assert!(shown.contains("alt=\"Uma ponte\""), "{shown}");
    assert!(shown.contains("data-focus-x=\"10\" data-focus-y=\"100\""), "{shown}");
    assert_eq!(names(&staff, "search=ponte").await, ["a.jpg"]);
}

#[tokio::test]
async fn media_update_with_invalid_fields_is_refused() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let media = upload(&staff, "a.jpg", &picture(800, 450, ImageFormat::Jpeg)).await;
    for (field, value) in [
        ("focus_x", json!(101)),
        ("focus_y", json!(-1)),
        ("name", json!(" ")),
        ("alt", json!("a".repeat(1001))),
    ] {
        let answer = staff
            .put(&path_of(&media), &json!({field: value}))
            .await
            .expect(StatusCode::UNPROCESSABLE_ENTITY);
        assert!(answer.json()["fields"][field].is_string(), "{field}");
    }
}

#[tokio::test]
async fn stale_media_update_is_refused() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let media = upload(&staff, "a.png", &picture(9, 9, ImageFormat::Png)).await;
    let put = |alt: &str| staff.put(&path_of(&media), &json!({"alt": alt})).if_match("\"1\"");
    let first = put("um").await;
    assert_eq!((first.status(), &first.headers()[header::ETAG]), (StatusCode::OK, &"\"2\"".parse().unwrap()));
    put("dois").await.expect(StatusCode::PRECONDITION_FAILED);
    assert_eq!(staff.json(&path_of(&media)).await["alt"], "um");
}

#[tokio::test]
async fn deleted_media_cannot_be_changed_until_restored() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let media = upload(&staff, "a.png", &picture(9, 9, ImageFormat::Png)).await;
    let put = || staff.put(&path_of(&media), &json!({"alt": "um"}));
    staff.delete(&path_of(&media)).await.expect(StatusCode::NO_CONTENT);
    put().await.expect(StatusCode::NOT_FOUND);
    staff.post_empty(&format!("{}/restore", path_of(&media))).await.expect(StatusCode::OK);
    put().await.expect(StatusCode::OK);
}

#[tokio::test]
async fn deletion_of_deleted_media_and_restoration_of_present_media_change_nothing() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let media = upload(&staff, "a.png", &picture(9, 9, ImageFormat::Png)).await;
    let restore = || staff.post_empty(&format!("{}/restore", path_of(&media)));
    assert_eq!(restore().await.expect(StatusCode::OK).headers()[header::ETAG], "\"1\"");
    staff.delete(&path_of(&media)).await.expect(StatusCode::NO_CONTENT);
    let deleted = staff.json(&path_of(&media)).await;
    server.advance(TimeDelta::minutes(1));
    staff.delete(&path_of(&media)).await.expect(StatusCode::NOT_FOUND);
    assert_eq!(staff.json(&path_of(&media)).await, deleted);
    restore().await.expect(StatusCode::OK);
    let events = server.admin().await.json("/api/audit?group=media").await;
    let actions: Vec<_> = events.as_array().unwrap().iter().map(|event| event["action"].clone()).collect();
    assert_eq!(actions, ["media.restored", "media.deleted", "media.uploaded"]);
}

#[tokio::test]
async fn deleted_media_is_purged_after_a_month_unless_in_use() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let png = picture(40, 20, ImageFormat::Png);
    let (unused, shown) = (upload(&staff, "livre.png", &png).await, upload(&staff, "usada.png", &png).await);
    let restored = upload(&staff, "volta.png", &png).await;
    publish(&staff, "usa", &json!(""), &format!("![x]({})", text(&shown["url"]))).await;
    for media in [&unused, &shown, &restored] {
        staff.delete(&path_of(media)).await.expect(StatusCode::NO_CONTENT);
    }
    assert_eq!(names(&staff, "").await, [""; 0]);
    assert_eq!(names(&staff, "trash=true").await.len(), 3);
    staff.post_empty(&format!("{}/restore", path_of(&restored))).await.expect(StatusCode::OK);
    assert_eq!(names(&staff, "").await, ["volta.png"]);

    // Visitors still see the picture that a post shows.
    server.get(text(&shown["url"])).await.expect(StatusCode::OK);
    assert!(server.text("/blog/usa").await.contains("width=\"40\""));
    server.advance(TimeDelta::days(29));
    server.run_maintenance().await;
    let staff = server.editor().await;
    assert_eq!(names(&staff, "trash=true").await.len(), 2);
    server.advance(TimeDelta::days(2));
    server.run_maintenance().await;
    let staff = server.editor().await;
    assert_eq!(names(&staff, "trash=true").await, ["usada.png"]);
    server.get(text(&unused["url"])).await.expect(StatusCode::NOT_FOUND);
    staff.post_empty(&format!("{}/restore", path_of(&unused))).await.expect(StatusCode::NOT_FOUND);
    assert_eq!(stored_files(&server).len(), 4, "two pictures, each with its variant");
}

#[tokio::test]
async fn old_unused_pictures_move_to_the_trash_once_an_administrator_sets_a_period() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let png = picture(500, 20, ImageFormat::Png);
    let mut old = Vec::new();
    for name in ["livre.png", "capa.png", "texto.png", "edicao.png", "pagina.png", "logo.png", "mudada.png"] {
        old.push(upload(&staff, name, &png).await);
    }
    let [unused, cover, in_text, in_edition, in_page, logo, changed] = &old[..] else { panic!() };
    let in_text = format!("![x]({})", text(&in_text["variants"][0]["url"]));
    publish(&staff, "usa", &cover["url"], &in_text).await;
    let edition = json!({"subject": "Edição", "body": format!("![x]({})", text(&in_edition["url"]))});
    staff.post("/api/newsletter/editions", &edition).await.expect(StatusCode::CREATED);
    show_on_a_page(&staff, text(&in_page["url"])).await;
    let company = json!({"logo": logo["url"]});
    server.admin().await.put("/api/settings/company", &company).await.expect(StatusCode::OK);

    server.advance(TimeDelta::days(380));
    let staff = server.editor().await;
    change(&staff, changed, &json!({"alt": "Uma ponte"})).await;
    upload(&staff, "nova.png", &png).await;
    server.run_maintenance().await;
    assert_eq!(names(&server.editor().await, "trash=true").await, [""; 0]);
    let rule = async || {
        let rules = server.admin().await.json("/api/retention").await["rules"].clone();
        rules.as_array().unwrap().iter().find(|rule| rule["key"] == "unused_pictures").unwrap().clone()
    };
    let off = rule().await;
    assert_eq!((&off["days"], &off["due_soon"], &off["next_at"]), (&Value::Null, &json!(1), &Value::Null));
    let (admin, period) = (server.admin().await, json!({"days": 365}));
    admin.put("/api/retention/unused_pictures", &period).await.expect(StatusCode::OK);
    let on = rule().await;
    assert_eq!((&on["due_soon"], &on["next_at"]), (&json!(1), &json!("2027-11-20T12:00:00Z")));

    server.run_maintenance().await;
    let staff = server.editor().await;
    assert_eq!(names(&staff, "trash=true").await, ["livre.png"]);
    assert_eq!(names(&staff, "").await.len(), 7);
    let emptied = rule().await;
    assert_eq!(
        (&emptied["erased"], &emptied["due_soon"], &emptied["next_at"]),
        (&json!(1), &json!(0), &json!("2028-12-04T12:00:00Z"))
    );
    let event = &server.admin().await.json("/api/audit?group=media&limit=1").await[0];
    assert_eq!(
        (&event["action"], &event["label"], &event["source"], &event["user_email"]),
        (&json!("media.deleted"), &json!("livre.png"), &json!("system"), &Value::Null)
    );

    server.advance(TimeDelta::hours(1));
    let staff = server.editor().await;
    staff.post_empty(&format!("{}/restore", path_of(unused))).await.expect(StatusCode::OK);
    server.run_maintenance().await;
    assert_eq!(names(&staff, "trash=true").await, [""; 0], "restoring starts the period again");
    assert_eq!(rule().await["due_soon"], 0);
}

#[tokio::test]
async fn uses_of_a_picture_are_listed() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let media = upload(&staff, "a.png", &picture(500, 20, ImageFormat::Png)).await;
    let other = upload(&staff, "b.png", &picture(9, 9, ImageFormat::Png)).await;
    let uses = format!("{}/uses", path_of(&media));
    assert_eq!(staff.json(&uses).await, json!([]));
    let post = publish(&staff, "capa", &media["url"], "Texto").await;
    publish(&staff, "outro", &other["url"], "Texto").await;
    let draft = json!({"title": "Rascunho", "slug": "r", "content": format!("![]({})", text(&media["variants"][0]["url"]))});
    let draft = staff.post("/api/blog", &draft).await.json();
    show_on_a_page(&staff, text(&media["url"])).await;
    let mut found = staff.json(&uses).await.as_array().unwrap().clone();
    found.sort_by_key(|found| text(&found["kind"]).to_owned());
    assert_eq!(
        found,
        [
            json!({"kind": "page", "id": null, "label": "Início", "path": null}),
            json!({"kind": "post_cover", "id": post["id"], "label": post["title"], "path": "/blog/capa"}),
            json!({"kind": "post_text", "id": draft["id"], "label": "Rascunho", "path": null}),
        ]
    );
}

#[tokio::test]
async fn replaced_file_appears_wherever_the_media_is_used() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let media = upload(&staff, "a.jpg", &picture(700, 300, ImageFormat::Jpeg)).await;
    let old = text(&media["url"]);
    change(&staff, &media, &json!({"alt": "A fachada"})).await;
    let content = format!("Antes\n\n![]({old})\n\n![x]({})", text(&media["variants"][0]["url"]));
    let post = publish(&staff, "fachada", &media["url"], &content).await;
    show_on_a_page(&staff, old).await;

    let path = format!("{}/file", path_of(&media));
    let parts = [part("file", Some("nova.png"), &picture(600, 600, ImageFormat::Png))];
    let replaced = send_to(&staff, &path, &parts).await.expect(StatusCode::OK).json();
    let new = text(&replaced["url"]);
    assert_eq!(
        (&replaced["id"], &replaced["alt"], &replaced["name"]),
        (&media["id"], &json!("A fachada"), &json!("a.png"))
    );
    assert_eq!((&replaced["content_type"], &replaced["height"]), (&json!("image/png"), &json!(600)));
    assert_ne!(new, old);

    let post = staff.json(&format!("/api/blog/{}", text(&post["id"]))).await;
    assert_eq!(post["featured_image"], new);
    assert_eq!(post["content"], format!("Antes\n\n![]({new})\n\n![x]({new})"));
    let texts = staff.json("/api/pages/home").await.to_string();
    for page in [server.text("/blog/fachada").await, texts] {
        assert!(page.contains(new) && !page.contains(old.trim_end_matches(".jpg")), "{page}");
    }
    // The former file is served until it is purged from the trash.
    server.get(old).await.expect(StatusCode::OK);
    assert_eq!(names(&staff, "trash=true").await, ["a.jpg"]);
    server.advance(TimeDelta::days(31));
    server.run_maintenance().await;
    server.get(old).await.expect(StatusCode::NOT_FOUND);
    server.get(new).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn draft_saved_during_a_replacement_keeps_its_text() {
    let server = Server::start_for_races().await;
    let staff = server.editor().await;
    let media = upload(&staff, "a.png", &picture(80, 80, ImageFormat::Png)).await;
    let content = format!("![]({})", text(&media["url"]));
    let draft = json!({"title": "Rascunho", "slug": "rascunho", "content": content});
    let post = staff.post("/api/blog", &draft).await.expect(StatusCode::CREATED).json();

    let tx = server.app.db.begin().await.unwrap();
    let save = "UPDATE posts SET content = content || ' novo', version = version + 1 WHERE slug = 'rascunho'";
    tx.execute_unprepared(save).await.unwrap();
    // Commits the save after the replacement has started.
    let commit = async {
        sleep(Duration::from_millis(300)).await;
        tx.commit().await.unwrap();
    };
    let path = format!("{}/file", path_of(&media));
    let parts = [part("file", Some("b.png"), &picture(60, 60, ImageFormat::Png))];
    let (replaced, ()) = tokio::join!(send_to(&staff, &path, &parts), commit);

    let new = replaced.expect(StatusCode::OK).json()["url"].clone();
    let saved = staff.json(&format!("/api/blog/{}", text(&post["id"]))).await;
    assert_eq!(saved["content"], format!("![]({}) novo", text(&new)));
}

#[tokio::test]
async fn refused_replacement_leaves_no_file() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let media = upload(&staff, "a.png", &picture(9, 9, ImageFormat::Png)).await;
    let before = stored_files(&server).len();
    let path = format!("{}/file", path_of(&media));
    send_to(&staff, &path, &[part("file", Some("b.png"), b"<html>")])
        .await
        .expect(StatusCode::UNPROCESSABLE_ENTITY);
    let good = part("file", Some("b.png"), &picture(8, 8, ImageFormat::Png));
    let missing = "/api/media/01980000-0000-7000-8000-000000000000/file";
    send_to(&staff, missing, std::slice::from_ref(&good)).await.expect(StatusCode::NOT_FOUND);
    assert_eq!(stored_files(&server).len(), before);
    assert_eq!(staff.json(&path_of(&media)).await, media);
    assert_eq!(names(&staff, "trash=true").await, [""; 0]);
}
