//! The settings of incoming mail, and the state of the mailbox.

use axum::{Json, extract::State};
use chrono::TimeDelta;

use super::{
    super::{
        input::IncomingInput,
        model::{IncomingFields, IncomingMail, MailSource},
        store::{self, Direction, Stored},
        trial::{self, MailTrial, TrialOutcome},
    },
    LOST_PASSWORD, SetInEnvironment, change, off,
};
use crate::{
    app::{
        App,
        config::mailbox::{Encryption, MailboxConfig},
    },
    foundation::{
        identity::extract::{Admin, StepUpRequired, SteppedUp},
        mail::inbound::{
            self,
            store::{LeftReason, MailboxState},
        },
    },
    platform::{
        clock::Timestamp,
        error::{Error, Result},
        http::{IfMatch, JsonBody, Versioned},
        text::date,
    },
};

const DIRECTION: Direction = Direction::Incoming;
/// Time for which the panel shows that a mail was left in the mailbox.
const LEFT_MAIL_SHOWN_FOR: TimeDelta = TimeDelta::days(7);

/// Returns the settings of incoming mail that are in use, without the password.
#[utoipa::path(get, path = "/api/mail/incoming", tag = "mail", operation_id = "find_incoming_mail",
    responses((status = 200, body = IncomingMail)))]
pub async fn find_incoming(_: Admin, State(app): State<App>) -> Result<Versioned<IncomingMail>> {
    shown(&app).await
}

async fn shown(app: &App) -> Result<Versioned<IncomingMail>> {
    let row: Stored<IncomingFields> = store::find(app.db.reader(), DIRECTION).await?;
    let mut shown = match (&app.config.mailbox, &row.fields) {
        (Some(config), _) => of_environment(config),
        (None, Some(fields)) => of_panel(app, &row, fields),
        (None, None) => IncomingMail::default(),
    };
    if let Some(config) = app.mailbox()
        && let Some(state) = inbound::store::find(app.db.reader(), &inbound::fetch::id_of(&config)).await?
    {
        shown.checked_at = state.checked_at;
        shown.left_mail = left_mail(&state, app.clock.now());
        shown.retry_at = state.retry_at.filter(|_| shown.problem.is_none());
        shown.problem = shown.problem.or(state.last_error);
    }
    shown.problem = shown.problem.or_else(|| off(app, shown.source));
    Ok(Versioned(row.version, shown))
}

fn of_panel(app: &App, row: &Stored<IncomingFields>, fields: &IncomingFields) -> IncomingMail {
    let is_lost = row.password(app, DIRECTION).is_err();
    let has_no_address = fields.address.is_empty() && app.mailbox().is_none() && app.config.uses_mail;
    let problem = if is_lost {
        Some(LOST_PASSWORD)
    } else if has_no_address {
        Some("Informe o endereço desta caixa, pois não há mais um remetente configurado.")
    } else {
        None
    };
    let fields = fields.clone();
    IncomingMail {
        source: MailSource::Panel,
        host: fields.host,
        port: fields.port,
        encryption: fields.encryption,
        user: fields.user,
        has_password: row.has_password() && !is_lost,
        folder: fields.folder,
        address: fields.address,
        plus_addressing: fields.plus_addressing,
        trusted_server: fields.trusted_server,
        creates_contacts: fields.creates_contacts,
        problem: problem.map(str::to_owned),
        ..IncomingMail::default()
    }
}

fn of_environment(config: &MailboxConfig) -> IncomingMail {
    let server = config.server.clone();
    IncomingMail {
        source: MailSource::Environment,
        host: server.host,
        port: server.port,
        encryption: server.encryption,
        user: server.user,
        has_password: true,
        folder: server.folder,
        address: config.address.clone(),
        plus_addressing: config.has_tokens,
        trusted_server: config.trusted_server.clone().unwrap_or_default(),
        creates_contacts: config.creates_contacts,
        ..IncomingMail::default()
    }
}

impl Default for IncomingMail {
    fn default() -> Self {
        Self {
            source: MailSource::None,
            host: String::new(),
            port: 993,
            encryption: Encryption::Tls,
            user: String::new(),
            has_password: false,
            folder: "INBOX".into(),
            address: String::new(),
            plus_addressing: false,
            trusted_server: String::new(),
            creates_contacts: false,
            checked_at: None,
            retry_at: None,
            problem: None,
            left_mail: None,
        }
    }
}

