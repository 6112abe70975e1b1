//! `vitrine erase-person`: for requests that reach the company by phone or letter, and for scripts.

use anyhow::bail;

use crate::{
    app::App,
    audit::Actor,
    config::Config,
    kit::{clock::Clock, db::Database, error::Error, telemetry},
    own_data::erasure::{ErasedPerson, erase_by_email},
};

pub(super) async fn erase(email: &str) -> anyhow::Result<()> {
    let config = Config::from_env()?;
    telemetry::start(config.log_json);
    let db = Database::open_existing(&config.database_url, config.database_connections).await?;
    let app = App::new(config, db.clone(), Clock::system()).await?;
    let erased = erase_by_email(&app, &Actor::command_line(), email).await;
    db.close().await;
    let ErasedPerson { account, contacts, messages, subscriptions, saved_filters, audit_events } =
        match erased {
            Ok(erased) => erased,
            Err(Error::Conflict { message, .. }) => bail!("{message}"),
            Err(Error::Invalid(problems)) => {
                bail!("{}", problems.into_values().collect::<Vec<_>>().join(" "))
            }
            Err(other) => return Err(other.into()),
        };
    println!(
        "Erased: {contacts} contact requests, {messages} messages, {subscriptions} subscriptions, {saved_filters} \
         saved filters, {} account, names in {audit_events} audit events.",
        u8::from(account)
    );
    Ok(())
}
