//! An SMTP server for tests: `e2e/support/smtp-server.mjs`, which reports what it receives.

use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{
    sync::mpsc::{UnboundedReceiver, unbounded_channel},
    time::timeout,
};

/// Limit of each wait, far above what a test needs.
const TIMEOUT: Duration = Duration::from_secs(60);

pub struct Smtp {
    child: Child,
    pub port: u64,
    said: UnboundedReceiver<Value>,
}

impl Smtp {
    pub async fn start() -> Self {
        Self::start_with(json!({})).await
    }

    /// `port`, `key` and `cert` (PEM), `user` and `password`.
    pub async fn start_with(options: Value) -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../e2e/support/smtp-server.mjs");
        let mut command = Command::new("node");
        command.args([script, &options.to_string()]).stdout(Stdio::piped());
        let mut child = command.spawn().expect("node runs");
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (say, said) = unbounded_channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let _ = say.send(serde_json::from_str(&line).expect("a JSON value a line"));
            }
        });
        let mut smtp = Self { child, port: 0, said };
        smtp.port = smtp.next().await["port"].as_u64().expect("it listens");
        smtp
    }

    pub fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}?tls=none", self.port)
    }

    /// Waits for its next report.
    pub async fn next(&mut self) -> Value {
        timeout(TIMEOUT, self.said.recv()).await.expect("the mail server was asked").expect("it lives")
    }

    /// Stops it and returns the reports that no test has read yet.
    pub async fn end(mut self) -> Vec<Value> {
        self.child.kill().unwrap();
        let mut rest = Vec::new();
        while let Some(value) = self.said.recv().await {
            rest.push(value);
        }
        rest
    }
}

impl Drop for Smtp {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the unfolded value of a header.
pub fn header(mail: &Value, name: &str) -> Option<String> {
    let head = mail["raw"].as_str().unwrap().split("\r\n\r\n").next().unwrap().replace("\r\n ", " ");
    let found = head.lines().filter_map(|line| line.split_once(": ")).find(|(found, _)| *found == name);
    found.map(|(_, value)| value.to_owned())
}
