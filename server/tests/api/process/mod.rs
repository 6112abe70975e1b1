//! The built program: starting, stopping and logs.

mod commands;
mod configuration;

use std::{
    io::{BufRead, BufReader},
    ops::Deref,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::Path,
    process::{Child, Command, Stdio},
    thread::JoinHandle,
};

use reqwest::StatusCode;
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use vitrine::{features::contacts, platform::db::Database};

use crate::harness::{ADMIN, Client, Folder, PASSWORD, new_contact, new_database, start_of_test};

/// A running program that serves requests.
pub struct Process {
    pub child: Child,
    pub origin: String,
    visitor: Client,
    /// Warnings that the program logged before it accepted requests.
    warnings: Vec<String>,
    /// Reads the log until the program ends. Returns all of it, including the lines from the start.
    log: Option<JoinHandle<String>>,
    _home: Folder,
}

/// The secret key of all programs that the tests start.
const SECRET_KEY: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/// Returns a command of the program on a free port, with a working directory that has no `.env`.
fn program(home: &Folder) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vitrine"));
    command.env_clear().env("VITRINE_ADDR", "127.0.0.1:0").current_dir(&home.0).stdin(Stdio::piped());
    command
}

/// Returns a command of the program for a database.
fn command(home: &Folder, url: &str) -> Command {
    let mut command = program(home);
    command.env("VITRINE_DATABASE_URL", url).env("VITRINE_SECRET_KEY", SECRET_KEY).env("RUST_LOG", "info");
    command
}

impl Process {
    /// Starts a server and waits until it logs its address.
    pub fn start(url: &str, variables: &[(&str, &str)]) -> Self {
        let home = Folder::new();
        let mut command = command(&home, url);
        command.arg("serve").env("VITRINE_LOG_FORMAT", "json");
        let mut child = command.envs(variables.iter().copied()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let (mut log, mut warnings) = (String::new(), Vec::new());
        let address = loop {
            let line = lines.next().expect("a line with the address").unwrap();
            let event: Value = serde_json::from_str(&line).expect("logs are JSON");
            log += &line;
            log += "\n";
            if event["level"] == "WARN" {
                warnings.push(event["fields"]["message"].to_string());
            }
            if let Some(address) = event["fields"]["address"].as_str() {
                break address.to_owned();
            }
        };
        // Reads the pipe, because the program would block if it were full.
        let log =
            std::thread::spawn(move || lines.fold(log, |log, line| log + &line.unwrap_or_default() + "\n"));
        Self {
            child,
            origin: format!("http://{address}"),
            visitor: Client::new(format!("http://{address}")),
            warnings,
            log: Some(log),
            _home: home,
        }
    }

    /// Signs in as the first administrator.
    pub async fn admin(&self) -> Client {
        let session =
            self.post("/api/auth/login", &json!({"email": ADMIN, "password": PASSWORD})).await.json();
        self.with_token(session["token"].as_str().unwrap())
    }

    /// Stops the program and returns all lines that it logged.
    pub fn stop(mut self) -> String {
        self.signal("TERM");
        assert!(self.child.wait().unwrap().success());
        self.log.take().unwrap().join().unwrap()
    }

    /// Sends a signal to the program, such as `TERM`.
    pub fn signal(&self, name: &str) {
        let status =
            Command::new("kill").args([format!("-{name}"), self.child.id().to_string()]).status().unwrap();
        assert!(status.success());
    }
}

impl Deref for Process {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.visitor
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub const FIRST_ADMIN: [(&str, &str); 2] =
    [("VITRINE_ADMIN_EMAIL", ADMIN), ("VITRINE_ADMIN_PASSWORD", PASSWORD)];

#[tokio::test]
async fn acknowledged_contacts_survive_a_killed_process() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    for round in 1..=3 {
        let process = Process::start(&url, &FIRST_ADMIN);
        process.send_contact(&new_contact()).await;
        process.signal("KILL");
        drop(process);
        let process = Process::start(&url, &[]);
        let contacts = process.admin().await.json("/api/contacts").await;
        assert_eq!(contacts.as_array().unwrap().len(), round);
    }
}

/// A normal stop writes the content of the deleted file, which SQLite still has open, to the database. SQLite does this itself
/// only if no other connection is open.
#[tokio::test]
async fn stop_after_the_write_ahead_log_was_deleted_loses_no_contact() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let Some(path) = url.strip_prefix("sqlite:") else { return };
    let process = Process::start(&url, &FIRST_ADMIN);
    process.send_contact(&new_contact()).await;
    let other = sea_orm::Database::connect(format!("{url}?mode=ro")).await.unwrap();
    other.query_one_raw(Statement::from_string(DbBackend::Sqlite, "SELECT id FROM contacts")).await.unwrap();
    std::fs::remove_file(format!("{path}-wal")).unwrap();
    process.stop();
    other.close().await.unwrap();
    let contacts = Process::start(&url, &[]).admin().await.json("/api/contacts").await;
    assert_eq!(contacts.as_array().unwrap().len(), 1);
}

/// Without the capability to ignore the modes of files, root is refused like other users.
fn without_override(command: Command) -> Command {
    let is_root = std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0);
    if !is_root {
        return command;
    }
    let mut dropping = Command::new("setpriv");
    dropping.args(["--bounding-set=-dac_override,-dac_read_search", "--"]).arg(command.get_program());
    dropping.args(command.get_args()).env_clear().stdin(Stdio::piped());
    dropping.current_dir(command.get_current_dir().unwrap());
    dropping.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    dropping
}

