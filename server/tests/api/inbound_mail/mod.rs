//! Mail of customers in the company's mailbox, with a real IMAP server. The tests read the mailbox by hand; those in `kills` run the
//! program.

mod arriving;
mod hostile;
mod kills;
mod loops;
mod returned;
mod unreadable;

use std::collections::BTreeSet;

use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::{Value, json};
use uuid::Uuid;
use vitrine::{
    features::contacts::{attachments, notifications::events, replies::delivery::settle},
    foundation::mail::{inbound::fetch::read_once, inbound::parse, worker::Worker},
    operations::inbound_mail::receive,
};

use crate::{
    harness::{
        ADMIN, Client, EDITOR, Options, Server, contact_path,
        dovecot::Dovecot,
        mailbox, new_contact, new_contact_with,
        scripted_smtp::{Accepted, ScriptedSmtp},
    },
    media,
};

pub const SENDER: &str = "joao@exemplo.com.br";
const FROM: (&str, &str) = ("VITRINE_MAIL_FROM", "Exemplo TI <site@empresa.example>");

/// A site with a mailbox, and a contact with a reply that the mail server has accepted.
struct Site {
    server: Server,
    dovecot: Dovecot,
    smtp: ScriptedSmtp,
    staff: Client,
    /// Path of the contact in the API.
    contact: String,
}

impl Site {
    /// `None` if there is no IMAP server.
    async fn start(variables: &[(&str, &str)]) -> Option<Self> {
        let dovecot = Dovecot::start().await?;
        let smtp = ScriptedSmtp::start(|_, _, _| None).await;
        let (imap, smtp_url) = (dovecot.url(), smtp.url.clone());
        let own = [
            ("VITRINE_IMAP_URL", &*imap),
            ("VITRINE_SMTP_URL", &*smtp_url),
            FROM,
            ("VITRINE_RATE_LIMITS", "off"),
        ];
        let server = Server::start_with_variables(&[variables, &own].concat()).await;
        // The first reading only stores the position.
        read(&server).await;
        let contact = contact_path(&server.send_contact(&new_contact()).await);
        let staff = server.editor().await;
        let site = Self { server, dovecot, smtp, staff, contact };
        site.send().await;
        site.server.advance(TimeDelta::minutes(10));
        site.reply("Podemos amanhã?").await;
        Some(site)
    }

    /// Replies from the panel, and sends all mail.
    async fn reply(&self, text: &str) {
        self.send().await;
        let reply = json!({"subject": "Re: Recebemos a sua mensagem", "text": text});
        self.staff.post(&format!("{}/replies", self.contact), &reply).await.expect_success();
        // Replies are held for ten seconds.
        self.server.advance(TimeDelta::minutes(10));
        self.send().await;
    }

    async fn send(&self) {
        while Worker::new(self.server.app.clone()).deliver_due().await.unwrap() > 0 {}
        settle(&self.server.app).await.unwrap();
    }

    /// Delivers mail to the mailbox and reads it.
    async fn receive(&self, mail: impl AsRef<[u8]>) {
        self.dovecot.deliver(mail);
        read(&self.server).await;
    }

    /// Returns the latest mail to the customer.
    fn latest(&self) -> Accepted {
        self.smtp.accepted().into_iter().rfind(|mail| mail.to == SENDER).expect("a mail")
    }

    /// Returns the header field with which mail programs answer the latest mail.
    fn in_reply_to(&self) -> String {
        format!("In-Reply-To: {}\r\n", self.latest().header("Message-ID").unwrap())
    }

    async fn contact(&self) -> Value {
        self.staff.json(&self.contact).await
    }

    /// Returns the received messages, newest first.
    async fn messages(&self) -> Vec<Value> {
        messages(&self.staff, &self.contact).await
    }

    /// Returns the addresses for answers to the queued notices about messages.
    async fn answers_of_notices(&self) -> Vec<Option<String>> {
        let rows =
            self.server.query("SELECT reply_to FROM outbox WHERE kind = 'contact_message_notice'").await;
        rows.iter().map(|row| row.try_get("", "reply_to").unwrap()).collect()
    }

