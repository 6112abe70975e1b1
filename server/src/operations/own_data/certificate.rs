//! Issues the certificates of erasures.

use std::collections::BTreeMap;

use chrono::TimeDelta;

use super::registry;
use crate::{
    app::App,
    foundation::{
        personal_data::{
            certificate::{Certificate, CertifiedCount, NewCertificate},
            retention::Periods,
        },
        settings,
    },
    platform::{db::Transaction, error::Result},
};

/// Issues the certificate of an erasure, at the current time. `email` is the address whose records were erased, if any.
pub(super) async fn issue(
    app: &App,
    tx: &Transaction,
    email: Option<&str>,
    erased: &BTreeMap<&'static str, u64>,
    remaining: &BTreeMap<&'static str, u64>,
) -> Result<Certificate> {
    let erased_at = app.clock.now();
    let backup_days = Periods::read(&**tx).await?.backups();
    let backups_until = (backup_days > 0).then(|| erased_at + TimeDelta::days(backup_days.into()));
    let new = NewCertificate {
        issuer: settings::store::company(&**tx).await?.name,
        site: app.config.origin(),
        email,
        erased_at,
        erased: counted(erased),
        remaining: counted(remaining),
        backups_until,
    };
    Ok(Certificate::sign(&app.secret_key, new))
}

/// Returns the counts by kind with the labels of the kinds. Omits zeros.
fn counted(counts: &BTreeMap<&'static str, u64>) -> Vec<CertifiedCount> {
    let found = registry::kinds().filter_map(|kind| {
        let count = counts.get(kind.key).copied().filter(|count| *count > 0)?;
        Some(CertifiedCount { kind: kind.key.to_owned(), label: kind.label.to_owned(), count })
    });
    found.collect()
}
