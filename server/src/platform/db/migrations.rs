//! Applies the migrations of this program. Refuses a database that has other migrations.

use anyhow::bail;
use sea_orm::{ConnectionTrait, DatabaseBackend, DatabaseConnection, DbErr, Statement, TransactionTrait};
use vitrine_migrations::{Migrator, MigratorTrait, SchemaManager};

/// The key of PostgreSQL's advisory lock for exclusive transactions, such as migrations. Any number that all processes share.
const EXCLUSIVE_LOCK: i64 = 0x7669_7472_696e_6501;
/// The table of applied migrations.
const APPLIED_TABLE: &str = "seaql_migrations";

/// Applies all pending migrations in one transaction, one process at a time.
pub(super) async fn apply(writer: &DatabaseConnection) -> anyhow::Result<()> {
    let transaction = writer.begin_with_options(super::immediate(writer)).await?;
    wait_for_turn(&transaction).await?;
    if SchemaManager::new(&transaction).has_table(APPLIED_TABLE).await? {
        refuse_newer(&applied(&transaction).await?)?;
    }
    Migrator::up(&transaction, None).await?;
    transaction.commit().await?;
    Ok(())
}

/// Waits until no other process has a transaction that called this function. With SQLite, does nothing, because the start of the
/// write transaction has waited already. With PostgreSQL, the wait has no timeout, because another process may migrate much data.
pub(super) async fn wait_for_turn(transaction: &impl ConnectionTrait) -> Result<(), DbErr> {
    if transaction.get_database_backend() != DatabaseBackend::Sqlite {
        for setting in ["lock_timeout", "statement_timeout"] {
            transaction.execute_unprepared(&format!("SET LOCAL {setting} = 0")).await?;
        }
        transaction.execute_unprepared(&format!("SELECT pg_advisory_xact_lock({EXCLUSIVE_LOCK})")).await?;
    }
    Ok(())
}

/// Fails unless the database has exactly the migrations of this program.
pub(super) async fn refuse_pending(connection: &DatabaseConnection) -> anyhow::Result<()> {
    if !SchemaManager::new(connection).has_table(APPLIED_TABLE).await? {
        bail!("the database is empty. `vitrine serve` or `vitrine migrate` creates its tables");
    }
    let applied = applied(connection).await?;
    refuse_newer(&applied)?;
    if let Some(pending) = known().iter().find(|name| !applied.contains(name)) {
        bail!(
            "the database belongs to an older version of Vitrine: the migration {pending} is pending. \
             Take a backup, then run `vitrine migrate` or restart the service with this version"
        );
    }
    Ok(())
}

/// Returns the names of the applied migrations.
async fn applied(connection: &impl ConnectionTrait) -> Result<Vec<String>, DbErr> {
    let select = format!("SELECT version FROM {APPLIED_TABLE}");
    let select = Statement::from_string(connection.get_database_backend(), select);
    let rows = connection.query_all_raw(select).await?;
    rows.iter().map(|row| row.try_get_by_index(0)).collect()
}

/// Returns the names of this program's migrations.
fn known() -> Vec<String> {
    Migrator::migrations().iter().map(|migration| migration.name().to_owned()).collect()
}

/// Fails if a migration was applied that this program doesn't have.
fn refuse_newer(applied: &[String]) -> anyhow::Result<()> {
    let known = known();
    if let Some(newer) = applied.iter().find(|name| !known.contains(name)) {
        bail!(
            "the database belongs to a newer version of Vitrine: it has the migration {newer}. Start that version, or \
             restore a backup from before the upgrade"
        );
    }
    Ok(())
}
