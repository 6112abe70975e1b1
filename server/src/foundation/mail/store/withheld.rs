//! Messages that wait because their recipient is the demo company.

use sea_orm::{Condition, ConnectionTrait, entity::prelude::*};

use super::{
    address,
    rows::{self, Column},
};
use crate::{
    foundation::{
        mail::model::{COMPANY_NOTICE, MailState},
        settings::model::DEMO_EMAIL,
    },
    platform::{clock::Timestamp, error::Result},
};

/// Returns the condition for notices to the demo company.
pub(super) fn to_demo() -> Condition {
    Condition::all().add(Column::Kind.eq(COMPANY_NOTICE)).add(Column::ToEmail.eq(DEMO_EMAIL))
}

/// Returns whether a message is withheld because of its recipient.
pub(super) fn is_withheld(row: &rows::Model) -> bool {
    row.state == MailState::Queued && row.kind == COMPANY_NOTICE && row.to_email == DEMO_EMAIL
}

/// Counts the messages that are withheld because of their recipient.
pub async fn count(connection: &impl ConnectionTrait) -> Result<u64> {
    let withheld = rows::Entity::find().filter(Column::State.eq(MailState::Queued)).filter(to_demo());
    Ok(withheld.count(connection).await?)
}

/// Changes the recipient of the withheld messages. Returns their number.
pub async fn redirect(connection: &impl ConnectionTrait, to: &str) -> Result<u64> {
    let withheld = rows::Entity::update_many()
        .col_expr(Column::ToEmail, Expr::value(address(to)))
        .filter(Column::State.eq(MailState::Queued))
        .filter(to_demo());
    Ok(withheld.exec(connection).await?.rows_affected)
}

/// Makes all queued messages due now that wait for another attempt. Returns their number.
pub async fn make_due(connection: &impl ConnectionTrait, now: Timestamp) -> Result<u64> {
    let delayed = rows::Entity::update_many()
        .col_expr(Column::DueAt, Expr::value(now))
        .filter(Column::State.eq(MailState::Queued))
        .filter(Column::DueAt.gt(now));
    Ok(delayed.exec(connection).await?.rows_affected)
}
