//! Parses the fields of each settings record. The file is long because it is one list of rules.

use anyhow::Context;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use url::Url;

use super::{
    closed_days::ClosedDays,
    model::{Analytics, Company, ContactInfo, ON, Seo, SettingsName, Social},
    promised_hours,
};
use crate::{
    foundation::media::model::ROOT,
    platform::{
        color::Color,
        error::Result,
        parse::{Fields, MAX_EMAIL, MAX_PHONE},
        text::{
            cnpj, is_safe_url,
            phone::{self, whatsapp_digits},
        },
    },
};

/// The maximum number of characters of each field.
pub type FieldLimits = &'static [(&'static str, usize)];

/// Maximum number of characters of a number, a year, a color or an id.
pub const MAX_SHORT: usize = 40;
const MAX_URL: usize = 300;
/// Maximum number of characters of a `<meta>` tag with a verification code.
const MAX_TAG: usize = 300;

/// A record with validated fields.
pub trait ValidatedRecord: DeserializeOwned + Serialize {
    const NAME: SettingsName;
    /// The maximum number of characters of each field.
    const LIMITS: FieldLimits;

    /// Returns the maximum number of characters of a field.
    ///
    /// # Panics
    /// If the record has no such field.
    #[must_use]
    fn max(field: &str) -> usize {
        Self::LIMITS.iter().find(|(name, _)| *name == field).expect("every field has a limit").1
    }

    /// Returns the record in its stored form. Adds the errors of invalid fields to `fields`.
    #[must_use]
    fn parse(self, fields: &mut Fields) -> Self;
}

impl SettingsName {
    /// Returns the record `current` with the fields of `change`, if all fields are valid. `fields` may contain errors already,
    /// which are returned too.
    pub fn merge(self, current: &Value, change: Map<String, Value>, mut fields: Fields) -> Result<Value> {
        let mut merged = current.clone();
        for (name, value) in change {
            match merged.get_mut(&name) {
                None => fields.refuse(&name, "Este campo não existe."),
                Some(_) if !value.is_string() => fields.refuse(&name, "Informe um texto."),
                Some(field) => *field = value,
            }
        }
        match self {
            Self::Company => parsed::<Company>(merged, fields),
            Self::Contact => parsed::<ContactInfo>(merged, fields),
            Self::Social => parsed::<Social>(merged, fields),
            Self::Seo => parsed::<Seo>(merged, fields),
            Self::Analytics => parsed::<Analytics>(merged, fields),
        }
    }
}

/// Returns the document in its stored form, if all fields are valid and `fields` has no errors.
fn parsed<T: ValidatedRecord>(document: Value, mut fields: Fields) -> Result<Value> {
    let record: T = serde_json::from_value(document).context("reading a settings record")?;
    let record = record.parse(&mut fields);
    let record = fields.finish(record)?;
    Ok(serde_json::to_value(record).context("writing a settings record")?)
}

impl ValidatedRecord for Company {
    const NAME: SettingsName = SettingsName::Company;
    const LIMITS: FieldLimits = &[
        ("name", 80),
        ("full_name", 160),
        ("cnpj", MAX_SHORT),
        ("data_officer", 120),
        ("data_officer_contact", 200),
        ("tagline", 120),
        ("description", 500),
        ("founded", MAX_SHORT),
        ("employees", 40),
        ("location", 120),
        ("mission", 600),
        ("vision", 600),
        ("values", 600),
        ("logo", MAX_URL),
        ("logo_dark", MAX_URL),
        ("accent_color", MAX_SHORT),
        ("copyright", 200),
    ];

    fn parse(self, fields: &mut Fields) -> Self {
        Self {
            name: fields.required_line("name", &self.name, Self::max("name")),
            full_name: fields.line("full_name", &self.full_name, Self::max("full_name")),
            cnpj: cnpj_field(fields, "cnpj", &self.cnpj),
            data_officer: fields.line("data_officer", &self.data_officer, Self::max("data_officer")),
            data_officer_contact: fields.line(
                "data_officer_contact",
                &self.data_officer_contact,
                Self::max("data_officer_contact"),
            ),
            tagline: fields.line("tagline", &self.tagline, Self::max("tagline")),
            description: fields.text("description", &self.description, Self::max("description")),
            founded: year(fields, "founded", &self.founded),
            employees: fields.line("employees", &self.employees, Self::max("employees")),
            location: fields.line("location", &self.location, Self::max("location")),
            mission: fields.text("mission", &self.mission, Self::max("mission")),
            vision: fields.text("vision", &self.vision, Self::max("vision")),
            values: fields.text("values", &self.values, Self::max("values")),
            logo: picture(fields, "logo", &self.logo),
            logo_dark: picture(fields, "logo_dark", &self.logo_dark),
            accent_color: color(fields, "accent_color", &self.accent_color),
            copyright: fields.line("copyright", &self.copyright, Self::max("copyright")),
        }
    }
}

