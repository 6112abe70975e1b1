//! Words found anywhere in the `search` column of a table that is too long to be read for each search.
//!
//! An index of trigrams, which the database keeps by itself, tells which rows may have the words; their text tells which
//! do. Those that do are looked for once, and what is listed and counted is taken from them.

use sea_orm::{
    ConnectionTrait, DatabaseBackend, FromQueryResult, QueryFilter, QuerySelect, QueryTrait, Select,
    entity::prelude::*,
    sea_query::{ExprTrait, Func, LikeExpr, Query, SelectStatement},
};

use super::Words;
use crate::platform::{error::Result, paging::Total, text};

/// How many rows with the words are looked for and counted.
const COUNTED: u64 = 1000;
/// If so many of so many rows at the head of a list have the words, a page of it is read in its order.
const ENOUGH: (u64, u64) = (20, 2000);
/// More than a table has.
const ALL: u64 = u32::MAX as u64;

/// A table with an index of trigrams, and what is worth doing with it.
#[derive(Clone, Copy, Debug)]
pub struct SearchIndex {
    pub table: &'static str,
    /// Does SQLite's index tell where in a text a trigram is? That takes four times the room; without it texts so long
    /// that they have most trigrams there are would all seem to have the words.
    pub knows_places: bool,
    /// So many trigrams are asked of PostgreSQL's index at most. It reads the whole list of each; the longer the texts
    /// are that this spares, the more of them pay.
    pub most_numbers: usize,
    /// So many rows of a filter are read sooner than the index.
    pub few: u64,
    /// Words too short for the index are looked for in so many of the first rows.
    pub first: u64,
}

/// The rows that have the words, as far as it is known which these are.
#[derive(Clone, Debug)]
enum Found {
    /// These and no others: their ids as a JSON array, and how many they are.
    These { ids: String, count: u64 },
    /// More than are counted; hardly any at the head of the list, so that those which the index gives are read.
    Many(Words),
    /// So many that whoever reads the list in its order soon meets enough of them.
    Everywhere(Words),
    /// Some of the first rows of the list; nobody looks further.
    AmongFirst(Words),
}

/// The outcome of a search in the rows of a filter.
#[derive(Clone, Debug)]
pub struct Search {
    index: SearchIndex,
    /// Nothing is searched for where there is none.
    found: Option<Found>,
}

impl SearchIndex {
    /// Looks for the rows of a filter that have the words.
    pub async fn search<E: EntityTrait>(
        self,
        connection: &impl ConnectionTrait,
        filtered: &Select<E>,
        words: Option<Words>,
        sorted: impl Fn(Select<E>) -> Select<E>,
    ) -> Result<Search> {
        let found = match words {
            Some(words) if words.is_short() => Some(Found::AmongFirst(words)),
            Some(words) => Some(self.find(connection, filtered, words, sorted).await?),
            None => None,
        };
        Ok(Search { index: self, found })
    }

    /// For whoever sees all there is, short words and great numbers included.
    pub async fn search_whole<E: EntityTrait>(
        self,
        connection: &impl ConnectionTrait,
        filtered: &Select<E>,
        words: Option<Words>,
        sorted: impl Fn(Select<E>) -> Select<E>,
    ) -> Result<Search> {
        match words {
            Some(words) if words.is_short() => Ok(self.search_in_order(Some(words))),
            words => self.search(connection, filtered, words, sorted).await,
        }
    }

    /// For whoever reads a list to its end, page after page: each goes on where the one before ended.
    #[must_use]
    pub fn search_in_order(self, words: Option<Words>) -> Search {
        Search { index: self, found: words.map(Found::Everywhere) }
    }

    async fn find<E: EntityTrait>(
        self,
        connection: &impl ConnectionTrait,
        filtered: &Select<E>,
        words: Words,
        sorted: impl Fn(Select<E>) -> Select<E>,
    ) -> Result<Found> {
        let is_short_list = up_to(connection, filtered.clone(), self.few).await? <= self.few;
        let given =
            if is_short_list { filtered.clone() } else { self.given(connection, filtered.clone(), &words) };
        let rows =
            given.filter(self.has(connection, &words)).select_only().column_as(self.column("id"), "id");
        let ids: Vec<Uuid> = rows.limit(COUNTED + 1).into_tuple().all(connection).await?;
        let count = ids.len() as u64;
        if count > COUNTED {
            let (enough, head) = ENOUGH;
            let at_head = self.among_first(connection, sorted(filtered.clone()), head, &words);
            let are_enough = up_to(connection, at_head, enough).await? > enough;
            return Ok(if are_enough { Found::Everywhere(words) } else { Found::Many(words) });
        }
        let ids: Vec<String> = ids.iter().map(|id| format!("\"{}\"", id.simple())).collect();
        Ok(Found::These { ids: format!("[{}]", ids.join(",")), count })
    }

    /// The rows that the index gives.
    fn given<E: EntityTrait>(
        self,
        connection: &impl ConnectionTrait,
        mut query: Select<E>,
        words: &Words,
    ) -> Select<E> {
        if connection.get_database_backend() != DatabaseBackend::Sqlite {
            return query.filter(self.has_grams(words));
        }
        // A cross join keeps the order: the index says which rows are asked, whose texts the filter spares.
        QuerySelect::query(&mut query).from_clear().from(self.grams()).cross_join(self.table);
        let same_row = self.column("search_number").equals((self.grams(), "rowid"));
        query.filter(self.matches(words)).filter(same_row)
    }

