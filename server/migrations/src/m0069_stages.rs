//! The stage of contacts on the way to a sale, with value and outcome, and their next steps.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::{index, index_inbox, table};

const STEPS: &str = "contact_steps";

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in columns() {
            let add = Table::alter().table("contacts").add_column(column).to_owned();
            manager.alter_table(add).await?;
        }
        let connection = manager.get_connection();
        connection.execute_unprepared(FILL).await?;
        index_inbox(manager, &INDEXES).await?;
        connection.execute_unprepared(REMINDERS).await?;
        manager.create_table(steps()).await?;
        manager.create_index(index("contact_steps_of", STEPS, &["contact_id", "created_at"])).await
    }
}

/// The defaults are those of a contact that an earlier release stores during an upgrade.
fn columns() -> [ColumnDef; 11] {
    [
        text("stage").default("new").take(),
        timestamp_with_time_zone_null("stage_changed_at").take(),
        // The stage before the outcome.
        text_null("closed_from").take(),
        big_integer_null("value_cents").take(),
        text_null("lost_reason").take(),
        text("lost_text").default("").take(),
        text_null("next_step").take(),
        timestamp_with_time_zone_null("next_step_at").take(),
        boolean("next_step_has_time").default(false).take(),
        uuid_null("next_step_by").take(),
        // Time at which the reminder is queued; null afterward.
        timestamp_with_time_zone_null("remind_at").take(),
    ]
}

/// Contacts with a reply are being talked to. Archived contacts remain archived.
const FILL: &str = "UPDATE contacts SET
    stage = CASE WHEN first_answered_at IS NULL AND answered_at IS NULL AND status <> 'replied' THEN 'new' ELSE 'talking' END,
    stage_changed_at = coalesce(first_answered_at, answered_at, created_at)";

/// Indexes of the board, of the list of next steps, of the results, and of the promises of a first reply. Except for the list, they
/// contain all columns that are read.
const INDEXES: [(&str, &str); 4] = [
    ("contacts_by_stage", "quarantined, stage, stage_changed_at, id, status, value_cents, assigned_to"),
    ("contacts_by_next_step", "quarantined, next_step_at, id, assigned_to, next_step_by"),
    (
        "contacts_results",
        "quarantined, created_at, source, service, assigned_to, stage, closed_from, value_cents, lost_reason, first_answered_at",
    ),
    ("contacts_first_due", "quarantined, first_due_at, first_answered_at, waits_until"),
];

const REMINDERS: &str = "CREATE INDEX contacts_to_remind ON contacts (remind_at) WHERE remind_at IS NOT NULL";

/// Completed steps.
fn steps() -> TableCreateStatement {
    let mut of_contact = ForeignKey::create();
    of_contact.from(STEPS, "contact_id").to("contacts", "id").on_delete(ForeignKeyAction::Cascade);
    table(STEPS)
        .col(uuid("id").primary_key())
        .col(uuid("contact_id"))
        .col(text("text"))
        .col(timestamp_with_time_zone("due_at"))
        .col(boolean("has_time"))
        // Who planned the step, and who completed it.
        .col(uuid_null("planned_by"))
        .col(uuid_null("author_id"))
        // Time of the completion.
        .col(timestamp_with_time_zone("created_at"))
        .foreign_key(&mut of_contact)
        .to_owned()
}
