//! Every URL there is, a table for each audience. Who may call a handler is in its signature; a test holds the URLs
//! written here against the ones the handlers declare. The file is long because it is one table.

mod layers;
mod limits;
mod statuses;

use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    extract::{DefaultBodyLimit, FromRef},
    http::{HeaderMap, HeaderValue, Response, StatusCode, request::Parts},
    middleware,
    routing::{any, get},
};
use tokio::{sync::OnceCell, task::spawn_blocking};
use utoipa::{
    OpenApi,
    openapi::{InfoBuilder, OpenApi as Contract},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use statuses::{signed_in, staff_only};

use crate::{
    app::App,
    features::{
        blog,
        contacts::{self, list::filter::Folder},
        navigation, newsletter,
        pages::{self, model::PageName},
        redirects, services,
    },
    foundation::{
        accounts, audit, mail, media,
        settings::{self, model::SettingsName},
    },
    operations::{dashboard, health, media_uses, own_data, setup},
    platform::{
        addresses,
        client_ip::TrustedProxies,
        error::{Error, Result},
        request_id, security_headers,
    },
    site::{
        Site, accent,
        cache::{CachedPage, Rendered},
        cached_pages::CachedPages,
        compress::uncached,
        document::Document,
        icons, preview, routes as documents,
        sharing::pictures,
    },
};

const JSON_BODY: usize = 256 * 1024;
const FORM_BODY: usize = 256 * 1024;
/// A message of the most characters fits, however its JSON is escaped.
const CONTACT_BODY: usize = 12 * contacts::limits::MAX_MESSAGE + 8 * 1024;
const ACCOUNT_BODY: usize = 8 * 1024;
/// A file and the fields beside it.
const UPLOAD_BODY: usize = media::model::MAX_BYTES + 64 * 1024;

/// Calls that anybody may make.
fn public_api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(contact_form())
        .merge(newsletter_forms())
        .routes(routes!(services::public::list_services)) // GET /api/services
        .routes(routes!(navigation::public::list_menu_items)) // GET /api/menu-items
        .routes(routes!(navigation::public::list_footer_sections)) // GET /api/footer-sections
        .routes(routes!(blog::public::list_posts)) // GET /api/blog
        .routes(routes!(blog::public::find_post)) // GET /api/blog/{id}
        .routes(routes!(settings::public::find_accent_colors)) // GET /api/accent-colors
}

/// The public contact form.
fn contact_form() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(contacts::public::create_contact)) // POST /api/contacts
        .layer(DefaultBodyLimit::max(CONTACT_BODY))
}

/// The newsletter's public forms.
fn newsletter_forms() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(newsletter::public::subscribe)) // POST /api/newsletter/subscriptions
        .routes(routes!(newsletter::public::confirm_subscription)) // POST /api/newsletter/subscriptions/confirm
        .routes(routes!(newsletter::public::unsubscribe)) // POST /api/newsletter/subscriptions/unsubscribe
        .layer(DefaultBodyLimit::max(ACCOUNT_BODY))
}

/// Calls that need no session: sign-in and registration, links sent by mail, first setup.
fn sign_in_api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(accounts::sign_in::public::login)) // POST /api/auth/login
        .routes(routes!(accounts::sign_in::public::register)) // POST /api/auth/register
        .routes(routes!(accounts::sign_in::public::logout)) // POST /api/auth/logout
        .routes(routes!(accounts::recovery::public::ask_password_reset)) // POST /api/auth/password-reset
        .routes(routes!(accounts::recovery::public::reset_password)) // POST /api/auth/password-reset/confirm
        .routes(routes!(accounts::recovery::public::confirm_email)) // POST /api/auth/email-verification/confirm
        .routes(routes!(accounts::directory::invitations::find_invitation)) // POST /api/auth/invitations/lookup
        .routes(routes!(accounts::directory::invitations::accept_invitation)) // POST /api/auth/invitations/accept
        .routes(routes!(setup::public::set_up)) // POST /api/auth/setup
        .routes(routes!(setup::public::find_setup)) // POST /api/auth/setup/lookup
        .routes(routes!(accounts::factors::login::login_second_factor)) // POST /api/auth/login/second-factor
        .routes(routes!(accounts::factors::passkeys::login::ask_passkey)) // POST /api/auth/login/passkey/challenge
        .routes(routes!(accounts::factors::passkeys::login::login_passkey)) // POST /api/auth/login/passkey
        .layer(DefaultBodyLimit::max(ACCOUNT_BODY))
}

