use chrono::TimeDelta;
use reqwest::{Method, Response, StatusCode, header};
use serde_json::{Value, json};

use crate::harness::{ADMIN, EDITOR, Options, PASSWORD, Server, VISITOR, json_of};

/// The two halves of a page's session.
struct Halves {
    token: String,
    cookie: String,
}

async fn halves(answer: Response) -> Halves {
    let set = answer.headers()[header::SET_COOKIE].to_str().unwrap().to_owned();
    assert!(set.starts_with("__Host-sid=") && set.contains("; Path=/;"), "{set}");
    assert!(set.contains("; HttpOnly; SameSite=Strict; Secure"), "{set}");
    let cookie = set.split(';').next().unwrap().to_owned();
    Halves { token: json_of(answer).await["token"].as_str().unwrap().to_owned(), cookie }
}

async fn sign_in_as_page(server: &Server, email: &str) -> Halves {
    let request = server.post("/api/auth/login", &json!({"email": email, "password": PASSWORD}));
    halves(request.header("x-session-transport", "cookie").send().await.unwrap()).await
}

async fn me(server: &Server, token: Option<&str>, cookie: Option<&str>) -> StatusCode {
    let mut request = server.get("/api/auth/me");
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    if let Some(cookie) = cookie {
        request = request.header(header::COOKIE, cookie);
    }
    request.send().await.unwrap().status()
}

#[tokio::test]
async fn registering_makes_a_visitor_whatever_is_posted() {
    let server = Server::start().await;
    let body = json!({"email": " Ana@Exemplo.com.br ", "password": "jk7rwm", "full_name": "Ana Souza",
        "role": "admin", "email_verified": true});
    let answer = server.post("/api/auth/register", &body).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::CREATED);
    let session = json_of(answer).await;
    assert_eq!(session["user"]["role"], "user");
    assert_eq!(session["user"]["email"], "ana@exemplo.com.br");
    assert_eq!(session["user"]["email_verified"], false);
    assert!(session["user"].get("password_hash").is_none());
    assert_eq!(me(&server, session["token"].as_str(), None).await, StatusCode::OK);
    let again = server.post("/api/auth/register", &body).send().await.unwrap();
    assert_eq!(
        (again.status(), &json_of(again).await["code"]),
        (StatusCode::CONFLICT, &json!("email_taken"))
    );
    let short = json!({"email": "b@exemplo.com.br", "password": "12345", "full_name": "Bia"});
    let short = json_of(server.post("/api/auth/register", &short).send().await.unwrap()).await;
    assert_eq!(short["fields"], json!({"password": "A senha precisa ter pelo menos 6 caracteres."}));
}

#[tokio::test]
async fn known_and_unknown_emails_are_refused_alike() {
    let server = Server::start().await;
    let attempt = async |email: &str| {
        let request = server.post("/api/auth/login", &json!({"email": email, "password": "errada"}));
        let answer = request.send().await.unwrap();
        let status = answer.status();
        let mut body = json_of(answer).await;
        body["request_id"] = Value::Null;
        (status, body)
    };
    let known = attempt(ADMIN).await;
    assert_eq!(known, attempt("ninguem@exemplo.com.br").await);
    assert_eq!(known.0, StatusCode::UNAUTHORIZED);
    assert_eq!(known.1["message"], "Email ou senha incorretos.");
}

