//! The first start: default content, and a first administrator.

pub mod public;
pub mod store;

use serde_json::json;

use crate::{
    accounts::{
        self,
        model::{NewUser, Registration, Role, STAFF_PASSWORD_MIN},
    },
    app::App,
    audit::{self, Actor, Event},
    blog,
    config::FirstAdmin,
    kit::{error::Error, id},
    navigation, services,
};

/// Fills an empty database and sees to a way in. The secret of a setup link is returned to be shown once.
pub async fn prepare(app: &App) -> anyhow::Result<Option<String>> {
    audit::open(app).await?;
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    navigation::store::seed(&*tx, now).await?;
    if store::is_first_time(&*tx, "services", now).await? {
        services::store::seed(&*tx, now).await?;
    }
    if store::is_first_time(&*tx, "blog", now).await? {
        blog::seed::seed(&*tx).await?;
    }
    tx.commit().await?;
    if accounts::store::users::has_admin(app.db.reader()).await? {
        return Ok(None);
    }
    if let Some(first) = &app.config.first_admin {
        create_admin(app, &Actor::system(), &first_registration(first)).await?;
        return Ok(None);
    }
    let token = id::new_token();
    let tx = app.db.begin().await?;
    accounts::store::setup_tokens::replace(&*tx, &token.hash, now).await?;
    tx.commit().await?;
    Ok(Some(token.secret))
}

fn first_registration(first: &FirstAdmin) -> Registration {
    Registration {
        email: first.email.clone(),
        password: first.password.clone(),
        full_name: "Administrador".to_owned(),
    }
}

/// Creates an administrator and takes any setup link out of use.
pub async fn create_admin(app: &App, actor: &Actor, registration: &Registration) -> anyhow::Result<()> {
    let new = NewUser::parse(registration, STAFF_PASSWORD_MIN).map_err(explain)?;
    let hash = app.passwords.hash(&new.password).await?;
    let tx = app.db.begin().await?;
    let user = accounts::store::users::create(&*tx, &new, hash, Role::Admin, app.clock.now())
        .await
        .map_err(explain)?;
    accounts::store::setup_tokens::delete_all(&*tx).await?;
    let made = json!({"full_name": user.full_name, "role": user.role});
    audit::record(
        app,
        &tx,
        actor,
        Event::new("account.created").on("account", user.id, &user.email).after(&made),
    )
    .await?;
    tx.commit().await?;
    tracing::info!(user = %user.id, "administrator created");
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
        Error::Conflict { message, .. } => anyhow::anyhow!(message),
        other => other.into(),
    }
}
