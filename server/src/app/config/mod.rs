//! Reads the configuration from environment variables. Reports all invalid variables at once.

use std::{
    cell::RefCell,
    collections::BTreeSet,
    env,
    ffi::OsString,
    net::{IpAddr, SocketAddr},
    path::{Path, PathBuf},
};

use ipnet::IpNet;
use url::Url;

use crate::platform::{
    crypto::secret_key::SecretKey, db::DEFAULT_CONNECTIONS, listener::client_ip::TrustedProxies,
    telemetry::LogFormat,
};

mod env_file;
pub mod first_admin;
pub mod mail;
pub mod mailbox;
pub mod media;
mod reader;
mod unknown;

use first_admin::FirstAdmin;
use mail::MailConfig;
use mailbox::MailboxConfig;
use media::MediaConfig;
use reader::Reader;

/// The validated configuration of the program.
#[derive(Clone, Debug)]
pub struct Config {
    /// `VITRINE_ADDR`: the address and port to listen on. Default `127.0.0.1:8080`.
    pub addr: SocketAddr,
    /// `VITRINE_PUBLIC_URL`: the address of the site, such as `https://www.exemplo.com.br`. Default: none. The server then
    /// accepts requests for any host, which is suitable only for trials.
    pub public_url: Option<Url>,
    /// `VITRINE_DATA_DIR`: the folder of the database, uploaded files and the secret key. Default `./data`.
    pub data_dir: PathBuf,
    /// `VITRINE_SECRET_KEY`: at least 32 random bytes as base64 or hex. Default: a key that the first start creates in
    /// `secret.key` of `VITRINE_DATA_DIR`.
    pub secret_key: Option<SecretKey>,
    /// `VITRINE_DATABASE_URL`: `sqlite:PATH`, `postgres://…` or `postgresql://…`. Default: `vitrine.db` in
    /// `VITRINE_DATA_DIR`.
    pub database_url: String,
    /// `VITRINE_DATABASE_CONNECTIONS`: maximum number of connections to PostgreSQL, half of them for reading, 1 to 1000.
    /// Default 20. Ignored with SQLite.
    pub database_connections: u32,
    /// `VITRINE_MEDIA_URL`: the store of uploaded files, `s3://BUCKET/FOLDER`, with the variables of S3 clients:
    /// `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, `AWS_REGION` and, for other servers than Amazon's,
    /// `AWS_ENDPOINT_URL`. Default: the folder `media` in `VITRINE_DATA_DIR`.
    pub media: MediaConfig,
    /// `VITRINE_TRUSTED_PROXIES`: networks whose `X-Forwarded-For` is trusted, separated by commas. Default: none.
    pub trusted_proxies: TrustedProxies,
    /// `VITRINE_HSTS`: `host`, `subdomains` or `preload`. Default `host`.
    pub hsts_scope: HstsScope,
    /// `VITRINE_RATE_LIMITS`: `on`, or `off` for load tests. Default `on`.
    pub rate_limits: bool,
    /// `VITRINE_ADMIN_EMAIL` and `VITRINE_ADMIN_PASSWORD`: the account that `serve` creates on a site without an administrator. Set
    /// both or neither. Default: none.
    pub first_admin: Option<FirstAdmin>,
    /// `VITRINE_VISITOR_PASSWORD_MIN`: minimum number of characters of visitors' passwords, 6 to 64. Default 6. Passwords of
    /// staff need at least 12.
    pub visitor_password_min: usize,
    /// `VITRINE_SMTP_URL`: the mail server, `smtps://user:password@host`, `smtp://user:password@host:587` for STARTTLS, or
    /// `smtp://host:25?tls=none` without encryption. With `VITRINE_MAIL_FROM`, the sender, such as
    /// `Exemplo TI <contato@exemplo.com.br>`. Default: none, and mail waits in the outbox.
    pub mail: Option<MailConfig>,
    /// `VITRINE_IMAP_URL`: the mailbox in which replies of customers arrive, `imaps://user:password@host/FOLDER`,
    /// `imap://user:password@host` for STARTTLS, or `imap://user:password@127.0.0.1?tls=none` for a server on the same machine.
    /// Default: none. With it, `VITRINE_IMAP_ADDRESS`: the address of the mailbox, by default that of `VITRINE_MAIL_FROM`;
    /// `VITRINE_IMAP_TOKENS`: `on` if its server accepts `name+anything@domain`, default `off`; `VITRINE_IMAP_TRUSTED_SERVER`: the
    /// name of the company's own server in `Authentication-Results`, default none; and `VITRINE_IMAP_NEW_CONTACTS`: `on` if mail
    /// of unknown senders becomes a contact, default `off`.
    pub mailbox: Option<MailboxConfig>,
    /// `VITRINE_MAIL`: `on` or `off`. `off` sends and reads no mail, whatever else is configured, for a copy of a site. Default `on`.
    pub uses_mail: bool,
    /// `VITRINE_LOG_FORMAT`: `text` or `json`. Default `text`. The filter is in `RUST_LOG`, default `info`.
    pub log_format: LogFormat,
    /// `VITRINE_DEV_ASSETS`: the URL of Vite's development server. Only for development: unknown to a release build. Default: none.
    pub dev_assets: Option<Url>,
    /// `VITRINE_RENDER_FAULT`: `throw`, `loop` or `memory`. Only for tests: unknown to a release build. Default: none.
    pub render_fault: Option<RenderFault>,
    /// `VITRINE_DNS_SERVER`: asked about the sender's domain instead of the system's name servers. Only in debug builds, for tests.
    pub dns_server: Option<SocketAddr>,
    /// `VITRINE_PUSH_TEST_SERVER`: a URL of a push service whose addresses are accepted without further checks. Only in debug builds, for
    /// tests.
    pub push_test_server: Option<Url>,
}

