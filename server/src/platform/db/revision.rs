//! The content revision, a number that rises with each change of the site's content, and the SQL on its table
//! `content_revision`, which has one row. Cached pages of earlier revisions are stale.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use sea_orm::{ConnectionTrait, EntityTrait, ExprTrait, entity::prelude::*};

use crate::platform::error::{Error, Result};

/// The id of the only row.
const ID: i32 = 1;

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "content_revision")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i32,
        pub revision: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The latest revision that this process knows, shared by all clones. It never decreases.
#[derive(Clone, Default)]
pub struct Revision(Arc<AtomicI64>);

impl Revision {
    /// Returns the latest known revision.
    #[must_use]
    pub fn current(&self) -> i64 {
        self.0.load(Ordering::Acquire)
    }

    /// Raises the latest known revision to `revision`, which was read from the database or committed.
    pub(super) fn seen(&self, revision: i64) {
        self.0.fetch_max(revision, Ordering::AcqRel);
    }
}

/// Returns the revision in the database.
pub(super) async fn read(connection: &impl ConnectionTrait) -> Result<i64> {
    let row = rows::Entity::find_by_id(ID).one(connection).await?;
    row.map(|row| row.revision).ok_or_else(missing)
}

/// Raises the revision, and locks its row until the transaction ends. Returns the new revision.
pub(super) async fn raise(connection: &impl ConnectionTrait) -> Result<i64> {
    let raised = rows::Entity::update_many()
        .col_expr(rows::Column::Revision, Expr::col(rows::Column::Revision).add(1))
        .filter(rows::Column::Id.eq(ID))
        .exec_with_returning(connection)
        .await?;
    raised.first().map(|row| row.revision).ok_or_else(missing)
}

fn missing() -> Error {
    Error::Internal(anyhow::anyhow!("the table content_revision has no row"))
}