    /// Returns the recipients of queued notices about messages.
    async fn notices(&self) -> Vec<String> {
        mailbox::of_kind(&self.server, "contact_message_notice")
            .await
            .into_iter()
            .map(|mail| mail.to)
            .collect()
    }
}

async fn read(server: &Server) {
    assert!(read_once(&server.app, receive).await.unwrap(), "the mailbox is free");
}

async fn messages(staff: &Client, contact: &str) -> Vec<Value> {
    let timeline = staff.json(&format!("{contact}/timeline")).await;
    let entries = timeline["entries"].as_array().unwrap();
    entries.iter().filter(|entry| entry["kind"] == "message").cloned().collect()
}

/// Returns a mail with more header fields, each with a line end.
fn mail(from: &str, fields: &str, text: &str) -> String {
    let id = Uuid::from_bytes(vitrine::platform::id::random_bytes());
    format!(
        "From: João da Silva <{from}>\r\nTo: site@empresa.example\r\nSubject: Re: Proposta\r\nMessage-ID: <{id}@cliente.example>\r\n\
         Date: Fri, 20 Nov 2026 10:00:00 -0300\r\nMIME-Version: 1.0\r\n{fields}{}\r\n{text}\r\n",
        if fields.contains("Content-Type") { "" } else { "Content-Type: text/plain; charset=utf-8\r\n" }
    )
}

#[tokio::test]
async fn reply_with_an_attachment_is_in_the_timeline_and_restarts_the_wait() {
    let Some(site) = Site::start(&[("VITRINE_IMAP_TOKENS", "on")]).await else { return };
    let answered = site.contact().await;
    assert_eq!((&answered["status"], &answered["promise"]), (&json!("replied"), &Value::Null));
    let assignees = site.staff.json("/api/contacts/assignees").await;
    site.staff.put(&site.contact, &json!({"assigned_to": assignees[0]["id"]})).await.expect_success();
    let fields = format!("{}Content-Type: multipart/mixed; boundary=x\r\n", site.in_reply_to());
    let body = "--x\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nPode ser às 10h.\r\n\r\n\
                Em sex., 20 de nov. de 2026, Exemplo TI escreveu:\r\n> Podemos amanhã?\r\n\
                --x\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=\"Orçamento.pdf\"\r\n\
                Content-Transfer-Encoding: base64\r\n\r\nJVBERi0=\r\n--x--";
    site.receive(mail(SENDER, &fields, body)).await;

    let all = site.messages().await;
    let [message] = &all[..] else { panic!("one message: {all:?}") };
    assert_eq!((&message["text"], &message["sender_email"]), (&json!("Pode ser às 10h."), &json!(SENDER)));
    assert!(message["quotation"].as_str().unwrap().ends_with("> Podemos amanhã?"), "{message}");
    assert_eq!((&message["is_confirmed"], &message["is_automatic"]), (&json!(true), &json!(false)));
    let contact = site.contact().await;
    assert_eq!((&contact["status"], &contact["answered_at"]), (&json!("new"), &Value::Null));
    assert_eq!(contact["promise"]["is_late"], false);
    assert_eq!(site.notices().await.len(), 1, "the assignee");
    assert_eq!(site.answers_of_notices().await, [Some(SENDER.to_owned())], "an answer goes to the customer");

    let file = &message["attachments"][0];
    assert_eq!((&file["name"], &file["bytes"]), (&json!("Orçamento.pdf"), &json!(5)));
    let path = format!("{}/attachments/{}", site.contact, file["id"].as_str().unwrap());
    let download = site.staff.get(&path).await.expect(StatusCode::OK);
    assert_eq!(download.bytes(), b"%PDF-");
    let header = |name: &str| download.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(header("content-type"), "application/octet-stream");
    assert_eq!(header("content-disposition"), "attachment; filename*=UTF-8''Or%C3%A7amento.pdf");
    assert_eq!(header("content-security-policy"), "default-src 'none'; sandbox");
    assert_eq!(header("x-content-type-options"), "nosniff");
    let other = contact_path(&site.server.send_contact(&new_contact()).await);
    let elsewhere = path.replace(&site.contact, &other);
    site.staff.get(&elsewhere).await.expect(StatusCode::NOT_FOUND);
    site.server.get(&path).await.expect(StatusCode::UNAUTHORIZED);

    site.server.advance(TimeDelta::minutes(5));
    site.reply("Combinado.").await;
    assert_eq!(site.contact().await["status"], "replied");
    let quoting = site.latest().decoded_text();
    assert!(quoting.contains("Pode ser"), "the reply quotes the confirmed message: {quoting}");
    // The address with its token suffices, from another address and in another conversation.
    let token = site.latest().header("Reply-To").unwrap();
    assert!(token.starts_with("site+"), "{token}");
    let by_token =
        mail("socia@cliente.example", &format!("Delivered-To: {token}\r\n"), "Sou a sócia do João.");
    site.receive(by_token).await;
    let messages = site.messages().await;
    assert_eq!(
        (&messages[0]["text"], &messages[0]["is_confirmed"]),
        (&json!("Sou a sócia do João."), &json!(true))
    );
    let listed = site.staff.json("/api/contacts?view=waiting").await;
    let latest = listed.as_array().unwrap().iter().find(|contact| contact_path(contact) == site.contact);
    assert_eq!(latest.unwrap()["latest_message"]["text"], "Sou a sócia do João.");
}

