//! Data of the dashboard: the service of interest of a contact, formerly only in the text of its message, and an index of
//! audit events by action.

use std::collections::HashMap;

use sea_orm_migration::{
    prelude::*,
    schema::*,
    sea_orm::{FromQueryResult, prelude::Uuid},
};

use crate::shape::index;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let service = text("service").default(NO_SERVICE).take();
        manager.alter_table(Table::alter().table("contacts").add_column(service).to_owned()).await?;
        fill(manager).await?;
        for index in [
            index("contacts_service", "contacts", &["deleted_at", "quarantined", "created_at", "service"]),
            index("audit_events_action", "audit_events", &["action", "sequence"]),
        ] {
            manager.create_index(index).await?;
        }
        Ok(())
    }
}

const ROWS_AT_ONCE: u64 = 1000;
/// The first line of a message up to the service, when this migration was written.
const SERVICE_LINE: &str = "Serviço de interesse: ";
/// The text for no choice.
const NO_SERVICE: &str = "Não informado";
const MAX_SERVICE: usize = 80;

#[derive(FromQueryResult)]
struct Row {
    id: Uuid,
    message: String,
}

/// Fills in the services from the stored messages.
async fn fill(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let mut last = Uuid::nil();
    loop {
        let rows = following(manager, last).await?;
        let Some(row) = rows.last() else { return Ok(()) };
        last = row.id;
        let mut by_service: HashMap<String, Vec<Uuid>> = HashMap::new();
        for row in rows {
            by_service.entry(service_of(&row.message)).or_default().push(row.id);
        }
        by_service.remove(NO_SERVICE);
        for (service, ids) in by_service {
            let change = Query::update()
                .table("contacts")
                .value("service", service)
                .and_where(Expr::col("id").is_in(ids))
                .to_owned();
            manager.execute(change).await?;
        }
    }
}

/// Returns the next contacts after an id.
async fn following(manager: &SchemaManager<'_>, id: Uuid) -> Result<Vec<Row>, DbErr> {
    let connection = manager.get_connection();
    let query = Query::select()
        .columns(["id", "message"])
        .from("contacts")
        .and_where(Expr::col("id").gt(id))
        .order_by("id", Order::Asc)
        .limit(ROWS_AT_ONCE)
        .to_owned();
    Row::find_by_statement(connection.get_database_backend().build(&query)).all(connection).await
}

/// Returns the service in the first line of a message.
fn service_of(message: &str) -> String {
    let named = message.strip_prefix(SERVICE_LINE).and_then(|rest| rest.split_once("\n\n"));
    let service = named.map_or("", |(service, _)| service.trim());
    if service.is_empty() { NO_SERVICE.to_owned() } else { service.chars().take(MAX_SERVICE).collect() }
}
