//! The contacts of a filter, and how the database finds them.
//!
//! PostgreSQL decides this with its statistics. SQLite has none, so it gets one of three queries. A filter by one value has its own
//! index. With several values, or in another order than by the time of receipt, SQLite reads the index of the order, which also has
//! the values, and skips other contacts. If a value is rare, it reads the contacts with that value and sorts them.

use sea_orm::{
    ActiveEnum, Condition, ConnectionTrait, DatabaseBackend, QuerySelect, QueryTrait, Select,
    entity::prelude::*, sea_query::ExprTrait,
};

use super::{earliest_deadline_first, newest_first};
use crate::{
    features::contacts::{
        list::filter::{Assigned, ContactFilter, ContactListView},
        model::ContactStatus,
        store::rows::{self, Column},
    },
    platform::{
        clock::Timestamp,
        db::counts::{self, NO_LIMIT},
        error::Result,
        paging::{MAX_TOTAL, Total},
    },
};

/// A value is rare if up to this number of contacts have it.
const RARE: u64 = 1000;
/// Maximum number of contacts that are read to count those with several values.
const MAX_READ: u64 = 50_000;
/// The columns by which lists are filtered. The indexes of the orders have them.
const FILTERED: [Column; 10] = [
    Column::Id,
    Column::CreatedAt,
    Column::WaitsUntil,
    Column::Status,
    Column::AssignedTo,
    Column::Service,
    Column::Source,
    Column::Channel,
    Column::UtmCampaign,
    Column::Stage,
];

/// The contacts of a filter, without its search terms. `now` decides which contacts are late.
pub struct Selection {
    filter: ContactFilter,
    now: Timestamp,
    is_sqlite: bool,
    /// The condition of a rare value.
    rare: Option<Expr>,
}

impl Selection {
    pub async fn of(
        connection: &impl ConnectionTrait,
        filter: &ContactFilter,
        now: Timestamp,
    ) -> Result<Self> {
        let mut selection = Self::planned(filter.clone(), now);
        selection.is_sqlite = connection.get_database_backend() == DatabaseBackend::Sqlite;
        if selection.is_sqlite && filter.view != ContactListView::Trash {
            for value in selection.values(indexed) {
                let having = folder(filter.view).filter(value.clone());
                if counts::count_up_to(connection, having, RARE).await? <= RARE {
                    selection.rare = Some(value);
                    break;
                }
            }
        }
        Ok(selection)
    }

    /// Returns the selection for a query that the database plans.
    #[must_use]
    pub fn planned(filter: ContactFilter, now: Timestamp) -> Self {
        Self { filter, now, is_sqlite: false, rare: None }
    }

    /// Selects the contacts for a list that is sorted by the time of receipt, newest first.
    #[must_use]
    pub fn newest(&self) -> Select<rows::Entity> {
        match self.is_by_one_index() {
            true => self.filtered(folder(self.filter.view), indexed),
            false => self.in_order(),
        }
    }

    /// Selects the contacts for a list in another order, whose index the caller chooses with its order and its conditions.
    #[must_use]
    pub fn in_order(&self) -> Select<rows::Entity> {
        let folder = folder(self.filter.view);
        match &self.rare {
            Some(value) => {
                let mut having = rows::Entity::find();
                let found = folder.filter(value.clone()).limit(NO_LIMIT).into_query();
                QuerySelect::query(&mut having).from_clear().from_subquery(found, rows::Entity);
                self.filtered(having, indexed)
            }
            None if self.is_sqlite => self.filtered(folder, unindexed),
            None => self.filtered(folder, indexed),
        }
    }

    /// Counts the contacts.
    pub async fn total(&self, connection: &impl ConnectionTrait) -> Result<Total> {
        let view = self.filter.view;
        let is_indexed = self.is_by_one_index() || self.rare.is_some() || self.values(indexed).is_empty();
        if !self.is_sqlite || is_indexed || view == ContactListView::NextSteps {
            return counts::total(connection, self.newest()).await;
        }
        let all = self.of_view(folder(view));
        let sorted = if view.only_waiting() { earliest_deadline_first(all) } else { newest_first(all) };
        let first = sorted.select_only().columns(FILTERED);
        let mut among = rows::Entity::find();
        let read = first.clone().limit(MAX_READ).into_query();
        QuerySelect::query(&mut among).from_clear().from_subquery(read, rows::Entity);
        let count = counts::count_up_to(connection, self.filtered(among, indexed), MAX_TOTAL).await?;
        let is_complete =
            count <= MAX_TOTAL && counts::count_up_to(connection, first, MAX_READ).await? <= MAX_READ;
        Ok(if is_complete { count.into() } else { Total::counted_in_part(count) })
    }

