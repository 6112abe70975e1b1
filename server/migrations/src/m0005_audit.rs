//! The audit log, and a table with one row about its end.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::{index, table};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(audit_events()).await?;
        manager.create_table(audit_head()).await?;
        for index in [
            index("audit_events_user", "audit_events", &["user_email", "sequence"]),
            index("audit_events_subject", "audit_events", &["subject_kind", "subject_id", "sequence"]),
        ] {
            manager.create_index(index).await?;
        }
        let empty = Query::insert()
            .into_table("audit_head")
            .columns(["id", "sequence", "mac", "proof"])
            .values_panic([1.into(), 0.into(), "".into(), "".into()])
            .to_owned();
        manager.execute(empty).await
    }
}

/// Without foreign keys, because events outlive the people and records that they are about. `before` and `after` are text,
/// because `jsonb` doesn't preserve the exact bytes.
fn audit_events() -> TableCreateStatement {
    table("audit_events")
        .col(big_integer("sequence").primary_key())
        .col(timestamp_with_time_zone("created_at"))
        .col(text("action"))
        .col(text("source"))
        .col(uuid_null("user_id"))
        .col(text_null("user_email"))
        .col(text_null("ip"))
        .col(text_null("subject_kind"))
        .col(text_null("subject_id"))
        .col(text_null("label"))
        .col(text_null("before"))
        .col(text_null("after"))
        .col(text("search"))
        .col(text("personal_mac"))
        .col(text("mac"))
        .to_owned()
}

fn audit_head() -> TableCreateStatement {
    table("audit_head")
        .col(integer("id").primary_key())
        .col(big_integer("sequence"))
        .col(text("mac"))
        .col(text("proof"))
        .to_owned()
}
