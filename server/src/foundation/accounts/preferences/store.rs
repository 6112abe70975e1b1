//! The SQL on `user_preferences`.

use sea_orm::{ActiveValue::Set, ConnectionTrait, entity::prelude::*, sea_query::OnConflict};

use self::rows::Column;
use super::{ContactsLayout, Preferences};
use crate::platform::{error::Result, http::Version};

mod rows {
    use sea_orm::entity::prelude::*;

    use super::ContactsLayout;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "user_preferences")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: Uuid,
        pub contacts_layout: ContactsLayout,
        pub shortcuts: bool,
        pub signature: String,
        pub version: i32,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Returns the preferences of a user, and their version: 0 for the defaults, which are not stored.
pub async fn find(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<(Version, Preferences)> {
    let row = rows::Entity::find_by_id(user_id).one(connection).await?;
    Ok(row.map_or((Version(0), Preferences::default()), |row| {
        let rows::Model { contacts_layout, shortcuts, signature, version, .. } = row;
        (Version(version), Preferences { contacts_layout, shortcuts, signature })
    }))
}

/// Stores the preferences of a user.
pub async fn save(
    connection: &impl ConnectionTrait,
    user_id: Uuid,
    version: Version,
    preferences: &Preferences,
) -> Result<()> {
    let row = rows::ActiveModel {
        user_id: Set(user_id),
        contacts_layout: Set(preferences.contacts_layout),
        shortcuts: Set(preferences.shortcuts),
        signature: Set(preferences.signature.clone()),
        version: Set(version.0),
    };
    let columns = [Column::ContactsLayout, Column::Shortcuts, Column::Signature, Column::Version];
    let replace = OnConflict::column(Column::UserId).update_columns(columns).to_owned();
    rows::Entity::insert(row).on_conflict(replace).exec_without_returning(connection).await?;
    Ok(())
}
