//! The SQL on `newsletter_settings`, which has one row.

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait,
    entity::prelude::*,
};

use super::NewPostMode;
use crate::platform::{clock::Timestamp, error::Result, http::Version};

/// Id of the only row.
const ROW: i32 = 1;

/// The stored settings.
#[derive(Clone, Copy)]
pub struct Stored {
    pub version: Version,
    pub new_post: NewPostMode,
    /// Posts published before this time don't create editions.
    pub new_post_since: Option<Timestamp>,
}

mod rows {
    use sea_orm::entity::prelude::*;

    use super::NewPostMode;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "newsletter_settings")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i32,
        pub new_post: NewPostMode,
        /// Posts published before this time don't create editions.
        pub new_post_since: Option<DateTimeUtc>,
        pub version: i32,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Reads the settings. If nothing is stored, returns the defaults.
pub async fn read(connection: &impl ConnectionTrait) -> Result<Stored> {
    let row = rows::Entity::find_by_id(ROW).one(connection).await?;
    let missing = rows::Model { id: ROW, new_post: NewPostMode::Off, new_post_since: None, version: 1 };
    let row = row.unwrap_or(missing);
    let (new_post, new_post_since) = (row.new_post, row.new_post_since);
    Ok(Stored { version: Version(row.version), new_post, new_post_since })
}

/// Stores settings, and raises their version.
pub async fn update(connection: &impl ConnectionTrait, settings: Stored) -> Result<Version> {
    let version = settings.version.next();
    let row = rows::ActiveModel {
        id: Unchanged(ROW),
        new_post: Set(settings.new_post),
        new_post_since: Set(settings.new_post_since),
        version: Set(version.0),
    };
    row.update(connection).await?;
    Ok(version)
}
