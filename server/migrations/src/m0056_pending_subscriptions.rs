//! Pending subscriptions are stored for longer than the confirmation links of imported addresses are valid: at least eight
//! days.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut longer = Query::update();
        longer.table("retention_periods").value("days", 8);
        longer.and_where(Expr::col("key").eq("pending_subscriptions"));
        longer.and_where(Expr::col("days").lt(8));
        manager.execute(longer).await
    }
}
