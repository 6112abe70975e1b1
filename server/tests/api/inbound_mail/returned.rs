//! Reports about mail that could not be delivered.

use super::*;
use crate::newsletter::{entry, statuses, subscribe_and_confirm};
use vitrine::foundation::mail::{message_id, store::leases};

/// Returns a report about a failed delivery (RFC 3464).
fn report(message_id: &str, action: &str) -> String {
    report_about(SENDER, message_id, action)
}

fn report_about(recipient: &str, message_id: &str, action: &str) -> String {
    format!(
        "From: MAILER-DAEMON@mx.example\r\nTo: site@empresa.example\r\nSubject: Undelivered\r\nReturn-Path: <>\r\n\
         Message-ID: <{}@mx.example>\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=x\r\n\r\n\
         --x\r\nContent-Type: text/plain\r\n\r\nNão entregue.\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\n\
         Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; {recipient}\r\nAction: {action}\r\nStatus: 5.1.1\r\n\
         Diagnostic-Code: smtp; 550 5.1.1 No such user\r\n\r\n--x\r\nContent-Type: message/rfc822\r\n\r\n\
         Message-ID: {message_id}\r\nSubject: Re\r\n\r\nOi\r\n--x--\r\n",
        Uuid::from_bytes(vitrine::platform::id::random_bytes())
    )
}

#[tokio::test]
async fn returned_reply_is_marked_and_reopens_the_contact() {
    let Some(site) = Site::start(&[]).await else { return };
    let message_id = site.latest().header("Message-ID").unwrap();
    let id = message_id.trim_matches(['<', '>']).split(['.', '@']).next().unwrap().to_owned();
    // A recipient in copy knows the id of the message, too.
    let by_person =
        report(&message_id, "failed").replace("Return-Path: <>", "Return-Path: <socio@cliente.example>");
    let without_mac = report(&format!("<{id}@empresa.example>"), "failed");
    for ignored in [without_mac, report(&message_id, "delayed"), by_person] {
        site.receive(ignored).await;
    }
    assert_eq!(site.contact().await["status"], "replied");
    for _ in 0..2 {
        site.receive(report(&message_id, "failed")).await;
    }
    let contact = site.contact().await;
    assert_eq!((&contact["status"], &contact["delivery"]), (&json!("read"), &json!("failed")));
    assert_eq!(contact["promise"]["is_late"], false, "the former deadline");
    let mut notices = mailbox::of_kind(&site.server, "contact_event").await;
    notices.retain(|notice| notice.body.to_string().contains("não foi entregue"));
    let recipients: Vec<&str> = notices.iter().map(|notice| &*notice.to).collect();
    assert_eq!(recipients, [EDITOR], "the author is notified once");
    let timeline = site.staff.json(&format!("{}/timeline", site.contact)).await;
    let entries = timeline["entries"].as_array().unwrap();
    let reply = entries.iter().find(|entry| entry["kind"] == "reply").unwrap();
    assert_eq!(reply["state"], "failed");
    assert!(reply["error"].as_str().unwrap().contains("devolvida"), "{reply}");
    // The outbox can't send it again, because its content is deleted. The contact has its text.
    let retry = site.server.admin().await.post(&format!("/api/outbox/{id}/retry"), &json!({})).await;
    assert_eq!(retry.status(), StatusCode::CONFLICT);
    let retry = format!("/api/contacts/replies/{}/retry", reply["id"].as_str().unwrap());
    site.staff.put(&site.contact, &json!({"email": "joao@cliente.example"})).await.expect_success();
    site.staff.post_empty(&retry).await.expect(StatusCode::OK);
    site.send().await;
    let accepted = site.smtp.accepted();
    let again = accepted.iter().find(|mail| mail.to == "joao@cliente.example").expect("the reply");
    assert!(again.decoded_text().contains("Podemos amanh"), "{}", again.text);
    let answered = site.contact().await;
    assert_eq!((&answered["status"], &answered["delivery"]), (&json!("replied"), &Value::Null));
}

#[tokio::test]
async fn reply_that_is_returned_before_its_server_confirms_it_has_failed() {
    let Some(site) = Site::start(&[]).await else { return };
    let reply = json!({"subject": "Re", "text": "Segue."});
    site.staff.post(&format!("{}/replies", site.contact), &reply).await.expect_success();
    site.server.advance(TimeDelta::minutes(10));
    let app = &site.server.app;
    let (now, room) = (app.clock.now(), leases::Room { total: 1, bulk: 0 });
    let tx = app.db.begin().await.unwrap();
    let sending = leases::lease_due(&*tx, now, now + TimeDelta::minutes(5), room).await.unwrap().remove(0);
    tx.commit().await.unwrap();
    let message_id = message_id::of(&app.secret_key, sending.id, "empresa.example");
    site.receive(report(&format!("<{message_id}>"), "failed")).await;
    let tx = app.db.begin().await.unwrap();
    assert!(!leases::set_sent(&*tx, &sending, now).await.unwrap());
    tx.commit().await.unwrap();
    settle(app).await.unwrap();
    assert_eq!(site.contact().await["delivery"], "failed");
}

