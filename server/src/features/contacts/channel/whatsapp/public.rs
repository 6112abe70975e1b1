//! The redirect to WhatsApp.

use axum::{
    extract::{Path, RawQuery, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};

use super::code::{Click, MAX_NUMBER};
use crate::{
    app::{App, limits::PublicRead},
    features::{
        contacts::campaigns,
        pages::{content::layout::LayoutContent, store::Texts},
    },
    foundation::settings,
    platform::{
        addresses,
        error::{Error, Result},
        privacy::visit_source,
    },
};

/// Parameter with the campaign of the visit, which the page's script adds to the link.
const CAMPAIGN: &str = "utm_campaign";

/// Returns the address of the link on a page with a number.
#[must_use]
pub fn link(page: u16) -> String {
    addresses::WHATSAPP.with(&page.to_string())
}

/// Redirects to a WhatsApp conversation with the company. The prepared message ends in a code with the minute, the page and the campaign.
/// Nothing is stored.
pub async fn open_whatsapp(
    _: PublicRead,
    State(app): State<App>,
    Path(page): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response> {
    let page = page.parse().ok().filter(|page| *page <= MAX_NUMBER).ok_or(Error::NotFound)?;
    let db = app.db.reader();
    let campaign = campaign_of(query.as_deref().unwrap_or_default());
    let campaign = match campaign {
        Some(value) => campaigns::store::find_number(db, &value).await?,
        None => None,
    };
    let code = Click::new(app.clock.now(), page, campaign.unwrap_or(0)).code(&app.secret_key);
    let text = format!("{}\n\nProtocolo: {code}", prepared_text(&app).await?);
    let company = settings::store::contact(db).await?;
    let url = company.whatsapp_url(text.trim()).ok_or(Error::NotFound)?;
    let headers = [
        (header::LOCATION, url),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (header::HeaderName::from_static("x-robots-tag"), "noindex".to_owned()),
    ];
    Ok((StatusCode::FOUND, headers).into_response())
}

/// Returns the text of the prepared message, without the code.
pub(super) async fn prepared_text(app: &App) -> Result<String> {
    let content = Texts::saved(app).read::<LayoutContent>().await?;
    Ok(content.whatsapp_text.trim().to_owned())
}

/// Returns the campaign in a query. An unusual query doesn't prevent the redirect.
fn campaign_of(query: &str) -> Option<String> {
    let mut values = url::form_urlencoded::parse(query.as_bytes());
    values.find_map(|(name, value)| (name == CAMPAIGN).then(|| visit_source::campaign(&value))?)
}
