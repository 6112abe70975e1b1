//! The records of settings.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::met_promises::MetPromises;
use crate::{
    foundation::media::upload_kind::UploadKind,
    platform::{
        id,
        parse::is_email,
        text::{
            percent_encoded,
            phone::{self, international_digits, national_digits, whatsapp_digits},
        },
    },
};

/// The value of a setting that is turned on.
pub const ON: &str = "on";
/// The email of the demo company, to which nothing can be sent.
pub const DEMO_EMAIL: &str = "contato@vitrine.example";

/// The name of a record of settings.
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
    /// Returns the name in the database and in paths.
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

    /// Returns the Portuguese name of the record.
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

    /// Returns the fields that contain the URL of a picture, each with the upload kind of the picture.
    #[must_use]
    pub fn pictures(self) -> &'static [(&'static str, UploadKind)] {
        match self {
            Self::Company => &[("logo", UploadKind::Logo), ("logo_dark", UploadKind::Logo)],
            Self::Seo => &[("og_image", UploadKind::ShareImage), ("favicon", UploadKind::Favicon)],
            Self::Contact | Self::Social | Self::Analytics => &[],
        }
    }
}

/// All records of settings, and the count that facts in their texts need.
#[derive(Clone, Debug)]
pub struct Settings {
    pub company: Company,
    pub contact: ContactInfo,
    pub social: Social,
    pub seo: Seo,
    pub analytics: Analytics,
    pub met_promises: MetPromises,
}

/// A record of settings, of the kind that the path names.
#[derive(ToSchema)]
#[serde(untagged)]
#[allow(
    dead_code,
    clippy::large_enum_variant,
    reason = "describes in the contract what settings/admin.rs returns"
)]
pub enum SettingsRecord {
    Company(Company),
    Contact(ContactInfo),
    Social(Social),
    Seo(Seo),
    Analytics(Analytics),
}

/// The company.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Company {
    pub name: String,
    /// The legal name, as registered; may be empty.
    pub full_name: String,
    /// The number in the national register of companies, in the format `12.ABC.345/01DE-35`; may be empty.
    pub cnpj: String,
    /// The name of the data protection officer ('encarregado'); may be empty.
    pub data_officer: String,
    /// How to contact the data protection officer: an email address or another channel; may be empty.
    pub data_officer_contact: String,
    pub tagline: String,
    pub description: String,
    /// Year of the foundation, 1800 to 2100; may be empty.
    pub founded: String,
    /// Number of employees as free text, such as `15-50`; may be empty.
    pub employees: String,
    /// City and state, such as `Recife, PE`; may be empty. The postal address is in the contact record.
    pub location: String,
    pub mission: String,
    pub vision: String,
    pub values: String,
    /// URL of a picture of the library; empty uses the product's logo.
    pub logo: String,
    /// URL of a picture of the library for the dark color scheme; empty uses `logo`.
    pub logo_dark: String,
    /// Color of buttons, links and marks as `#rrggbb`; empty uses the design's color. It is shown lighter or darker if its
    /// contrast is insufficient.
    pub accent_color: String,
    pub copyright: String,
}

/// Contact data of the company.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactInfo {
    /// Phone number, such as `(11) 4000-0000`; may be empty.
    pub phone: String,
    /// Number for WhatsApp with its area code; may be empty.
    pub whatsapp: String,
    /// Email for notices about contacts and for questions of visitors; may be empty.
    pub email: String,
    /// Postal address; empty uses the company's location.
    pub address: String,
    /// Business hours as text, with one line per range of days; may be empty.
    pub business_hours: String,
    /// Hours within which a reply to contacts is promised, from `1` to `240`. They count only on working days.
    pub promised_hours: String,
    /// Other hours for services of the contact form, with one line per service, such as `Suporte Técnico: 4`; may be empty. Lines
    /// of services that the form doesn't offer apply only to contacts that name the service nevertheless.
    pub service_hours: String,
    /// Days on which the company is closed, with one line per day or range, such as `24/12/2026 a 04/01/2027: Recesso`; may be
    /// empty. Without years, as in `09/07: Revolução Constitucionalista`, they recur every year. National holidays need no line.
    pub closed_days: String,
    /// `on` if the site shows the share of promises met in the last 90 days; `off` or empty otherwise.
    pub met_promises: String,
    /// Minimum share in percent, from `1` to `100`, with which the site shows it.
    pub met_promises_minimum: String,
    /// Text about the company in the footer.
    pub about_text: String,
}

/// URLs of the company's profiles. Each may be empty.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Social {
    pub facebook: String,
    pub instagram: String,
    pub linkedin: String,
    pub youtube: String,
    pub twitter: String,
}

