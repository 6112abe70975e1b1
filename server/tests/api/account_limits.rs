//! Limits on the requests, stored records and mail of one user or one network.

use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::json;

use crate::harness::{BEHIND_PROXY, Client, EDITOR, PASSWORD, Server, VISITOR, mailbox};

async fn change_profile(user: &Client, name: &str, email: &str) -> StatusCode {
    let body = json!({"full_name": name, "email": email, "current_password": PASSWORD});
    user.put("/api/auth/profile", &body).await.status()
}

async fn count_events(server: &Server, action: &str) -> usize {
    let admin = server.admin().await;
    let events = admin.json("/api/audit?limit=100").await;
    events.as_array().unwrap().iter().filter(|event| event["action"] == action).count()
}

#[tokio::test]
async fn registration_over_the_limit_is_refused_before_its_password_is_checked() {
    let server = Server::start().await;
    let register = async || {
        let body = json!({"email": "ana@exemplo.com.br", "password": "senha123", "full_name": "Ana"});
        server.post("/api/auth/register", &body).await.status()
    };
    for _ in 0..30 {
        assert_eq!(register().await, StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_eq!(register().await, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn visitor_writes_are_limited_and_staff_writes_are_not() {
    let server = Server::start().await;
    let user = server.sign_in(VISITOR).await;
    // The sign-in was the first of sixty writes.
    for number in 0..59 {
        assert_eq!(change_profile(&user, &format!("Ana {number}"), VISITOR).await, StatusCode::OK);
    }
    assert_eq!(change_profile(&user, "Ana", VISITOR).await, StatusCode::TOO_MANY_REQUESTS);
    let login = json!({"email": VISITOR, "password": PASSWORD});
    server.post("/api/auth/login", &login).await.expect(StatusCode::TOO_MANY_REQUESTS);
    // Reading is allowed.
    user.get("/api/auth/profile").await.expect(StatusCode::OK);
    server.advance(TimeDelta::seconds(5));
    assert_eq!(change_profile(&user, "Ana", VISITOR).await, StatusCode::OK);
    let editor = server.editor().await;
    for number in 0..65 {
        assert_eq!(change_profile(&editor, &format!("Bia {number}"), EDITOR).await, StatusCode::OK);
    }
}

#[tokio::test]
async fn visitor_writes_are_limited_by_network() {
    let server = Server::start().await;
    for number in 0..3 {
        let email = format!("ana{number}@exemplo.com.br");
        let body = json!({"email": email, "password": PASSWORD, "full_name": "Ana"});
        server.post("/api/auth/register", &body).await.expect(StatusCode::CREATED);
        let user = server.sign_in(&email).await;
        // With the sign-in, sixty writes of each user.
        for name in 0..59 {
            assert_eq!(change_profile(&user, &format!("Ana {name}"), &email).await, StatusCode::OK);
        }
    }
    let editor = server.editor().await;
    assert_eq!(change_profile(&editor, "Bia", EDITOR).await, StatusCode::OK, "staff have no limit");
    let login = json!({"email": VISITOR, "password": PASSWORD});
    server.post("/api/auth/login", &login).await.expect(StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn password_strength_checks_of_one_reset_link_are_limited() {
    let server = Server::start().await;
    server.post("/api/auth/password-reset", &json!({"email": VISITOR})).await.expect(StatusCode::ACCEPTED);
    let token = mailbox::wait_for(&server, "password_reset", 1).await[0].secret();
    let body = json!({"token": token, "password": "a".repeat(32)});
    let choose = async || server.post("/api/auth/password-reset/confirm", &body).await.status();
    for _ in 0..30 {
        assert_eq!(choose().await, StatusCode::UNPROCESSABLE_ENTITY, "the password is too common");
    }
    assert_eq!(choose().await, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn unchanged_profile_is_not_audited() {
    let server = Server::start().await;
    let user = server.sign_in(VISITOR).await;
    assert_eq!(change_profile(&user, "Pessoa de Teste", VISITOR).await, StatusCode::OK);
    assert_eq!(count_events(&server, "account.profile_updated").await, 0);
    assert_eq!(change_profile(&user, "Ana", VISITOR).await, StatusCode::OK);
    assert_eq!(count_events(&server, "account.profile_updated").await, 1);
}

#[tokio::test]
async fn data_exports_are_limited() {
    let server = Server::start().await;
    let user = server.sign_in(VISITOR).await;
    for _ in 0..5 {
        user.get("/api/auth/export").await.expect(StatusCode::OK);
    }
    user.get("/api/auth/export").await.expect(StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn long_path_is_shortened_in_the_audit_event_of_a_denial() {
    let server = Server::start().await;
    let user = server.sign_in(VISITOR).await;
    let path = format!("/api/contacts/{}", "x".repeat(1500));
    user.get(&path).await.expect(StatusCode::FORBIDDEN);
    let events = server.admin().await.json("/api/audit?limit=100").await;
    let denied = events.as_array().unwrap().iter().find(|event| event["action"] == "account.access_denied");
    let text = denied.expect("recorded").to_string();
    assert!((100..=200).contains(&text.matches('x').count()), "{text}");
}

#[tokio::test]
async fn audit_events_of_denied_requests_of_one_user_are_limited() {
    let server = Server::start().await;
    let user = server.sign_in(VISITOR).await;
    let routes = [
        "contacts",
        "contacts/summary",
        "contacts/assignees",
        "contacts/filters",
        "contacts/x",
        "dashboard",
        "services/trash",
        "menu-items/trash",
        "footer-sections/trash",
        "link-targets",
        "blog/trash",
        "blog/terms",
        "pages",
        "pages/texts",
        "pages/home",
        "media",
        "media/x",
        "redirects",
        "redirects/x",
        "newsletter/subscriptions",
        "audit",
        "outbox",
        "auth/users",
        "auth/users/x",
        "demo-content",
    ];
    for route in routes {
        assert_eq!(user.status(&format!("/api/{route}")).await, StatusCode::FORBIDDEN, "{route}");
    }
    assert_eq!(count_events(&server, "account.access_denied").await, 20);
}

#[tokio::test]
async fn audit_events_of_failed_sign_ins_are_limited() {
    let server = Server::start_with(BEHIND_PROXY).await;
    for number in 0..70 {
        let body = json!({"email": format!("p{number}@exemplo.com.br"), "password": "errada"});
        server
            .post("/api/auth/login", &body)
            .header("x-forwarded-for", format!("10.0.{number}.1"))
            .await
            .expect(StatusCode::UNAUTHORIZED);
    }
    assert_eq!(count_events(&server, "account.sign_in_failed").await, 60);
    let body = json!({"email": VISITOR, "password": "errada"});
    let request = server.post("/api/auth/login", &body).header("x-forwarded-for", "10.1.0.1");
    request.await.expect(StatusCode::UNAUTHORIZED);
    assert_eq!(
        count_events(&server, "account.sign_in_failed").await,
        61,
        "attempts on existing accounts have their own limit"
    );
    let events = server.admin().await.json("/api/audit?limit=100").await;
    let failed = events.as_array().unwrap().iter().find(|event| event["action"] == "account.sign_in_failed");
    assert_eq!(
        failed.expect("recorded")["after"]["unrecorded"],
        10,
        "the event counts the attempts that were not recorded"
    );
}

#[tokio::test]
async fn one_user_can_change_the_email_three_times_then_once_every_20_minutes() {
    let server = Server::start_with(BEHIND_PROXY).await;
    let user = server.sign_in(VISITOR).await;
    for number in 0..40 {
        let body = json!({"full_name": "Ana", "email": format!("t{number}@example.com"), "current_password": PASSWORD});
        let request =
            user.put("/api/auth/profile", &body).header("x-forwarded-for", format!("10.0.{number}.1"));
        let expected = if number < 3 { StatusCode::OK } else { StatusCode::TOO_MANY_REQUESTS };
        assert_eq!(request.await.status(), expected, "{number}");
        mailbox::mark_sent(&server).await;
    }
    // Requesting another link uses the same budget.
    user.post_empty("/api/auth/email-verification").await.expect(StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(mailbox::of_kind(&server, "email_verification").await.len(), 3);
    server.advance(TimeDelta::minutes(20));
    assert_eq!(
        change_profile(&server.sign_in(VISITOR).await, "Ana", "outro@example.com").await,
        StatusCode::OK
    );
}

#[tokio::test]
async fn one_network_can_change_three_account_emails_an_hour() {
    let server = Server::start().await;
    for number in 0..4 {
        let email = format!("p{number}@exemplo.com.br");
        let body = json!({"email": email, "password": PASSWORD, "full_name": "Ana"});
        server.post("/api/auth/register", &body).await.expect(StatusCode::CREATED);
        let user = server.sign_in(&email).await;
        let expected = if number < 3 { StatusCode::OK } else { StatusCode::TOO_MANY_REQUESTS };
        assert_eq!(change_profile(&user, "Ana", &format!("n{number}@example.com")).await, expected);
    }
}

#[tokio::test]
async fn one_address_gets_at_most_ten_messages_from_recreated_accounts() {
    let server = Server::start_with(BEHIND_PROXY).await;
    let body = json!({"email": "alvo@exemplo.com.br", "password": PASSWORD, "full_name": "Ana"});
    let mut mails = 0;
    for number in 0..12 {
        let network = format!("10.0.{number}.1");
        let session =
            server.post("/api/auth/register", &body).header("x-forwarded-for", &network).await.json();
        mails += mailbox::of_kind(&server, "email_verification").await.len();
        let delete = server.delete_with("/api/auth/account", &json!({"password": PASSWORD}));
        let delete =
            delete.bearer_auth(session["token"].as_str().unwrap()).header("x-forwarded-for", &network);
        assert_eq!(delete.await.status(), StatusCode::OK, "{number}");
    }
    assert_eq!(mails, 10);
}

#[tokio::test]
async fn name_with_a_url_is_omitted_from_mail() {
    let server = Server::start().await;
    let body = json!({"email": "ana@exemplo.com.br", "password": PASSWORD, "full_name": "https://evil.example Ganhe"});
    server.post("/api/auth/register", &body).await.expect(StatusCode::CREATED);
    let mails = mailbox::of_kind(&server, "email_verification").await;
    assert!(!mails[0].body.to_string().contains("evil"), "{}", mails[0].body);
    let names = mailbox::recipient_names(&server).await;
    assert!(names.iter().all(|name| !name.contains("evil")), "{names:?}");
}

#[tokio::test]
async fn one_network_cannot_exhaust_the_reset_links_of_an_address() {
    let server = Server::start_with(BEHIND_PROXY).await;
    let request_link = async |ip: &str| {
        let request = server.post("/api/auth/password-reset", &json!({"email": VISITOR}));
        request.header("x-forwarded-for", ip).await.expect(StatusCode::ACCEPTED);
    };
    for _ in 0..6 {
        request_link("10.0.0.1").await;
    }
    mailbox::wait_for(&server, "password_reset", 3).await;
    request_link("10.0.1.1").await;
    mailbox::wait_for(&server, "password_reset", 4).await;
}
