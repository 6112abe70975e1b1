//! Commands for administrators.

use std::{io::Write, process::Stdio};

use reqwest::StatusCode;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::json;
use vitrine::platform::db::Database;

use super::{FIRST_ADMIN, Process, command};
use crate::harness::{ADMIN, Folder, PASSWORD, database_before, new_contact, new_database};

#[tokio::test]
async fn administrator_is_created_from_the_command_line() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let create = |password: &str| {
        let mut command = command(&folder, &url);
        command.args(["admin", "create", "--email", ADMIN]).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(format!("{password}\n").as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    let (created, error) = create(PASSWORD);
    assert!(!created && error.contains("vitrine migrate"), "{error}");
    assert!(command(&folder, &url).arg("migrate").output().unwrap().status.success());
    let (created, error) = create("curta");
    assert!(!created && error.contains("pelo menos 12 caracteres"), "{error}");
    assert!(create(PASSWORD).0);
    let (created, error) = create(PASSWORD);
    assert!(!created && error.contains("already has an account. Choose another address"), "{error}");
    let expected = ("account.created".to_owned(), "command_line".to_owned());
    assert_eq!(audited_actions(&url).await, [expected]);
    let process = Process::start(&url, &[]);
    let login = json!({"email": ADMIN, "password": PASSWORD});
    let session = process.post("/api/auth/login", &login).await.expect(StatusCode::OK).json();
    assert_eq!(session["user"]["email_verified"], true);
}

#[tokio::test]
async fn person_is_erased_from_the_command_line() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let process = Process::start(&url, &FIRST_ADMIN);
    process.send_contact(&new_contact()).await;
    let erase = |email: &str| {
        let output = command(&folder, &url).args(["erase-person", email]).output().unwrap();
        (output.status.success(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    };
    let (done, output) = erase("joao@exemplo.com.br");
    assert!(done && output.contains("  1 contacts\n") && output.contains("\"signature\": \""), "{output}");
    let contact = &process.admin().await.json("/api/contacts").await[0];
    assert_eq!((&contact["name"], &contact["email"]), (&json!("Dados apagados"), &json!("")));
    let (done, error) = erase(ADMIN);
    assert!(!done && error.contains("conta da equipe"), "{error}");
}

/// Opens a file that refuses every write. Only Linux has it.
#[cfg(target_os = "linux")]
fn full_device() -> std::fs::File {
    std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap()
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn certificate_survives_an_output_that_cannot_be_written() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let process = Process::start(&url, &FIRST_ADMIN);
    let erase = |email: &str, options: &[&str]| {
        let mut command = command(&folder, &url);
        command.args(["erase-person", email]).args(options).stdout(full_device());
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    process.send_contact(&new_contact()).await;
    let (code, error) = erase("joao@exemplo.com.br", &[]);
    assert!(code == Some(1) && error.contains("\"signature\": \""), "{error}");
    process.send_contact(&new_contact()).await;
    let path = folder.0.join("certificate.json");
    let option = ["--certificate", path.to_str().unwrap()];
    let (code, error) = erase("maria@exemplo.com.br", &option);
    assert!(code == Some(1) && error.contains("Nothing was found"), "{error}");
    assert!(!path.exists(), "an erasure of nothing leaves no file");
    let (code, error) = erase("joao@exemplo.com.br", &option);
    assert!(
        code == Some(0) && std::fs::read_to_string(&path).unwrap().contains("\"signature\": \""),
        "{error}"
    );
    process.send_contact(&new_contact()).await;
    let (code, error) = erase("joao@exemplo.com.br", &option);
    assert!(code == Some(1) && error.contains("nothing was erased"), "{error}");
    assert_eq!(process.admin().await.json("/api/contacts").await[0]["name"], "João da Silva");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn commands_fail_without_a_panic_if_their_output_cannot_be_written() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    assert!(command(&folder, &url).arg("migrate").output().unwrap().status.success());
    for arguments in [&["audit", "verify"][..], &["mail", "retry", "--all"], &["openapi"], &["addresses"]] {
        let output = command(&folder, &url).args(arguments).stdout(full_device()).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {error}");
        assert!(error.contains("No space left on device"), "{arguments:?}: {error}");
    }
}

#[tokio::test]
async fn audit_log_of_a_new_database_verifies() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    assert!(command(&folder, &url).arg("migrate").output().unwrap().status.success());
    let output = command(&folder, &url).args(["audit", "verify"]).output().unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(output.status.success() && text.starts_with("1 events, none changed"), "{text}");
}

#[tokio::test]
async fn altered_audit_log_is_reported_on_the_command_line() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    drop(Process::start(&url, &FIRST_ADMIN));
    let verify = |options: &[&str]| {
        let output = command(&folder, &url).args(["audit", "verify"]).args(options).output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).unwrap())
    };
    let (code, output) = verify(&[]);
    assert!(code == Some(0) && output.starts_with("2 events, none changed"), "{output}");
    let anchor = output.lines().find_map(|line| line.strip_prefix("Anchor: ")).unwrap();
    assert_eq!(verify(&["--anchor", anchor]).0, Some(0));
    assert_eq!(verify(&["--anchor", "anywhere"]).0, Some(2));
    let (code, output) = verify(&["--anchor", "2:0000000000000000"]);
    assert!(code == Some(1) && output.contains("event 2 doesn't match the anchor"), "{output}");

    let database = Database::open(&url).await.unwrap();
    let tx = database.begin().await.unwrap();
    tx.execute_unprepared("UPDATE audit_events SET label = 'x' WHERE sequence = 2").await.unwrap();
    tx.commit().await.unwrap();
    database.close().await;
    let (code, output) = verify(&[]);
    assert!(code == Some(1) && output.contains("- event 2 was changed"), "{output}");
}

