//! First start with the setup link, and removing the demo company's content.

use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::{Value, json};
use vitrine::operations::setup;

use crate::harness::{
    ADMIN, ARTICLE, Answer, Client, EDITOR, NO_ACCOUNTS, PASSWORD, Server, contact_path, new_contact,
};

const DEMO: &str = "/api/demo-content";

/// Starts a site without an administrator.
async fn start() -> Server {
    Server::start_with(NO_ACCOUNTS).await
}

/// Sets the site up with the setup link. `values` are added to the required fields or replace them.
async fn set_up(server: &Server, values: Value) -> Answer {
    let mut body =
        json!({"token": server.setup_secret, "email": ADMIN, "password": PASSWORD, "full_name": "Ana"});
    body.as_object_mut().unwrap().extend(values.as_object().unwrap().clone());
    server.post("/api/auth/setup", &body).await
}

async fn lookup(server: &Server, token: &str) -> StatusCode {
    server.post("/api/auth/setup/lookup", &json!({ "token": token })).await.status()
}

#[tokio::test]
async fn setup_link_creates_one_administrator() {
    let server = start().await;
    let secret = server.setup_secret.clone().expect("a setup link");
    let attempt = async |token: &str, password: &str, email: &str| {
        let body = json!({"token": token, "email": email, "password": password, "full_name": "Dona Vitrine"});
        server.post("/api/auth/setup", &body).await
    };
    attempt("garbage", PASSWORD, ADMIN).await.expect(StatusCode::FORBIDDEN);
    server.advance(TimeDelta::hours(24));
    // The link has expired.
    attempt(&secret, PASSWORD, ADMIN).await.expect(StatusCode::FORBIDDEN);
    let secret = setup::prepare(&server.app).await.unwrap().expect("a new link");
    // An invalid password doesn't use the link.
    attempt(&secret, "curta", ADMIN).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    let (first, second) =
        tokio::join!(attempt(&secret, PASSWORD, ADMIN), attempt(&secret, PASSWORD, "outro@exemplo.com.br"));
    let mut statuses = [first.status(), second.status()];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::CREATED, StatusCode::FORBIDDEN]);
    let session = (if first.status() == StatusCode::CREATED { first } else { second }).json();
    assert_eq!(
        (&session["user"]["role"], &session["user"]["email_verified"]),
        (&json!("admin"), &json!(true))
    );
    assert_eq!(setup::prepare(&server.app).await.unwrap(), None, "no further link");
}

#[tokio::test]
async fn setup_link_lookup_does_not_use_the_link() {
    let server = start().await;
    let secret = server.setup_secret.clone().unwrap();
    assert_eq!(lookup(&server, "garbage").await, StatusCode::FORBIDDEN);
    assert_eq!(lookup(&server, &secret).await, StatusCode::NO_CONTENT);
    assert_eq!(lookup(&server, &secret).await, StatusCode::NO_CONTENT);
    set_up(&server, json!({})).await.expect(StatusCode::CREATED);
    assert_eq!(lookup(&server, &secret).await, StatusCode::FORBIDDEN, "the link is used");
}

