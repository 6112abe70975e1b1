//! All URLs of the API, in one table for each audience. The tables grant no access: the extractors in a handler's signature
//! decide who may call it. The file is long so that all URLs are in one place.

use axum::{extract::DefaultBodyLimit, middleware};

use super::{
    layers,
    operation::{Operations, Table, cached_for_visitors, for_role, for_signed_in, for_staff, routes},
};
use crate::{
    app::App,
    features::{
        blog, consent, contacts, navigation, newsletter, pages, privacy_requests, redirects, services, visits,
    },
    foundation::{
        accounts, attachments, audit, consent_texts, identity::model::Role, mail, media, push, settings,
    },
    operations::{
        contact_import, dashboard, health, media_uses, own_data, processing, settings_changes, setup,
    },
    site::{Site, preview},
};

// Maximum sizes of request bodies, in bytes.

const MAX_ACCOUNT_BODY: usize = 8 * 1024;
const MAX_BEACON_BODY: usize = 2 * 1024;
/// The longest message, in which each character may take 12 bytes as JSON escapes, and the other fields.
const MAX_CONTACT_BODY: usize = 12 * contacts::limits::MAX_MESSAGE + 8 * 1024;
/// A batch of reports from a mail provider.
const MAX_REPORTS_BODY: usize = 1024 * 1024;
/// The longest file of subscribers, with room for characters of several bytes, and the other fields.
const MAX_SUBSCRIPTIONS_BODY: usize = 2 * newsletter::import::MAX_CSV + 64 * 1024;
/// The longest file of contacts, with room for characters of several bytes, and the other fields.
const MAX_CONTACTS_BODY: usize = 2 * contact_import::MAX_CSV + 64 * 1024;
/// The largest file of a request, and the other fields of the form.
const MAX_REQUEST_FILE_BODY: usize = attachments::REQUESTS.max_bytes as usize + 64 * 1024;
/// The largest attachment of a reply, and the boundaries of the form.
const MAX_ATTACHMENT_BODY: usize = attachments::REPLIES.max_bytes as usize + 64 * 1024;
/// The largest file, and the other fields of the form.
const MAX_UPLOAD_BODY: usize = media::model::MAX_BYTES + 64 * 1024;

/// Returns all operations, except those of [`preview_api`].
pub fn api() -> Operations<App> {
    Operations::new()
        .merge(public_api())
        .merge(sign_in_api())
        .merge(for_signed_in(account_api()))
        .merge(for_staff(staff_api()))
        .merge(for_role(Role::Support, contacts_api()))
        .merge(for_role(Role::Writer, content_api()))
        .merge(for_role(Role::Editor, subscriptions_api()))
        .merge(for_role(Role::Admin, users_api()))
        .merge(for_role(Role::Admin, admin_api()))
        .merge(health_checks())
        .layer(middleware::from_fn(layers::require_json))
        .merge(request_files())
        .merge(for_role(Role::Support, contact_attachments()))
        .merge(for_role(Role::Writer, upload_api()))
        .merge(for_role(Role::Admin, privacy_attachments()))
        .merge(newsletter_reports())
}

/// Returns the operations that all callers may use.
fn public_api() -> Operations<App> {
    Operations::new()
        .merge(contact_form())
        .merge(visit_beacons())
        .merge(newsletter_forms())
        .merge(consent_notice())
        .merge(cached_for_visitors(public_content()))
        .at("GET /api/accent-colors", routes!(settings::public::find_accent_colors))
}

/// Returns the operations whose answers to visitors `site/cached_answers.rs` caches.
fn public_content() -> Operations<App> {
    Operations::new()
        .at("GET /api/services", routes!(services::public::list_services))
        .at("GET /api/menu-items", routes!(navigation::public::list_menu_items))
        .at("GET /api/footer-sections", routes!(navigation::public::list_footer_sections))
        .at("GET /api/blog", routes!(blog::public::list_posts))
        .at("GET /api/blog/{id}", routes!(blog::public::find_post))
}

/// Returns the operation of the public contact form.
fn contact_form() -> Operations<App> {
    Operations::new()
        .at("POST /api/contacts", routes!(contacts::form::public::create_contact))
        .layer(DefaultBodyLimit::max(MAX_CONTACT_BODY))
}

