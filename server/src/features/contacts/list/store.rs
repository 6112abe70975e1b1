//! The SQL on `contacts` for the lists in the panel.

use anyhow::Context;
use sea_orm::{
    Condition, ConnectionTrait, FromQueryResult, Iterable, Order, QueryOrder, QuerySelect, QueryTrait,
    Select, TryGetable,
    entity::prelude::*,
    sea_query::{Query, SubQueryStatement},
};

use super::{
    ContactFilterValues, ContactSummary,
    cursor::LateFirstCursor,
    filter::{Assigned, ContactFilter, ContactListView},
};
use crate::{
    features::contacts::{
        model::{Contact, ContactStatus},
        source::UNKNOWN_SOURCE,
        store::{
            count_all,
            rows::{self, Column},
        },
    },
    platform::{
        clock::Timestamp,
        db::{pages, unsigned},
        error::Result,
        paging::{TimeCursor, Total},
        search::{
            SearchTerms,
            store::{Search, SearchIndex},
        },
        text::phone,
    },
};

pub(in super::super) const SEARCH: SearchIndex = SearchIndex {
    table: "contacts",
    has_positions: false,
    max_numbers: 12,
    short_list: 4000,
    first_rows: 10_000,
};

/// Maximum number of services and of sources in [`filter_values`].
const MAX_VALUES: u64 = 100;

const NEWEST_FIRST: (Column, Order) = (Column::CreatedAt, Order::Desc);
const EARLIEST_DEADLINE_FIRST: (Column, Order) = (Column::WaitsUntil, Order::Asc);
const EARLIEST_STEP_FIRST: (Column, Order) = (Column::NextStepAt, Order::Asc);

/// Searches the contacts of a filter. The result is the parameter `search` of the other functions.
pub async fn search(
    connection: &impl ConnectionTrait,
    filter: &ContactFilter,
    now: Timestamp,
) -> Result<Search> {
    SEARCH.search(connection, &filtered(filter, now), terms(filter), newest_first).await
}

/// Prepares the search of an export, which reads the whole list in order.
#[must_use]
pub fn search_in_order(filter: &ContactFilter) -> Search {
    SEARCH.search_in_order(terms(filter))
}

