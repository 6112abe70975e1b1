//! Limits of password guesses, which don't lock out the owner of the account.

use std::{
    future::{Future, poll_fn},
    pin::Pin,
    sync::LazyLock,
    task::Poll,
};

use chrono::TimeDelta;
use reqwest::{StatusCode, header};
use serde_json::json;
use vitrine::platform::{
    crypto::passwords::{MAX_QUEUED, Passwords, threads},
    error::Result,
    limits::rate_limit::network_of,
};

use crate::harness::{
    ADMIN, Answer, BEHIND_PROXY, EDITOR, NO_LIMITS, Options, PASSWORD, Server, VISITOR, authenticator,
};

/// The cookies of a browser that isn't a known device.
const NEW_BROWSER: &str = "a=b";

#[tokio::test]
async fn only_failed_sign_ins_count_against_a_network() {
    let server = Server::start().await;
    let sign_in = async |password: &str| {
        server.post("/api/auth/login", &json!({"email": ADMIN, "password": password})).await.status()
    };
    for _ in 0..12 {
        assert_eq!(sign_in(PASSWORD).await, StatusCode::OK);
    }
    for _ in 0..10 {
        assert_eq!(sign_in("errada").await, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(sign_in(PASSWORD).await, StatusCode::TOO_MANY_REQUESTS);
    server.advance(TimeDelta::minutes(1));
    assert_eq!(sign_in(PASSWORD).await, StatusCode::OK);
}

/// Tries to sign in as the visitor from an IP address, with the cookies of a browser or, without cookies, as a program.
async fn attempt(server: &Server, ip: &str, cookies: Option<&str>, password: &str) -> Answer {
    let body = json!({"email": VISITOR, "password": password});
    let mut request = server.post("/api/auth/login", &body).header("x-forwarded-for", ip);
    if let Some(cookies) = cookies {
        request = request.cookies(cookies).header("x-session-transport", "cookie");
    }
    request.await
}

#[tokio::test]
async fn distributed_password_guesses_are_slowed_without_locking_out_the_owner() {
    let server = Server::start_with(BEHIND_PROXY).await;
    let first = attempt(&server, "9.9.9.9", Some(NEW_BROWSER), PASSWORD).await;
    let (device, attributes) = first.cookie("__Host-device").expect("a known device");
    assert!(attributes.contains("HttpOnly; SameSite=Strict; Secure"), "{attributes}");

    for number in 0..10 {
        let answer = attempt(&server, &format!("10.0.0.{number}"), None, "errada").await;
        assert_eq!(answer.status(), StatusCode::UNAUTHORIZED, "{number}");
    }
    let refused = attempt(&server, "10.0.1.1", None, PASSWORD).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS, "even the right password is refused");
    assert_eq!(refused.headers()[header::RETRY_AFTER], "30");
    let owner = attempt(&server, "10.0.0.1", Some(&device), PASSWORD).await;
    assert_eq!(owner.status(), StatusCode::OK, "a known device isn't affected");
    let cookies = owner.headers().get_all(header::SET_COOKIE).iter().count();
    assert_eq!(cookies, 1, "the known device gets no new cookie");

    server.advance(TimeDelta::seconds(30));
    let mut wait = 30;
    for _ in 0..8 {
        attempt(&server, "10.0.2.1", None, "errada").await.expect(StatusCode::UNAUTHORIZED);
        let answer = attempt(&server, "10.0.2.2", None, "errada").await;
        wait = answer.header(header::RETRY_AFTER).parse().unwrap();
        server.advance(TimeDelta::seconds(wait));
    }
    assert_eq!(wait, 15 * 60, "the longest wait");
    attempt(&server, "10.0.3.1", None, PASSWORD).await.expect(StatusCode::OK);
    assert_eq!(
        attempt(&server, "10.0.3.2", None, "errada").await.status(),
        StatusCode::UNAUTHORIZED,
        "a successful sign-in resets the wait"
    );
}

#[tokio::test]
async fn account_limit_exempts_only_known_devices_of_the_account() {
    let server = Server::start_with(BEHIND_PROXY).await;
    let login = json!({"email": EDITOR, "password": PASSWORD});
    let answer = server.post("/api/auth/login", &login).header("x-session-transport", "cookie").await;
    let cookies: Vec<String> = answer
        .headers()
        .get_all(header::SET_COOKIE)
        .iter()
        .map(|value| value.to_str().unwrap().split(';').next().unwrap().to_owned())
        .collect();
    for number in 0..10 {
        let answer = attempt(&server, &format!("10.0.0.{number}"), Some(&cookies.join("; ")), "errada").await;
        assert_eq!(answer.status(), StatusCode::UNAUTHORIZED, "{number}");
    }
    attempt(&server, "10.0.1.1", Some(&cookies.join("; ")), PASSWORD)
        .await
        .expect(StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn password_change_forgets_other_devices() {
    const NEW_PASSWORD: &str = "uma outra frase bem longa";
    let server = Server::start_with(BEHIND_PROXY).await;
    let other = attempt(&server, "9.9.9.8", Some(NEW_BROWSER), PASSWORD).await;
    let (other, _) = other.cookie("__Host-device").unwrap();
    let first = attempt(&server, "9.9.9.9", Some(NEW_BROWSER), PASSWORD).await;
    let (sid, own) = (first.cookie("__Host-sid").unwrap().0, first.cookie("__Host-device").unwrap().0);
    let token = first.json()["token"].as_str().unwrap().to_owned();
    let body = json!({"current_password": PASSWORD, "new_password": NEW_PASSWORD});
    let change = server.put("/api/auth/password", &body).bearer_auth(&token);
    change.cookies(&format!("{sid}; {own}")).await.expect(StatusCode::NO_CONTENT);
    for number in 0..10 {
        attempt(&server, &format!("10.0.0.{number}"), None, "errada").await.expect(StatusCode::UNAUTHORIZED);
    }
    attempt(&server, "10.0.1.1", Some(&other), NEW_PASSWORD).await.expect(StatusCode::TOO_MANY_REQUESTS);
    attempt(&server, "10.0.1.2", Some(&own), NEW_PASSWORD).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn concurrent_guesses_for_one_account_do_not_exceed_its_limit() {
    let server = Server::start_with(BEHIND_PROXY).await;
    let addresses: Vec<String> = (0..40).map(|number| format!("10.0.0.{number}")).collect();
    let guesses = addresses.iter().map(|ip| attempt(&server, ip, None, "errada"));
    let answers = futures_util::future::join_all(guesses).await;
    let checked = answers.iter().filter(|answer| answer.status() == StatusCode::UNAUTHORIZED).count();
    assert_eq!(checked, 10);
}

#[tokio::test]
async fn concurrent_guesses_of_one_network_do_not_exceed_its_limit() {
    let server = Server::start_for_races().await;
    let guesses = (0..40).map(|number| {
        let body = json!({"email": format!("pessoa{number}@exemplo.com.br"), "password": "errada"});
        server.post("/api/auth/login", &body).send()
    });
    let answers = futures_util::future::join_all(guesses).await;
    let checked = answers.iter().filter(|answer| answer.status() == StatusCode::UNAUTHORIZED);
    assert_eq!(checked.count(), 10);
}

#[tokio::test]
async fn failures_of_the_network_do_not_block_a_known_device() {
    let server = Server::start().await;
    // The network's limit exempts known devices of all users. Here an editor signs in with a passkey on a visitor's device.
    let mut passkey = authenticator::register_passkey(&server.editor().await).await;
    let first = attempt(&server, "9.9.9.9", Some(NEW_BROWSER), PASSWORD).await;
    let (device, _) = first.cookie("__Host-device").expect("a known device");
    for number in 0..10 {
        let body = json!({"email": format!("pessoa{number}@exemplo.com.br"), "password": "errada"});
        server.post("/api/auth/login", &body).await.expect(StatusCode::UNAUTHORIZED);
    }
    let mut sign_in = async |device: Option<&str>, is_valid: bool| {
        passkey.verifies = is_valid;
        let proof = passkey.sign(server.post("/api/auth/login/passkey/challenge", &json!({}))).await;
        let request = server.post("/api/auth/login/passkey", &proof);
        let request = match device {
            Some(device) => request.cookies(device),
            None => request,
        };
        request.await.status()
    };
    assert_eq!(sign_in(None, true).await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(
        sign_in(Some("__Host-device=x"), true).await,
        StatusCode::TOO_MANY_REQUESTS,
        "the device is unknown to the server"
    );
    assert_eq!(sign_in(Some(&device), true).await, StatusCode::OK);
    for _ in 0..10 {
        assert_eq!(sign_in(Some(&device), false).await, StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_eq!(
        sign_in(Some(&device), true).await,
        StatusCode::TOO_MANY_REQUESTS,
        "the known device has its own budget"
    );
    server.advance(TimeDelta::minutes(1));
    assert_eq!(sign_in(Some(&device), true).await, StatusCode::OK);
}

#[tokio::test]
async fn exhausted_network_limits_do_not_block_a_known_device() {
    let server = Server::start().await;
    let login = json!({"email": VISITOR, "password": PASSWORD});
    let sign_in = || server.post("/api/auth/login", &login).header("x-session-transport", "cookie");
    let first = sign_in().cookies(NEW_BROWSER).await;
    let (device, _) = first.cookie("__Host-device").expect("a known device");
    let other = sign_in().cookies(NEW_BROWSER).await;
    let (other, _) = other.cookie("__Host-device").expect("another device");
    let (limits, now) = (&server.app.limits, server.app.clock.steady());
    for limit in [&limits.sign_ins, &limits.passkey_challenges, &limits.visitor_writes_by_network] {
        while limit.take(network_of(server.address.ip()), now).is_ok() {}
    }
    let challenge = || server.post("/api/auth/login/passkey/challenge", &json!({}));
    for unknown in [sign_in(), challenge(), sign_in().cookies("__Host-device=x")] {
        unknown.await.expect(StatusCode::TOO_MANY_REQUESTS);
    }
    for known in [sign_in(), challenge()] {
        known.cookies(&device).await.expect(StatusCode::OK);
    }
    let mut more = 0;
    while challenge().cookies(&device).await.status() == StatusCode::OK {
        more += 1;
    }
    assert_eq!(2 + more, 20, "the known device has its own budget");
    // All devices of an account share this budget.
    challenge().cookies(&other).await.expect(StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn sign_in_refused_under_load_does_not_count_as_failure() {
    let server = Server::start().await;
    let token = server.token(VISITOR).await;
    let busy = fill_the_queue(&server.app.passwords).await;
    let login = json!({"email": VISITOR, "password": PASSWORD});
    let step_up = json!({"password": PASSWORD});
    for _ in 0..12 {
        server.post("/api/auth/login", &login).await.expect(StatusCode::SERVICE_UNAVAILABLE);
        server
            .post("/api/auth/step-up", &step_up)
            .bearer_auth(&token)
            .await
            .expect(StatusCode::SERVICE_UNAVAILABLE);
    }
    drop(busy);
}

type Check = Pin<Box<dyn Future<Output = Result<bool>> + Send>>;

/// Fills the queue of password checks until the returned value is dropped.
async fn fill_the_queue(passwords: &Passwords) -> Vec<Check> {
    static COSTLY: LazyLock<String> =
        LazyLock::new(|| format!("$argon2id$v=19$m=19456,t=200,p=1${}${}", "A".repeat(22), "A".repeat(43)));
    let mut busy: Vec<Check> = Vec::new();
    let known = passwords.for_known_user();
    while busy.len() < MAX_QUEUED + threads() {
        let known = known.clone();
        let mut check: Check = Box::pin(async move { known.verify("x", Some(COSTLY.as_str())).await });
        match poll_fn(|context| Poll::Ready(check.as_mut().poll(context))).await {
            Poll::Pending => busy.push(check),
            // The queue is full, because the threads haven't taken the first checks yet.
            Poll::Ready(_) => tokio::task::yield_now().await,
        }
    }
    busy
}

/// There are more sign-ins than the queue of password hashes holds.
#[tokio::test]
async fn sign_in_flood_is_partly_refused_and_pages_stay_up() {
    // Without limits, because attempts count as failures of the account until they succeed.
    let server = Server::start_with(Options { costly_passwords: true, ..NO_LIMITS }).await;
    // Renders the page before the flood, because a first render on a loaded machine may exceed its time limit.
    server.get("/sobre").await;
    let login = json!({"email": VISITOR, "password": PASSWORD});
    let flood = (0..400).map(|_| server.post("/api/auth/login", &login).send());
    let page = server.get("/sobre").send();
    let (answers, page) = futures_util::future::join(futures_util::future::join_all(flood), page).await;
    assert_eq!(page.status(), StatusCode::OK);
    let (mut accepted, mut refused) = (0, 0);
    for answer in answers {
        match answer.status() {
            StatusCode::OK => accepted += 1,
            StatusCode::SERVICE_UNAVAILABLE => {
                assert!(answer.headers().contains_key(header::RETRY_AFTER));
                refused += 1;
            }
            other => panic!("{other}"),
        }
    }
    assert!(accepted > 0 && refused > 0, "{accepted} accepted, {refused} refused");
    server.token(VISITOR).await;
}
