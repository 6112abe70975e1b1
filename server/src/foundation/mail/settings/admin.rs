//! The settings of the mail servers for administrators: reading, changing, testing and turning them off.

use axum::{Json, extract::State};
use chrono::TimeDelta;
use lettre::Address;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::{
    domain::{self, DomainCheck, Subject},
    input::{self, IncomingInput, OutgoingInput},
    load,
    model::{IncomingFields, IncomingMail, MailSource, OutgoingFields, OutgoingMail},
    providers::{self, PROVIDERS, Provider},
    store::{self, Direction, Stored},
    trial::{self, MailTrial},
};
use crate::{
    app::{
        App,
        config::{
            mail::MailConfig,
            mailbox::{Encryption, MailboxConfig},
        },
        demo_addresses,
    },
    foundation::{
        audit::{self, Action, Event},
        identity::extract::{Admin, StepUpRequired, SteppedUp},
        mail::{
            inbound::{
                self,
                store::{LeftReason, MailboxState},
            },
            store as outbox,
        },
        settings,
    },
    platform::{
        clock::Timestamp,
        db::Transaction,
        dns::Dns,
        error::{Error, ErrorBody, Result},
        http::{IfMatch, JsonBody, Query, Version, Versioned},
        parse::Fields,
        text::date,
    },
};

const IN_ENVIRONMENT: Error = Error::Conflict {
    code: "set_in_environment",
    message: "Estas configurações vêm das variáveis de ambiente do servidor e só podem ser mudadas lá.",
};
/// Time for which the panel shows that a mail was left in the mailbox.
const LEFT_MAIL_SHOWN_FOR: TimeDelta = TimeDelta::days(7);
const LOST_PASSWORD: &str =
    "A senha guardada não pôde ser aberta: a VITRINE_SECRET_KEY mudou. Digite a senha de novo.";

/// Lists the mail providers whose servers are known.
#[utoipa::path(get, path = "/api/mail/providers", tag = "mail", operation_id = "list_mail_providers",
    responses((status = 200, body = Vec<Provider>)))]
pub async fn list_providers(_: Admin) -> Json<[Provider; 5]> {
    Json(PROVIDERS)
}

/// Returns the settings of outgoing mail that are in use, without the password.
#[utoipa::path(get, path = "/api/mail/outgoing", tag = "mail", operation_id = "find_outgoing_mail",
    responses((status = 200, body = OutgoingMail)))]
pub async fn find_outgoing(_: Admin, State(app): State<App>) -> Result<Versioned<OutgoingMail>> {
    outgoing(&app).await
}

async fn outgoing(app: &App) -> Result<Versioned<OutgoingMail>> {
    let row: Stored<OutgoingFields> = store::find(app.db.reader(), Direction::Outgoing).await?;
    let shown = match (&app.config.mail, &row.fields) {
        (Some(config), _) => of_environment(config),
        (None, Some(fields)) => {
            let is_lost = row.password(app, Direction::Outgoing).is_err();
            OutgoingMail {
                source: MailSource::Panel,
                host: fields.host.clone(),
                port: fields.port,
                encryption: fields.encryption,
                user: fields.user.clone(),
                has_password: row.has_password() && !is_lost,
                from_name: fields.from_name.clone(),
                from_email: fields.from_email.clone(),
                dkim_selector: fields.dkim_selector.clone(),
                problem: is_lost.then(|| LOST_PASSWORD.to_owned()),
            }
        }
        (None, None) => OutgoingMail {
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
        },
    };
    let is_refused = app.mail_servers.current().refused_sender.is_some();
    let refused =
        is_refused.then(|| "O remetente é um endereço de exemplo: os e-mails ficam retidos.".to_owned());
    let problem = shown.problem.or(refused).or_else(|| off(app, shown.source));
    Ok(Versioned(row.version, OutgoingMail { problem, ..shown }))
}

/// Returns the problem that the server was started without mail, if settings exist.
fn off(app: &App, source: MailSource) -> Option<String> {
    let text = "O servidor foi iniciado com VITRINE_MAIL=off: nenhum e-mail é enviado nem lido.";
    (!app.config.uses_mail && source != MailSource::None).then(|| text.to_owned())
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
        dkim_selector: String::new(),
        problem: None,
    }
}

