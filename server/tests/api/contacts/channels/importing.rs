//! The import of contacts from a CSV file.

use super::*;

const IMPORT: &str = "/api/contacts/import";
const CSV: &str = "Nome;E-mail;Telefone;Empresa;Serviço;Mensagem;Status;Data\n\
                   Ana;ana@exemplo.com.br;(11) 98765-1111;Padaria;Redes;Quer rede nova;;01/03/2025\n\
                   Bia;;11987652222;;;;Novo;\n\
                   Caio;caio@;;;;;;\n\
                   Ana de novo;ANA@exemplo.com.br;;;;;;\n";

async fn import(server: &Server, body: Value) -> Value {
    server.admin().await.post(IMPORT, &body).await.expect(StatusCode::OK).json()
}

/// Returns the numbers of created, waiting, existing, duplicate, suppressed and invalid rows of a result.
fn counts(result: &Value) -> [u64; 6] {
    ["created", "waiting", "existing", "duplicates", "suppressed", "invalid"]
        .map(|name| result[name].as_u64().unwrap())
}

#[tokio::test]
async fn file_imported_twice_creates_each_contact_once() {
    let server = Server::start_with(NO_LIMITS).await;
    let preview = import(&server, json!({"csv": CSV, "dry_run": true})).await;
    assert_eq!(counts(&preview), [2, 1, 0, 1, 0, 1]);
    let left_out = json!([
        {"line": 4, "name": "Caio", "reason": "E-mail: Informe um e-mail válido, como nome@empresa.com.br."},
        {"line": 5, "name": "Ana de novo", "reason": "Outra linha do arquivo tem este e-mail ou telefone."},
    ]);
    assert_eq!(preview["left_out"], left_out);
    let staff = server.editor().await;
    assert!(list(&staff, "").await.is_empty(), "a preview stores nothing");
    assert_eq!(counts(&import(&server, json!({"csv": CSV})).await), [2, 1, 0, 1, 0, 1]);
    assert_eq!(list(&staff, "").await, ["Bia", "Ana"]);
    let ana = staff.json("/api/contacts?search=ana").await[0].clone();
    assert_eq!((&ana["channel"], &ana["status"]), (&json!("import"), &json!("archived")));
    assert_eq!((&ana["promise"], &ana["created_at"]), (&Value::Null, &json!("2025-03-01T03:00:00Z")));
    let bia = staff.json("/api/contacts?view=waiting").await[0].clone();
    assert_eq!((&bia["name"], &bia["promise"]["is_late"]), (&json!("Bia"), &json!(false)));
    assert!(mailbox::all(&server).await.is_empty(), "nobody is notified");
    for duplicates in ["skip", "add"] {
        let again = import(&server, json!({"csv": CSV, "duplicates": duplicates})).await;
        assert_eq!(again["existing"], 2, "{again}");
    }
    let added = list(&staff, "").await;
    assert_eq!(added.len(), 3, "only the row that had been left out is added: {added:?}");
    assert_eq!(counts(&import(&server, json!({"csv": CSV, "duplicates": "add"})).await)[0], 0);
}

#[tokio::test]
async fn rows_of_known_people_are_left_out_unless_requested() {
    let server = Server::start_with(NO_LIMITS).await;
    server.send_contact(&new_contact_with(&json!({"phone": "(11) 98765-2222"}))).await;
    let skipped = import(&server, json!({"csv": CSV, "dry_run": true})).await;
    assert_eq!(counts(&skipped), [1, 0, 0, 2, 0, 1]);
    let added = import(&server, json!({"csv": CSV, "dry_run": true, "duplicates": "add"})).await;
    assert_eq!(counts(&added), [3, 1, 0, 2, 0, 1]);
}

#[tokio::test]
async fn erased_people_are_not_imported_again() {
    let server = Server::start_with(NO_LIMITS).await;
    import(&server, json!({"csv": CSV})).await;
    let admin = server.admin().await;
    admin.post("/api/people/erase", &json!({"email": "ana@exemplo.com.br"})).await.expect(StatusCode::OK);
    let again = import(&server, json!({"csv": CSV, "duplicates": "add"})).await;
    assert_eq!(counts(&again)[..3], [0, 0, 2], "{again}");
    let other = "Nome,Telefone,E-mail\nAna,,ana@exemplo.com.br\nAna,11987651111,\n";
    assert_eq!(counts(&import(&server, json!({"csv": other})).await), [0, 0, 0, 0, 2, 0]);
}

#[tokio::test]
async fn columns_that_the_file_lacks_are_refused() {
    let server = Server::start_with(NO_LIMITS).await;
    let columns = json!({"name": 0, "email": 99, "phone": null, "company": null, "service": null, "message": null,
        "received_at": null, "status": null});
    let refused = server.admin().await.post(IMPORT, &json!({"csv": CSV, "columns": columns})).await;
    let error = refused.expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
    assert!(error["fields"]["columns"].is_string(), "{error}");
}

