//! The configuration in the environment. Invalid variables are all reported at the start.

use std::{
    cell::RefCell,
    collections::BTreeSet,
    env,
    net::{IpAddr, SocketAddr},
    path::{Path, PathBuf},
};

use ipnet::IpNet;
use lettre::message::Mailbox;
use url::Url;

use crate::platform::{client_ip::TrustedProxies, db::DEFAULT_CONNECTIONS, secret_key::SecretKey};

mod env_file;
pub mod mail;
pub mod media;
mod unknown;

use mail::MailConfig;
use media::{MediaConfig, S3Config};

#[derive(Clone, Debug)]
pub struct Config {
    /// `VITRINE_ADDR`: where to listen. Default `127.0.0.1:8080`.
    pub addr: SocketAddr,
    /// `VITRINE_PUBLIC_URL`: the address of the site, such as `https://www.exemplo.com.br`. Default: any host that visitors
    /// request, which is suitable only for trials.
    pub public_url: Option<Url>,
    /// `VITRINE_DATA_DIR`: the folder of all files. Default `./data`.
    pub data_dir: PathBuf,
    /// `VITRINE_SECRET_KEY`: at least 32 random bytes as base64 or hex. Default: a key that the first start creates in
    /// `secret.key` of `VITRINE_DATA_DIR`.
    pub secret_key: Option<SecretKey>,
    /// `VITRINE_DATABASE_URL`: `sqlite:PATH` or `postgres://…`. Default: `vitrine.db` in `VITRINE_DATA_DIR`.
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
    /// `VITRINE_HSTS`: where browsers enforce https, for two years: `host` (default) for this host, `subdomains` also for its
    /// subdomains, `preload` also with the lists built into browsers.
    pub hsts_scope: Option<String>,
    /// `VITRINE_RATE_LIMITS`: `on` (default), or `off` for load tests.
    pub rate_limits: bool,
    /// `VITRINE_ADMIN_EMAIL` with `VITRINE_ADMIN_PASSWORD`: the administrator that is created if there is none.
    pub first_admin: Option<FirstAdmin>,
    /// `VITRINE_VISITOR_PASSWORD_MIN`: minimum number of characters of visitors' passwords, 6 to 64. Default 6. Passwords of
    /// staff need at least 12.
    pub visitor_password_min: usize,
    /// `VITRINE_SMTP_URL`: the mail server, `smtps://user:password@host`, `smtp://user:password@host:587` for STARTTLS, or
    /// `smtp://host:25?tls=none` without encryption. With `VITRINE_MAIL_FROM`, the sender, such as
    /// `Exemplo TI <contato@exemplo.com.br>`. Default: none, and mail waits in the outbox.
    pub mail: Option<MailConfig>,
    /// `VITRINE_LOG_FORMAT`: `text` (default) or `json`. `RUST_LOG` has the filter, default `info`.
    pub log_json: bool,
    /// `VITRINE_DEV_ASSETS`: the URL of Vite's development server. Only for development.
    pub dev_assets: Option<Url>,
    /// `VITRINE_RENDER_FAULT`: `throw`, `loop` or `memory` makes all renders fail in this way. Only for tests.
    pub render_fault: Option<String>,
}

#[derive(Clone)]
pub struct FirstAdmin {
    pub email: String,
    pub password: String,
}

