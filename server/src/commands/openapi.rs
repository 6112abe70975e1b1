//! `vitrine openapi`: prints the content of `server/openapi.json`.

use std::io::Write;

pub(super) fn run() -> anyhow::Result<()> {
    let mut contract = crate::router::contract::build().to_pretty_json()?;
    contract.push('\n');
    std::io::stdout().write_all(contract.as_bytes())?;
    Ok(())
}
