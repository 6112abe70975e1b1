//! `layout.json`: the words that surround every page.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Link;

/// `layout.json`: the words that surround every page.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LayoutContent {
    pub labels: LayoutLabels,
    /// Links of the footer's last line: privacy policy and terms of use.
    pub legal: Vec<Link>,
    /// What a visitor's message on WhatsApp begins with.
    pub whatsapp_text: String,
}

/// Words of the header, the footer and the notices.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LayoutLabels {
    pub skip_to_content: String,
    pub main_menu: String,
    pub open_menu: String,
    pub close_menu: String,
    pub sign_in: String,
    pub quote: Link,
    pub user_menu: String,
    pub admin_panel: String,
    pub my_account: String,
    pub sign_out: String,
    pub phone: String,
    pub email: String,
    pub address: String,
    pub hours: String,
    pub social: String,
    pub legal: String,
    pub notices: String,
    pub dismiss_notice: String,
    /// Shown when an answer of the server is not JSON.
    pub request_failed: String,
    pub no_script: String,
}
