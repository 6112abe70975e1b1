//! Removes the source of contacts whose senders were erased, because its texts can name the sender.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut erased = Query::update();
        erased.table("contacts");
        for column in ["source_page", "source_referrer", "utm_source", "utm_medium", "utm_campaign"] {
            erased.value(column, None::<String>);
        }
        erased.and_where(Expr::col("email").eq("")).and_where(Expr::col("phone").eq(""));
        manager.execute(erased).await
    }
}