/// Changes the settings of outgoing mail. They are used at once, also for messages that are waiting.
#[utoipa::path(put, path = "/api/mail/outgoing", tag = "mail", operation_id = "update_outgoing_mail",
    params(IfMatch),
    request_body = OutgoingInput,
    responses(
        (status = 200, body = OutgoingMail),
        StepUpRequired,
        (status = 409, description = "`set_in_environment`: the environment of the server has the settings", body = ErrorBody)))]
pub async fn update_outgoing(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    condition: IfMatch,
    JsonBody(input): JsonBody<OutgoingInput>,
) -> Result<Versioned<OutgoingMail>> {
    refuse_environment(app.config.mail.is_some())?;
    let (tx, row) = begin::<OutgoingFields>(&app, Direction::Outgoing, &condition).await?;
    let entered = !input.password.is_empty();
    // A lost password counts as none.
    let stored = row.password(&app, Direction::Outgoing).unwrap_or_default();
    let (fields, password) = input.parse(&app, &row, stored)?;
    let change = Change { direction: Direction::Outgoing, former: &row, entered };
    change.store(&app, &tx, &admin, Some(&fields), password.as_deref()).await?;
    outbox::withheld::make_due(&*tx, app.clock.now()).await?;
    tx.notify_after_commit(&app.mail_queued);
    apply(&app, tx).await?;
    outgoing(&app).await
}

/// Turns outgoing mail off, and deletes its settings. Messages then wait in the outbox.
#[utoipa::path(delete, path = "/api/mail/outgoing", tag = "mail", operation_id = "turn_off_outgoing_mail",
    params(IfMatch),
    responses(
        (status = 200, body = OutgoingMail),
        StepUpRequired,
        (status = 409, description = "`set_in_environment`: the environment of the server has the settings", body = ErrorBody)))]
pub async fn turn_off_outgoing(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    condition: IfMatch,
) -> Result<Versioned<OutgoingMail>> {
    refuse_environment(app.config.mail.is_some())?;
    turn_off::<OutgoingFields>(&app, &admin, Direction::Outgoing, &condition).await?;
    outgoing(&app).await
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
    app.limits.mail_trials.take(admin.0.user.id, app.clock.steady())?;
    let config = match &app.config.mail {
        Some(config) => config.clone(),
        None => {
            let row: Stored<OutgoingFields> = store::find(app.db.reader(), Direction::Outgoing).await?;
            let stored = row.password(&app, Direction::Outgoing).unwrap_or_default();
            let (fields, password) = input.parse(&app, &row, stored)?;
            fields.config(password).ok_or(Error::NotFound)?
        }
    };
    let to: Address = own_address(&app, &admin, &config)?;
    let company = settings::store::company(app.db.reader()).await?;
    let server = config.server.host.clone();
    let result = trial::send(&app, config, &company, to).await;
    record_trial(&app, &admin, Direction::Outgoing, &server, &result).await?;
    Ok(Json(result))
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

/// Returns the settings of incoming mail that are in use, without the password.
#[utoipa::path(get, path = "/api/mail/incoming", tag = "mail", operation_id = "find_incoming_mail",
    responses((status = 200, body = IncomingMail)))]
pub async fn find_incoming(_: Admin, State(app): State<App>) -> Result<Versioned<IncomingMail>> {
    incoming(&app).await
}

