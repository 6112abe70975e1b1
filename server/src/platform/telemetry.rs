//! Structured logs on standard error, as text or as one JSON object per line.

use std::{
    env,
    io::{self, IsTerminal, Write},
    panic,
};

use tracing_subscriber::{EnvFilter, filter::LevelFilter, fmt, prelude::*};

/// The default filter.
const DEFAULT: &str = "info,sqlx=warn,sea_orm=warn,sea_orm_migration=warn";

/// Format of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogFormat {
    #[default]
    Text,
    /// One JSON object per line.
    Json,
}

/// Starts logging with the filter in `RUST_LOG`, or with the default filter if the variable is unset or invalid.
pub fn start(format: LogFormat) {
    let value = env::var(EnvFilter::DEFAULT_ENV).unwrap_or_default();
    let (filter, problem) = filter(&value);
    let registry = tracing_subscriber::registry().with(filter);
    let layer = fmt::layer().with_writer(std::io::stderr);
    match format {
        LogFormat::Json => {
            registry.with(layer.json()).init();
            panic::set_hook(Box::new(|panic| tracing::error!(%panic, "a thread panicked")));
        }
        LogFormat::Text => {
            let colors = std::io::stderr().is_terminal();
            registry.with(layer.with_target(false).with_ansi(colors)).init();
        }
    }
    if let Some(problem) = problem {
        tracing::warn!(%problem, "RUST_LOG is invalid; logging with the default filter {DEFAULT}");
    }
}

/// Writes the error that ends the server to standard error, in the format of the log.
pub fn report_fatal(error: &anyhow::Error) {
    // Read from the environment, because an invalid configuration may be the error.
    if env::var("VITRINE_LOG_FORMAT").is_ok_and(|format| format.trim() == "json") {
        if !tracing::dispatcher::has_been_set() {
            start(LogFormat::Json);
        }
        tracing::error!(cause = format!("{error:#}"), "the server ended with an error");
    } else {
        let _ = writeln!(io::stderr(), "vitrine: {error:#}");
    }
}

/// Parses a value of `RUST_LOG`. Returns the default filter for a blank or invalid value, with the problem if it is invalid.
fn filter(value: &str) -> (EnvFilter, Option<String>) {
    let default = || EnvFilter::new(DEFAULT);
    if value.trim().is_empty() {
        return (default(), None);
    }
    let parts: Vec<&str> = value.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    if let Some(part) = parts.iter().find(|part| !is_directive(part)) {
        return (default(), Some(format!("'{part}' is neither a level nor module=level")));
    }
    match EnvFilter::try_new(parts.join(",")) {
        Ok(filter) => (filter, None),
        Err(problem) => (default(), Some(problem.to_string())),
    }
}

/// Returns whether a part is a level, `module=level`, a module of this program, or a filter on spans. `EnvFilter` would interpret
/// a misspelled level as a module, and log nothing else.
fn is_directive(part: &str) -> bool {
    // `LevelFilter` parses the empty text as `error`.
    let is_level = |text: &str| !text.is_empty() && text.parse::<LevelFilter>().is_ok();
    let is_name =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let is_module = |text: &str| text.split("::").all(is_name);
    if part.contains(['[', ']', '{', '}']) {
        // A filter on spans, which `EnvFilter` checks.
        return true;
    }
    match part.split_once('=') {
        Some((module, level)) => is_module(module) && is_level(level),
        None => is_level(part) || (is_module(part) && part.split("::").next() == Some("vitrine")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_log_filter_is_reported_and_replaced_by_the_default() {
        for asked in [
            "",
            "debug",
            "info,sqlx=warn",
            "vitrine::foundation::mail",
            "info,vitrine",
            "vitrine[request]=debug",
        ] {
            assert!(filter(asked).1.is_none(), "{asked}");
        }
        assert_eq!(
            filter(" debug , sqlx=warn ").0.to_string(),
            EnvFilter::new("debug,sqlx=warn").to_string()
        );
        for asked in [
            "info,vitrine=loud",
            "inf",
            "info sqlx=warn",
            "debgu,sqlx=warn",
            "info;sqlx=warn",
            "info:sqlx=warn",
            "vitrinedebug",
            "info=",
        ] {
            let (used, problem) = filter(asked);
            assert!(problem.is_some(), "{asked}");
            assert_eq!(used.to_string(), EnvFilter::new(DEFAULT).to_string());
        }
    }
}