impl ValidatedRecord for ContactInfo {
    const NAME: SettingsName = SettingsName::Contact;
    const LIMITS: FieldLimits = &[
        ("phone", MAX_PHONE),
        ("whatsapp", MAX_PHONE),
        ("email", MAX_EMAIL),
        ("address", 200),
        ("business_hours", 400),
        ("promised_hours", MAX_SHORT),
        ("service_hours", 4000),
        ("closed_days", 4000),
        ("met_promises", MAX_SHORT),
        ("met_promises_minimum", MAX_SHORT),
        ("about_text", 600),
    ];

    fn parse(self, fields: &mut Fields) -> Self {
        Self {
            phone: company_phone(fields, "phone", &self.phone),
            whatsapp: whatsapp(fields, "whatsapp", &self.whatsapp),
            email: fields.email("email", &self.email),
            address: fields.line("address", &self.address, Self::max("address")),
            business_hours: fields.text("business_hours", &self.business_hours, Self::max("business_hours")),
            promised_hours: promised_hours::general_field(fields, "promised_hours", &self.promised_hours),
            service_hours: service_hours(fields, "service_hours", &self.service_hours),
            closed_days: closed_days(fields, "closed_days", &self.closed_days),
            met_promises: on_or_off(fields, "met_promises", &self.met_promises),
            met_promises_minimum: percent(fields, "met_promises_minimum", &self.met_promises_minimum),
            about_text: fields.text("about_text", &self.about_text, Self::max("about_text")),
        }
    }
}

impl ValidatedRecord for Social {
    const NAME: SettingsName = SettingsName::Social;
    const LIMITS: FieldLimits = &[
        ("facebook", MAX_URL),
        ("instagram", MAX_URL),
        ("linkedin", MAX_URL),
        ("youtube", MAX_URL),
        ("twitter", MAX_URL),
    ];

    fn parse(self, fields: &mut Fields) -> Self {
        Self {
            facebook: profile(fields, "facebook", &self.facebook),
            instagram: profile(fields, "instagram", &self.instagram),
            linkedin: profile(fields, "linkedin", &self.linkedin),
            youtube: profile(fields, "youtube", &self.youtube),
            twitter: profile(fields, "twitter", &self.twitter),
        }
    }
}

impl ValidatedRecord for Seo {
    const NAME: SettingsName = SettingsName::Seo;
    const LIMITS: FieldLimits = &[
        ("page_title", 120),
        ("site_title", 120),
        ("site_description", 320),
        ("keywords", 400),
        ("og_image", MAX_URL),
        ("favicon", MAX_URL),
    ];

    fn parse(self, fields: &mut Fields) -> Self {
        Self {
            page_title: fields.line("page_title", &self.page_title, Self::max("page_title")),
            site_title: fields.line("site_title", &self.site_title, Self::max("site_title")),
            site_description: fields.line(
                "site_description",
                &self.site_description,
                Self::max("site_description"),
            ),
            keywords: fields.line("keywords", &keywords(&self.keywords), Self::max("keywords")),
            og_image: picture(fields, "og_image", &self.og_image),
            favicon: picture(fields, "favicon", &self.favicon),
        }
    }
}

impl ValidatedRecord for Analytics {
    const NAME: SettingsName = SettingsName::Analytics;
    const LIMITS: FieldLimits = &[
        ("google_analytics", MAX_SHORT),
        ("search_console", MAX_TAG),
        ("search_console_file", MAX_TAG),
        ("facebook_pixel", MAX_SHORT),
        ("hotjar", MAX_SHORT),
        ("own_measurement", MAX_SHORT),
    ];

