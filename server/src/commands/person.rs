//! `vitrine erase-person`: erases the data of a person, for requests by phone or letter and for scripts.

use std::{
    fs::{self, File, OpenOptions},
    io::Write,
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

use anyhow::{Context, anyhow, bail};

use super::{note, print, with_app};
use crate::{
    foundation::{identity::actor::Actor, personal_data::certificate::Certificate},
    operations::own_data::erasure::{NOTHING_STORED, erase_by_email},
    platform::error::Error,
};

/// Erases the person. Writes the certificate to a new file at `path` or, without it, to standard output, and what was erased to
/// standard error.
pub(super) async fn erase(email: &str, path: Option<&Path>) -> anyhow::Result<()> {
    // Created before the erasure, because the certificate isn't stored and can't be issued again.
    let file = path.map(|path| anyhow::Ok((create(path)?, path))).transpose()?;
    let erased = with_app(async |app| {
        erase_by_email(app, &Actor::command_line(), email).await.map_err(|error| explain(email, error))
    })
    .await;
    if let (Err(_), Some((_, path))) = (&erased, &file) {
        let _ = fs::remove_file(path);
    }
    let certificate = erased?;
    summarize(&certificate);
    write(&serde_json::to_string_pretty(&certificate)?, file)
}

/// Creates a file that only its owner can read. Fails if it exists.
fn create(path: &Path) -> anyhow::Result<File> {
    let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    file.with_context(|| format!("creating {}; nothing was erased", path.display()))
}

/// Converts an error into a message for the terminal.
fn explain(email: &str, error: Error) -> anyhow::Error {
    match error {
        Error::Refused(NOTHING_STORED) => anyhow!(
            "Nothing was found for {email}: no contact, message, subscription, account or audit event."
        ),
        Error::Conflict { message, .. } => anyhow!("{message}"),
        Error::Invalid(problems) => {
            anyhow!("{}", problems.into_values().collect::<Vec<_>>().join(" "))
        }
        other => other.into(),
    }
}

/// Writes what was erased to standard error.
fn summarize(certificate: &Certificate) {
    note("Erased:");
    for count in &certificate.erased {
        note(&format!("  {} {}", count.count, count.kind));
    }
    for count in &certificate.remaining {
        note(&format!(
            "Not erased, because the site shows them or they record what staff did: {} {}",
            count.count, count.kind
        ));
    }
}

/// Writes the certificate to the file or, without one, to standard output. If that fails, writes it to standard error, and fails.
fn write(certificate: &str, file: Option<(File, &Path)>) -> anyhow::Result<()> {
    let written = if let Some((mut file, path)) = file {
        let written = writeln!(file, "{certificate}").and_then(|()| file.sync_all());
        written
            .inspect(|()| note(&format!("The certificate, for the person, is in {}.", path.display())))
            .with_context(|| format!("writing {}", path.display()))
    } else {
        note("The certificate, for the person:");
        print(certificate)
    };
    written.or_else(|cause| {
        note(certificate);
        bail!("the person was erased, but the certificate is only above, in standard error: {cause:#}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certificate_that_can_not_be_written_to_its_file_is_an_error() {
        let path = Path::new("/dev/null");
        let read_only = File::open(path).expect("opens");
        let error = write("{}", Some((read_only, path))).expect_err("can't be written");
        assert!(
            format!("{error:#}").contains("only above, in standard error: writing /dev/null"),
            "{error:#}"
        );
    }
}