/// The hosts for which browsers require https, for two years after each visit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HstsScope {
    /// The host of the site.
    #[default]
    Host,
    /// Also its subdomains.
    Subdomains,
    /// Also its subdomains, and before the first visit: allows browser vendors to add the host to their preload lists.
    Preload,
}

/// The way in which every render fails, for tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RenderFault {
    Throw,
    Loop,
    Memory,
}

/// All problems of the configuration. Each names its variable.
#[derive(Debug, thiserror::Error)]
#[error("the configuration is invalid:\n  - {}", .0.join("\n  - "))]
pub struct ConfigError(Vec<String>);

impl ConfigError {
    #[must_use]
    pub fn new(problems: Vec<String>) -> Self {
        Self(problems)
    }
}

impl Config {
    /// Reads the environment and, for variables that are not set, a `.env` file in the working directory. `check_admin` returns
    /// the problems of the first administrator.
    ///
    /// # Errors
    /// Fails if variables are invalid, or `.env` can't be read.
    pub fn from_env(check_admin: impl FnOnce(&FirstAdmin) -> Vec<String>) -> Result<Self, ConfigError> {
        env_file::load(Path::new(".env"))?;
        Self::read_checked(|name| env::var_os(name), check_admin)
    }

    /// Returns the variables in the environment that begin with `VITRINE_` but that the program doesn't know, each with the
    /// most similar known name, if there is one.
    #[must_use]
    pub fn unknown_variables() -> Vec<(String, Option<String>)> {
        // The known variables are those that `read` asks for.
        let known = RefCell::new(BTreeSet::new());
        let _ = Self::read(|name| {
            known.borrow_mut().insert(name.to_owned());
            None::<OsString>
        });
        let names = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        unknown::find(names, &known.into_inner())
    }

    /// Reads the configuration. `variable` returns the value of a variable.
    ///
    /// Always reads every known `VITRINE_` variable, even if the values of others make it irrelevant, because
    /// [`Self::unknown_variables`] treats the variables that are not read as unknown.
    pub fn read<V: Into<OsString>>(variable: impl Fn(&str) -> Option<V>) -> Result<Self, ConfigError> {
        Self::read_checked(variable, |_| Vec::new())
    }

