//! The program is killed while it reads the mailbox.

use std::sync::{Arc, Mutex};

use sea_orm::{Database, DatabaseConnection};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::Notify,
};

use super::*;
use crate::{
    harness::{Folder, new_contact_with, new_database},
    mail_process::{certificates, end_leases, wait_for_row},
    process::{FIRST_ADMIN, Process},
};

/// A text from the program or from the IMAP server at which the connection stops.
#[derive(Clone, Copy)]
enum Point {
    /// The command is not passed on.
    Command(&'static str),
    /// The answer is cut off after these bytes.
    Answer(&'static str),
}

/// A proxy before the IMAP server that stops the connection at a point.
struct Proxy {
    port: u16,
    point: Arc<Mutex<Option<Point>>>,
    reached: Arc<Notify>,
}

impl Proxy {
    async fn start(server: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let proxy = Self {
            port: listener.local_addr().unwrap().port(),
            point: Arc::default(),
            reached: Arc::default(),
        };
        let (point, reached) = (proxy.point.clone(), proxy.reached.clone());
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(("127.0.0.1", server)).await.unwrap();
                let ((from_client, to_client), (from_server, to_server)) =
                    (client.into_split(), server.into_split());
                let commands = Passed { point: point.clone(), reached: reached.clone(), is_answer: false };
                let answers = Passed { point: point.clone(), reached: reached.clone(), is_answer: true };
                tokio::spawn(commands.pass(from_client, to_server));
                tokio::spawn(answers.pass(from_server, to_client));
            }
        });
        proxy
    }
}

/// One direction of a connection.
struct Passed {
    point: Arc<Mutex<Option<Point>>>,
    reached: Arc<Notify>,
    is_answer: bool,
}

impl Passed {
    async fn pass(
        self,
        mut from: impl AsyncReadExt + Unpin,
        mut to: impl AsyncWriteExt + Unpin,
    ) -> Option<()> {
        let mut buffer = [0; 4096];
        loop {
            let read = from.read(&mut buffer).await.ok().filter(|read| *read > 0)?;
            let text = String::from_utf8_lossy(&buffer[..read]).into_owned();
            let point = *self.point.lock().unwrap();
            match point {
                Some(Point::Command(command)) if !self.is_answer && text.contains(command) => {
                    self.reached.notify_one();
                    std::future::pending::<()>().await;
                }
                Some(Point::Answer(part)) if self.is_answer && text.contains(part) => {
                    let end = text.find(part).unwrap() + part.len();
                    to.write_all(&text.as_bytes()[..end]).await.ok()?;
                    self.reached.notify_one();
                    std::future::pending::<()>().await;
                }
                _ => to.write_all(&buffer[..read]).await.ok()?,
            }
        }
    }
}

async fn connect(url: &str) -> DatabaseConnection {
    Database::connect(url).await.unwrap()
}

