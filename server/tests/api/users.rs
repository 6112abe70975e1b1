//! User management by administrators.

use chrono::TimeDelta;
use futures_util::future::join_all;
use reqwest::{Method, StatusCode, header};
use sea_orm::QueryResult;
use serde_json::{Value, json};
use vitrine::foundation::personal_data::certificate::{Certificate, Checked};

use crate::harness::{ADMIN, Client, EDITOR, PASSWORD, Server, VISITOR, mailbox, new_contact, with_fields};

const USERS: &str = "/api/auth/users";

/// Returns the input of a user with a verified address.
fn new_user(name: &str, email: &str, role: &str) -> Value {
    json!({"email": email, "password": PASSWORD, "full_name": name, "role": role, "email_verified": true})
}

/// Sends a request that must succeed, and returns the answer.
async fn succeed(admin: &Client, method: Method, path: &str, body: Value) -> Value {
    let answer = admin.request(method, path).json(&body).await;
    let status = answer.status();
    let body = answer.json();
    assert!(status.is_success() && body["success"] == true, "{path}: {status} {body}");
    body
}

/// Sends a request and returns the status as a number, and the answer.
async fn send(admin: &Client, method: Method, path: &str, body: Value) -> (u16, Value) {
    let answer = admin.request(method, path).json(&body).await;
    (answer.status().as_u16(), answer.json())
}

/// Returns the user with an address.
async fn find_user(admin: &Client, email: &str) -> Value {
    let list = admin.json(&format!("{USERS}?search={email}")).await;
    list["users"].as_array().unwrap().iter().find(|user| user["email"] == email).cloned().unwrap()
}

/// Returns the API path of the user with an address.
async fn path_of(admin: &Client, email: &str) -> String {
    format!("{USERS}/{}", find_user(admin, email).await["id"].as_str().unwrap())
}

async fn is_signed_in(server: &Server, token: &str) -> bool {
    server.get("/api/auth/me").bearer_auth(token).await.status() == StatusCode::OK
}

async fn sign_in(server: &Server, email: &str, password: &str) -> StatusCode {
    let body = json!({"email": email, "password": password});
    server.post("/api/auth/login", &body).await.status()
}

