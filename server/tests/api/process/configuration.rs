//! The configuration: errors and warnings of the start, and the `.env` file.

use serde_json::Value;

use super::{Process, command, program};
use crate::harness::{ADMIN, Folder, new_database};

#[tokio::test]
async fn plain_http_on_a_public_address_logs_a_warning() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let warnings = |variables: &[(&str, &str)]| Process::start(&url, variables).warnings.concat();
    let all_interfaces = ("VITRINE_ADDR", "0.0.0.0:0");
    assert!(warnings(&[all_interfaces]).contains("sessions and forms are sent without encryption"));
    let https = ("VITRINE_PUBLIC_URL", "https://www.exemplo.com.br");
    assert_eq!(warnings(&[all_interfaces, https]), "");
    assert_eq!(warnings(&[]), "", "a server on a local address logs no warning");
}

#[tokio::test]
async fn new_database_beside_an_existing_key_logs_a_warning() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let data_dir = folder.0.to_str().unwrap();
    let migrate = |url: &str| {
        let mut command = command(&folder, url);
        command.env_remove("VITRINE_SECRET_KEY").env("VITRINE_DATA_DIR", data_dir).arg("migrate");
        String::from_utf8(command.output().unwrap().stderr).unwrap()
    };
    for _ in 0..2 {
        let log = migrate(&url);
        assert!(!log.contains("a new site is created"), "{log}");
    }
    let other = Folder::new();
    let log = migrate(&new_database(&other).await);
    assert!(log.contains("a new site is created"), "{log}");
}

#[test]
fn invalid_configuration_is_explained() {
    let folder = Folder::new();
    let mut command = command(&folder, "mysql://nowhere");
    let output = command.arg("serve").env("VITRINE_ADDR", "here").output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(error.contains("VITRINE_ADDR") && error.contains("VITRINE_DATABASE_URL"), "{error}");
}

#[test]
fn invalid_first_administrator_is_explained() {
    let folder = Folder::new();
    let serve = |email: &str, password: &str| {
        let mut command = command(&folder, &format!("sqlite:{}", folder.0.join("test.db").display()));
        command.arg("serve").env("VITRINE_ADMIN_EMAIL", email).env("VITRINE_ADMIN_PASSWORD", password);
        let output = command.env("VITRINE_HSTS", "all").output().unwrap();
        assert!(!output.status.success());
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains("- VITRINE_HSTS: "), "other problems are reported, too: {error}");
        assert!(!folder.0.join("test.db").exists(), "nothing is created");
        error
    };
    let error = serve(ADMIN, "curta");
    assert!(error.contains("- VITRINE_ADMIN_PASSWORD: ") && error.contains("pelo menos 12"), "{error}");
    assert!(!error.contains("VITRINE_ADMIN_EMAIL"), "{error}");
    let error = serve("ninguém", "12345678901");
    assert!(
        error.contains("- VITRINE_ADMIN_EMAIL: ") && error.contains("- VITRINE_ADMIN_PASSWORD: "),
        "{error}"
    );
    assert!(!error.contains("12345678901"), "{error}");
}

#[test]
fn env_file_of_the_working_directory_is_read_and_checked() {
    let folder = Folder::new();
    let inner = folder.0.join("inner");
    std::fs::create_dir(&inner).unwrap();
    // Runs a command with a `.env` in the working directory. Returns whether the configuration is accepted, and the error.
    let run = |file: Option<&str>| {
        if let Some(text) = file {
            std::fs::write(inner.join(".env"), text).unwrap();
        }
        let mut command = program(&folder);
        command.env("VITRINE_DATA_DIR", &folder.0).env_remove("VITRINE_ADDR").current_dir(&inner);
        let output = command.args(["admin", "disable-2fa", "--email", ADMIN]).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        (error.contains("no account"), error)
    };
    let (is_accepted, error) = run(None);
    assert!(!is_accepted && error.contains("there is no database at"), "{error}");
    assert!(!folder.0.join("vitrine.db").exists() && !folder.0.join("secret.key").exists());
    let mut migrate = program(&folder);
    migrate.env("VITRINE_DATA_DIR", &folder.0).current_dir(&inner).arg("migrate");
    assert!(migrate.output().unwrap().status.success());
    std::fs::write(folder.0.join(".env"), "VITRINE_ADDR=here\n").unwrap();
    let (is_accepted, error) = run(None);
    assert!(is_accepted, "the .env of a parent folder is ignored: {error}");
    let quoted = "VITRINE_SMTP_URL=smtp://host\nVITRINE_MAIL_FROM='Exemplo TI <ti@exemplo.com.br>'\n";
    let (is_accepted, error) = run(Some(quoted));
    assert!(is_accepted, "{error}");
    let (is_accepted, error) = run(Some("VITRINE_ADDR=there\n"));
    assert!(!is_accepted && error.contains("VITRINE_ADDR: expected") && error.contains("'there'"), "{error}");
    let unquoted = "# mail\nVITRINE_MAIL_FROM=Exemplo TI <ti@exemplo.com.br>\nVITRINE_ADDR=there\n";
    let (is_accepted, error) = run(Some(unquoted));
    assert!(!is_accepted && error.contains(".env, line 2 (VITRINE_MAIL_FROM)"), "{error}");
}

#[test]
fn file_in_place_of_the_data_folder_is_explained() {
    let folder = Folder::new();
    let data = folder.0.join("data");
    std::fs::write(&data, "").unwrap();
    let output =
        command(&folder, &format!("sqlite:{}/test.db", data.display())).arg("migrate").output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("data is a file, but must be a folder"), "{error}");
}

#[test]
fn fatal_error_is_a_line_of_the_json_log() {
    let folder = Folder::new();
    let mut command = command(&folder, "mysql://nowhere");
    let output = command.arg("serve").env("VITRINE_LOG_FORMAT", "json").output().unwrap();
    let line: Value = serde_json::from_slice(&output.stderr).expect("one line of JSON");
    let cause = line["fields"]["cause"].as_str().unwrap();
    assert!(line["level"] == "ERROR" && cause.contains("VITRINE_DATABASE_URL"), "{line}");
}
