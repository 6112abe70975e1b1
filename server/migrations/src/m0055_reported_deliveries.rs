//! Deliveries of the newsletter store the id of their message also after the outbox has deleted it, so that a report about
//! the message finds its subscription. An index lists those that still wait.

use sea_orm_migration::prelude::*;

use crate::shape::index;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut waiting = index("newsletter_deliveries_waiting", "newsletter_deliveries", &["outbox_id"]);
        waiting.and_where(Expr::col("state").eq("queued"));
        manager.create_index(waiting).await
    }
}