#[tokio::test]
async fn message_recognized_only_by_its_sender_is_unconfirmed() {
    let Some(site) = Site::start(&[("VITRINE_IMAP_TRUSTED_SERVER", "MX.empresa.example")]).await else {
        return;
    };
    site.receive(mail(SENDER, "", "Mude a conta para o depósito.")).await;
    let message = site.messages().await.remove(0);
    assert_eq!(
        (&message["is_confirmed"], &message["text"]),
        (&json!(false), &json!("Mude a conta para o depósito."))
    );
    assert_eq!(site.contact().await["status"], "new", "it restarts the wait");
    let notice = mailbox::of_kind(&site.server, "contact_message_notice").await.remove(0);
    assert!(
        !notice.body.to_string().contains("depósito"),
        "an answer to the notice would quote it: {}",
        notice.body
    );
    assert!(site.answers_of_notices().await.iter().all(Option::is_none), "an answer goes to no stranger");
    site.reply("Olá!").await;
    assert!(!site.latest().decoded_text().contains("dep=C3=B3sito"), "the answer doesn't quote it");

    let forged = "Authentication-Results: outro.example; dmarc=pass\r\n";
    site.receive(mail(SENDER, forged, "Outro servidor.")).await;
    assert_eq!(site.messages().await[0]["is_confirmed"], false);
    site.server.advance(TimeDelta::minutes(1));
    let trusted =
        "Authentication-Results: mx.empresa.example; spf=pass; dmarc=pass header.from=exemplo.com.br\r\n";
    site.receive(mail(SENDER, trusted, "Sou eu mesmo.")).await;
    assert_eq!(site.messages().await[0]["is_confirmed"], true);
}

#[tokio::test]
async fn forged_references_and_tokens_change_nothing() {
    let Some(site) = Site::start(&[("VITRINE_IMAP_TOKENS", "on")]).await else { return };
    let before = site.contact().await;
    let message_id = site.latest().header("Message-ID").unwrap();
    let (id, domain) = message_id.trim_matches(['<', '>']).split_once('@').unwrap();
    let (uuid, mac) = id.split_once('.').unwrap();
    let other_digit = if mac.ends_with('0') { "1" } else { "0" };
    let wrong_mac = format!("{uuid}.{}{other_digit}@{domain}", &mac[..mac.len() - 1]);
    let token = site.latest().header("Reply-To").unwrap();
    for fields in [
        format!("In-Reply-To: <{uuid}@{domain}>\r\n"),
        format!("References: <{wrong_mac}> <{uuid}.{}@{domain}>\r\n", "0".repeat(32)),
        format!("Delivered-To: {}\r\n", token.replacen("site+", "site+a", 1)),
        format!("Delivered-To: {}\r\n", token.replacen("site+", "outra+", 1)),
    ] {
        site.receive(mail("estranho@outro.example", &fields, "Sou o João.")).await;
    }
    assert_eq!(site.messages().await, [Value::Null; 0]);
    assert_eq!(site.contact().await, before);
    assert_eq!(site.notices().await, [""; 0]);
}

