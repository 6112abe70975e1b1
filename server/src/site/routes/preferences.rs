//! Handlers of the page where subscribers of the newsletter choose interests. Its link has the same token as the unsubscribe
//! link.

use axum::{
    body::Body,
    extract::{RawQuery, State},
    http::{Response, StatusCode, request::Parts},
    response::{IntoResponse, Redirect},
};

use super::newsletter::with_private_address;
use crate::{
    features::{
        newsletter::{
            interests::preferences::{self, PreferencesForm},
            model::Subscription,
        },
        pages::store::Texts,
    },
    foundation::mail::LINK_INVALID,
    platform::{
        addresses,
        error::{Error, Result},
        http::{FormBody, token_in},
        listener::client_ip::ClientIp,
    },
    site::{
        Site,
        document::View,
        pages::{self, Page},
    },
};

/// Shows the interests of the link's subscription, or a cached page if the link is invalid or the subscription has ended.
pub async fn preferences_page(
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    RawQuery(query): RawQuery,
    request: Parts,
) -> Result<Response<Body>> {
    let token = token_in(query.as_deref()).unwrap_or_default();
    match preferences::find(&site.app, &token, ip).await {
        Ok(Some(subscription)) => {
            site.take_render(&site.app.limits.searches, ip)?;
            site.show_preferences(&subscription, false).await
        }
        Ok(None) | Err(Error::Refused(LINK_INVALID)) => {
            Ok(with_private_address(site.show(Page::NewsletterPreferences, &request).await))
        }
        Err(error) => Err(error),
    }
}

/// Saves the chosen interests and shows them, or redirects to the page that ends the subscription. If the link is invalid or the
/// subscription has ended, the status is 410.
pub async fn save_preferences(
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    RawQuery(query): RawQuery,
    FormBody(form): FormBody<PreferencesForm>,
) -> Result<Response<Body>> {
    // Before saving: over the limit, the answer could not show that the interests were saved.
    site.take_render(&site.app.limits.searches, ip)?;
    let token = token_in(query.as_deref()).unwrap_or_default();
    if form.asks_to_cancel() {
        // The query contains the token. That page checks it.
        let to = format!("{}?{}", addresses::NEWSLETTER_UNSUBSCRIBE.path, query.unwrap_or_default());
        return Ok(with_private_address(Redirect::to(&to).into_response()));
    }
    match preferences::save(&site.app, &token, &form, ip).await {
        Ok(Some(subscription)) => site.show_preferences(&subscription, true).await,
        Ok(None) | Err(Error::Refused(LINK_INVALID)) => {
            let html = site.html(Page::NewsletterPreferences).await;
            Ok(with_private_address(site.uncached(StatusCode::GONE, html)))
        }
        Err(error) => Err(error),
    }
}

impl Site {
    async fn show_preferences(&self, subscription: &Subscription, is_saved: bool) -> Result<Response<Body>> {
        let texts = Texts::saved(&self.app);
        let built = preferences::page(&self.app, &texts, subscription, is_saved).await?;
        let page = Page::NewsletterPreferences;
        let document =
            pages::document(&self.app, &texts, &page, built.map(View::NewsletterPreferences)).await?;
        Ok(with_private_address(self.render_uncached(StatusCode::OK, &document).await))
    }
}
