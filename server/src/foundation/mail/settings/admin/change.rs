//! Changes and tests of the settings in both directions.

use axum::Json;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::json;

use super::{
    super::{
        load,
        store::{self, Direction, Stored},
        trial::MailTrial,
    },
    IN_ENVIRONMENT,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::extract::Admin,
    },
    platform::{
        db::Transaction,
        error::Result,
        http::{IfMatch, Version},
    },
};

/// Parses and stores changed settings, unless the environment has them. `parse` gets the former settings and their password; a lost
/// password counts as none. `entered` says whether the change has a password. Returns the transaction for [`apply`].
pub(super) async fn store<T: Serialize + DeserializeOwned>(
    app: &App,
    admin: &Admin,
    direction: Direction,
    condition: &IfMatch,
    entered: bool,
    parse: impl FnOnce(&Stored<T>, Option<String>) -> Result<(T, Option<String>)>,
) -> Result<Transaction> {
    let (tx, row) = begin::<T>(app, direction, condition).await?;
    let password = row.password(app, direction).unwrap_or_default();
    let (fields, password) = parse(&row, password)?;
    let change = Change { direction, former: &row, entered };
    change.store(app, &tx, admin, Some(&fields), password.as_deref()).await?;
    Ok(tx)
}

/// Begins a change, unless the environment has the settings. Locks the content revision before the settings are read, so that the
/// second of two concurrent changes reads the result of the first.
async fn begin<T: DeserializeOwned>(
    app: &App,
    direction: Direction,
    condition: &IfMatch,
) -> Result<(Transaction, Stored<T>)> {
    let is_in_environment = match direction {
        Direction::Outgoing => app.config.mail.is_some(),
        Direction::Incoming => app.config.mailbox.is_some(),
    };
    if is_in_environment {
        return Err(IN_ENVIRONMENT);
    }
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let row = store::find(&*tx, direction).await?;
    condition.check(row.version)?;
    Ok((tx, row))
}

/// Turns settings off and deletes them, unless the environment has them.
pub(super) async fn turn_off<T: Serialize + DeserializeOwned>(
    app: &App,
    admin: &Admin,
    direction: Direction,
    condition: &IfMatch,
) -> Result<()> {
    let (tx, row) = begin::<T>(app, direction, condition).await?;
    if row.fields.is_none() {
        return Ok(());
    }
    let change = Change { direction, former: &row, entered: false };
    change.store(app, &tx, admin, None, None).await?;
    apply(app, tx).await
}

/// A change of settings.
struct Change<'a, T> {
    direction: Direction,
    former: &'a Stored<T>,
    /// Whether a password was entered.
    entered: bool,
}

impl<T: Serialize> Change<'_, T> {
    /// Stores the settings, or turns them off with `None`, and records the event, which has no password.
    async fn store(
        &self,
        app: &App,
        tx: &Transaction,
        admin: &Admin,
        fields: Option<&T>,
        password: Option<&str>,
    ) -> Result<Version> {
        let Self { direction, former, entered } = self;
        let now = app.clock.now();
        let new = (fields, password);
        let version = store::replace(&**tx, &app.secret_key, *direction, new, former.version, now).await?;
        let document = |fields: Option<&T>| {
            let document = fields.map(serde_json::to_value).transpose().map_err(anyhow::Error::new);
            document.map(|document| document.unwrap_or_else(|| json!({})))
        };
        let (before, mut after) = (document(former.fields.as_ref())?, document(fields)?);
        if *entered {
            after["sign_in"] = "changed".into();
        }
        let action =
            if fields.is_some() { Action::MailSettingsUpdated } else { Action::MailSettingsTurnedOff };
        let event = Event::new(action).on(direction.key(), direction.label()).changed(&before, &after);
        audit::record(app, tx, &admin.actor(), event).await?;
        Ok(version)
    }
}

/// Commits changed settings and uses them. In a task of its own, so that it also ends if the client disconnects.
pub(super) async fn apply(app: &App, tx: Transaction) -> Result<()> {
    let app = app.clone();
    let applied = tokio::spawn(async move {
        let had_mail = app.mail().is_some();
        tx.commit().await?;
        load(&app).await?;
        if app.mail().is_some() != had_mail {
            // Pages that were rendered since the commit may have the former texts.
            let mut tx = app.db.begin().await?;
            tx.content_changed().await?;
            tx.commit().await?;
        }
        Ok(())
    });
    applied.await.map_err(anyhow::Error::new)?
}

/// Takes one of the tests that an administrator may make.
pub(super) fn take_trial(app: &App, admin: &Admin) -> Result<()> {
    app.limits.mail_trials.take(admin.0.user.id, app.clock.steady())
}

/// Records the test of a server, so that a misuse as a scanner of the network is seen. Returns its result.
pub(super) async fn record_trial(
    app: &App,
    admin: &Admin,
    (direction, server): (Direction, &str),
    result: MailTrial,
) -> Result<Json<MailTrial>> {
    let tx = app.db.begin().await?;
    let facts = json!({"server": server, "outcome": result.outcome});
    let event = Event::new(Action::MailSettingsTested).on(direction.key(), direction.label()).after(&facts);
    audit::record(app, &tx, &admin.actor(), event).await?;
    tx.commit().await?;
    Ok(Json(result))
}
