//! Searches in the `search` column of large tables, with an index of trigrams that the database maintains. The index finds
//! the rows that may contain the terms; their text decides. A search runs once; the list and its total use its result.

use sea_orm::{
    ConnectionTrait, DatabaseBackend, FromQueryResult, QueryFilter, QuerySelect, QueryTrait, Select,
    entity::prelude::*,
    sea_query::{ExprTrait, Func, LikeExpr, Query, SelectStatement},
};

use super::SearchTerms;
use crate::platform::{error::Result, paging::Total, text};

/// Maximum number of matching rows that are collected and counted.
const MAX_COUNTED: u64 = 1000;
/// If so many of the first rows of a list match (matches, rows), its pages are read in the order of the list.
const FREQUENT: (u64, u64) = (20, 2000);
/// More rows than a table has.
const ALL: u64 = u32::MAX as u64;

/// A table with an index of trigrams, and its tuning.
#[derive(Clone, Copy, Debug)]
pub struct SearchIndex {
    pub table: &'static str,
    /// Whether SQLite's index has the positions of trigrams. This takes four times the space. Without it, long texts, which
    /// contain most trigrams, would match almost any query of the index.
    pub has_positions: bool,
    /// Maximum number of trigrams in a query of PostgreSQL's index, which reads a whole list for each. More of them are
    /// worth it for longer texts.
    pub max_numbers: usize,
    /// Number of rows up to which all rows of a filter are read instead of the index.
    pub short_list: u64,
    /// Number of first rows that are searched for terms that are too short for the index.
    pub first: u64,
}

/// The matching rows, as far as they are known.
#[derive(Clone, Debug)]
enum Found {
    /// All matching rows: their ids as a JSON array, and their number.
    These { ids: String, count: u64 },
    /// More rows than are counted, but few at the start of the list: the index is read.
    Many(SearchTerms),
    /// So many rows that a page is found quickly in the order of the list.
    Everywhere(SearchTerms),
    /// Some of the first rows of the list. Only these are searched.
    AmongFirst(SearchTerms),
}

/// The outcome of a search in the rows of a filter.
#[derive(Clone, Debug)]
pub struct Search {
    index: SearchIndex,
    /// `None` without search terms.
    found: Option<Found>,
}

impl SearchIndex {
    /// Searches the rows of a filter.
    pub async fn search<E: EntityTrait>(
        self,
        connection: &impl ConnectionTrait,
        filtered: &Select<E>,
        terms: Option<SearchTerms>,
        sorted: impl Fn(Select<E>) -> Select<E>,
    ) -> Result<Search> {
        let found = match terms {
            Some(terms) if terms.is_short() => Some(Found::AmongFirst(terms)),
            Some(terms) => Some(self.find(connection, filtered, terms, sorted).await?),
            None => None,
        };
        Ok(Search { index: self, found })
    }

    /// Searches like [`Self::search`], but all rows even for short terms.
    pub async fn search_all<E: EntityTrait>(
        self,
        connection: &impl ConnectionTrait,
        filtered: &Select<E>,
        terms: Option<SearchTerms>,
        sorted: impl Fn(Select<E>) -> Select<E>,
    ) -> Result<Search> {
        match terms {
            Some(terms) if terms.is_short() => Ok(self.search_in_order(Some(terms))),
            terms => self.search(connection, filtered, terms, sorted).await,
        }
    }

    /// Returns a search that reads the rows in the order of the list, for readers of all pages.
    #[must_use]
    pub fn search_in_order(self, terms: Option<SearchTerms>) -> Search {
        Search { index: self, found: terms.map(Found::Everywhere) }
    }

    async fn find<E: EntityTrait>(
        self,
        connection: &impl ConnectionTrait,
        filtered: &Select<E>,
        terms: SearchTerms,
        sorted: impl Fn(Select<E>) -> Select<E>,
    ) -> Result<Found> {
        let is_short_list = up_to(connection, filtered.clone(), self.short_list).await? <= self.short_list;
        let candidates = if is_short_list {
            filtered.clone()
        } else {
            self.candidates(connection, filtered.clone(), &terms)
        };
        let rows =
            candidates.filter(self.has(connection, &terms)).select_only().column_as(self.column("id"), "id");
        let ids: Vec<Uuid> = rows.limit(MAX_COUNTED + 1).into_tuple().all(connection).await?;
        let count = ids.len() as u64;
        if count > MAX_COUNTED {
            let (enough, head) = FREQUENT;
            let at_head = self.among_first(connection, sorted(filtered.clone()), head, &terms);
            let are_enough = up_to(connection, at_head, enough).await? > enough;
            return Ok(if are_enough { Found::Everywhere(terms) } else { Found::Many(terms) });
        }
        let ids: Vec<String> = ids.iter().map(|id| format!("\"{}\"", id.simple())).collect();
        Ok(Found::These { ids: format!("[{}]", ids.join(",")), count })
    }