    fn parse(self, fields: &mut Fields) -> Self {
        // A pasted script is too long for an id, too. Its error says what an id looks like.
        let mut id = |name: &str, value: &str| fields.line(name, value, usize::MAX);
        let google = id("google_analytics", &self.google_analytics).to_ascii_uppercase();
        let pixel = id("facebook_pixel", &self.facebook_pixel);
        let hotjar = id("hotjar", &self.hotjar);
        let mut line = |name: &str, value: &str| fields.line(name, value, Self::max(name));
        let tag = line("search_console", &self.search_console);
        let file = line("search_console_file", &self.search_console_file);
        let own_measurement = on_or_off(fields, "own_measurement", &self.own_measurement);
        let (token, file) = (tag_content(&tag), file_name(&file));
        let mut check = |name: &str, id: &str, is_valid: fn(&str) -> bool, problem: &str| {
            if !id.is_empty() && !is_valid(id) {
                fields.refuse(name, problem);
            }
        };
        check(
            "google_analytics",
            &google,
            is_measurement_id,
            if google.starts_with("GTM-") {
                "Um contêiner do Tag Manager (GTM-…) pode carregar qualquer script e por isso não é aceito. \
                 Informe o ID da métrica (G-…)."
            } else {
                "Informe o ID da métrica, como G-AB12CD34EF."
            },
        );
        check(
            "search_console",
            token,
            is_token,
            "Informe o código de verificação: de 20 a 100 letras, números, - ou _.",
        );
        check(
            "search_console_file",
            file,
            is_verification_file,
            "Informe o nome do arquivo que o Google forneceu, por exemplo google1234567890abcdef.html.",
        );
        check(
            "facebook_pixel",
            &pixel,
            |id| has_digits(id, 10..=20),
            "Informe o ID do Pixel: de 10 a 20 dígitos.",
        );
        check(
            "hotjar",
            &hotjar,
            |id| has_digits(id, 4..=12),
            "Informe o ID do site no Hotjar: de 4 a 12 dígitos.",
        );
        Self {
            google_analytics: google,
            search_console: token.to_owned(),
            search_console_file: file.to_owned(),
            facebook_pixel: pixel,
            hotjar,
            own_measurement,
        }
    }
}

/// Parses a phone number and formats it as `(19) 3233-4455`.
fn company_phone(fields: &mut Fields, name: &str, value: &str) -> String {
    phone::formatted(&fields.phone(name, value))
}

/// Parses a CNPJ, which may be empty, and formats it as `12.ABC.345/01DE-35`.
fn cnpj_field(fields: &mut Fields, name: &str, value: &str) -> String {
    let text = fields.line(name, value, MAX_SHORT);
    if text.is_empty() {
        return text;
    }
    let parsed = cnpj::parse(&text);
    if parsed.is_none() {
        fields.refuse(
            name,
            "Confira o CNPJ: são 14 letras ou números, e os dois últimos precisam conferir com os outros.",
        );
    }
    parsed.unwrap_or_default()
}

/// Parses a number for WhatsApp, which may be empty. It needs an area code, because links to WhatsApp contain it.
fn whatsapp(fields: &mut Fields, name: &str, value: &str) -> String {
    let number = company_phone(fields, name, value);
    if !number.is_empty() && whatsapp_digits(&number).is_none() {
        fields.refuse(name, "Informe o número com o DDD, como (11) 98765-4321.");
    }
    number
}

fn service_hours(fields: &mut Fields, name: &str, value: &str) -> String {
    let text = fields.text(name, value, ContactInfo::max(name));
    promised_hours::services_field(fields, name, &text)
}

fn closed_days(fields: &mut Fields, name: &str, value: &str) -> String {
    let text = fields.text(name, value, ContactInfo::max(name));
    ClosedDays::parse_field(fields, name, &text)
}

/// Parses the value of a switch, which may be empty.
fn on_or_off(fields: &mut Fields, name: &str, value: &str) -> String {
    let text = fields.line(name, value, MAX_SHORT);
    if !matches!(&*text, "" | ON | "off") {
        fields.refuse(name, "Escolha ligado ou desligado.");
    }
    text
}

/// Parses a percentage from 1 to 100.
fn percent(fields: &mut Fields, name: &str, value: &str) -> String {
    let text = fields.line(name, value, MAX_SHORT);
    match text.trim_end_matches('%').trim().parse::<u8>() {
        Ok(percent @ 1..=100) => percent.to_string(),
        _ => {
            fields.refuse(name, "Informe uma porcentagem de 1 a 100.");
            text
        }
    }
}

/// Parses a year from 1800 to 2100, which may be empty.
fn year(fields: &mut Fields, name: &str, value: &str) -> String {
    let year = fields.line(name, value, MAX_SHORT);
    let plausible = year.len() == 4 && year.parse().is_ok_and(|year: u16| (1800..=2100).contains(&year));
    if !year.is_empty() && !plausible {
        fields.refuse(name, "Informe o ano com quatro dígitos, de 1800 a 2100, como 2014.");
    }
    year
}

/// Parses the URL of a picture of the library, which may be empty. Does not check whether the picture exists.
fn picture(fields: &mut Fields, name: &str, value: &str) -> String {
    let url = fields.line(name, value, MAX_URL);
    if !url.is_empty() && (!url.starts_with(ROOT) || !is_safe_url(&url)) {
        fields.refuse(name, "Envie a imagem por este campo.");
    }
    url
}