#[tokio::test]
async fn unknown_mail_becomes_a_contact_only_if_configured() {
    let Some(site) = Site::start(&[]).await else { return };
    let unknown = || mail("bia@outra.example", "", "Quanto custa um site?");
    site.receive(unknown()).await;
    let count = async |staff: &Client| staff.json("/api/contacts").await.as_array().unwrap().len();
    assert_eq!(count(&site.staff).await, 1);

    let Some(site) = Site::start(&[("VITRINE_IMAP_NEW_CONTACTS", "on")]).await else { return };
    site.receive(unknown()).await;
    events::run(&site.server.app).await.unwrap();
    let recipients = BTreeSet::from_iter(site.notices().await);
    assert_eq!(recipients, BTreeSet::from([ADMIN, EDITOR].map(str::to_owned)), "all who work with contacts");
    site.receive(mail("lista@outra.example", "List-Id: <a.outra.example>\r\n", "Oferta!")).await;
    assert_eq!(count(&site.staff).await, 2);
    let contacts = site.staff.json("/api/contacts?search=bia").await;
    let path = contact_path(&contacts[0]);
    assert_eq!(
        contacts[0]["message"],
        "Serviço de interesse: Não informado\n\nMensagem recebida por e-mail: Re: Proposta"
    );
    assert_eq!(messages(&site.staff, &path).await[0]["text"], "Quanto custa um site?");
    assert_eq!(contacts[0]["promise"]["is_late"], false);
}

#[tokio::test]
async fn assignee_without_notices_of_assignments_is_notified_of_a_contact_by_mail() {
    let Some(site) = Site::start(&[("VITRINE_IMAP_NEW_CONTACTS", "on")]).await else { return };
    let rules = json!({"mode": "round_robin", "turns": [site.staff.user_id().await]});
    site.server.admin().await.put("/api/contacts/assignment", &rules).await.expect_success();
    let never = json!({"timing": "never", "email": true, "push": true});
    site.staff.put("/api/contacts/notifications", &json!({"assigned": never})).await.expect_success();
    site.receive(mail("bia@outra.example", "", "Quanto custa um site?")).await;
    events::run(&site.server.app).await.unwrap();
    assert_eq!(site.notices().await, [EDITOR]);
}

#[tokio::test]
async fn replies_of_a_person_whose_data_was_erased_are_not_filed() {
    let Some(site) = Site::start(&[]).await else { return };
    let answer = site.in_reply_to();
    let attached = "Content-Type: multipart/mixed; boundary=x\r\n".to_owned() + &answer;
    let file = "--x\r\nContent-Type: application/pdf; name=a.pdf\r\n\r\nconteúdo do João\r\n--x--";
    site.receive(mail(SENDER, &attached, file)).await;
    let export = site.server.admin().await.json(&format!("/api/people/view?email={SENDER}")).await;
    assert!(export.to_string().contains("a.pdf"), "{export}");
    assert_eq!(private_files(&site.server), 1);
    site.server.admin().await.post("/api/people/erase", &json!({"email": SENDER})).await.expect_success();
    assert_eq!(private_files(&site.server), 0, "the file is deleted");
    site.receive(mail(SENDER, &answer, "Ainda estou aqui.")).await;
    assert_eq!(site.messages().await, [Value::Null; 0]);
}

fn private_files(server: &Server) -> usize {
    media::files_in(server.app.config.data_dir.join("private")).len()
}

