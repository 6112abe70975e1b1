//! Files that visitors send with a request, and their rules.

mod replies;

use chrono::TimeDelta;
use image::ImageFormat;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};

use crate::{
    harness::{Answer, Client, NO_LIMITS, Server, contact_path, mailbox, new_contact_with},
    media::{files_in, picture, send_file},
};

const BOUNDARY: &str = "limite";
/// A PDF that is followed by an archive and a page with a script.
const PDF: &[u8] = b"%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n";
const VALID: [(&str, &str); 6] = [
    ("name", "Ana"),
    ("email", "ana@exemplo.com.br"),
    ("phone", "1133334444"),
    ("company", "Sol"),
    ("service", "Outro"),
    ("message", "Olá"),
];

fn private_files(server: &Server) -> Vec<String> {
    files_in(server.app.config.data_dir.join("private"))
}

fn part(name: &str, file_name: Option<&str>, bytes: &[u8]) -> Vec<u8> {
    let file_name = file_name.map(|name| format!("; filename=\"{name}\"")).unwrap_or_default();
    let head = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"{file_name}\r\n\r\n");
    [head.as_bytes(), bytes, b"\r\n"].concat()
}

/// Returns the parts of a valid form without JavaScript, with files.
fn form(files: &[(&str, &[u8])]) -> Vec<u8> {
    let fields = VALID.iter().map(|(name, value)| part(name, None, value.as_bytes()));
    let files = files.iter().map(|(name, bytes)| part("files", Some(name), bytes));
    fields.chain(files).collect::<Vec<_>>().concat()
}

async fn post(server: &Client, path: &str, body: Vec<u8>) -> Answer {
    let request = server.request(Method::POST, path);
    request.header(header::CONTENT_TYPE, format!("multipart/form-data; boundary={BOUNDARY}")).body(body).await
}

/// Posts a form as a browser without JavaScript does, and returns the address of the thanks page.
async fn post_form(server: &Server, body: Vec<u8>) -> String {
    let body = [body, format!("--{BOUNDARY}--\r\n").into_bytes()].concat();
    post(server, "/contato", body).await.expect(StatusCode::SEE_OTHER).header("location").to_owned()
}

/// Sends a contact that announces files.
async fn announce(server: &Server, names: &[&str]) -> Value {
    server.send_contact(&new_contact_with(&json!({"file_names": names}))).await
}

/// Sends a file of a contact as the page's script does.
async fn send_slot(server: &Server, contact: &Value, slot: &str, name: &str, bytes: &[u8]) -> Answer {
    let token = contact["upload_token"].as_str().unwrap();
    let parts = [
        part("token", None, token.as_bytes()),
        part("slot", None, slot.as_bytes()),
        part("file", Some(name), bytes),
        format!("--{BOUNDARY}--\r\n").into_bytes(),
    ];
    post(server, &format!("{}/files", contact_path(contact)), parts.concat()).await
}

/// Returns the timeline's entry of the request itself.
async fn entry(staff: &Client, contact: &Value) -> Value {
    let timeline = staff.json(&format!("{}/timeline", contact_path(contact))).await;
    let entries = timeline["entries"].as_array().unwrap();
    let is_own = |entry: &&Value| entry["kind"] == "contact" && entry["contact_id"] == contact["id"];
    entries.iter().find(is_own).unwrap().clone()
}

fn names(files: &Value) -> Vec<&str> {
    files.as_array().unwrap().iter().map(|file| file["name"].as_str().unwrap()).collect()
}

fn refusals(entry: &Value) -> Vec<(&str, &str)> {
    let refused = entry["refused_attachments"].as_array().unwrap();
    refused.iter().map(|file| (file["name"].as_str().unwrap(), file["reason"].as_str().unwrap())).collect()
}

/// Returns the only contact of a server.
async fn only_contact(staff: &Client) -> Value {
    let contacts = staff.json("/api/contacts?view=all").await;
    assert_eq!(contacts.as_array().unwrap().len(), 1, "{contacts}");
    contacts[0].clone()
}