#[tokio::test]
async fn user_list_is_filtered_and_paged() {
    let server = Server::start().await;
    let admin = server.admin().await;
    for (name, email) in [("João Araújo", "ja@exemplo.com.br"), ("Ana 100%", "ana@exemplo.com.br")] {
        server.advance(TimeDelta::seconds(1));
        succeed(&admin, Method::POST, USERS, new_user(name, email, "user")).await;
    }
    let emails = async |query: &str| {
        let list = admin.json(&format!("{USERS}?{query}")).await;
        assert_eq!(list["success"], true);
        let users = list["users"].as_array().unwrap().clone();
        users.iter().map(|user| user["email"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(emails("search=joao%20ARAUJO").await, ["ja@exemplo.com.br"]);
    assert_eq!(emails("search=JA%40exem").await, ["ja@exemplo.com.br"]);
    assert_eq!(emails("search=0%25").await, ["ana@exemplo.com.br"], "a percent sign isn't a wildcard");
    assert_eq!(emails("role=editor").await, [EDITOR]);
    assert_eq!(emails("role=admin&search=araujo").await, [""; 0]);
    assert_eq!(emails("").await[..2], ["ana@exemplo.com.br", "ja@exemplo.com.br"], "newest first");

    let first = admin.get(&format!("{USERS}?limit=1&role=user")).await;
    assert_eq!(first.headers()["x-total-count"], "3");
    assert_eq!(first.json()["users"][0]["email"], "ana@exemplo.com.br");
    assert_eq!(admin.json(&first.next_page().unwrap()).await["users"][0]["email"], "ja@exemplo.com.br");
    let (status, _) = send(&admin, Method::GET, &format!("{USERS}?role=root"), Value::Null).await;
    assert_eq!(status, 400);
}

#[tokio::test]
async fn user_record_shows_account_activity() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let user = find_user(&admin, VISITOR).await;
    assert_eq!((&user["last_login_at"], &user["sessions"]), (&Value::Null, &json!(0)));
    assert_eq!((&user["second_factor"], &user["disabled_at"]), (&json!(false), &Value::Null));
    assert!(user.get("password_hash").is_none());
    server.token(VISITOR).await;
    server.token(VISITOR).await;
    let user = find_user(&admin, VISITOR).await;
    assert_eq!(user["sessions"], 2);
    assert_eq!(user["last_login_at"], json!(server.app.clock.now()));
    let editor = path_of(&admin, EDITOR).await;
    server.token(EDITOR).await;
    server.advance(TimeDelta::minutes(30));
    assert_eq!(admin.json(&editor).await["sessions"], 1);
    admin.get(&editor).await.expect(StatusCode::OK);
    server.advance(TimeDelta::minutes(31));
    assert_eq!(admin.json(&editor).await["sessions"], 0, "staff sessions end after an idle hour");
}

#[tokio::test]
async fn account_is_created_updated_and_deleted() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let answer = admin
        .post(USERS, &new_user("Bia Lima", " Bia@Exemplo.com.br", "editor"))
        .await
        .expect(StatusCode::CREATED);
    let path = answer.header(header::LOCATION).to_owned();
    let body = answer.json();
    assert_eq!(body, json!({"success": true, "message": "Usuário criado com sucesso!"}));
    let created = admin.json(&path).await;
    assert_eq!((&created["email"], &created["role"]), (&json!("bia@exemplo.com.br"), &json!("editor")));
    assert_eq!((&created["full_name"], &created["email_verified"]), (&json!("Bia Lima"), &json!(true)));
    assert_eq!(sign_in(&server, "bia@exemplo.com.br", PASSWORD).await, StatusCode::OK);

    let changed =
        succeed(&admin, Method::PUT, &path, json!({"full_name": "Beatriz Lima", "password": ""})).await;
    assert_eq!(changed["message"], "Usuário atualizado com sucesso!");
    let user = admin.json(&path).await;
    assert_eq!((&user["full_name"], &user["role"]), (&json!("Beatriz Lima"), &json!("editor")));
    assert_eq!(find_user(&admin, "bia@exemplo.com.br").await["full_name"], "Beatriz Lima");
    assert_eq!(admin.json(&format!("{USERS}?search=beatriz")).await["users"].as_array().unwrap().len(), 1);
    assert_eq!(
        sign_in(&server, "bia@exemplo.com.br", PASSWORD).await,
        StatusCode::OK,
        "a blank password changes nothing"
    );

    succeed(&admin, Method::PUT, &path, json!({"email": "b@exemplo.com.br"})).await;
    assert_eq!(admin.json(&path).await["email_verified"], false, "a new address is unverified");
    assert_eq!(mailbox::of_kind(&server, "email_changed").await[0].to, "bia@exemplo.com.br");

    let user = server.sign_in("b@exemplo.com.br").await;
    user.send_contact(&new_contact()).await;
    let deleted = succeed(&admin, Method::DELETE, &path, Value::Null).await;
    assert_eq!(deleted["message"], "Usuário excluído com sucesso!");
    let counts = |name: &str| {
        let counts = deleted["certificate"][name].as_array().unwrap().iter();
        counts
            .map(|count| (count["kind"].as_str().unwrap(), count["count"].as_u64().unwrap()))
            .collect::<Vec<_>>()
    };
    assert!(counts("erased").contains(&("account", 1)), "{deleted}");
    assert!(counts("remaining").contains(&("contacts", 1)), "{deleted}");
    assert_eq!(deleted["certificate"]["email"], Value::Null, "the new address is unverified");
    user.get("/api/auth/me").await.expect(StatusCode::UNAUTHORIZED);
    admin.get(&path).await.expect(StatusCode::NOT_FOUND);
    let contacts = admin.json("/api/contacts").await;
    assert_eq!(contacts.as_array().unwrap().len(), 1, "the contact isn't deleted");
    assert_eq!(send(&admin, Method::DELETE, &path, Value::Null).await.0, 404);
}

#[tokio::test]
async fn certificate_of_a_deleted_account_names_its_verified_address() {
    let server = Server::start().await;
    let admin = server.admin().await;
    succeed(&admin, Method::POST, USERS, new_user("Caio Reis", "caio@exemplo.com.br", "user")).await;
    let path = path_of(&admin, "caio@exemplo.com.br").await;
    let text = succeed(&admin, Method::DELETE, &path, Value::Null).await["certificate"].to_string();
    let Checked::Valid(certificate) = Certificate::check(&server.app.secret_key, &text) else {
        panic!("{text}")
    };
    assert!(certificate.email.is_some_and(|email| email.matches("caio@exemplo.com.br")), "{text}");
}

#[tokio::test]
async fn certificate_of_a_deleted_account_states_no_mail_that_was_deleted_with_it() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let invitation = json!({"email": "bia@exemplo.com.br", "full_name": "Bia", "role": "editor"});
    let invited = admin.post("/api/auth/invitations", &invitation).await.expect(StatusCode::CREATED).json();
    assert_eq!(mailbox::of_kind(&server, "invitation").await.len(), 1);
    let path = format!("{USERS}/{}", invited["user_id"].as_str().unwrap());
    let deleted = succeed(&admin, Method::DELETE, &path, Value::Null).await;
    assert_eq!(mailbox::of_kind(&server, "invitation").await.len(), 0);
    assert_eq!(deleted["certificate"]["remaining"], json!([]), "{deleted}");
}

