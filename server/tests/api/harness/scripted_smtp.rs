//! An SMTP server in the test's process. A script decides its answer to each command.

use std::sync::{Arc, Mutex};

use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::Notify,
};

use super::smtp::header_of;

/// What the server does instead of accepting a command at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Answers with this code.
    Refuse(u16),
    /// Closes the connection without an answer.
    Drop,
    /// Accepts after a short delay.
    Delay,
    /// Never answers.
    Hang,
}

/// A command, or the moments after the connection and after the text of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    Greeting,
    Hello,
    Mail,
    Recipient,
    Data,
    Message,
}

/// Returns the fault at a moment, if any. The parameters are the number of the connection from 0, the moment, and the last
/// recipient of the connection; empty before the first.
pub type Script = fn(usize, Moment, &str) -> Option<Fault>;

/// A message that the server received and didn't refuse. The answer may be late or never sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    pub to: String,
    pub text: String,
}

impl Accepted {
    /// Returns the unfolded value of a header.
    pub fn header(&self, name: &str) -> Option<String> {
        header_of(&self.text, name)
    }

    /// Returns the text after the header, without the soft line breaks of quoted-printable. Other encoded characters remain.
    pub fn decoded_text(&self) -> String {
        self.text.split_once("\r\n\r\n").unwrap().1.replace("=\r\n", "")
    }
}

/// A running server.
pub struct ScriptedSmtp {
    pub url: String,
    accepted: Arc<Mutex<Vec<Accepted>>>,
    /// Notified when an answer hangs.
    pub hanging: Arc<Notify>,
}

impl ScriptedSmtp {
    pub async fn start(script: Script) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://127.0.0.1:{}?tls=none", listener.local_addr().unwrap().port());
        let (accepted, hanging) = (Arc::<Mutex<Vec<Accepted>>>::default(), Arc::<Notify>::default());
        let (all, hung) = (accepted.clone(), hanging.clone());
        tokio::spawn(async move {
            for number in 0.. {
                let Ok((stream, _)) = listener.accept().await else { return };
                let session = Session { number, script, accepted: all.clone(), hanging: hung.clone() };
                tokio::spawn(async move { session.serve(stream).await });
            }
        });
        Self { url, accepted, hanging }
    }

    /// Returns the messages in the order of their acceptance.
    pub fn accepted(&self) -> Vec<Accepted> {
        self.accepted.lock().unwrap().clone()
    }

    /// Returns the recipients of all messages, sorted.
    pub fn recipients(&self) -> Vec<String> {
        let mut all: Vec<String> = self.accepted().into_iter().map(|mail| mail.to).collect();
        all.sort();
        all
    }
}

struct Session {
    number: usize,
    script: Script,
    accepted: Arc<Mutex<Vec<Accepted>>>,
    hanging: Arc<Notify>,
}

impl Session {
    /// Serves a connection until the client or the script ends it. Then returns `None`.
    async fn serve(self, stream: TcpStream) -> Option<()> {
        let mut stream = BufReader::new(stream);
        let mut to = String::new();
        self.answer(&mut stream, Moment::Greeting, &to, "220 ready").await?;
        loop {
            let line = read_line(&mut stream).await?;
            let upper = line.to_ascii_uppercase();
            let (moment, answer) = match upper.get(..4)? {
                "EHLO" | "HELO" => (Moment::Hello, "250 hello"),
                "MAIL" => (Moment::Mail, "250 ok"),
                "RCPT" => {
                    to = line.split(['<', '>']).nth(1)?.to_owned();
                    (Moment::Recipient, "250 ok")
                }
                "DATA" => (Moment::Data, "354 go ahead"),
                _ => {
                    stream.get_mut().write_all(b"221 bye\r\n").await.ok()?;
                    return None;
                }
            };
            let is_accepted = self.answer(&mut stream, moment, &to, answer).await?;
            if moment == Moment::Data && is_accepted {
                self.receive(&mut stream, &to).await?;
            }
        }
    }

    /// Receives the text of a message, and accepts or refuses it as the script says.
    async fn receive(&self, stream: &mut BufReader<TcpStream>, to: &str) -> Option<()> {
        let mut text = String::new();
        loop {
            let line = read_line(stream).await?;
            if line == "." {
                break;
            }
            text.push_str(&line);
            text.push_str("\r\n");
        }
        let mail = Accepted { to: to.to_owned(), text };
        match (self.script)(self.number, Moment::Message, to) {
            None | Some(Fault::Delay | Fault::Hang) => self.accepted.lock().unwrap().push(mail),
            Some(Fault::Refuse(_) | Fault::Drop) => {}
        }
        self.answer(stream, Moment::Message, to, "250 accepted").await?;
        Some(())
    }

    /// Answers as the script says. Returns whether the command was accepted; `None` if the connection ends.
    async fn answer(
        &self,
        stream: &mut BufReader<TcpStream>,
        moment: Moment,
        to: &str,
        answer: &str,
    ) -> Option<bool> {
        let mut answer = format!("{answer}\r\n");
        let fault = (self.script)(self.number, moment, to);
        match fault {
            None => {}
            Some(Fault::Delay) => tokio::time::sleep(std::time::Duration::from_millis(20)).await,
            Some(Fault::Refuse(code)) => answer = format!("{code} refused by the script\r\n"),
            Some(Fault::Drop) => return None,
            Some(Fault::Hang) => {
                self.hanging.notify_one();
                std::future::pending::<()>().await;
            }
        }
        stream.get_mut().write_all(answer.as_bytes()).await.ok()?;
        Some(!matches!(fault, Some(Fault::Refuse(_))))
    }
}

async fn read_line(stream: &mut BufReader<TcpStream>) -> Option<String> {
    let mut line = Vec::new();
    let read = stream.read_until(b'\n', &mut line).await.ok()?;
    (read > 0).then(|| String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned())
}