/// Calls of signed-in callers about their own account.
fn account_api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(accounts::sign_in::public::me)) // GET /api/auth/me
        .routes(routes!(accounts::recovery::public::ask_email_verification)) // POST /api/auth/email-verification
        .routes(routes!(accounts::profile::find_profile)) // GET /api/auth/profile
        .routes(routes!(accounts::profile::update_profile)) // PUT /api/auth/profile
        .routes(routes!(accounts::profile::change_password)) // PUT /api/auth/password
        .routes(routes!(accounts::own_sessions::list_own_sessions)) // GET /api/auth/sessions
        .routes(routes!(accounts::own_sessions::end_other_sessions)) // DELETE /api/auth/sessions
        .routes(routes!(accounts::own_sessions::end_own_session)) // DELETE /api/auth/sessions/{id}
        .routes(routes!(contacts::own::list_own_contacts)) // GET /api/contacts/mine
        .routes(routes!(own_data::public::export_own_data)) // GET /api/auth/export
        .routes(routes!(own_data::public::delete_account)) // DELETE /api/auth/account
        .routes(routes!(accounts::factors::step_up::step_up)) // POST /api/auth/step-up
        .routes(routes!(accounts::factors::public::find_second_factor)) // GET /api/auth/second-factor
        .routes(routes!(accounts::factors::public::offer_totp)) // POST /api/auth/second-factor/totp
        .routes(routes!(accounts::factors::public::delete_totp)) // DELETE /api/auth/second-factor/totp
        .routes(routes!(accounts::factors::public::confirm_totp)) // POST /api/auth/second-factor/totp/confirm
        .routes(routes!(accounts::factors::step_up::ask_own_passkey)) // POST /api/auth/step-up/challenge
        .routes(routes!(accounts::factors::passkeys::own::offer_passkey)) // POST /api/auth/passkeys/challenge
        .routes(routes!(accounts::factors::passkeys::own::create_passkey)) // POST /api/auth/passkeys
        .routes(routes!(accounts::factors::passkeys::own::rename_passkey)) // PUT /api/auth/passkeys/{id}
        .routes(routes!(accounts::factors::passkeys::own::delete_passkey)) // DELETE /api/auth/passkeys/{id}
        .routes(routes!(accounts::factors::public::replace_recovery_codes)) // POST /api/auth/second-factor/recovery-codes
        .layer(DefaultBodyLimit::max(ACCOUNT_BODY))
}

/// Calls of administrators and editors.
fn staff_api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(dashboard::admin::find_dashboard)) // GET /api/dashboard
        .routes(routes!(audit::last_change::find_last_change)) // GET /api/last-change
        .merge(contacts_api())
        .routes(routes!(services::admin::create_service)) // POST /api/services
        .routes(routes!(services::admin::list_deleted_services)) // GET /api/services/trash
        .routes(routes!(services::admin::reorder_services)) // PUT /api/services/order
        .routes(routes!(services::admin::find_service)) // GET /api/services/{id}
        .routes(routes!(services::admin::update_service)) // PUT /api/services/{id}
        .routes(routes!(services::admin::delete_service)) // DELETE /api/services/{id}
        .routes(routes!(services::admin::restore_service)) // POST /api/services/{id}/restore
        .merge(navigation_api())
        .routes(routes!(blog::admin::create_post)) // POST /api/blog
        .routes(routes!(blog::admin::update_post)) // PUT /api/blog/{id}
        .routes(routes!(blog::trash::delete_post)) // DELETE /api/blog/{id}
        .routes(routes!(blog::trash::list_deleted_posts)) // GET /api/blog/trash
        .routes(routes!(blog::trash::restore_post)) // POST /api/blog/{id}/restore
        .routes(routes!(blog::admin::list_post_terms)) // GET /api/blog/terms
        .routes(routes!(blog::bulk::change_posts)) // POST /api/blog/bulk
        .routes(routes!(blog::versions::list_post_history)) // GET /api/blog/{id}/history
        .routes(routes!(blog::versions::restore_post_version)) // POST /api/blog/{id}/history/{version}/restore
        .routes(routes!(blog::previews::find_post_preview)) // GET /api/blog/{id}/preview-link
        .routes(routes!(blog::previews::create_post_preview)) // POST /api/blog/{id}/preview-link
        .routes(routes!(blog::previews::delete_post_preview)) // DELETE /api/blog/{id}/preview-link
        .merge(pages_api())
        .routes(routes!(media::admin::list_media)) // GET /api/media
        .routes(routes!(media::admin::find_media)) // GET /api/media/{id}
        .routes(routes!(media::admin::update_media)) // PUT /api/media/{id}
        .routes(routes!(media::admin::delete_media)) // DELETE /api/media/{id}
        .routes(routes!(media::admin::restore_media)) // POST /api/media/{id}/restore
        .routes(routes!(media_uses::admin::list_media_uses)) // GET /api/media/{id}/uses
        .routes(routes!(newsletter::admin::list_subscriptions)) // GET /api/newsletter/subscriptions
        .routes(routes!(newsletter::admin::summarize_subscriptions)) // GET /api/newsletter/subscriptions/summary
        .routes(routes!(newsletter::admin::delete_subscription)) // DELETE /api/newsletter/subscriptions/{id}
        .merge(redirects_api())
}