#[tokio::test]
async fn reply_returned_with_a_text_is_marked_but_not_by_a_person_who_quotes_the_text() {
    let Some(site) = Site::start(&[]).await else { return };
    let text = format!(
        "Hi. This is the qmail-send program at mx.example.\r\nI'm afraid I wasn't able to deliver your message.\r\n\r\n\
         <{SENDER}>:\r\nRemote host said: 550 5.1.1 No such user\r\n\r\n--- Below this line is a copy of the message.\r\n\r\n\
         Message-ID: {}\r\n\r\nPodemos?\r\n",
        site.latest().header("Message-ID").unwrap()
    );
    site.receive(mail(SENDER, "Return-Path: <joao@exemplo.com.br>\r\n", &text)).await;
    assert_eq!(site.messages().await.len(), 1, "mail of a person is filed");
    site.reply("Outro endereço?").await;
    let latest = site.latest().header("Message-ID").unwrap();
    let earlier = text.split("Message-ID: ").nth(1).unwrap().lines().next().unwrap().to_owned();
    assert_eq!(site.contact().await["status"], "replied");
    let returned = text.replace(&earlier, &latest);
    site.receive(mail("MAILER-DAEMON@mx.example", "Return-Path: <>\r\n", &returned)).await;
    let contact = site.contact().await;
    assert_eq!((&contact["status"], &contact["delivery"]), (&json!("read"), &json!("failed")));
    let timeline = site.staff.json(&format!("{}/timeline", site.contact)).await.to_string();
    assert!(timeline.contains("550 5.1.1 No such user"), "{timeline}");
    assert_eq!(site.messages().await.len(), 1, "the text isn't a message");
}

#[tokio::test]
async fn returned_copy_of_a_reply_is_noted_and_reopens_nothing() {
    let Some(site) = Site::start(&[]).await else { return };
    let reply =
        json!({"subject": "Re", "text": "Segue.", "cc": "socia@cliente.example, socio@cliente.example"});
    site.staff.post(&format!("{}/replies", site.contact), &reply).await.expect_success();
    site.server.advance(TimeDelta::minutes(10));
    site.send().await;
    let before = site.contact().await;
    let message_id = site.smtp.accepted().into_iter().next_back().unwrap().header("Message-ID").unwrap();
    site.receive(report_about("Socia@cliente.example", &message_id, "failed")).await;
    assert_eq!(site.contact().await, before);
    let timeline = site.staff.json(&format!("{}/timeline", site.contact)).await;
    let entries = timeline["entries"].as_array().unwrap();
    let newest = entries.iter().find(|entry| entry["kind"] == "reply").unwrap();
    assert_eq!((&newest["state"], &newest["may_retry"]), (&json!("sent"), &json!(false)));
    assert_eq!(newest["error"], "A cópia para socia@cliente.example foi devolvida: 550 5.1.1 No such user");
    site.receive(report_about("socio@cliente.example", &message_id, "failed")).await;
    let timeline = site.staff.json(&format!("{}/timeline", site.contact)).await.to_string();
    assert!(
        timeline.contains("socia@cliente.example") && timeline.contains("socio@cliente.example"),
        "{timeline}"
    );
    // The customer's address is not a copy, even if staff have entered it as one.
    let cc = format!("'{}'", [SENDER, "socia@cliente.example"].join(", "));
    site.server.execute_sql(&format!("UPDATE contact_replies SET cc = {cc} WHERE cc <> ''")).await;
    site.receive(report(&message_id, "failed")).await;
    assert_eq!(site.contact().await["delivery"], "failed");
}

#[tokio::test]
async fn returned_reply_of_a_deleted_author_is_notified_to_all_who_work_with_contacts() {
    let Some(site) = Site::start(&[]).await else { return };
    let message_id = site.latest().header("Message-ID").unwrap();
    site.server.execute_sql("UPDATE contact_replies SET author_id = NULL").await;
    site.server.execute_sql("UPDATE contacts SET assigned_to = NULL").await;
    let admin = site.server.admin().await;
    site.receive(report(&message_id, "failed")).await;
    let staff = admin.json("/api/contacts/assignees").await.as_array().unwrap().len();
    assert_eq!(mailbox::of_kind(&site.server, "contact_event").await.len(), staff);
}

#[tokio::test]
async fn report_about_a_reply_ends_only_the_subscription_of_its_recipient() {
    let Some(site) = Site::start(&[]).await else { return };
    for email in [SENDER, "vitima@outra.example"] {
        subscribe_and_confirm(&site.server, email).await;
    }
    let message_id = site.latest().header("Message-ID").unwrap();
    site.receive(report_about("vitima@outra.example", &message_id, "failed")).await;
    let complaint = format!(
        "From: abuse@mx.example\r\nTo: site@empresa.example\r\nSubject: Abuse\r\nReturn-Path: <>\r\nMessage-ID: <a@mx.example>\r\n\
         Content-Type: multipart/report; report-type=feedback-report; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\n\
         Spam.\r\n--x\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nOriginal-Rcpt-To: vitima@outra.example\r\n\r\n\
         --x\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: {message_id}\r\nSubject: Re\r\n\r\nOi\r\n--x--\r\n"
    );
    site.receive(complaint).await;
    let confirmed = [entry(SENDER, "confirmed"), entry("vitima@outra.example", "confirmed")];
    let mut found = statuses(&site.server).await;
    found.sort();
    assert_eq!(found, confirmed);
    site.receive(report(&message_id, "failed")).await;
    assert!(statuses(&site.server).await.contains(&entry(SENDER, "refused")));
    // After the outbox has deleted the message, nothing says who its recipient was.
    site.server.execute_sql("DELETE FROM outbox").await;
    site.receive(report_about("vitima@outra.example", &message_id, "failed")).await;
    assert!(statuses(&site.server).await.contains(&entry("vitima@outra.example", "confirmed")));
}
