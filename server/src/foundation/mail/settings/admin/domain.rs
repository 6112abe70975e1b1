//! The providers of mail, and the check of the sender's domain.

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::super::{
    domain::{self, DomainCheck, Subject},
    input,
    providers::{self, PROVIDERS, Provider},
};
use crate::{
    app::App,
    foundation::identity::extract::Admin,
    platform::{dns::Dns, error::Result, http::Query, parse::Fields},
};

/// Lists the mail providers whose servers are known.
#[utoipa::path(get, path = "/api/mail/providers", tag = "mail", operation_id = "list_mail_providers",
    responses((status = 200, body = Vec<Provider>)))]
pub async fn list_providers(_: Admin) -> Json<[Provider; 5]> {
    Json(PROVIDERS)
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