/// Parses a color with or without `#`, which may be empty, and formats it as `#rrggbb`.
pub(super) fn color(fields: &mut Fields, name: &str, value: &str) -> String {
    let text = fields.line(name, value, MAX_SHORT);
    if text.is_empty() {
        return text;
    }
    let parsed = Color::parse(&text);
    if parsed.is_none() {
        fields.refuse(name, "Informe a cor com seis dígitos, de 0 a 9 e de A a F, como #1d4fb8.");
    }
    parsed.map(|color| color.to_string()).unwrap_or_default()
}

/// Parses an https URL, which may be empty or lack the scheme. Returns it with the scheme.
fn profile(fields: &mut Fields, name: &str, value: &str) -> String {
    let mut url = fields.line(name, value, MAX_URL);
    if !url.is_empty() && !url.contains("://") {
        url.insert_str(0, "https://");
    }
    let parsed = Url::parse(&url).ok();
    let is_valid = parsed.is_some_and(|parsed| {
        let host_has_dot = parsed.domain().is_some_and(|host| host.contains('.') && !host.ends_with('.'));
        host_has_dot && parsed.scheme() == "https" && parsed.username().is_empty() && is_safe_url(&url)
    });
    if !url.is_empty() && !is_valid {
        fields.refuse(name, "Informe um endereço que comece com https://, como https://exemplo.com/empresa.");
    }
    url
}

/// Returns keywords separated by commas. In `text` they are separated by commas or line breaks.
fn keywords(text: &str) -> String {
    let keywords = text.split([',', '\n']).map(str::trim).filter(|keyword| !keyword.is_empty());
    keywords.collect::<Vec<_>>().join(", ")
}

/// Returns the code in Google's tag, `<meta name="google-site-verification" content="…">`, or the text itself if it isn't a
/// tag.
fn tag_content(text: &str) -> &str {
    let content = text.split_once("content=\"").and_then(|(_, rest)| rest.split_once('"'));
    content.map_or(text, |(content, _)| content).trim()
}

/// Returns the name of Google's verification file. The text may be the content of the file,
/// `google-site-verification: google….html`, or the URL of the file, or its name.
fn file_name(text: &str) -> &str {
    let name = text.rsplit_once("google-site-verification:").map_or(text, |(_, name)| name);
    name.rsplit_once('/').map_or(name, |(_, name)| name).trim()
}

