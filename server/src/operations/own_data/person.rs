//! Finds a person's account and emails, and what identifies the person in the records of all features.

use std::collections::BTreeSet;

use uuid::Uuid;

use super::registry;
use crate::{
    foundation::{
        accounts::recovery,
        audit,
        identity::{model::User, store::users},
        personal_data::{AskedBy, Person},
        settings,
    },
    platform::{
        db::Connection,
        error::{Error, Result},
        parse,
    },
};

/// Parses the email by which staff look for a person. Returns it in lowercase.
pub fn parse_email(email: &str) -> Result<String> {
    let email = parse::with_unicode_domain(&email.trim().to_lowercase());
    if parse::is_email(&email) {
        Ok(email)
    } else {
        Err(Error::field("email", "Informe um e-mail válido, como nome@empresa.com.br."))
    }
}

/// Finds the person with a [parsed](parse_email) email, with or without an account. For requests by staff. An account whose email
/// is unverified may belong to someone who has mistyped the email, so its contacts and sessions are not the person's.
pub async fn by_email(db: Connection<'_>, email: String) -> Result<Person> {
    let mut person = Person::new(AskedBy::Staff);
    let user = users::find_by_email(&db, &email).await?.map(User::from);
    let (user, unverified) = user.map_or((None, None), |user| {
        if user.email_verified || user.role.is_staff() { (Some(user), None) } else { (None, Some(user.id)) }
    });
    person.unverified_user = unverified;
    person.emails.insert(email);
    complete(db, person, user).await
}

/// Finds the owner of an account. For requests by the owner. Ignores an unverified email, because it may belong to another
/// person.
pub async fn of_account(db: Connection<'_>, user: &User) -> Result<Person> {
    let mut person = Person::new(AskedBy::Owner);
    person.emails.extend(user.email_verified.then(|| user.email.clone()));
    complete(db, person, Some(user.clone())).await
}

/// Adds the emails and the name of the account, and what identifies the person in the records of all features.
async fn complete(db: Connection<'_>, mut person: Person, user: Option<User>) -> Result<Person> {
    if let Some(user) = user {
        let verified = audit::erasure::verified_emails_of(&db, user.id).await?;
        person.emails.extend(without_others(db, user.id, verified).await?);
        let mut unproven = audit::erasure::emails_of(&db, user.id).await?;
        unproven.extend(recovery::store::emails_of(&db, user.id).await?);
        person.unproven_emails = without_others(db, user.id, unproven).await?;
        person.names.push(user.full_name);
        person.user = Some(user.id);
    }
    // Messages to the company's own email are about its customers.
    let company = company_email(db).await?;
    person.emails.retain(|email| *email != company);
    registry::identify(db, &mut person).await?;
    Ok(person)
}

/// Returns the company's email in lowercase; empty if it is not set.
pub async fn company_email(db: Connection<'_>) -> Result<String> {
    Ok(settings::store::contact(&db).await?.email.to_lowercase())
}

/// Returns the valid emails that do not belong to another user.
async fn without_others(db: Connection<'_>, user: Uuid, emails: Vec<String>) -> Result<BTreeSet<String>> {
    let mut own = BTreeSet::new();
    for email in emails.into_iter().filter(|email| parse::is_email(email)) {
        let owner = users::find_by_email(&db, &email).await?;
        if owner.is_none_or(|owner| owner.id == user) {
            own.insert(email);
        }
    }
    Ok(own)
}
