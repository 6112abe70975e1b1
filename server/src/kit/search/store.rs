//! Words found anywhere in the `search` column of a table that is too long to be read for each search.
//!
//! An index of trigrams, which the database keeps by itself, tells which rows may have the words; `LIKE` tells which do.
//! Where the index would give too many, or the filter leaves but few, rows are read in the order of the list instead.

use sea_orm::{
    ConnectionTrait, DatabaseBackend, FromQueryResult, QueryFilter, QuerySelect, QueryTrait, Select,
    entity::prelude::*,
    sea_query::{ExprTrait, LikeExpr, Query, SelectStatement},
};

use super::Words;
use crate::kit::{error::Result, paging::Total, text};

/// How many rows with the words are counted.
const COUNTED: u64 = 1000;
/// Of so many rows that the index gives, one with the words is enough to read the list in its order.
const FAR_APART: u64 = 20;
const IN_ORDER: Way = Way::InOrder { has_more_than_counted: false };
/// More than a table has.
const ALL: u64 = u32::MAX as u64;

/// A table with an index of trigrams, and what is worth doing with it.
#[derive(Clone, Copy, Debug)]
pub struct SearchIndex {
    pub table: &'static str,
    /// Does SQLite's index tell where in a text a trigram is? That takes four times the room; without it texts so long
    /// that they have most trigrams there are would all seem to have the words.
    pub knows_places: bool,
    /// So many rows of a filter are read sooner than the index.
    pub few: u64,
    /// So many rows that the index gives are read, whatever the order of the list.
    pub many: u64,
    /// Words too short for the index are looked for in so many of the first rows.
    pub first: u64,
}

/// How the rows with the words are got at. Each way finds the same, but for the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// One by one as they come in the list.
    InOrder { has_more_than_counted: bool },
    /// Those that the index gives.
    ByIndex,
    /// The first ones of the list alone.
    AmongFirst,
}

/// A search, with the way that fits what is searched for.
#[derive(Clone, Debug)]
pub struct Search {
    index: SearchIndex,
    found_by: Option<(Words, Way)>,
}

impl SearchIndex {
    /// How to find the rows of a filter that have the words.
    pub async fn search<E: EntityTrait>(
        self,
        connection: &impl ConnectionTrait,
        filtered: &Select<E>,
        words: Option<Words>,
    ) -> Result<Search> {
        let Some(words) = words else { return Ok(Search { index: self, found_by: None }) };
        let way = self.way(connection, filtered, &words).await?;
        Ok(Search { index: self, found_by: Some((words, way)) })
    }

    /// For whoever sees all there is, short words and great numbers included.
    pub async fn search_whole(
        self,
        connection: &impl ConnectionTrait,
        words: Option<Words>,
    ) -> Result<Search> {
        let Some(words) = words else { return Ok(Search { index: self, found_by: None }) };
        let by_index = !words.is_short() && self.candidates(connection, &words).await? <= self.many;
        let way = if by_index { Way::ByIndex } else { IN_ORDER };
        Ok(Search { index: self, found_by: Some((words, way)) })
    }

    /// For whoever reads a list to its end, page after page: each goes on where the one before ended.
    #[must_use]
    pub fn search_in_order(self, words: Option<Words>) -> Search {
        Search { index: self, found_by: words.map(|words| (words, IN_ORDER)) }
    }

    async fn way<E: EntityTrait>(
        self,
        connection: &impl ConnectionTrait,
        filtered: &Select<E>,
        words: &Words,
    ) -> Result<Way> {
        if words.is_short() {
            return Ok(Way::AmongFirst);
        }
        if up_to(connection, filtered.clone(), self.few).await? <= self.few {
            return Ok(IN_ORDER);
        }
        if self.candidates(connection, words).await? <= self.many {
            return Ok(Way::ByIndex);
        }
        // Many may have them. If of so many so few do, those that do are far apart in the list.
        let sample = self.given(connection, filtered.clone(), words, self.many);
        Ok(match up_to(connection, sample, COUNTED).await? {
            found if found > COUNTED => Way::InOrder { has_more_than_counted: true },
            found if found * FAR_APART > self.many => IN_ORDER,
            _ => Way::ByIndex,
        })
    }

