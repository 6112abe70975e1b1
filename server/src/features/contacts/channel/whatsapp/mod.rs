//! The company's WhatsApp link on public pages. It leads to WhatsApp with a prepared message that ends in a code, by which staff record
//! the source of the conversation. A click stores nothing.

mod admin;
pub mod code;
pub mod pages;
pub mod public;
mod store;

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::ConnectionTrait;
use uuid::Uuid;

pub use self::admin::*;
use self::code::{Click, Code};
use crate::{
    app::App,
    features::contacts::{campaigns, limits::MAX_WHATSAPP_MESSAGE, source::ContactSource},
    platform::{
        error::{Error, Result},
        privacy::visit_source,
    },
};

/// Period after a click in which its code is accepted.
const VALID_FOR: TimeDelta = TimeDelta::days(90);
/// Time by which the clock of another process may be ahead.
const CLOCK_SKEW: TimeDelta = TimeDelta::minutes(5);

const INVALID: &str = "Este protocolo não é válido. Copie a mensagem inteira do WhatsApp, ou apague o campo para registrar sem ele.";
const EXPIRED: &str =
    "Este protocolo tem mais de 90 dias e não vale mais. Apague o campo para registrar sem ele.";

/// A valid code, with what it tells.
pub struct CheckedCode {
    pub code: Code,
    pub clicked_at: DateTime<Utc>,
    /// Page with the link, and campaign of the visit.
    pub source: ContactSource,
}

/// Finds and checks the code in a text by a member of staff. Wrong codes count against a limit, so that nobody can try many.
pub async fn check(
    app: &App,
    connection: &impl ConnectionTrait,
    user: Uuid,
    text: &str,
) -> Result<CheckedCode> {
    let attempt = app.limits.whatsapp_codes.reserve(user, app.clock.steady())?;
    let refuse = |message| Err(Error::field("whatsapp_code", message));
    let now = app.clock.now();
    let found =
        if text.chars().count() <= MAX_WHATSAPP_MESSAGE { code::find(&app.secret_key, text) } else { None };
    let found = found.filter(|(_, click)| click.at() <= now + CLOCK_SKEW);
    let Some((code, click)) = found else {
        attempt.keep();
        return refuse(INVALID);
    };
    if click.at() < now - VALID_FOR {
        return refuse(EXPIRED);
    }
    // Counts as received when the link was opened, but not in the future.
    Ok(CheckedCode { code, clicked_at: click.at().min(now), source: source_of(connection, click).await? })
}

async fn source_of(connection: &impl ConnectionTrait, click: Click) -> Result<ContactSource> {
    let page = store::path_of(connection, click.page).await?;
    let campaign = campaigns::store::find_by_number(connection, click.campaign.into()).await?;
    Ok(ContactSource {
        source_page: page.as_deref().and_then(visit_source::page),
        utm_campaign: campaign.map(|campaign| campaign.utm_campaign),
        ..ContactSource::default()
    })
}
