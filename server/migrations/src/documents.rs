//! Renames fields in the documents of pages and their former versions.

use sea_orm_migration::{
    prelude::*,
    sea_orm::{FromQueryResult, JsonValue},
};

/// A page, the path to a field of its document, and the field's new name.
pub(crate) type RenamedField = (&'static str, &'static [&'static str], &'static str);

#[derive(FromQueryResult)]
struct Page {
    name: String,
    version: i32,
    document: JsonValue,
}

pub(crate) async fn rename_fields(
    manager: &SchemaManager<'_>,
    renamed: &[RenamedField],
) -> Result<(), DbErr> {
    rename(manager, "pages", "name", Condition::all(), renamed).await?;
    let of_pages = Expr::col("kind").eq("page").into_condition();
    rename(manager, "record_versions", "record_id", of_pages, renamed).await
}

/// Renames the fields in the rows of `table` that match `which`. `name` is the column with the name of the page.
async fn rename(
    manager: &SchemaManager<'_>,
    table: &'static str,
    name: &'static str,
    which: Condition,
    renamed: &[RenamedField],
) -> Result<(), DbErr> {
    let connection = manager.get_connection();
    let query = Query::select()
        .expr_as(Expr::col(name), "name")
        .columns(["version", "document"])
        .from(table)
        .cond_where(which.clone())
        .to_owned();
    for page in
        Page::find_by_statement(connection.get_database_backend().build(&query)).all(connection).await?
    {
        let mut document = page.document.clone();
        for (_, path, new) in renamed.iter().filter(|(name, ..)| *name == page.name) {
            rename_field(&mut document, path, new);
        }
        if document != page.document {
            let update = Query::update()
                .table(table)
                .value("document", document)
                .cond_where(which.clone())
                .and_where(Expr::col(name).eq(page.name))
                .and_where(Expr::col("version").eq(page.version))
                .to_owned();
            manager.execute(update).await?;
        }
    }
    Ok(())
}

fn rename_field(document: &mut JsonValue, path: &[&str], new: &str) {
    let Some((field, parents)) = path.split_last() else { return };
    let parent = parents.iter().try_fold(document, |value, name| value.get_mut(name));
    if let Some(fields) = parent.and_then(JsonValue::as_object_mut)
        && let Some(value) = fields.remove(*field)
    {
        fields.insert(new.to_owned(), value);
    }
}
