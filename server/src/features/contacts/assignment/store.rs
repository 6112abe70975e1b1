//! The SQL on `contact_assignment` and `contact_assignment_people`.

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, QueryOrder, QuerySelect,
    entity::prelude::*,
};

use super::model::{AssignmentMode, AssignmentRules, ServiceAssignee};
use crate::platform::{
    error::{Error, Result},
    http::Version,
};

mod rows {
    use sea_orm::entity::prelude::*;

    use super::AssignmentMode;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "contact_assignment")]
    pub struct Model {
        /// Always 1.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i32,
        pub mode: AssignmentMode,
        pub answerer: bool,
        /// Who got the last contact in turn.
        pub last_user_id: Option<Uuid>,
        pub version: i32,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

mod people {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "contact_assignment_people")]
    pub struct Model {
        /// Empty for people who take turns.
        #[sea_orm(primary_key, auto_increment = false)]
        pub service: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: Uuid,
        pub position: i32,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

const ID: i32 = 1;

/// The stored rules.
pub struct Stored {
    pub version: Version,
    pub rules: AssignmentRules,
    /// Who got the last contact in turn.
    pub last_user_id: Option<Uuid>,
}

pub async fn find(connection: &impl ConnectionTrait) -> Result<Stored> {
    let row = rows::Entity::find_by_id(ID).one(connection).await?.ok_or(Error::Unavailable)?;
    with_people(connection, row).await
}

/// Reads the rules and locks them until the transaction ends, so that turns are taken one after another.
pub async fn find_for_update(connection: &impl ConnectionTrait) -> Result<Stored> {
    let row = rows::Entity::find_by_id(ID).lock_exclusive().one(connection).await?;
    with_people(connection, row.ok_or(Error::Unavailable)?).await
}

async fn with_people(connection: &impl ConnectionTrait, row: rows::Model) -> Result<Stored> {
    let people = people::Entity::find().order_by_asc(people::Column::Position).all(connection).await?;
    let (turns, services): (Vec<_>, Vec<_>) = people.into_iter().partition(|row| row.service.is_empty());
    let service = |people::Model { service, user_id, .. }| ServiceAssignee { service, user_id };
    Ok(Stored {
        version: Version(row.version),
        rules: AssignmentRules {
            mode: row.mode,
            answerer: row.answerer,
            turns: turns.into_iter().map(|row| row.user_id).collect(),
            services: services.into_iter().map(service).collect(),
        },
        last_user_id: row.last_user_id,
    })
}

/// Stores the rules, which must be locked.
pub async fn update(
    connection: &impl ConnectionTrait,
    version: Version,
    rules: &AssignmentRules,
) -> Result<Version> {
    let version = version.next();
    let row = rows::ActiveModel {
        id: Unchanged(ID),
        mode: Set(rules.mode),
        answerer: Set(rules.answerer),
        version: Set(version.0),
        ..Default::default()
    };
    row.update(connection).await?;
    people::Entity::delete_many().exec(connection).await?;
    let turns = rules.turns.iter().map(|user_id| (String::new(), *user_id));
    let services = rules.services.iter().map(|of| (of.service.clone(), of.user_id));
    let people = (0..).zip(turns.chain(services)).map(|(position, (service, user_id))| people::ActiveModel {
        service: Set(service),
        user_id: Set(user_id),
        position: Set(position),
    });
    let people: Vec<_> = people.collect();
    if !people.is_empty() {
        people::Entity::insert_many(people).exec_without_returning(connection).await?;
    }
    Ok(version)
}

/// Stores who got the last contact in turn.
pub async fn set_last(connection: &impl ConnectionTrait, user_id: Option<Uuid>) -> Result<()> {
    let row = rows::ActiveModel { id: Unchanged(ID), last_user_id: Set(user_id), ..Default::default() };
    row.update(connection).await?;
    Ok(())
}