#[tokio::test]
async fn columns_of_an_import_can_be_chosen() {
    let server = Server::start_with(NO_LIMITS).await;
    let csv = "a,b,c\nana@exemplo.com.br,Ana,\"linha 1\nlinha 2\"";
    let preview = import(&server, json!({"csv": csv, "dry_run": true})).await;
    assert_eq!((counts(&preview)[5], &preview["headings"]), (1, &json!(["a", "b", "c"])));
    let columns = json!({"name": 1, "email": 0, "phone": null, "company": null, "service": null, "message": 2,
        "received_at": null, "status": null});
    let result = import(&server, json!({"csv": csv, "columns": columns})).await;
    assert_eq!(counts(&result)[0], 1);
    let ana = server.editor().await.json("/api/contacts").await[0].clone();
    assert_eq!(ana["message"], "Serviço de interesse: Não informado\n\nlinha 1\nlinha 2");
    let admin = server.admin().await;
    for file in ["Nome;E-mail".to_owned(), format!("Nome\n{}", "Ana\n".repeat(5001))] {
        let refused = admin.post(IMPORT, &json!({"csv": file})).await;
        refused.expect(StatusCode::UNPROCESSABLE_ENTITY);
    }
}

#[tokio::test]
async fn imported_contacts_are_on_the_board_by_date_and_status() {
    let server = Server::start_with(NO_LIMITS).await;
    let csv = "Nome;E-mail;Status;Data\nAna;ana@exemplo.com.br;Respondido;01/03/2025\n\
               Bia;bia@exemplo.com.br;Novo;02/03/2025\nCaio;caio@exemplo.com.br;Novo;03/03/2025\n\
               Davi;davi@exemplo.com.br;Lido;01/03/2025";
    assert_eq!(counts(&import(&server, json!({"csv": csv})).await)[0], 4);
    let staff = server.editor().await;
    let talking = staff.json("/api/contacts/board/talking").await;
    assert_eq!(triage::names(&talking), ["Ana"]);
    assert_eq!(talking[0]["stage_changed_at"], "2025-03-01T03:00:00Z");
    let mut next = Some("/api/contacts/board/new?limit=1".to_owned());
    let mut listed = Vec::new();
    while let Some(path) = next {
        let page = staff.get(&path).await.expect(StatusCode::OK);
        listed.extend(triage::names(&page.json()).into_iter().map(str::to_owned));
        next = page.next_page();
    }
    assert_eq!(listed, ["Caio", "Bia", "Davi"]);
}

#[tokio::test]
async fn undone_import_leaves_changed_contacts_and_can_be_repeated() {
    let server = Server::start_with(NO_LIMITS).await;
    let csv = "Nome;E-mail\nAna;ana@exemplo.com.br\nBia;bia@exemplo.com.br\nCaio;caio@exemplo.com.br\nDavi;davi@exemplo.com.br\n";
    let imported = import(&server, json!({"csv": csv})).await;
    let (admin, staff) = (server.admin().await, server.editor().await);
    let undo = format!("/api/contacts/imports/{}/undo", imported["import_id"].as_str().unwrap());
    let id = async |name: &str| {
        staff.json(&format!("/api/contacts?search={name}")).await[0]["id"].as_str().unwrap().to_owned()
    };
    let (bia, caio) = (id("bia").await, id("caio").await);
    staff.put(&format!("/api/contacts/{bia}"), &json!({"status": "replied"})).await.expect_success();
    staff.post(&format!("/api/contacts/{caio}/notes"), &json!({"text": "Ligar."})).await.expect_success();
    let recent = admin.json("/api/contacts/imports").await;
    assert_eq!((&recent[0]["id"], &recent[0]["untouched"]), (&imported["import_id"], &json!(2)));
    let undone = admin.post_empty(&undo).await.expect_success().json();
    assert_eq!(undone, json!({"deleted": 2, "skipped": 2}));
    let mut left = list(&staff, "").await;
    left.sort();
    assert_eq!(left, ["Bia", "Caio"]);
    assert_eq!(admin.json("/api/contacts/imports").await, json!([]));
    let again = import(&server, json!({"csv": csv})).await;
    assert_eq!((&again["created"], &again["existing"]), (&json!(2), &json!(2)), "{again}");

    server.advance(chrono::TimeDelta::hours(25));
    let late = format!("/api/contacts/imports/{}/undo", again["import_id"].as_str().unwrap());
    let admin = server.admin().await;
    admin.post_empty(&late).await.expect_error(StatusCode::CONFLICT, "import_too_old");
    assert_eq!(list(&server.editor().await, "").await.len(), 4);
}