    /// Selects the rows that the index finds.
    fn candidates<E: EntityTrait>(
        self,
        connection: &impl ConnectionTrait,
        mut query: Select<E>,
        terms: &SearchTerms,
    ) -> Select<E> {
        if connection.get_database_backend() != DatabaseBackend::Sqlite {
            return query.filter(self.has_grams(terms));
        }
        // A cross join fixes the order: SQLite reads the index first, and then only the rows that it finds.
        QuerySelect::query(&mut query).from_clear().from(self.grams()).cross_join(self.table);
        let same_row = self.column("search_number").equals((self.grams(), "rowid"));
        query.filter(self.matches(terms)).filter(same_row)
    }

    /// Selects the rows with these ids.
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

    /// Selects the matching rows among the first rows of a list.
    fn among_first<E: EntityTrait>(
        self,
        connection: &impl ConnectionTrait,
        list: Select<E>,
        first: u64,
        terms: &SearchTerms,
    ) -> Select<E> {
        self.within(list.limit(first), E::find().filter(self.has(connection, terms)))
    }

    /// Restricts a query to some rows. They must have a limit, so that SQLite reads them first, instead of looking up each
    /// row of the query among them.
    fn within<E: EntityTrait>(self, rows: Select<E>, mut query: Select<E>) -> Select<E> {
        QuerySelect::query(&mut query).from_clear().from_subquery(rows.into_query(), self.table);
        query
    }

    fn grams(self) -> String {
        format!("{}_grams", self.table)
    }

    fn matches(self, terms: &SearchTerms) -> Expr {
        Expr::cust_with_values(format!("{} MATCH ?", self.grams()), [terms.fts(self.has_positions)])
    }

    fn has_grams(self, terms: &SearchTerms) -> Expr {
        Expr::cust(format!(
            "search_grams(\"{}\".\"search\") @> ARRAY[{}]",
            self.table,
            terms.numbers(self.max_numbers)
        ))
    }

    fn has(self, connection: &impl ConnectionTrait, terms: &SearchTerms) -> Expr {
        if connection.get_database_backend() != DatabaseBackend::Sqlite {
            // In long texts this takes half the time of `LIKE`.
            return Expr::cust_with_values(
                format!("strpos(\"{}\".\"search\", $1) > 0", self.table),
                [terms.folded.clone()],
            );
        }
        self.column("search").like(LikeExpr::new(text::like_pattern(&terms.folded)).escape('\\'))
    }

    fn column(self, name: &'static str) -> Expr {
        Expr::col((self.table, name))
    }
}

impl Search {
    /// Restricts a query to the matching rows. The query must select rows of the filter that was searched, and still needs
    /// to be sorted, in the order of `sorted`.
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
            Some(Found::Many(terms)) => {
                index.candidates(connection, query, terms).filter(index.has(connection, terms))
            }
            Some(Found::Everywhere(terms)) => query.filter(index.has(connection, terms)),
            Some(Found::AmongFirst(terms)) => {
                index.among_first(connection, sorted(query), index.first, terms)
            }
        }
    }

    /// Returns the number of matching rows of `query`, the filter that was searched. `listed` is the number if all of them
    /// were listed.
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
            Some(Found::Many(_) | Found::Everywhere(_)) => Ok(Total::more_than(MAX_COUNTED)),
            Some(Found::AmongFirst(_)) => {
                let first = self.index.first;
                let is_cut = up_to(connection, query.clone(), first).await? > first;
                let count = match listed {
                    Some(listed) => listed,
                    None => up_to(connection, self.narrow(connection, query, sorted), MAX_COUNTED).await?,
                };
                let total = if count > MAX_COUNTED { Total::more_than(MAX_COUNTED) } else { count.into() };
                Ok(if is_cut { total.among(first) } else { total })
            }
        }
    }
}

/// Counts the rows of a query, up to `max + 1`.
async fn up_to<E: EntityTrait>(connection: &impl ConnectionTrait, query: Select<E>, max: u64) -> Result<u64> {
    let rows = query.select_only().expr_as(Expr::val(1), "one").limit(max + 1).into_query();
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