/// Returns the operation that receives beacons of pages.
fn visit_beacons() -> Operations<App> {
    Operations::new()
        .at("POST /api/visits", routes!(visits::public::record_visit))
        .layer(DefaultBodyLimit::max(MAX_BEACON_BODY))
}

/// Returns the operations of the newsletter's public forms.
fn newsletter_forms() -> Operations<App> {
    Operations::new()
        .at("POST /api/newsletter/subscriptions", routes!(newsletter::public::subscribe))
        .at("POST /api/newsletter/subscriptions/confirm", routes!(newsletter::public::confirm_subscription))
        .at("POST /api/newsletter/subscriptions/unsubscribe", routes!(newsletter::public::unsubscribe))
        .layer(DefaultBodyLimit::max(MAX_ACCOUNT_BODY))
}

/// Returns the operation of the notice that asks for consent to trackers.
fn consent_notice() -> Operations<App> {
    Operations::new()
        .at("POST /api/consents", routes!(consent::public::create_consent))
        .layer(DefaultBodyLimit::max(MAX_ACCOUNT_BODY))
}

/// Returns the operation that receives reports of mail providers, of any content type.
fn newsletter_reports() -> Operations<App> {
    Operations::new()
        .at("POST /api/newsletter/reports/{token}", routes!(newsletter::reports::receive_reports))
        .layer(DefaultBodyLimit::max(MAX_REPORTS_BODY))
}

/// Returns the operations that need no session: sign-in and sign-out, registration, mailed links, first setup.
fn sign_in_api() -> Operations<App> {
    Operations::new()
        .at("POST /api/auth/login", routes!(accounts::sign_in::public::login))
        .at("POST /api/auth/register", routes!(pages::public::register))
        .at("POST /api/auth/logout", routes!(accounts::sign_in::public::logout))
        .at("POST /api/auth/password-reset", routes!(accounts::recovery::public::ask_password_reset))
        .at("POST /api/auth/password-reset/confirm", routes!(accounts::recovery::public::reset_password))
        .at("POST /api/auth/email-verification/confirm", routes!(accounts::recovery::public::confirm_email))
        .at("POST /api/auth/invitations/lookup", routes!(accounts::directory::invitations::find_invitation))
        .at("POST /api/auth/invitations/accept", routes!(accounts::directory::invitations::accept_invitation))
        .at("POST /api/auth/setup", routes!(setup::public::set_up))
        .at("POST /api/auth/setup/lookup", routes!(setup::public::find_setup))
        .at("POST /api/auth/login/second-factor", routes!(accounts::factors::login::login_second_factor))
        .at(
            "POST /api/auth/login/passkey/challenge",
            routes!(accounts::factors::passkeys::login::ask_passkey),
        )
        .at("POST /api/auth/login/passkey", routes!(accounts::factors::passkeys::login::login_passkey))
        .layer(DefaultBodyLimit::max(MAX_ACCOUNT_BODY))
}

/// Returns the operations of signed-in users on their own account.
fn account_api() -> Operations<App> {
    Operations::new()
        .at("GET /api/auth/me", routes!(accounts::sign_in::public::me))
        .at("POST /api/auth/email-verification", routes!(accounts::recovery::public::ask_email_verification))
        .at("GET /api/auth/profile", routes!(accounts::profile::find_profile))
        .at("PUT /api/auth/profile", routes!(accounts::profile::update_profile))
        .at("PUT /api/auth/password", routes!(accounts::profile::change_password))
        .at("GET /api/auth/sessions", routes!(accounts::own_sessions::list_own_sessions))
        .at("DELETE /api/auth/sessions", routes!(accounts::own_sessions::end_other_sessions))
        .at("DELETE /api/auth/sessions/{id}", routes!(accounts::own_sessions::end_own_session))
        .at("GET /api/contacts/mine", routes!(contacts::own::list_own_contacts))
        .at("GET /api/auth/export", routes!(own_data::public::export_own_data))
        .at("DELETE /api/auth/account", routes!(own_data::public::delete_account))
        .at("POST /api/auth/step-up", routes!(accounts::factors::step_up::step_up))
        .at("GET /api/auth/second-factor", routes!(accounts::factors::public::find_second_factor))
        .at("POST /api/auth/second-factor/totp", routes!(accounts::factors::totp::public::offer_totp))
        .at("DELETE /api/auth/second-factor/totp", routes!(accounts::factors::totp::public::delete_totp))
        .at(
            "POST /api/auth/second-factor/totp/confirm",
            routes!(accounts::factors::totp::public::confirm_totp),
        )
        .at("POST /api/auth/step-up/challenge", routes!(accounts::factors::step_up::ask_own_passkey))
        .at("POST /api/auth/passkeys/challenge", routes!(accounts::factors::passkeys::own::offer_passkey))
        .at("POST /api/auth/passkeys", routes!(accounts::factors::passkeys::own::create_passkey))
        .at("PUT /api/auth/passkeys/{id}", routes!(accounts::factors::passkeys::own::rename_passkey))
        .at("DELETE /api/auth/passkeys/{id}", routes!(accounts::factors::passkeys::own::delete_passkey))
        .at(
            "POST /api/auth/second-factor/recovery-codes",
            routes!(accounts::factors::public::replace_recovery_codes),
        )
        .layer(DefaultBodyLimit::max(MAX_ACCOUNT_BODY))
}

