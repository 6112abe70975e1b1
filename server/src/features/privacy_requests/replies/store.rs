//! The SQL on `privacy_request_replies`.

use std::collections::BTreeSet;

use sea_orm::{ActiveValue::Set, ConnectionTrait, QueryOrder, entity::prelude::*};

pub use self::rows::Model as StoredPrivacyReply;
use self::rows::{Column, Entity};
use crate::{
    features::privacy_requests::store as requests,
    foundation::mail::model::MailState,
    platform::{clock::Timestamp, error::Result, id},
};

mod rows {
    use sea_orm::entity::prelude::*;

    use super::MailState;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "privacy_request_replies")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub request_id: Uuid,
        /// Null after the author's account was deleted.
        pub author_id: Option<Uuid>,
        /// Id of the message in the outbox. The message may have been deleted.
        pub outbox_id: Uuid,
        pub request_key: Option<String>,
        /// Empty after the person's data was erased.
        pub text: String,
        pub created_at: DateTimeUtc,
        /// Last known state of the message.
        pub state: MailState,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A reply to store. Its message is already queued.
pub struct NewPrivacyReply {
    pub request_id: Uuid,
    pub author_id: Uuid,
    pub outbox_id: Uuid,
    /// Idempotency key of the HTTP request, with the ids of its user and of the privacy request.
    pub request_key: Option<String>,
    pub text: String,
}

/// Stores a reply as queued.
pub async fn create(
    connection: &impl ConnectionTrait,
    new: NewPrivacyReply,
    now: Timestamp,
) -> Result<StoredPrivacyReply> {
    let row = rows::ActiveModel {
        id: Set(id::new_id(now)),
        request_id: Set(new.request_id),
        author_id: Set(Some(new.author_id)),
        outbox_id: Set(new.outbox_id),
        request_key: Set(new.request_key),
        text: Set(new.text),
        created_at: Set(now),
        state: Set(MailState::Queued),
    };
    Ok(row.insert(connection).await?)
}

/// Lists the replies to a request, oldest first.
pub async fn list(connection: &impl ConnectionTrait, request_id: Uuid) -> Result<Vec<StoredPrivacyReply>> {
    let of_request = Entity::find().filter(Column::RequestId.eq(request_id));
    Ok(of_request.order_by_asc(Column::CreatedAt).order_by_asc(Column::Id).all(connection).await?)
}

/// Finds a reply by its [`NewPrivacyReply::request_key`].
pub async fn find_by_key(connection: &impl ConnectionTrait, key: &str) -> Result<Option<StoredPrivacyReply>> {
    Ok(Entity::find().filter(Column::RequestKey.eq(key)).one(connection).await?)
}

/// Lists all replies whose message has not been accepted by the mail server, according to its last known state.
pub async fn list_unsent(connection: &impl ConnectionTrait) -> Result<Vec<StoredPrivacyReply>> {
    // As in the index.
    let unsent = Entity::find().filter(Expr::cust("\"privacy_request_replies\".\"state\" <> 'sent'"));
    Ok(unsent.all(connection).await?)
}

/// Returns whether a reply to a request of one of these addresses is still queued, according to its last known state.
pub async fn has_queued(connection: &impl ConnectionTrait, emails: &BTreeSet<String>) -> Result<bool> {
    let queued = Entity::find()
        .filter(Column::State.eq(MailState::Queued))
        .filter(Column::RequestId.in_subquery(requests::ids_of_emails(emails)));
    Ok(queued.count(connection).await? > 0)
}

/// Stores the state of a reply's message.
pub async fn set_state(connection: &impl ConnectionTrait, id: Uuid, state: MailState) -> Result<()> {
    let change = Entity::update_many().col_expr(Column::State, Expr::value(state));
    change.filter(Column::Id.eq(id)).exec(connection).await?;
    Ok(())
}

/// Removes the texts of the replies to a request. Returns the number of replies.
pub async fn erase(connection: &impl ConnectionTrait, request_id: Uuid) -> Result<u64> {
    let erase = Entity::update_many().col_expr(Column::Text, Expr::value(""));
    Ok(erase.filter(Column::RequestId.eq(request_id)).exec(connection).await?.rows_affected)
}
