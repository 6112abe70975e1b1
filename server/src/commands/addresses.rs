//! `vitrine addresses`: prints the content of `server/addresses.json`.

use std::io::Write;

use crate::platform::addresses;

pub(super) fn run() -> anyhow::Result<()> {
    std::io::stdout().write_all(addresses::json()?.as_bytes())?;
    Ok(())
}
