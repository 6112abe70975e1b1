//! The contacts of a filter, and how the database finds them.
//!
//! If a value is rare, the database reads the contacts with that value and sorts them. Otherwise, PostgreSQL decides with its
//! statistics. SQLite has none: for a filter by one value it reads the value's own index. With several values, or in another order
//! than by the time of receipt, it reads the index of the order, which also has the values, and skips other contacts.

use sea_orm::{
    ActiveEnum, Condition, ConnectionTrait, DatabaseBackend, QuerySelect, QueryTrait, Select,
    entity::prelude::*, sea_query::ExprTrait,
};

use super::{earliest_deadline_first, newest_first};
use crate::{
    features::contacts::{
        list::filter::{Assigned, ContactFilter, ContactListView},
        model::ContactStatus,
        store::{
            count_all,
            rows::{self, Column},
        },
    },
    platform::{
        clock::Timestamp,
        db::{
            counts::{self, NO_LIMIT},
            unsigned,
        },
        error::Result,
        paging::Total,
    },
};

/// A value is rare if up to this number of contacts have it. So is a period.
const RARE: u64 = 1000;
/// Maximum number of contacts that are read to count those with several values.
const MAX_READ: u64 = 20_000;
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
    /// The condition of a rare value, or of a period with few contacts.
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
        if filter.view != ContactListView::Trash {
            for value in selection.values(indexed).into_iter().chain(selection.received()) {
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
        if self.is_by_one_value() {
            return counts::total(connection, self.filtered(folder(view), indexed)).await;
        }
        if self.rare.is_some() || view == ContactListView::NextSteps {
            return counts::total(connection, self.in_order()).await;
        }
        let all = self.of_view(folder(view));
        let sorted = match view.only_waiting() {
            true => earliest_deadline_first(all),
            false => newest_first(all).filter(Condition::all().add_option(self.received())),
        };
        let first = sorted.select_only().columns(FILTERED).limit(MAX_READ + 1).into_query();
        let mut among = rows::Entity::find().select_only();
        QuerySelect::query(&mut among).from_clear().from_subquery(first, rows::Entity);
        let matches = Expr::Case(Box::new(Expr::case(self.condition(indexed), 1))).count();
        let counts = among.expr_as(count_all(), "read").expr_as(matches, "matches").into_tuple();
        let (read, matches): (i64, i64) = counts.one(connection).await?.unwrap_or_default();
        let (read, matches) = (unsigned(read), unsigned(matches));
        Ok(if read <= MAX_READ { Total::counted(matches) } else { Total::counted_in_part(matches) })
    }

    /// Returns whether one index has the order of the list and all values of the filter.
    fn is_by_one_index(&self) -> bool {
        !self.has_own_order() && self.filter.stage.is_none() && self.is_by_one_value()
    }

    /// Returns whether one index has all values of the filter. The indexes of single values have no contacts in the trash.
    fn is_by_one_value(&self) -> bool {
        let has_indexes = !self.has_own_order() && self.filter.view != ContactListView::Trash;
        self.values(indexed).len() < if has_indexes { 2 } else { 1 }
    }

    /// Returns whether the view has another order than by the time of receipt.
    fn has_own_order(&self) -> bool {
        self.filter.view.only_waiting() || self.filter.view == ContactListView::NextSteps
    }

    /// Applies the filter. `column` returns a column as a part of a condition.
    fn filtered(&self, query: Select<rows::Entity>, column: fn(Column) -> Expr) -> Select<rows::Entity> {
        self.of_view(query).filter(self.condition(column))
    }

    fn condition(&self, column: fn(Column) -> Expr) -> Condition {
        self.values(column).into_iter().chain(self.received()).fold(Condition::all(), Condition::add)
    }

    /// Returns the condition of the period.
    fn received(&self) -> Option<Expr> {
        let start = self.filter.since().map(|start| Column::CreatedAt.gte(start));
        let end = self.filter.until().map(|end| Column::CreatedAt.lt(end));
        start.into_iter().chain(end).reduce(Expr::and)
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
            text(Column::Source, filter.source.as_deref().map(str::to_lowercase)),
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