#[tokio::test]
async fn setup_values_appear_on_the_site_at_once() {
    let server = start().await;
    assert!(server.markup("/").await.contains("Vitrine TI"));
    let company = json!({"name": "Nova Rede", "founded": "2014", "accent_color": "#6d28d9"});
    let contact = json!({"phone": "(21) 3333-4444", "email": "ola@novarede.example", "promised_hours": "48"});
    let waiting = server.send_contact(&new_contact()).await;
    set_up(&server, json!({"company": company, "contact": contact, "remove_demo": true}))
        .await
        .expect(StatusCode::CREATED);
    let home = server.markup("/").await;
    assert!(home.contains("Nova Rede") && home.contains("(21) 3333-4444"), "{home}");
    assert!(home.contains("/assets/colors/site-6d28d9.css"), "the accent color is used");
    assert!(!home.contains("Vitrine TI") && !home.contains("TechCorp"), "the demo company is removed");
    let admin = server.admin().await;
    let deadline = admin.json(&contact_path(&waiting)).await["promise"]["due_text"].clone();
    assert_eq!(deadline, "segunda, 18h", "deadlines follow");
    let record = admin.json("/api/settings/company").await;
    assert_eq!(record["founded"], "2014", "a value that equals that of the demo company stays");
    assert_eq!((&record["employees"], &record["location"]), (&json!(""), &json!("")));
    let history = admin.json("/api/settings/contact/history").await;
    assert_eq!((&history[0]["saved_by"], history.as_array().unwrap().len()), (&json!("Ana"), 3));
    let log = admin.json("/api/audit?limit=10").await;
    let actions: Vec<&str> =
        log.as_array().unwrap().iter().map(|event| event["action"].as_str().unwrap()).collect();
    let expected = ["settings.updated", "settings.updated", "settings.demo_removed", "account.set_up"];
    let start = actions.iter().position(|action| *action == expected[0]).unwrap();
    assert_eq!(actions[start..start + 4], expected);
}

#[tokio::test]
async fn contact_page_shows_the_location_of_a_company_without_an_address() {
    let server = start().await;
    let company = json!({"name": "Nova Rede", "location": "Recife, PE"});
    set_up(&server, json!({"company": company})).await.expect(StatusCode::CREATED);
    assert!(server.markup("/contato").await.contains("Recife, PE"));
    let moved = json!({"location": "Olinda, PE"});
    let admin = server.admin().await;
    admin.put("/api/settings/company", &moved).await.expect(StatusCode::OK);
    let page = server.markup("/contato").await;
    assert!(page.contains("Olinda, PE") && !page.contains("Recife"), "{page}");
}

#[tokio::test]
async fn invalid_setup_fields_are_all_reported_and_change_nothing() {
    let server = start().await;
    let wrong = json!({"password": "curta", "company": {"name": " ", "logo": "/media/nada.png", "accent_color": "roxo"},
        "contact": {"phone": "12", "fax": "1"}, "remove_demo": true});
    let fields =
        set_up(&server, wrong).await.expect(StatusCode::UNPROCESSABLE_ENTITY).json()["fields"].clone();
    let names: Vec<&str> = fields.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        names,
        ["company.accent_color", "company.logo", "company.name", "contact.fax", "contact.phone", "password"]
    );
    assert_eq!(lookup(&server, server.setup_secret.as_deref().unwrap()).await, StatusCode::NO_CONTENT);
    assert!(server.markup("/").await.contains("TechCorp"), "the demo company stays");
}

#[tokio::test]
async fn demo_content_remains_after_setup_without_its_removal() {
    let server = start().await;
    let before = server.markup("/").await;
    set_up(&server, json!({"remove_demo": false})).await.expect(StatusCode::CREATED);
    let after = server.markup("/").await;
    assert!(before.contains("TechCorp") && after.contains("TechCorp"), "names of demo clients stay");
    assert!(!after.contains("4000-0000"), "the demo phone is removed");
    let demo = server.admin().await.json(DEMO).await;
    let count = |name: &str| demo[name].as_array().unwrap().len();
    assert_eq!(["services", "posts", "pages", "settings"].map(count), [18, 6, 4, 0]);
}

