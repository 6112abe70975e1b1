//! `vitrine mail`: retries failed mail, for example after the mail server was repaired.

use clap::Subcommand;

use super::with_app;
use crate::foundation::{identity::actor::Actor, mail::retry::retry_all};

#[derive(Subcommand)]
pub(super) enum Mail {
    /// Queue failed messages again. The running server sends them.
    Retry {
        /// Retry all failed messages.
        #[arg(long, required = true)]
        all: bool,
    },
}

impl Mail {
    pub(super) async fn run(self) -> anyhow::Result<()> {
        let Self::Retry { all: _ } = self;
        let retried = with_app(async |app| Ok(retry_all(app, &Actor::command_line()).await?)).await?;
        println!("{retried} messages were queued again. The running server sends them within seconds.");
        Ok(())
    }
}
