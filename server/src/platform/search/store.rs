//! Searches in the `search` column of large tables, with an index of trigrams that the database maintains. The index finds the
//! candidates: rows that may contain the terms. Their text decides whether they match. A search runs once, and both the list and
//! its total use the result.

use sea_orm::{
    ConnectionTrait, DatabaseBackend, Order, QueryFilter, QuerySelect, QueryTrait, Select,
    entity::prelude::*,
    sea_query::{ExprTrait, Func},
};

use super::{MAX_SAMPLE, SearchTerms};
use crate::platform::{
    db::{
        counts::{self, NO_LIMIT, count_up_to},
        pages,
    },
    error::Result,
    paging::{TimeCursor, Total},
};

/// If more of the [`HEAD_ROWS`] match, the term is so frequent that [`FREQUENT_ROWS`] have more than [`MAX_COUNTED`] matches, unless it
/// is rarer in older rows.
const FREQUENT_AT_HEAD: u64 = 200;
const FREQUENT_ROWS: u64 = 15_000;
/// Maximum number of matching rows that are collected and counted.
const MAX_COUNTED: u64 = 1000;
/// Distance between sampled rows, modulo the number of rows. A prime number, so that the sample is distributed over the table.
const STEP: u64 = 2_654_435_761;
/// Number of rows at the start of a list that are searched to decide how a frequent term is found.
const HEAD_ROWS: u64 = 2000;
/// If more of the [`HEAD_ROWS`] match, the pages are read in the order of the list, without the index.
const MANY_AT_HEAD: u64 = 20;

/// A table with an index of trigrams, and its tuning.
#[derive(Clone, Copy, Debug)]
pub struct SearchIndex {
    pub table: &'static str,
    /// Whether SQLite's index has the positions of trigrams. Needed for long texts, which contain most trigrams: almost all of
    /// them would match a query without positions. Takes four times the space.
    pub has_positions: bool,
    /// Approximate maximum number of trigrams in a query of PostgreSQL's index, which reads a list for each. Tables with longer
    /// texts need more.
    pub max_numbers: usize,
    /// If a filter has up to this number of rows, all of them are read, and the index is not used.
    pub short_list: u64,
    /// Number of rows at the start of a list that are searched if the terms are too short for the index.
    pub first_rows: u64,
}

/// The matching rows, as far as they are known.
#[derive(Clone, Debug)]
enum Found {
    /// All matching rows: their ids as a JSON array, and their number.
    All { ids: String, count: u64 },
    /// More than [`MAX_COUNTED`] rows, but few of them at the start of the list. Pages are found with the index.
    Many(SearchTerms),
    /// So many rows that reading in the order of the list finds a page quickly.
    Everywhere(SearchTerms),
    /// The rows are not known. Only the first rows of the list are searched.
    AmongFirst(SearchTerms),
}

/// The result of a search in the rows of a filter.
#[derive(Clone, Debug)]
pub struct Search {
    index: SearchIndex,
    /// `None` without search terms.
    found: Option<Found>,
}

impl SearchIndex {
    /// The tuning for texts such as a name and an email.
    pub const SHORT_TEXTS: Self =
        Self { table: "", has_positions: false, max_numbers: 12, short_list: 1000, first_rows: 2000 };

    /// Searches the rows of a filter. `sorted` sorts them as the list does. For terms that are too short for the index, only
    /// the first rows are searched.
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

    /// Returns up to `limit` matching rows of a filter after a cursor, newest first, and the number of all matching rows. `columns` are
    /// the time and the id of a row.
    pub async fn page<E: EntityTrait>(
        self,
        connection: &impl ConnectionTrait,
        filtered: Select<E>,
        terms: Option<SearchTerms>,
        columns: (E::Column, E::Column),
        after: Option<TimeCursor>,
        limit: u64,
    ) -> Result<(Vec<E::Model>, Total)> {
        let newest_first = |query: Select<E>| pages::sorted_after(query, columns, Order::Desc, None);
        let search = self.search(connection, &filtered, terms, newest_first).await?;
        let found = search.narrow(connection, filtered.clone(), newest_first);
        let page = pages::sorted_after(found, columns, Order::Desc, after).limit(limit);
        let rows = page.all(connection).await?;
        let listed = rows.len() as u64;
        let all = (after.is_none() && listed < limit).then_some(listed);
        Ok((rows, search.total(connection, filtered, all, newest_first).await?))
    }

