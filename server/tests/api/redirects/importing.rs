//! The import of redirects from a file.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{assert_redirects, create, lines, path_of, publish};
use crate::harness::Server;

#[tokio::test]
async fn csv_import_creates_and_changes_redirects_after_a_preview() {
    let server = Server::start().await;
    let staff = server.editor().await;
    create(&staff, "/um", "/sobre").await;
    create(&staff, "/dois", "/sobre").await;
    let csv = "origem;destino;tipo\r\n/um;/sobre\r\n/dois;/contato;302\r\n\"/tres\";/blog\r\n/quatro;/blog;Temporário\r\n";
    let expected = [(2, "unchanged", ""), (3, "updated", ""), (4, "created", ""), (5, "created", "")];
    for is_preview in [true, false] {
        let import = json!({"csv": csv, "dry_run": is_preview});
        let (status, result) = staff.post("/api/redirects/import", &import).await.status_and_json();
        assert_eq!((status, &result["is_applied"]), (StatusCode::OK, &json!(!is_preview)));
        assert_eq!(lines(&result), expected);
        let total = staff.json("/api/redirects").await.as_array().unwrap().len();
        assert_eq!(total, if is_preview { 2 } else { 4 });
    }
    assert_redirects(&server, "/dois", StatusCode::TEMPORARY_REDIRECT, "/contato").await;
    assert_redirects(&server, "/tres", StatusCode::PERMANENT_REDIRECT, "/blog").await;
    assert_redirects(&server, "/quatro", StatusCode::TEMPORARY_REDIRECT, "/blog").await;
    let events = server.admin().await.json("/api/audit?group=redirect").await;
    assert_eq!(events[0]["action"], "redirect.imported");
    assert_eq!(events[0]["after"], json!({"created": 2, "updated": 1}));
    assert_eq!(events[1]["label"], "/dois");
    assert_eq!(
        (&events[1]["before"]["to_url"], &events[1]["after"]["to_url"]),
        (&json!("/sobre"), &json!("/contato"))
    );
}

#[tokio::test]
async fn imported_redirects_are_listed_in_the_order_of_the_file() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let paths: Vec<String> = (1..=8).map(|number| format!("/ordem-{number}")).collect();
    let csv = paths.iter().map(|path| format!("{path}\t/sobre\n")).collect::<String>();
    staff.post("/api/redirects/import", &json!({"csv": csv})).await.expect(StatusCode::OK);
    let first = staff.get("/api/redirects?limit=5").await;
    let rest = staff.json(&first.next_page().unwrap()).await;
    let listed = [first.json(), rest].map(|page| page.as_array().unwrap().clone()).concat();
    assert_eq!(
        listed.iter().map(|item| &item["from_path"]).collect::<Vec<_>>(),
        paths.iter().collect::<Vec<_>>()
    );
}

#[tokio::test]
async fn csv_import_with_a_refused_line_stores_nothing() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let post = publish(&staff, "fim").await;
    create(&staff, "/antigo", "/blog/fim").await;
    staff.delete(&post).await.expect(StatusCode::NO_CONTENT);
    let csv = "/ok,/sobre\n/ok/,/contato\nsem-barra,/sobre\n/sobre,/contato\n/a,/b\n/b,/a\n/n,/antigo\n\
        /blog/fim,/sobre\n/x\n/v,/nada\n/z,/sobre,gone\n/y?a=1,http://exemplo.com\n/p,/q\n/q,/sobre\n";
    let (_, result) = staff.post("/api/redirects/import", &json!({"csv": csv})).await.status_and_json();
    assert_eq!(result["is_applied"], false);
    let loops = "Este destino levaria de volta ao próprio endereço de origem.";
    assert_eq!(
        lines(&result),
        [
            (1, "created", ""),
            (2, "refused", "A linha 1 tem o mesmo endereço de origem."),
            (3, "refused", "Informe um caminho deste site, como /pagina-antiga, sem ? nem #."),
            (4, "refused", "Neste endereço já existe uma página do site."),
            (5, "refused", loops),
            (6, "refused", loops),
            (7, "refused", "Este destino já é redirecionado para /blog/fim. Use /blog/fim."),
            (
                8,
                "refused",
                "O redirecionamento de /antigo leva a este endereço. Mude primeiro o destino dele."
            ),
            (9, "refused", "Falta o destino."),
            (10, "refused", "Não há página em /nada. Confira o endereço ou publique a página antes."),
            (11, "refused", "O tipo “gone” não existe. Use permanente ou temporário."),
            (
                12,
                "refused",
                "Endereço antigo: Informe um caminho deste site, como /pagina-antiga, sem ? nem #. Destino: Use um \
                    endereço https:// ou um caminho deste site, como /contato."
            ),
            (13, "refused", "Este destino já é redirecionado para /sobre. Use /sobre."),
            (14, "created", ""),
        ]
    );
    assert_eq!(staff.json("/api/redirects").await.as_array().unwrap().len(), 1);
    let empty = json!({"csv": "origem,destino"});
    staff.post("/api/redirects/import", &empty).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn csv_import_that_differs_from_its_preview_stores_nothing() {
    let server = Server::start().await;
    let staff = server.editor().await;
    let send = async |import: Value| {
        let answer = staff.post("/api/redirects/import", &import).await.expect(StatusCode::OK);
        let result = answer.json();
        assert_eq!(result["lines"].as_array().unwrap().len(), 1);
        result
    };
    let csv = "/um,/sobre";
    let preview = send(json!({"csv": csv, "dry_run": true})).await;
    let redirect = create(&staff, "/um", "/contato").await;
    let changed = send(json!({"csv": csv, "plan_id": preview["plan_id"]})).await;
    assert_eq!((&changed["is_applied"], lines(&changed)), (&json!(false), vec![(1, "updated", "")]));
    assert_eq!(staff.json("/api/redirects").await[0]["to_url"], "/contato");
    // The line has the same outcome, but would overwrite another target.
    staff.put(&path_of(&redirect), &json!({"to_url": "/blog"})).await.expect(StatusCode::OK);
    let changed = send(json!({"csv": csv, "plan_id": changed["plan_id"]})).await;
    assert_eq!(changed["is_applied"], false);
    let applied = send(json!({"csv": csv, "plan_id": changed["plan_id"]})).await;
    assert_eq!(applied["is_applied"], true);
    assert_eq!(staff.json("/api/redirects").await[0]["to_url"], "/sobre");
}