#[tokio::test]
async fn files_are_recognized_by_content_and_stored_for_staff_only() {
    let server = Server::start().await;
    let mut photo = picture(20, 20, ImageFormat::Jpeg);
    let page = b"<html><script>alert(1)</script></html>";
    let length = u16::try_from(page.len() + 2).unwrap().to_be_bytes();
    photo.splice(2..2, [&[0xff, 0xfe], &length[..], page].concat());
    let contact = announce(&server, &["planta.pdf", "foto.html", "..\\..\\x\u{202e}gpj.png"]).await;
    send_slot(&server, &contact, "0", "planta.pdf", PDF).await.expect(StatusCode::CREATED);
    let stored = send_slot(&server, &contact, "1", "foto.html", &photo).await.expect(StatusCode::CREATED);
    assert_eq!(stored.json()["name"], "foto.html.jpg", "the extension is that of the content");
    let refused = send_slot(&server, &contact, "2", "x.png", page).await;
    let error = refused.expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
    assert!(error["fields"]["file"].as_str().unwrap().starts_with("Tipo de arquivo não aceito"), "{error}");

    let staff = server.editor().await;
    let entry = entry(&staff, &contact).await;
    assert_eq!(names(&entry["attachments"]), ["planta.pdf", "foto.html.jpg"]);
    assert_eq!(refusals(&entry), [("xgpj.png", "wrong_type")]);
    let path =
        format!("{}/attachments/{}", contact_path(&contact), entry["attachments"][1]["id"].as_str().unwrap());
    let answer = staff.get(&path).await.expect(StatusCode::OK);
    assert_eq!(answer.header("content-type"), "application/octet-stream");
    assert_eq!(answer.header("content-security-policy"), "default-src 'none'; sandbox");
    assert!(answer.header("content-disposition").starts_with("attachment"));
    let is_in = |part: &[u8]| answer.bytes().windows(part.len()).any(|bytes| bytes == part);
    assert!(!is_in(b"<script>") && answer.bytes().starts_with(&[0xff, 0xd8]), "it was encoded again");
    server.get(&path).await.expect(StatusCode::UNAUTHORIZED);
    assert_eq!(private_files(&server).len(), 2, "nothing of the refused file remains");
}

#[tokio::test]
async fn contact_is_stored_even_if_its_files_are_refused_or_never_arrive() {
    let server = Server::start().await;
    let large = vec![b'x'; (5 << 20) + 1];
    let files: [(&str, &[u8]); 5] = [
        ("grande.pdf", &large),
        ("cortado.pdf", b"%PDF-1.7"),
        ("a.svg", b"<svg/>"),
        ("a.pdf", PDF),
        ("", b""),
    ];
    let thanks = post_form(&server, form(&files)).await;
    let html = server.get(&thanks).await.expect(StatusCode::OK).text();
    for text in
        ["grande.pdf", "cada arquivo pode ter até 5 MB", "cortado.pdf", "a.svg", "no máximo 3 arquivos"]
    {
        assert!(html.contains(text), "{text}: {html}");
    }
    let staff = server.editor().await;
    let contact = only_contact(&staff).await;
    assert_eq!(
        refusals(&entry(&staff, &contact).await),
        [
            ("grande.pdf", "too_large"),
            ("cortado.pdf", "unreadable"),
            ("a.svg", "wrong_type"),
            ("a.pdf", "too_many")
        ]
    );
    assert_eq!(private_files(&server), [""; 0]);
    let notice = &mailbox::of_kind(&server, "contact_notice").await[0];
    assert!(notice.body.to_string().contains("grande.pdf, cortado.pdf, a.svg, a.pdf"), "{}", notice.body);
    server.advance(TimeDelta::hours(2));
    let html = server.get(&thanks).await.expect(StatusCode::OK).text();
    assert!(!html.contains("grande.pdf"), "others may know the address later");
}

#[tokio::test]
async fn form_that_breaks_off_is_stored_as_far_as_it_arrived() {
    let server = Server::start().await;
    let mut cut = form(&[("a.pdf", PDF), ("b.pdf", PDF)]);
    cut.truncate(cut.len() - 20);
    post(&server, "/contato", cut).await.expect(StatusCode::SEE_OTHER);
    let staff = server.editor().await;
    let contact = only_contact(&staff).await;
    let entry = entry(&staff, &contact).await;
    assert_eq!(names(&entry["attachments"]), ["a.pdf"]);
    assert_eq!(refusals(&entry), [("b.pdf", "not_received")]);
    assert_eq!(private_files(&server).len(), 1);

    let fields = part("name", None, b"Ana");
    post(&server, "/contato", fields).await.expect(StatusCode::BAD_REQUEST);
    only_contact(&staff).await;
}