    /// Like [`Self::search`], but searches all rows even for short terms.
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

    /// Returns a search that reads the rows in the order of the list, for callers that read all pages.
    #[must_use]
    pub fn search_in_order(self, terms: Option<SearchTerms>) -> Search {
        Search { index: self, found: terms.map(Found::Everywhere) }
    }

    /// Decides how the matching rows are found.
    async fn find<E: EntityTrait>(
        self,
        connection: &impl ConnectionTrait,
        filtered: &Select<E>,
        terms: SearchTerms,
        sorted: impl Fn(Select<E>) -> Select<E>,
    ) -> Result<Found> {
        let is_short_list =
            count_up_to(connection, filtered.clone(), self.short_list).await? <= self.short_list;
        if !is_short_list && self.is_everywhere(connection, &sorted(filtered.clone()), &terms).await? {
            return Ok(Found::Everywhere(terms));
        }
        let terms = if is_short_list { terms } else { self.with_rare_grams::<E>(connection, terms).await? };
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
            let at_head = self.among_first(connection, sorted(filtered.clone()), HEAD_ROWS, &terms);
            let are_many_at_head = count_up_to(connection, at_head, MANY_AT_HEAD).await? > MANY_AT_HEAD;
            return Ok(if are_many_at_head { Found::Everywhere(terms) } else { Found::Many(terms) });
        }
        let ids: Vec<String> = ids.iter().map(|id| format!("\"{}\"", id.simple())).collect();
        Ok(Found::All { ids: format!("[{}]", ids.join(",")), count })
    }

    /// Chooses the trigrams of the terms by rows that are evenly distributed over the table. Only for SQLite: PostgreSQL's index
    /// skips entries of frequent trigrams.
    async fn with_rare_grams<E: EntityTrait>(
        self,
        connection: &impl ConnectionTrait,
        terms: SearchTerms,
    ) -> Result<SearchTerms> {
        if self.has_positions || connection.get_database_backend() != DatabaseBackend::Sqlite {
            return Ok(terms);
        }
        let steps: Vec<String> = (0..MAX_SAMPLE as u64).map(|index| (index * STEP).to_string()).collect();
        let sampled = format!(
            "\"{table}\".\"search_number\" IN (SELECT 1 + value % (SELECT max(search_number) FROM {table}) \
             FROM json_each('[{steps}]'))",
            table = self.table,
            steps = steps.join(",")
        );
        let rows = E::find().filter(Expr::cust(sampled)).select_only();
        let texts: Vec<String> =
            rows.column_as(self.column("search"), "search").into_tuple().all(connection).await?;
        Ok(terms.with_rare_grams(&texts))
    }

    /// Returns whether so many rows at the start of a list match that there are more than [`MAX_COUNTED`]. PostgreSQL's index reads
    /// all rows with a frequent term before it returns the first one. SQLite's doesn't.
    async fn is_everywhere<E: EntityTrait>(
        self,
        connection: &impl ConnectionTrait,
        sorted: &Select<E>,
        terms: &SearchTerms,
    ) -> Result<bool> {
        if connection.get_database_backend() == DatabaseBackend::Sqlite {
            return Ok(false);
        }
        let among = |first| self.among_first(connection, sorted.clone(), first, terms);
        Ok(count_up_to(connection, among(HEAD_ROWS), FREQUENT_AT_HEAD).await? > FREQUENT_AT_HEAD
            && count_up_to(connection, among(FREQUENT_ROWS), MAX_COUNTED).await? > MAX_COUNTED)
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
    fn with_ids<E: EntityTrait>(
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
        self.within(rows.limit(NO_LIMIT), query)
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

    /// Restricts a query to `rows`. They must have a limit, which makes SQLite read them first. Otherwise, it could look up each
    /// row of the query among them.
    fn within<E: EntityTrait>(self, rows: Select<E>, mut query: Select<E>) -> Select<E> {
        QuerySelect::query(&mut query).from_clear().from_subquery(rows.into_query(), self.table);
        query
    }

    /// Returns the name of SQLite's index.
    fn grams(self) -> String {
        format!("{}_grams", self.table)
    }

    /// Returns the condition of SQLite's index.
    fn matches(self, terms: &SearchTerms) -> Expr {
        Expr::cust_with_values(format!("{} MATCH ?", self.grams()), [terms.fts(self.has_positions)])
    }

    /// Returns the condition of PostgreSQL's index.
    fn has_grams(self, terms: &SearchTerms) -> Expr {
        Expr::cust(format!(
            "search_grams(\"{}\".\"search\") @> ARRAY[{}]",
            self.table,
            terms.numbers(self.max_numbers)
        ))
    }

    /// Returns the condition that the text of a row contains the terms.
    fn has(self, connection: &impl ConnectionTrait, terms: &SearchTerms) -> Expr {
        // In long texts, this takes half the time of `LIKE`, or less.
        let condition = match connection.get_database_backend() {
            DatabaseBackend::Sqlite => format!("instr(\"{}\".\"search\", ?) > 0", self.table),
            _ => format!("strpos(\"{}\".\"search\", $1) > 0", self.table),
        };
        Expr::cust_with_values(condition, [terms.folded.clone()])
    }

    fn column(self, name: &'static str) -> Expr {
        Expr::col((self.table, name))
    }
}

impl Search {
    /// Restricts a query to the matching rows. The query must select rows of the filter that was searched. The caller still has
    /// to sort the result as `sorted` does.
    pub fn narrow<E: EntityTrait>(
        &self,
        connection: &impl ConnectionTrait,
        query: Select<E>,
        sorted: impl Fn(Select<E>) -> Select<E>,
    ) -> Select<E> {
        let index = self.index;
        match &self.found {
            None => query,
            Some(Found::All { ids, .. }) => index.with_ids(connection, query, ids),
            Some(Found::Many(terms)) => {
                index.candidates(connection, query, terms).filter(index.has(connection, terms))
            }
            Some(Found::Everywhere(terms)) => query.filter(index.has(connection, terms)),
            Some(Found::AmongFirst(terms)) => {
                index.among_first(connection, sorted(query), index.first_rows, terms)
            }
        }
    }

    /// Returns whether there are search terms.
    #[must_use]
    pub fn has_terms(&self) -> bool {
        self.found.is_some()
    }

    /// Returns whether only the first rows are searched.
    #[must_use]
    pub fn is_among_first(&self) -> bool {
        matches!(self.found, Some(Found::AmongFirst(_)))
    }

    /// Counts the matching rows of a part of the rows that were searched. If there are too many to know them, counts those at the
    /// start of the part.
    pub async fn total_of_part<E: EntityTrait>(
        &self,
        connection: &impl ConnectionTrait,
        part: Select<E>,
        sorted: impl Fn(Select<E>) -> Select<E>,
    ) -> Result<Total> {
        let (found, is_cut) = self.narrow_part(connection, part, sorted).await?;
        let total = counts::total(connection, found).await?;
        Ok(if is_cut { Total::more_than(total.count()) } else { total })
    }

    /// Selects the matching rows of a part of the rows that were searched. If there are too many to know them, selects those at the
    /// start of the part, and returns whether it has more rows.
    pub async fn narrow_part<E: EntityTrait>(
        &self,
        connection: &impl ConnectionTrait,
        part: Select<E>,
        sorted: impl Fn(Select<E>) -> Select<E>,
    ) -> Result<(Select<E>, bool)> {
        let Some(Found::Many(terms) | Found::Everywhere(terms) | Found::AmongFirst(terms)) = &self.found
        else {
            return Ok((self.narrow(connection, part, sorted), false));
        };
        let first = self.index.first_rows;
        let is_cut = count_up_to(connection, part.clone(), first).await? > first;
        Ok((self.index.among_first(connection, sorted(part), first, terms), is_cut))
    }

    /// Returns the number of matching rows. `query` is the filter that was searched. `listed` is the number of rows if they fit
    /// on one page, which makes counting unnecessary.
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
                None => counts::total(connection, query).await?,
            }),
            Some(Found::All { count, .. }) => Ok((*count).into()),
            Some(Found::Many(_) | Found::Everywhere(_)) => Ok(Total::more_than(MAX_COUNTED)),
            Some(Found::AmongFirst(_)) => {
                let first = self.index.first_rows;
                let is_cut = count_up_to(connection, query.clone(), first).await? > first;
                let count = match listed {
                    Some(listed) => listed,
                    None => {
                        count_up_to(connection, self.narrow(connection, query, sorted), MAX_COUNTED).await?
                    }
                };
                let total = if count > MAX_COUNTED { Total::more_than(MAX_COUNTED) } else { count.into() };
                Ok(if is_cut { total.among(first) } else { total })
            }
        }
    }
}
