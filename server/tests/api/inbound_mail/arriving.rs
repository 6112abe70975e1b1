//! Mail that arrives at the moment of something else: while the program begins or ends to wait for mail, or while staff merge its contact.

use std::sync::{Arc, Mutex};

use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::{Notify, watch},
};
use vitrine::foundation::mail::inbound::fetch;

use super::*;

/// Number of mails that arrive.
const MAILS: usize = 12;

/// The mailbox of a server that announces each mail exactly once, at the worst moment: after a list without it, with the beginning of the
/// wait, and with its end.
#[derive(Default)]
struct Announcing {
    arrived: usize,
    /// Number of mails in the latest list.
    listed: usize,
    /// Whether the program began to wait although mail was announced.
    is_missed: bool,
}

impl Announcing {
    /// Lets `count` mails arrive. Returns their announcement.
    fn arrive(&mut self, count: usize) -> String {
        if self.arrived == MAILS {
            return String::new();
        }
        self.arrived = (self.arrived + count).min(MAILS);
        format!("* {} EXISTS\r\n", self.arrived)
    }

    fn answer(&mut self, command: &str, mails: &[String]) -> String {
        if command.starts_with("CAPABILITY") {
            return "* CAPABILITY IMAP4rev1 IDLE\r\n".to_owned();
        }
        if command.starts_with("EXAMINE") {
            return "* FLAGS ()\r\n* 0 EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT 1] ok\r\n"
                .to_owned();
        }
        if command.starts_with("UID SEARCH") {
            self.listed = self.arrived;
            let uids: Vec<String> = (1..=self.listed).map(|uid| uid.to_string()).collect();
            return format!("* SEARCH {}\r\n{}", uids.join(" "), self.arrive(2));
        }
        let Some(fetched) = command.strip_prefix("UID FETCH ") else { return String::new() };
        let uid: usize = fetched.split(' ').next().unwrap().parse().unwrap();
        let mail = &mails[uid - 1];
        if fetched.contains("BODY.PEEK") {
            format!("* {uid} FETCH (UID {uid} BODY[]<0> {{{}}}\r\n{mail})\r\n", mail.len())
        } else {
            format!("* {uid} FETCH (UID {uid} RFC822.SIZE {})\r\n", mail.len())
        }
    }
}

/// Serves a connection. Notifies `waiting` when the program waits after it has listed all mail, or has missed some.
async fn serve(
    stream: TcpStream,
    state: Arc<Mutex<Announcing>>,
    mails: Vec<String>,
    waiting: Arc<Notify>,
) -> Option<()> {
    let (from, mut to) = stream.into_split();
    let mut lines = BufReader::new(from).lines();
    to.write_all(b"* OK pronto\r\n").await.ok()?;
    while let Some(line) = lines.next_line().await.ok()? {
        let (tag, command) = line.split_once(' ')?;
        if command != "IDLE" {
            let data = state.lock().unwrap().answer(command, &mails);
            to.write_all(format!("{data}{tag} OK feito\r\n").as_bytes()).await.ok()?;
            continue;
        }
        let begun = {
            let mut state = state.lock().unwrap();
            state.is_missed |= state.listed < state.arrived;
            if state.is_missed || state.listed == MAILS {
                waiting.notify_one();
            }
            format!("+ pronto\r\n{}", state.arrive(1))
        };
        to.write_all(begun.as_bytes()).await.ok()?;
        // The end of the wait.
        lines.next_line().await.ok()??;
        let ended = state.lock().unwrap().arrive(1);
        to.write_all(format!("{ended}{tag} OK feito\r\n").as_bytes()).await.ok()?;
    }
    Some(())
}

#[tokio::test]
async fn mail_that_arrives_as_the_program_begins_or_ends_to_wait_is_read_at_once() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("imap://contato:segredo@{}?tls=none", listener.local_addr().unwrap());
    let (state, waiting) = (Arc::<Mutex<Announcing>>::default(), Arc::<Notify>::default());
    let mails: Vec<String> =
        (0..MAILS).map(|number| mail(SENDER, "", &format!("Mensagem {number}."))).collect();
    let (served, notified) = (state.clone(), waiting.clone());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream, served.clone(), mails.clone(), notified.clone()));
        }
    });
    let variables = [
        ("VITRINE_IMAP_URL", &*url),
        ("VITRINE_IMAP_ADDRESS", "site@empresa.example"),
        ("VITRINE_RATE_LIMITS", "off"),
    ];
    let server = Server::start_with_variables(&variables).await;
    let contact = contact_path(&server.send_contact(&new_contact()).await);
    let (_stop, stopped) = watch::channel(());
    tokio::spawn(fetch::run(server.app.clone(), stopped, receive));
    waiting.notified().await;
    assert!(!state.lock().unwrap().is_missed, "the program waits although mail has arrived");
    assert_eq!(messages(&server.editor().await, &contact).await.len(), MAILS);
}

#[tokio::test]
async fn mail_is_filed_in_the_remaining_contact_if_its_contact_is_merged_at_the_same_time() {
    let Some(dovecot) = Dovecot::start().await else { return };
    let imap = dovecot.url();
    let variables = [
        ("VITRINE_IMAP_URL", &*imap),
        ("VITRINE_IMAP_ADDRESS", "site@empresa.example"),
        ("VITRINE_RATE_LIMITS", "off"),
    ];
    let server =
        Server::start_with(Options { variables: &variables, races: true, ..Options::default() }).await;
    read(&server).await;
    let staff = server.editor().await;
    for round in 0..8 {
        let contact = async |name: &str| {
            let email = format!("{name}{round}@cliente.example");
            server.send_contact(&new_contact_with(&json!({"email": email}))).await
        };
        let (kept, merged) = (contact("socia").await, contact("joao").await);
        dovecot.deliver(mail(&format!("joao{round}@cliente.example"), "", "Na hora da união."));
        let path = contact_path(&kept);
        let (merge_path, ids) = (format!("{path}/merge"), json!({"ids": [merged["id"]]}));
        let (read, merge) = tokio::join!(read_once(&server.app, receive), staff.post(&merge_path, &ids));
        // The mail changes the contact, so a merge that began before may be refused.
        if merge.status() != StatusCode::OK {
            staff.post(&merge_path, &ids).await.expect(StatusCode::OK);
        }
        if read.is_err() {
            self::read(&server).await;
        }
        // The timeline also has the messages of other contacts with the same phone.
        let all = messages(&staff, &path).await;
        let filed = all.iter().filter(|message| message["contact_id"] == kept["id"]).count();
        assert_eq!(filed, 1, "round {round}: {all:?}");
    }
}