impl std::fmt::Debug for FirstAdmin {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("FirstAdmin").field("email", &self.email).finish_non_exhaustive()
    }
}

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
    /// Reads the environment and, for variables that are not set, a `.env` file in the working directory.
    pub fn from_env() -> Result<Self, ConfigError> {
        env_file::load(Path::new(".env"))?;
        Self::read(|name| env::var(name).ok())
    }

    /// Returns the set variables that begin with `VITRINE_` but have no effect, each with the most similar one that has.
    #[must_use]
    pub fn unknown_variables() -> Vec<(String, Option<String>)> {
        let known = RefCell::new(BTreeSet::new());
        let _ = Self::read(|name| {
            known.borrow_mut().insert(name.to_owned());
            None
        });
        let names = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        unknown::unknown(names, &known.into_inner())
    }

    /// Reads the configuration. `variable` returns the value of a variable.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
        let mut reader = Reader { variable, problems: Vec::new() };
        let data_dir = PathBuf::from(reader.text("VITRINE_DATA_DIR").unwrap_or_else(|| "data".into()));
        let config = Self {
            addr: reader
                .parsed("VITRINE_ADDR", "an address and port such as 127.0.0.1:8080")
                .unwrap_or(SocketAddr::from(([127, 0, 0, 1], 8080))),
            public_url: reader.http_url("VITRINE_PUBLIC_URL"),
            secret_key: reader.secret_key(),
            database_url: reader.database_url(&data_dir),
            database_connections: reader.database_connections(),
            media: reader.media(&data_dir),
            data_dir,
            trusted_proxies: reader.networks("VITRINE_TRUSTED_PROXIES"),
            hsts_scope: reader.choice("VITRINE_HSTS", &["host", "subdomains", "preload"]),
            rate_limits: reader.switch("VITRINE_RATE_LIMITS", true),
            first_admin: reader.first_admin(),
            visitor_password_min: reader.visitor_password_min(),
            mail: reader.mail(),
            log_json: reader.choice("VITRINE_LOG_FORMAT", &["text", "json"]).as_deref() == Some("json"),
            dev_assets: reader.http_url("VITRINE_DEV_ASSETS"),
            render_fault: reader.choice("VITRINE_RENDER_FAULT", &["throw", "loop", "memory"]),
        };
        if reader.problems.is_empty() { Ok(config) } else { Err(ConfigError(reader.problems)) }
    }

    /// Returns scheme, host and port of the site, without a slash at the end.
    #[must_use]
    pub fn origin(&self) -> String {
        match &self.public_url {
            Some(url) => url.origin().ascii_serialization(),
            None => format!("http://{}", self.addr),
        }
    }

    /// Returns the host of the site without `www.`; empty without a public URL.
    #[must_use]
    pub fn host(&self) -> &str {
        let host = self.public_url.as_ref().and_then(Url::host_str).unwrap_or("");
        host.strip_prefix("www.").unwrap_or(host)
    }

    /// Returns the value of `Strict-Transport-Security`, or `None` without https.
    #[must_use]
    pub fn hsts(&self) -> Option<&'static str> {
        self.is_https().then_some(match self.hsts_scope.as_deref() {
            Some("preload") => "max-age=63072000; includeSubDomains; preload",
            Some("subdomains") => "max-age=63072000; includeSubDomains",
            _ => "max-age=63072000",
        })
    }

    /// Returns whether the public URL is https.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.scheme() == "https")
    }
}

fn is_origin(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
        && url.as_str() == format!("{}/", url.origin().ascii_serialization())
        && !url.host_str().is_some_and(|host| host.ends_with('.'))
}

struct Reader<F> {
    variable: F,
    problems: Vec<String>,
}

