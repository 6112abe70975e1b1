//! The inbox of contacts: the source as one text, indexes for filters and counts, and the preferences of staff. Saved filters name
//! a view instead of a folder.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::{index_inbox, of_user, table};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let source = text("source").default("unknown").take();
        manager.alter_table(Table::alter().table("contacts").add_column(source).to_owned()).await?;
        let connection = manager.get_connection();
        connection.execute_unprepared(FILL).await?;
        connection.execute_unprepared(VIEWS).await?;
        index_inbox(manager, &INDEXES).await?;
        manager.create_table(preferences()).await
    }
}

/// As `ContactSource::name` when this migration was written.
const FILL: &str = "UPDATE contacts SET source =
    coalesce(utm_source, source_referrer, CASE WHEN source_page IS NULL THEN 'unknown' ELSE 'direct' END)";

const VIEWS: &str =
    "UPDATE saved_filters SET query = replace(replace(query, 'folder=inbox', 'view=all'), 'folder=', 'view=')
    WHERE screen = 'contacts' AND query LIKE '%folder=%'";

/// Indexes of lists by service and source, and of counts by assignee and status.
const INDEXES: [(&str, &str); 3] = [
    ("contacts_by_service", "service, quarantined, created_at, id"),
    ("contacts_by_source", "source, quarantined, created_at, id"),
    ("contacts_open", "quarantined, assigned_to, status"),
];

fn preferences() -> TableCreateStatement {
    table("user_preferences")
        .col(uuid("user_id").primary_key())
        .col(text("contacts_layout"))
        .col(boolean("shortcuts"))
        .col(integer("version"))
        .foreign_key(&mut of_user("user_preferences"))
        .to_owned()
}
