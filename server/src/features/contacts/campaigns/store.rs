//! The SQL on `campaigns`.

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, Order, PaginatorTrait, QueryOrder, QuerySelect,
    entity::prelude::*,
};

use self::rows::{Column, Entity};
use super::model::{Campaign, CampaignFields};
use crate::{
    features::contacts::channel::whatsapp::code::MAX_NUMBER,
    platform::{
        clock::Timestamp,
        db::pages,
        error::{Error, Result, is_unique_violation},
        http::Version,
        paging::TimeCursor,
    },
};

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "campaigns")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        /// Stands for the campaign in codes.
        pub number: i32,
        pub name: String,
        pub utm_campaign: String,
        pub version: i32,
        pub created_at: DateTimeUtc,
        pub updated_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

const UTM_CAMPAIGN_TAKEN: Error = Error::Conflict {
    code: "utm_campaign_taken",
    message: "Já existe uma campanha com este valor de utm_campaign.",
};
const TOO_MANY: Error =
    Error::Conflict { code: "too_many_campaigns", message: "O limite é de 16.383 campanhas." };

fn versioned(row: rows::Model) -> (Version, Campaign) {
    let rows::Model { id, name, utm_campaign, version, created_at, updated_at, .. } = row;
    (Version(version), Campaign { id, name, utm_campaign, created_at, updated_at })
}

fn taken(error: DbErr) -> Error {
    if is_unique_violation(&error) { UTM_CAMPAIGN_TAKEN } else { error.into() }
}

/// Lists one page of the campaigns, newest first.
pub async fn list(
    connection: &impl ConnectionTrait,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Campaign>> {
    let query = pages::sorted_after(Entity::find(), (Column::CreatedAt, Column::Id), Order::Desc, after);
    let rows = query.limit(limit).all(connection).await?;
    Ok(rows.into_iter().map(|row| versioned(row).1).collect())
}

/// Counts the campaigns.
pub async fn count(connection: &impl ConnectionTrait) -> Result<u64> {
    Ok(Entity::find().count(connection).await?)
}

/// Finds a campaign.
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<(Version, Campaign)>> {
    Ok(Entity::find_by_id(id).one(connection).await?.map(versioned))
}

/// Finds a campaign, and locks it until the transaction ends.
pub async fn find_for_update(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<(Version, Campaign)>> {
    Ok(Entity::find_by_id(id).lock_exclusive().one(connection).await?.map(versioned))
}

/// Finds the campaign with a number.
pub async fn find_by_number(connection: &impl ConnectionTrait, number: i32) -> Result<Option<Campaign>> {
    let row = Entity::find().filter(Column::Number.eq(number)).one(connection).await?;
    Ok(row.map(|row| versioned(row).1))
}

/// Returns the number of the campaign with this value of `utm_campaign`, in any case.
pub async fn find_number(connection: &impl ConnectionTrait, utm_campaign: &str) -> Result<Option<u16>> {
    let found = Entity::find().filter(Column::UtmCampaign.eq(utm_campaign.to_lowercase()));
    let row = found.one(connection).await?;
    Ok(row.and_then(|row| u16::try_from(row.number).ok()))
}

/// Stores a new campaign with the next number. The caller prevents concurrent calls.
pub async fn create(
    connection: &impl ConnectionTrait,
    id: Uuid,
    fields: CampaignFields,
    now: Timestamp,
) -> Result<(Version, Campaign)> {
    let last = Entity::find().order_by_desc(Column::Number).limit(1).one(connection).await?;
    let number = last.map_or(1, |row| row.number + 1);
    if number > MAX_NUMBER.into() {
        return Err(TOO_MANY);
    }
    let row = rows::ActiveModel {
        id: Set(id),
        number: Set(number),
        name: Set(fields.name),
        utm_campaign: Set(fields.utm_campaign),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    };
    Ok(versioned(row.insert(connection).await.map_err(taken)?))
}

/// Stores the fields of a locked campaign, and raises its version.
pub async fn update(
    connection: &impl ConnectionTrait,
    id: Uuid,
    version: Version,
    fields: CampaignFields,
    now: Timestamp,
) -> Result<(Version, Campaign)> {
    let row = rows::ActiveModel {
        id: Unchanged(id),
        name: Set(fields.name),
        utm_campaign: Set(fields.utm_campaign),
        version: Set(version.next().0),
        updated_at: Set(now),
        ..Default::default()
    };
    Ok(versioned(row.update(connection).await.map_err(taken)?))
}