#[tokio::test]
async fn invalid_account_fields_are_reported() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let invalid = json!({"email": "x", "password": "curta", "full_name": " ", "role": "editor"});
    let (status, body) = send(&admin, Method::POST, USERS, invalid).await;
    assert_eq!(status, 422);
    assert_eq!(body["fields"]["password"], "A senha precisa ter pelo menos 12 caracteres.");
    assert!(body["fields"]["email"].is_string() && body["fields"]["full_name"].is_string());
    let short = json!({"email": "v@exemplo.com.br", "password": "jk7rwm", "full_name": "Vera"});
    succeed(&admin, Method::POST, USERS, short).await;
    let created = find_user(&admin, "v@exemplo.com.br").await;
    assert_eq!(
        (&created["role"], &created["email_verified"]),
        (&json!("user"), &json!(false)),
        "the defaults"
    );
    let (status, body) = send(&admin, Method::POST, USERS, new_user("Outra", VISITOR, "user")).await;
    assert_eq!((status, &body["message"]), (409, &json!("Já existe uma conta com este e-mail.")));
    let path = path_of(&admin, EDITOR).await;
    let (status, body) = send(&admin, Method::PUT, &path, json!({"email": VISITOR})).await;
    assert_eq!((status, &body["code"]), (409, &json!("email_taken")));
    let (status, _) = send(&admin, Method::PUT, &path, json!({"password": "curta"})).await;
    assert_eq!(status, 422);
    let (status, _) = send(&admin, Method::PUT, &path, json!({"role": "root"})).await;
    assert_eq!(status, 422);
}

#[tokio::test]
async fn stale_user_update_is_refused() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let path = path_of(&admin, EDITOR).await;
    let etag = admin.get(&path).await.headers()[header::ETAG].clone();
    let change =
        async || admin.put(&path, &json!({"full_name": "Edi"})).if_match(etag.clone()).await.status();
    assert_eq!(change().await, StatusCode::OK);
    assert_eq!(change().await, StatusCode::PRECONDITION_FAILED);
}

#[tokio::test]
async fn administrator_cannot_demote_disable_or_delete_their_own_account() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let own = path_of(&admin, ADMIN).await;
    for (method, path, body) in [
        (Method::PUT, own.clone(), json!({"role": "editor"})),
        (Method::DELETE, own.clone(), Value::Null),
        (Method::POST, format!("{own}/disable"), Value::Null),
    ] {
        let (status, body) = send(&admin, method, &path, body).await;
        assert_eq!((status, &body["code"]), (409, &json!("own_account")), "{path}");
        assert!(body["message"].as_str().unwrap().ends_with("Peça a outro administrador."), "{body}");
    }
    succeed(
        &admin,
        Method::PUT,
        &own,
        json!({"full_name": "Dona", "role": "admin", "password": "outra senha longa"}),
    )
    .await;
    assert_eq!(admin.json(&own).await["full_name"], "Dona", "the session is still valid");
}

