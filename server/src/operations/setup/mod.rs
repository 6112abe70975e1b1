//! The first start: default content, and a first administrator.

pub mod demo;
pub mod public;

use serde_json::json;

use crate::{
    app::{
        App,
        config::{ConfigError, FirstAdmin},
    },
    features::{blog, contacts, navigation, services},
    foundation::{
        accounts::{model::Registration, store::setup_tokens},
        audit::{self, Action, Event},
        identity::{
            actor::Actor,
            model::{MIN_STAFF_PASSWORD, NewUser, Role},
            store::users,
        },
    },
    platform::{
        clock::Timestamp,
        db::{Transaction, seeds},
        error::Error,
        id,
    },
};

/// Fills an empty database and sees to a way in. The secret of a setup link is returned to be shown once.
pub async fn prepare(app: &App) -> anyhow::Result<Option<String>> {
    audit::open(app).await?;
    let named = first_admin(app).await?;
    let now = app.clock.now();
    let mut tx = app.db.begin_exclusive().await?;
    seed(&tx, now).await?;
    contacts::promise::store::fill_missing_deadlines(&*tx).await?;
    if seeds::is_first_time(&*tx, "contact_deadlines", now).await? {
        contacts::promise::store::replace_midnight_deadlines(&*tx).await?;
    }
    let secret = if users::has_admin(&*tx).await? {
        clear_identity(&mut tx, now).await?;
        None
    } else if let Some((new, hash)) = named {
        add_admin(app, &mut tx, &Actor::system(), &new, hash).await?;
        None
    } else {
        let token = id::new_token();
        setup_tokens::replace(&*tx, &token.hash, now).await?;
        Some(token.secret)
    };
    tx.commit().await?;
    Ok(secret)
}

async fn seed(tx: &Transaction, now: Timestamp) -> anyhow::Result<()> {
    if seeds::is_first_time(&**tx, "navigation", now).await? {
        navigation::seed::seed(&**tx, now).await?;
    }
    if seeds::is_first_time(&**tx, "services", now).await? {
        services::store::seed(&**tx, now).await?;
    }
    if seeds::is_first_time(&**tx, "blog", now).await? {
        blog::seed::seed(&**tx).await?;
    }
    Ok(())
}

/// The administrator that the environment names, hashed before anything is locked; nobody where there is one already.
/// Then the password isn't judged either: knowing the common ones takes 10 ms and as many megabytes.
async fn first_admin(app: &App) -> anyhow::Result<Option<(NewUser, String)>> {
    if app.config.first_admin.is_none() || users::has_admin(app.db.reader()).await? {
        return Ok(None);
    }
    let Some(new) = named_admin(app).await? else { return Ok(None) };
    let hash = app.passwords.hash(&new.password).await?;
    Ok(Some((new, hash)))
}

/// The administrator that the environment names. What is wrong with it is told by the name of its variable.
async fn named_admin(app: &App) -> anyhow::Result<Option<NewUser>> {
    let Some(FirstAdmin { email, password }) = app.config.first_admin.clone() else { return Ok(None) };
    let registration = Registration { email, password, full_name: "Administrador".to_owned() };
    let judged = registration.judge(app).await?;
    match NewUser::parse(&registration, &judged, MIN_STAFF_PASSWORD) {
        Ok(new) => Ok(Some(new)),
        Err(Error::Invalid(fields)) => {
            let line = |(name, problem): (&String, &String)| {
                format!("VITRINE_ADMIN_{}: {problem}", name.to_uppercase())
            };
            Err(ConfigError::new(fields.iter().map(line).collect()).into())
        }
        Err(error) => Err(error.into()),
    }
}

/// Creates an administrator and takes any setup link out of use.
pub async fn create_admin(app: &App, actor: &Actor, registration: &Registration) -> anyhow::Result<()> {
    let judged = registration.judge(app).await?;
    let new = NewUser::parse(registration, &judged, MIN_STAFF_PASSWORD).map_err(explain)?;
    let hash = app.passwords.hash(&new.password).await?;
    let mut tx = app.db.begin_exclusive().await?;
    add_admin(app, &mut tx, actor, &new, hash).await?;
    tx.commit().await?;
    Ok(())
}

async fn add_admin(
    app: &App,
    tx: &mut Transaction,
    actor: &Actor,
    new: &NewUser,
    hash: String,
) -> anyhow::Result<()> {
    let user = users::create(&**tx, new, hash, Role::Admin, app.clock.now()).await.map_err(explain)?;
    setup_tokens::delete_all(&**tx).await?;
    clear_identity(tx, app.clock.now()).await?;
    let made = json!({"full_name": user.full_name, "role": user.role});
    let event = Event::new(Action::AccountCreated).on(user.id, &user.email).after(&made);
    let event = Event { subject_kind: "account", ..event };
    audit::record(app, tx, actor, event).await?;
    tracing::info!(user = %user.id, "administrator created");
    Ok(())
}

/// A site with an administrator is somebody's, and no visitor of theirs may call the demo company.
async fn clear_identity(tx: &mut Transaction, now: Timestamp) -> anyhow::Result<()> {
    if demo::has_identity(&**tx).await? {
        tx.content_changed().await?;
        demo::clear_identity(tx, None, now).await?;
        tracing::info!("contact details of the demo company taken off the site");
    }
    Ok(())
}

/// For the terminal: which field is wrong, and how.
fn explain(error: Error) -> anyhow::Error {
    match error {
        Error::Invalid(fields) => {
            let lines: Vec<String> =
                fields.iter().map(|(name, problem)| format!("{name}: {problem}")).collect();
            anyhow::anyhow!("{}", lines.join("; "))
        }
        // What it says is for the person at the form.
        Error::Conflict { code: "email_taken", .. } => anyhow::anyhow!(
            "This address already has an account. Choose another address for the new administrator. In the panel, under \
             Usuários, an administrator can change the role of the existing account; `vitrine admin reset-password` gives \
             it a new password."
        ),
        other => other.into(),
    }
}
