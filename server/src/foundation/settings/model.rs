//! The company's records: each fact in one of them, and the rules it gives itself.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    foundation::media::upload_kind::Place,
    platform::{
        phone::{self, international_digits, national_digits, whatsapp_digits},
        text::percent_encoded,
    },
};

/// The hours within which every visitor is promised an answer.
pub const PROMISED_HOURS: u16 = 24;
/// The mailbox of the demo company. Nobody reads it.
const DEMO_EMAIL: &str = "contato@vitrine.example";

/// Which records there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SettingsName {
    Company,
    Contact,
    Social,
    Seo,
    Analytics,
}

impl SettingsName {
    /// The key in the database.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Company => "company",
            Self::Contact => "contact",
            Self::Social => "social",
            Self::Seo => "seo",
            Self::Analytics => "analytics",
        }
    }

    /// What staff call the record.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Company => "Empresa",
            Self::Contact => "Contato",
            Self::Social => "Redes Sociais",
            Self::Seo => "SEO",
            Self::Analytics => "Analytics",
        }
    }

    /// Its fields that hold a picture of the library, and what each is for.
    #[must_use]
    pub fn pictures(self) -> &'static [(&'static str, Place)] {
        match self {
            Self::Company => &[("logo", Place::Logo), ("logo_dark", Place::Logo)],
            Self::Seo => &[("og_image", Place::ShareImage), ("favicon", Place::Favicon)],
            Self::Contact | Self::Social | Self::Analytics => &[],
        }
    }
}

/// All records at once.
#[derive(Clone, Debug)]
pub struct Settings {
    pub company: Company,
    pub contact: ContactInfo,
    pub social: Social,
    pub seo: Seo,
    pub analytics: Analytics,
}

/// One of the records, whichever was named.
#[derive(ToSchema)]
#[serde(untagged)]
#[allow(
    dead_code,
    clippy::large_enum_variant,
    reason = "says in the contract what settings/admin.rs answers"
)]
pub enum SettingsRecord {
    Company(Company),
    Contact(ContactInfo),
    Social(Social),
    Seo(Seo),
    Analytics(Analytics),
}

/// Who the company is.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Company {
    pub name: String,
    /// The legal name, as registered; may be empty.
    pub full_name: String,
    /// The number in the national register of companies, as `12.ABC.345/01DE-35`; may be empty.
    pub cnpj: String,
    /// The name of the data protection officer ('encarregado'); may be empty.
    pub data_officer: String,
    pub tagline: String,
    pub description: String,
    /// A year, or empty.
    pub founded: String,
    /// In words or as a span: `15-50`.
    pub employees: String,
    /// City and state; letters go to the address of the contact record.
    pub location: String,
    pub mission: String,
    pub vision: String,
    pub values: String,
    /// The address of a picture of the library; empty for the product's own mark.
    pub logo: String,
    /// The logo on dark backgrounds; empty where `logo` is good for both.
    pub logo_dark: String,
    /// Of buttons, links and marks, as `#1d4fb8`; empty for the design's own. What is shown may be lighter or darker.
    pub accent_color: String,
    pub copyright: String,
}

/// How the company is reached.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactInfo {
    /// May be empty, like the e-mail and the address.
    pub phone: String,
    /// Empty for none.
    pub whatsapp: String,
    pub email: String,
    pub address: String,
    /// A line for each span of days.
    pub business_hours: String,
    /// What the footer says of the company.
    pub about_text: String,
}

/// Addresses of the company's profiles; empty where it has none.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Social {
    pub facebook: String,
    pub instagram: String,
    pub linkedin: String,
    pub youtube: String,
    pub twitter: String,
}

/// What search engines and shared links say of the site.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Seo {
    /// Of the browser's tab, on the home page and wherever a page has no title of its own.
    pub page_title: String,
    /// Of a shared link to the home page.
    pub site_title: String,
    pub site_description: String,
    /// Separated by commas.
    pub keywords: String,
    /// The picture of shared links, of the library; empty for the one drawn from each page's title.
    pub og_image: String,
    /// A picture of the library; empty for the product's own mark.
    pub favicon: String,
}

/// The company's accounts with services that count visitors. Nothing loads from them because of these alone.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Analytics {
    /// `G-…` or `GTM-…`.
    pub google_analytics: String,
    /// Proves to Google whose site it is.
    pub search_console: String,
    pub facebook_pixel: String,
    pub hotjar: String,
}

/// Which facts of its own a new company has given so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    pub name: bool,
    pub logo: bool,
    pub phone: bool,
    /// Where notices of new contacts go, and questions about personal data.
    pub email: bool,
    /// One account at least.
    pub analytics: bool,
}

impl ContactInfo {
    /// Where mail for the company goes; nothing while it is blank or still the demo company's.
    #[must_use]
    pub fn mailbox(&self) -> Option<&str> {
        Some(&*self.email).filter(|email| !email.is_empty() && !email.eq_ignore_ascii_case(DEMO_EMAIL))
    }

    /// The phone as it is shown.
    #[must_use]
    pub fn shown_phone(&self) -> String {
        phone::formatted(&self.phone)
    }

    /// Empty without a phone.
    #[must_use]
    pub fn phone_url(&self) -> String {
        if self.phone.is_empty() {
            return String::new();
        }
        match international_digits(&self.phone) {
            Some(digits) => format!("tel:+{digits}"),
            None => format!("tel:{}", national_digits(&self.phone)),
        }
    }

    /// A conversation that begins with `text`, still to be sent.
    #[must_use]
    pub fn whatsapp_url(&self, text: &str) -> Option<String> {
        let number = whatsapp_digits(&self.whatsapp)?;
        Some(format!("https://wa.me/{number}?text={}", percent_encoded(text)))
    }
}

impl Settings {
    /// Where the company is. Without an address, its city.
    #[must_use]
    pub fn address(&self) -> &str {
        let address = &*self.contact.address;
        if address.is_empty() { &self.company.location } else { address }
    }

    /// Empty without an address and a city.
    #[must_use]
    pub fn maps_url(&self) -> String {
        match self.address() {
            "" => String::new(),
            address => {
                format!("https://www.google.com/maps/search/?api=1&query={}", percent_encoded(address))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn demo_mailbox_is_nobodys() {
        let defaults: serde_json::Value =
            serde_json::from_str(include_str!("../../../content/settings.json")).expect("JSON");
        assert_eq!(defaults["contact"]["email"], DEMO_EMAIL);
        for (email, mailbox) in
            [(DEMO_EMAIL, None), ("", None), ("oi@exemplo.com.br", Some("oi@exemplo.com.br"))]
        {
            let contact = ContactInfo { email: email.into(), ..ContactInfo::default() };
            assert_eq!(contact.mailbox(), mailbox);
        }
    }

    #[test]
    fn the_companys_number_is_dialled_as_it_can_be() {
        for (phone, expected) in [
            ("(11) 4000-0000", "tel:+551140000000"),
            ("0800 123 4567", "tel:08001234567"),
            ("4004-1234", "tel:40041234"),
            ("(11) 4000-0000 ramal 12", "tel:+551140000000"),
        ] {
            let contact =
                ContactInfo { phone: phone.into(), whatsapp: phone.into(), ..ContactInfo::default() };
            assert_eq!(contact.phone_url(), expected);
            assert_eq!(contact.whatsapp_url("Oi").is_some(), phone != "4004-1234", "{phone}");
        }
    }
}
