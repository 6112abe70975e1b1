//! Contacts of the same person.

use sea_orm::{Condition, ConnectionTrait, QueryOrder, QuerySelect, entity::prelude::*};

use super::contacts::{self, Column};
use crate::{
    features::contacts::model::{Contact, person_keys},
    platform::error::Result,
};

/// The contact itself and others with its e-mail or phone, the newest first, wherever they are.
pub async fn contacts_of_person(
    connection: &impl ConnectionTrait,
    contact: &Contact,
    limit: u64,
) -> Result<Vec<Contact>> {
    let (email, phone) = person_keys(&contact.email, &contact.phone);
    let mut same = Condition::any().add(Column::Id.eq(contact.id));
    if !email.is_empty() {
        same = same.add(Column::EmailKey.eq(email));
    }
    if !phone.is_empty() {
        same = same.add(Column::PhoneKey.eq(phone));
    }
    let rows =
        contacts::Entity::find().filter(same).order_by_desc(Column::CreatedAt).order_by_desc(Column::Id);
    Ok(rows.limit(limit).all(connection).await?.into_iter().map(Contact::from).collect())
}