/// Texts and pictures for search engines and shared links.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Seo {
    /// Title of the home page and of pages without a title.
    pub page_title: String,
    /// Title of shared links to the home page.
    pub site_title: String,
    pub site_description: String,
    /// Keywords, separated by commas.
    pub keywords: String,
    /// URL of a picture of the library for shared links; empty uses a picture that is generated from the title of each page.
    pub og_image: String,
    /// URL of a picture of the library for the tab of browsers; empty uses the product's icon.
    pub favicon: String,
}

/// The site's own measurement of visits, and the company's ids at analytics services. Each field may be empty. Public pages
/// load the scripts of Google Analytics, Meta Pixel and Hotjar only after the visitor's consent.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Analytics {
    /// Measurement id of Google Analytics 4, such as `G-AB12CD34EF`.
    pub google_analytics: String,
    /// Verification code of Google Search Console, which the home page contains in a `<meta>` tag.
    pub search_console: String,
    /// Name of the verification file of Google Search Console, such as `google1234567890abcdef.html`. The site serves a file
    /// with this name in its root.
    pub search_console_file: String,
    /// Id of a Meta Pixel, of 10 to 20 digits.
    pub facebook_pixel: String,
    /// Id of a site at Hotjar, of 4 to 12 digits.
    pub hotjar: String,
    /// `on` if the site counts visits itself, without cookies; `off` or empty otherwise.
    pub own_measurement: String,
}

impl Analytics {
    /// Returns whether the site counts visits itself.
    #[must_use]
    pub fn measures_visits(&self) -> bool {
        self.own_measurement == ON
    }
}

/// Which facts staff have filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetupState {
    pub name: bool,
    pub logo: bool,
    pub phone: bool,
    /// The company's email.
    pub email: bool,
    /// At least one of the analytics services.
    pub analytics: bool,
}

impl ContactInfo {
    /// Returns the company's email, or `None` if it is blank or the demo company's.
    #[must_use]
    pub fn mailbox(&self) -> Option<&str> {
        Some(&*self.email).filter(|email| !email.is_empty() && !email.eq_ignore_ascii_case(DEMO_EMAIL))
    }

    /// Returns a hash of the fields after whose change deadlines and promises met are calculated again.
    #[must_use]
    pub fn deadline_hash(&self) -> String {
        let fields = [
            &self.met_promises,
            &self.business_hours,
            &self.closed_days,
            &self.promised_hours,
            &self.service_hours,
        ];
        id::sha256_hex(fields.map(String::as_str).join("\0").as_bytes())
    }

    /// Returns the formatted phone number.
    #[must_use]
    pub fn shown_phone(&self) -> String {
        phone::formatted(&self.phone)
    }

    /// Returns the `tel:` URL of the phone; empty without a phone.
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

    /// Returns the URL that opens a WhatsApp conversation with `text` as the prepared message, which the visitor can send.
    /// `None` without a number for WhatsApp.
    #[must_use]
    pub fn whatsapp_url(&self, text: &str) -> Option<String> {
        let number = whatsapp_digits(&self.whatsapp)?;
        Some(format!("https://wa.me/{number}?text={}", percent_encoded(text)))
    }
}

impl Settings {
    /// Returns the email for replies to mail about personal data: that of the data protection officer, or else the company's
    /// mailbox.
    #[must_use]
    pub fn privacy_mailbox(&self) -> Option<String> {
        let officer = Some(&*self.company.data_officer_contact).filter(|contact| is_email(contact));
        officer.or(self.contact.mailbox()).map(str::to_owned)
    }

    /// Returns the postal address of the company, or its location if the address is blank.
    #[must_use]
    pub fn address(&self) -> &str {
        let address = &*self.contact.address;
        if address.is_empty() { &self.company.location } else { address }
    }

    /// Returns the URL of a map with the address; empty if address and location are blank.
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
    fn email_of_the_demo_company_is_not_a_mailbox() {
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
    fn phone_url_has_the_number_to_dial() {
        for (phone, expected) in [
            ("(11) 4000-0000", "tel:+551140000000"),
            ("0800 123 4567", "tel:08001234567"),
            ("4004-1234", "tel:40041234"),
            ("(11) 4000-0000 ramal 12", "tel:+551140000000"),
        ] {
            let contact = ContactInfo { phone: phone.into(), ..ContactInfo::default() };
            assert_eq!(contact.phone_url(), expected);
        }
    }

    #[test]
    fn number_without_an_area_code_has_no_whatsapp_url() {
        for (number, expected) in [
            ("(11) 98765-4321", Some("https://wa.me/5511987654321?text=Oi")),
            ("4004-1234", None),
            ("", None),
        ] {
            let contact = ContactInfo { whatsapp: number.into(), ..ContactInfo::default() };
            assert_eq!(contact.whatsapp_url("Oi").as_deref(), expected, "{number}");
        }
    }
}
