//! `vitrine audit`: proves that nobody has changed the log behind the program's back.

use anyhow::bail;
use clap::Subcommand;

use super::with_app;
use crate::foundation::audit::verify::{Anchor, Report, verify};

#[derive(Subcommand)]
pub(super) enum Audit {
    /// Check that no event was changed, removed or moved. Fails, and says which, if one was.
    Verify {
        /// The anchor that an earlier check printed: is that event still there?
        #[arg(long)]
        anchor: Option<Anchor>,
    },
}

impl Audit {
    pub(super) async fn run(self) -> anyhow::Result<()> {
        let Self::Verify { anchor } = self;
        let report = with_app(async |app| Ok(verify(app, anchor.as_ref()).await?)).await?;
        tell(&report)
    }
}

fn tell(report: &Report) -> anyhow::Result<()> {
    if !report.problems.is_empty() {
        let problems: Vec<String> =
            report.problems.iter().map(|problem| format!("\n  - {problem}")).collect();
        bail!(
            "the audit log isn't as it was written (or VITRINE_SECRET_KEY isn't the key it was written with):{}",
            problems.concat()
        );
    }
    println!("{} events, none changed, missing or moved.", report.events);
    if report.erased > 0 {
        println!("Personal data was erased from {} of them.", report.erased);
    }
    if let Some(anchor) = &report.anchor {
        println!("Anchor: {anchor}");
    }
    Ok(())
}