impl<F: Fn(&str) -> Option<String>> Reader<F> {
    /// Returns the value of a variable. An empty variable counts as unset.
    fn text(&self, name: &str) -> Option<String> {
        (self.variable)(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
    }

    fn problem<T>(&mut self, name: &str, expected: &str, found: &str) -> Option<T> {
        self.problems.push(format!("{name}: expected {expected}, found '{found}'"));
        None
    }

    fn parsed<T: std::str::FromStr>(&mut self, name: &str, expected: &str) -> Option<T> {
        let value = self.text(name)?;
        value.parse().ok().or_else(|| self.problem(name, expected, &value))
    }

    fn choice(&mut self, name: &str, choices: &[&str]) -> Option<String> {
        let value = self.text(name)?;
        if choices.contains(&value.as_str()) {
            return Some(value);
        }
        self.problem(name, &choices.join(" or "), &value)
    }

    fn switch(&mut self, name: &str, default: bool) -> bool {
        self.choice(name, &["on", "off"]).map_or(default, |value| value == "on")
    }

    fn http_url(&mut self, name: &str) -> Option<Url> {
        let expected = "an http or https address without user, path, query or a dot at the end of its host";
        let value = self.text(name)?;
        match Url::parse(&value) {
            Ok(url) if is_origin(&url) => Some(url),
            _ => self.problem(name, expected, &value),
        }
    }

    fn secret_key(&mut self) -> Option<SecretKey> {
        let name = "VITRINE_SECRET_KEY";
        let value = self.text(name)?;
        // The value is not repeated, because it may be a secret with a typo.
        let expected = "at least 32 random bytes as base64 or hex";
        SecretKey::parse(&value).or_else(|| self.problem(name, expected, "something else"))
    }

    fn database_url(&mut self, data_dir: &Path) -> String {
        let name = "VITRINE_DATABASE_URL";
        match self.text(name) {
            None => format!("sqlite:{}", data_dir.join("vitrine.db").display()),
            Some(url)
                if ["sqlite:", "postgres://", "postgresql://"].iter().any(|start| url.starts_with(start)) =>
            {
                url
            }
            // The value is not repeated, because it may contain a password.
            Some(_) => {
                self.problem(name, "sqlite:PATH or postgres://…", "something else").unwrap_or_default()
            }
        }
    }

    fn database_connections(&mut self) -> u32 {
        let (name, expected) = ("VITRINE_DATABASE_CONNECTIONS", "a number from 1 to 1000");
        match self.parsed(name, expected).unwrap_or(DEFAULT_CONNECTIONS) {
            connections @ 1..=1000 => connections,
            other => self.problem(name, expected, &other.to_string()).unwrap_or(DEFAULT_CONNECTIONS),
        }
    }

    fn media(&mut self, data_dir: &Path) -> MediaConfig {
        let folder = MediaConfig::Folder(data_dir.join("media"));
        let Some(url) = self.text("VITRINE_MEDIA_URL") else { return folder };
        let options: Vec<_> =
            media::VARIABLES.into_iter().filter_map(|(name, key)| Some((key, self.text(name)?))).collect();
        if self.text("AWS_ACCESS_KEY_ID").is_some() != self.text("AWS_SECRET_ACCESS_KEY").is_some() {
            self.problems.push("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY go together".into());
        }
        self.http_url("AWS_ENDPOINT_URL");
        // The value is not repeated, because it may contain a secret.
        S3Config::parse(&url, options)
            .map(MediaConfig::S3)
            .or_else(|| self.problem("VITRINE_MEDIA_URL", media::MEDIA_URL, "something else"))
            .unwrap_or(folder)
    }

    fn networks(&mut self, name: &str) -> TrustedProxies {
        let value = self.text(name).unwrap_or_default();
        let parts = value.split(',').map(str::trim).filter(|part| !part.is_empty());
        let networks =
            parts.map(|part| part.parse::<IpNet>().or_else(|_| part.parse::<IpAddr>().map(IpNet::from)));
        match networks.collect::<Result<Vec<_>, _>>() {
            Ok(networks) => TrustedProxies::new(networks),
            Err(_) => {
                self.problem(name, "addresses or networks such as 10.0.0.0/8", &value).unwrap_or_default()
            }
        }
    }

    fn mail(&mut self) -> Option<MailConfig> {
        let url = self.text("VITRINE_SMTP_URL");
        let from: Option<Mailbox> =
            self.parsed("VITRINE_MAIL_FROM", "an address such as Exemplo TI <contato@exemplo.com.br>");
        let (url, from) = match (url, from) {
            (Some(url), Some(from)) => (url, from),
            (Some(_), None) if self.text("VITRINE_MAIL_FROM").is_none() => {
                self.problems.push("VITRINE_SMTP_URL needs VITRINE_MAIL_FROM".into());
                return None;
            }
            _ => return None,
        };
        // What was found is not repeated: it may hold a password.
        MailConfig::parse(&url, from)
            .or_else(|| self.problem("VITRINE_SMTP_URL", mail::SMTP_URL, "something else"))
    }

    fn visitor_password_min(&mut self) -> usize {
        let (name, expected) = ("VITRINE_VISITOR_PASSWORD_MIN", "a number of characters from 6 to 64");
        match self.parsed(name, expected).unwrap_or(6) {
            min @ 6..=64 => min,
            other => self.problem(name, expected, &other.to_string()).unwrap_or(6),
        }
    }

    fn first_admin(&mut self) -> Option<FirstAdmin> {
        match (self.text("VITRINE_ADMIN_EMAIL"), self.text("VITRINE_ADMIN_PASSWORD")) {
            (Some(email), Some(password)) => Some(FirstAdmin { email, password }),
            (None, None) => None,
            _ => {
                self.problems.push("VITRINE_ADMIN_EMAIL and VITRINE_ADMIN_PASSWORD go together".into());
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Config, ConfigError> {
        let find =
            |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        Config::read(find)
    }

    #[test]
    fn empty_environment_gives_the_defaults() {
        let config = read(&[]).expect("defaults");
        assert_eq!(config.addr.to_string(), "127.0.0.1:8080");
        assert_eq!(config.database_url, "sqlite:data/vitrine.db");
        assert!(config.rate_limits && !config.is_https());
    }

    #[test]
    fn all_problems_are_reported_by_variable() {
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
            ("VITRINE_MAIL_FROM", "contato@exemplo.com.br"),
            ("VITRINE_MEDIA_URL", "s3://key:secret@bucket"),
            ("AWS_ENDPOINT_URL", "storage.exemplo.com.br"),
        ])
        .expect_err("twelve problems")
        .to_string();
        let names = [
            "ADDR",
            "PUBLIC_URL",
            "DATABASE_URL",
            "DATABASE_CONNECTIONS",
            "RATE_LIMITS",
            "VISITOR_PASSWORD_MIN",
            "ADMIN_PASSWORD",
            "TRUSTED_PROXIES",
            "SECRET_KEY",
            "SMTP_URL",
            "MEDIA_URL",
        ];
        assert_eq!(error.matches("\n  - ").count(), names.len() + 1, "{error}");
        assert!(error.contains("AWS_ENDPOINT_URL"), "{error}");
        for name in names {
            assert!(error.contains(&format!("VITRINE_{name}")), "{name} in {error}");
        }
        assert!(!error.contains("secret"), "{error}");
    }
}