/// Calls of administrators and editors about redirects and missing pages.
fn redirects_api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(redirects::admin::list_redirects)) // GET /api/redirects
        .routes(routes!(redirects::admin::create_redirect)) // POST /api/redirects
        .routes(routes!(redirects::admin::list_deleted_redirects)) // GET /api/redirects/trash
        .routes(routes!(redirects::trace::trace_redirects)) // GET /api/redirects/trace
        .routes(routes!(redirects::import::import_redirects)) // POST /api/redirects/import
        .routes(routes!(redirects::admin::find_redirect)) // GET /api/redirects/{id}
        .routes(routes!(redirects::admin::update_redirect)) // PUT /api/redirects/{id}
        .routes(routes!(redirects::admin::delete_redirect)) // DELETE /api/redirects/{id}
        .routes(routes!(redirects::admin::restore_redirect)) // POST /api/redirects/{id}/restore
        .routes(routes!(redirects::missing::list_missing_pages)) // GET /api/missing-pages
        .routes(routes!(redirects::missing::ignore_missing_page)) // DELETE /api/missing-pages/{id}
        .routes(routes!(redirects::missing::restore_missing_page)) // POST /api/missing-pages/{id}/restore
}

/// Calls of administrators and editors about contact requests.
fn contacts_api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(contacts::list::list_contacts)) // GET /api/contacts
        .routes(routes!(contacts::list::summarize_contacts)) // GET /api/contacts/summary
        .routes(routes!(contacts::assignees::list_assignees)) // GET /api/contacts/assignees
        .routes(routes!(contacts::promise::admin::find_business_hours)) // GET /api/contacts/business-hours
        .routes(routes!(contacts::bulk::change_contacts)) // POST /api/contacts/bulk
        .routes(routes!(contacts::saved_filters::list_saved_filters)) // GET /api/contacts/filters
        .routes(routes!(contacts::saved_filters::create_saved_filter)) // POST /api/contacts/filters
        .routes(routes!(contacts::saved_filters::delete_saved_filter)) // DELETE /api/contacts/filters/{id}
        .routes(routes!(contacts::admin::find_contact)) // GET /api/contacts/{id}
        .routes(routes!(contacts::admin::update_contact)) // PUT /api/contacts/{id}
        .routes(routes!(contacts::admin::delete_contact)) // DELETE /api/contacts/{id}
        .routes(routes!(contacts::admin::restore_contact)) // POST /api/contacts/{id}/restore
        .routes(routes!(contacts::timeline::find_timeline)) // GET /api/contacts/{id}/timeline
        .routes(routes!(contacts::notes::create_note)) // POST /api/contacts/{id}/notes
        .routes(routes!(contacts::notes::delete_note)) // DELETE /api/contacts/notes/{id}
        .routes(routes!(contacts::replies::create_reply)) // POST /api/contacts/{id}/replies
}

