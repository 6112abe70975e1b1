//! Editing the content of pages: forms, the list of pages, text search.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{Client, Server};

/// Returns the entry of a page in the list.
async fn list_entry(staff: &Client, name: &str) -> Value {
    let pages = staff.json("/api/pages").await;
    pages.as_array().unwrap().iter().find(|page| page["name"] == name).unwrap().clone()
}

/// Searches the texts of all pages.
async fn search_texts(staff: &Client, search: &str) -> Vec<Value> {
    let query: String =
        url::form_urlencoded::Serializer::new(String::new()).append_pair("search", search).finish();
    staff.get(&format!("/api/pages/texts?{query}")).await.json().as_array().unwrap().clone()
}

/// Adds the paths of all values in a document, except objects and arrays, to `found`.
fn leaves(path: &str, value: &Value, found: &mut Vec<String>) {
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                leaves(&below(key), value, found);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                leaves(&below(&index.to_string()), item, found);
            }
        }
        _ => found.push(path.to_owned()),
    }
}

/// Adds the paths of all fields of a form to `found`.
fn form_fields(path: &str, control: &Value, value: &Value, found: &mut Vec<String>) {
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    let mut fields = |fields: &Value| {
        for field in fields.as_array().unwrap() {
            let name = field["name"].as_str().unwrap();
            assert!(!field["label"].as_str().unwrap().is_empty());
            form_fields(&below(name), &field["control"], &value[name], found);
        }
    };
    match control["kind"].as_str().unwrap() {
        "group" => fields(&control["fields"]),
        "variant" => {
            let variants = control["variants"].as_array().unwrap();
            let chosen = variants.iter().find(|variant| variant["value"] == value["kind"]).unwrap();
            fields(&chosen["fields"]);
            found.push(below("kind"));
        }
        "list" => {
            for (index, item) in value.as_array().unwrap().iter().enumerate() {
                form_fields(&below(&index.to_string()), &control["item"]["control"], item, found);
            }
        }
        _ => found.push(path.to_owned()),
    }
}

#[tokio::test]
async fn page_forms_have_a_field_for_every_text() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let pages = staff.json("/api/pages").await;
    assert_eq!(pages.as_array().unwrap().len(), 20);
    for page in pages.as_array().unwrap() {
        let name = page["name"].as_str().unwrap();
        let document = staff.json(&format!("/api/pages/{name}")).await;
        let form = staff.json(&format!("/api/pages/{name}/form")).await;
        let (mut texts, mut fields) = (Vec::new(), Vec::new());
        leaves("", &document, &mut texts);
        form_fields("", &form["form"], &document, &mut fields);
        texts.sort();
        fields.sort();
        assert_eq!(texts, fields, "{name}");
        assert!(!form["appearances"].as_array().unwrap().is_empty(), "{name}");
    }
    staff.get("/api/pages/nada/form").await.expect(StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn page_list_marks_changed_pages() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let home = list_entry(&staff, "home").await;
    assert_eq!((&home["is_changed"], &home["updated_at"]), (&json!(false), &Value::Null));
    assert_eq!(
        (&home["label"], &home["group"], &home["url"]),
        (&json!("Início"), &json!("Institucional"), &json!("/"))
    );
    let mut document = staff.json("/api/pages/home").await;
    document["hero"]["title"] = json!("Outro título");
    staff.put("/api/pages/home", &document).await.expect(StatusCode::OK);
    let home = list_entry(&staff, "home").await;
    assert_eq!((&home["is_changed"], &home["updated_at"]), (&json!(true), &json!("2026-11-20T12:00:00Z")));
    assert_eq!(list_entry(&staff, "about").await["is_changed"], false);
}

#[tokio::test]
async fn all_invalid_page_fields_are_reported_with_their_path() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let before = staff.json("/api/pages/home").await;
    let mut document = before.clone();
    document["hero"]["title"] = json!("a".repeat(101));
    document["hero"]["lead"] = json!(" ");
    document["hero"]["primary"]["url"] = json!("javascript:alert(1)");
    document["features"]["items"] = json!([]);
    let refused =
        staff.put("/api/pages/home", &document).await.expect(StatusCode::UNPROCESSABLE_ENTITY).json();
    let fields = &refused["fields"];
    let names: Vec<_> = fields.as_object().unwrap().keys().cloned().collect();
    assert_eq!(names, ["features.items", "hero.lead", "hero.primary.url", "hero.title"]);
    assert_eq!(fields["hero.title"], "Use no máximo 100 caracteres.");
    assert_eq!(staff.json("/api/pages/home").await, before);
}

#[tokio::test]
async fn year_of_a_legal_text_is_limited() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let mut document = staff.json("/api/pages/terms").await;
    for day in ["+12026-01-01", "0000-01-01"] {
        document["effective"] = json!(day);
        let answer = staff.put("/api/pages/terms", &document).await;
        let body = answer.expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
        assert_eq!(body["fields"], json!({"effective": "Use um ano de 1 a 9999."}), "{day}");
    }
}

#[tokio::test]
async fn page_text_search_finds_texts_and_names_their_field() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let matches = search_texts(&staff, "CONSULTORIA GRATUITA").await;
    let paths: Vec<_> = matches
        .iter()
        .map(|found| (found["page"].as_str().unwrap(), found["path"].as_str().unwrap()))
        .collect();
    assert!(paths.contains(&("home", "hero.primary.label")), "{paths:?}");
    assert!(paths.contains(&("contact", "consulting.title")), "{paths:?}");
    let button = matches.iter().find(|found| found["path"] == "hero.primary.label").unwrap();
    assert_eq!(button["trail"], json!(["Abertura", "Botão principal", "Texto do link"]));
    assert_eq!(button["page_label"], "Início");
    assert_eq!(search_texts(&staff, "juridiques").await.len(), 1, "the search ignores accents");
    assert!(search_texts(&staff, "").await.is_empty());
    assert!(search_texts(&staff, "palavra que não existe").await.is_empty());
}

#[tokio::test]
async fn saved_page_survives_a_restart() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let mut document = staff.json("/api/pages/about").await;
    document["clients"]["names"] = json!(["Cliente Único & Filhos"]);
    staff.put("/api/pages/about", &document).await.expect(StatusCode::OK);
    let mut document = staff.json("/api/pages/home").await;
    document["stats"]["items"][0] = json!({"value": "777+", "label": "Casos"});
    staff.put("/api/pages/home", &document).await.expect(StatusCode::OK);
    let restarted = server.replica().await;
    let clients = "Cliente Único &amp; Filhos";
    // The page about the company shows the stats of the home page. The home page shows the clients of that page.
    for (path, text) in [("/", "777+"), ("/sobre", "777+"), ("/sobre", clients), ("/", clients)] {
        let html = restarted.get(path).await.text();
        assert!(html.contains(text), "{path}: {text}");
    }
}