    fn read_checked<V: Into<OsString>>(
        variable: impl Fn(&str) -> Option<V>,
        check_admin: impl FnOnce(&FirstAdmin) -> Vec<String>,
    ) -> Result<Self, ConfigError> {
        let mut reader = Reader::new(|name: &str| variable(name).map(Into::into));
        let data_dir = PathBuf::from(reader.text("VITRINE_DATA_DIR").unwrap_or_else(|| "data".into()));
        let config = Self {
            addr: reader
                .parsed("VITRINE_ADDR", "an address and port such as 127.0.0.1:8080")
                .unwrap_or(SocketAddr::from(([127, 0, 0, 1], 8080))),
            public_url: reader.http_url("VITRINE_PUBLIC_URL"),
            data_dir: data_dir.clone(),
            secret_key: reader.secret(
                "VITRINE_SECRET_KEY",
                "at least 32 random bytes as base64 or hex, not only zeros",
                SecretKey::parse,
            ),
            database_url: reader.database_url(&data_dir),
            database_connections: reader.number(
                "VITRINE_DATABASE_CONNECTIONS",
                1..=1000,
                DEFAULT_CONNECTIONS,
            ),
            media: reader.media(&data_dir),
            trusted_proxies: reader.trusted_proxies(),
            hsts_scope: reader.hsts_scope(),
            rate_limits: reader
                .choice("VITRINE_RATE_LIMITS", &[("on", true), ("off", false)])
                .unwrap_or(true),
            first_admin: reader.first_admin(),
            visitor_password_min: reader.number("VITRINE_VISITOR_PASSWORD_MIN", 6..=64, 6),
            mail: reader.mail(),
            mailbox: reader.mailbox(),
            uses_mail: reader.choice("VITRINE_MAIL", &[("on", true), ("off", false)]).unwrap_or(true),
            log_format: reader
                .choice("VITRINE_LOG_FORMAT", &[("text", LogFormat::Text), ("json", LogFormat::Json)])
                .unwrap_or_default(),
            dev_assets: if cfg!(debug_assertions) { reader.http_url("VITRINE_DEV_ASSETS") } else { None },
            render_fault: if cfg!(debug_assertions) { reader.render_fault() } else { None },
            push_test_server: if cfg!(debug_assertions) {
                reader.http_url("VITRINE_PUSH_TEST_SERVER")
            } else {
                None
            },
            dns_server: if cfg!(debug_assertions) {
                reader.parsed("VITRINE_DNS_SERVER", "an address and port such as 127.0.0.1:53")
            } else {
                None
            },
        };
        reader.problems.extend(config.first_admin.as_ref().map(check_admin).unwrap_or_default());
        if reader.problems.is_empty() { Ok(config) } else { Err(ConfigError(reader.problems)) }
    }

    /// Returns scheme, host and port of the public URL, without a slash at the end. Without a public URL: `http://` and the
    /// address of the listener, for trials.
    #[must_use]
    pub fn origin(&self) -> String {
        match &self.public_url {
            Some(url) => url.origin().ascii_serialization(),
            None => format!("http://{}", self.addr),
        }
    }

    /// Returns the host of the public URL without `www.`, for display; empty without a public URL.
    #[must_use]
    pub fn host(&self) -> &str {
        let host = self.public_url.as_ref().and_then(Url::host_str).unwrap_or("");
        host.strip_prefix("www.").unwrap_or(host)
    }

    /// Returns the value of `Strict-Transport-Security`, or `None` without https.
    #[must_use]
    pub fn hsts(&self) -> Option<&'static str> {
        self.is_https().then_some(match self.hsts_scope {
            HstsScope::Host => "max-age=63072000",
            HstsScope::Subdomains => "max-age=63072000; includeSubDomains",
            HstsScope::Preload => "max-age=63072000; includeSubDomains; preload",
        })
    }

    /// Returns whether the public URL is https.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.scheme() == "https")
    }
}

