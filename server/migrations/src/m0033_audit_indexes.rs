//! Indexes of audit events by actor, by record and by date.

use sea_orm_migration::prelude::*;

use crate::shape::index;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (name, column) in [
            ("audit_events_user_id", "user_id"),
            ("audit_events_subject_id", "subject_id"),
            ("audit_events_created_at", "created_at"),
        ] {
            manager.create_index(index(name, "audit_events", &[column, "sequence"])).await?;
        }
        Ok(())
    }
}
