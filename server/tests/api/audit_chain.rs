//! Verification of the audit log: changes outside of the program break its chain of MACs.

use serde_json::json;
use vitrine::{
    app::{App, AppState},
    foundation::{
        audit::{
            self, Action, Event,
            verify::{Anchor, Problem, Report, verify},
        },
        identity::actor::Actor,
    },
};

use crate::harness::Server;

/// Verifies the log without an anchor.
async fn report(server: &Server) -> Report {
    verify(&server.app, None).await.unwrap()
}

/// Verifies the log and returns the problems.
pub async fn problems(server: &Server) -> Vec<Problem> {
    report(server).await.problems
}

/// Records a change of a contact by the system.
pub async fn record_event(app: &App, label: &str) {
    let tx = app.db.begin().await.unwrap();
    let event = Event::new(Action::ContactUpdated)
        .on("1", label)
        .changed(&json!({"name": "antes", "z": 1, "a": [1, 2]}), &json!({"name": label, "z": 1.5, "a": [2]}));
    audit::record(app, &tx, &Actor::system(), event).await.unwrap();
    tx.commit().await.unwrap();
}

/// Starts a server whose log has six events; the first one opens the log.
pub async fn server_with_log() -> Server {
    let server = Server::start().await;
    for number in 2..=6 {
        record_event(&server.app, &format!("contato {number}")).await;
    }
    server
}

#[tokio::test]
async fn untouched_audit_log_verifies() {
    let server = server_with_log().await;
    let report = report(&server).await;
    assert_eq!((report.events, report.problems), (6, vec![]));
    assert_eq!(report.anchor.unwrap().sequence, 6);
}

#[tokio::test]
async fn altered_audit_events_are_detected() {
    for (column, value) in [
        ("created_at", "'2026-11-20 12:00:00.000001+00:00'"),
        ("action", "'contact.deleted'"),
        ("source", "'web'"),
        ("user_email", "'outra@exemplo.com.br'"),
        ("ip", "'10.0.0.1'"),
        ("subject_kind", "'post'"),
        ("subject_id", "NULL"),
        ("label", "'outro'"),
        ("before", "NULL"),
        ("after", "'{}'"),
        ("search", "''"),
        ("personal_mac", "''"),
        ("mac", "''"),
        ("erased_at", "'2026-11-20 12:00:00.000001+00:00'"),
        ("erasure_mac", "''"),
        ("label = NULL, erasure_mac = '', erased_at", "'2026-11-20 12:00:00.000001+00:00'"),
    ] {
        let server = server_with_log().await;
        server.execute_sql(&format!("UPDATE audit_events SET {column} = {value} WHERE sequence = 3")).await;
        let found = problems(&server).await;
        assert!(found.contains(&Problem::Changed(3)), "{column}: {found:?}");
    }
}

#[tokio::test]
async fn removed_and_reordered_audit_events_are_detected() {
    let missing = |first, last| Problem::Missing { first, last };
    let swap = "UPDATE audit_events SET sequence = -3 WHERE sequence = 3;
        UPDATE audit_events SET sequence = 3 WHERE sequence = 4;
        UPDATE audit_events SET sequence = 4 WHERE sequence = -3";
    let cut = "DELETE FROM audit_events WHERE sequence > 4";
    let cut_with_head = format!(
        "{cut}; UPDATE audit_head SET sequence = 4, mac = (SELECT mac FROM audit_events WHERE sequence = 4)"
    );
    let copied = "UPDATE audit_events SET label = 'x' WHERE sequence = 6;
        INSERT INTO audit_events SELECT 7, created_at, action, source, user_id, user_email, ip, subject_kind,
            subject_id, label, before, after, search, personal_mac, mac, NULL, NULL FROM
            audit_events WHERE sequence = 2";
    for (statement, expected) in [
        ("DELETE FROM audit_events WHERE sequence = 1", missing(1, 1)),
        ("DELETE FROM audit_events WHERE sequence IN (3, 4)", missing(3, 4)),
        (cut, missing(5, 6)),
        (&*cut_with_head, Problem::HeadChanged),
        (swap, Problem::Changed(3)),
        (copied, Problem::HeadChanged),
        ("DELETE FROM audit_events", missing(1, 6)),
        (
            "DELETE FROM audit_events; UPDATE audit_head SET sequence = 0, mac = '', proof = ''",
            Problem::Empty,
        ),
    ] {
        let server = server_with_log().await;
        server.execute_sql(statement).await;
        let found = problems(&server).await;
        assert!(found.contains(&expected), "{statement}: {found:?}");
    }
}

#[tokio::test]
async fn rolled_back_audit_log_is_detected_by_its_anchor() {
    let server = server_with_log().await;
    let anchor = report(&server).await.anchor.unwrap();
    record_event(&server.app, "depois").await;
    assert_eq!(verify(&server.app, Some(&anchor)).await.unwrap().problems, []);
    let newer = report(&server).await.anchor.unwrap();
    let rewritten = Anchor { mac: anchor.mac, ..newer.clone() };
    for lost in [rewritten, Anchor { sequence: 8, ..newer }] {
        let found = verify(&server.app, Some(&lost)).await.unwrap().problems;
        assert_eq!(found, [Problem::AnchorLost(lost)]);
    }
}

#[tokio::test]
async fn audit_log_does_not_verify_with_another_key() {
    let server = server_with_log().await;
    let secret_key = vitrine::platform::crypto::secret_key::SecretKey::parse(&"a1".repeat(32)).unwrap();
    let app = App::from(AppState { secret_key, ..(*server.app).clone() });
    let found = verify(&app, None).await.unwrap().problems;
    assert!(found.contains(&Problem::Changed(1)) && found.contains(&Problem::HeadChanged), "{found:?}");
}

#[tokio::test]
async fn long_audit_log_is_verified_to_its_end() {
    let server = Server::start().await;
    let tx = server.app.db.begin().await.unwrap();
    for _ in 0..1200 {
        audit::record(&server.app, &tx, &Actor::system(), Event::new(Action::ContactPurged)).await.unwrap();
    }
    tx.commit().await.unwrap();
    let report = report(&server).await;
    assert_eq!((report.events, report.problems), (1201, vec![]));
    server.execute_sql("UPDATE audit_events SET action = 'x' WHERE sequence = 1100").await;
    assert_eq!(problems(&server).await, [Problem::Changed(1100)]);
}

#[tokio::test]
async fn concurrent_writers_extend_one_audit_chain() {
    let server = Server::start_for_races().await;
    let write = async |number: usize| record_event(&server.app, &format!("contato {number}")).await;
    let verify = async {
        for _ in 0..5 {
            assert_eq!(problems(&server).await, [], "the log verifies between writes, too");
        }
    };
    tokio::join!(futures_util::future::join_all((0..30).map(write)), verify);
    let report = report(&server).await;
    assert_eq!((report.events, report.problems), (31, vec![]));
}

#[tokio::test]
async fn rolled_back_action_leaves_no_audit_event() {
    let server = server_with_log().await;
    let tx = server.app.db.begin().await.unwrap();
    audit::record(&server.app, &tx, &Actor::system(), Event::new(Action::ContactPurged)).await.unwrap();
    drop(tx);
    let report = report(&server).await;
    assert_eq!((report.events, report.problems), (6, vec![]));
}
