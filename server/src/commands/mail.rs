//! `vitrine mail`: retries mail, for example after the mail server was repaired.

use clap::Subcommand;

use super::{print, with_app};
use crate::foundation::{identity::actor::Actor, mail::retry::retry_all};

#[derive(Subcommand)]
pub(super) enum Mail {
    /// Make waiting and failed messages due now, up to 1,000 of each. The running server then sends them.
    Retry {
        /// Required. Single messages are retried in the panel.
        #[arg(long, required = true)]
        all: bool,
    },
}

impl Mail {
    pub(super) async fn run(self) -> anyhow::Result<()> {
        let Self::Retry { all: _ } = self;
        let retried = with_app(async |app| Ok(retry_all(app, &Actor::command_line()).await?)).await?;
        print(&format!("{retried} messages are due now. The running server sends them within seconds."))
    }
}
