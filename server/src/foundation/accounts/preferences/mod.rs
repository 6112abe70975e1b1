//! Preferences of the caller for the panel. They apply in every browser.

mod store;

use axum::extract::State;
use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    app::App,
    foundation::identity::extract::Staff,
    platform::{
        error::Result,
        http::{IfMatch, JsonBody, Version, Versioned},
        parse::Fields,
    },
};

/// Maximum number of characters of a signature.
pub const MAX_SIGNATURE: usize = 500;

/// How the panel shows contacts. `conversation`: a list beside the open contact. `table`: a table, with the open contact in a
/// dialog. `board`: a column for each stage, with the open contact in a dialog.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum,
)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum ContactsLayout {
    #[default]
    Conversation,
    Table,
    Board,
}

/// Preferences of a member of staff for the panel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Preferences {
    pub contacts_layout: ContactsLayout,
    /// Whether single keys run shortcuts.
    pub shortcuts: bool,
    /// The text with which replies by email start below the greeting; may be empty.
    pub signature: String,
}

impl Default for Preferences {
    fn default() -> Self {
        Self { contacts_layout: ContactsLayout::default(), shortcuts: true, signature: String::new() }
    }
}

/// A change of preferences. Omitted fields keep their value.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PreferencesChange {
    pub contacts_layout: Option<ContactsLayout>,
    pub shortcuts: Option<bool>,
    pub signature: Option<String>,
}

/// Returns the caller's preferences for the panel.
#[utoipa::path(get, path = "/api/auth/preferences", tag = "accounts", operation_id = "find_preferences",
    responses((status = 200, body = Preferences)))]
pub async fn find_preferences(Staff(staff): Staff, State(app): State<App>) -> Result<Versioned<Preferences>> {
    let (version, preferences) = store::find(app.db.reader(), staff.user.id).await?;
    Ok(Versioned(version, preferences))
}

/// Changes the caller's preferences for the panel. Omitted fields keep their value.
#[utoipa::path(put, path = "/api/auth/preferences", tag = "accounts", operation_id = "update_preferences",
    params(IfMatch),
    request_body = PreferencesChange,
    responses((status = 200, body = Preferences)))]
pub async fn update_preferences(
    Staff(staff): Staff,
    State(app): State<App>,
    condition: IfMatch,
    JsonBody(change): JsonBody<PreferencesChange>,
) -> Result<Versioned<Preferences>> {
    let mut fields = Fields::default();
    let signature = change.signature.map(|text| fields.text("signature", &text, MAX_SIGNATURE));
    let signature = fields.finish(signature)?;
    let tx = app.db.begin().await?;
    let (version, current) = store::find(&*tx, staff.user.id).await?;
    condition.check(version)?;
    let preferences = Preferences {
        contacts_layout: change.contacts_layout.unwrap_or(current.contacts_layout),
        shortcuts: change.shortcuts.unwrap_or(current.shortcuts),
        signature: signature.unwrap_or_else(|| current.signature.clone()),
    };
    if preferences == current {
        return Ok(Versioned(version, current));
    }
    let version: Version = version.next();
    store::save(&*tx, staff.user.id, version, &preferences).await?;
    tx.commit().await?;
    Ok(Versioned(version, preferences))
}
