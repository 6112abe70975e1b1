//! Parses the settings records: which fields each has, their limits and their rules.

use anyhow::Context;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use super::{
    analytics_ids::{file_name, has_digits, is_measurement_id, is_token, is_verification_file, tag_content},
    fields::{
        closed_days, cnpj_field, color, company_phone, keywords, on_or_off, percent, picture, profile,
        service_hours, whatsapp, year,
    },
    model::{Analytics, Company, ContactInfo, Seo, SettingsName, Social},
    promised_hours,
};
use crate::platform::{
    error::Result,
    parse::{Fields, MAX_EMAIL, MAX_PHONE},
};

/// The maximum number of characters of each field.
pub type FieldLimits = &'static [(&'static str, usize)];

/// Maximum number of characters of a number, a year, a color or an id.
pub const MAX_SHORT: usize = 40;
/// Maximum number of characters of a URL.
pub const MAX_URL: usize = 300;
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
    fn unknown_fields_and_values_of_wrong_types_are_refused() {
        for wrong in [json!({"__proto__": "x"}), json!({"hotjar": 1234567}), json!({"hotjar": null})] {
            analytics(wrong).expect_err("refused");
        }
    }
}