#[tokio::test]
async fn refused_form_keeps_no_file_and_says_so() {
    let server = Server::start().await;
    let parts = [part("name", None, b"Ana"), part("files", Some("a.pdf"), PDF)].concat();
    let body = [parts, format!("--{BOUNDARY}--\r\n").into_bytes()].concat();
    let html = post(&server, "/contato", body).await.expect(StatusCode::UNPROCESSABLE_ENTITY).text();
    assert!(html.contains("Escolha os arquivos de novo") && html.contains("value=\"Ana\""), "{html}");
    assert_eq!(private_files(&server), [""; 0]);
}

#[tokio::test]
async fn repeated_request_attaches_nothing_twice() {
    let server = Server::start().await;
    let key = [part("idempotency_key", None, b"chave"), form(&[("a.pdf", PDF)])].concat();
    let first = post_form(&server, key.clone()).await;
    assert_eq!(post_form(&server, key).await, first);
    let staff = server.editor().await;
    let contact = only_contact(&staff).await;
    assert_eq!(names(&entry(&staff, &contact).await["attachments"]), ["a.pdf"]);
    assert_eq!(private_files(&server).len(), 1);

    let contact = announce(&server, &["b.pdf"]).await;
    for _ in 0..2 {
        send_slot(&server, &contact, "0", "b.pdf", PDF).await.expect(StatusCode::CREATED);
    }
    assert_eq!(private_files(&server).len(), 2);
    let other = [part("idempotency_key", None, b"chave"), form(&[("outro.pdf", PDF)])].concat();
    let body = [other, format!("--{BOUNDARY}--\r\n").into_bytes()].concat();
    post(&server, "/contato", body).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn only_the_sender_can_send_announced_files_for_an_hour() {
    let server = Server::start().await;
    let contact = announce(&server, &["a.pdf"]).await;
    let other = announce(&server, &["a.pdf"]).await;
    let forged = json!({"id": contact["id"], "upload_token": other["upload_token"]});
    for (sent, slot) in [(&forged, "0"), (&contact, "1"), (&contact, "3"), (&contact, "x")] {
        let answer = send_slot(&server, sent, slot, "a.pdf", PDF).await;
        answer.expect_error(StatusCode::FORBIDDEN, "link_invalid");
    }
    server.advance(TimeDelta::minutes(61));
    let late = send_slot(&server, &contact, "0", "a.pdf", PDF).await;
    late.expect_error(StatusCode::FORBIDDEN, "link_invalid");
    assert_eq!(private_files(&server), [""; 0]);
    let staff = server.editor().await;
    assert_eq!(refusals(&entry(&staff, &contact).await), [("a.pdf", "not_received")]);
}

#[tokio::test]
async fn budgets_of_the_network_and_of_the_site_are_kept() {
    let server = Server::start().await;
    // PDFs of 5 MB, which need one tenth of the budget of a network each.
    let large = [PDF, &vec![b' '; (5 << 20) - 2 * PDF.len()], PDF].concat();
    for _ in 0..5 {
        let contact = announce(&server, &["a.pdf", "b.pdf"]).await;
        for slot in ["0", "1"] {
            send_slot(&server, &contact, slot, "a.pdf", &large).await.expect(StatusCode::CREATED);
        }
    }
    let contact = announce(&server, &["a.pdf"]).await;
    send_slot(&server, &contact, "0", "a.pdf", PDF)
        .await
        .expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
    let staff = server.editor().await;
    assert_eq!(refusals(&entry(&staff, &contact).await), [("a.pdf", "no_space")]);

    let server = Server::start_with(NO_LIMITS).await;
    let contact = announce(&server, &["a.pdf"]).await;
    send_slot(&server, &contact, "0", "a.pdf", PDF).await.expect(StatusCode::CREATED);
    server.execute_sql("UPDATE contact_attachments SET bytes = 524288000").await;
    let contact = announce(&server, &["a.pdf"]).await;
    send_slot(&server, &contact, "0", "a.pdf", PDF)
        .await
        .expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
    server.advance(TimeDelta::days(1) + TimeDelta::minutes(1));
    let contact = announce(&server, &["a.pdf"]).await;
    send_slot(&server, &contact, "0", "a.pdf", PDF).await.expect(StatusCode::CREATED);
    server.execute_sql("UPDATE contact_attachments SET bytes = 5368709120 WHERE slot = 0").await;
    server.advance(TimeDelta::days(2));
    let contact = announce(&server, &["a.pdf"]).await;
    send_slot(&server, &contact, "0", "a.pdf", PDF)
        .await
        .expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
}

#[tokio::test]
async fn files_of_a_request_have_a_total_limit() {
    let server = Server::start().await;
    let large = [PDF, &vec![b' '; (5 << 20) - 2 * PDF.len()], PDF].concat();
    let contact = announce(&server, &["a.pdf", "b.pdf", "c.pdf"]).await;
    for slot in ["0", "1"] {
        send_slot(&server, &contact, slot, "a.pdf", &large).await.expect(StatusCode::CREATED);
    }
    send_slot(&server, &contact, "2", "c.pdf", PDF)
        .await
        .expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
    let staff = server.editor().await;
    assert_eq!(refusals(&entry(&staff, &contact).await), [("c.pdf", "too_large")]);
}

#[tokio::test]
async fn files_of_suspected_and_purged_requests_are_deleted() {
    let server = Server::start().await;
    let changes = json!({"file_names": ["a.pdf"], "website": "http://spam.example"});
    let suspected = server.send_contact(&new_contact_with(&changes)).await;
    let wanted = announce(&server, &["b.pdf"]).await;
    let deleted = announce(&server, &["c.pdf"]).await;
    for contact in [&suspected, &wanted, &deleted] {
        send_slot(&server, contact, "0", "x.pdf", PDF).await.expect(StatusCode::CREATED);
    }
    server.editor().await.delete(&contact_path(&deleted)).await.expect_success();
    for _ in 0..29 {
        server.advance(TimeDelta::days(1));
        server.run_maintenance().await;
    }
    assert_eq!(private_files(&server).len(), 3);
    for _ in 0..3 {
        server.advance(TimeDelta::days(1));
        server.run_maintenance().await;
    }
    assert_eq!(private_files(&server).len(), 1);
    let staff = server.editor().await;
    assert_eq!(refusals(&entry(&staff, &suspected).await), [("x.pdf", "expired")], "the request remains");
    assert_eq!(names(&entry(&staff, &wanted).await["attachments"]), ["x.pdf"]);
}

#[tokio::test]
async fn files_of_a_person_are_in_the_export_and_erased() {
    let server = Server::start().await;
    let contact = announce(&server, &["planta.pdf"]).await;
    send_slot(&server, &contact, "0", "planta.pdf", PDF).await.expect(StatusCode::CREATED);
    mailbox::mark_sent(&server).await;
    let staff = server.editor().await;
    send_file(&staff, &format!("{}/attachments", contact_path(&contact)), "unsent.pdf", PDF)
        .await
        .expect(StatusCode::CREATED);
    assert_eq!(private_files(&server).len(), 2);
    let admin = server.admin().await;
    let email = contact["email"].as_str().unwrap();
    let zip = admin.get(&format!("/api/people/export?email={email}")).await.expect(StatusCode::OK);
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(zip.bytes().to_vec())).unwrap();
    let file_names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    let name = file_names.iter().find(|name| name.starts_with("arquivos/")).expect("a file");
    assert!(name.ends_with("/planta.pdf"), "{name}");
    let mut content = Vec::new();
    std::io::Read::read_to_end(&mut archive.by_name(name).unwrap(), &mut content).unwrap();
    assert_eq!(content, PDF);
    admin.post("/api/people/erase", &json!({"email": email})).await.expect(StatusCode::OK);
    assert_eq!(private_files(&server), [""; 0]);
    let entry = entry(&staff, &contact).await;
    assert_eq!((&entry["attachments"], &entry["refused_attachments"]), (&json!([]), &json!([])));
}

#[tokio::test]
async fn files_that_arrive_at_the_same_time_have_a_total_limit() {
    let server = Server::start().await;
    let large = [PDF, &vec![b' '; (5 << 20) - 2 * PDF.len()], PDF].concat();
    let contact = announce(&server, &["a.pdf", "b.pdf", "c.pdf"]).await;
    let send = async |slot| send_slot(&server, &contact, slot, "a.pdf", &large).await.status();
    let statuses = futures_util::future::join_all(["0", "1", "2"].map(send)).await;
    let stored = statuses.iter().filter(|status| **status == StatusCode::CREATED).count();
    assert_eq!(stored, 2, "{statuses:?}");
}
