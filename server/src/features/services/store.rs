//! All SQL on `services`.

use anyhow::Context;
use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, QueryOrder, QuerySelect, Select,
    entity::prelude::*,
};
use serde::Deserialize;

use super::model::{Details, Service, ServiceCategory, ServicePage};
use crate::platform::{
    clock::Timestamp,
    db::{
        order::{self, Ordered},
        trash::{self, Record},
    },
    error::Result,
    http::Version,
    id,
};

mod services {
    use sea_orm::entity::prelude::*;

    use super::{ServiceCategory, ServicePage};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "services")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub page: ServicePage,
        pub category: ServiceCategory,
        pub title: String,
        pub description: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub features: Json,
        pub icon: String,
        pub is_active: bool,
        pub is_featured: bool,
        pub position: i32,
        pub version: i32,
        pub created_at: DateTimeUtc,
        pub updated_at: DateTimeUtc,
        pub deleted_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use services::{Column, Entity};

impl Record for Entity {
    const ID: Column = Column::Id;
    const VERSION: Column = Column::Version;
    const DELETED_AT: Column = Column::DeletedAt;
    const UPDATED_AT: Option<Column> = Some(Column::UpdatedAt);
}

impl Ordered for Entity {
    const POSITION: Column = Column::Position;
}

const DEFAULTS: &str = include_str!("../../../content/services.json");

fn versioned(row: services::Model) -> Result<(Version, Service)> {
    Ok((Version(row.version), service(row)?))
}

fn service(row: services::Model) -> Result<Service> {
    Ok(Service {
        id: row.id,
        page: row.page,
        category: row.category,
        title: row.title,
        description: row.description,
        features: serde_json::from_value(row.features).context("the features of a service")?,
        icon: row.icon,
        is_active: row.is_active,
        is_featured: row.is_featured,
        position: row.position,
        created_at: row.created_at,
        updated_at: row.updated_at,
        deleted_at: row.deleted_at,
    })
}

fn in_order() -> Select<Entity> {
    Entity::find().order_by_asc(Column::Position).order_by_asc(Column::CreatedAt).order_by_asc(Column::Id)
}

/// All services but those in the trash, page by page in the order of the menu, each page in its own order.
pub async fn list(connection: &impl ConnectionTrait) -> Result<Vec<Service>> {
    let rows = in_order().filter(Column::DeletedAt.is_null()).all(connection).await?;
    let mut services = rows.into_iter().map(service).collect::<Result<Vec<_>>>()?;
    let place = |service: &Service| ServicePage::ALL.iter().position(|page| *page == service.page);
    services.sort_by_key(place);
    Ok(services)
}

/// Those that visitors see.
pub async fn list_active(connection: &impl ConnectionTrait) -> Result<Vec<Service>> {
    let mut services = list(connection).await?;
    services.retain(|service| service.is_active);
    Ok(services)
}

/// The pages that have something to show, in the order of the menu.
pub async fn shown_pages(connection: &impl ConnectionTrait) -> Result<Vec<ServicePage>> {
    let services = list_active(connection).await?;
    let is_shown = |page: &ServicePage| services.iter().any(|service| service.page == *page);
    Ok(ServicePage::ALL.into_iter().filter(is_shown).collect())
}

/// When each was last changed, hidden or thrown away, with the page it belongs to.
pub async fn changes(connection: &impl ConnectionTrait) -> Result<Vec<(ServicePage, Timestamp)>> {
    let rows = Entity::find().select_only().columns([Column::Page, Column::UpdatedAt]);
    Ok(rows.into_tuple().all(connection).await?)
}

/// Lists the services in the trash, the latest deletion first.
pub async fn list_deleted(connection: &impl ConnectionTrait, limit: u64) -> Result<Vec<Service>> {
    trash::list_deleted::<Entity>(connection, limit).await?.into_iter().map(service).collect()
}

pub async fn count_deleted(connection: &impl ConnectionTrait) -> Result<u64> {
    trash::count_deleted::<Entity>(connection).await
}

pub async fn count(connection: &impl ConnectionTrait) -> Result<u64> {
    trash::count::<Entity>(connection).await
}

/// Finds a service outside the trash.
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<(Version, Service)>> {
    trash::find::<Entity>(connection, id).await?.map(versioned).transpose()
}

