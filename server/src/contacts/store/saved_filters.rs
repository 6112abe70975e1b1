//! Filters that people keep for themselves: all SQL on `saved_filters`.

use sea_orm::{ActiveValue::Set, ConnectionTrait, PaginatorTrait, QueryOrder, entity::prelude::*};

use crate::kit::{
    clock::Timestamp,
    error::{Error, Result, is_unique_violation},
    id, text,
};

/// The one screen that has them so far.
const SCREEN: &str = "contacts";
/// The parameter of a query that has what somebody typed.
const SEARCH: &str = "search";
/// Shorter names are found in too many filters.
const SHORTEST_NAME: usize = 3;

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

use rows::Column;
pub use rows::Model as Row;

fn of_user(user: Uuid) -> sea_orm::Select<rows::Entity> {
    rows::Entity::find().filter(Column::UserId.eq(user)).filter(Column::Screen.eq(SCREEN))
}

/// In the order in which they were kept.
pub async fn list(connection: &impl ConnectionTrait, user: Uuid) -> Result<Vec<Row>> {
    let rows = of_user(user).order_by_asc(Column::CreatedAt).order_by_asc(Column::Id);
    Ok(rows.all(connection).await?)
}

pub async fn count(connection: &impl ConnectionTrait, user: Uuid) -> Result<u64> {
    Ok(of_user(user).count(connection).await?)
}

pub async fn create(
    connection: &impl ConnectionTrait,
    user: Uuid,
    name: String,
    query: String,
    now: Timestamp,
) -> Result<Row> {
    let row = rows::ActiveModel {
        id: Set(id::new_id(now)),
        user_id: Set(user),
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

/// What filters say about one person.
#[derive(Default)]
pub struct Traces {
    pub emails: Vec<String>,
    pub names: Vec<String>,
    /// National digits.
    pub phones: Vec<String>,
}

impl Traces {
    fn folded(self) -> Self {
        let fold = |texts: Vec<String>| texts.iter().map(|text| text::fold(text)).collect::<Vec<_>>();
        let mut names = fold(self.names);
        names.retain(|name| name.chars().count() >= SHORTEST_NAME);
        let phones = self.phones.into_iter().filter(|digits| !digits.is_empty()).collect();
        Self { emails: fold(self.emails), names, phones }
    }

    /// Names are found as whole words, so that "Ana" is not found in "semana".
    fn are_in(&self, value: &str) -> bool {
        let value = text::fold(value);
        let digits: String = value.chars().filter(char::is_ascii_digit).collect();
        self.emails.iter().any(|email| value.contains(email))
            || self.names.iter().any(|name| has_words(&value, name))
            || self.phones.iter().any(|phone| digits.contains(phone))
    }
}

fn has_words(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, found)| {
        let (before, after) = (&text[..at], &text[at + found.len()..]);
        !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
    })
}

/// Deletes the filters of all users whose name or search text has traces of a person.
pub async fn delete_naming(connection: &impl ConnectionTrait, traces: Traces) -> Result<u64> {
    let traces = traces.folded();
    let rows = rows::Entity::find().all(connection).await?;
    let found = rows.iter().filter(|row| {
        let mut values = url::form_urlencoded::parse(row.query.as_bytes());
        traces.are_in(&row.name) || values.any(|(key, value)| key == SEARCH && traces.are_in(&value))
    });
    let ids: Vec<Uuid> = found.map(|row| row.id).collect();
    if ids.is_empty() {
        return Ok(0);
    }
    Ok(rows::Entity::delete_many().filter(Column::Id.is_in(ids)).exec(connection).await?.rows_affected)
}

/// False if that person has none with this id.
pub async fn delete(connection: &impl ConnectionTrait, user: Uuid, id: Uuid) -> Result<bool> {
    let deleted = rows::Entity::delete_many()
        .filter(Column::Id.eq(id))
        .filter(Column::UserId.eq(user))
        .exec(connection)
        .await?;
    Ok(deleted.rows_affected == 1)
}
