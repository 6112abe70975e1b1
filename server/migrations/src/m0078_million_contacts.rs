//! Fast lists with a million records. Indexes of contacts contain only the rows that their lists show, and all columns by which
//! these can be filtered, so that a list skips other rows without reading them. Indexes that no query needs are removed.

use sea_orm_migration::{prelude::*, sea_orm::DatabaseBackend};

use crate::m0018_long_lists::{POSTGRES_INDEX, SQLITE};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        for name in REMOVED {
            connection.execute_unprepared(&format!("DROP INDEX {name}")).await?;
        }
        for (name, columns, rows) in CONTACTS {
            let create = format!("CREATE INDEX {name} ON contacts ({columns}) WHERE {rows}");
            connection.execute_unprepared(&create).await?;
        }
        connection.execute_unprepared(ASSIGNED).await?;
        connection.execute_unprepared(IMPORT_KEY).await?;
        let is_sqlite = connection.get_database_backend() == DatabaseBackend::Sqlite;
        for table in ["users", "media", "newsletter_subscriptions"] {
            let create =
                if is_sqlite { SQLITE.to_owned() } else { format!("{POSTGRES_INDEX};{NO_STATISTICS}") };
            let create = create.replace("TABLE_", table).replace("DETAIL_", "none");
            connection.execute_unprepared(&create).await?;
        }
        for create in OTHERS {
            connection.execute_unprepared(create).await?;
        }
        Ok(())
    }
}

/// Former indexes of contacts. Those in [`CONTACTS`] are created again.
const REMOVED: [&str; 22] = [
    "contacts_list",
    "contacts_service",
    "contacts_results",
    "contacts_status",
    "contacts_assigned",
    "contacts_open",
    "contacts_waiting",
    "contacts_kept",
    "contacts_due",
    "contacts_by_service",
    "contacts_by_source",
    "contacts_by_channel",
    "contacts_campaign",
    "contacts_by_campaign",
    "contacts_by_stage",
    "contacts_by_next_step",
    "contacts_first_due",
    "contacts_user",
    "contacts_by_whatsapp_code",
    "contacts_by_merged_into",
    "contacts_by_import_key",
    "contacts_to_remind",
];

/// Name, columns and rows of indexes. The first columns are those that are compared or sorted. SQLite counts with an index alone
/// only if the index also has the columns by which its rows are selected.
const CONTACTS: [(&str, &str, &str); 19] = [
    // Also for counts by day and for the results.
    (
        "contacts_list",
        "quarantined, created_at, id, status, assigned_to, service, source, channel, utm_campaign, stage, waits_until, \
         closed_from, value_cents, lost_reason, first_answered_at, deleted_at",
        "deleted_at IS NULL",
    ),
    (
        "contacts_waiting",
        "quarantined, waits_until, id, status, assigned_to, service, source, channel, utm_campaign, stage, created_at, deleted_at",
        "deleted_at IS NULL AND waits_until IS NOT NULL",
    ),
    (
        "contacts_by_stage",
        "quarantined, stage, stage_changed_at, id, status, value_cents, assigned_to, service, source, channel, \
         utm_campaign, created_at, deleted_at",
        "deleted_at IS NULL",
    ),
    (
        "contacts_by_next_step",
        "quarantined, next_step_at, id, assigned_to, next_step_by, deleted_at",
        "deleted_at IS NULL AND next_step_at IS NOT NULL",
    ),
    ("contacts_status", "status, quarantined, created_at, id, deleted_at", "deleted_at IS NULL"),
    (
        "contacts_open",
        "assigned_to, quarantined, created_at, id, status, deleted_at",
        "deleted_at IS NULL AND status <> 'archived'",
    ),
    ("contacts_by_service", "service, quarantined, created_at, id, deleted_at", "deleted_at IS NULL"),
    ("contacts_by_source", "source, quarantined, created_at, id, deleted_at", "deleted_at IS NULL"),
    ("contacts_by_channel", "channel, quarantined, created_at, id, deleted_at", "deleted_at IS NULL"),
    (
        "contacts_by_campaign",
        "utm_campaign, quarantined, created_at, id, deleted_at",
        "deleted_at IS NULL AND utm_campaign IS NOT NULL",
    ),
    (
        "contacts_trash",
        "created_at, id, deleted_at, merged_into",
        "deleted_at IS NOT NULL AND merged_into IS NULL",
    ),
    (
        "contacts_first_due",
        "quarantined, first_due_at, first_answered_at, waits_until, deleted_at",
        "deleted_at IS NULL",
    ),
    ("contacts_to_purge", "deleted_at, id, merged_into", "deleted_at IS NOT NULL"),
    ("contacts_to_remind", "quarantined, remind_at", "deleted_at IS NULL AND remind_at IS NOT NULL"),
    // Those that an earlier release stores during an upgrade.
    ("contacts_due", "id", "due_at IS NULL"),
    ("contacts_stage_missing", "id", "stage_changed_at IS NULL"),
    ("contacts_user", "user_id, created_at", "user_id IS NOT NULL"),
    ("contacts_by_whatsapp_code", "whatsapp_code", "whatsapp_code IS NOT NULL"),
    ("contacts_by_merged_into", "merged_into", "merged_into IS NOT NULL"),
];

/// Contains the trash, because the foreign key needs it when a user is deleted.
const ASSIGNED: &str =
    "CREATE INDEX contacts_assigned ON contacts (assigned_to, quarantined, created_at, id, deleted_at)";

const IMPORT_KEY: &str =
    "CREATE UNIQUE INDEX contacts_by_import_key ON contacts (import_key) WHERE import_key IS NOT NULL";

/// Otherwise `ANALYZE` would compute the trigrams of many rows.
const NO_STATISTICS: &str = "ALTER INDEX TABLE__grams ALTER COLUMN 1 SET STATISTICS 0";

/// Indexes of the other lists.
const OTHERS: [&str; 12] = [
    // Trigrams replace it.
    "DROP INDEX users_search",
    "CREATE INDEX users_list ON users (created_at, id)",
    "CREATE INDEX users_by_role ON users (role, created_at, id)",
    // With all rows, SQLite reads it for the pictures outside the trash, and sorts them.
    "DROP INDEX media_trash",
    "CREATE INDEX media_trash ON media (deleted_at) WHERE deleted_at IS NOT NULL",
    "DROP INDEX media_list",
    "CREATE INDEX media_list ON media (created_at, id, folder, content_type, deleted_at) WHERE deleted_at IS NULL",
    "CREATE INDEX media_by_folder ON media (folder, created_at, id, content_type, deleted_at) WHERE deleted_at IS NULL",
    "CREATE INDEX media_by_type ON media (content_type, created_at, id, folder, deleted_at) WHERE deleted_at IS NULL",
    "CREATE INDEX media_deleted ON media (created_at, id, folder, content_type, deleted_at) WHERE deleted_at IS NOT NULL",
    "CREATE INDEX audit_events_label ON audit_events (label, sequence) WHERE label LIKE '%@%'",
    "CREATE INDEX audit_events_kind ON audit_events (subject_kind, sequence)",
];
