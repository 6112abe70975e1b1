//! All URLs outside of the API, in one table: the public pages, the panel's document, and the files of both.

use axum::{Router, extract::DefaultBodyLimit};

use super::handler::{get, get_and_post};
use crate::{
    features::contacts,
    foundation::media,
    platform::addresses,
    site::{Site, accent, icons, routes as documents},
};

/// Maximum size of a form, in bytes.
const MAX_FORM_BODY: usize = 256 * 1024;

/// Returns the routes.
pub fn pages() -> Router<Site> {
    Router::new()
        .route(addresses::HOME.path, get(documents::home))
        .route(addresses::CONTACT.path, get_and_post(documents::contact, documents::send_contact))
        .route(addresses::CONTACT_THANKS.path, get(documents::contact_thanks))
        .route(addresses::ABOUT.path, get(documents::about))
        .route(addresses::SERVICES.path, get(documents::services))
        .route(addresses::SERVICE.path, get(documents::service))
        .route(addresses::BLOG.path, get(documents::blog))
        .route(addresses::POST.path, get(documents::article))
        .route(addresses::CATEGORY.path, get(documents::blog_category))
        .route(addresses::TAG.path, get(documents::blog_tag))
        .route(addresses::FEED.path, get(documents::blog_feed))
        .route(addresses::WHATSAPP.path, get(contacts::channel::whatsapp::public::open_whatsapp))
        .route(addresses::POST_PREVIEW.path, get(documents::preview_link))
        .route(addresses::NEWSLETTER.path, get_and_post(documents::newsletter, documents::subscribe))
        .route(addresses::NEWSLETTER_THANKS.path, get(documents::newsletter_thanks))
        .route(
            addresses::NEWSLETTER_CONFIRM.path,
            get_and_post(documents::confirm_page, documents::confirm_subscription),
        )
        .route(addresses::NEWSLETTER_CONFIRMED.path, get(documents::newsletter_confirmed))
        .route(
            addresses::NEWSLETTER_UNSUBSCRIBE.path,
            get_and_post(documents::unsubscribe_page, documents::unsubscribe),
        )
        .route(
            addresses::NEWSLETTER_PREFERENCES.path,
            get_and_post(documents::preferences_page, documents::save_preferences),
        )
        .route(addresses::NEWSLETTER_EDITIONS.path, get(documents::editions))
        .route(addresses::NEWSLETTER_EDITION.path, get(documents::edition))
        .route(addresses::PRIVACY.path, get(documents::privacy))
        .route(addresses::PRIVACY_VERSIONS.path, get(documents::privacy_versions))
        .route(addresses::PRIVACY_VERSION.path, get(documents::privacy_version))
        .route(
            addresses::PRIVACY_REQUEST.path,
            get_and_post(documents::privacy_request, documents::send_privacy_request),
        )
        .route(addresses::PRIVACY_REQUEST_SENT.path, get(documents::privacy_request_sent))
        .route(
            addresses::PRIVACY_REQUEST_CONFIRM.path,
            get_and_post(documents::privacy_request_link, documents::confirm_privacy_request),
        )
        .route(addresses::PRIVACY_REQUEST_CONFIRMED.path, get(documents::privacy_request_confirmed))
        .route(
            addresses::CERTIFICATE.path,
            get_and_post(documents::certificate, documents::check_certificate),
        )
        .route(addresses::TERMS.path, get(documents::terms))
        .route(addresses::TERMS_VERSIONS.path, get(documents::terms_versions))
        .route(addresses::TERMS_VERSION.path, get(documents::terms_version))
        .route(addresses::SITEMAP.path, get(documents::sitemap))
        .route(addresses::ROBOTS.path, get(documents::robots))
        .route(addresses::SECURITY_TXT.path, get(documents::security_txt))
        .route(addresses::WEB_MANIFEST.path, get(documents::web_manifest))
        .route(addresses::TOUCH_ICON.path, get(icons::touch_icon))
        .route(addresses::ICON_32.path, get(icons::icon_32))
        .route(addresses::ICON_192.path, get(icons::icon_192))
        .route(addresses::ICON_512.path, get(icons::icon_512))
        .route(addresses::SHARE_PICTURE.path, get(documents::share_picture))
        .route(addresses::AUTH.path, get_and_post(documents::auth, documents::send_auth))
        .route(addresses::CHANGE_PASSWORD.path, get(documents::change_password))
        .route(
            addresses::FORGOT_PASSWORD.path,
            get_and_post(documents::forgot_password, documents::send_recovery),
        )
        .route(
            addresses::RESET_PASSWORD.path,
            get_and_post(documents::reset_password, documents::send_recovery),
        )
        .route(
            addresses::CONFIRM_EMAIL.path,
            get_and_post(documents::confirm_email, documents::send_recovery),
        )
        .route(addresses::ACCOUNT.path, get(documents::account))
        .route(addresses::INVITATION.path, get(documents::admin))
        .route(addresses::PANEL_MANIFEST.path, get(documents::panel_manifest))
        .route(addresses::PANEL_WORKER.path, get(documents::panel_worker))
        .route(addresses::PANEL.path, get(documents::admin))
        .route(addresses::PANEL_SLASH.path, get(documents::admin))
        .route(addresses::PANEL_SCREEN.path, get(documents::admin))
        .route(addresses::MEDIA.path, get(media::public::serve_file))
        .route(addresses::COLORS.path, get(accent::stylesheet))
        .route(addresses::ASSET.path, get(documents::asset))
        .route(addresses::FAVICON.path, get(icons::favicon))
        .fallback(documents::not_found)
        .layer(DefaultBodyLimit::max(MAX_FORM_BODY))
}
