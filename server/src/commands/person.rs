//! `vitrine erase-person`: erases the data of a person, after requests by phone or letter, and for scripts.

use anyhow::bail;

use super::with_app;
use crate::{
    foundation::identity::actor::Actor,
    operations::own_data::erasure::{ErasedPerson, erase_by_email},
    platform::error::Error,
};

pub(super) async fn erase(email: &str) -> anyhow::Result<()> {
    let ErasedPerson {
        account,
        contacts,
        messages,
        subscriptions,
        privacy_requests,
        saved_filters,
        audit_events,
    } = with_app(async |app| match erase_by_email(app, &Actor::command_line(), email).await {
        Ok(erased) => Ok(erased),
        Err(Error::Conflict { message, .. }) => bail!("{message}"),
        Err(Error::Invalid(problems)) => {
            bail!("{}", problems.into_values().collect::<Vec<_>>().join(" "))
        }
        Err(other) => Err(other.into()),
    })
    .await?;
    if !account && contacts + messages + subscriptions + privacy_requests + saved_filters + audit_events == 0
    {
        bail!(
            "Nothing was found for {email}: no contact, message, subscription, request, account or audit event."
        );
    }
    println!(
        "Erased: {contacts} contact requests, {messages} messages, {subscriptions} subscriptions, {privacy_requests} \
         requests about personal data, {saved_filters} saved filters, {} account, names in {audit_events} audit events.",
        u8::from(account)
    );
    Ok(())
}
