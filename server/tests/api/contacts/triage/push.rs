//! Notifications on devices, against a push service of the test.

use std::sync::{Arc, Mutex};

use axum::{
    Router,
    body::Bytes,
    extract::{Path, State},
    http::HeaderMap,
    routing::post,
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::{
    agreement::{ECDH_P256, EphemeralPrivateKey},
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey},
};
use tokio::net::TcpListener;
use vitrine::{
    features::contacts::notifications::events,
    foundation::push::{self, Notification, UserNotification, worker},
};

use super::*;
use crate::harness::{Options, SUPPORT};

const DEVICES: &str = "/api/push";
const SUBSCRIPTIONS: &str = "/api/push/subscriptions";

/// A push service. The last part of an address is the status with which it answers.
#[derive(Clone, Default)]
struct PushService(Arc<Mutex<Vec<(HeaderMap, Bytes)>>>);

impl PushService {
    async fn start() -> (Self, String) {
        let service = Self::default();
        let receive = async |State(service): State<Self>, Path(path): Path<String>, headers, body| {
            service.0.lock().unwrap().push((headers, body));
            let status = path.rsplit('/').next().unwrap().parse().unwrap();
            StatusCode::from_u16(status).unwrap()
        };
        let router = Router::new().route("/{*path}", post(receive)).with_state(service.clone());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async { axum::serve(listener, router).await.unwrap() });
        (service, url)
    }

    fn count(&self) -> usize {
        self.0.lock().unwrap().len()
    }
}

async fn start_with(service: &str) -> Server {
    let variables = [("VITRINE_RATE_LIMITS", "off"), ("VITRINE_PUSH_TEST_SERVER", service)];
    Server::start_with(Options { variables: &variables, ..Options::default() }).await
}

fn subscription(endpoint: &str) -> Value {
    let key = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
    let public = URL_SAFE_NO_PAD.encode(key.compute_public_key().unwrap());
    json!({"endpoint": endpoint, "p256dh": public, "auth": URL_SAFE_NO_PAD.encode([7; 16])})
}

/// A browser first needs the key of the server.
async fn subscribe(staff: &Client, endpoint: &str) -> String {
    assert!(staff.json(DEVICES).await["public_key"].is_string());
    let answer = staff.post(SUBSCRIPTIONS, &subscription(endpoint)).await;
    id_of(&answer.expect(StatusCode::CREATED).json())
}

async fn devices(staff: &Client) -> usize {
    staff.json(DEVICES).await["devices"].as_array().unwrap().len()
}

/// Queues a notification for a member of staff.
async fn notify(server: &Server, staff: &Client) {
    let notification = Notification {
        title: "Novo contato".to_owned(),
        body: "Ana".to_owned(),
        path: "/admin/contacts".to_owned(),
        tag: "1".to_owned(),
    };
    let user_id = staff.user_id().await.parse().unwrap();
    let tx = server.app.db.begin().await.unwrap();
    let notification = UserNotification { user_id, contact_id: None, notification };
    push::queue_all(&server.app, &tx, vec![notification]).await.unwrap();
    tx.commit().await.unwrap();
}

async fn queued(server: &Server) -> usize {
    server.query("SELECT id FROM push_messages").await.len()
}

#[tokio::test]
async fn message_is_signed_and_encrypted_and_sent_once_with_several_replicas() {
    let (service, url) = PushService::start().await;
    let server = start_with(&url).await;
    let replica = server.replica().await;
    let staff = server.editor().await;
    subscribe(&staff, &format!("{url}/a/201")).await;
    send(&server, "Ana").await;
    vitrine::features::contacts::notifications::events::run(&server.app).await.unwrap();
    let (one, other) = tokio::join!(worker::run(&server.app), worker::run(&replica.app));
    one.and(other).unwrap();
    assert_eq!((service.count(), queued(&server).await), (1, 0));

    let (headers, body) = service.0.lock().unwrap().remove(0);
    assert_eq!((headers["content-encoding"].as_bytes(), body[20]), (&b"aes128gcm"[..], 65));
    assert!(!String::from_utf8_lossy(&body).contains("Ana"));
    let authorization = headers["authorization"].to_str().unwrap();
    let (token, key) = authorization.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(staff.json(DEVICES).await["public_key"], key);
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, URL_SAFE_NO_PAD.decode(key).unwrap());
    key.verify(signed.as_bytes(), &URL_SAFE_NO_PAD.decode(signature).unwrap()).unwrap();
    let claims: Value =
        serde_json::from_slice(&URL_SAFE_NO_PAD.decode(signed.split_once('.').unwrap().1).unwrap()).unwrap();
    assert_eq!(claims["aud"], url);
}

#[tokio::test]
async fn subscription_that_the_browser_has_ended_is_deleted() {
    let (service, url) = PushService::start().await;
    let server = start_with(&url).await;
    let staff = server.editor().await;
    for status in ["404", "410"] {
        subscribe(&staff, &format!("{url}/a/{status}")).await;
    }
    notify(&server, &staff).await;
    worker::run(&server.app).await.unwrap();
    assert_eq!((service.count(), queued(&server).await, devices(&staff).await), (2, 0, 0));
}

#[tokio::test]
async fn failed_message_is_retried_until_it_expires() {
    let (service, url) = PushService::start().await;
    let server = start_with(&url).await;
    let staff = server.editor().await;
    subscribe(&staff, &format!("{url}/a/503")).await;
    notify(&server, &staff).await;
    for _ in 0..11 {
        worker::run(&server.app).await.unwrap();
        server.advance(TimeDelta::hours(1));
    }
    assert_eq!((service.count(), queued(&server).await), (11, 1));
    for _ in 0..2 {
        worker::run(&server.app).await.unwrap();
        server.advance(TimeDelta::hours(1));
    }
    let staff = server.editor().await;
    assert_eq!((service.count(), queued(&server).await, devices(&staff).await), (12, 0, 1));
}

