//! Automatic replies, and programs that answer each other.

use super::*;

#[tokio::test]
async fn automatic_reply_is_filed_and_restarts_nothing() {
    let Some(site) = Site::start(&[]).await else { return };
    let before = site.contact().await;
    for field in ["Auto-Submitted: auto-replied\r\n", "Precedence: bulk\r\n", "Return-Path: <>\r\n"] {
        site.receive(mail(SENDER, &(site.in_reply_to() + field), "Estou de férias.")).await;
    }
    let messages = site.messages().await;
    assert_eq!(messages.len(), 3);
    assert!(messages.iter().all(|message| message["is_automatic"] == true), "{messages:?}");
    assert_eq!(site.contact().await, before);
    assert_eq!(site.notices().await, [""; 0]);
}

/// Both programs answer everything without marking it as automatic: that of the customer our mail, that of staff our notices, to the
/// mailbox and, because of `Reply-To`, to the customer.
#[tokio::test]
async fn programs_that_answer_each_other_cause_at_most_one_automatic_mail_per_day() {
    let Some(site) = Site::start(&[]).await else { return };
    let first = site.smtp.accepted().len();
    site.receive(mail(SENDER, &site.in_reply_to(), "Recebi a sua mensagem.")).await;
    for day in 1..=3 {
        for _ in 0..5 {
            site.send().await;
            let answered = site.smtp.accepted();
            for notice in &answered[first..] {
                let field = format!("In-Reply-To: {}\r\n", notice.header("Message-ID").unwrap());
                site.dovecot.deliver(mail(&notice.to, &field, "Estou fora do escritório."));
                site.dovecot.deliver(mail(SENDER, &field, "Recebi a sua mensagem."));
            }
            read(&site.server).await;
            site.server.advance(TimeDelta::hours(1));
        }
        site.send().await;
        let to_staff = site.smtp.accepted()[first..].iter().filter(|mail| mail.to == ADMIN).count();
        assert!(to_staff <= day, "{to_staff} notices to one person after {day} days");
        assert!(site.smtp.accepted()[first..].iter().all(|mail| mail.to != SENDER), "none to the customer");
        site.server.advance(TimeDelta::hours(20));
    }
    let staff = site.server.editor().await;
    assert!(!messages(&staff, &site.contact).await.is_empty(), "they are filed");
}
