//! Issues the certificates of erasures.

use std::collections::BTreeMap;

use chrono::TimeDelta;

use super::registry;
use crate::{
    app::App,
    foundation::{
        personal_data::{
            Erased,
            certificate::{Certificate, CertifiedCount, NewCertificate},
            retention::Periods,
        },
        settings,
    },
    platform::{db::Transaction, error::Result},
};

const DATABASE: &str = "Banco de dados, com os índices de busca, a fila de e-mails e a auditoria: os dados apagados foram \
                        removidos e sobrescritos.";
const WRITE_AHEAD_LOG: &str = "Registro de gravação do banco (WAL): esvaziado logo em seguida ou, se estiver em uso, assim que for \
                               liberado.";
const UNUSED_PARTS: &str = "Partes não usadas do arquivo do banco: podem ter cópias de trechos até a próxima compactação, que ocorre em \
                            até uma hora ou, se o banco tiver mais de 256 MB, quando quem opera o servidor a faz.";
const DATABASE_OF_POSTGRES: &str = "Banco de dados PostgreSQL, com os índices de busca, a fila de e-mails e a auditoria: os \
                                    dados apagados foram removidos.";
const DEAD_ROWS: &str = "Linhas mortas, registro de gravação (WAL) e réplicas do PostgreSQL: podem conter os dados até que o \
                         espaço seja reutilizado.";
const LOGS: &str = "Registros de acesso em disco: não mudam. Têm endereço IP, hora e página, e quem opera o servidor os apaga \
                    no fim do prazo deles.";
const OUTSIDE: &str = "Fora do sistema: e-mails já entregues e arquivos já exportados não são alcançados.";

/// Issues the certificate of an erasure, at the current time. `email` is the address whose records were erased, if any.
pub(super) async fn issue(
    app: &App,
    tx: &Transaction,
    email: Option<&str>,
    erased: &Erased,
) -> Result<Certificate> {
    let erased_at = app.clock.now();
    let backup_days = Periods::read(&**tx).await?.backups();
    let backups_until = (backup_days > 0).then(|| erased_at + TimeDelta::days(backup_days.into()));
    let new = NewCertificate {
        issuer: settings::store::company(&**tx).await?.name,
        site: app.config.origin(),
        email,
        erased_at,
        erased: counted(&erased.counts),
        remaining: counted(&erased.remaining),
        locations: locations(app, erased),
        backups_until,
    };
    Ok(Certificate::sign(&app.secret_key, new))
}

/// Returns where the data was, and where a part of it may still be.
fn locations(app: &App, erased: &Erased) -> Vec<String> {
    let database: &[&str] = if app.db.is_sqlite() {
        &[DATABASE, WRITE_AHEAD_LOG, UNUSED_PARTS]
    } else {
        &[DATABASE_OF_POSTGRES, DEAD_ROWS]
    };
    let of_features = erased.locations.iter().map(String::as_str);
    database.iter().copied().chain(of_features).chain([LOGS, OUTSIDE]).map(str::to_owned).collect()
}

/// Returns the counts by kind with the labels of the kinds. Omits zeros.
fn counted(counts: &BTreeMap<&'static str, u64>) -> Vec<CertifiedCount> {
    let found = registry::kinds().filter_map(|kind| {
        let count = counts.get(kind.key).copied().filter(|count| *count > 0)?;
        Some(CertifiedCount { kind: kind.key.to_owned(), label: kind.label.to_owned(), count })
    });
    found.collect()
}
