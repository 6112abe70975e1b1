//! What the one-time setup link leads to: a wizard that makes the site the company's own, and its administrator last.

use std::net::IpAddr;

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::demo;
use crate::{
    app::{App, limits::FormLimit},
    foundation::{
        accounts::{model::Registration, store::setup_tokens},
        audit::{self, Action, Event},
        identity::{
            actor::Actor,
            model::{MIN_STAFF_PASSWORD, NewUser, Role, Session},
            session::{self, Transport},
            store::users,
        },
        settings::{
            self,
            admin::{Fieldset, Writing},
            model::SettingsName,
        },
    },
    platform::{
        client_ip::ClientIp,
        db::Transaction,
        error::{Error, ErrorBody, FieldErrors, Refusal, Result},
        http::JsonBody,
        id,
        rate_limit::network_of,
    },
};

const SETUP_TOKEN_INVALID: Refusal = Refusal {
    status: StatusCode::FORBIDDEN,
    code: "setup_token_invalid",
    message: "Este link de configuração não é válido ou já foi usado.",
};

/// What a setup link has to show for itself.
#[derive(Deserialize, ToSchema)]
pub struct SetupLink {
    /// From the link's fragment.
    pub token: String,
}

/// The first administrator, and what the company says about itself so far.
#[derive(Deserialize, ToSchema)]
pub struct FirstSetup {
    /// From the link's fragment.
    pub token: String,
    pub email: String,
    /// At least 12 characters.
    pub password: String,
    pub full_name: String,
    /// Fields of the record about the company; what is left out stays as it comes.
    #[serde(default)]
    #[schema(value_type = std::collections::BTreeMap<String, String>)]
    pub company: Fieldset,
    /// The same of the record about how the company is reached.
    #[serde(default)]
    #[schema(value_type = std::collections::BTreeMap<String, String>)]
    pub contact: Fieldset,
    /// Whether the demo company's content is taken away; kept unless this says so.
    #[serde(default)]
    pub remove_demo: bool,
}

impl FirstSetup {
    fn records(&self) -> [(SettingsName, &Fieldset); 2] {
        [(SettingsName::Company, &self.company), (SettingsName::Contact, &self.contact)]
    }

    /// Everything that is wrong with it, at once. The fields of a record stand under its name: `contact.phone`.
    async fn check(&self, app: &App) -> Result<NewUser> {
        let registration = Registration {
            email: self.email.clone(),
            password: self.password.clone(),
            full_name: self.full_name.clone(),
        };
        let mut errors = FieldErrors::new();
        let judged = registration.judge(app).await?;
        let new = noting(NewUser::parse(&registration, &judged, MIN_STAFF_PASSWORD), &mut errors, "")?;
        for (name, change) in self.records() {
            let current = settings::store::find(app.db.reader(), name).await?.document;
            let merged = settings::admin::merged(app.db.reader(), name, &current, change.clone()).await;
            noting(merged, &mut errors, &format!("{}.", name.key()))?;
        }
        match new {
            Some(new) if errors.is_empty() => Ok(new),
            _ => Err(Error::Invalid(errors)),
        }
    }
}

/// What was parsed, or nothing once it is noted what is wrong with it.
fn noting<T>(parsed: Result<T>, errors: &mut FieldErrors, prefix: &str) -> Result<Option<T>> {
    match parsed {
        Ok(value) => Ok(Some(value)),
        Err(Error::Invalid(found)) => {
            errors.extend(found.into_iter().map(|(field, problem)| (format!("{prefix}{field}"), problem)));
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Says whether a setup link works, before anybody fills in a form for nothing. It isn't used up.
#[utoipa::path(post, path = "/api/auth/setup/lookup", tag = "accounts", operation_id = "find_setup",
    request_body = SetupLink,
    responses(
        (status = 204, description = "The link works"),
        (status = 403, description = "The link is used up or was never valid", body = ErrorBody)))]
pub async fn find_setup(
    _: FormLimit,
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    JsonBody(link): JsonBody<SetupLink>,
) -> Result<Response> {
    known(&app, ip, &link.token).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Creates the first administrator and signs them in, having made the site say what they told about the company. The
/// link that led here works once.
#[utoipa::path(post, path = "/api/auth/setup", tag = "accounts", operation_id = "set_up",
    request_body = FirstSetup,
    responses(
        (status = 201, body = Session),
        (status = 403, description = "The link is used up or was never valid", body = ErrorBody)))]
pub async fn set_up(
    _: FormLimit,
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    headers: HeaderMap,
    JsonBody(input): JsonBody<FirstSetup>,
) -> Result<Response> {
    let token = known(&app, ip, &input.token).await?;
    let new = input.check(&app).await?;
    let hash = app.passwords.hash(&new.password).await?;
    let mut tx = app.db.begin_exclusive().await?;
    if !setup_tokens::take(&*tx, &token, app.clock.now()).await? {
        return Err(Error::Refused(SETUP_TOKEN_INVALID));
    }
    let user = users::create(&*tx, &new, hash, Role::Admin, app.clock.now()).await?;
    let actor = Actor::user(user.id, &user.email, ip);
    let events = make_own(&app, &mut tx, user.id, input).await?;
    let started = session::start(&app, &tx, user, Transport::of(&headers).from(ip), &headers).await?;
    audit::record(&app, &tx, &actor, Event::new(Action::AccountSetUp)).await?;
    for event in events {
        audit::record(&app, &tx, &actor, event).await?;
    }
    tx.commit().await?;
    tracing::info!(%ip, "first administrator created by the setup link");
    Ok(started.with_status(StatusCode::CREATED))
}

/// The hash of a valid setup link's secret. Guesses count as failed sign-ins do.
async fn known(app: &App, ip: IpAddr, secret: &str) -> Result<String> {
    // Counts as a failure until the link is found, so that requests in parallel get no further than the limit.
    let failure = app.limits.failed_logins.reserve(network_of(ip), app.clock.steady())?;
    let token = id::sha256_hex(secret.as_bytes());
    if !setup_tokens::exists(app.db.reader(), &token, app.clock.now()).await? {
        failure.keep();
        return Err(Error::Refused(SETUP_TOKEN_INVALID));
    }
    Ok(token)
}

/// Makes the site the company's own. What they say themselves comes last: it may be what the demo company says, too.
async fn make_own(app: &App, tx: &mut Transaction, by: Uuid, input: FirstSetup) -> Result<Vec<Event>> {
    let mut events = Vec::new();
    tx.content_changed().await?;
    let now = app.clock.now();
    if input.remove_demo {
        let (removed, event) = demo::remove(tx, by, now).await?;
        events.extend((!removed.is_empty()).then_some(event));
    }
    demo::clear_identity(tx, Some(by), now).await?;
    for (name, change) in [(SettingsName::Company, input.company), (SettingsName::Contact, input.contact)] {
        let found = settings::store::find(&**tx, name).await?;
        let writing = Writing { name, change, restored_from: None, by };
        events.extend(writing.write(&**tx, found, now).await?.map(|(_, event)| event));
    }
    Ok(events)
}