#[tokio::test]
async fn pages_without_the_demo_company_state_no_invented_facts() {
    let server = Server::start().await;
    let invented = [
        "TechCorp",
        "500+",
        "Carlos Silva",
        "há 12 anos",
        "Fundada em",
        "A bancada",
        " 4 horas",
        "24/7",
        "qualquer hor",
    ];
    let [support, security] = ["/servicos/suporte-manutencao", "/servicos/seguranca-monitoramento"];
    let paths = ["/", "/sobre", "/servicos", support, security, "/blog", "/contato"];
    let mut seen = 0;
    for path in paths {
        let html = server.markup(path).await;
        seen += invented.iter().filter(|text| html.contains(**text)).count();
    }
    assert!(seen >= invented.len(), "the demo pages have these texts: {seen}");
    let admin = server.admin().await;
    admin.put("/api/settings/contact", &json!({"phone": "(41) 3222-9999"})).await.expect(StatusCode::OK);
    let answer = admin.delete(DEMO).await.expect(StatusCode::OK);
    assert_eq!(answer.json()["posts"].as_array().unwrap().len(), 6);
    for path in paths {
        server.get(path).await.expect(StatusCode::OK);
        let html = server.markup(path).await;
        for text in invented {
            assert!(!html.contains(text), "{path} contains {text}");
        }
        assert!(!html.contains("<ul></ul>") && !html.contains("<dl></dl>"), "{path}");
    }
    server.get(ARTICLE).await.expect(StatusCode::GONE);
    let trash = admin.json("/api/services/trash").await;
    assert_eq!(trash.as_array().unwrap().len(), 18, "demo services can be restored");
    let removed = json!({"services": [], "posts": [], "pages": [], "settings": []});
    assert_eq!(admin.json(DEMO).await, removed);
    let log = admin.json("/api/audit?limit=1").await;
    assert_eq!(log[0]["before"]["posts"].as_array().unwrap().len(), 6);
    admin.delete(DEMO).await.expect(StatusCode::OK);
    assert_eq!(
        admin.json("/api/audit?limit=1").await[0]["sequence"],
        log[0]["sequence"],
        "no event without a change"
    );
}

#[tokio::test]
async fn removing_demo_content_keeps_content_changed_by_staff() {
    let server = Server::start().await;
    let editor = server.sign_in(EDITOR).await;
    let changed = server.json("/api/services").await[0].clone();
    let path = format!("/api/services/{}", changed["id"].as_str().unwrap());
    editor.put(&path, &json!({"description": "Com as nossas palavras."})).await.expect(StatusCode::OK);
    let new_service =
        json!({"category": "Cloud e Backup", "title": "Nosso backup", "description": "Feito aqui."});
    create(&editor, "/api/services", new_service).await;
    let posts = editor.json("/api/blog").await["posts"].clone();
    let path = format!("/api/blog/{}", posts[0]["id"].as_str().unwrap());
    editor.put(&path, &json!({"excerpt": "Outro resumo."})).await.expect(StatusCode::OK);
    create(&editor, "/api/blog", json!({"title": "Nosso post", "slug": "nosso-post", "content": "Oi."}))
        .await;
    let mut about = editor.json("/api/pages/about").await;
    about["clients"]["names"] = json!(["Cliente de Verdade"]);
    editor.put("/api/pages/about", &about).await.expect(StatusCode::OK);
    let admin = server.admin().await;
    admin.put("/api/settings/company", &json!({"founded": "2001"})).await.expect(StatusCode::OK);

    admin.delete(DEMO).await.expect(StatusCode::OK);
    let services = server.json("/api/services").await;
    let mut titles: Vec<&str> =
        services.as_array().unwrap().iter().map(|service| service["title"].as_str().unwrap()).collect();
    titles.sort_unstable();
    let mut expected = [changed["title"].as_str().unwrap(), "Nosso backup"];
    expected.sort_unstable();
    assert_eq!(titles, expected);
    let left = editor.json("/api/blog").await["posts"].clone();
    let mut slugs: Vec<&str> =
        left.as_array().unwrap().iter().map(|post| post["slug"].as_str().unwrap()).collect();
    slugs.sort_unstable();
    let mut expected = [posts[0]["slug"].as_str().unwrap(), "nosso-post"];
    expected.sort_unstable();
    assert_eq!(slugs, expected);
    let about = editor.json("/api/pages/about").await;
    assert_eq!(about["clients"]["names"], json!(["Cliente de Verdade"]));
    assert_eq!(about["team"]["groups"], json!([]));
    let company = admin.json("/api/settings/company").await;
    assert_eq!((&company["founded"], &company["employees"]), (&json!("2001"), &json!("")));
}

async fn create(staff: &Client, path: &str, body: Value) {
    staff.post(path, &body).await.expect(StatusCode::CREATED);
}
