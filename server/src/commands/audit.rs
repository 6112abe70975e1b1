//! `vitrine audit`: verifies the audit log.

use anyhow::bail;
use clap::Subcommand;

use super::{print, with_app};
use crate::foundation::audit::verify::{Anchor, Report, verify};

#[derive(Subcommand)]
pub(super) enum Audit {
    /// Check that no event was changed, removed or moved.
    Verify {
        /// The anchor that an earlier check printed. The check fails if its event was replaced or is missing.
        #[arg(long)]
        anchor: Option<Anchor>,
    },
}

impl Audit {
    pub(super) async fn run(self) -> anyhow::Result<()> {
        let Self::Verify { anchor } = self;
        let report = with_app(async |app| Ok(verify(app, anchor.as_ref()).await?)).await?;
        print_result(&report)
    }
}

/// Prints the result, or fails with the problems.
fn print_result(report: &Report) -> anyhow::Result<()> {
    if !report.problems.is_empty() {
        let problems: Vec<String> =
            report.problems.iter().map(|problem| format!("\n  - {problem}")).collect();
        bail!(
            "the audit log was changed, or the secret key is not the key of this log:{}",
            problems.concat()
        );
    }
    print(&format!("{} events, none changed, missing or moved.", report.events))?;
    if report.erased > 0 {
        print(&format!("Personal data was erased from {} of them.", report.erased))?;
    }
    if let Some(anchor) = &report.anchor {
        print(&format!("Anchor: {anchor}"))?;
    }
    Ok(())
}
