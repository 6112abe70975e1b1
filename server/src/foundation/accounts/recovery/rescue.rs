//! Account recovery from the command line, with which operators of the server restore a user's access.

use anyhow::{Context, bail};

use super::links::{self, Purpose};
use crate::{
    app::App,
    foundation::{
        accounts::{directory::notices, factors, passwords},
        audit::{self, Action, Event},
        identity::{
            actor::Actor,
            model::User,
            store::{
                devices, sessions,
                users::{self, Model},
            },
        },
        mail,
    },
    platform::{db::Transaction, error::Error, parse::Fields},
};

/// Sets the password of a user, ends all sessions and deletes the known devices.
pub async fn reset_password(app: &App, email: &str, password: &str) -> anyhow::Result<()> {
    let user = find(app, email).await?;
    let mut fields = Fields::default();
    let strength = passwords::assess(&app.passwords, password, &[&user.full_name, &user.email]).await?;
    passwords::check(&mut fields, "password", &strength, passwords::min_length(&app.config, user.role));
    if let Err(Error::Invalid(problems)) = fields.finish(()) {
        bail!("{}", problems.into_values().collect::<Vec<_>>().join(" "));
    }
    let hash = app.passwords.hash(password).await?;
    let now = app.clock.now();
    let (tx, user) = begin(app, user).await?;
    users::set_password(&*tx, &user, password, hash, now).await?;
    sessions::delete_all(&*tx, user.id, None).await?;
    devices::delete_all(&*tx, user.id, None).await?;
    links::end_all(&tx, user.id, Purpose::PASSWORD).await?;
    links::end_pending_email(&tx, &User::from(user.clone())).await?;
    mail::queue(app, &tx, notices::password_changed(&User::from(user.clone()), now)).await?;
    record(app, &tx, Action::UserPasswordChanged, &user).await?;
    tx.commit().await?;
    Ok(())
}

/// Removes all second factors of a user. Returns false if there were none.
pub async fn remove_second_factors(app: &App, email: &str) -> anyhow::Result<bool> {
    let user = find(app, email).await?;
    let (tx, user) = begin(app, user).await?;
    let removed = factors::remove(&tx, user.id).await?;
    if removed {
        let message = notices::second_factors_removed(&User::from(user.clone()), app.clock.now());
        mail::queue(app, &tx, message).await?;
        record(app, &tx, Action::UserSecondFactorRemoved, &user).await?;
    }
    tx.commit().await?;
    Ok(removed)
}

async fn find(app: &App, email: &str) -> anyhow::Result<Model> {
    let found = users::find_by_email(app.db.reader(), email).await?;
    found.with_context(|| format!("there is no account with the email {email}"))
}

/// Begins a transaction. Returns it with the user, read again and locked.
async fn begin(app: &App, user: Model) -> anyhow::Result<(Transaction, Model)> {
    let tx = app.db.begin().await?;
    let found = users::find_for_update(&*tx, user.id).await?;
    let user = found.context("the account has just been deleted")?;
    Ok((tx, user))
}

async fn record(app: &App, tx: &Transaction, action: Action, user: &Model) -> anyhow::Result<()> {
    let event = Event::new(action).on(user.id, &user.email);
    Ok(audit::record(app, tx, &Actor::command_line(), event).await?)
}
