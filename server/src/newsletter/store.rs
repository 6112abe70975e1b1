//! All SQL on `newsletter_subscriptions`.

use sea_orm::{ActiveValue::Set, ConnectionTrait, entity::prelude::*, sea_query::OnConflict};

use super::model::SubscriptionStatus;
use crate::kit::{clock::Timestamp, error::Result, id};

mod newsletter_subscriptions {
    use sea_orm::entity::prelude::*;

    use super::SubscriptionStatus;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "newsletter_subscriptions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        #[sea_orm(unique)]
        pub email: String,
        pub status: SubscriptionStatus,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Notes that an address was asked for; one that is known already stays as it is.
pub async fn create(connection: &impl ConnectionTrait, email: &str, now: Timestamp) -> Result<()> {
    let row = newsletter_subscriptions::ActiveModel {
        id: Set(id::new_id(now)),
        email: Set(email.to_owned()),
        status: Set(SubscriptionStatus::Pending),
        created_at: Set(now),
    };
    let keep = OnConflict::column(newsletter_subscriptions::Column::Email).do_nothing().to_owned();
    newsletter_subscriptions::Entity::insert(row)
        .on_conflict(keep)
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

pub async fn count(connection: &impl ConnectionTrait) -> Result<u64> {
    Ok(newsletter_subscriptions::Entity::find().count(connection).await?)
}