    /// Returns whether one index has the order of the list and all values of the filter.
    fn is_by_one_index(&self) -> bool {
        let ContactFilter { view, stage, .. } = self.filter;
        let is_newest_first = !view.only_waiting() && view != ContactListView::NextSteps;
        is_newest_first && stage.is_none() && self.values(indexed).len() < 2
    }

    /// Applies the filter. `column` returns a column as a part of a condition.
    fn filtered(&self, query: Select<rows::Entity>, column: fn(Column) -> Expr) -> Select<rows::Entity> {
        let received = Condition::all()
            .add_option(self.filter.since().map(|start| Column::CreatedAt.gte(start)))
            .add_option(self.filter.until().map(|end| Column::CreatedAt.lt(end)));
        let values = self.values(column).into_iter().fold(received, Condition::add);
        self.of_view(query).filter(values)
    }

    /// Returns the conditions of the values by which the contacts are filtered.
    fn values(&self, column: fn(Column) -> Expr) -> Vec<Expr> {
        let ContactFilter { view, caller, .. } = self.filter;
        let filter = &self.filter;
        let of_view = match view {
            ContactListView::Mine => Some(column(Column::AssignedTo).eq(caller).and(not_archived())),
            ContactListView::Unassigned => Some(column(Column::AssignedTo).is_null().and(not_archived())),
            ContactListView::New => Some(column(Column::Status).eq(ContactStatus::New.to_value())),
            _ => None,
        };
        let assigned = match filter.assigned {
            Some(Assigned::To(user)) => Some(column(Column::AssignedTo).eq(user)),
            Some(Assigned::Nobody) => Some(column(Column::AssignedTo).is_null()),
            // `ContactFilter::requested_by` has replaced `me`.
            Some(Assigned::Me) | None => None,
        };
        let text = |name, value: Option<String>| value.map(|value| column(name).eq(value));
        let values = [
            of_view,
            assigned,
            text(Column::Status, filter.status.map(|status| status.to_value())),
            text(Column::Service, filter.service.clone()),
            text(Column::Source, filter.source.clone()),
            text(Column::Channel, filter.channel.map(|channel| channel.to_value())),
            text(Column::UtmCampaign, filter.campaign.clone()),
            text(Column::Stage, filter.stage.map(|stage| stage.to_value())),
        ];
        values.into_iter().flatten().collect()
    }

    /// Selects the contacts of a view that has an order of its own.
    fn of_view(&self, query: Select<rows::Entity>) -> Select<rows::Entity> {
        match self.filter.view {
            ContactListView::Waiting => query.filter(Column::WaitsUntil.gt(Timestamp::UNIX_EPOCH)),
            ContactListView::Late => query.filter(Column::WaitsUntil.lt(self.now)),
            ContactListView::NextSteps => {
                let caller = self.filter.caller;
                let unassigned =
                    Condition::all().add(Column::AssignedTo.is_null()).add(Column::NextStepBy.eq(caller));
                let own = Condition::any().add(Column::AssignedTo.eq(caller)).add(unassigned);
                query.filter(Column::NextStepAt.gt(Timestamp::UNIX_EPOCH)).filter(own)
            }
            _ => query,
        }
    }
}

/// Selects the contacts of the inbox, the quarantine or the trash.
fn folder(view: ContactListView) -> Select<rows::Entity> {
    let all = rows::Entity::find();
    if view == ContactListView::Trash {
        return all.filter(Column::DeletedAt.is_not_null()).filter(Column::MergedInto.is_null());
    }
    all.filter(Column::DeletedAt.is_null()).filter(Column::Quarantined.eq(view == ContactListView::Spam))
}

/// Returns the condition of contacts that are not archived, as in the index `contacts_open`.
pub(in crate::features::contacts) fn not_archived() -> Expr {
    Expr::cust("\"contacts\".\"status\" <> 'archived'")
}

fn indexed(column: Column) -> Expr {
    Expr::col((rows::Entity, column))
}

/// Returns a column as an expression for which SQLite uses no index.
fn unindexed(column: Column) -> Expr {
    counts::unindexed(indexed(column))
}
