//! All SQL on `contacts` and `idempotency_keys`.

pub mod figures;

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    Condition, ConnectionTrait, Order, QueryOrder, QuerySelect, Select,
    entity::prelude::*,
    sea_query::LikeExpr,
};

use super::model::{
    Contact, ContactFilter, ContactStatus, ContactSummary, Details, Folder, NewContact, compose_message,
    split_message,
};
use crate::kit::{clock::Timestamp, error::Result, http::Version, id, paging::Cursor, text};

mod contacts {
    use sea_orm::entity::prelude::*;

    use super::ContactStatus;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "contacts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub name: String,
        pub email: String,
        pub phone: String,
        pub company: String,
        pub message: String,
        pub status: ContactStatus,
        pub quarantined: bool,
        pub user_id: Option<Uuid>,
        pub search: String,
        pub service: String,
        pub version: i32,
        pub created_at: DateTimeUtc,
        pub updated_at: DateTimeUtc,
        pub deleted_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

mod idempotency_keys {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "idempotency_keys")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub key: String,
        pub request_hash: String,
        pub contact_id: Uuid,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use contacts::Column;

impl From<contacts::Model> for Contact {
    fn from(row: contacts::Model) -> Self {
        Self {
            id: row.id,
            name: row.name,
            email: row.email,
            phone: row.phone,
            company: row.company,
            message: row.message,
            status: row.status,
            created_at: row.created_at,
            quarantined: row.quarantined,
            deleted_at: row.deleted_at,
        }
    }
}

fn versioned(row: contacts::Model) -> (Version, Contact) {
    (Version(row.version), row.into())
}

pub async fn create(
    connection: &impl ConnectionTrait,
    new: &NewContact,
    user_id: Option<Uuid>,
    now: Timestamp,
) -> Result<Contact> {
    let details = &new.details;
    let row = contacts::ActiveModel {
        id: Set(id::new_id(now)),
        name: Set(details.name.clone()),
        email: Set(details.email.clone()),
        phone: Set(details.phone.clone()),
        company: Set(details.company.clone()),
        message: Set(details.message.clone()),
        status: Set(ContactStatus::New),
        quarantined: Set(new.quarantined),
        user_id: Set(user_id),
        search: Set(details.search()),
        service: Set(details.service()),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        deleted_at: Set(None),
    };
    Ok(row.insert(connection).await?.into())
}

pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<(Version, Contact)>> {
    Ok(contacts::Entity::find_by_id(id).one(connection).await?.map(versioned))
}

/// The contact, locked until the transaction ends.
pub async fn find_for_update(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<(Version, Contact)>> {
    Ok(contacts::Entity::find_by_id(id).lock_exclusive().one(connection).await?.map(versioned))
}

/// One page, the newest first, and how many match in all.
pub async fn list(
    connection: &impl ConnectionTrait,
    filter: &ContactFilter,
    after: Option<Cursor>,
    limit: u64,
) -> Result<Vec<Contact>> {
    let mut query = filtered(filter);
    if let Some(Cursor { created_at, id }) = after {
        let same_moment = Condition::all().add(Column::CreatedAt.eq(created_at)).add(Column::Id.lt(id));
        let older = Condition::any().add(Column::CreatedAt.lt(created_at)).add(same_moment);
        // The first condition says nothing new; it lets the index start at the cursor.
        query = query.filter(Column::CreatedAt.lte(created_at)).filter(older);
    }
    let rows = query
        .order_by(Column::CreatedAt, Order::Desc)
        .order_by(Column::Id, Order::Desc)
        .limit(limit)
        .all(connection)
        .await?;
    Ok(rows.into_iter().map(Contact::from).collect())
}

pub async fn count(connection: &impl ConnectionTrait, filter: &ContactFilter) -> Result<u64> {
    Ok(filtered(filter).count(connection).await?)
}

pub async fn summary(connection: &impl ConnectionTrait) -> Result<ContactSummary> {
    let of = |folder, status| ContactFilter { folder, status, search: None };
    Ok(ContactSummary {
        inbox: count(connection, &of(Folder::Inbox, None)).await?,
        new: count(connection, &of(Folder::Inbox, Some(ContactStatus::New))).await?,
        spam: count(connection, &of(Folder::Spam, None)).await?,
        trash: count(connection, &of(Folder::Trash, None)).await?,
    })
}

fn filtered(filter: &ContactFilter) -> Select<contacts::Entity> {
    let mut query = contacts::Entity::find();
    query = match filter.folder {
        Folder::Inbox => query.filter(Column::DeletedAt.is_null()).filter(Column::Quarantined.eq(false)),
        Folder::Spam => query.filter(Column::DeletedAt.is_null()).filter(Column::Quarantined.eq(true)),
        Folder::Trash => query.filter(Column::DeletedAt.is_not_null()),
    };
    if let Some(status) = filter.status {
        query = query.filter(Column::Status.eq(status));
    }
    if let Some(search) = filter.search.as_deref().filter(|search| !search.trim().is_empty()) {
        query = query.filter(Column::Search.like(LikeExpr::new(text::like_pattern(search)).escape('\\')));
    }
    query
}

/// The whole record after a change by staff.
pub async fn update(
    connection: &impl ConnectionTrait,
    id: Uuid,
    version: Version,
    details: Details,
    status: ContactStatus,
    quarantined: bool,
    now: Timestamp,
) -> Result<(Version, Contact)> {
    let row = contacts::ActiveModel {
        id: Unchanged(id),
        search: Set(details.search()),
        service: Set(details.service()),
        name: Set(details.name),
        email: Set(details.email),
        phone: Set(details.phone),
        company: Set(details.company),
        message: Set(details.message),
        status: Set(status),
        quarantined: Set(quarantined),
        version: Set(version.0 + 1),
        updated_at: Set(now),
        ..Default::default()
    };
    Ok(versioned(row.update(connection).await?))
}

/// Into the trash with `Some(now)`, out of it with `None`.
pub async fn set_deleted(
    connection: &impl ConnectionTrait,
    id: Uuid,
    version: Version,
    deleted_at: Option<Timestamp>,
) -> Result<Contact> {
    let row = contacts::ActiveModel {
        id: Unchanged(id),
        deleted_at: Set(deleted_at),
        version: Set(version.0 + 1),
        ..Default::default()
    };
    Ok(row.update(connection).await?.into())
}

/// Empties the trash of what was put there before `deadline`.
pub async fn delete_trash(connection: &impl ConnectionTrait, deadline: Timestamp) -> Result<u64> {
    let old = contacts::Entity::delete_many().filter(Column::DeletedAt.lt(deadline));
    Ok(old.exec(connection).await?.rows_affected)
}

/// The contact made with this key before, and the hash of the request that made it.
pub async fn find_by_key(connection: &impl ConnectionTrait, key: &str) -> Result<Option<(String, Uuid)>> {
    let row = idempotency_keys::Entity::find_by_id(key).one(connection).await?;
    Ok(row.map(|row| (row.request_hash, row.contact_id)))
}

pub async fn remember_key(
    connection: &impl ConnectionTrait,
    key: &str,
    request_hash: &str,
    contact_id: Uuid,
    now: Timestamp,
) -> Result<(), DbErr> {
    let row = idempotency_keys::ActiveModel {
        key: Set(key.to_owned()),
        request_hash: Set(request_hash.to_owned()),
        contact_id: Set(contact_id),
        created_at: Set(now),
    };
    idempotency_keys::Entity::insert(row).exec_without_returning(connection).await?;
    Ok(())
}

pub async fn delete_keys(connection: &impl ConnectionTrait, deadline: Timestamp) -> Result<u64> {
    let old =
        idempotency_keys::Entity::delete_many().filter(idempotency_keys::Column::CreatedAt.lt(deadline));
    Ok(old.exec(connection).await?.rows_affected)
}

/// Nobody sends more of them by hand.
const OWN_MAX: u64 = 200;
const ERASED_NAME: &str = "Conta excluída";
const ERASED_MESSAGE: &str = "Conteúdo removido a pedido de quem o enviou.";

/// What an account has sent, the newest first, without what staff threw away.
pub async fn list_of_user(connection: &impl ConnectionTrait, user: Uuid) -> Result<Vec<Contact>> {
    let rows = contacts::Entity::find()
        .filter(Column::UserId.eq(user))
        .filter(Column::DeletedAt.is_null())
        .order_by(Column::CreatedAt, Order::Desc)
        .order_by(Column::Id, Order::Desc)
        .limit(OWN_MAX)
        .all(connection)
        .await?;
    Ok(rows.into_iter().map(Contact::from).collect())
}

/// Takes the person out of everything an account has sent, the trash included. Service, status and dates stay.
pub async fn anonymize_of_user(connection: &impl ConnectionTrait, user: Uuid, now: Timestamp) -> Result<()> {
    let rows = contacts::Entity::find().filter(Column::UserId.eq(user)).all(connection).await?;
    for row in rows {
        let message = compose_message(split_message(&row.message).0, ERASED_MESSAGE);
        let erased = contacts::ActiveModel {
            id: Unchanged(row.id),
            search: Set(text::fold(&format!("{ERASED_NAME} {message}"))),
            name: Set(ERASED_NAME.to_owned()),
            email: Set(String::new()),
            phone: Set(String::new()),
            company: Set(String::new()),
            message: Set(message),
            user_id: Set(None),
            version: Set(row.version + 1),
            updated_at: Set(now),
            ..Default::default()
        };
        erased.update(connection).await?;
        // A hash of what was sent tells whether a guess is right.
        let keys = idempotency_keys::Entity::delete_many();
        keys.filter(idempotency_keys::Column::ContactId.eq(row.id)).exec(connection).await?;
    }
    Ok(())
}