/// Lists one page of contacts, newest first.
pub async fn list(
    connection: &impl ConnectionTrait,
    filter: &ContactFilter,
    search: &Search,
    now: Timestamp,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Contact>> {
    let query = search.narrow(connection, filtered(filter, now), newest_first);
    page(connection, query, NEWEST_FIRST, after, limit).await
}

/// Lists one page of waiting contacts, earliest deadline first.
pub async fn list_by_deadline(
    connection: &impl ConnectionTrait,
    filter: &ContactFilter,
    search: &Search,
    now: Timestamp,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Contact>> {
    let query = search.narrow(connection, filtered(filter, now), earliest_deadline_first);
    page(connection, query, EARLIEST_DEADLINE_FIRST, after, limit).await
}

/// Lists one page of contacts with a next step, earliest first.
pub async fn list_by_step(
    connection: &impl ConnectionTrait,
    filter: &ContactFilter,
    search: &Search,
    now: Timestamp,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Contact>> {
    let earliest_first = |query| sorted(query, EARLIEST_STEP_FIRST);
    let query = search.narrow(connection, filtered(filter, now), earliest_first);
    page(connection, query, EARLIEST_STEP_FIRST, after, limit).await
}

/// Lists one page of contacts: those whose reply was late at the time `as_of`, earliest deadline first, then the others,
/// newest first.
pub async fn list_late_first(
    connection: &impl ConnectionTrait,
    filter: &ContactFilter,
    search: &Search,
    as_of: Timestamp,
    after: Option<LateFirstCursor>,
    limit: u64,
) -> Result<Vec<Contact>> {
    let mut contacts = match after {
        // The earlier pages contained all late contacts.
        Some(LateFirstCursor { is_late: false, .. }) => Vec::new(),
        after => {
            let query = filtered(filter, as_of).filter(Column::WaitsUntil.lt(as_of));
            let query = search.narrow(connection, query, earliest_deadline_first);
            page(connection, query, EARLIEST_DEADLINE_FIRST, after.map(|after| after.cursor), limit).await?
        }
    };
    let left = limit.saturating_sub(contacts.len() as u64);
    if left > 0 {
        let in_time = Condition::any().add(Column::WaitsUntil.is_null()).add(Column::WaitsUntil.gte(as_of));
        let query = search.narrow(connection, filtered(filter, as_of).filter(in_time), newest_first);
        let after = after.filter(|after| !after.is_late).map(|after| after.cursor);
        contacts.extend(page(connection, query, NEWEST_FIRST, after, left).await?);
    }
    Ok(contacts)
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
    filter: &ContactFilter,
    search: &Search,
    now: Timestamp,
    listed: Option<u64>,
) -> Result<Total> {
    search.total(connection, filtered(filter, now), listed, newest_first).await
}

/// Lists the ids of all users with assigned contacts, including former staff.
pub async fn list_assignee_ids(connection: &impl ConnectionTrait) -> Result<Vec<Uuid>> {
    let rows = rows::Entity::find().select_only().column(Column::AssignedTo).distinct();
    Ok(rows.filter(Column::AssignedTo.is_not_null()).into_tuple().all(connection).await?)
}

#[derive(FromQueryResult)]
struct SummaryRow {
    all: i64,
    waiting: i64,
    late: i64,
    mine: i64,
    unassigned: i64,
    new: i64,
    next_steps: i64,
    spam: i64,
    trash: i64,
}

/// Counts the contacts of each view, with one query. Each count reads only its part of an index.
pub async fn summary(
    connection: &impl ConnectionTrait,
    caller: Uuid,
    now: Timestamp,
) -> Result<ContactSummary> {
    let mut counts = Query::select();
    for (name, view) in [
        ("all", ContactListView::All),
        ("waiting", ContactListView::Waiting),
        ("late", ContactListView::Late),
        ("mine", ContactListView::Mine),
        ("unassigned", ContactListView::Unassigned),
        ("new", ContactListView::New),
        ("next_steps", ContactListView::NextSteps),
        ("spam", ContactListView::Spam),
        ("trash", ContactListView::Trash),
    ] {
        let filter = ContactFilter { view, ..ContactFilter::default() }.requested_by(caller);
        let count = filtered(&filter, now).select_only().expr(count_all()).into_query();
        counts.expr_as(Expr::SubQuery(None, Box::new(SubQueryStatement::SelectStatement(count))), name);
    }
    let statement = connection.get_database_backend().build(&counts);
    let row = SummaryRow::find_by_statement(statement).one(connection).await?;
    let SummaryRow { all, waiting, late, mine, unassigned, new, next_steps, spam, trash } =
        row.context("a query of counts returned no row")?;
    Ok(ContactSummary {
        all: unsigned(all),
        waiting: unsigned(waiting),
        late: unsigned(late),
        mine: unsigned(mine),
        unassigned: unsigned(unassigned),
        new: unsigned(new),
        next_steps: unsigned(next_steps),
        spam: unsigned(spam),
        trash: unsigned(trash),
    })
}

/// Returns the services and the sources of the contacts in the inbox.
pub async fn filter_values(connection: &impl ConnectionTrait) -> Result<ContactFilterValues> {
    let mut sources: Vec<String> = frequent_values(connection, Column::Source).await?;
    sources.retain(|source| source != UNKNOWN_SOURCE);
    let services = frequent_values(connection, Column::Service).await?;
    let campaigns: Vec<Option<String>> = frequent_values(connection, Column::UtmCampaign).await?;
    Ok(ContactFilterValues { services, sources, campaigns: campaigns.into_iter().flatten().collect() })
}

/// Returns the values of a column of the contacts in the inbox, most frequent first.
async fn frequent_values<T: TryGetable>(connection: &impl ConnectionTrait, column: Column) -> Result<Vec<T>> {
    let inbox = in_view(ContactListView::All, None, Timestamp::default()).select_only().column(column);
    let grouped = inbox.group_by(column).order_by_desc(count_all()).order_by_asc(column);
    Ok(grouped.limit(MAX_VALUES).into_tuple().all(connection).await?)
}

/// Returns the query of a filter without its search terms. `now` decides which contacts are late.
pub(in super::super) fn filtered(filter: &ContactFilter, now: Timestamp) -> Select<rows::Entity> {
    let mut query = in_view(filter.view, filter.caller, now);
    if let Some(status) = filter.status {
        query = query.filter(Column::Status.eq(status));
    }
    query = match filter.assigned {
        Some(Assigned::To(user)) => query.filter(Column::AssignedTo.eq(user)),
        Some(Assigned::Nobody) => query.filter(Column::AssignedTo.is_null()),
        // `ContactFilter::requested_by` has replaced `me`.
        Some(Assigned::Me) | None => query,
    };
    let conditions = Condition::all()
        .add_option(filter.service.as_ref().map(|service| Column::Service.eq(service)))
        .add_option(filter.source.as_ref().map(|source| Column::Source.eq(source)))
        .add_option(filter.channel.map(|channel| Column::Channel.eq(channel)))
        .add_option(filter.campaign.as_ref().map(|campaign| Column::UtmCampaign.eq(campaign)))
        .add_option(filter.stage.map(|stage| Column::Stage.eq(stage)))
        .add_option(filter.since().map(|start| Column::CreatedAt.gte(start)))
        .add_option(filter.until().map(|end| Column::CreatedAt.lt(end)));
    query.filter(conditions)
}

/// Selects the contacts of a view.
fn in_view(view: ContactListView, caller: Option<Uuid>, now: Timestamp) -> Select<rows::Entity> {
    let outside_trash = || rows::Entity::find().filter(Column::DeletedAt.is_null());
    let inbox = || outside_trash().filter(Column::Quarantined.eq(false));
    // A list of statuses uses the index, unlike `<>`.
    let unarchived = ContactStatus::iter().filter(|status| *status != ContactStatus::Archived);
    let not_archived = || Column::Status.is_in(unarchived.clone());
    match view {
        ContactListView::All => inbox(),
        // Unlike `IS NOT NULL`, this comparison uses SQLite's index. So does that of the trash.
        ContactListView::Waiting => inbox().filter(Column::WaitsUntil.gt(Timestamp::UNIX_EPOCH)),
        ContactListView::Late => inbox().filter(Column::WaitsUntil.lt(now)),
        ContactListView::Mine => inbox().filter(Column::AssignedTo.eq(caller)).filter(not_archived()),
        ContactListView::Unassigned => inbox().filter(Column::AssignedTo.is_null()).filter(not_archived()),
        ContactListView::New => inbox().filter(Column::Status.eq(ContactStatus::New)),
        ContactListView::NextSteps => {
            let unassigned =
                Condition::all().add(Column::AssignedTo.is_null()).add(Column::NextStepBy.eq(caller));
            let own = Condition::any().add(Column::AssignedTo.eq(caller)).add(unassigned);
            inbox().filter(Column::NextStepAt.gt(Timestamp::UNIX_EPOCH)).filter(own)
        }
        ContactListView::Spam => outside_trash().filter(Column::Quarantined.eq(true)),
        ContactListView::Trash => {
            let deleted = rows::Entity::find().filter(Column::DeletedAt.gt(Timestamp::UNIX_EPOCH));
            deleted.filter(Column::MergedInto.is_null())
        }
    }
}

pub(in super::super) fn terms(filter: &ContactFilter) -> Option<SearchTerms> {
    let terms = filter.search.as_deref();
    let phone = terms.and_then(phone::formatted_term);
    SearchTerms::of(phone.as_deref().or(terms))
}

fn newest_first(query: Select<rows::Entity>) -> Select<rows::Entity> {
    sorted(query, NEWEST_FIRST)
}

fn earliest_deadline_first(query: Select<rows::Entity>) -> Select<rows::Entity> {
    sorted(query, EARLIEST_DEADLINE_FIRST)
}

fn sorted(query: Select<rows::Entity>, (time, order): (Column, Order)) -> Select<rows::Entity> {
    query.order_by(time, order.clone()).order_by(Column::Id, order)
}
