//! Links by mail, second factors, known devices, and more columns of users and sessions.

use sea_orm_migration::{
    prelude::*,
    schema::*,
    sea_orm::{FromQueryResult, prelude::Uuid},
};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::shape::{index, of_user, table};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        add_columns(manager, "users", user_columns()).await?;
        add_columns(manager, "sessions", session_columns()).await?;
        fill_users(manager).await?;
        copy_column(manager, "sessions", "authenticated_at", "created_at").await?;
        for table in [account_links(), totp_secrets(), recovery_codes(), known_devices()] {
            manager.create_table(table).await?;
        }
        for index in [
            index("users_search", "users", &["search"]),
            index("account_links_user", "account_links", &["user_id", "purpose"]),
            index("account_links_age", "account_links", &["expires_at"]),
            index("recovery_codes_user", "recovery_codes", &["user_id"]),
            index("known_devices_user", "known_devices", &["user_id"]),
            index("contacts_user", "contacts", &["user_id", "created_at"]),
        ] {
            manager.create_index(index).await?;
        }
        Ok(())
    }
}

/// Adds columns one by one, as SQLite requires. A column that isn't nullable needs a constant default.
async fn add_columns(
    manager: &SchemaManager<'_>,
    table: &'static str,
    columns: Vec<ColumnDef>,
) -> Result<(), DbErr> {
    for column in columns {
        manager.alter_table(Table::alter().table(table).add_column(column).to_owned()).await?;
    }
    Ok(())
}

/// Returns a column for a time, with a default that this migration or each insert replaces.
fn moment(name: &'static str) -> ColumnDef {
    timestamp_with_time_zone(name).default("1970-01-01 00:00:00+00:00").take()
}

fn user_columns() -> Vec<ColumnDef> {
    vec![
        timestamp_with_time_zone_null("disabled_at").take(),
        timestamp_with_time_zone_null("last_login_at").take(),
        moment("password_changed_at"),
        // Whether the password is long enough for staff, which its hash doesn't show. Checked when the user becomes staff.
        boolean("password_long_enough").default(false).take(),
        boolean("must_change_password").default(false).take(),
        text("search").default("").take(),
        integer("version").default(1).take(),
    ]
}

fn session_columns() -> Vec<ColumnDef> {
    vec![
        text("ip").default("").take(),
        // When the password or a second factor was last entered in this session.
        moment("authenticated_at"),
        timestamp_with_time_zone_null("second_factor_at").take(),
    ]
}

/// Fills the column `to` with the values of the column `from`.
async fn copy_column(
    manager: &SchemaManager<'_>,
    table: &'static str,
    to: &'static str,
    from: &'static str,
) -> Result<(), DbErr> {
    manager.execute(Query::update().table(table).value(to, Expr::col(from)).to_owned()).await
}

#[derive(FromQueryResult)]
struct Name {
    id: Uuid,
    full_name: String,
    email: String,
}

/// Fills the new columns of users.
async fn fill_users(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    copy_column(manager, "users", "password_changed_at", "created_at").await?;
    // Staff have always needed a long password.
    let staff = Query::update()
        .table("users")
        .value("password_long_enough", true)
        .and_where(Expr::col("role").is_in(["admin", "editor"]))
        .to_owned();
    manager.execute(staff).await?;
    let connection = manager.get_connection();
    let query = Query::select().columns(["id", "full_name", "email"]).from("users").to_owned();
    let names = Name::find_by_statement(connection.get_database_backend().build(&query));
    for Name { id, full_name, email } in names.all(connection).await? {
        let search = fold(&format!("{full_name} {email}"));
        let fill = Query::update()
            .table("users")
            .value("search", search)
            .and_where(Expr::col("id").eq(id))
            .to_owned();
        manager.execute(fill).await?;
    }
    Ok(())
}

/// A copy of the server's `text::fold` when this migration was written.
fn fold(text: &str) -> String {
    let folded: String =
        text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect();
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn account_links() -> TableCreateStatement {
    table("account_links")
        .col(text("token_hash").primary_key())
        .col(text("purpose"))
        .col(uuid("user_id"))
        .col(text("email"))
        .col(uuid_null("created_by"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("expires_at"))
        .col(text_null("sealed_secret"))
        .foreign_key(&mut of_user("account_links"))
        .to_owned()
}

fn totp_secrets() -> TableCreateStatement {
    table("totp_secrets")
        .col(uuid("user_id").primary_key())
        .col(text("sealed_secret"))
        .col(big_integer_null("last_used_step"))
        .col(timestamp_with_time_zone_null("confirmed_at"))
        .col(timestamp_with_time_zone("created_at"))
        .foreign_key(&mut of_user("totp_secrets"))
        .to_owned()
}

fn recovery_codes() -> TableCreateStatement {
    table("recovery_codes")
        .col(uuid("id").primary_key())
        .col(uuid("user_id"))
        .col(text("code_hash"))
        .col(timestamp_with_time_zone_null("used_at"))
        .foreign_key(&mut of_user("recovery_codes"))
        .to_owned()
}

fn known_devices() -> TableCreateStatement {
    table("known_devices")
        .col(uuid("id").primary_key())
        .col(uuid("user_id"))
        .col(text("token_hash").unique_key())
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("last_seen_at"))
        .foreign_key(&mut of_user("known_devices"))
        .to_owned()
}