#[tokio::test]
async fn concurrent_demotions_leave_one_administrator() {
    let server = Server::start_for_races().await;
    let admin = server.admin().await;
    let mut admins = vec![(path_of(&admin, ADMIN).await, admin)];
    for number in 1..6 {
        let email = format!("admin{number}@exemplo.com.br");
        succeed(&admins[0].1, Method::POST, USERS, new_user("Admin", &email, "admin")).await;
        let path = path_of(&admins[0].1, &email).await;
        admins.push((path, server.sign_in(&email).await));
    }
    // Each administrator demotes, deletes or disables the next one, all at once.
    let count = admins.len();
    let attempts = (0..count).map(|number| {
        let (next, client) = (&admins[(number + 1) % count].0, &admins[number].1);
        let request = match number % 3 {
            0 => client.put(next, &json!({"role": "editor"})),
            1 => client.delete(next),
            _ => client.post_empty(&format!("{next}/disable")),
        };
        request.send()
    });
    let answers = join_all(attempts).await;
    let succeeded = answers.into_iter().filter(|answer| answer.status().is_success()).count();
    assert!((1..count).contains(&succeeded), "{succeeded} of {count}");
    let mut left = 0;
    for (_, client) in &admins {
        left += usize::from(client.get(USERS).await.status() == StatusCode::OK);
    }
    assert_eq!(left, count - succeeded, "all others are still administrators");
}

#[tokio::test]
async fn role_change_ends_sessions_and_sends_mail() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let (path, token) = (path_of(&admin, EDITOR).await, server.token(EDITOR).await);
    succeed(&admin, Method::PUT, &path, json!({"full_name": "Edi", "role": "editor"})).await;
    assert!(is_signed_in(&server, &token).await, "the role is unchanged");
    succeed(&admin, Method::PUT, &path, json!({"role": "user"})).await;
    assert!(!is_signed_in(&server, &token).await);
    let mail = mailbox::of_kind(&server, "role_changed").await;
    assert_eq!((mail.len(), &*mail[0].to), (1, EDITOR));
    let text = mail[0].body.to_string();
    assert!(text.contains("Editor") && text.contains("Usuário"), "{text}");
}

#[tokio::test]
async fn password_set_by_an_administrator_ends_sessions_and_sends_mail() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let (path, token) = (path_of(&admin, VISITOR).await, server.token(VISITOR).await);
    succeed(&admin, Method::PUT, &path, json!({"password": "nova senha comprida"})).await;
    assert!(!is_signed_in(&server, &token).await);
    assert_eq!(sign_in(&server, VISITOR, PASSWORD).await, StatusCode::UNAUTHORIZED);
    assert_eq!(sign_in(&server, VISITOR, "nova senha comprida").await, StatusCode::OK);
    assert_eq!(mailbox::of_kind(&server, "password_changed").await[0].to, VISITOR);
}

#[tokio::test]
async fn password_set_by_an_administrator_ends_a_required_change() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let body = json!({"email": "ana@exemplo.com.br", "password": "jk7rwm", "full_name": "Ana Souza"});
    succeed(&admin, Method::POST, USERS, body).await;
    let path = path_of(&admin, "ana@exemplo.com.br").await;
    succeed(&admin, Method::PUT, &path, json!({"role": "editor"})).await;
    assert_eq!(admin.json(&path).await["must_change_password"], true);
    succeed(&admin, Method::PUT, &path, json!({"full_name": "Ana"})).await;
    assert_eq!(admin.json(&path).await["must_change_password"], true);
    succeed(&admin, Method::PUT, &path, json!({"password": PASSWORD})).await;
    assert_eq!(admin.json(&path).await["must_change_password"], false);
}

#[tokio::test]
async fn disabled_account_loses_access_until_enabled() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let (path, token) = (path_of(&admin, EDITOR).await, server.token(EDITOR).await);
    succeed(&admin, Method::POST, &format!("{path}/disable"), Value::Null).await;
    assert!(!is_signed_in(&server, &token).await);
    assert_eq!(sign_in(&server, EDITOR, PASSWORD).await, StatusCode::UNAUTHORIZED);
    assert_eq!(admin.json(&path).await["disabled_at"], json!(server.app.clock.now()));
    succeed(&admin, Method::POST, &format!("{path}/enable"), Value::Null).await;
    assert!(!is_signed_in(&server, &token).await, "former sessions are not valid again");
    assert_eq!(sign_in(&server, EDITOR, PASSWORD).await, StatusCode::OK);
}

