//! The company's record, and the rules it gives itself.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who the company is and how it is reached.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Company {
    pub name: String,
    pub tagline: String,
    /// What the footer says of it.
    pub about_text: String,
    pub phone: String,
    /// A number with country code; empty for none.
    pub whatsapp: String,
    pub email: String,
    pub address: String,
    /// A line for each span of days.
    pub business_hours: String,
    pub copyright: String,
    pub social: Social,
}

/// Addresses of the company's profiles; empty where it has none.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Social {
    pub facebook: String,
    pub instagram: String,
    pub linkedin: String,
    pub youtube: String,
    pub twitter: String,
}

/// The rules for staff's accounts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Security {
    /// Staff without a second factor have to set one up before anything else.
    pub require_second_factor: bool,
}

impl Company {
    /// `tel:` with the country code of Brazil where none is written.
    #[must_use]
    pub fn phone_url(&self) -> String {
        let digits = digits(&self.phone);
        if self.phone.trim_start().starts_with('+') {
            format!("tel:+{digits}")
        } else {
            format!("tel:+55{digits}")
        }
    }

    #[must_use]
    pub fn whatsapp_url(&self) -> Option<String> {
        let digits = digits(&self.whatsapp);
        (!digits.is_empty()).then(|| format!("https://wa.me/{digits}"))
    }

    #[must_use]
    pub fn maps_url(&self) -> String {
        let query = url::form_urlencoded::byte_serialize(self.address.as_bytes()).collect::<String>();
        format!("https://www.google.com/maps/search/?api=1&query={query}")
    }
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}
