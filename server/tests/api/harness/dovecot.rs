//! A real IMAP server for tests: Dovecot from Debian, with its own configuration in a temporary folder. Mail is delivered by writing a
//! file into its mailbox.

use std::{
    fs,
    net::TcpListener,
    os::unix::fs::chown,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use tokio::{io::AsyncReadExt, net::TcpStream};
use vitrine::platform::id;

use super::Folder;

/// Set by `scripts/test` on machines on which Dovecot can't be installed.
const SKIP: &str = "VITRINE_TEST_DOVECOT";
const PROGRAMS: [&str; 2] = ["/usr/sbin/dovecot", "/usr/local/sbin/dovecot"];
/// The user of the server if the tests run as root, which Dovecot refuses for mailboxes.
const UNPRIVILEGED: (&str, &str) = ("nobody", "nogroup");
/// First of the numbers of tries to find a free port, and of tries to connect. Far above what a test needs.
const TRIES: usize = 600;

/// A running IMAP server with one mailbox.
pub struct Dovecot {
    child: Child,
    pub port: u16,
    folder: Folder,
    owner: Option<(u32, u32)>,
}

impl Dovecot {
    /// Starts a server. `None` if Dovecot is not installed and its tests are to be skipped.
    pub async fn start() -> Option<Self> {
        Self::start_with_tls(None).await
    }

    /// Starts a server, which requires TLS if there is a key and its certificate, in PEM.
    pub async fn start_with_tls(tls: Option<(&str, &str)>) -> Option<Self> {
        let Some(program) = PROGRAMS.iter().find(|path| Path::new(path).exists()) else {
            assert!(
                std::env::var(SKIP).as_deref() == Ok("skip"),
                "Dovecot is missing: install dovecot-imapd, or set {SKIP}=skip to leave out its tests"
            );
            return None;
        };
        let folder = Folder::new();
        let home = folder.0.clone();
        for name in ["tmp", "new", "cur", "run"] {
            fs::create_dir_all(if name == "run" { home.join(name) } else { home.join("mail").join(name) })
                .unwrap();
        }
        if let Some((key, certificate)) = tls {
            fs::write(home.join("key.pem"), key).unwrap();
            fs::write(home.join("certificate.pem"), certificate).unwrap();
        }
        // Below the ephemeral ports, so that no other test gets it before Dovecot starts.
        let port = (0..TRIES)
            .map(|_| 20_000 + u16::from_be_bytes(id::random_bytes()) % 12_000)
            .find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok())
            .expect("a free port");
        let owner = is_root().then(|| (number("-u"), number("-g")));
        fs::write(home.join("dovecot.conf"), configuration(&home, port, tls.is_some())).unwrap();
        if let Some((user, group)) = owner {
            for path in ["", "mail", "mail/tmp", "mail/new", "mail/cur", "run"] {
                chown(home.join(path), Some(user), Some(group)).unwrap();
            }
        }
        let mut command = Command::new(program);
        command.arg("-F").arg("-c").arg(home.join("dovecot.conf")).stdin(Stdio::null());
        let child = command.stdout(Stdio::null()).stderr(Stdio::inherit()).spawn().expect("Dovecot starts");
        let server = Self { child, port, folder, owner };
        server.wait_until_ready(tls.is_some()).await;
        Some(server)
    }

    async fn wait_until_ready(&self, has_tls: bool) {
        for _ in 0..TRIES {
            // With TLS, the client speaks first.
            if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)).await
                && (has_tls || stream.read(&mut [0]).await.is_ok())
            {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!(
            "Dovecot doesn't answer: {}",
            fs::read_to_string(self.folder.0.join("log")).unwrap_or_default()
        );
    }

    /// Returns the URL of the mailbox, without encryption.
    pub fn url(&self) -> String {
        format!("imap://contato:segredo@127.0.0.1:{}?tls=none", self.port)
    }

    /// Delivers a mail to the mailbox.
    pub fn deliver(&self, mail: impl AsRef<[u8]>) {
        let name = id::hex(&id::random_bytes::<16>());
        let path = self.mailbox().join("tmp").join(&name);
        fs::write(&path, mail).unwrap();
        if let Some((user, group)) = self.owner {
            chown(&path, Some(user), Some(group)).unwrap();
        }
        fs::rename(path, self.mailbox().join("new").join(name)).unwrap();
    }

    /// Makes the server renumber all mail, as after a restored backup.
    pub fn renumber(&self) {
        for entry in fs::read_dir(self.mailbox()).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                fs::remove_file(path).unwrap();
            }
        }
    }

    fn mailbox(&self) -> PathBuf {
        self.folder.0.join("mail")
    }
}

impl Drop for Dovecot {
    fn drop(&mut self) {
        // Its master process ends the others.
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}

fn configuration(home: &Path, port: u16, has_tls: bool) -> String {
    let home = home.display();
    let (user, group) = if is_root() {
        (UNPRIVILEGED.0.to_owned(), UNPRIVILEGED.1.to_owned())
    } else {
        (text("id", &["-un"]), text("id", &["-gn"]))
    };
    let ssl = if has_tls {
        format!("ssl = required\nssl_cert = <{home}/certificate.pem\nssl_key = <{home}/key.pem\n")
    } else {
        "ssl = no\n".to_owned()
    };
    let (plain, encrypted) = if has_tls { (0, port) } else { (port, 0) };
    format!(
        "base_dir = {home}/run\nstate_dir = {home}/run\nlog_path = {home}/log\nprotocols = imap\nlisten = 127.0.0.1\n{ssl}\
         disable_plaintext_auth = no\ndefault_internal_user = {user}\ndefault_internal_group = {group}\n\
         default_login_user = {user}\nmail_location = maildir:{home}/mail\nfirst_valid_uid = 1\nfirst_valid_gid = 1\n\
         passdb {{\n  driver = static\n  args = password=segredo\n}}\n\
         userdb {{\n  driver = static\n  args = uid={user} gid={group} home={home}\n}}\n\
         service imap-login {{\n  chroot =\n  inet_listener imap {{\n    port = {plain}\n  }}\n  \
         inet_listener imaps {{\n    port = {encrypted}\n    ssl = yes\n  }}\n}}\nservice anvil {{\n  chroot =\n}}\n"
    )
}

fn text(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

fn is_root() -> bool {
    text("id", &["-u"]) == "0"
}

/// Returns a number of the unprivileged user.
fn number(flag: &str) -> u32 {
    text("id", &[flag, UNPRIVILEGED.0]).parse().unwrap()
}
