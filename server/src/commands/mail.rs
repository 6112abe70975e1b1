//! `vitrine mail`: for operators who have fixed the mail server.

use clap::Subcommand;

use super::with_app;
use crate::foundation::{identity::actor::Actor, mail::retry::retry_all};

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
        let retried = with_app(async |app| Ok(retry_all(app, &Actor::command_line()).await?)).await?;
        println!("{retried} messages are tried again by the running server, within seconds.");
        Ok(())
    }
}