#[tokio::test]
async fn only_failed_sign_ins_count_against_a_network() {
    let server = Server::start().await;
    let attempt = async |password: &str| {
        let request = server.post("/api/auth/login", &json!({"email": ADMIN, "password": password}));
        request.send().await.unwrap().status()
    };
    for _ in 0..12 {
        assert_eq!(attempt(PASSWORD).await, StatusCode::OK);
    }
    for _ in 0..10 {
        assert_eq!(attempt("errada").await, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(attempt(PASSWORD).await, StatusCode::TOO_MANY_REQUESTS);
    server.advance(TimeDelta::minutes(1));
    assert_eq!(attempt(PASSWORD).await, StatusCode::OK);
}

#[tokio::test]
async fn half_a_session_is_worth_nothing() {
    let server = Server::start().await;
    let Halves { token, cookie } = sign_in_as_page(&server, EDITOR).await;
    assert_eq!(me(&server, Some(&token), Some(&cookie)).await, StatusCode::OK);
    assert_eq!(me(&server, Some(&token), None).await, StatusCode::UNAUTHORIZED, "a copied localStorage");
    assert_eq!(me(&server, None, Some(&cookie)).await, StatusCode::UNAUTHORIZED, "a cross-site request");
    assert_eq!(me(&server, Some(&token), Some("__Host-sid=x")).await, StatusCode::UNAUTHORIZED);
    let other = sign_in_as_page(&server, VISITOR).await;
    assert_eq!(me(&server, Some(&token), Some(&other.cookie)).await, StatusCode::UNAUTHORIZED);
    let secret = cookie.trim_start_matches("__Host-sid=");
    assert_eq!(me(&server, Some(secret), None).await, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn signing_out_ends_the_session_on_the_server() {
    let server = Server::start().await;
    let Halves { token, cookie } = sign_in_as_page(&server, EDITOR).await;
    let request = server.request(Method::POST, "/api/auth/logout").bearer_auth(&token);
    let answer = server.with_cookies(request, &cookie).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::NO_CONTENT);
    assert!(answer.headers()[header::SET_COOKIE].to_str().unwrap().contains("Max-Age=0"));
    assert_eq!(me(&server, Some(&token), Some(&cookie)).await, StatusCode::UNAUTHORIZED);
    let without = server.request(Method::POST, "/api/auth/logout").send().await.unwrap();
    assert_eq!(without.status(), StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn sessions_run_out_sooner_for_staff() {
    let server = Server::start().await;
    let (staff, visitor) = (server.token(EDITOR).await, server.token(VISITOR).await);
    server.advance(TimeDelta::minutes(59));
    assert_eq!(me(&server, Some(&staff), None).await, StatusCode::OK);
    server.advance(TimeDelta::minutes(59));
    assert_eq!(me(&server, Some(&staff), None).await, StatusCode::OK, "each use counts");
    server.advance(TimeDelta::minutes(61));
    assert_eq!(me(&server, Some(&staff), None).await, StatusCode::UNAUTHORIZED, "idle");
    assert_eq!(me(&server, Some(&visitor), None).await, StatusCode::OK);

    let staff = server.token(EDITOR).await;
    for _ in 0..13 {
        server.advance(TimeDelta::minutes(55));
        assert_eq!(me(&server, Some(&staff), None).await, StatusCode::OK);
    }
    server.advance(TimeDelta::minutes(6));
    assert_eq!(me(&server, Some(&staff), None).await, StatusCode::UNAUTHORIZED, "twelve hours at most");
}

#[tokio::test]
async fn the_eleventh_session_ends_the_one_used_longest_ago() {
    let server = Server::start().await;
    let mut tokens = Vec::new();
    for _ in 0..11 {
        tokens.push(server.token(VISITOR).await);
        server.advance(TimeDelta::seconds(1));
    }
    assert_eq!(me(&server, Some(&tokens[0]), None).await, StatusCode::UNAUTHORIZED);
    for token in &tokens[1..] {
        assert_eq!(me(&server, Some(token), None).await, StatusCode::OK);
    }
}

#[tokio::test]
async fn the_setup_link_makes_one_administrator() {
    let server = Server::start_with(Options { no_accounts: true, ..Options::default() }).await;
    let secret = server.setup_secret.clone().expect("no administrator, so a link");
    let attempt = async |token: &str, password: &str, email: &str| {
        let body = json!({"token": token, "email": email, "password": password, "full_name": "Dona Vitrine"});
        server.post("/api/auth/setup", &body).send().await.unwrap()
    };
    assert_eq!(attempt("garbage", PASSWORD, ADMIN).await.status(), StatusCode::FORBIDDEN);
    server.advance(TimeDelta::hours(24));
    assert_eq!(attempt(&secret, PASSWORD, ADMIN).await.status(), StatusCode::FORBIDDEN, "too old");
    let secret = vitrine::setup::prepare(&server.app).await.unwrap().expect("a new one");
    let weak = attempt(&secret, "curta", ADMIN).await;
    assert_eq!(weak.status(), StatusCode::UNPROCESSABLE_ENTITY, "and the link still works");
    let both = futures_util::future::join(
        attempt(&secret, PASSWORD, ADMIN),
        attempt(&secret, PASSWORD, "outro@exemplo.com.br"),
    );
    let (one, two) = both.await;
    let mut statuses = [one.status(), two.status()];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::CREATED, StatusCode::FORBIDDEN]);
    let session = json_of(if one.status() == StatusCode::CREATED { one } else { two }).await;
    assert_eq!(session["user"]["role"], "admin");
    assert_eq!(vitrine::setup::prepare(&server.app).await.unwrap(), None, "no further link");
}

#[tokio::test]
async fn other_sites_cannot_make_a_browser_act_here() {
    let server = Server::start().await;
    let login = json!({"email": ADMIN, "password": PASSWORD});
    let from = async |name: &'static str, value: &str| {
        server.post("/api/auth/login", &login).header(name, value).send().await.unwrap().status()
    };
    assert_eq!(from("sec-fetch-site", "cross-site").await, StatusCode::FORBIDDEN);
    assert_eq!(from("sec-fetch-site", "same-site").await, StatusCode::FORBIDDEN);
    assert_eq!(from("origin", "https://outro.example").await, StatusCode::FORBIDDEN);
    assert_eq!(from("origin", &format!("http://{}", server.address)).await, StatusCode::OK);
    assert_eq!(from("sec-fetch-site", "same-origin").await, StatusCode::OK);
    assert_eq!(
        from("cookie", "__Host-sid=x").await,
        StatusCode::FORBIDDEN,
        "a browser that doesn't say where"
    );
    let request = server.post("/api/auth/login", &login);
    assert_eq!(server.with_cookies(request, "a=b").send().await.unwrap().status(), StatusCode::OK);
}

/// What a form can send is no call, also where a call has no use for a body.
#[tokio::test]
async fn calls_take_json_or_nothing() {
    let server = Server::start().await;
    let logout = async |content_type: Option<&str>| {
        let mut request = server.request(Method::POST, "/api/auth/logout");
        if let Some(content_type) = content_type {
            request = request.header(header::CONTENT_TYPE, content_type);
        }
        request.send().await.unwrap().status()
    };
    for form in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
        assert_eq!(logout(Some(form)).await, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{form}");
    }
    assert_eq!(logout(Some("application/json; charset=utf-8")).await, StatusCode::NO_CONTENT);
    assert_eq!(logout(None).await, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn passwords_that_everybody_tries_are_refused() {
    let server = Server::start().await;
    for password in ["123456", "senha123", "ana@exemplo.com.br"] {
        let body = json!({"email": "ana@exemplo.com.br", "password": password, "full_name": "Ana Souza"});
        let answer = server.post("/api/auth/register", &body).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{password}");
        assert!(json_of(answer).await["fields"]["password"].as_str().unwrap().contains("adivinhar"));
    }
}

#[tokio::test]
async fn visitors_may_be_asked_for_longer_passwords() {
    let variables = &[("VITRINE_VISITOR_PASSWORD_MIN", "8")];
    let server = Server::start_with(Options { variables, ..Options::default() }).await;
    let register = async |password: &str| {
        let body = json!({"email": "ana@exemplo.com.br", "password": password, "full_name": "Ana Souza"});
        server.post("/api/auth/register", &body).send().await.unwrap().status()
    };
    assert_eq!(register("jk7rwmx").await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(register("jk7rwmxq").await, StatusCode::CREATED);
}

/// A sign-in from `ip`, with the cookies of a browser.
async fn attempt(server: &Server, ip: &str, cookies: Option<&str>, password: &str) -> Response {
    let body = json!({"email": VISITOR, "password": password});
    let mut request = server.post("/api/auth/login", &body).header("x-forwarded-for", ip);
    if let Some(cookies) = cookies {
        request = server.with_cookies(request, cookies).header("x-session-transport", "cookie");
    }
    request.send().await.unwrap()
}

#[tokio::test]
async fn guessing_from_many_networks_gets_slow_and_never_locks_the_owner_out() {
    let variables = &[("VITRINE_TRUSTED_PROXIES", "127.0.0.0/8")];
    let server = Server::start_with(Options { variables, ..Options::default() }).await;
    let first = attempt(&server, "9.9.9.9", Some("a=b"), PASSWORD).await;
    let set: Vec<&str> =
        first.headers().get_all(header::SET_COOKIE).iter().map(|value| value.to_str().unwrap()).collect();
    let device = set.iter().find(|cookie| cookie.starts_with("__Host-device=")).expect("a known device");
    assert!(device.contains("HttpOnly; SameSite=Strict; Secure"), "{device}");
    let device = device.split(';').next().unwrap().to_owned();

    for number in 0..10 {
        let answer = attempt(&server, &format!("10.0.0.{number}"), None, "errada").await;
        assert_eq!(answer.status(), StatusCode::UNAUTHORIZED, "{number}");
    }
    let refused = attempt(&server, "10.0.1.1", None, PASSWORD).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS, "even the right password");
    assert_eq!(refused.headers()[header::RETRY_AFTER], "30");
    let owner = attempt(&server, "10.0.0.1", Some(&device), PASSWORD).await;
    assert_eq!(owner.status(), StatusCode::OK, "on the device that is known");
    let stays = owner.headers().get_all(header::SET_COOKIE).iter().count();
    assert_eq!(stays, 1, "and stays so");

    server.advance(TimeDelta::seconds(30));
    let mut wait = 30;
    for _ in 0..8 {
        let answer = attempt(&server, "10.0.2.1", None, "errada").await;
        assert_eq!(answer.status(), StatusCode::UNAUTHORIZED);
        let answer = attempt(&server, "10.0.2.2", None, "errada").await;
        wait = answer.headers()[header::RETRY_AFTER].to_str().unwrap().parse().unwrap();
        server.advance(TimeDelta::seconds(wait));
    }
    assert_eq!(wait, 15 * 60, "at most");
    assert_eq!(attempt(&server, "10.0.3.1", None, PASSWORD).await.status(), StatusCode::OK);
    assert_eq!(
        attempt(&server, "10.0.3.2", None, "errada").await.status(),
        StatusCode::UNAUTHORIZED,
        "afresh"
    );
}

#[tokio::test]
async fn a_device_is_known_to_its_own_account_only() {
    let variables = &[("VITRINE_TRUSTED_PROXIES", "127.0.0.0/8")];
    let server = Server::start_with(Options { variables, ..Options::default() }).await;
    let login = json!({"email": EDITOR, "password": PASSWORD});
    let request = server.post("/api/auth/login", &login).header("x-session-transport", "cookie");
    let answer = request.send().await.unwrap();
    let cookies: Vec<String> = answer
        .headers()
        .get_all(header::SET_COOKIE)
        .iter()
        .map(|value| value.to_str().unwrap().split(';').next().unwrap().to_owned())
        .collect();
    for number in 0..10 {
        attempt(&server, &format!("10.0.0.{number}"), Some(&cookies.join("; ")), "errada").await;
    }
    let answer = attempt(&server, "10.0.1.1", Some(&cookies.join("; ")), PASSWORD).await;
    assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn many_guesses_at_once_get_no_further() {
    let variables = &[("VITRINE_TRUSTED_PROXIES", "127.0.0.0/8")];
    let server = Server::start_with(Options { variables, ..Options::default() }).await;
    let addresses: Vec<String> = (0..40).map(|number| format!("10.0.0.{number}")).collect();
    let guesses = addresses.iter().map(|ip| attempt(&server, ip, None, "errada"));
    let answers = futures_util::future::join_all(guesses).await;
    let tried = answers.iter().filter(|answer| answer.status() == StatusCode::UNAUTHORIZED).count();
    assert_eq!(tried, 10);
}

/// More at once than hashes may wait: some get in, the rest are told when to come back, and pages are still served.
#[tokio::test]
async fn a_flood_of_sign_ins_is_refused_in_part() {
    // Tries of one account that are under way count as failures until they succeed.
    let variables = &[("VITRINE_RATE_LIMITS", "off")];
    let server = Server::start_with(Options { variables, ..Options::default() }).await;
    let login = json!({"email": VISITOR, "password": PASSWORD});
    let flood = (0..200).map(|_| server.post("/api/auth/login", &login).send());
    let page = server.get("/sobre").send();
    let (answers, page) = futures_util::future::join(futures_util::future::join_all(flood), page).await;
    assert_eq!(page.unwrap().status(), StatusCode::OK);
    let (mut let_in, mut refused) = (0, 0);
    for answer in answers {
        let answer = answer.unwrap();
        match answer.status() {
            StatusCode::OK => let_in += 1,
            StatusCode::SERVICE_UNAVAILABLE => {
                assert!(answer.headers().contains_key(header::RETRY_AFTER));
                refused += 1;
            }
            other => panic!("{other}"),
        }
    }
    assert!(let_in > 0 && refused > 0, "{let_in} let in, {refused} refused");
    server.token(VISITOR).await;
}

#[tokio::test]
async fn an_outdated_hash_is_replaced_at_sign_in() {
    use argon2::{Algorithm, Argon2, Params, PasswordHasher, Version};
    let cheaper =
        Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(8 * 1024, 1, 1, None).unwrap());
    let old = cheaper.hash_password_with_salt(PASSWORD.as_bytes(), b"salt of 16 bytes").unwrap().to_string();
    let server = Server::start().await;
    let db = &server.app.db;
    let stored =
        async || vitrine::accounts::store::users::find_by_email(db.reader(), VISITOR).await.unwrap().unwrap();
    let tx = db.begin().await.unwrap();
    vitrine::accounts::store::users::replace_hash(&*tx, stored().await.id, old).await.unwrap();
    tx.commit().await.unwrap();
    server.token(VISITOR).await;
    let now = stored().await;
    assert!(now.password_hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", now.password_hash);
    assert_eq!(now.last_login_at, Some(server.app.clock.now()));
    server.token(VISITOR).await;
}

#[tokio::test]
async fn a_visitor_made_staff_changes_a_short_password_first() {
    let server = Server::start().await;
    let body = json!({"email": "ana@exemplo.com.br", "password": "jk7rwm", "full_name": "Ana Souza"});
    server.post("/api/auth/register", &body).send().await.unwrap();
    let admin = server.admin().await;
    let promote = async |email: &str| {
        let found = admin.json(&format!("/api/auth/users?search={email}")).await;
        let path = format!("/api/auth/users/{}", found["users"][0]["id"].as_str().unwrap());
        admin.put(&path, &json!({"role": "editor"})).send().await.unwrap().error_for_status().unwrap();
        admin.json(&path).await["must_change_password"].as_bool().unwrap()
    };
    assert!(promote("ana@exemplo.com.br").await);
    assert!(!promote(VISITOR).await, "long enough already");
    let login = json!({"email": "ana@exemplo.com.br", "password": "jk7rwm"});
    let session = json_of(server.post("/api/auth/login", &login).send().await.unwrap()).await;
    assert_eq!(session["user"]["must_change_password"], true);
    let token = session["token"].as_str().unwrap();
    let contacts = async || server.get("/api/contacts").bearer_auth(token).send().await.unwrap();
    let refused = contacts().await;
    assert_eq!(refused.status(), StatusCode::FORBIDDEN);
    assert_eq!(json_of(refused).await["code"], "password_change_required");
    let sees_drafts = async || {
        let blog = server.get("/api/blog?is_published=false").bearer_auth(token).send().await.unwrap();
        let services = server.get("/api/services").bearer_auth(token).send().await.unwrap();
        [json_of(blog).await["posts"].to_string(), json_of(services).await.to_string()]
            .map(|text| text.contains("Ainda não"))
    };
    let draft = json!({"title": "Ainda não", "slug": "ainda-nao", "content": "x"});
    admin.request(Method::POST, "/api/blog").json(&draft).send().await.unwrap().error_for_status().unwrap();
    let hidden =
        json!({"title": "Ainda não", "description": "x", "category": "Web e Hospedagem", "is_active": false});
    admin
        .request(Method::POST, "/api/services")
        .json(&hidden)
        .send()
        .await
        .unwrap()
        .error_for_status()
        .unwrap();
    assert_eq!(sees_drafts().await, [false, false]);
    let change = async |new: &str| {
        let body = json!({"current_password": "jk7rwm", "new_password": new});
        server.put("/api/auth/password", &body).bearer_auth(token).send().await.unwrap().status()
    };
    assert_eq!(change("jk7rwm9x").await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(change(PASSWORD).await, StatusCode::NO_CONTENT);
    assert_eq!(contacts().await.status(), StatusCode::OK);
    assert_eq!(sees_drafts().await, [true, true]);
}