    /// The rows with these ids.
    fn these<E: EntityTrait>(
        self,
        connection: &impl ConnectionTrait,
        query: Select<E>,
        ids: &str,
    ) -> Select<E> {
        let id = format!("\"{}\".\"id\"", self.table);
        if connection.get_database_backend() != DatabaseBackend::Sqlite {
            let values = "SELECT value::uuid FROM json_array_elements_text($1::json)";
            return query.filter(Expr::cust_with_values(format!("{id} IN ({values})"), [ids]));
        }
        let mut rows = E::find().filter(Expr::cust(format!("{id} = unhex(\"found\".\"value\")")));
        let found = Func::cust("json_each").arg(ids);
        QuerySelect::query(&mut rows).from_clear().from_function(found, "found").cross_join(self.table);
        self.within(rows.limit(ALL), query)
    }

    /// Of the first rows of a list those that have the words.
    fn among_first<E: EntityTrait>(
        self,
        connection: &impl ConnectionTrait,
        list: Select<E>,
        first: u64,
        words: &Words,
    ) -> Select<E> {
        self.within(list.limit(first), E::find().filter(self.has(connection, words)))
    }

    /// A query over some rows alone. They have a limit, which makes them a table of their own: SQLite would else find rows
    /// by the filter or in the order of the list, and ask for each whether it is among them.
    fn within<E: EntityTrait>(self, rows: Select<E>, mut query: Select<E>) -> Select<E> {
        QuerySelect::query(&mut query).from_clear().from_subquery(rows.into_query(), self.table);
        query
    }

    fn grams(self) -> String {
        format!("{}_grams", self.table)
    }

    fn matches(self, words: &Words) -> Expr {
        Expr::cust_with_values(format!("{} MATCH ?", self.grams()), [words.fts(self.knows_places)])
    }

    fn has_grams(self, words: &Words) -> Expr {
        Expr::cust(format!(
            "search_grams(\"{}\".\"search\") @> ARRAY[{}]",
            self.table,
            words.numbers(self.most_numbers)
        ))
    }

    fn has(self, connection: &impl ConnectionTrait, words: &Words) -> Expr {
        if connection.get_database_backend() != DatabaseBackend::Sqlite {
            // In long texts this takes half the time of `LIKE`.
            return Expr::cust_with_values(
                format!("strpos(\"{}\".\"search\", $1) > 0", self.table),
                [words.folded.clone()],
            );
        }
        self.column("search").like(LikeExpr::new(text::like_pattern(&words.folded)).escape('\\'))
    }

    fn column(self, name: &'static str) -> Expr {
        Expr::col((self.table, name))
    }
}

impl Search {
    /// The rows of `query` that are found, still to be sorted: by what `sorted` sorts by. It may leave out rows of the
    /// filter that was searched, and have no others.
    pub fn narrow<E: EntityTrait>(
        &self,
        connection: &impl ConnectionTrait,
        query: Select<E>,
        sorted: impl Fn(Select<E>) -> Select<E>,
    ) -> Select<E> {
        let index = self.index;
        match &self.found {
            None => query,
            Some(Found::These { ids, .. }) => index.these(connection, query, ids),
            Some(Found::Many(words)) => {
                index.given(connection, query, words).filter(index.has(connection, words))
            }
            Some(Found::Everywhere(words)) => query.filter(index.has(connection, words)),
            Some(Found::AmongFirst(words)) => {
                index.among_first(connection, sorted(query), index.first, words)
            }
        }
    }

    /// How many rows of `query`, the filter that was searched, are found, as far as they are counted; `listed` if those
    /// that were listed are all.
    pub async fn total<E: EntityTrait>(
        &self,
        connection: &impl ConnectionTrait,
        query: Select<E>,
        listed: Option<u64>,
        sorted: impl Fn(Select<E>) -> Select<E>,
    ) -> Result<Total> {
        match &self.found {
            None => Ok(match listed {
                Some(listed) => listed.into(),
                None => up_to(connection, query, ALL).await?.into(),
            }),
            Some(Found::These { count, .. }) => Ok((*count).into()),
            Some(Found::Many(_) | Found::Everywhere(_)) => Ok(Total::more_than(COUNTED)),
            Some(Found::AmongFirst(_)) => {
                let first = self.index.first;
                let is_cut = up_to(connection, query.clone(), first).await? > first;
                let count = match listed {
                    Some(listed) => listed,
                    None => up_to(connection, self.narrow(connection, query, sorted), COUNTED).await?,
                };
                let total = if count > COUNTED { Total::more_than(COUNTED) } else { count.into() };
                Ok(if is_cut { total.among(first) } else { total })
            }
        }
    }
}

/// How many rows a query has, or one more than `most`.
async fn up_to<E: EntityTrait>(
    connection: &impl ConnectionTrait,
    query: Select<E>,
    most: u64,
) -> Result<u64> {
    let rows = query.select_only().expr_as(Expr::val(1), "one").limit(most + 1).into_query();
    counted(connection, rows).await
}

#[derive(FromQueryResult)]
struct Count {
    count: i64,
}

async fn counted(connection: &impl ConnectionTrait, rows: SelectStatement) -> Result<u64> {
    let count =
        Query::select().expr_as(Expr::cust("COUNT(*)"), "count").from_subquery(rows, "rows").to_owned();
    let statement = connection.get_database_backend().build(&count);
    let found = Count::find_by_statement(statement).one(connection).await?;
    Ok(found.and_then(|found| u64::try_from(found.count).ok()).unwrap_or_default())
}
