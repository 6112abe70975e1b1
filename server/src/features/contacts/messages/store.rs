//! The SQL on `contact_messages`.

use sea_orm::{IntoActiveModel, entity::prelude::*};

use self::rows::Column;
pub use self::rows::{Entity, Model as Message};
use crate::{features::contacts::store::parts::Part, platform::error::Result};

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "contact_messages")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub contact_id: Uuid,
        pub sender_name: String,
        pub sender_email: String,
        /// Whether the mail answers one of ours, or a trusted server has authenticated its sender.
        pub is_confirmed: bool,
        /// Whether a program answered automatically.
        pub is_automatic: bool,
        pub subject: String,
        pub text: String,
        /// The earlier messages that the mail repeats.
        pub quotation: String,
        /// `Message-ID` of the mail, without brackets.
        pub message_id: String,
        /// Time at which the mail was written, as its author's program says.
        pub written_at: Option<DateTimeUtc>,
        /// Time at which the mail was read from the mailbox.
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

impl Part for Entity {
    const ID: Column = Column::Id;
    const CONTACT_ID: Column = Column::ContactId;
    const CREATED_AT: Column = Column::CreatedAt;
}

/// Stores a message.
pub async fn create(connection: &impl ConnectionTrait, message: Message) -> Result<()> {
    // All columns are set, because an unchanged column isn't inserted.
    Entity::insert(message.into_active_model().reset_all()).exec_without_returning(connection).await?;
    Ok(())
}