/// Returns the operations of all staff.
fn staff_api() -> Operations<App> {
    Operations::new()
        .at("GET /api/dashboard", routes!(dashboard::admin::find_dashboard))
        .at("GET /api/auth/preferences", routes!(accounts::preferences::find_preferences))
        .at("PUT /api/auth/preferences", routes!(accounts::preferences::update_preferences))
        .at("GET /api/visits", routes!(visits::admin::find_visits))
        .at("GET /api/visits/export.csv", routes!(visits::admin::export_visits))
}

/// Returns the operations of staff who edit content.
fn content_api() -> Operations<App> {
    Operations::new()
        .at("GET /api/last-change", routes!(audit::last_change::find_last_change))
        .at("POST /api/services", routes!(services::admin::create_service))
        .at("GET /api/services/trash", routes!(services::admin::list_deleted_services))
        .at("PUT /api/services/order", routes!(services::admin::reorder_services))
        .at("GET /api/services/{id}", routes!(services::admin::find_service))
        .at("PUT /api/services/{id}", routes!(services::admin::update_service))
        .at("DELETE /api/services/{id}", routes!(services::admin::delete_service))
        .at("POST /api/services/{id}/restore", routes!(services::admin::restore_service))
        .merge(navigation_api())
        .at("POST /api/blog", routes!(blog::writing::create_post))
        .at("PUT /api/blog/{id}", routes!(blog::writing::update_post))
        .at("DELETE /api/blog/{id}", routes!(blog::trash::delete_post))
        .at("GET /api/blog/trash", routes!(blog::trash::list_deleted_posts))
        .at("POST /api/blog/{id}/restore", routes!(blog::trash::restore_post))
        .at("GET /api/blog/terms", routes!(blog::terms::list_post_terms))
        .at("POST /api/blog/bulk", routes!(blog::bulk::change_posts))
        .at("POST /api/blog/bulk/undo", routes!(blog::bulk::undo_post_changes))
        .at("GET /api/blog/{id}/history", routes!(blog::writing::versions::list_post_history))
        .at(
            "POST /api/blog/{id}/history/{version}/restore",
            routes!(blog::writing::versions::restore_post_version),
        )
        .at("GET /api/blog/{id}/preview-link", routes!(blog::previews::find_post_preview))
        .at("POST /api/blog/{id}/preview-link", routes!(blog::previews::create_post_preview))
        .at("DELETE /api/blog/{id}/preview-link", routes!(blog::previews::delete_post_preview))
        .merge(pages_api())
        .at("GET /api/media", routes!(media::admin::list_media))
        .at("GET /api/media/{id}", routes!(media::admin::find_media))
        .at("PUT /api/media/{id}", routes!(media::admin::update_media))
        .at("DELETE /api/media/{id}", routes!(media::admin::delete_media))
        .at("POST /api/media/{id}/restore", routes!(media::admin::restore_media))
        .at("GET /api/media/{id}/uses", routes!(media_uses::admin::list_media_uses))
        .merge(editions_api())
        .merge(redirects_api())
}

