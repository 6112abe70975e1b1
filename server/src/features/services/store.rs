//! The SQL on `services`.

use anyhow::Context;
use sea_orm::{
    ActiveValue::{NotSet, Set, Unchanged},
    ConnectionTrait, QueryOrder, QuerySelect, Select,
    entity::prelude::*,
};

use self::rows::{Column, Entity};
use super::model::{Service, ServiceCategory, ServiceFields, ServicePage};
use crate::platform::{
    clock::Timestamp,
    db::{
        order::{self, Ordered},
        stored::{self, Stored},
        trash::Record,
    },
    error::Result,
    http::Version,
    id,
};

const DEFAULTS: &str = include_str!("../../../content/services.json");

mod rows {
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

impl Record for Entity {
    const ID: Column = Column::Id;
    const VERSION: Column = Column::Version;
    const DELETED_AT: Column = Column::DeletedAt;
    const UPDATED_AT: Option<Column> = Some(Column::UpdatedAt);
}

impl Ordered for Entity {
    const POSITION: Column = Column::Position;
}

impl Stored for Service {
    type Rows = Entity;

    async fn from_rows(_: &impl ConnectionTrait, rows: Vec<rows::Model>) -> Result<Vec<(Version, Self)>> {
        rows.into_iter().map(service).collect()
    }
}

fn service(row: rows::Model) -> Result<(Version, Service)> {
    let service = Service {
        id: row.id,
        fields: ServiceFields {
            page: row.page,
            category: row.category,
            title: row.title,
            description: row.description,
            features: serde_json::from_value(row.features).context("reading the features of a service")?,
            icon: row.icon,
            is_active: row.is_active,
            is_featured: row.is_featured,
        },
        position: row.position,
        created_at: row.created_at,
        updated_at: row.updated_at,
        deleted_at: row.deleted_at,
    };
    Ok((Version(row.version), service))
}

/// Selects all services in order, including those in the trash.
pub fn select_all() -> Select<Entity> {
    Entity::find().order_by_asc(Column::Position).order_by_asc(Column::CreatedAt).order_by_asc(Column::Id)
}

/// Selects the services of a category outside the trash, in order.
pub fn select_category(category: ServiceCategory) -> Select<Entity> {
    select_all().filter(Column::Category.eq(category)).filter(Column::DeletedAt.is_null())
}

/// Lists the services outside the trash, grouped by detail page. Within a group, they are sorted by position.
pub async fn list(connection: &impl ConnectionTrait) -> Result<Vec<Service>> {
    let mut services: Vec<Service> =
        stored::list(connection, select_all().filter(Column::DeletedAt.is_null())).await?;
    services.sort_by_key(|service| ServicePage::ALL.iter().position(|page| *page == service.fields.page));
    Ok(services)
}

/// Lists the services that visitors see, in the order of [`list`].
pub async fn list_active(connection: &impl ConnectionTrait) -> Result<Vec<Service>> {
    let mut services = list(connection).await?;
    services.retain(|service| service.fields.is_active);
    Ok(services)
}

/// Lists the detail pages that have active services.
pub async fn list_shown_pages(connection: &impl ConnectionTrait) -> Result<Vec<ServicePage>> {
    let services = list_active(connection).await?;
    let is_shown = |page: &ServicePage| services.iter().any(|service| service.fields.page == *page);
    Ok(ServicePage::ALL.into_iter().filter(is_shown).collect())
}

/// Lists the detail page and the time of the last change of every service, in the trash or not.
pub async fn changes(connection: &impl ConnectionTrait) -> Result<Vec<(ServicePage, Timestamp)>> {
    let rows = Entity::find().select_only().columns([Column::Page, Column::UpdatedAt]);
    Ok(rows.into_tuple().all(connection).await?)
}

/// Stores a new service. Without a `position`, it comes after all others.
pub async fn create(
    connection: &impl ConnectionTrait,
    id: Uuid,
    fields: ServiceFields,
    position: Option<i32>,
    now: Timestamp,
) -> Result<(Version, Service)> {
    let position = match position {
        Some(position) => position,
        None => order::next_position(connection, Entity::find()).await?,
    };
    let row = rows::ActiveModel {
        id: Set(id),
        position: Set(position),
        version: Set(1),
        created_at: Set(now),
        ..columns(fields, now)
    };
    service(row.insert(connection).await?)
}

/// Stores the fields of a locked service, and raises its version. Without a `position`, the stored one remains.
pub async fn update(
    connection: &impl ConnectionTrait,
    id: Uuid,
    version: Version,
    fields: ServiceFields,
    position: Option<i32>,
    now: Timestamp,
) -> Result<(Version, Service)> {
    let row = rows::ActiveModel {
        id: Unchanged(id),
        position: position.map_or(NotSet, Set),
        version: Set(version.next().0),
        ..columns(fields, now)
    };
    service(row.update(connection).await?)
}

/// Returns a row with the columns of the fields.
fn columns(fields: ServiceFields, now: Timestamp) -> rows::ActiveModel {
    rows::ActiveModel {
        page: Set(fields.page),
        category: Set(fields.category),
        title: Set(fields.title),
        description: Set(fields.description),
        features: Set(fields.features.into()),
        icon: Set(fields.icon),
        is_active: Set(fields.is_active),
        is_featured: Set(fields.is_featured),
        updated_at: Set(now),
        ..Default::default()
    }
}

fn defaults() -> anyhow::Result<Vec<ServiceFields>> {
    serde_json::from_str(DEFAULTS).context("reading the default services")
}

/// Returns whether a service that was never changed is the demo company's service `default`. Doesn't compare fields whose
/// default may have been different in an earlier release.
fn is_default(service: &ServiceFields, default: &ServiceFields) -> bool {
    service.is_active
        && (default.page, default.category) == (service.page, service.category)
        && (&default.title, &default.description) == (&service.title, &service.description)
}

/// Lists the demo company's services that have not been changed. Their positions may have changed.
pub async fn list_demo(connection: &impl ConnectionTrait) -> Result<Vec<(Version, Service)>> {
    let defaults = defaults()?;
    let unchanged = select_all().filter(Column::DeletedAt.is_null()).filter(Column::Version.eq(1));
    let rows = unchanged.all(connection).await?;
    let mut services = rows.into_iter().map(service).collect::<Result<Vec<_>>>()?;
    services.retain(|(_, service)| defaults.iter().any(|default| is_default(&service.fields, default)));
    Ok(services)
}

/// Creates the demo company's services. The caller makes sure that a database receives them only once.
pub async fn seed(connection: &impl ConnectionTrait, now: Timestamp) -> anyhow::Result<()> {
    for service in defaults()? {
        create(connection, id::new_id(now), service, None, now).await?;
    }
    Ok(())
}