    /// Among the rows that the index gives first. They are a table of their own, with a limit to it: so no database gets
    /// the idea to walk through the whole list and ask for each row whether the index has it.
    fn given<E: EntityTrait>(
        self,
        connection: &impl ConnectionTrait,
        query: Select<E>,
        words: &Words,
        limit: u64,
    ) -> Select<E> {
        let given = E::find().filter(self.has_grams(connection, words, limit)).filter(self.has(words));
        self.from(query, given.limit(limit).into_query())
    }

    fn from<E: EntityTrait>(self, mut query: Select<E>, rows: SelectStatement) -> Select<E> {
        QuerySelect::query(&mut query).from_clear().from_subquery(rows, self.table);
        query
    }

    fn has(self, words: &Words) -> Expr {
        let pattern = LikeExpr::new(text::like_pattern(&words.folded)).escape('\\');
        Expr::col((self.table, "search")).like(pattern)
    }

    fn has_grams(self, connection: &impl ConnectionTrait, words: &Words, limit: u64) -> Expr {
        let table = self.table;
        if connection.get_database_backend() != DatabaseBackend::Sqlite {
            return Expr::cust(format!("search_grams(\"{table}\".\"search\") @> ARRAY[{}]", words.numbers()));
        }
        let given = format!(
            "\"{table}\".\"search_number\" IN (SELECT rowid FROM {table}_grams WHERE {table}_grams MATCH ? \
             ORDER BY rowid DESC LIMIT ?)"
        );
        Expr::cust_with_values(given, [Value::from(words.fts(self.knows_places)), Value::from(limit)])
    }

    /// How many rows the index gives, up to one more than are worth reading.
    async fn candidates(self, connection: &impl ConnectionTrait, words: &Words) -> Result<u64> {
        let mut rows = Query::select();
        rows.expr_as(Expr::val(1), "one");
        if connection.get_database_backend() == DatabaseBackend::Sqlite {
            let grams = format!("{}_grams", self.table);
            let has_grams =
                Expr::cust_with_values(format!("{grams} MATCH ?"), [words.fts(self.knows_places)]);
            rows.from(grams).and_where(has_grams);
        } else {
            rows.from(self.table).and_where(self.has_grams(connection, words, ALL));
        }
        counted(connection, rows.limit(self.many + 1).to_owned()).await
    }
}

impl Search {
    /// The rows of `query` that are found, still to be sorted: by what `sorted` sorts by.
    pub fn narrow<E: EntityTrait>(
        &self,
        connection: &impl ConnectionTrait,
        query: Select<E>,
        sorted: impl Fn(Select<E>) -> Select<E>,
    ) -> Select<E> {
        let Some((words, way)) = &self.found_by else { return query };
        match way {
            Way::InOrder { .. } => query.filter(self.index.has(words)),
            Way::ByIndex => self.index.given(connection, query, words, ALL),
            Way::AmongFirst => {
                let first = sorted(query).limit(self.index.first).into_query();
                self.index.from(E::find(), first).filter(self.index.has(words))
            }
        }
    }

    /// The same for a part of what was searched: if that is small, it is read.
    pub async fn narrow_part<E: EntityTrait>(
        &self,
        connection: &impl ConnectionTrait,
        query: Select<E>,
        sorted: impl Fn(Select<E>) -> Select<E>,
    ) -> Result<Select<E>> {
        let few = self.index.few;
        if let Some((words, Way::ByIndex)) = &self.found_by
            && up_to(connection, query.clone(), few).await? <= few
        {
            return Ok(query.filter(self.index.has(words)));
        }
        Ok(self.narrow(connection, query, sorted))
    }

    /// How many rows of `query` are found, as far as they are counted; `listed` if those that were listed are all.
    pub async fn total<E: EntityTrait>(
        &self,
        connection: &impl ConnectionTrait,
        query: Select<E>,
        listed: Option<u64>,
        sorted: impl Fn(Select<E>) -> Select<E>,
    ) -> Result<Total> {
        let way = self.found_by.as_ref().map(|(_, way)| *way);
        let first = self.index.first;
        let is_cut = way == Some(Way::AmongFirst) && up_to(connection, query.clone(), first).await? > first;
        let most = if way.is_some() { COUNTED } else { ALL };
        let count = match (listed, way) {
            (Some(listed), _) => listed,
            (None, Some(Way::InOrder { has_more_than_counted: true })) => COUNTED + 1,
            (None, _) => up_to(connection, self.narrow(connection, query, sorted), most).await?,
        };
        let total = if count > most { Total::more_than(most) } else { count.into() };
        Ok(if is_cut { total.among(first) } else { total })
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