/// Returns the operations of editors on the subscriptions of the newsletter.
fn subscriptions_api() -> Operations<App> {
    Operations::new()
        .at("GET /api/newsletter/subscriptions", routes!(newsletter::admin::list_subscriptions))
        .at("GET /api/newsletter/subscriptions/summary", routes!(newsletter::admin::summarize_subscriptions))
        .at("POST /api/newsletter/subscriptions/{id}/resume", routes!(newsletter::stops::resume_subscription))
        .at("DELETE /api/newsletter/subscriptions/{id}", routes!(newsletter::admin::delete_subscription))
        .at("PUT /api/newsletter/interests", routes!(newsletter::interests::admin::update_interests))
}

/// Returns the operations of staff on the editions of the newsletter.
fn editions_api() -> Operations<App> {
    use newsletter::editions::{actions, admin, new_posts, results};
    Operations::new()
        .at("GET /api/newsletter/interests", routes!(newsletter::interests::admin::list_interests))
        .at("GET /api/newsletter/settings", routes!(new_posts::find_newsletter_settings))
        .at("PUT /api/newsletter/settings", routes!(new_posts::update_newsletter_settings))
        .at("GET /api/newsletter/editions", routes!(admin::list_editions))
        .at("POST /api/newsletter/editions", routes!(admin::create_edition))
        .at("GET /api/newsletter/editions/trash", routes!(admin::list_deleted_editions))
        .at("POST /api/newsletter/editions/preview", routes!(actions::preview_edition))
        .at("GET /api/newsletter/editions/{id}", routes!(admin::find_edition))
        .at("PUT /api/newsletter/editions/{id}", routes!(admin::update_edition))
        .at("DELETE /api/newsletter/editions/{id}", routes!(admin::delete_edition))
        .at("POST /api/newsletter/editions/{id}/restore", routes!(admin::restore_edition))
        .at("POST /api/newsletter/editions/{id}/test", routes!(actions::test_edition))
        .at("POST /api/newsletter/editions/{id}/send", routes!(actions::send_edition))
        .at("POST /api/newsletter/editions/{id}/cancel", routes!(actions::cancel_edition))
        .at("GET /api/newsletter/editions/{id}/recipients", routes!(actions::count_edition_recipients))
        .at("GET /api/newsletter/editions/{id}/results", routes!(results::find_edition_results))
}

/// Returns the operations of staff on redirects and missing pages.
fn redirects_api() -> Operations<App> {
    Operations::new()
        .at("GET /api/redirects", routes!(redirects::admin::list_redirects))
        .at("POST /api/redirects", routes!(redirects::admin::create_redirect))
        .at("GET /api/redirects/trash", routes!(redirects::admin::list_deleted_redirects))
        .at("GET /api/redirects/trace", routes!(redirects::trace::trace_redirects))
        .at("POST /api/redirects/import", routes!(redirects::import::import_redirects))
        .at("GET /api/redirects/{id}", routes!(redirects::admin::find_redirect))
        .at("PUT /api/redirects/{id}", routes!(redirects::admin::update_redirect))
        .at("DELETE /api/redirects/{id}", routes!(redirects::admin::delete_redirect))
        .at("POST /api/redirects/{id}/restore", routes!(redirects::admin::restore_redirect))
        .at("GET /api/missing-pages", routes!(redirects::missing::list_missing_pages))
        .at("DELETE /api/missing-pages/{id}", routes!(redirects::missing::ignore_missing_page))
        .at("POST /api/missing-pages/{id}/restore", routes!(redirects::missing::restore_missing_page))
}

