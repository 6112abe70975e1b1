//! Teamwork on contacts: the deadline of a reply, the assignee, notes, replies, keys to find contacts of the same person, and
//! saved filters.

use sea_orm_migration::{
    prelude::*,
    schema::*,
    sea_orm::{FromQueryResult, prelude::Uuid},
};

use crate::shape::{index, of_user, table};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in [
            // The server fills these in for existing contacts, because it knows the company's business hours.
            timestamp_with_time_zone_null("due_at").take(),
            timestamp_with_time_zone_null("waits_until").take(),
            timestamp_with_time_zone_null("answered_at").take(),
            uuid_null("assigned_to").extra("REFERENCES users (id) ON DELETE SET NULL").take(),
            uuid_null("receipt_id").take(),
            text("email_key").default("").take(),
            text("phone_key").default("").take(),
        ] {
            manager.alter_table(Table::alter().table("contacts").add_column(column).to_owned()).await?;
        }
        fill(manager).await?;
        for table in [notes(), replies(), saved_filters()] {
            manager.create_table(table).await?;
        }
        for index in [
            index("contacts_waiting", "contacts", &["deleted_at", "quarantined", "waits_until", "id"]),
            index("contacts_due", "contacts", &["due_at"]),
            index(
                "contacts_assigned",
                "contacts",
                &["assigned_to", "deleted_at", "quarantined", "created_at", "id"],
            ),
            index("contacts_email", "contacts", &["email_key"]),
            index("contacts_phone", "contacts", &["phone_key"]),
            index("contact_notes_contact", "contact_notes", &["contact_id"]),
            index("contact_replies_contact", "contact_replies", &["contact_id"]),
        ] {
            manager.create_index(index).await?;
        }
        let mut name = index("saved_filters_name", "saved_filters", &["user_id", "screen", "name"]);
        manager.create_index(name.unique().to_owned()).await
    }
}

fn notes() -> TableCreateStatement {
    table("contact_notes")
        .col(uuid("id").primary_key())
        .col(uuid("contact_id"))
        .col(uuid_null("author_id"))
        .col(text("text"))
        .col(timestamp_with_time_zone("created_at"))
        .foreign_key(&mut of_contact("contact_notes"))
        .foreign_key(&mut by_author("contact_notes"))
        .to_owned()
}

/// `outbox_id` is no foreign key: sent messages are deleted from the outbox.
fn replies() -> TableCreateStatement {
    table("contact_replies")
        .col(uuid("id").primary_key())
        .col(uuid("contact_id"))
        .col(uuid_null("author_id"))
        .col(uuid("outbox_id"))
        .col(text_null("request_key").unique_key())
        .col(text("subject"))
        .col(text("text"))
        .col(timestamp_with_time_zone("created_at"))
        .foreign_key(&mut of_contact("contact_replies"))
        .foreign_key(&mut by_author("contact_replies"))
        .to_owned()
}

/// Returns a foreign key that deletes the rows of a contact with the contact.
fn of_contact(table: &'static str) -> ForeignKeyCreateStatement {
    let mut key = ForeignKey::create();
    key.from(table, "contact_id").to("contacts", "id").on_delete(ForeignKeyAction::Cascade).to_owned()
}

/// Returns a foreign key that becomes null when the author is deleted.
fn by_author(table: &'static str) -> ForeignKeyCreateStatement {
    let mut key = ForeignKey::create();
    key.from(table, "author_id").to("users", "id").on_delete(ForeignKeyAction::SetNull).to_owned()
}

fn saved_filters() -> TableCreateStatement {
    table("saved_filters")
        .col(uuid("id").primary_key())
        .col(uuid("user_id"))
        .col(text("screen"))
        .col(text("name"))
        .col(text("query"))
        .col(timestamp_with_time_zone("created_at"))
        .foreign_key(&mut of_user("saved_filters"))
        .to_owned()
}

const ROWS_AT_ONCE: u64 = 1000;
/// Minimum number of digits of a phone number, when this migration was written.
const MIN_DIGITS: usize = 8;
/// Numbers of digits of a Brazilian phone number with area code.
const NATIONAL_DIGITS: [usize; 2] = [10, 11];

#[derive(FromQueryResult)]
struct Row {
    id: Uuid,
    email: String,
    phone: String,
}

/// Fills in the keys that identify contacts of the same person.
async fn fill(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let mut last = Uuid::nil();
    loop {
        let rows = following(manager, last).await?;
        let Some(row) = rows.last() else { return Ok(()) };
        last = row.id;
        for row in rows {
            let change = Query::update()
                .table("contacts")
                .value("email_key", row.email.trim().to_lowercase())
                .value("phone_key", phone_key(&row.phone))
                .and_where(Expr::col("id").eq(row.id))
                .to_owned();
            manager.execute(change).await?;
        }
    }
}

/// Returns the next contacts after an id.
async fn following(manager: &SchemaManager<'_>, id: Uuid) -> Result<Vec<Row>, DbErr> {
    let connection = manager.get_connection();
    let query = Query::select()
        .columns(["id", "email", "phone"])
        .from("contacts")
        .and_where(Expr::col("id").gt(id))
        .order_by("id", Order::Asc)
        .limit(ROWS_AT_ONCE)
        .to_owned();
    Row::find_by_statement(connection.get_database_backend().build(&query)).all(connection).await
}

/// Returns the digits without the country code of Brazil; empty if there are too few.
fn phone_key(phone: &str) -> String {
    let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
    let national = digits.strip_prefix("55").filter(|rest| NATIONAL_DIGITS.contains(&rest.len()));
    let key = national.unwrap_or(&digits);
    if key.len() < MIN_DIGITS { String::new() } else { key.to_owned() }
}