async fn incoming(app: &App) -> Result<Versioned<IncomingMail>> {
    let row: Stored<IncomingFields> = store::find(app.db.reader(), Direction::Incoming).await?;
    let mut shown = match (&app.config.mailbox, &row.fields) {
        (Some(config), _) => of_mailbox(config),
        (None, Some(fields)) => {
            let is_lost = row.password(app, Direction::Incoming).is_err();
            let has_no_address = fields.address.is_empty() && app.mailbox().is_none() && app.config.uses_mail;
            let problem = if is_lost {
                Some(LOST_PASSWORD)
            } else if has_no_address {
                Some("Informe o endereço desta caixa, pois não há mais um remetente configurado.")
            } else {
                None
            };
            IncomingMail {
                source: MailSource::Panel,
                host: fields.host.clone(),
                port: fields.port,
                encryption: fields.encryption,
                user: fields.user.clone(),
                has_password: row.has_password() && !is_lost,
                folder: fields.folder.clone(),
                address: fields.address.clone(),
                plus_addressing: fields.plus_addressing,
                trusted_server: fields.trusted_server.clone(),
                creates_contacts: fields.creates_contacts,
                checked_at: None,
                problem: problem.map(str::to_owned),
                left_mail: None,
            }
        }
        (None, None) => IncomingMail {
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
            problem: None,
            left_mail: None,
        },
    };
    if let Some(config) = app.mailbox()
        && let Some(state) = inbound::store::find(app.db.reader(), &inbound::fetch::id_of(&config)).await?
    {
        shown.checked_at = state.checked_at;
        shown.left_mail = left_mail(&state, app.clock.now());
        shown.problem = shown.problem.or(state.last_error);
    }
    shown.problem = shown.problem.or_else(|| off(app, shown.source));
    Ok(Versioned(row.version, shown))
}

/// Returns a text about the latest mail that was left in the mailbox, if that was recently.
fn left_mail(state: &MailboxState, now: Timestamp) -> Option<String> {
    let left_at = state.left_at.filter(|time| *time > now - LEFT_MAIL_SHOWN_FOR)?;
    let text = match state.left_reason? {
        LeftReason::Unreadable => "um e-mail não pôde ser lido e ficou só na caixa de e-mail. Confira-o lá.",
        LeftReason::TooManyContacts => {
            "um e-mail de remetente desconhecido não virou contato, porque chegaram muitos em pouco tempo. Ele está na caixa de e-mail."
        }
    };
    Some(format!("Em {}, {text}", date::moment(left_at)))
}

fn of_mailbox(config: &MailboxConfig) -> IncomingMail {
    let server = &config.server;
    IncomingMail {
        source: MailSource::Environment,
        host: server.host.clone(),
        port: server.port,
        encryption: server.encryption,
        user: server.user.clone(),
        has_password: true,
        folder: server.folder.clone(),
        address: config.address.clone(),
        plus_addressing: config.has_tokens,
        trusted_server: config.trusted_server.clone().unwrap_or_default(),
        creates_contacts: config.creates_contacts,
        checked_at: None,
        problem: None,
        left_mail: None,
    }
}

/// Changes the settings of incoming mail. The mailbox is read at once.
#[utoipa::path(put, path = "/api/mail/incoming", tag = "mail", operation_id = "update_incoming_mail",
    params(IfMatch),
    request_body = IncomingInput,
    responses(
        (status = 200, body = IncomingMail),
        StepUpRequired,
        (status = 409, description = "`set_in_environment`: the environment of the server has the settings", body = ErrorBody)))]
pub async fn update_incoming(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    condition: IfMatch,
    JsonBody(input): JsonBody<IncomingInput>,
) -> Result<Versioned<IncomingMail>> {
    refuse_environment(app.config.mailbox.is_some())?;
    let (tx, row) = begin::<IncomingFields>(&app, Direction::Incoming, &condition).await?;
    let entered = !input.password.is_empty();
    let stored = row.password(&app, Direction::Incoming).unwrap_or_default();
    let (fields, password) = input.parse(&row, stored, app.mail().is_some())?;
    let change = Change { direction: Direction::Incoming, former: &row, entered };
    change.store(&app, &tx, &admin, Some(&fields), Some(&password)).await?;
    apply(&app, tx).await?;
    incoming(&app).await
}

/// Turns incoming mail off, and deletes its settings.
#[utoipa::path(delete, path = "/api/mail/incoming", tag = "mail", operation_id = "turn_off_incoming_mail",
    params(IfMatch),
    responses(
        (status = 200, body = IncomingMail),
        StepUpRequired,
        (status = 409, description = "`set_in_environment`: the environment of the server has the settings", body = ErrorBody)))]
pub async fn turn_off_incoming(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    condition: IfMatch,
) -> Result<Versioned<IncomingMail>> {
    refuse_environment(app.config.mailbox.is_some())?;
    turn_off::<IncomingFields>(&app, &admin, Direction::Incoming, &condition).await?;
    incoming(&app).await
}

