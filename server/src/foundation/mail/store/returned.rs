//! Messages that a mail server on their way returned after they were sent.

use sea_orm::{Condition, ConnectionTrait, QuerySelect, entity::prelude::*, sea_query::ExprTrait};

use super::rows::{self, Column};
use crate::{
    foundation::mail::model::{MailState, header_text},
    platform::{clock::Timestamp, error::Result},
};

/// Maximum number of characters of the response of a mail server that returned a message.
const MAX_DETAIL: usize = 300;
/// Start of the `last_error` of a message that was returned after it was sent.
const RETURNED: &str = "A mensagem foi devolvida pelo servidor de quem a receberia:";

/// Marks a message as failed, because a mail server on its way returned it. It may return it before it has confirmed that it accepted the
/// message; the attempt then has no further effect. Returns false if no message with this id was sent or is being sent.
pub async fn set_returned(connection: &impl ConnectionTrait, id: Uuid, detail: &str) -> Result<bool> {
    let detail: String = header_text(detail).chars().take(MAX_DETAIL).collect();
    let is_sending = Column::State.eq(MailState::Queued).and(Column::Lease.is_not_null());
    let marked = rows::Entity::update_many()
        .col_expr(Column::State, Expr::value(MailState::Failed))
        .col_expr(Column::SentAt, Expr::value(None::<Timestamp>))
        .col_expr(Column::LastError, Expr::value(format!("{RETURNED} {detail}")))
        .col_expr(Column::Lease, Expr::value(None::<Uuid>))
        .col_expr(Column::LockedUntil, Expr::value(None::<Timestamp>))
        .filter(Column::Id.eq(id))
        .filter(Condition::any().add(Column::State.eq(MailState::Sent)).add(is_sending))
        .exec(connection)
        .await?;
    Ok(marked.rows_affected > 0)
}

/// Notes in a sent message that its copy to an address was returned. The message remains sent.
pub async fn set_copy_returned(
    connection: &impl ConnectionTrait,
    id: Uuid,
    email: &str,
    detail: &str,
) -> Result<()> {
    let detail: String = header_text(detail).chars().take(MAX_DETAIL).collect();
    let noted = format!("A cópia para {email} foi devolvida: {detail}");
    let row = rows::Entity::find_by_id(id).lock_exclusive().one(connection).await?;
    let earlier = row.and_then(|row| row.last_error).filter(|earlier| !earlier.contains(&noted));
    let earlier = earlier.unwrap_or_default();
    rows::Entity::update_many()
        .col_expr(Column::LastError, Expr::value([earlier, noted].join(" ").trim().to_owned()))
        .filter(Column::Id.eq(id))
        .filter(Column::State.eq(MailState::Sent))
        .exec(connection)
        .await?;
    Ok(())
}