#[tokio::test]
async fn files_of_mail_that_was_not_filed_and_of_purged_contacts_are_deleted() {
    let server = Server::start().await;
    let file =
        || parse::Attachment { name: "a.pdf".into(), content_type: "application/pdf".into(), bytes: vec![1] };
    attachments::store_files(&server.app, vec![file()]).await.unwrap();
    let filed = attachments::store_files(&server.app, vec![file()]).await.unwrap();
    let contact = server.send_contact(&new_contact()).await;
    let tx = server.app.db.begin().await.unwrap();
    let id = contact["id"].as_str().unwrap().parse().unwrap();
    assert!(attachments::store::attach(&*tx, &filed, id, id).await.unwrap());
    tx.commit().await.unwrap();
    server.run_maintenance().await;
    assert_eq!(private_files(&server), 2);
    server.advance(TimeDelta::hours(2));
    server.run_maintenance().await;
    assert_eq!(private_files(&server), 1, "nobody filed the mail of the other");
    server.editor().await.delete(&contact_path(&contact)).await.expect_success();
    for _ in 0..32 {
        server.advance(TimeDelta::days(1));
        server.run_maintenance().await;
    }
    assert_eq!(private_files(&server), 0);
}

#[tokio::test]
async fn repeated_attempts_to_store_files_leave_none_behind() {
    let server = Server::start().await;
    let private = server.app.config.data_dir.join("private");
    // Half of the folders can't be created, so at least one of many files can't be stored.
    for number in 0x80..=0xff_u8 {
        std::fs::write(private.join(format!("{number:02x}")), "").unwrap();
    }
    let file = parse::Attachment { name: "a.pdf".into(), content_type: String::new(), bytes: vec![1] };
    for _ in 0..8 {
        attachments::store_files(&server.app, vec![file.clone(); 30]).await.unwrap_err();
    }
    assert_eq!(private_files(&server), 0x80);
}

#[tokio::test]
async fn one_of_several_processes_reads_each_mail_once() {
    let Some(site) = Site::start(&[]).await else { return };
    let replica = site.server.replica().await;
    for number in 0..5 {
        site.dovecot.deliver(mail(SENDER, &site.in_reply_to(), &format!("Mensagem {number}.")));
    }
    let (one, other) = tokio::join!(read_once(&site.server.app, receive), read_once(&replica.app, receive));
    assert!(one.unwrap() || other.unwrap());
    read(&replica).await;
    assert_eq!(site.messages().await.len(), 5);
    // After a renumbering, and if another copy of a mail arrives, nothing is filed twice.
    let copy = mail(SENDER, &site.in_reply_to(), "Duas vezes.");
    site.receive(&copy).await;
    site.dovecot.renumber();
    site.receive(&copy).await;
    assert_eq!(site.messages().await.len(), 6);
}

#[tokio::test]
async fn reply_accepted_after_the_next_question_does_not_answer_it() {
    let Some(site) = Site::start(&[]).await else { return };
    let reply = json!({"subject": "Re", "text": "Às 10h."});
    site.receive(mail(SENDER, &site.in_reply_to(), "A que horas?")).await;
    site.server.advance(TimeDelta::minutes(1));
    site.staff.post(&format!("{}/replies", site.contact), &reply).await.expect_success();
    site.server.advance(TimeDelta::minutes(1));
    site.receive(mail(SENDER, &site.in_reply_to(), "E onde?")).await;
    let before = site.contact().await;
    site.send().await;
    let after = site.contact().await;
    assert_eq!((&after["status"], &after["promise"]), (&json!("new"), &before["promise"]));
}

