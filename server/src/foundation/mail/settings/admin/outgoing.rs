//! The settings of outgoing mail.

use axum::{Json, extract::State};
use lettre::Address;

use super::{
    super::{
        input::OutgoingInput,
        model::{MailSource, OutgoingFields, OutgoingMail},
        store::{self, Direction, Stored},
        trial::{self, MailTrial},
    },
    LOST_PASSWORD, SetInEnvironment, change, off,
};
use crate::{
    app::{
        App,
        config::{mail::MailConfig, mailbox::Encryption},
        demo_addresses,
    },
    foundation::{
        identity::extract::{Admin, StepUpRequired, SteppedUp},
        mail::store as outbox,
        settings,
    },
    platform::{
        error::{Error, Result},
        http::{IfMatch, JsonBody, Versioned},
        parse::Fields,
    },
};

const DIRECTION: Direction = Direction::Outgoing;

/// Returns the settings of outgoing mail that are in use, without the password.
#[utoipa::path(get, path = "/api/mail/outgoing", tag = "mail", operation_id = "find_outgoing_mail",
    responses((status = 200, body = OutgoingMail)))]
pub async fn find_outgoing(_: Admin, State(app): State<App>) -> Result<Versioned<OutgoingMail>> {
    shown(&app).await
}

async fn shown(app: &App) -> Result<Versioned<OutgoingMail>> {
    let row: Stored<OutgoingFields> = store::find(app.db.reader(), DIRECTION).await?;
    let shown = match (&app.config.mail, &row.fields) {
        (Some(config), _) => of_environment(config),
        (None, Some(fields)) => of_panel(app, &row, fields),
        (None, None) => OutgoingMail::default(),
    };
    let is_refused = app.mail_servers.current().refused_sender.is_some();
    let refused =
        is_refused.then(|| "O remetente é um endereço de exemplo: os e-mails ficam retidos.".to_owned());
    let problem = shown.problem.or(refused).or_else(|| off(app, shown.source));
    Ok(Versioned(row.version, OutgoingMail { problem, ..shown }))
}

fn of_panel(app: &App, row: &Stored<OutgoingFields>, fields: &OutgoingFields) -> OutgoingMail {
    let is_lost = row.password(app, DIRECTION).is_err();
    let fields = fields.clone();
    OutgoingMail {
        source: MailSource::Panel,
        host: fields.host,
        port: fields.port,
        encryption: fields.encryption,
        user: fields.user,
        has_password: row.has_password() && !is_lost,
        from_name: fields.from_name,
        from_email: fields.from_email,
        dkim_selector: fields.dkim_selector,
        problem: is_lost.then(|| LOST_PASSWORD.to_owned()),
    }
}

fn of_environment(config: &MailConfig) -> OutgoingMail {
    let server = &config.server;
    OutgoingMail {
        source: MailSource::Environment,
        host: server.host.clone(),
        port: server.port,
        encryption: server.encryption,
        user: server.credentials.as_ref().map(|(user, _)| user.clone()).unwrap_or_default(),
        has_password: server.credentials.is_some(),
        from_name: config.from.name.clone().unwrap_or_default(),
        from_email: config.from.email.to_string(),
        ..OutgoingMail::default()
    }
}

impl Default for OutgoingMail {
    fn default() -> Self {
        Self {
            source: MailSource::None,
            host: String::new(),
            port: 465,
            encryption: Encryption::Tls,
            user: String::new(),
            has_password: false,
            from_name: String::new(),
            from_email: String::new(),
            dkim_selector: String::new(),
            problem: None,
        }
    }
}

/// Changes the settings of outgoing mail. They are used at once, also for messages that are waiting.
#[utoipa::path(put, path = "/api/mail/outgoing", tag = "mail", operation_id = "update_outgoing_mail",
    params(IfMatch),
    request_body = OutgoingInput,
    responses((status = 200, body = OutgoingMail), StepUpRequired, SetInEnvironment))]
pub async fn update_outgoing(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    condition: IfMatch,
    JsonBody(input): JsonBody<OutgoingInput>,
) -> Result<Versioned<OutgoingMail>> {
    let entered = !input.password.is_empty();
    let parse = |former: &_, stored| input.parse(&app, former, stored);
    let tx = change::store(&app, &admin, DIRECTION, &condition, entered, parse).await?;
    outbox::withheld::make_due(&*tx, app.clock.now()).await?;
    tx.notify_after_commit(&app.mail_queued);
    change::apply(&app, tx).await?;
    shown(&app).await
}

/// Turns outgoing mail off, and deletes its settings. Messages then wait in the outbox.
#[utoipa::path(delete, path = "/api/mail/outgoing", tag = "mail", operation_id = "turn_off_outgoing_mail",
    params(IfMatch),
    responses((status = 200, body = OutgoingMail), StepUpRequired, SetInEnvironment))]
pub async fn turn_off_outgoing(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    condition: IfMatch,
) -> Result<Versioned<OutgoingMail>> {
    change::turn_off::<OutgoingFields>(&app, &admin, DIRECTION, &condition).await?;
    shown(&app).await
}

/// Sends a message to the caller's own address immediately: with the settings in the request, which need not be saved, or with those
/// of the environment, if it has them. The message doesn't enter the outbox.
#[utoipa::path(post, path = "/api/mail/outgoing/test", tag = "mail", operation_id = "test_outgoing_mail",
    request_body = OutgoingInput,
    responses((status = 200, body = MailTrial), StepUpRequired))]
pub async fn test_outgoing(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    JsonBody(input): JsonBody<OutgoingInput>,
) -> Result<Json<MailTrial>> {
    change::take_trial(&app, &admin)?;
    let config = tested(&app, input).await?;
    let to: Address = own_address(&app, &admin, &config)?;
    let company = settings::store::company(app.db.reader()).await?;
    let server = config.server.host.clone();
    let result = trial::send(&app, config, &company, to).await;
    change::record_trial(&app, &admin, (DIRECTION, &server), result).await
}

/// Returns the mail server to test.
async fn tested(app: &App, input: OutgoingInput) -> Result<MailConfig> {
    if let Some(config) = &app.config.mail {
        return Ok(config.clone());
    }
    let row: Stored<OutgoingFields> = store::find(app.db.reader(), DIRECTION).await?;
    let stored = row.password(app, DIRECTION).unwrap_or_default();
    let (fields, password) = input.parse(app, &row, stored)?;
    fields.config(password).ok_or(Error::NotFound)
}

/// Returns the caller's address, unless nothing may be sent from the configured sender or to the address.
fn own_address(app: &App, admin: &Admin, config: &MailConfig) -> Result<Address> {
    let mut fields = Fields::default();
    let email = &admin.0.user.email;
    if demo_addresses::is_refused(&app.config, config.from.email.as_ref()) {
        fields.refuse("from_email", "Este endereço é só de exemplo. Use um endereço da empresa.");
    }
    let to = email.parse().ok().filter(|_| !demo_addresses::is_refused(&app.config, email));
    if to.is_none() {
        fields.refuse(
            "from_email",
            "O e-mail da sua conta não recebe mensagens. Mude-o em “Minha conta” e teste de novo.",
        );
    }
    // Only reached with an address if no field has an error.
    fields.finish(())?;
    to.ok_or(Error::NotFound)
}
