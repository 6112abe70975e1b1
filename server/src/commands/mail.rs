//! `vitrine mail`: for operators who have fixed the mail server.

use clap::Subcommand;

use crate::{
    app::App,
    audit::Actor,
    config::Config,
    kit::{clock::Clock, db::Database, telemetry},
    mail::retry::retry_all,
};

#[derive(Subcommand)]
pub(super) enum Mail {
    /// Try messages again that couldn't be sent. The running server sends them.
    Retry {
        /// All of them.
        #[arg(long, required = true)]
        all: bool,
    },
}

impl Mail {
    pub(super) async fn run(self) -> anyhow::Result<()> {
        let Self::Retry { all: _ } = self;
        let config = Config::from_env()?;
        telemetry::start(config.log_json);
        let db = Database::open_existing(&config.database_url, config.database_connections).await?;
        let app = App::new(config, db.clone(), Clock::system()).await?;
        let retried = retry_all(&app, &Actor::command_line()).await?;
        db.close().await;
        println!("{retried} messages are tried again by the running server, within seconds.");
        Ok(())
    }
}