/// Calls of administrators and editors about the menu and the footer.
fn navigation_api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(navigation::menu::admin::create_menu_item)) // POST /api/menu-items
        .routes(routes!(navigation::menu::admin::list_deleted_menu_items)) // GET /api/menu-items/trash
        .routes(routes!(navigation::menu::admin::reorder_menu_items)) // PUT /api/menu-items/order
        .routes(routes!(navigation::menu::admin::find_menu_item)) // GET /api/menu-items/{id}
        .routes(routes!(navigation::menu::admin::update_menu_item)) // PUT /api/menu-items/{id}
        .routes(routes!(navigation::menu::admin::delete_menu_item)) // DELETE /api/menu-items/{id}
        .routes(routes!(navigation::menu::admin::restore_menu_item)) // POST /api/menu-items/{id}/restore
        .routes(routes!(navigation::footer::admin::create_footer_section)) // POST /api/footer-sections
        .routes(routes!(navigation::footer::admin::list_deleted_footer_sections)) // GET /api/footer-sections/trash
        .routes(routes!(navigation::footer::admin::reorder_footer_sections)) // PUT /api/footer-sections/order
        .routes(routes!(navigation::footer::admin::find_footer_section)) // GET /api/footer-sections/{id}
        .routes(routes!(navigation::footer::admin::update_footer_section)) // PUT /api/footer-sections/{id}
        .routes(routes!(navigation::footer::admin::delete_footer_section)) // DELETE /api/footer-sections/{id}
        .routes(routes!(navigation::footer::admin::restore_footer_section)) // POST /api/footer-sections/{id}/restore
        .routes(routes!(navigation::link_options::list_link_targets)) // GET /api/link-targets
}

/// Calls of administrators and editors about the texts of the public pages.
fn pages_api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(pages::admin::list_pages)) // GET /api/pages
        .routes(routes!(pages::admin::search_texts)) // GET /api/pages/texts
        .routes(routes!(pages::admin::find_page)) // GET /api/pages/{name}
        .routes(routes!(pages::admin::update_page)) // PUT /api/pages/{name}
        .routes(routes!(pages::admin::find_form)) // GET /api/pages/{name}/form
        .routes(routes!(pages::admin::reset_page)) // POST /api/pages/{name}/reset
        .routes(routes!(pages::history::list_history)) // GET /api/pages/{name}/history
        .routes(routes!(pages::history::restore_page)) // POST /api/pages/{name}/history/{version}/restore
}

/// Calls of administrators and editors that need what renders the public pages.
fn preview_api() -> OpenApiRouter<Site> {
    OpenApiRouter::new()
        .routes(routes!(preview::preview_navigation)) // POST /api/navigation/preview
        .routes(routes!(preview::preview_post)) // POST /api/blog/preview
        .routes(routes!(preview::page::preview_page)) // POST /api/pages/{name}/preview
}

/// Calls of administrators and editors with a file in them.
fn upload_api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(media::upload::upload_media)) // POST /api/media
        .routes(routes!(media_uses::admin::replace_media)) // POST /api/media/{id}/file
        .layer(DefaultBodyLimit::max(UPLOAD_BODY))
}

/// Calls of administrators alone.
fn admin_api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(accounts::policy::find_security)) // GET /api/settings/security
        .routes(routes!(accounts::policy::update_security)) // PUT /api/settings/security
        .routes(routes!(settings::admin::find_settings)) // GET /api/settings/{name}
        .routes(routes!(settings::admin::update_settings)) // PUT /api/settings/{name}
        .routes(routes!(settings::admin::list_history)) // GET /api/settings/{name}/history
        .routes(routes!(settings::admin::restore_settings)) // POST /api/settings/{name}/history/{version}/restore
        .routes(routes!(setup::demo::admin::find_demo_content)) // GET /api/demo-content
        .routes(routes!(setup::demo::admin::remove_demo_content)) // DELETE /api/demo-content
        .routes(routes!(audit::admin::list_events)) // GET /api/audit
        .routes(routes!(audit::admin::export_events)) // GET /api/audit/export.csv
        .routes(routes!(audit::admin::find_event)) // GET /api/audit/{sequence}
        .routes(routes!(newsletter::admin::export_subscriptions)) // GET /api/newsletter/subscriptions/export
        .routes(routes!(contacts::list::export_contacts)) // GET /api/contacts/export.csv
        .routes(routes!(mail::admin::list_outbox)) // GET /api/outbox
        .routes(routes!(mail::admin::summarize_outbox)) // GET /api/outbox/summary
        .routes(routes!(mail::admin::retry_all_messages)) // POST /api/outbox/retry
        .routes(routes!(mail::admin::retry_message)) // POST /api/outbox/{id}/retry
        .routes(routes!(mail::admin::reveal_link)) // POST /api/outbox/{id}/link
        .routes(routes!(mail::admin::delete_message)) // DELETE /api/outbox/{id}
        .routes(routes!(own_data::erasure::erase_person)) // POST /api/people/erase
}