/// Returns the operations of staff on contacts.
fn contacts_api() -> Operations<App> {
    Operations::new()
        .at("GET /api/contacts", routes!(contacts::list::list_contacts))
        .at("GET /api/contacts/summary", routes!(contacts::list::summarize_contacts))
        .at("GET /api/contacts/filter-values", routes!(contacts::list::list_filter_values))
        .at("GET /api/contacts/assignees", routes!(contacts::assignment::assignees::list_assignees))
        .at("GET /api/contacts/business-hours", routes!(contacts::promise::admin::find_business_hours))
        .at("GET /api/contacts/promise", routes!(contacts::promise::admin::find_promise_overview))
        .at(
            "GET /api/contacts/notifications",
            routes!(contacts::notifications::admin::find_notification_preferences),
        )
        .at(
            "PUT /api/contacts/notifications",
            routes!(contacts::notifications::admin::update_notification_preferences),
        )
        .at("GET /api/push", routes!(push::admin::list_devices))
        .at("POST /api/push/subscriptions", routes!(push::admin::create_subscription))
        .at("DELETE /api/push/subscriptions/{id}", routes!(push::admin::delete_subscription))
        .at("POST /api/contacts/bulk", routes!(contacts::triage::bulk::change_contacts))
        .at("POST /api/contacts/bulk/undo", routes!(contacts::triage::bulk::undo_contact_changes))
        .at("POST /api/contacts/recorded", routes!(contacts::channel::recording::record_contact))
        .at("POST /api/contacts/whatsapp-code", routes!(contacts::channel::whatsapp::check_whatsapp_code))
        .at("POST /api/contacts/{id}/merge", routes!(contacts::merging::merge_contacts))
        .at("POST /api/contacts/{id}/merge/undo", routes!(contacts::merging::undo_merge))
        .at("GET /api/campaigns", routes!(contacts::campaigns::admin::list_campaigns))
        .at("POST /api/campaigns", routes!(contacts::campaigns::admin::create_campaign))
        .at("GET /api/campaigns/{id}", routes!(contacts::campaigns::admin::find_campaign))
        .at("PUT /api/campaigns/{id}", routes!(contacts::campaigns::admin::update_campaign))
        .at("GET /api/contacts/filters", routes!(contacts::saved_filters::list_saved_filters))
        .at("POST /api/contacts/filters", routes!(contacts::saved_filters::create_saved_filter))
        .at("DELETE /api/contacts/filters/{id}", routes!(contacts::saved_filters::delete_saved_filter))
        .at("GET /api/consent-texts/{hash}", routes!(consent_texts::admin::find_consent_text))
        .at("GET /api/contacts/{id}", routes!(contacts::admin::find_contact))
        .at("PUT /api/contacts/{id}", routes!(contacts::admin::update_contact))
        .at("DELETE /api/contacts/{id}", routes!(contacts::admin::delete_contact))
        .at("POST /api/contacts/{id}/restore", routes!(contacts::admin::restore_contact))
        .at("GET /api/contacts/{id}/timeline", routes!(contacts::timeline::find_timeline))
        .at("POST /api/contacts/{id}/notes", routes!(contacts::notes::create_note))
        .at("DELETE /api/contacts/notes/{id}", routes!(contacts::notes::delete_note))
        .at("POST /api/contacts/{id}/replies", routes!(contacts::replies::create_reply))
        .at("POST /api/contacts/{id}/answered", routes!(contacts::answered::confirm_answered))
        .at(
            "GET /api/contacts/{id}/attachments/{attachment_id}",
            routes!(contacts::attachments::download_attachment),
        )
        .at("GET /api/contacts/board", routes!(contacts::stages::board::find_board))
        .at("GET /api/contacts/board/{stage}", routes!(contacts::stages::board::list_board_cards))
        .at("GET /api/contacts/results", routes!(contacts::results::find_results))
        .at("PUT /api/contacts/{id}/stage", routes!(contacts::stages::change_stage))
        .at("PUT /api/contacts/{id}/next-step", routes!(contacts::steps::plan_step))
        .at("DELETE /api/contacts/{id}/next-step", routes!(contacts::steps::remove_step))
        .at("POST /api/contacts/{id}/next-step/done", routes!(contacts::steps::complete_step))
        .at("DELETE /api/contacts/steps/{id}", routes!(contacts::steps::reopen_step))
        .at(
            "DELETE /api/contacts/{id}/attachments/{attachment_id}",
            routes!(contacts::attachments::drafts::delete_attachment),
        )
        .at("DELETE /api/contacts/replies/{id}", routes!(contacts::replies::cancel_reply))
        .at("POST /api/contacts/replies/{id}/retry", routes!(contacts::replies::retry_reply))
        .at("POST /api/contacts/{id}/forward", routes!(contacts::triage::forwarding::forward_contact))
        .at("PUT /api/contacts/{id}/presence", routes!(contacts::presence::report_writing))
        .at("GET /api/reply-templates", routes!(contacts::templates::list_templates))
        .at("POST /api/reply-templates", routes!(contacts::templates::create_template))
        .at("GET /api/reply-templates/trash", routes!(contacts::templates::list_deleted_templates))
        .at("GET /api/reply-templates/{id}", routes!(contacts::templates::find_template))
        .at("PUT /api/reply-templates/{id}", routes!(contacts::templates::update_template))
        .at("DELETE /api/reply-templates/{id}", routes!(contacts::templates::delete_template))
        .at("POST /api/reply-templates/{id}/restore", routes!(contacts::templates::restore_template))
}

