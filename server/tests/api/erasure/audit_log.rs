//! People in the audit log: events that name them until they expire or the person is erased, and those of staff.

use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::{Value, json};
use vitrine::foundation::audit::verify::verify;

use super::{EMAIL, erase, leave_privacy_request};
use crate::harness::{EDITOR, PASSWORD, Server, contact_path, new_contact_with};

#[tokio::test]
async fn audit_log_names_people_for_one_year() {
    let server = Server::start().await;
    let sent = server.send_contact(&new_contact_with(&json!({"name": "Zuleica"}))).await;
    let admin = server.admin().await;
    admin.put(&contact_path(&sent), &json!({"company": "Sol"})).await.expect(StatusCode::OK);
    let path = "/api/audit?group=contact";
    server.advance(TimeDelta::days(364));
    server.run_maintenance().await;
    assert_eq!(server.admin().await.json(path).await[0]["label"], "Zuleica");
    server.advance(TimeDelta::days(2));
    server.run_maintenance().await;
    let events = server.admin().await.json(path).await;
    let event = events.as_array().unwrap().iter().find(|event| event["action"] == "contact.updated").unwrap();
    for field in ["user_email", "ip", "label", "before", "after"] {
        assert_eq!(event[field], Value::Null, "{field}");
    }
    assert_eq!(event["summary"], "alterou o contato");
    assert_eq!(verify(&server.app, None).await.unwrap().problems, []);
}

#[tokio::test]
async fn audit_log_names_exported_and_viewed_people_and_senders_of_privacy_requests_for_one_year() {
    let server = Server::start().await;
    leave_privacy_request(&server).await;
    server.admin().await.get(&format!("/api/people/export?email={EMAIL}")).await.expect(StatusCode::OK);
    server.admin().await.get(&format!("/api/people/view?email={EMAIL}")).await.expect(StatusCode::OK);
    server.advance(TimeDelta::days(366));
    server.run_maintenance().await;
    let events = server.admin().await.json("/api/audit?limit=100").await;
    for action in ["person.exported", "person.viewed", "privacy_request.updated"] {
        let event = events.as_array().unwrap().iter().find(|event| event["action"] == action).unwrap();
        for field in ["label", "before", "after"] {
            assert_eq!(event[field], Value::Null, "{field} of {action}");
        }
    }
    assert_eq!(verify(&server.app, None).await.unwrap().problems, []);
}

#[tokio::test]
async fn audit_log_keeps_the_name_of_former_staff() {
    let server = Server::start().await;
    let (admin, editor) = (server.admin().await, server.editor().await);
    let id = editor.user_id().await;
    let redirect = json!({"from_path": "/antigo", "to_url": "/sobre"});
    editor.post("/api/redirects", &redirect).await.expect(StatusCode::CREATED);
    let sent = server.send_contact(&new_contact_with(&json!({"email": EDITOR}))).await;
    let path = contact_path(&sent);
    admin.put(&path, &json!({"status": "read"})).await.expect(StatusCode::OK);
    let visitor = json!({"role": "user", "email_verified": true});
    admin.put(&format!("/api/auth/users/{id}"), &visitor).await.expect(StatusCode::OK);
    server.sign_in(EDITOR).await.delete_account().await;
    // Neither deleting a later account with the same address nor erasing the address removes the name from the log.
    let registration = json!({"email": EDITOR, "password": PASSWORD, "full_name": "Edu"});
    server.post("/api/auth/register", &registration).await.expect(StatusCode::CREATED);
    let later = server.sign_in(EDITOR).await;
    let path = format!("/api/auth/users/{}", later.user_id().await);
    admin.put(&path, &json!({"email_verified": true})).await.expect(StatusCode::OK);
    later.delete_account().await;
    let (status, certificate) = erase(&server, EDITOR).await;
    assert_eq!((status, &certificate["erased"]), (StatusCode::OK, &json!([])), "nothing is left to erase");
    let remaining = &certificate["remaining"][0];
    assert_eq!(remaining["kind"], "staff_audit_events");
    let view = admin.json(&format!("/api/people/view?email={EDITOR}")).await;
    let kinds = view["kinds"].as_array().unwrap();
    let of_staff = kinds.iter().find(|kind| kind["kind"] == "staff_audit_events").expect("listed");
    assert!(of_staff["count"].as_u64() >= Some(4) && of_staff["count"] == remaining["count"], "{of_staff}");
    assert!(!of_staff.to_string().contains("/antigo"), "changed values are not about the person: {of_staff}");
    let events = admin.json("/api/audit?limit=50").await;
    let event = |action: &str| {
        events.as_array().unwrap().iter().find(|event| event["action"] == action).expect(action)
    };
    let created = event("redirect.created");
    assert_eq!((&created["user_email"], &created["after"]["from_path"]), (&json!(EDITOR), &json!("/antigo")));
    let demotion = event("user.role_changed");
    assert_eq!((&demotion["label"], &demotion["before"]["role"]), (&json!(EDITOR), &json!("editor")));
    assert_eq!(event("contact.updated")["label"], Value::Null, "a contact that they sent is erased");
}

#[tokio::test]
async fn person_with_a_revoked_staff_invitation_is_erased_from_the_audit_log() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let invitation = json!({"email": EMAIL, "full_name": "Zuleica", "role": "editor"});
    let invited = admin.post("/api/auth/invitations", &invitation).await.json();
    let path = format!("/api/auth/users/{}/invitation", invited["user_id"].as_str().unwrap());
    admin.delete(&path).await.expect(StatusCode::OK);
    assert_eq!(erase(&server, EMAIL).await.0, StatusCode::OK);
    let events = admin.json("/api/audit?group=user").await;
    let names_person =
        |event: &Value| event.to_string().contains("Zuleica") || event.to_string().contains(EMAIL);
    assert!(!events.as_array().unwrap().iter().any(names_person), "{events}");
}