/// Calls of administrators about other people's accounts.
fn users_api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(accounts::directory::admin::list_users)) // GET /api/auth/users
        .routes(routes!(accounts::directory::admin::find_user)) // GET /api/auth/users/{id}
        .routes(routes!(accounts::directory::admin::create_user)) // POST /api/auth/users
        .routes(routes!(accounts::directory::admin::update_user)) // PUT /api/auth/users/{id}
        .routes(routes!(accounts::directory::admin::delete_user)) // DELETE /api/auth/users/{id}
        .routes(routes!(accounts::directory::access::disable_user)) // POST /api/auth/users/{id}/disable
        .routes(routes!(accounts::directory::access::enable_user)) // POST /api/auth/users/{id}/enable
        .routes(routes!(accounts::directory::access::end_user_sessions)) // DELETE /api/auth/users/{id}/sessions
        .routes(routes!(accounts::directory::invitations::invite_user)) // POST /api/auth/invitations
        .routes(routes!(accounts::directory::invitations::renew_invitation)) // POST /api/auth/users/{id}/invitation
        .routes(routes!(accounts::directory::invitations::revoke_invitation)) // DELETE /api/auth/users/{id}/invitation
        .layer(DefaultBodyLimit::max(ACCOUNT_BODY))
}

/// For whatever watches over the process.
fn operations() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(health::live)) // GET /healthz/live
        .routes(routes!(health::ready)) // GET /healthz/ready
}

/// Documents and their files.
fn site() -> Router<Site> {
    Router::new()
        .route(addresses::HOME.path, get(documents::home))
        .route(addresses::CONTACT.path, get(documents::contact).post(documents::send_contact))
        .route(addresses::CONTACT_THANKS.path, get(documents::contact_thanks))
        .route(addresses::ABOUT.path, get(documents::about))
        .route(addresses::SERVICES.path, get(documents::services))
        .route(addresses::SERVICE.path, get(documents::service))
        .route(addresses::BLOG.path, get(documents::blog))
        .route(addresses::POST.path, get(documents::article))
        .route(addresses::CATEGORY.path, get(documents::blog_category))
        .route(addresses::TAG.path, get(documents::blog_tag))
        .route(addresses::FEED.path, get(documents::blog_feed))
        .route(addresses::POST_PREVIEW.path, get(documents::shared_post))
        .route(addresses::NEWSLETTER.path, get(documents::newsletter).post(documents::subscribe))
        .route(addresses::NEWSLETTER_THANKS.path, get(documents::newsletter_thanks))
        .route(
            addresses::NEWSLETTER_CONFIRM.path,
            get(documents::confirm_page).post(documents::confirm_subscription),
        )
        .route(addresses::NEWSLETTER_CONFIRMED.path, get(documents::newsletter_confirmed))
        .route(
            addresses::NEWSLETTER_UNSUBSCRIBE.path,
            get(documents::unsubscribe_page).post(documents::unsubscribe),
        )
        .route(addresses::PRIVACY.path, get(documents::privacy))
        .route(addresses::TERMS.path, get(documents::terms))
        .route(addresses::SITEMAP.path, get(documents::sitemap))
        .route(addresses::ROBOTS.path, get(documents::robots))
        .route(addresses::SECURITY_TXT.path, get(documents::security_txt))
        .route(addresses::WEB_MANIFEST.path, get(documents::web_manifest))
        .route(addresses::TOUCH_ICON.path, get(icons::touch_icon))
        .route(addresses::ICON_32.path, get(icons::icon_32))
        .route(addresses::ICON_192.path, get(icons::icon_192))
        .route(addresses::ICON_512.path, get(icons::icon_512))
        .route(addresses::SHARE_PICTURE.path, get(pictures::picture))
        .route(addresses::AUTH.path, get(documents::auth).post(documents::send_auth))
        .route(addresses::CHANGE_PASSWORD.path, get(documents::change_password))
        .route(addresses::FORGOT_PASSWORD.path, get(documents::forgot_password))
        .route(addresses::RESET_PASSWORD.path, get(documents::reset_password))
        .route(addresses::CONFIRM_EMAIL.path, get(documents::confirm_email))
        .route(addresses::ACCOUNT.path, get(documents::account))
        .route(addresses::INVITATION.path, get(documents::admin))
        .route(addresses::PANEL.path, get(documents::admin))
        .route(addresses::PANEL_SLASH.path, get(documents::admin))
        .route(addresses::PANEL_SCREEN.path, get(documents::admin))
        .route(addresses::MEDIA.path, get(media::public::file))
        .route(addresses::COLORS.path, get(accent::stylesheet))
        .route(addresses::ASSET.path, get(documents::asset))
        .route(addresses::FAVICON.path, get(icons::favicon))
        .fallback(documents::not_found)
        .layer(DefaultBodyLimit::max(FORM_BODY))
}