#[tokio::test]
async fn subscriptions_to_a_key_that_cannot_be_opened_end() {
    let server = start().await;
    let staff = server.editor().await;
    subscribe(&staff, "https://push.exemplo.com.br/a").await;
    server.execute_sql("UPDATE push_keys SET sealed_key = 'x'").await;
    assert_eq!(devices(&staff).await, 0, "the browser has subscribed to the former key");
}

#[tokio::test]
async fn addresses_that_are_not_public_are_refused() {
    let server = start().await;
    let staff = server.editor().await;
    for endpoint in [
        "http://push.exemplo.com.br/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://localhost/a",
        "https://localhost./a",
        "https://servidor.local./a",
        "https://push.exemplo/\r\na",
        "https://intranet/a",
        "https://push.exemplo.com.br:8443/a",
        "https://user@push.exemplo.com.br/a",
        "file:///etc/passwd",
    ] {
        let (status, error) = refused(&staff, Method::POST, SUBSCRIPTIONS, &subscription(endpoint)).await;
        assert_eq!(status, 422, "{endpoint}");
        assert!(error["fields"]["endpoint"].is_string(), "{endpoint}");
    }
    subscribe(&staff, "https://push.exemplo.com.br/a").await;
}

#[tokio::test]
async fn notifications_end_with_the_session_and_the_account() {
    let server = start().await;
    let (staff, admin) = (server.editor().await, server.admin().await);
    subscribe(&staff, "https://push.exemplo.com.br/a").await;
    assert_eq!((devices(&staff).await, devices(&admin).await), (1, 0));
    staff.post_empty("/api/auth/logout").await.expect_success();
    let staff = server.editor().await;
    assert_eq!(devices(&staff).await, 0);

    let id = subscribe(&staff, "https://push.exemplo.com.br/b").await;
    let (status, _) = refused(&admin, Method::DELETE, &format!("{SUBSCRIPTIONS}/{id}"), &json!({})).await;
    assert_eq!(status, 404, "it belongs to another person");
    subscribe(&admin, "https://push.exemplo.com.br/b").await;
    assert_eq!((devices(&staff).await, devices(&admin).await), (0, 1), "another person uses the browser");
}

#[tokio::test]
async fn notifications_stay_when_the_user_signs_in_again() {
    let server = start().await;
    let staff = server.editor().await;
    subscribe(&staff, "https://push.exemplo.com.br/a").await;
    let credentials = json!({"email": EDITOR, "password": PASSWORD});
    staff.post("/api/auth/login", &credentials).await.expect_success();
    let again = server.editor().await;
    assert_eq!(devices(&again).await, 1);
}

#[tokio::test]
async fn user_who_no_longer_works_with_contacts_gets_no_message() {
    let (service, url) = PushService::start().await;
    let server = start_with(&url).await;
    server.create_account(SUPPORT, vitrine::foundation::identity::model::Role::Support).await;
    let staff = server.sign_in(SUPPORT).await;
    subscribe(&staff, &format!("{url}/a/201")).await;
    notify(&server, &staff).await;
    server.execute_sql(&format!("UPDATE users SET role = 'writer' WHERE email = '{SUPPORT}'")).await;
    worker::run(&server.app).await.unwrap();
    assert_eq!((service.count(), queued(&server).await), (0, 0));
}

#[tokio::test]
async fn record_of_processing_names_the_push_services_once_a_device_uses_one() {
    let (_, url) = PushService::start().await;
    let server = start_with(&url).await;
    let admin = server.admin().await;
    let record = async || {
        let record = admin.json("/api/processing-record").await;
        let activities = record["activities"].as_array().unwrap().clone();
        activities.into_iter().find(|activity| activity["key"] == "push")
    };
    assert_eq!(record().await, None);
    subscribe(&server.editor().await, &format!("{url}/a/201")).await;
    let activity = record().await.expect("an activity");
    for service in ["Google", "Mozilla", "Apple", "Microsoft"] {
        assert!(activity["recipients"].as_str().unwrap().contains(service), "{activity}");
    }
}

#[tokio::test]
async fn colleague_is_notified_once_of_a_contact_that_was_forwarded_and_assigned() {
    let (_, url) = PushService::start().await;
    let server = start_with(&url).await;
    create_bruna(&server).await;
    let (staff, bruna) = (server.editor().await, server.sign_in(BRUNA).await);
    subscribe(&bruna, &format!("{url}/a/201")).await;
    let id = send(&server, "Ana").await;
    server.execute_sql("DELETE FROM contact_events").await;
    let user_id = bruna.user_id().await;
    for (input, expected) in
        [(json!({"user_id": user_id, "assign": true}), 1), (json!({"user_id": user_id}), 1)]
    {
        staff.post(&format!("{}/forward", path(&id)), &input).await.expect_success();
        events::run(&server.app).await.unwrap();
        assert_eq!(queued(&server).await, expected);
    }
    let mails = mailbox::all(&server).await;
    let to_bruna: Vec<_> =
        mails.iter().filter(|mail| mail.to == BRUNA).map(|mail| mail.body.to_string()).collect();
    assert_eq!(to_bruna.len(), 2, "one mail for each time it was forwarded: {to_bruna:?}");
    assert_eq!(to_bruna.iter().filter(|body| body.contains("O contato foi atribuído a você.")).count(), 1);
}
