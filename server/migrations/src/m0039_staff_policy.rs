//! A separate table for the security settings of staff accounts, formerly a row of `settings`.

use sea_orm_migration::{
    prelude::*,
    schema::*,
    sea_orm::{FromQueryResult, JsonValue, prelude::DateTimeUtc},
};

use crate::shape::table;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[derive(FromQueryResult)]
struct Settings {
    document: JsonValue,
    updated_at: DateTimeUtc,
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let policy = table("staff_policy")
            .col(integer("id").primary_key())
            .col(boolean("require_second_factor"))
            .col(timestamp_with_time_zone("updated_at"))
            .to_owned();
        manager.create_table(policy).await?;
        let connection = manager.get_connection();
        let security = Expr::col("name").eq("security");
        let query = Query::select()
            .columns(["document", "updated_at"])
            .from("settings")
            .and_where(security.clone())
            .to_owned();
        let query = connection.get_database_backend().build(&query);
        if let Some(settings) = Settings::find_by_statement(query).one(connection).await? {
            let is_required = settings.document["require_second_factor"].as_bool().unwrap_or_default();
            let insert = Query::insert()
                .into_table("staff_policy")
                .columns(["id", "require_second_factor", "updated_at"])
                .values_panic([1.into(), is_required.into(), settings.updated_at.into()])
                .to_owned();
            connection.execute(&insert).await?;
        }
        let delete = Query::delete().from_table("settings").and_where(security).to_owned();
        connection.execute(&delete).await.map(drop)
    }
}