/// Returns a text about the latest mail that was left in the mailbox, if that was recently.
fn left_mail(state: &MailboxState, now: Timestamp) -> Option<String> {
    let left_at = state.left_at.filter(|time| *time > now - LEFT_MAIL_SHOWN_FOR)?;
    let text = match state.left_reason? {
        LeftReason::Unreadable => "um e-mail não pôde ser lido e ficou só na caixa de e-mail. Confira-o lá.",
        LeftReason::TooManyContacts => {
            "e-mails de remetentes desconhecidos não viraram contatos, porque chegaram muitos em pouco tempo. Eles estão na caixa de e-mail."
        }
        LeftReason::Old => {
            "um e-mail com data antiga não foi lido, porque o servidor renumerou a caixa de e-mail. Confira-o lá."
        }
    };
    Some(format!("Em {}, {text}", date::moment(left_at)))
}

/// Changes the settings of incoming mail. The mailbox is read at once.
#[utoipa::path(put, path = "/api/mail/incoming", tag = "mail", operation_id = "update_incoming_mail",
    params(IfMatch),
    request_body = IncomingInput,
    responses((status = 200, body = IncomingMail), StepUpRequired, SetInEnvironment))]
pub async fn update_incoming(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    condition: IfMatch,
    JsonBody(input): JsonBody<IncomingInput>,
) -> Result<Versioned<IncomingMail>> {
    let entered = !input.password.is_empty();
    let parse = |former: &_, stored| {
        let (fields, password) = input.parse(former, stored, app.mail().is_some())?;
        Ok((fields, Some(password)))
    };
    let tx = change::store(&app, &admin, DIRECTION, &condition, entered, parse).await?;
    inbound::store::end_waits(&*tx).await?;
    tx.notify_after_commit(&app.mailbox_retried);
    change::apply(&app, tx).await?;
    shown(&app).await
}

/// Turns incoming mail off, and deletes its settings.
#[utoipa::path(delete, path = "/api/mail/incoming", tag = "mail", operation_id = "turn_off_incoming_mail",
    params(IfMatch),
    responses((status = 200, body = IncomingMail), StepUpRequired, SetInEnvironment))]
pub async fn turn_off_incoming(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    condition: IfMatch,
) -> Result<Versioned<IncomingMail>> {
    change::turn_off::<IncomingFields>(&app, &admin, DIRECTION, &condition).await?;
    shown(&app).await
}

/// Opens the mailbox and counts its messages: with the settings in the request, which need not be saved, or with those of the
/// environment, if it has them. Changes nothing in the mailbox. After a success, the configured mailbox is tried again at once.
#[utoipa::path(post, path = "/api/mail/incoming/test", tag = "mail", operation_id = "test_incoming_mail",
    request_body = IncomingInput,
    responses((status = 200, body = MailTrial), StepUpRequired))]
pub async fn test_incoming(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    JsonBody(input): JsonBody<IncomingInput>,
) -> Result<Json<MailTrial>> {
    change::take_trial(&app, &admin)?;
    let config = tested(&app, input).await?;
    let result = trial::test_mailbox(&config.server).await;
    // A failed test was an attempt itself. Another one would only bring the provider closer to locking the account.
    if result.outcome == TrialOutcome::Succeeded {
        let tx = app.db.begin().await?;
        inbound::store::end_waits(&*tx).await?;
        tx.notify_after_commit(&app.mailbox_retried);
        tx.commit().await?;
    }
    change::record_trial(&app, &admin, (DIRECTION, &config.server.host), result).await
}

/// Returns the mailbox to test.
async fn tested(app: &App, input: IncomingInput) -> Result<MailboxConfig> {
    if let Some(config) = &app.config.mailbox {
        return Ok(config.clone());
    }
    let row: Stored<IncomingFields> = store::find(app.db.reader(), DIRECTION).await?;
    let stored = row.password(app, DIRECTION).unwrap_or_default();
    // The address isn't needed to open the mailbox.
    let (fields, password) = input.parse(&row, stored, true)?;
    fields.config(password, Some("")).ok_or(Error::NotFound)
}
