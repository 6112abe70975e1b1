//! Setup: default content and the first administrator.

pub mod demo;
pub mod public;
pub mod store;

use serde_json::json;

use crate::{
    app::{App, config::first_admin::FirstAdmin},
    features::{blog, contacts, navigation, services},
    foundation::{
        accounts::{model::Registration, passwords::Strength},
        audit::{self, Action, Event},
        identity::{actor::Actor, model::NewUser, policy::MIN_STAFF_PASSWORD, store::users},
        mail,
    },
    platform::{
        clock::Timestamp,
        db::{Transaction, seeds},
        error::{Error, Result},
        id,
    },
};

/// Prepares the database at each start: opens the audit log, inserts default content that the database has not received
/// yet, and corrects contacts that earlier releases stored. Without an administrator, creates the configured one or, if
/// none is configured, returns the secret of a new setup link. With an administrator, clears the facts about the demo company.
pub async fn prepare(app: &App) -> anyhow::Result<Option<String>> {
    audit::open(app).await?;
    let configured = first_admin(app).await?;
    let now = app.clock.now();
    let mut tx = app.db.begin_exclusive().await?;
    seed(&tx, now).await?;
    contacts::promise::store::fill_missing_deadlines(&*tx).await?;
    contacts::stages::store::fill_missing_times(&*tx).await?;
    // Once per database, like default content.
    if seeds::record_first_time(&*tx, "contact_deadlines", now).await? {
        contacts::promise::store::replace_midnight_deadlines(&*tx).await?;
    }
    if seeds::record_first_time(&*tx, "erased_contacts", now).await? {
        contacts::store::archive_erased(&*tx).await?;
    }
    let secret = if users::has_admin(&*tx).await? {
        clear_company_facts(&mut tx, now).await?;
        None
    } else if let Some((new, hash)) = configured {
        add_admin(app, &mut tx, &Actor::system(), &new, hash).await?;
        None
    } else {
        let token = id::new_token();
        store::replace(&*tx, &token.hash, now).await?;
        Some(token.secret)
    };
    tx.commit().await?;
    mail::settings::load(app).await?;
    Ok(secret)
}

/// Inserts the default content that the database has not received yet.
async fn seed(tx: &Transaction, now: Timestamp) -> anyhow::Result<()> {
    if seeds::record_first_time(&**tx, "navigation", now).await? {
        navigation::seed::seed(&**tx, now).await?;
    }
    if seeds::record_first_time(&**tx, "services", now).await? {
        services::store::seed(&**tx, now).await?;
    }
    if seeds::record_first_time(&**tx, "blog", now).await? {
        blog::seed::seed(&**tx).await?;
    }
    Ok(())
}

/// Returns the configured administrator with the hashed password. `None` if none is configured, or if there is already an
/// administrator. Call it before a transaction, because hashing is slow.
async fn first_admin(app: &App) -> anyhow::Result<Option<(NewUser, String)>> {
    let Some(configured) = &app.config.first_admin else { return Ok(None) };
    if users::has_admin(app.db.reader()).await? {
        return Ok(None);
    }
    let new = parse_first_admin(configured)?;
    let hash = app.passwords.hash(&new.password).await?;
    Ok(Some((new, hash)))
}

/// Returns the problems of the configured administrator. Each names its variable.
#[must_use]
pub fn problems_of_first_admin(configured: &FirstAdmin) -> Vec<String> {
    let Err(Error::Invalid(fields)) = parse_first_admin(configured) else { return Vec::new() };
    let line =
        |(name, problem): (String, String)| format!("VITRINE_ADMIN_{}: {problem}", name.to_uppercase());
    fields.into_iter().map(line).collect()
}

fn parse_first_admin(configured: &FirstAdmin) -> Result<NewUser> {
    let FirstAdmin { email, password } = configured.clone();
    let full_name = "Administrador".to_owned();
    let strength = Strength::of(&password, &[full_name.clone(), email.clone()]);
    NewUser::parse(&Registration { email, password, full_name }, &strength, MIN_STAFF_PASSWORD)
}

/// Creates an administrator and deletes all setup links.
pub async fn create_admin(app: &App, actor: &Actor, registration: &Registration) -> anyhow::Result<()> {
    let strength = registration.assess(app).await?;
    let new = NewUser::parse(registration, &strength, MIN_STAFF_PASSWORD).map_err(explain)?;
    let hash = app.passwords.hash(&new.password).await?;
    let mut tx = app.db.begin_exclusive().await?;
    add_admin(app, &mut tx, actor, &new, hash).await?;
    tx.commit().await?;
    Ok(())
}

/// Stores an administrator, deletes all setup links, clears the facts about the demo company and records the event.
async fn add_admin(
    app: &App,
    tx: &mut Transaction,
    actor: &Actor,
    new: &NewUser,
    hash: String,
) -> anyhow::Result<()> {
    let user = users::create_admin(&**tx, new, hash, app.clock.now()).await.map_err(explain)?;
    store::delete_all(&**tx).await?;
    clear_company_facts(tx, app.clock.now()).await?;
    let created = json!({"full_name": user.full_name, "role": user.role});
    let event = Event::new(Action::AccountCreated).on(user.id, &user.email).after(&created);
    let event = Event { subject_kind: "account", ..event };
    audit::record(app, tx, actor, event).await?;
    tracing::info!(user = %user.id, "administrator created");
    Ok(())
}

/// Clears the facts about the demo company in the settings, so that visitors of a real site don't rely on them.
async fn clear_company_facts(tx: &mut Transaction, now: Timestamp) -> anyhow::Result<()> {
    if demo::has_company_facts(&**tx).await? {
        tx.content_changed().await?;
        demo::clear_company_facts(tx, None, now).await?;
        tracing::info!("removed the contact data of the demo company");
    }
    Ok(())
}

/// Converts an error into a message for the terminal, which names invalid fields.
fn explain(error: Error) -> anyhow::Error {
    match error {
        Error::Invalid(fields) => {
            let lines: Vec<String> =
                fields.iter().map(|(name, problem)| format!("{name}: {problem}")).collect();
            anyhow::anyhow!("{}", lines.join("; "))
        }
        // The error's own message is for the registration form.
        Error::Conflict { code: "email_taken", .. } => anyhow::anyhow!(
            "This address already has an account. Choose another address for the new administrator. In the panel, under \
             Usuários, an administrator can change the role of the existing account; `vitrine admin reset-password` gives \
             it a new password."
        ),
        other => other.into(),
    }
}