#[tokio::test]
async fn administrator_ends_all_sessions_of_a_user_but_not_the_current_one() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let (path, token) = (path_of(&admin, EDITOR).await, server.token(EDITOR).await);
    succeed(&admin, Method::DELETE, &format!("{path}/sessions"), Value::Null).await;
    assert_eq!(admin.json(&path).await["sessions"], 0);
    assert!(!is_signed_in(&server, &token).await);
    let own = path_of(&admin, ADMIN).await;
    let _other_session = server.token(ADMIN).await;
    succeed(&admin, Method::DELETE, &format!("{own}/sessions"), Value::Null).await;
    assert_eq!(admin.json(&own).await["sessions"], 1, "the session of the request stays");
}

#[tokio::test]
async fn account_changes_are_audited_without_secrets() {
    let server = Server::start().await;
    let admin = server.admin().await;
    succeed(&admin, Method::POST, USERS, new_user("Bia", "bia@exemplo.com.br", "user")).await;
    let path = path_of(&admin, "bia@exemplo.com.br").await;
    succeed(&admin, Method::PUT, &path, json!({"role": "editor", "password": "outra senha longa"})).await;
    succeed(&admin, Method::PUT, &path, json!({"full_name": "Beatriz"})).await;
    succeed(&admin, Method::PUT, &path, json!({"full_name": "Beatriz"})).await;
    succeed(&admin, Method::POST, &format!("{path}/disable"), Value::Null).await;
    succeed(&admin, Method::POST, &format!("{path}/disable"), Value::Null).await;
    succeed(&admin, Method::DELETE, &path, Value::Null).await;
    let query = "SELECT action, user_email, label, coalesce(before, '') || coalesce(after, '') AS change
        FROM audit_events WHERE subject_kind = 'user' AND label = 'bia@exemplo.com.br' ORDER BY sequence";
    let rows = server.query(query).await;
    let text = |row: &QueryResult, column: &str| row.try_get::<String>("", column).unwrap();
    let actions: Vec<String> = rows.iter().map(|row| text(row, "action")).collect();
    let expected = [
        "account.created",
        "user.email_verified",
        "user.password_changed",
        "user.role_changed",
        "user.updated",
        "user.disabled",
        "user.deleted",
    ];
    assert_eq!(actions, expected, "requests without a change leave no event");
    assert!(rows.iter().all(|row| text(row, "user_email") == ADMIN));
    let changes: String = rows.iter().map(|row| text(row, "change")).collect();
    assert!(changes.contains("editor") && changes.contains("Beatriz"), "{changes}");
    assert!(!changes.contains("senha"), "{changes}");
}

#[tokio::test]
async fn repeated_idempotency_key_creates_one_user() {
    let server = Server::start_for_races().await;
    let admin = server.admin().await;
    let attempt = |body: &Value| admin.post(USERS, body).header("Idempotency-Key", "a").send();
    let ana = new_user("Ana", "ana@exemplo.com.br", "editor");
    // The same request is sent twice at once.
    let (first, second) = tokio::join!(attempt(&ana), attempt(&ana));
    let (first, second) = (first.expect(StatusCode::CREATED), second.expect(StatusCode::CREATED));
    assert_eq!(first.header(header::LOCATION), second.header(header::LOCATION));
    let events = admin.json("/api/audit?subject_kind=user").await;
    let created = events.as_array().unwrap().iter().filter(|event| event["action"] == "account.created");
    assert_eq!(created.count(), 1, "{events}");

    // A repetition doesn't change the password.
    let other_password = with_fields(ana.clone(), &json!({"password": "outra senha bem longa 42"}));
    attempt(&other_password).await.expect(StatusCode::CREATED);
    assert_eq!(sign_in(&server, "ana@exemplo.com.br", PASSWORD).await, StatusCode::OK);
    let other_role = with_fields(ana.clone(), &json!({"role": "admin"}));
    attempt(&other_role).await.expect_error(StatusCode::UNPROCESSABLE_ENTITY, "idempotency_key_reused");
    // Another administrator with the same key, and a request without a key, get the usual refusal.
    succeed(&admin, Method::POST, USERS, new_user("Bia", "bia@exemplo.com.br", "admin")).await;
    let other_admin = server.sign_in("bia@exemplo.com.br").await;
    for request in [other_admin.post(USERS, &ana).header("Idempotency-Key", "a"), admin.post(USERS, &ana)] {
        request.await.expect_error(StatusCode::CONFLICT, "email_taken");
    }
}
