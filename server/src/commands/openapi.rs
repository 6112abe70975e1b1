//! `vitrine openapi`: prints the content of `server/openapi.json`. A debug build builds it, for `make gen`; a release build contains it.

use std::io::Write;

pub(super) fn run() -> anyhow::Result<()> {
    std::io::stdout().write_all(&contract()?)?;
    Ok(())
}

#[cfg(debug_assertions)]
fn contract() -> anyhow::Result<Vec<u8>> {
    let mut contract = crate::router::contract::build().to_pretty_json()?;
    contract.push('\n');
    Ok(contract.into_bytes())
}

#[cfg(not(debug_assertions))]
fn contract() -> anyhow::Result<Vec<u8>> {
    crate::site::assets::Assets::contract()
}