#[tokio::test]
async fn answer_of_staff_to_a_notice_is_not_a_message_of_the_sender() {
    let Some(site) = Site::start(&[]).await else { return };
    let notice = site.smtp.accepted().into_iter().find(|mail| mail.to == ADMIN).expect("a notice");
    let answer = format!("In-Reply-To: {}\r\n", notice.header("Message-ID").unwrap());
    site.receive(mail(EDITOR, &answer, "Já liguei para ele.")).await;
    site.receive(format!("{}\r\n\r\nAviso", notice.text.split("\r\n\r\n").next().unwrap())).await;
    assert_eq!(site.messages().await, [Value::Null; 0]);
    // The customer answers mail that staff wrote in their own program.
    site.receive(mail(SENDER, &answer, "Obrigado pela ligação.")).await;
    assert_eq!(site.messages().await[0]["is_confirmed"], true);
}

#[tokio::test]
async fn mail_for_a_merged_contact_arrives_at_the_one_that_remains() {
    let Some(site) = Site::start(&[("VITRINE_IMAP_TOKENS", "on")]).await else { return };
    let other = json!({"email": "socia@cliente.example"});
    let kept = contact_path(&site.server.send_contact(&new_contact_with(&other)).await);
    let merged = site.contact().await;
    let merge = json!({"ids": [merged["id"]]});
    site.staff.post(&format!("{kept}/merge"), &merge).await.expect(StatusCode::OK);
    let token = site.latest().header("Reply-To").unwrap();
    site.receive(mail(SENDER, &site.in_reply_to(), "Por referência.")).await;
    site.receive(mail(SENDER, &format!("Delivered-To: {token}\r\n"), "Pelo endereço.")).await;
    site.receive(mail(SENDER, "", "Só pelo remetente.")).await;
    let all = messages(&site.staff, &kept).await;
    let texts: BTreeSet<&str> = all.iter().map(|message| message["text"].as_str().unwrap()).collect();
    assert_eq!(texts, BTreeSet::from(["Só pelo remetente.", "Pelo endereço.", "Por referência."]));
    assert_eq!(site.staff.json(&kept).await["status"], "new");
    // A move back would take what was written since.
    let undo = site.staff.post_empty(&format!("{kept}/merge/undo")).await;
    undo.expect_error(StatusCode::CONFLICT, "changed_since_merge");
}

#[tokio::test]
async fn mail_of_the_company_creates_no_contact() {
    let Some(site) = Site::start(&[("VITRINE_IMAP_NEW_CONTACTS", "on")]).await else { return };
    let notice = site.smtp.accepted().into_iter().find(|mail| mail.to == ADMIN).expect("a notice");
    let answer = format!("In-Reply-To: {}\r\n", notice.header("Message-ID").unwrap());
    site.receive(mail(EDITOR, &answer, "Já liguei para ele.")).await;
    site.receive(mail(EDITOR, "Cc: site@empresa.example\r\n", "Segue o contrato.")).await;
    site.receive(mail("site@empresa.example", "", "Teste.")).await;
    assert_eq!(site.staff.json("/api/contacts?view=all").await.as_array().unwrap().len(), 1);
    assert_eq!(site.messages().await, [Value::Null; 0]);
}

#[tokio::test]
async fn mail_of_a_suspected_sender_is_filed_in_the_suspected_contact() {
    let Some(site) = Site::start(&[("VITRINE_IMAP_NEW_CONTACTS", "on")]).await else { return };
    site.receive(mail("spam@outra.example", "", "Compre!")).await;
    let contacts = site.staff.json("/api/contacts?search=spam").await;
    let quarantine = json!({"ids": [contacts[0]["id"]], "action": "quarantine"});
    site.staff.post("/api/contacts/bulk", &quarantine).await.expect_success();
    let notices = site.notices().await.len();
    site.receive(mail("spam@outra.example", "", "Compre agora!")).await;
    let suspected = site.staff.json("/api/contacts?view=spam").await;
    assert_eq!((suspected.as_array().unwrap().len(), &suspected[0]["id"]), (1, &contacts[0]["id"]));
    assert_eq!(messages(&site.staff, &contact_path(&contacts[0])).await.len(), 2);
    assert_eq!(site.notices().await.len(), notices, "nobody is notified");
}