/// Returns the operations of staff on the menu and the footer.
fn navigation_api() -> Operations<App> {
    Operations::new()
        .at("POST /api/menu-items", routes!(navigation::menu::admin::create_menu_item))
        .at("GET /api/menu-items/trash", routes!(navigation::menu::admin::list_deleted_menu_items))
        .at("PUT /api/menu-items/order", routes!(navigation::menu::admin::reorder_menu_items))
        .at("GET /api/menu-items/{id}", routes!(navigation::menu::admin::find_menu_item))
        .at("PUT /api/menu-items/{id}", routes!(navigation::menu::admin::update_menu_item))
        .at("DELETE /api/menu-items/{id}", routes!(navigation::menu::admin::delete_menu_item))
        .at("POST /api/menu-items/{id}/restore", routes!(navigation::menu::admin::restore_menu_item))
        .at("POST /api/footer-sections", routes!(navigation::footer::admin::create_footer_section))
        .at(
            "GET /api/footer-sections/trash",
            routes!(navigation::footer::admin::list_deleted_footer_sections),
        )
        .at("PUT /api/footer-sections/order", routes!(navigation::footer::admin::reorder_footer_sections))
        .at("GET /api/footer-sections/{id}", routes!(navigation::footer::admin::find_footer_section))
        .at("PUT /api/footer-sections/{id}", routes!(navigation::footer::admin::update_footer_section))
        .at("DELETE /api/footer-sections/{id}", routes!(navigation::footer::admin::delete_footer_section))
        .at(
            "POST /api/footer-sections/{id}/restore",
            routes!(navigation::footer::admin::restore_footer_section),
        )
        .at("GET /api/link-targets", routes!(navigation::links::admin::list_link_targets))
}

/// Returns the operations of staff on the content of public pages.
fn pages_api() -> Operations<App> {
    Operations::new()
        .at("GET /api/pages", routes!(pages::admin::list_pages))
        .at("GET /api/pages/texts", routes!(pages::admin::search_texts))
        .at("GET /api/pages/{name}", routes!(pages::admin::find_page))
        .at("PUT /api/pages/{name}", routes!(pages::admin::update_page))
        .at("GET /api/pages/{name}/default", routes!(pages::admin::find_default))
        .at("GET /api/pages/{name}/form", routes!(pages::admin::find_form))
        .at("POST /api/pages/{name}/reset", routes!(pages::admin::reset_page))
        .at("GET /api/pages/{name}/history", routes!(pages::history::list_history))
        .at("POST /api/pages/{name}/history/{version}/restore", routes!(pages::history::restore_page))
}

/// Returns the operations of staff that render public pages.
pub fn preview_api() -> Operations<Site> {
    Operations::new()
        .at("POST /api/navigation/preview", routes!(preview::preview_navigation))
        .at("POST /api/blog/preview", routes!(preview::preview_post))
        .at("POST /api/pages/{name}/preview", routes!(preview::page::preview_page))
}

/// Returns the operations of staff that upload a file.
fn upload_api() -> Operations<App> {
    Operations::new()
        .at("POST /api/media", routes!(media::upload::upload_media))
        .at("POST /api/media/{id}/file", routes!(media_uses::admin::replace_media))
        .layer(DefaultBodyLimit::max(MAX_UPLOAD_BODY))
}

/// Returns the operation that receives files of requests.
fn request_files() -> Operations<App> {
    Operations::new()
        .at("POST /api/contacts/{id}/files", routes!(contacts::attachments::requests::send_file))
        .layer(DefaultBodyLimit::max(MAX_REQUEST_FILE_BODY))
}

/// Returns the operation that uploads attachments of replies to contacts.
fn contact_attachments() -> Operations<App> {
    Operations::new()
        .at("POST /api/contacts/{id}/attachments", routes!(contacts::attachments::drafts::upload_attachment))
        .layer(DefaultBodyLimit::max(MAX_ATTACHMENT_BODY))
}