impl<F: Fn(&str) -> Option<OsString>> Reader<F> {
    fn database_url(&mut self, data_dir: &Path) -> String {
        let is_valid = |url: &str| match url.strip_prefix("sqlite:") {
            Some(path) => {
                let path = path.trim_start_matches('/');
                !path.is_empty() && !path.starts_with(':') && !path.contains('?')
            }
            None => ["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme)),
        };
        let parse = |url: &str| is_valid(url).then(|| url.to_owned());
        self.secret("VITRINE_DATABASE_URL", "sqlite:PATH without parameters, or postgres://…", parse)
            .unwrap_or_else(|| format!("sqlite:{}", data_dir.join("vitrine.db").display()))
    }

    fn trusted_proxies(&mut self) -> TrustedProxies {
        let network =
            |part: &str| part.parse::<IpNet>().or_else(|_| part.parse::<IpAddr>().map(IpNet::from)).ok();
        let parse = |text: &str| {
            let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
            parts.map(network).collect::<Option<Vec<_>>>().map(TrustedProxies::new)
        };
        let expected = "addresses or networks such as 10.0.0.0/8";
        self.value("VITRINE_TRUSTED_PROXIES", expected, parse).unwrap_or_default()
    }

    fn hsts_scope(&mut self) -> HstsScope {
        let scopes = [
            ("host", HstsScope::Host),
            ("subdomains", HstsScope::Subdomains),
            ("preload", HstsScope::Preload),
        ];
        self.choice("VITRINE_HSTS", &scopes).unwrap_or_default()
    }

    fn render_fault(&mut self) -> Option<RenderFault> {
        let faults =
            [("throw", RenderFault::Throw), ("loop", RenderFault::Loop), ("memory", RenderFault::Memory)];
        self.choice("VITRINE_RENDER_FAULT", &faults)
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStringExt;

    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Config, ConfigError> {
        let find =
            |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        Config::read(find)
    }

    #[test]
    fn missing_variables_have_their_defaults() {
        let config = read(&[]).expect("defaults");
        assert_eq!(config.addr.to_string(), "127.0.0.1:8080");
        assert_eq!(config.database_url, "sqlite:data/vitrine.db");
        assert!(config.rate_limits && !config.is_https());
    }

    #[test]
    fn variable_that_is_not_text_is_reported_once() {
        let not_text = OsString::from_vec(b"https://exemplo\xff.com.br".to_vec());
        for name in ["VITRINE_PUBLIC_URL", "VITRINE_SMTP_URL"] {
            let error = Config::read(|asked| (asked == name).then(|| not_text.clone())).expect_err(name);
            assert_eq!(error.0, [format!("{name}: expected text in UTF-8, found other bytes")]);
        }
    }

    #[test]
    fn database_url_needs_a_path_and_sqlite_takes_no_parameters() {
        for url in ["sqlite:data/site.db", "sqlite:///srv/site.db", "postgres://host/db?sslmode=require"] {
            assert_eq!(read(&[("VITRINE_DATABASE_URL", url)]).expect(url).database_url, url);
        }
        for url in ["sqlite:", "sqlite://", "sqlite::memory:", "sqlite:site.db?mode=ro"] {
            let error = read(&[("VITRINE_DATABASE_URL", url)]).expect_err(url).to_string();
            assert!(error.contains("VITRINE_DATABASE_URL: expected sqlite:PATH"), "{error}");
        }
    }

    #[test]
    fn problems_of_the_first_administrator_are_reported_with_the_others() {
        let variables = [
            ("VITRINE_ADDR", "8080"),
            ("VITRINE_ADMIN_EMAIL", "ana@exemplo.com.br"),
            ("VITRINE_ADMIN_PASSWORD", "curta"),
        ];
        let find = |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
        let check = |admin: &FirstAdmin| vec![format!("VITRINE_ADMIN_PASSWORD: {} is short", admin.email)];
        let error = Config::read_checked(find, check).expect_err("invalid");
        assert_eq!(error.0.len(), 2, "{error}");
    }

    #[test]
    fn all_invalid_variables_are_reported_without_secrets() {
        let error = read(&[
            ("VITRINE_ADDR", "8080"),
            ("VITRINE_PUBLIC_URL", "https://exemplo.com.br/site"),
            ("VITRINE_DATABASE_URL", "mysql://user:secret@host/db"),
            ("VITRINE_DATABASE_CONNECTIONS", "0"),
            ("VITRINE_RATE_LIMITS", "no"),
            ("VITRINE_VISITOR_PASSWORD_MIN", "5"),
            ("VITRINE_ADMIN_EMAIL", "a@b.c"),
            ("VITRINE_TRUSTED_PROXIES", "10.0.0.0/8,proxy"),
            ("VITRINE_SECRET_KEY", "a secret too short"),
            ("VITRINE_SMTP_URL", "http://user:secret@host"),
            ("VITRINE_MAIL_FROM", "contato"),
            ("VITRINE_IMAP_URL", "imap://user:secret@host?tls=none"),
            ("VITRINE_IMAP_ADDRESS", "contato"),
            ("VITRINE_IMAP_TOKENS", "sim"),
            ("VITRINE_IMAP_NEW_CONTACTS", "sim"),
            ("VITRINE_MAIL", "sim"),
            ("VITRINE_MEDIA_URL", "s3://key:secret@bucket"),
            ("AWS_ENDPOINT_URL", "storage.exemplo.com.br"),
        ])
        .expect_err("invalid variables")
        .to_string();
        let reported = [
            "VITRINE_ADDR",
            "VITRINE_PUBLIC_URL",
            "VITRINE_DATABASE_URL",
            "VITRINE_DATABASE_CONNECTIONS",
            "VITRINE_RATE_LIMITS",
            "VITRINE_VISITOR_PASSWORD_MIN",
            "VITRINE_ADMIN_PASSWORD",
            "VITRINE_TRUSTED_PROXIES",
            "VITRINE_SECRET_KEY",
            "VITRINE_SMTP_URL",
            "VITRINE_MAIL_FROM",
            "VITRINE_IMAP_URL",
            "VITRINE_IMAP_ADDRESS",
            "VITRINE_IMAP_TOKENS",
            "VITRINE_IMAP_NEW_CONTACTS",
            "VITRINE_MAIL:",
            "VITRINE_MEDIA_URL",
            "AWS_ENDPOINT_URL",
        ];
        assert_eq!(error.matches("\n  - ").count(), reported.len(), "{error}");
        for name in reported {
            assert!(error.contains(name), "{name} in {error}");
        }
        assert!(!error.contains("secret"), "values that may contain a secret are not repeated: {error}");
    }
}