/// Opens the mailbox and counts its messages: with the settings in the request, which need not be saved, or with those of the
/// environment, if it has them. Changes nothing in the mailbox.
#[utoipa::path(post, path = "/api/mail/incoming/test", tag = "mail", operation_id = "test_incoming_mail",
    request_body = IncomingInput,
    responses((status = 200, body = MailTrial), StepUpRequired))]
pub async fn test_incoming(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    JsonBody(input): JsonBody<IncomingInput>,
) -> Result<Json<MailTrial>> {
    app.limits.mail_trials.take(admin.0.user.id, app.clock.steady())?;
    let config = match &app.config.mailbox {
        Some(config) => config.clone(),
        None => {
            let row: Stored<IncomingFields> = store::find(app.db.reader(), Direction::Incoming).await?;
            let stored = row.password(&app, Direction::Incoming).unwrap_or_default();
            // The address isn't needed to open the mailbox.
            let (fields, password) = input.parse(&row, stored, true)?;
            fields.config(password, Some("")).ok_or(Error::NotFound)?
        }
    };
    let result = trial::test_mailbox(&config.server).await;
    record_trial(&app, &admin, Direction::Incoming, &config.server.host, &result).await?;
    Ok(Json(result))
}

/// The sender whose domain is checked.
#[derive(Debug, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
pub struct DomainCheckQuery {
    /// The address of the sender.
    pub from_email: String,
    /// The mail server, by which the provider is recognized.
    #[serde(default)]
    pub host: String,
    /// The DKIM selector; empty for the usual ones.
    #[serde(default)]
    pub dkim_selector: String,
}

/// Checks the SPF, DKIM and DMARC records of the sender's domain in the DNS.
#[utoipa::path(get, path = "/api/mail/domain", tag = "mail", operation_id = "check_mail_domain",
    params(DomainCheckQuery),
    responses((status = 200, body = DomainCheck)))]
pub async fn check_domain(
    admin: Admin,
    State(app): State<App>,
    Query(query): Query<DomainCheckQuery>,
) -> Result<Json<DomainCheck>> {
    app.limits.mail_trials.take(admin.0.user.id, app.clock.steady())?;
    let mut fields = Fields::default();
    let email = fields.required_email("from_email", &query.from_email);
    let host = fields.line("host", &query.host, input::MAX_HOST);
    let selector = input::selector(&mut fields, &query.dkim_selector);
    let (email, host, selector) = fields.finish((email, host, selector))?;
    let domain = email.rsplit_once('@').map_or("", |(_, domain)| domain).to_lowercase();
    let dns = Dns::new(app.config.dns_server);
    let subject =
        Subject { email: &email, domain: &domain, provider: providers::of_host(&host), selector: &selector };
    Ok(Json(domain::check(dns.as_ref(), &subject).await))
}

fn refuse_environment(is_in_environment: bool) -> Result<()> {
    if is_in_environment { Err(IN_ENVIRONMENT) } else { Ok(()) }
}

/// Begins a change. Locks the content revision before the settings are read, so that the second of two concurrent changes reads the
/// result of the first.
async fn begin<T: DeserializeOwned>(
    app: &App,
    direction: Direction,
    condition: &IfMatch,
) -> Result<(Transaction, Stored<T>)> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let row = store::find(&*tx, direction).await?;
    condition.check(row.version)?;
    Ok((tx, row))
}

async fn turn_off<T: Serialize + DeserializeOwned>(
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
async fn apply(app: &App, tx: Transaction) -> Result<()> {
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

/// Records a test, so that a misuse as a scanner of the network is seen.
async fn record_trial(
    app: &App,
    admin: &Admin,
    direction: Direction,
    server: &str,
    result: &MailTrial,
) -> Result<()> {
    let tx = app.db.begin().await?;
    let facts = json!({"server": server, "outcome": result.outcome});
    let event = Event::new(Action::MailSettingsTested).on(direction.key(), direction.label()).after(&facts);
    audit::record(app, &tx, &admin.actor(), event).await?;
    tx.commit().await
}
