//! The board: the contacts of the inbox in a column for each stage. Open stages leave out archived contacts. The outcomes show recent
//! contacts unless all are requested.

use axum::{
    Json,
    extract::{Path, State, rejection::PathRejection},
};
use chrono::TimeDelta;
use sea_orm::Iterable;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{model::ContactStage, store};
use crate::{
    app::App,
    features::contacts::{
        admin::complete,
        list::{
            CURSOR_OF_OTHER_ORDER,
            cursor::ContactCursor,
            filter::{ContactFilter, ContactListView},
            store::{search, selection::Selection},
        },
        model::Contact,
    },
    foundation::identity::extract::Support,
    platform::{
        clock::Timestamp,
        error::{Error, Result},
        http::Query,
        paging::{Page, PageRequest, Paging, TimeCursor},
    },
};

/// Time since the outcome for which a contact is shown by default.
const CLOSED_PERIOD: TimeDelta = TimeDelta::days(90);

/// Query parameters of the board.
#[derive(Clone, Copy, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BoardPeriod {
    /// Whether the columns `won` and `lost` have all contacts, instead of those with an outcome in the last 90 days.
    #[serde(default)]
    all_closed: bool,
}

/// The columns of the board, in the order of the stages.
#[derive(Debug, Serialize, ToSchema)]
pub struct Board {
    pub columns: Vec<BoardColumn>,
}

/// A column of the board.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BoardColumn {
    pub stage: ContactStage,
    /// Number of contacts. Counting stops at 10,000.
    pub count: u64,
    /// Whether there are more contacts than `count`.
    pub has_more: bool,
    /// Sum of the values in cents; null if not all contacts were counted.
    #[schema(required)]
    pub value_cents: Option<u64>,
}

/// The contacts that the board shows.
pub struct BoardFilter {
    /// The filter besides the stage.
    pub filter: ContactFilter,
    stage: Option<ContactStage>,
    /// The earliest outcome; `None` for all.
    pub closed_since: Option<Timestamp>,
}

impl BoardFilter {
    /// Returns the filter of the board. Quarantined and deleted contacts are never shown, so those views show the inbox.
    fn new(filter: ContactFilter, period: BoardPeriod, now: Timestamp) -> Self {
        let view = if filter.view.is_in_inbox() { filter.view } else { ContactListView::All };
        let closed_since = (!period.all_closed).then(|| now - CLOSED_PERIOD);
        Self { stage: filter.stage, filter: ContactFilter { view, stage: None, ..filter }, closed_since }
    }

    /// Returns whether the filter of the list includes the stage of a column.
    fn shows(&self, stage: ContactStage) -> bool {
        self.stage.is_none_or(|only| only == stage)
    }
}

/// Counts the contacts in the columns of the board and sums their values. The filter is that of the list of contacts, except that
/// quarantined and deleted contacts are never shown.
#[utoipa::path(get, path = "/api/contacts/board", tag = "contacts", operation_id = "find_contact_board",
    params(ContactFilter, BoardPeriod),
    responses((status = 200, body = Board)))]
pub async fn find_board(
    Support(staff): Support,
    State(app): State<App>,
    Query(filter): Query<ContactFilter>,
    Query(period): Query<BoardPeriod>,
) -> Result<Json<Board>> {
    let now = app.clock.now();
    let board = BoardFilter::new(filter.requested_by(staff.user.id), period, now);
    let (db, filter) = (app.db.reader(), &board.filter);
    let contacts = Selection::of(db, filter, now).await?;
    let search = search(db, &contacts, filter).await?;
    let mut columns = Vec::new();
    for stage in ContactStage::iter() {
        let (total, value_cents) = if board.shows(stage) {
            let column = store::column(&contacts, filter, stage, board.closed_since);
            store::totals(db, column, &search).await?
        } else {
            (0.into(), Some(0))
        };
        let (count, has_more) = (total.count(), total.has_more());
        columns.push(BoardColumn { stage, count, has_more, value_cents });
    }
    Ok(Json(Board { columns }))
}

/// Lists the contacts in a column of the board. Those whose stage was changed last come first.
#[utoipa::path(get, path = "/api/contacts/board/{stage}", tag = "contacts", operation_id = "list_contact_board_cards",
    params(("stage" = ContactStage, Path), ContactFilter, BoardPeriod, Paging),
    responses((status = 200, body = Vec<Contact>)))]
pub async fn list_board_cards(
    Support(staff): Support,
    State(app): State<App>,
    stage: std::result::Result<Path<ContactStage>, PathRejection>,
    Query(filter): Query<ContactFilter>,
    Query(period): Query<BoardPeriod>,
    request: PageRequest<ContactCursor>,
) -> Result<Page<Contact>> {
    let Path(stage) = stage.map_err(|_| Error::NotFound)?;
    let now = app.clock.now();
    let board = BoardFilter::new(filter.requested_by(staff.user.id), period, now);
    let after = match request.after {
        Some(ContactCursor::Stage(cursor)) => Some(cursor),
        Some(_) => return Err(CURSOR_OF_OTHER_ORDER),
        None => None,
    };
    if !board.shows(stage) {
        return Ok(request.page(Vec::new(), 0, cursor_of));
    }
    let (db, filter) = (app.db.reader(), &board.filter);
    let contacts = Selection::of(db, filter, now).await?;
    let search = search(db, &contacts, filter).await?;
    let column = store::column(&contacts, filter, stage, board.closed_since);
    let (mut cards, total) = store::list(db, column, &search, after, &request).await?;
    complete(&app, &mut cards).await?;
    Ok(request.page(cards, total, cursor_of))
}

fn cursor_of(Contact { id, deal, .. }: &Contact) -> ContactCursor {
    ContactCursor::Stage(TimeCursor { time: deal.stage_changed_at, id: *id })
}
