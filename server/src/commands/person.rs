//! `vitrine erase-person`: erases the data of a person, for requests by phone or letter and for scripts.

use anyhow::bail;

use super::with_app;
use crate::{
    foundation::identity::actor::Actor, operations::own_data::erasure::erase_by_email, platform::error::Error,
};

/// Erases the person. Prints the certificate to standard output, and what was erased to standard error.
pub(super) async fn erase(email: &str) -> anyhow::Result<()> {
    let certificate = with_app(async |app| match erase_by_email(app, &Actor::command_line(), email).await {
        Ok(certificate) => Ok(certificate),
        Err(Error::Conflict { message, .. }) => bail!("{message}"),
        Err(Error::Invalid(problems)) => {
            bail!("{}", problems.into_values().collect::<Vec<_>>().join(" "))
        }
        Err(other) => Err(other.into()),
    })
    .await?;
    if certificate.erased.is_empty() {
        bail!("Nothing was found for {email}: no contact, message, subscription, account or audit event.");
    }
    eprintln!("Erased:");
    for count in &certificate.erased {
        eprintln!("  {} {}", count.count, count.kind);
    }
    for count in &certificate.remaining {
        eprintln!("Not erased, because the site shows them: {} {}", count.count, count.kind);
    }
    eprintln!("The certificate, for the person:");
    println!("{}", serde_json::to_string_pretty(&certificate)?);
    Ok(())
}