fn is_measurement_id(id: &str) -> bool {
    let code = id.strip_prefix("G-");
    code.is_some_and(|code| (4..=12).contains(&code.len()) && code.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// Returns whether the name has the form of a name of Google's verification files.
#[must_use]
pub fn is_verification_file(name: &str) -> bool {
    let code = name.strip_prefix("google").and_then(|name| name.strip_suffix(".html"));
    code.is_some_and(|code| (8..=40).contains(&code.len()) && code.bytes().all(|b| b.is_ascii_alphanumeric()))
}

fn is_token(token: &str) -> bool {
    let known = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    (20..=100).contains(&token.len()) && token.bytes().all(known)
}

fn has_digits(id: &str, digits: std::ops::RangeInclusive<usize>) -> bool {
    digits.contains(&id.len()) && id.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::platform::error::Error;

    fn analytics(change: Value) -> Result<Value> {
        let Value::Object(change) = change else { panic!("an object") };
        let current = serde_json::to_value(Analytics::default()).expect("a record");
        SettingsName::Analytics.merge(&current, change, Fields::default())
    }

    #[test]
    fn analytics_ids_are_extracted_from_pasted_text() {
        let pasted = json!({"google_analytics": " g-ab12cd34ef ", "search_console":
            "<meta name=\"google-site-verification\" content=\"abcdefghijklmnopqrstuvwxyz-_12345\" />",
            "search_console_file": "google-site-verification: google1234567890abcdef.html",
            "facebook_pixel": "1234567890123456", "hotjar": "1234567"});
        let stored = analytics(pasted).expect("valid");
        assert_eq!(stored["google_analytics"], "G-AB12CD34EF");
        assert_eq!(stored["search_console_file"], "google1234567890abcdef.html");
        assert_eq!(stored["search_console"], "abcdefghijklmnopqrstuvwxyz-_12345");
    }

    #[test]
    fn analytics_ids_that_do_not_match_their_pattern_are_refused() {
        for (field, wrong) in [
            ("google_analytics", "UA-12345-1"),
            ("google_analytics", "GTM-AB12CD3"),
            ("google_analytics", "G-\"><script>"),
            ("search_console", "curto"),
            ("search_console", "google1234567890abcdef.html"),
            ("search_console_file", "abcdefghijklmnopqrstuvwxyz-_12345"),
            ("search_console_file", "google1234567890abcdef.html.php"),
            ("search_console_file", "google/../admin.html"),
            ("facebook_pixel", "12345"),
            ("facebook_pixel", "١٢٣٤٥٦٧٨٩٠١٢"),
            ("hotjar", "12a45"),
        ] {
            let Err(Error::Invalid(errors)) = analytics(json!({ field: wrong })) else { panic!("{wrong}") };
            assert_eq!(errors.keys().collect::<Vec<_>>(), [field]);
        }
    }

    #[test]
    fn error_of_a_pasted_script_says_what_the_id_looks_like() {
        let script = "https://static.hotjar.com/c/hotjar-1234567.js?sv=6";
        for (field, expected) in [
            ("google_analytics", "Informe o ID da métrica, como G-AB12CD34EF."),
            ("facebook_pixel", "Informe o ID do Pixel: de 10 a 20 dígitos."),
            ("hotjar", "Informe o ID do site no Hotjar: de 4 a 12 dígitos."),
        ] {
            let Err(Error::Invalid(errors)) = analytics(json!({ field: script })) else { panic!("{field}") };
            assert_eq!(errors[field], expected);
        }
    }

    #[test]
    fn profile_must_be_an_https_url() {
        for (typed, expected) in [
            ("linkedin.com/company/vitrine", Some("https://linkedin.com/company/vitrine")),
            (" https://www.youtube.com/@vitrine?x=1#y ", Some("https://www.youtube.com/@vitrine?x=1#y")),
            ("", Some("")),
            ("http://facebook.com/x", None),
            ("javascript://x.com/%0aalert(1)", None),
            ("javascript:alert(1)", None),
            ("https://facebook.com@evil", None),
            ("https://user@facebook.com/", None),
            ("@vitrine", None),
            ("https://x", None),
        ] {
            let mut fields = Fields::default();
            let url = profile(&mut fields, "facebook", typed);
            assert_eq!(fields.finish(url).ok().as_deref(), expected, "{typed}");
        }
    }

    #[test]
    fn picture_must_have_a_url_of_the_library() {
        for wrong in ["https://x.example/a.png", "//x.example/a.png", "/media/a b.png", "/api/x", "a.png"] {
            let mut fields = Fields::default();
            picture(&mut fields, "logo", wrong);
            fields.finish(()).expect_err(wrong);
        }
    }

    #[test]
    fn accent_color_is_normalized() {
        for (typed, expected) in [
            (" #1D4FB8 ", Some("#1d4fb8")),
            ("1d4fb8", Some("#1d4fb8")),
            ("", Some("")),
            ("#1d4", None),
            ("red", None),
            ("#1d4fb8;}", None),
        ] {
            let mut fields = Fields::default();
            let color = color(&mut fields, "accent_color", typed);
            assert_eq!(fields.finish(color).ok().as_deref(), expected, "{typed}");
        }
    }

    #[test]
    fn whatsapp_number_needs_an_area_code() {
        for (typed, is_valid) in [
            ("", true),
            ("(11) 98765-4321", true),
            ("0800 123 4567", true),
            ("+351 912 345 678", true),
            ("98765-4321", false),
            ("4004-1234", false),
        ] {
            let mut fields = Fields::default();
            let number = whatsapp(&mut fields, "whatsapp", typed);
            assert_eq!(fields.finish(number).is_ok(), is_valid, "{typed}");
        }
    }

    #[test]
    fn year_of_the_foundation_must_be_plausible_or_empty() {
        for (typed, expected) in [
            (" 2014 ", Some("2014")),
            ("1800", Some("1800")),
            ("2100", Some("2100")),
            ("", Some("")),
            ("1799", None),
            ("2101", None),
            ("14", None),
            ("02014", None),
            ("+999", None),
        ] {
            let mut fields = Fields::default();
            let year = year(&mut fields, "founded", typed);
            assert_eq!(fields.finish(year).ok().as_deref(), expected, "{typed}");
        }
    }

    #[test]
    fn keywords_are_separated_by_commas() {
        assert_eq!(keywords("suporte técnico ,,nuvem\nLGPD, "), "suporte técnico, nuvem, LGPD");
    }

    #[test]
    fn unknown_fields_and_values_of_wrong_types_are_refused() {
        for wrong in [json!({"__proto__": "x"}), json!({"hotjar": 1234567}), json!({"hotjar": null})] {
            analytics(wrong).expect_err("refused");
        }
    }
}