#[tokio::test]
async fn process_killed_while_reading_the_mailbox_loses_and_repeats_nothing() {
    let Some(dovecot) = Dovecot::start().await else { return };
    let proxy = Proxy::start(dovecot.port).await;
    let smtp = ScriptedSmtp::start(|_, _, _| None).await;
    let folder = Folder::new();
    let database = new_database(&folder).await;
    let data_dir = folder.0.display().to_string();
    let imap = format!("imap://contato:segredo@127.0.0.1:{}?tls=none", proxy.port);
    let variables = [
        ("VITRINE_SMTP_URL", &*smtp.url),
        FROM,
        ("VITRINE_IMAP_URL", &*imap),
        ("VITRINE_DATA_DIR", &*data_dir),
        FIRST_ADMIN[0],
        FIRST_ADMIN[1],
    ];
    let mut process = Process::start(&database, &variables);
    let db = connect(&database).await;
    wait_for_row(&db, "SELECT id AS found FROM inbound_mailboxes WHERE checked_at IS NOT NULL").await;
    let contact = contact_path(&process.send_contact(&new_contact_with(&json!({"email": SENDER}))).await);
    wait_for_row(&db, "SELECT 'sent' AS found WHERE (SELECT count(*) FROM outbox WHERE state = 'sent') = 2")
        .await;
    let receipt = smtp.accepted().into_iter().find(|mail| mail.to == SENDER).expect("a receipt");
    let fields = format!(
        "In-Reply-To: {}\r\nContent-Type: multipart/mixed; boundary=x\r\n",
        receipt.header("Message-ID").unwrap()
    );
    let points = [
        Point::Command("LOGIN"),
        Point::Command("UID SEARCH"),
        Point::Command("RFC822.SIZE"),
        Point::Command("BODY.PEEK"),
        Point::Answer("boundary=x"),
    ];
    for (number, point) in points.into_iter().enumerate() {
        // The next connection of this process, or of the next one, stops at the point.
        process.signal("KILL");
        drop(process);
        end_leases(&database).await;
        *proxy.point.lock().unwrap() = Some(point);
        let body = format!(
            "--x\r\nContent-Type: text/plain\r\n\r\nMensagem {number}.\r\n--x\r\n\
             Content-Type: application/pdf; name=a.pdf\r\n\r\narquivo\r\n--x--"
        );
        dovecot.deliver(mail(SENDER, &fields, &body));
        process = Process::start(&database, &variables);
        proxy.reached.notified().await;
        process.signal("KILL");
        drop(process);
        end_leases(&database).await;
        *proxy.point.lock().unwrap() = None;
        process = Process::start(&database, &variables);
        let filed = format!("SELECT text AS found FROM contact_messages WHERE text = 'Mensagem {number}.'");
        wait_for_row(&db, &filed).await;
    }
    let all = messages(&process.admin().await, &contact).await;
    let mut texts: Vec<&str> = all.iter().map(|message| message["text"].as_str().unwrap()).collect();
    texts.sort_unstable();
    assert_eq!(texts, ["Mensagem 0.", "Mensagem 1.", "Mensagem 2.", "Mensagem 3.", "Mensagem 4."]);
    assert!(all.iter().all(|message| message["attachments"].as_array().unwrap().len() == 1), "{all:?}");
    let mut ids: Vec<_> = smtp.accepted().iter().map(|mail| mail.header("Message-ID")).collect();
    let sent = ids.len();
    ids.sort();
    ids.dedup();
    assert!(sent <= ids.len() + 1, "at most one mail twice, with the same id");
}

#[tokio::test]
async fn mailbox_is_read_with_tls_and_without_a_delay() {
    let (authority, key, certificate) = certificates();
    let Some(dovecot) = Dovecot::start_with_tls(Some((&key, &certificate))).await else { return };
    let smtp = ScriptedSmtp::start(|_, _, _| None).await;
    let folder = Folder::new();
    let database = new_database(&folder).await;
    let trusted = folder.0.join("authority.pem");
    std::fs::write(&trusted, authority).unwrap();
    let (trusted, data_dir) = (trusted.display().to_string(), folder.0.display().to_string());
    let imap = format!("imaps://contato:segredo@localhost:{}/INBOX", dovecot.port);
    let variables = [
        ("VITRINE_SMTP_URL", &*smtp.url),
        FROM,
        ("VITRINE_IMAP_URL", &*imap),
        ("VITRINE_DATA_DIR", &*data_dir),
        ("SSL_CERT_FILE", &*trusted),
        FIRST_ADMIN[0],
        FIRST_ADMIN[1],
    ];
    let process = Process::start(&database, &variables);
    let db = connect(&database).await;
    wait_for_row(&db, "SELECT id AS found FROM inbound_mailboxes WHERE checked_at IS NOT NULL").await;
    let contact = contact_path(&process.send_contact(&new_contact()).await);
    dovecot.deliver(mail(SENDER, "", "Chegou?"));
    wait_for_row(&db, "SELECT text AS found FROM contact_messages").await;
    assert_eq!(messages(&process.admin().await, &contact).await[0]["text"], "Chegou?");
    let log = process.stop();
    assert!(!log.contains("segredo") && !log.contains("joao@"), "{log}");
}