#[derive(OpenApi)]
#[openapi(components(schemas(
    Document,
    Folder,
    PageName,
    SettingsName,
    audit::last_change::EditedKind,
    blog::model::PostSort,
    media::model::Format
)))]
struct Schemas;

fn api() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Schemas::openapi())
        .merge(public_api())
        .merge(sign_in_api())
        .merge(signed_in(account_api()))
        .merge(staff_only(staff_api()))
        .merge(staff_only(users_api()))
        .merge(staff_only(admin_api()))
        .merge(operations())
        .layer(middleware::from_fn(layers::json_only))
        .merge(staff_only(upload_api()))
}

/// The contract of the API, as OpenAPI.
#[must_use]
pub fn contract() -> Contract {
    let (_, mut contract) = api().split_for_parts();
    contract.merge(staff_only(preview_api()).split_for_parts().1);
    statuses::add_shared(&mut contract);
    limits::add(&mut contract);
    contract.info = InfoBuilder::new()
        .title("Vitrine")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "The API of a Vitrine site. Messages are in Brazilian Portuguese, ready to be shown.",
        ))
        .build();
    contract
}

/// The whole program as one service: the page cache, then the router.
pub fn front(app: App) -> anyhow::Result<CachedPages> {
    Ok(front_of(Site::start(app)?))
}

#[must_use]
pub fn front_of(site: Site) -> CachedPages {
    CachedPages::new(site.clone(), router(site))
}

fn router(state: Site) -> Router {
    let app = state.app.clone();
    let proxies = TrustedProxies::from_ref(&state);
    let (api, _) = api().split_for_parts();
    let (preview, _) = preview_api().split_for_parts();
    let contract = Arc::new(PreparedContract::default());
    let openapi = move |request: Parts| async move { contract.respond(&request).await };
    let headers = match app.config.dev_assets {
        None => security_headers::for_api(app.config.hsts()),
        // Documents have no policy then, and must not be given the strictest.
        Some(_) => security_headers::for_documents(app.config.hsts(), None),
    };
    let api = api
        .merge(preview.with_state(state.clone()))
        .route("/api/openapi.json", get(openapi))
        .route("/api", any(unknown_call))
        .route("/api/", any(unknown_call))
        .route("/api/{*path}", any(unknown_call))
        .method_not_allowed_fallback(|| async { Error::MethodNotAllowed })
        .layer(DefaultBodyLimit::max(JSON_BODY))
        .layer(middleware::from_fn_with_state(app.clone(), layers::record_denials))
        .layer(middleware::from_fn(layers::never_stored))
        .with_state(app.clone());
    api.merge(site().layer(middleware::from_fn(uncached)).with_state(state))
        .layer(middleware::from_fn(layers::in_time))
        .layer(middleware::from_fn_with_state(app, layers::same_site_only))
        .layer(middleware::from_fn_with_state(Arc::new(headers), layers::secured))
        .layer(middleware::from_fn_with_state(proxies, request_id::middleware))
}

/// The contract as bytes, compressed when it is first asked for.
#[derive(Default)]
struct PreparedContract(OnceCell<CachedPage>);

impl PreparedContract {
    async fn respond(&self, request: &Parts) -> Result<Response<Body>> {
        let prepared = self.0.get_or_try_init(|| async {
            let prepare = || -> serde_json::Result<CachedPage> {
                let body = serde_json::to_vec(&contract())?.into();
                let content_type = HeaderValue::from_static("application/json");
                Ok(CachedPage::new(
                    0,
                    Rendered { status: StatusCode::OK, content_type, body, policy: None, expires_at: None },
                ))
            };
            spawn_blocking(prepare).await.map_err(anyhow::Error::new)?.map_err(anyhow::Error::new)
        });
        let page = prepared.await.map_err(Error::Internal)?;
        Ok(page.respond(&request.method, &request.headers, &HeaderMap::new()).map(Body::new))
    }
}

async fn unknown_call() -> Error {
    Error::NotFound
}
