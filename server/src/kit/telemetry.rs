//! Structured logs on standard error: text for people, or one JSON object a line.

use std::io::IsTerminal;

use tracing_subscriber::{EnvFilter, fmt, prelude::*};

pub fn start(json: bool) {
    let filter = EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn,sea_orm=warn,sea_orm_migration=warn"));
    let registry = tracing_subscriber::registry().with(filter);
    if json {
        registry.with(fmt::layer().json().with_writer(std::io::stderr)).init();
    } else {
        let colours = std::io::stderr().is_terminal();
        registry.with(fmt::layer().with_target(false).with_ansi(colours).with_writer(std::io::stderr)).init();
    }
}
