//! `vitrine openapi`: what `server/openapi.json` is made by.

use std::io::Write;

pub(super) fn run() -> anyhow::Result<()> {
    let mut contract = crate::router::contract().to_pretty_json()?;
    contract.push('\n');
    std::io::stdout().write_all(contract.as_bytes())?;
    Ok(())
}