/// Returns the operation that uploads attachments of replies to privacy requests.
fn privacy_attachments() -> Operations<App> {
    Operations::new()
        .at(
            "POST /api/privacy-requests/{id}/attachments",
            routes!(privacy_requests::replies::files::upload_attachment),
        )
        .layer(DefaultBodyLimit::max(MAX_ATTACHMENT_BODY))
}

/// Returns the operations of administrators.
fn admin_api() -> Operations<App> {
    Operations::new()
        .at("GET /api/settings/security", routes!(accounts::policy::find_security))
        .at("PUT /api/settings/security", routes!(accounts::policy::update_security))
        .at("GET /api/settings/{name}", routes!(settings::admin::find_settings))
        .at("PUT /api/settings/{name}", routes!(settings_changes::update_settings))
        .at("GET /api/settings/{name}/history", routes!(settings::admin::list_history))
        .at(
            "POST /api/settings/{name}/history/{version}/restore",
            routes!(settings_changes::restore_settings),
        )
        .at("GET /api/demo-content", routes!(setup::demo::admin::find_demo_content))
        .at("DELETE /api/demo-content", routes!(setup::demo::admin::remove_demo_content))
        .at("GET /api/audit", routes!(audit::admin::list_events))
        .at("GET /api/audit/export.csv", routes!(audit::admin::export_events))
        .at("GET /api/audit/{sequence}", routes!(audit::admin::find_event))
        .at("GET /api/newsletter/subscriptions/export", routes!(newsletter::admin::export_subscriptions))
        .merge(subscription_import())
        .merge(contacts_import())
        .at("GET /api/newsletter/report-address", routes!(newsletter::reports::admin::find_report_address))
        .at(
            "POST /api/newsletter/report-address/replace",
            routes!(newsletter::reports::admin::replace_report_address),
        )
        .at("GET /api/contacts/assignment", routes!(contacts::assignment::admin::find_assignment_rules))
        .at("PUT /api/contacts/assignment", routes!(contacts::assignment::admin::update_assignment_rules))
        .at("GET /api/contacts/imports", routes!(contact_import::undo::list_imports))
        .at("POST /api/contacts/imports/{id}/undo", routes!(contact_import::undo::undo_import))
        .at("GET /api/contacts/export.csv", routes!(contacts::list::export_contacts))
        .at("GET /api/consents/summary", routes!(consent::admin::summarize_consents))
        .at("GET /api/consents/export.csv", routes!(consent::admin::export_consents))
        .at("GET /api/mail/providers", routes!(mail::settings::admin::domain::list_providers))
        .at("GET /api/mail/outgoing", routes!(mail::settings::admin::outgoing::find_outgoing))
        .at("PUT /api/mail/outgoing", routes!(mail::settings::admin::outgoing::update_outgoing))
        .at("DELETE /api/mail/outgoing", routes!(mail::settings::admin::outgoing::turn_off_outgoing))
        .at("POST /api/mail/outgoing/test", routes!(mail::settings::admin::outgoing::test_outgoing))
        .at("GET /api/mail/incoming", routes!(mail::settings::admin::incoming::find_incoming))
        .at("PUT /api/mail/incoming", routes!(mail::settings::admin::incoming::update_incoming))
        .at("DELETE /api/mail/incoming", routes!(mail::settings::admin::incoming::turn_off_incoming))
        .at("POST /api/mail/incoming/test", routes!(mail::settings::admin::incoming::test_incoming))
        .at("GET /api/mail/domain", routes!(mail::settings::admin::domain::check_domain))
        .at("GET /api/outbox", routes!(mail::admin::list_outbox))
        .at("GET /api/outbox/summary", routes!(mail::admin::summarize_outbox))
        .at("POST /api/outbox/retry", routes!(mail::admin::retry_all_messages))
        .at("POST /api/outbox/{id}/retry", routes!(mail::admin::retry_message))
        .at("POST /api/outbox/{id}/link", routes!(mail::admin::reveal_link))
        .at("DELETE /api/outbox/{id}", routes!(mail::admin::delete_message))
        .at("GET /api/people", routes!(own_data::people::search_people))
        .at("GET /api/people/view", routes!(own_data::people::find_person))
        .at("GET /api/people/export", routes!(own_data::people::export_person))
        .at("POST /api/people/erase", routes!(own_data::erasure::erase_person))
        .at("GET /api/retention", routes!(own_data::retention::admin::find_retention))
        .at("PUT /api/retention/{key}", routes!(own_data::retention::admin::update_retention))
        .merge(privacy_requests_api())
        .merge(processing_api())
}

