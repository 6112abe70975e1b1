//! Endpoints of the setup wizard, which a setup link opens.

use std::net::IpAddr;

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
    response::Response,
};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{demo, store};
use crate::{
    app::{App, limits::FormLimit},
    foundation::{
        accounts::model::Registration,
        audit::{self, Action, Event},
        identity::{
            actor::Actor,
            model::{NewSession, NewUser},
            policy::MIN_STAFF_PASSWORD,
            session::{self, Transport},
            store::users,
        },
        settings::{
            self,
            admin::{Fieldset, SettingsChange},
            model::SettingsName,
        },
    },
    operations::settings_changes::follow,
    platform::{
        db::Transaction,
        error::{Error, ErrorBody, FieldErrors, Refusal, Result},
        http::JsonBody,
        id,
        limits::rate_limit::network_of,
        listener::client_ip::ClientIp,
    },
};

const SETUP_TOKEN_INVALID: Refusal = Refusal {
    status: StatusCode::FORBIDDEN,
    code: "setup_token_invalid",
    message: "Este link de configuração não é válido ou já foi usado.",
};

/// The single-use setup link, which the server prints at its start until there is an administrator.
#[derive(Deserialize, ToSchema)]
pub struct SetupLink {
    /// The token in the fragment of the setup link.
    pub token: String,
}

/// The first administrator, and the first settings of the company.
#[derive(Deserialize, ToSchema)]
pub struct FirstSetup {
    /// The token in the fragment of the setup link.
    pub token: String,
    pub email: String,
    /// Password of the administrator, at least 12 characters.
    pub password: String,
    pub full_name: String,
    /// Fields of the settings `company`. Omitted fields have their default; founding year, number of employees and location are
    /// empty instead.
    #[serde(default)]
    #[schema(value_type = std::collections::BTreeMap<String, String>)]
    pub company: Fieldset,
    /// Fields of the settings `contact`. Omitted fields have their default; phone, WhatsApp, email and address are empty instead.
    #[serde(default)]
    #[schema(value_type = std::collections::BTreeMap<String, String>)]
    pub contact: Fieldset,
    /// Whether to remove the demo content. Default: false.
    #[serde(default)]
    pub remove_demo: bool,
}

impl FirstSetup {
    /// Returns the settings to change, with their fields.
    fn records(&self) -> [(SettingsName, &Fieldset); 2] {
        [(SettingsName::Company, &self.company), (SettingsName::Contact, &self.contact)]
    }

    /// Checks all fields, and returns the administrator. The error of a settings field names its record and the field, such as
    /// `contact.phone`.
    async fn check(&self, app: &App) -> Result<NewUser> {
        let registration = Registration {
            email: self.email.clone(),
            password: self.password.clone(),
            full_name: self.full_name.clone(),
        };
        let mut errors = FieldErrors::new();
        let strength = registration.assess(app).await?;
        let new =
            collect_errors(NewUser::parse(&registration, &strength, MIN_STAFF_PASSWORD), &mut errors, "")?;
        for (name, change) in self.records() {
            let current = settings::store::find(app.db.reader(), name).await?.document;
            let merged = settings::admin::merged(app.db.reader(), name, &current, change.clone()).await;
            collect_errors(merged, &mut errors, &format!("{}.", name.key()))?;
        }
        match new {
            Some(new) if errors.is_empty() => Ok(new),
            _ => Err(Error::Invalid(errors)),
        }
    }
}

/// Returns the parsed value. Moves field errors to `errors`, with `prefix` before their names, and returns `None`. Returns
/// other errors.
fn collect_errors<T>(parsed: Result<T>, errors: &mut FieldErrors, prefix: &str) -> Result<Option<T>> {
    match parsed {
        Ok(value) => Ok(Some(value)),
        Err(Error::Invalid(found)) => {
            errors.extend(found.into_iter().map(|(field, problem)| (format!("{prefix}{field}"), problem)));
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Checks a setup link without using it.
#[utoipa::path(post, path = "/api/auth/setup/lookup", tag = "accounts", operation_id = "find_setup",
    request_body = SetupLink,
    responses(
        (status = 204, description = "The link is valid"),
        (status = 403, description = "`setup_token_invalid`: the link is invalid, expired or used", body = ErrorBody)))]
pub async fn find_setup(
    _: FormLimit,
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    JsonBody(link): JsonBody<SetupLink>,
) -> Result<StatusCode> {
    find_link(&app, ip, &link.token).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Creates the first administrator, stores the settings, and signs in. The link works once.
#[utoipa::path(post, path = "/api/auth/setup", tag = "accounts", operation_id = "set_up",
    request_body = FirstSetup,
    responses(
        (status = 201, body = NewSession),
        (status = 403, description = "`setup_token_invalid`: the link is invalid, expired or used", body = ErrorBody)))]
pub async fn set_up(
    _: FormLimit,
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    headers: HeaderMap,
    JsonBody(input): JsonBody<FirstSetup>,
) -> Result<Response> {
    let token_hash = find_link(&app, ip, &input.token).await?;
    let new = input.check(&app).await?;
    let hash = app.passwords.hash(&new.password).await?;
    let mut tx = app.db.begin_exclusive().await?;
    if !store::take(&*tx, &token_hash, app.clock.now()).await? {
        return Err(Error::Refused(SETUP_TOKEN_INVALID));
    }
    let user = users::create_admin(&*tx, &new, hash, app.clock.now()).await?;
    let actor = Actor::user(user.id, &user.email, ip);
    let events = apply_settings(&app, &mut tx, user.id, input).await?;
    let started = session::start(&app, &tx, user, Transport::of(&headers).with_ip(ip), &headers).await?;
    audit::record(&app, &tx, &actor, Event::new(Action::AccountSetUp)).await?;
    for event in events {
        audit::record(&app, &tx, &actor, event).await?;
    }
    tx.commit().await?;
    follow(&app, SettingsName::Contact).await;
    tracing::info!(%ip, "first administrator created by the setup link");
    Ok(started.with_status(StatusCode::CREATED))
}

/// Returns the hash of a setup link's secret, if the link is valid. An invalid link counts as a failed sign-in.
async fn find_link(app: &App, ip: IpAddr, secret: &str) -> Result<String> {
    // Counted before the lookup, so that concurrent requests can't exceed the limit.
    let failure = app.limits.failed_logins.reserve(network_of(ip), app.clock.steady())?;
    let hash = id::sha256_hex(secret.as_bytes());
    if !store::exists(app.db.reader(), &hash, app.clock.now()).await? {
        failure.keep();
        return Err(Error::Refused(SETUP_TOKEN_INVALID));
    }
    Ok(hash)
}

/// Removes the demo content if requested, clears the demo company's facts in any case, and then stores the settings. Returns the
/// events to record. The order matters: clearing after storing would also remove entered values that equal the demo company's.
async fn apply_settings(app: &App, tx: &mut Transaction, by: Uuid, input: FirstSetup) -> Result<Vec<Event>> {
    let mut events = Vec::new();
    tx.content_changed().await?;
    let now = app.clock.now();
    if input.remove_demo {
        let (removed, event) = demo::remove(tx, by, now).await?;
        events.extend((!removed.is_empty()).then_some(event));
    } else {
        demo::clear_company_facts(tx, Some(by), now).await?;
    }
    for (name, change) in [(SettingsName::Company, input.company), (SettingsName::Contact, input.contact)] {
        let found = settings::store::find(&**tx, name).await?;
        let change = SettingsChange { name, change, restored_from: None, by };
        events.extend(change.apply(&**tx, found, now).await?.map(|(_, event)| event));
    }
    Ok(events)
}