#[tokio::test]
async fn locked_out_administrator_is_rescued_from_the_command_line() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let process = Process::start(&url, &FIRST_ADMIN);
    let login = async |password: &str| {
        process.post("/api/auth/login", &json!({"email": ADMIN, "password": password})).await
    };
    let token = login(PASSWORD).await.json()["token"].as_str().unwrap().to_owned();
    let admin = |arguments: &[&str], input: &str| {
        let mut child =
            command(&folder, &url).arg("admin").args(arguments).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(format!("{input}\n").as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    let (done, error) = admin(&["reset-password", "--email", ADMIN], "curta");
    assert!(!done && error.contains("pelo menos 12 caracteres"), "{error}");
    let (done, error) = admin(&["reset-password", "--email", "nobody@exemplo.com.br"], PASSWORD);
    assert!(!done && error.contains("no account"), "{error}");
    // The refused commands changed no password.
    login(PASSWORD).await.expect(StatusCode::OK);
    let (done, error) = admin(&["reset-password", "--email", ADMIN], "outra senha comprida");
    assert!(done && error.contains("sessions have ended"), "{error}");
    login(PASSWORD).await.expect(StatusCode::UNAUTHORIZED);
    login("outra senha comprida").await.expect(StatusCode::OK);
    process.get("/api/auth/me").bearer_auth(token).await.expect(StatusCode::UNAUTHORIZED);

    let (done, output) = admin(&["disable-2fa", "--email", ADMIN], "");
    assert!(done && output.contains("has no second factor"), "{output}");
    add_recovery_code(&url).await;
    let (done, output) = admin(&["disable-2fa", "--email", ADMIN], "");
    assert!(done && output.contains("removed"), "{output}");
    let (_, output) = admin(&["disable-2fa", "--email", ADMIN], "");
    assert!(output.contains("has no second factor"), "{output}");
    let actions = audited_actions(&url).await;
    for action in ["user.password_changed", "user.second_factor_removed"] {
        assert_eq!(actions.iter().filter(|(found, _)| found == action).count(), 1, "{actions:?}");
    }
    let of_users = actions.iter().filter(|(action, _)| action.starts_with("user."));
    assert!(of_users.into_iter().all(|(_, source)| source == "command_line"), "{actions:?}");
}

/// Adds a recovery code to each user. It counts as a second factor.
async fn add_recovery_code(url: &str) {
    let db = Database::open(url).await.unwrap();
    let tx = db.begin().await.unwrap();
    let add = "INSERT INTO recovery_codes (id, user_id, code_hash) SELECT id, id, 'x' FROM users";
    tx.execute_unprepared(add).await.unwrap();
    tx.commit().await.unwrap();
    db.close().await;
}

/// Returns the audited actions on accounts, each with its source.
async fn audited_actions(url: &str) -> Vec<(String, String)> {
    let db = Database::open(url).await.unwrap();
    let backend = db.reader().get_database_backend();
    let query =
        "SELECT action, source FROM audit_events WHERE action LIKE 'user.%' OR action = 'account.created'";
    let rows = db.reader().query_all_raw(Statement::from_string(backend, query)).await.unwrap();
    let found =
        rows.iter().map(|row| (row.try_get("", "action").unwrap(), row.try_get("", "source").unwrap()));
    let found = found.collect();
    db.close().await;
    found
}

#[tokio::test]
async fn commands_refuse_a_database_with_pending_migrations() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    database_before(&url, "m0022_key_check").await.close().await.unwrap();
    let verify = || command(&folder, &url).args(["audit", "verify"]).output().unwrap();
    let refused = verify();
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success() && error.contains("m0022_key_check is pending"), "{error}");
    let error = String::from_utf8(verify().stderr).unwrap();
    assert!(error.contains("is pending"), "no migration was applied: {error}");
    assert!(command(&folder, &url).arg("migrate").output().unwrap().status.success());
    let error = String::from_utf8(verify().stderr).unwrap();
    assert!(!error.contains("pending"), "{error}");
}
