//! An IMAP server for tests of mail that a server can't send, which [`Dovecot`](super::dovecot::Dovecot) always can.

use std::sync::{Arc, Mutex};

use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

/// What the server can send of a mail. It closes the connection instead of sending the rest.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Readable {
    All,
    Header,
    Nothing,
}

/// A running server with one mailbox.
pub struct ScriptedImap {
    pub url: String,
    mails: Arc<Mutex<Vec<(String, Readable)>>>,
}

impl ScriptedImap {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("imap://contato:segredo@{}?tls=none", listener.local_addr().unwrap());
        let mails: Arc<Mutex<Vec<(String, Readable)>>> = Arc::default();
        let stored = mails.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, stored.clone()));
            }
        });
        Self { url, mails }
    }

    pub fn deliver(&self, mail: String, readable: Readable) {
        self.mails.lock().unwrap().push((mail, readable));
    }
}

async fn serve(stream: TcpStream, mails: Arc<Mutex<Vec<(String, Readable)>>>) -> Option<()> {
    let (from, mut to) = stream.into_split();
    let mut lines = BufReader::new(from).lines();
    to.write_all(b"* OK pronto\r\n").await.ok()?;
    while let Some(line) = lines.next_line().await.ok()? {
        let (tag, command) = line.split_once(' ')?;
        let data = answer(command, &mails.lock().unwrap())?;
        to.write_all(format!("{data}{tag} OK feito\r\n").as_bytes()).await.ok()?;
    }
    Some(())
}

/// Returns the data that a command requests. `None` closes the connection.
fn answer(command: &str, mails: &[(String, Readable)]) -> Option<String> {
    if command.starts_with("CAPABILITY") {
        return Some("* CAPABILITY IMAP4rev1\r\n".to_owned());
    }
    if command.starts_with("EXAMINE") {
        let count = mails.len();
        return Some(format!(
            "* FLAGS ()\r\n* {count} EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT {}] ok\r\n",
            count + 1
        ));
    }
    if command.starts_with("UID SEARCH") {
        let uids: Vec<String> = (1..=mails.len()).map(|uid| uid.to_string()).collect();
        return Some(format!("* SEARCH {}\r\n", uids.join(" ")));
    }
    let Some(fetched) = command.strip_prefix("UID FETCH ") else { return Some(String::new()) };
    let uid: usize = fetched.split(' ').next()?.parse().ok()?;
    let (mail, readable) = mails.get(uid - 1)?;
    let (section, text, is_sent) = if fetched.contains("BODY.PEEK[HEADER]") {
        (
            "HEADER",
            mail.split_inclusive("\r\n\r\n").next()?,
            [Readable::All, Readable::Header].contains(readable),
        )
    } else if fetched.contains("BODY.PEEK[]") {
        ("", &**mail, *readable == Readable::All)
    } else {
        return Some(format!("* {uid} FETCH (UID {uid} RFC822.SIZE {})\r\n", mail.len()));
    };
    is_sent.then(|| format!("* {uid} FETCH (UID {uid} BODY[{section}]<0> {{{}}}\r\n{text})\r\n", text.len()))
}
