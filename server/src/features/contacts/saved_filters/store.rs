//! The SQL on `saved_filters`.

use sea_orm::{ActiveValue::Set, ConnectionTrait, PaginatorTrait, QueryOrder, Select, entity::prelude::*};

use self::rows::Column;
pub use self::rows::Model as Row;
use crate::platform::{
    clock::Timestamp,
    error::{Error, Result, is_unique_violation},
    id,
    privacy::identifying_text::Identifiers,
};

/// Value of the column `screen`. Only the list of contacts has saved filters.
const SCREEN: &str = "contacts";
/// Name of the parameter with the search terms in a filter's query.
const SEARCH: &str = "search";

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "saved_filters")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub user_id: Uuid,
        pub screen: String,
        pub name: String,
        pub query: String,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

fn of_user(user_id: Uuid) -> Select<rows::Entity> {
    rows::Entity::find().filter(Column::UserId.eq(user_id)).filter(Column::Screen.eq(SCREEN))
}

/// Lists the filters of a user, oldest first.
pub async fn list(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<Vec<Row>> {
    let oldest_first = of_user(user_id).order_by_asc(Column::CreatedAt).order_by_asc(Column::Id);
    Ok(oldest_first.all(connection).await?)
}

/// Counts the filters of a user.
pub async fn count(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<u64> {
    Ok(of_user(user_id).count(connection).await?)
}

/// Stores a filter of a user. Refuses a name that the user already has.
pub async fn create(
    connection: &impl ConnectionTrait,
    user_id: Uuid,
    name: String,
    query: String,
    now: Timestamp,
) -> Result<Row> {
    let row = rows::ActiveModel {
        id: Set(id::new_id(now)),
        user_id: Set(user_id),
        screen: Set(SCREEN.to_owned()),
        name: Set(name),
        query: Set(query),
        created_at: Set(now),
    };
    match row.insert(connection).await {
        Ok(row) => Ok(row),
        Err(error) if is_unique_violation(&error) => {
            Err(Error::field("name", "Você já tem um filtro com este nome."))
        }
        Err(error) => Err(error.into()),
    }
}

/// Lists the filters of all users whose name or search terms contain identifiers of a person, oldest first.
pub async fn list_naming(connection: &impl ConnectionTrait, identifiers: &Identifiers) -> Result<Vec<Row>> {
    let mut rows = rows::Entity::find().order_by_asc(Column::CreatedAt).all(connection).await?;
    rows.retain(|row| {
        let mut values = url::form_urlencoded::parse(row.query.as_bytes());
        identifiers.are_in(&row.name)
            || values.any(|(key, value)| key == SEARCH && identifiers.are_in(&value))
    });
    Ok(rows)
}

/// Deletes the filters that [`list_naming`] returns. Returns their number.
pub async fn delete_naming(connection: &impl ConnectionTrait, identifiers: &Identifiers) -> Result<u64> {
    let found = list_naming(connection, identifiers).await?;
    let ids: Vec<Uuid> = found.into_iter().map(|row| row.id).collect();
    if ids.is_empty() {
        return Ok(0);
    }
    Ok(rows::Entity::delete_many().filter(Column::Id.is_in(ids)).exec(connection).await?.rows_affected)
}

/// Deletes a filter. Returns whether the user had one with this id.
pub async fn delete(connection: &impl ConnectionTrait, user_id: Uuid, id: Uuid) -> Result<bool> {
    let deleted = rows::Entity::delete_many()
        .filter(Column::Id.eq(id))
        .filter(Column::UserId.eq(user_id))
        .exec(connection)
        .await?;
    Ok(deleted.rows_affected == 1)
}