/// Finds a service, in the trash or not, and locks it until the transaction ends.
pub async fn find_for_update(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<(Version, Service)>> {
    trash::find_for_update::<Entity>(connection, id).await?.map(versioned).transpose()
}

pub async fn create(
    connection: &impl ConnectionTrait,
    details: Details,
    now: Timestamp,
) -> Result<(Version, Service)> {
    let position = match details.position {
        Some(position) => position,
        None => order::next_position(connection, Entity::find()).await?,
    };
    let mut row = fields(details, position);
    row.id = Set(id::new_id(now));
    row.version = Set(1);
    row.created_at = Set(now);
    row.updated_at = Set(now);
    versioned(row.insert(connection).await?)
}

pub async fn update(
    connection: &impl ConnectionTrait,
    id: Uuid,
    version: Version,
    details: Details,
    now: Timestamp,
) -> Result<(Version, Service)> {
    let position = details.position.unwrap_or_default();
    let mut row = fields(details, position);
    row.id = Unchanged(id);
    row.version = Set(version.0 + 1);
    row.updated_at = Set(now);
    versioned(row.update(connection).await?)
}

fn fields(details: Details, position: i32) -> services::ActiveModel {
    services::ActiveModel {
        page: Set(details.page),
        category: Set(details.category),
        title: Set(details.title),
        description: Set(details.description),
        features: Set(details.features.into()),
        icon: Set(details.icon),
        is_active: Set(details.is_active),
        is_featured: Set(details.is_featured),
        position: Set(position),
        ..Default::default()
    }
}

/// The services of a category, in order.
pub async fn list_category(
    connection: &impl ConnectionTrait,
    category: ServiceCategory,
) -> Result<Vec<Service>> {
    let own = in_order().filter(Column::Category.eq(category)).filter(Column::DeletedAt.is_null());
    own.all(connection).await?.into_iter().map(service).collect()
}

/// Sorts services among the positions that they have together.
pub async fn reorder(connection: &impl ConnectionTrait, ids: &[Uuid]) -> Result<()> {
    order::reorder(connection, in_order(), ids).await
}

/// Moves a service to the trash or restores it.
pub async fn set_deleted(
    connection: &impl ConnectionTrait,
    id: Uuid,
    deleted: bool,
    now: Timestamp,
) -> Result<(Version, Service)> {
    let changed = trash::set_deleted::<Entity>(connection, id, deleted, now).await?;
    versioned(changed.context("a service that was found before")?)
}

pub async fn purge(connection: &impl ConnectionTrait, deadline: Timestamp) -> Result<u64> {
    trash::purge::<Entity>(connection, deadline).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DefaultService {
    page: ServicePage,
    category: ServiceCategory,
    title: String,
    description: String,
    features: Vec<String>,
    icon: String,
    #[serde(default)]
    is_featured: bool,
}

impl DefaultService {
    /// Whether the unchanged `service` is this one. Its other texts may be those of an earlier release.
    fn is(&self, service: &Service) -> bool {
        service.is_active
            && (self.page, self.category) == (service.page, service.category)
            && (&self.title, &self.description) == (&service.title, &service.description)
    }
}

fn defaults() -> anyhow::Result<Vec<DefaultService>> {
    serde_json::from_str(DEFAULTS).context("the demo company's services")
}

/// The demo company's services that nobody has changed; another place in the order is no change.
pub async fn list_demo(connection: &impl ConnectionTrait) -> Result<Vec<(Version, Service)>> {
    let defaults = defaults()?;
    let untouched = in_order().filter(Column::DeletedAt.is_null()).filter(Column::Version.eq(1));
    let rows = untouched.all(connection).await?;
    let mut services = rows.into_iter().map(versioned).collect::<Result<Vec<_>>>()?;
    services.retain(|(_, service)| defaults.iter().any(|default| default.is(service)));
    Ok(services)
}

/// Gives a new database the demo company's services.
pub async fn seed(connection: &impl ConnectionTrait, now: Timestamp) -> anyhow::Result<()> {
    for default in defaults()? {
        let DefaultService { page, category, title, description, features, icon, is_featured } = default;
        let (is_active, position) = (true, None);
        let details =
            Details { page, category, title, description, features, icon, is_active, is_featured, position };
        create(connection, details, now).await?;
    }
    Ok(())
}
