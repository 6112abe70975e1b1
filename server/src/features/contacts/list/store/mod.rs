//! The SQL on `contacts` for the lists in the panel.

pub mod selection;

use anyhow::Context;
use sea_orm::{
    Condition, ConnectionTrait, Iterable, Order, QueryOrder, QuerySelect, QueryTrait, Select, TryGetable,
    entity::prelude::*,
    sea_query::{Query, SubQueryStatement},
};

use self::selection::Selection;
use super::{
    ContactFilterValues, ContactSummary,
    cursor::LateFirstCursor,
    filter::{ContactFilter, ContactListView},
};
use crate::{
    features::contacts::{
        model::Contact,
        source::UNKNOWN_SOURCE,
        store::{
            count_all, inbox,
            rows::{self, Column},
        },
    },
    platform::{
        clock::Timestamp,
        db::{counts, pages, unsigned},
        error::Result,
        paging::{MAX_TOTAL, TimeCursor, Total},
        search::{
            SearchTerms,
            store::{Search, SearchIndex},
        },
        text::phone,
    },
};

pub(in crate::features::contacts) const SEARCH: SearchIndex = SearchIndex {
    table: "contacts",
    has_positions: false,
    max_numbers: 12,
    short_list: 4000,
    first_rows: 2000,
};

/// Maximum number of services and of sources in [`filter_values`].
const MAX_VALUES: u64 = 100;
/// Maximum number of contacts of which [`filter_values`] reads the values.
const MAX_SAMPLE: u64 = 10_000;

const NEWEST_FIRST: (Column, Order) = (Column::CreatedAt, Order::Desc);
const EARLIEST_DEADLINE_FIRST: (Column, Order) = (Column::WaitsUntil, Order::Asc);
const EARLIEST_STEP_FIRST: (Column, Order) = (Column::NextStepAt, Order::Asc);

/// Searches the contacts of a filter. The result is the parameter `search` of the other functions.
pub async fn search(
    connection: &impl ConnectionTrait,
    contacts: &Selection,
    filter: &ContactFilter,
) -> Result<Search> {
    SEARCH.search(connection, &contacts.newest(), terms(filter), newest_first).await
}

/// Prepares the search of an export, which reads the whole list in order.
#[must_use]
pub fn search_in_order(filter: &ContactFilter) -> Search {
    SEARCH.search_in_order(terms(filter))
}