#[tokio::test]
async fn start_names_the_read_only_file_of_the_database_and_creates_none() {
    let folder = Folder::new();
    let path = folder.0.join("test.db");
    let url = format!("sqlite:{}", path.display());
    let migrate = || {
        let mut command = command(&folder, &url);
        command.arg("migrate");
        String::from_utf8(without_override(command).output().unwrap().stderr).unwrap()
    };
    migrate();
    let set_mode = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    set_mode(&path, 0o444);
    let error = migrate();
    assert!(error.contains("test.db is not writable") && error.contains("chmod u+rw"), "{error}");
    let shm = folder.0.join("test.db-shm");
    assert!(!shm.exists() && !folder.0.join("test.db-wal").exists());
    set_mode(&path, 0o644);
    std::fs::write(&shm, "").unwrap();
    set_mode(&shm, 0o444);
    let error = migrate();
    assert!(error.contains("test.db-shm is not writable"), "{error}");
    set_mode(&shm, 0o644);
    let error = migrate();
    assert!(!error.contains("not writable"), "{error}");
}

/// The signal comes between a request's head and its body.
#[tokio::test]
async fn stop_signal_lets_a_running_request_finish() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let mut process = Process::start(&url, &FIRST_ADMIN);
    let address = process.origin.strip_prefix("http://").unwrap().to_owned();
    let mut stream = TcpStream::connect(&address).await.unwrap();
    let body = new_contact().to_string();
    let head = format!(
        "POST /api/contacts HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nExpect: 100-continue\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut interim = [0; 25];
    stream.read_exact(&mut interim).await.unwrap();
    assert_eq!(&interim, b"HTTP/1.1 100 Continue\r\n\r\n", "the handler waits for the body");
    process.signal("TERM");
    while TcpStream::connect(&address).await.is_ok() {
        tokio::task::yield_now().await;
    }
    stream.write_all(body.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
    assert!(process.child.wait().unwrap().success());
    let database = Database::open(&url).await.unwrap();
    let stored = contacts::list::store::summary(database.reader(), uuid::Uuid::nil(), start_of_test()).await;
    assert_eq!(stored.unwrap().all, 1);
}

#[cfg(target_env = "gnu")]
#[tokio::test]
async fn server_limits_the_heaps_of_glibc() {
    let folder = Folder::new();
    let process = Process::start(&new_database(&folder).await, &[]);
    let variables = std::fs::read(format!("/proc/{}/environ", process.child.id())).unwrap();
    for name in ["MALLOC_ARENA_MAX=", "MALLOC_MMAP_THRESHOLD_=", "MALLOC_TRIM_THRESHOLD_="] {
        let mut names = variables.split(|byte| *byte == 0);
        assert!(names.any(|variable| variable.starts_with(name.as_bytes())), "{name}");
    }
}

#[tokio::test]
async fn stop_signal_ends_the_process_cleanly() {
    let folder = Folder::new();
    let mut process = Process::start(&new_database(&folder).await, &FIRST_ADMIN);
    process.signal("TERM");
    assert!(process.child.wait().unwrap().success());
}

/// The program logs at its most detailed level.
#[tokio::test]
async fn log_contains_no_secrets() {
    let folder = Folder::new();
    let variables = [FIRST_ADMIN[0], FIRST_ADMIN[1], ("RUST_LOG", "info,vitrine=trace,sqlx=debug")];
    let process = Process::start(&new_database(&folder).await, &variables);
    let login = |password: &str| {
        let body = json!({"email": ADMIN, "password": password});
        process.post("/api/auth/login", &body).header("x-session-transport", "cookie").send()
    };
    login("um palpite errado").await.expect(StatusCode::UNAUTHORIZED);
    let answer = login(PASSWORD).await;
    let cookies: Vec<String> = answer
        .headers()
        .get_all("set-cookie")
        .iter()
        .map(|cookie| cookie.to_str().unwrap().split(['=', ';']).nth(1).unwrap().to_owned())
        .collect();
    let token = answer.json()["token"].as_str().unwrap().to_owned();
    process.post("/api/auth/password-reset", &json!({"email": ADMIN})).await.expect(StatusCode::ACCEPTED);
    let wrong = json!({"token": "um segredo de link", "password": "outra senha comprida"});
    process.post("/api/auth/password-reset/confirm", &wrong).await.expect(StatusCode::FORBIDDEN);
    for path in ["confirmar", "cancelar"] {
        let link = format!("/newsletter/{path}?token=um-segredo-na-consulta");
        process.get(&link).await.expect(StatusCode::OK);
        process.post_empty(&link).await.expect(StatusCode::GONE);
    }
    let preview = format!("/previa/{}", vitrine::platform::id::new_token().secret);
    for path in [preview.clone(), format!("{preview}/"), format!("/PREVIA{}", &preview[7..])] {
        process.get(&path).await.expect(StatusCode::NOT_FOUND);
    }
    let log = process.stop();
    assert!(log.contains("administrator created"), "the log has the lines from the start: {log}");
    assert!(log.contains("UPDATE") || log.contains("INSERT"), "the log has statements: {log}");
    let sent = [
        "um palpite errado",
        PASSWORD,
        "um segredo de link",
        "um-segredo-na-consulta",
        "outra senha comprida",
        SECRET_KEY,
    ];
    for secret in cookies.iter().map(String::as_str).chain(sent).chain([&*token, &preview[8..]]) {
        assert!(!log.contains(secret), "{secret} in {log}");
    }
}

#[tokio::test]
async fn hang_up_signal_does_not_stop_a_server_without_a_terminal() {
    let folder = Folder::new();
    let process = Process::start(&new_database(&folder).await, &[]);
    process.signal("HUP");
    process.get("/healthz/live").await.expect(StatusCode::OK);
    process.stop();
}