#[tokio::test]
async fn contact_by_mail_is_assigned_with_one_notice_to_the_assignee() {
    let Some(site) = Site::start(&[("VITRINE_IMAP_NEW_CONTACTS", "on")]).await else { return };
    let me = site.staff.user_id().await;
    let rules = json!({"mode": "round_robin", "answerer": false, "turns": [me], "services": []});
    site.server.admin().await.put("/api/contacts/assignment", &rules).await.expect_success();
    events::run(&site.server.app).await.unwrap();
    site.receive(mail("bia@outra.example", "", "Quanto custa um site?")).await;
    events::run(&site.server.app).await.unwrap();
    assert_eq!(site.notices().await, [""; 0]);
    let mails = mailbox::of_kind(&site.server, "contact_event").await;
    let assigned = mails.iter().filter(|mail| mail.body.to_string().contains("atribuiu este contato a você"));
    assert_eq!(assigned.map(|mail| &*mail.to).collect::<Vec<_>>(), [EDITOR]);
}

#[tokio::test]
async fn contact_released_by_a_confirmed_message_is_assigned() {
    let Some(site) = Site::start(&[]).await else { return };
    events::run(&site.server.app).await.unwrap();
    let me = site.staff.user_id().await;
    let rules = json!({"mode": "round_robin", "answerer": false, "turns": [me], "services": []});
    site.server.admin().await.put("/api/contacts/assignment", &rules).await.expect_success();
    let quarantine = json!({"ids": [site.contact().await["id"]], "action": "quarantine"});
    site.staff.post("/api/contacts/bulk", &quarantine).await.expect_success();
    site.receive(mail(SENDER, &site.in_reply_to(), "Pode ser.")).await;
    events::run(&site.server.app).await.unwrap();
    let contact = site.contact().await;
    assert_eq!((&contact["quarantined"], &contact["assigned_to"]), (&json!(false), &json!(me)));
}

#[tokio::test]
async fn mail_whose_files_cannot_be_stored_for_a_while_becomes_a_contact_later() {
    let variables = [("VITRINE_IMAP_NEW_CONTACTS", "on"), ("VITRINE_RATE_LIMITS", "on")];
    let Some(site) = Site::start(&variables).await else { return };
    let private = site.server.app.config.data_dir.join("private");
    std::fs::remove_dir_all(&private).unwrap();
    std::fs::write(&private, "").unwrap();
    let file = "--x\r\nContent-Type: application/pdf; name=a.pdf\r\n\r\nPlanta\r\n--x--";
    site.dovecot.deliver(mail("bia@outra.example", "Content-Type: multipart/mixed; boundary=x\r\n", file));
    for _ in 0..40 {
        read_once(&site.server.app, receive).await.unwrap_err();
    }
    std::fs::remove_file(&private).unwrap();
    std::fs::create_dir(&private).unwrap();
    read(&site.server).await;
    let contacts = site.staff.json("/api/contacts?search=bia").await;
    let all = messages(&site.staff, &contact_path(&contacts[0])).await;
    assert_eq!(all[0]["attachments"][0]["name"], "a.pdf");
}

#[tokio::test]
async fn contacts_created_by_mail_are_limited_and_further_mail_is_left_in_the_mailbox() {
    let variables = [("VITRINE_IMAP_NEW_CONTACTS", "on"), ("VITRINE_RATE_LIMITS", "on")];
    let Some(site) = Site::start(&variables).await else { return };
    for number in 0..31 {
        site.dovecot.deliver(mail(&format!("p{number}@outra.example"), "", "Olá"));
    }
    read(&site.server).await;
    let admin = site.server.admin().await;
    let total = async || admin.json("/api/contacts/summary").await["new"].as_u64().unwrap();
    assert_eq!(total().await, 30);
    let incoming = admin.json("/api/mail/incoming").await;
    assert!(incoming["left_mail"].as_str().unwrap().contains("não viraram contatos"), "{incoming}");
    assert_eq!(incoming["problem"], Value::Null);
    site.server.advance(TimeDelta::minutes(2));
    site.receive(mail("outro@outra.example", "", "Olá")).await;
    assert_eq!(total().await, 31);
}
