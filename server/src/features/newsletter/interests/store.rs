//! The SQL on `newsletter_interests` and `newsletter_subscription_interests`.

use std::collections::HashMap;

use sea_orm::{
    ActiveValue::Set,
    ConnectionTrait, QueryOrder, QuerySelect, Select,
    entity::prelude::*,
    sea_query::{ExprTrait, IntoColumnRef, Query, SelectStatement, SimpleExpr},
};

use super::Interest;
use crate::platform::{db::counts, error::Result};

mod offered {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "newsletter_interests")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub slug: String,
        pub name: String,
        pub position: i32,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

mod chosen {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "newsletter_subscription_interests")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub subscription_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub slug: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Lists the interests that the site offers, in their order.
pub async fn list(connection: &impl ConnectionTrait) -> Result<Vec<Interest>> {
    let rows = offered::Entity::find().order_by_asc(offered::Column::Position).all(connection).await?;
    Ok(rows.into_iter().map(|row| Interest { slug: row.slug, name: row.name }).collect())
}

/// Replaces the interests that the site offers. Interests that subscribers have already chosen stay stored after they are
/// removed from the list, but count as chosen only while they are offered.
pub(super) async fn replace(connection: &impl ConnectionTrait, interests: &[Interest]) -> Result<()> {
    offered::Entity::delete_many().exec(connection).await?;
    let rows = (0..).zip(interests).map(|(position, interest)| offered::ActiveModel {
        slug: Set(interest.slug.clone()),
        name: Set(interest.name.clone()),
        position: Set(position),
    });
    if !interests.is_empty() {
        offered::Entity::insert_many(rows).exec_without_returning(connection).await?;
    }
    Ok(())
}

/// Replaces the interests that a subscriber has chosen.
pub async fn choose(
    connection: &impl ConnectionTrait,
    subscription_id: Uuid,
    slugs: &[String],
) -> Result<()> {
    chosen::Entity::delete_many()
        .filter(chosen::Column::SubscriptionId.eq(subscription_id))
        .exec(connection)
        .await?;
    add(connection, slugs.iter().map(|slug| (subscription_id, slug.clone())).collect()).await
}

/// Adds chosen interests: pairs of a subscription's id and a slug. Fails if a subscription already has one of them.
pub async fn add(connection: &impl ConnectionTrait, choices: Vec<(Uuid, String)>) -> Result<()> {
    if choices.is_empty() {
        return Ok(());
    }
    let rows = choices.into_iter().map(|(subscription_id, slug)| chosen::ActiveModel {
        subscription_id: Set(subscription_id),
        slug: Set(slug),
    });
    chosen::Entity::insert_many(rows).exec_without_returning(connection).await?;
    Ok(())
}

/// Returns the slugs of the chosen interests, sorted, by subscription. Subscriptions without interests are missing.
pub async fn chosen_of(
    connection: &impl ConnectionTrait,
    subscription_ids: impl IntoIterator<Item = Uuid>,
) -> Result<HashMap<Uuid, Vec<String>>> {
    let rows = chosen::Entity::find()
        .filter(chosen::Column::SubscriptionId.is_in(subscription_ids))
        .order_by_asc(chosen::Column::Slug)
        .all(connection)
        .await?;
    let mut chosen: HashMap<Uuid, Vec<String>> = HashMap::new();
    for row in rows {
        chosen.entry(row.subscription_id).or_default().push(row.slug);
    }
    Ok(chosen)
}

/// Returns a query for the ids of the subscriptions with one of these interests.
pub(in crate::features::newsletter) fn with_any(slugs: &[String]) -> SelectStatement {
    chosen_where(chosen::Column::Slug.is_in(slugs))
}

/// Returns whether up to 1000 subscriptions have chosen an interest.
pub(in crate::features::newsletter) async fn is_rare(
    connection: &impl ConnectionTrait,
    slug: &str,
) -> Result<bool> {
    const RARE: u64 = 1000;
    let choices = chosen::Entity::find().filter(chosen::Column::Slug.eq(slug));
    Ok(counts::count_up_to(connection, choices, RARE).await? <= RARE)
}

/// Selects the choice of an interest by the subscription whose id is in a column.
pub(in crate::features::newsletter) fn chosen_by(slug: &str, id: impl IntoColumnRef) -> SelectStatement {
    let of_slug = chosen::Column::Slug.eq(slug);
    chosen_where(of_slug.and(Expr::col((chosen::Entity, chosen::Column::SubscriptionId)).eq(Expr::col(id))))
}

/// Makes a query of subscriptions start with the choices of an interest. `id` is the column of their id.
pub(in crate::features::newsletter) fn from_choices<E: EntityTrait>(
    mut query: Select<E>,
    slug: &str,
    id: impl IntoColumnRef,
) -> Select<E> {
    // A cross join fixes the order.
    QuerySelect::query(&mut query).from_clear().from(chosen::Entity).cross_join(E::default());
    let same_id = Expr::col((chosen::Entity, chosen::Column::SubscriptionId)).eq(Expr::col(id));
    query.filter(chosen::Column::Slug.eq(slug)).filter(same_id)
}

/// Returns a query for the ids of the subscriptions with an interest that the site offers.
pub(in crate::features::newsletter) fn with_offered() -> SelectStatement {
    let offered = Query::select().column(offered::Column::Slug).from(offered::Entity).to_owned();
    chosen_where(chosen::Column::Slug.in_subquery(offered))
}

/// Returns a query for the ids of the subscriptions with a chosen interest that meets the condition.
fn chosen_where(condition: SimpleExpr) -> SelectStatement {
    Query::select()
        .column(chosen::Column::SubscriptionId)
        .from(chosen::Entity)
        .and_where(condition)
        .to_owned()
}
