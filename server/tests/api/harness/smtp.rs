//! An SMTP server for tests: `e2e/support/smtp-server.mjs`, which reports what it receives. Its answer depends on the
//! recipient: it refuses `451@…` once and `550@…` always, and never answers a message to `mudo@…`.

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

/// A running mail server.
pub struct Smtp {
    child: Child,
    pub port: u64,
    /// Received messages and attempts, as JSON.
    reports: UnboundedReceiver<Value>,
}

impl Smtp {
    pub async fn start() -> Self {
        Self::start_with(json!({})).await
    }

    /// Starts a mail server. `options` are all optional: `port`, `key` and `cert` (PEM), `user` and `password`, and
    /// `refusesSender`.
    pub async fn start_with(options: Value) -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../e2e/support/smtp-server.mjs");
        let mut command = Command::new("node");
        command.args([script, &options.to_string()]).stdout(Stdio::piped());
        let mut child = command.spawn().expect("node starts");
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, reports) = unbounded_channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let _ = sender.send(serde_json::from_str(&line).expect("each line is JSON"));
            }
        });
        let mut smtp = Self { child, port: 0, reports };
        smtp.port = smtp.next().await["port"].as_u64().expect("the first report has the port");
        smtp
    }

    pub fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}?tls=none", self.port)
    }

    /// Waits for the next report.
    pub async fn next(&mut self) -> Value {
        timeout(TIMEOUT, self.reports.recv()).await.expect("a report in time").expect("the mail server runs")
    }

    /// Stops the mail server and returns the reports that were not read with [`Smtp::next`].
    pub async fn end(mut self) -> Vec<Value> {
        self.child.kill().unwrap();
        let mut rest = Vec::new();
        while let Some(value) = self.reports.recv().await {
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

/// Returns the unfolded value of a header of a received message.
pub fn header(mail: &Value, name: &str) -> Option<String> {
    header_of(mail["raw"].as_str().unwrap(), name)
}

/// Returns the unfolded value of a header of a message.
pub fn header_of(message: &str, name: &str) -> Option<String> {
    let head = message.split("\r\n\r\n").next().unwrap().replace("\r\n ", " ");
    let found = head.lines().filter_map(|line| line.split_once(": ")).find(|(found, _)| *found == name);
    found.map(|(_, value)| value.to_owned())
}
