//! Schemas of the contract that no operation refers to.

use utoipa::{OpenApi, openapi::OpenApi as Contract};

use crate::{
    features::{
        blog, contacts::list::filter::ContactListView, pages::model::PageName,
        privacy_requests::model::PrivacyRequestStage,
    },
    foundation::{audit, media, settings::model::SettingsName},
    site::document::Document,
};

/// The schemas, which the web code uses.
#[derive(OpenApi)]
#[openapi(components(schemas(
    Document,
    ContactListView,
    PageName,
    PrivacyRequestStage,
    SettingsName,
    audit::last_change::EditedKind,
    blog::model::PostSort,
    media::model::Format
)))]
struct Schemas;

/// Returns a contract that has only these schemas.
pub fn schemas() -> Contract {
    Schemas::openapi()
}
