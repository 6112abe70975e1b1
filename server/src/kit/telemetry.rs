//! Structured logs on standard error: text for people, or one JSON object a line.

use std::{env, io::IsTerminal};

use tracing_subscriber::{EnvFilter, filter::LevelFilter, fmt, prelude::*};

const DEFAULT: &str = "info,sqlx=warn,sea_orm=warn,sea_orm_migration=warn";

/// Starts logging what `RUST_LOG` asks for. Without it, or if it can't be read, the default is logged.
pub fn start(json: bool) {
    let asked = env::var(EnvFilter::DEFAULT_ENV).unwrap_or_default();
    let (filter, problem) = filter(&asked);
    let registry = tracing_subscriber::registry().with(filter);
    if json {
        registry.with(fmt::layer().json().with_writer(std::io::stderr)).init();
    } else {
        let colours = std::io::stderr().is_terminal();
        registry.with(fmt::layer().with_target(false).with_ansi(colours).with_writer(std::io::stderr)).init();
    }
    if let Some(problem) = problem {
        tracing::warn!(%problem, "RUST_LOG can't be read: logging {DEFAULT}");
    }
}

/// The filter for a value of `RUST_LOG`, and what is wrong with that value.
fn filter(asked: &str) -> (EnvFilter, Option<String>) {
    let default = || EnvFilter::new(DEFAULT);
    if asked.trim().is_empty() {
        return (default(), None);
    }
    if let Some(part) = asked.split(',').find(|part| is_misspelled(part)) {
        return (default(), Some(format!("'{}' is neither a level nor module=level", part.trim())));
    }
    match EnvFilter::try_new(asked) {
        Ok(filter) => (filter, None),
        Err(problem) => (default(), Some(problem.to_string())),
    }
}

/// Whether a part is neither a level nor `module=level`. `EnvFilter` takes such a word for the name of a module, and logs
/// nothing of all others.
fn is_misspelled(part: &str) -> bool {
    let part = part.trim();
    let is_level = part.is_empty() || part.parse::<LevelFilter>().is_ok();
    let names_module = part.contains(['=', '[', ':']) || part.starts_with("vitrine");
    !is_level && (!names_module || (part.contains(' ') && !part.contains('[')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_log_filter_is_reported_and_replaced_by_the_default() {
        for asked in ["", "debug", "info,sqlx=warn", "vitrine::mail", "info,vitrine"] {
            assert!(filter(asked).1.is_none(), "{asked}");
        }
        for asked in ["info,vitrine=loud", "inf", "info sqlx=warn", "debgu,sqlx=warn"] {
            let (used, problem) = filter(asked);
            assert!(problem.is_some(), "{asked}");
            assert_eq!(used.to_string(), EnvFilter::new(DEFAULT).to_string());
        }
    }
}