/// Returns the operations of administrators on requests about personal data.
fn privacy_requests_api() -> Operations<App> {
    Operations::new()
        .at("GET /api/privacy-requests", routes!(privacy_requests::admin::list_requests))
        .at("GET /api/privacy-requests/summary", routes!(privacy_requests::admin::summarize_requests))
        .at("GET /api/privacy-requests/{id}", routes!(privacy_requests::admin::find_request))
        .at("PUT /api/privacy-requests/{id}", routes!(privacy_requests::admin::update_request))
        .at("GET /api/privacy-requests/{id}/replies", routes!(privacy_requests::replies::list_replies))
        .at("POST /api/privacy-requests/{id}/replies", routes!(privacy_requests::replies::create_reply))
        .at(
            "GET /api/privacy-requests/{id}/attachments/{attachment_id}",
            routes!(privacy_requests::replies::files::download_attachment),
        )
        .at(
            "DELETE /api/privacy-requests/{id}/attachments/{attachment_id}",
            routes!(privacy_requests::replies::files::delete_attachment),
        )
}

/// Returns the operations of administrators on the record of processing.
fn processing_api() -> Operations<App> {
    Operations::new()
        .at("GET /api/processing-record", routes!(processing::admin::find_record))
        .at("PUT /api/processing-record", routes!(processing::admin::update_record))
        .at("GET /api/processing-record/history", routes!(processing::admin::list_history))
        .at(
            "POST /api/processing-record/history/{version}/restore",
            routes!(processing::admin::restore_record),
        )
        .at("GET /api/processing-record/export.csv", routes!(processing::admin::export_csv))
        .at("GET /api/processing-record/export.html", routes!(processing::admin::export_html))
}

/// Returns the operation of administrators that imports subscribers.
fn subscription_import() -> Operations<App> {
    Operations::new()
        .at("POST /api/newsletter/subscriptions/import", routes!(newsletter::import::import_subscriptions))
        .layer(DefaultBodyLimit::max(MAX_SUBSCRIPTIONS_BODY))
}

/// Returns the operation of administrators that imports contacts.
fn contacts_import() -> Operations<App> {
    Operations::new()
        .at("POST /api/contacts/import", routes!(contact_import::import_contacts))
        .layer(DefaultBodyLimit::max(MAX_CONTACTS_BODY))
}

/// Returns the operations of administrators on accounts.
fn users_api() -> Operations<App> {
    Operations::new()
        .at("GET /api/auth/users", routes!(accounts::directory::admin::list_users))
        .at("GET /api/auth/users/{id}", routes!(accounts::directory::admin::find_user))
        .at("POST /api/auth/users", routes!(accounts::directory::admin::create_user))
        .at("PUT /api/auth/users/{id}", routes!(accounts::directory::admin::update_user))
        .at("DELETE /api/auth/users/{id}", routes!(own_data::users::delete_user))
        .at("POST /api/auth/users/{id}/disable", routes!(accounts::directory::access::disable_user))
        .at("POST /api/auth/users/{id}/enable", routes!(accounts::directory::access::enable_user))
        .at("DELETE /api/auth/users/{id}/sessions", routes!(accounts::directory::access::end_user_sessions))
        .at("POST /api/auth/invitations", routes!(accounts::directory::invitations::invite_user))
        .at(
            "POST /api/auth/users/{id}/invitation",
            routes!(accounts::directory::invitations::renew_invitation),
        )
        .at(
            "DELETE /api/auth/users/{id}/invitation",
            routes!(accounts::directory::invitations::revoke_invitation),
        )
        .layer(DefaultBodyLimit::max(MAX_ACCOUNT_BODY))
}

/// Returns the health checks.
fn health_checks() -> Operations<App> {
    Operations::new()
        .at("GET /healthz/live", routes!(health::live))
        .at("GET /healthz/ready", routes!(health::ready))
}
