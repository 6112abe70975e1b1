//! The SQL on `consent_texts`.

use std::collections::HashMap;

use sea_orm::{ActiveValue::Set, ConnectionTrait, entity::prelude::*, sea_query::OnConflict};

use self::rows::{Column, Entity, Model};
use super::model::{ConsentText, ShownConsent};
use crate::platform::{clock::Timestamp, error::Result};

mod rows {
    use sea_orm::entity::prelude::*;

    use crate::foundation::consent_texts::model::ConsentForm;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "consent_texts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub form: ConsentForm,
        pub version: String,
        pub text: String,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

impl From<Model> for ConsentText {
    fn from(Model { id, form, version, text, created_at }: Model) -> Self {
        Self { id, form, version, text, created_at }
    }
}

/// Stores a text, unless it is stored already. Returns its id.
pub async fn store(
    connection: &impl ConnectionTrait,
    shown: &ShownConsent,
    now: Timestamp,
) -> Result<String> {
    let id = shown.id();
    let row = rows::ActiveModel {
        id: Set(id.clone()),
        form: Set(shown.form),
        version: Set(shown.version.clone()),
        text: Set(shown.text.clone()),
        created_at: Set(now),
    };
    let skip = OnConflict::new().do_nothing().to_owned();
    Entity::insert(row).on_conflict(skip).exec_without_returning(connection).await?;
    Ok(id)
}

/// Finds a text by its id.
pub async fn find(connection: &impl ConnectionTrait, id: &str) -> Result<Option<ConsentText>> {
    Ok(Entity::find_by_id(id.to_owned()).one(connection).await?.map(ConsentText::from))
}

/// Returns the texts with these ids, by id. Unknown ids are left out.
pub async fn find_all(
    connection: &impl ConnectionTrait,
    ids: impl IntoIterator<Item = String>,
) -> Result<HashMap<String, ConsentText>> {
    let rows = Entity::find().filter(Column::Id.is_in(ids)).all(connection).await?;
    Ok(rows.into_iter().map(|row| (row.id.clone(), row.into())).collect())
}