/// Lists one page of contacts, newest first.
pub async fn list(
    connection: &impl ConnectionTrait,
    contacts: &Selection,
    search: &Search,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Contact>> {
    let query = matching(connection, contacts, search, contacts.newest());
    page(connection, query, NEWEST_FIRST, after, limit).await
}

/// Lists one page of waiting contacts, earliest deadline first.
pub async fn list_by_deadline(
    connection: &impl ConnectionTrait,
    contacts: &Selection,
    search: &Search,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Contact>> {
    let query = matching(connection, contacts, search, contacts.in_order());
    page(connection, query, EARLIEST_DEADLINE_FIRST, after, limit).await
}

/// Lists one page of contacts with a next step, earliest first.
pub async fn list_by_step(
    connection: &impl ConnectionTrait,
    contacts: &Selection,
    search: &Search,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Contact>> {
    let query = matching(connection, contacts, search, contacts.in_order());
    page(connection, query, EARLIEST_STEP_FIRST, after, limit).await
}

/// Lists one page of contacts: those whose reply was late at the time `as_of`, earliest deadline first, then the others,
/// newest first.
pub async fn list_late_first(
    connection: &impl ConnectionTrait,
    contacts: &Selection,
    search: &Search,
    as_of: Timestamp,
    after: Option<LateFirstCursor>,
    limit: u64,
) -> Result<Vec<Contact>> {
    let mut found = match after {
        // The earlier pages contained all late contacts.
        Some(LateFirstCursor { is_late: false, .. }) => Vec::new(),
        after => {
            let query = matching(connection, contacts, search, contacts.in_order());
            let query = query.filter(Column::WaitsUntil.lt(as_of));
            page(connection, query, EARLIEST_DEADLINE_FIRST, after.map(|after| after.cursor), limit).await?
        }
    };
    let left = limit.saturating_sub(found.len() as u64);
    if left > 0 {
        let in_time = Condition::any().add(Column::WaitsUntil.is_null()).add(Column::WaitsUntil.gte(as_of));
        let query = matching(connection, contacts, search, contacts.newest()).filter(in_time);
        let after = after.filter(|after| !after.is_late).map(|after| after.cursor);
        found.extend(page(connection, query, NEWEST_FIRST, after, left).await?);
    }
    Ok(found)
}

/// Restricts a query to the contacts that a search has found. Terms that are too short for the index are searched in the newest contacts,
/// also for a list in another order.
fn matching(
    connection: &impl ConnectionTrait,
    contacts: &Selection,
    search: &Search,
    query: Select<rows::Entity>,
) -> Select<rows::Entity> {
    let query = if search.is_among_first() { contacts.newest() } else { query };
    search.narrow(connection, query, newest_first)
}

/// Lists up to `limit` contacts after a cursor, sorted by a time and the id.
async fn page(
    connection: &impl ConnectionTrait,
    query: Select<rows::Entity>,
    (time, order): (Column, Order),
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Contact>> {
    let rows =
        pages::sorted_after(query, (time, Column::Id), order, after).limit(limit).all(connection).await?;
    Ok(rows.into_iter().map(Contact::from).collect())
}

/// Counts the contacts of a filter and a search. If the page contains all of them, `listed` is their number, and no query
/// is needed.
pub async fn count(
    connection: &impl ConnectionTrait,
    contacts: &Selection,
    search: &Search,
    listed: Option<u64>,
) -> Result<Total> {
    match listed {
        None if !search.has_terms() => contacts.total(connection).await,
        _ => search.total(connection, contacts.newest(), listed, newest_first).await,
    }
}

/// Lists the ids of all users with assigned contacts, including former staff. Finds each one by the index, starting after the
/// previous one.
pub async fn list_assignee_ids(connection: &impl ConnectionTrait) -> Result<Vec<Uuid>> {
    let mut ids = Vec::new();
    loop {
        let assigned = rows::Entity::find().filter(Column::AssignedTo.is_not_null());
        let next = assigned.filter(Column::AssignedTo.gt(ids.last().copied().unwrap_or_default()));
        let first = next.order_by_asc(Column::AssignedTo).limit(1).select_only().column(Column::AssignedTo);
        let Some(id) = first.into_tuple::<Uuid>().one(connection).await? else { return Ok(ids) };
        ids.push(id);
    }
}

/// Counts the contacts of each view, with one query.
pub async fn summary(
    connection: &impl ConnectionTrait,
    caller: Uuid,
    now: Timestamp,
) -> Result<ContactSummary> {
    let mut counts = Query::select();
    for view in ContactListView::iter() {
        let filter = ContactFilter { view, ..ContactFilter::default() }.requested_by(caller);
        let count = counts::select_up_to(Selection::planned(filter, now).newest(), MAX_TOTAL);
        counts.expr(Expr::SubQuery(None, Box::new(SubQueryStatement::SelectStatement(count))));
    }
    let statement = connection.get_database_backend().build(&counts);
    let row = connection.query_one_raw(statement).await?.context("a query of counts returned no row")?;
    let mut summary = ContactSummary::default();
    for (index, view) in ContactListView::iter().enumerate() {
        let total = Total::counted(unsigned(row.try_get_by_index(index)?));
        *summary.count_of(view) = total.count();
        if total.has_more() {
            summary.more_than_counted.push(view);
        }
    }
    Ok(summary)
}

/// Returns the services and the sources of the newest contacts in the inbox.
pub async fn filter_values(connection: &impl ConnectionTrait) -> Result<ContactFilterValues> {
    let mut sources: Vec<String> = frequent_values(connection, Column::Source).await?;
    sources.retain(|source| source != UNKNOWN_SOURCE);
    let services = frequent_values(connection, Column::Service).await?;
    let campaigns: Vec<Option<String>> = frequent_values(connection, Column::UtmCampaign).await?;
    Ok(ContactFilterValues { services, sources, campaigns: campaigns.into_iter().flatten().collect() })
}

/// Returns the values of a column of the newest contacts in the inbox, most frequent first.
async fn frequent_values<T: TryGetable>(connection: &impl ConnectionTrait, column: Column) -> Result<Vec<T>> {
    let newest = newest_first(inbox()).select_only().column(column).limit(MAX_SAMPLE).into_query();
    let mut values = rows::Entity::find().select_only().column(column);
    QuerySelect::query(&mut values).from_clear().from_subquery(newest, rows::Entity);
    let grouped = values.group_by(column).order_by_desc(count_all()).order_by_asc(column);
    Ok(grouped.limit(MAX_VALUES).into_tuple().all(connection).await?)
}

pub(in crate::features::contacts) fn terms(filter: &ContactFilter) -> Option<SearchTerms> {
    let terms = filter.search.as_deref();
    let phone = terms.and_then(phone::formatted_term);
    SearchTerms::of(phone.as_deref().or(terms))
}

pub(super) fn newest_first(query: Select<rows::Entity>) -> Select<rows::Entity> {
    sorted(query, NEWEST_FIRST)
}

pub(super) fn earliest_deadline_first(query: Select<rows::Entity>) -> Select<rows::Entity> {
    sorted(query, EARLIEST_DEADLINE_FIRST)
}

fn sorted(query: Select<rows::Entity>, (time, order): (Column, Order)) -> Select<rows::Entity> {
    query.order_by(time, order.clone()).order_by(Column::Id, order)
}
