//! The source of a contact: how the sender's visit began, as the browser reports it.

use percent_encoding::percent_decode_str;
use serde::Serialize;
use utoipa::ToSchema;

use super::fields::ContactInput;
use crate::platform::{
    hidden_field::HiddenField,
    recordable_path::{is_recordable, may_be_private},
};

/// Maximum number of characters of a campaign parameter.
const MAX_CAMPAIGN: usize = 100;
/// Maximum number of characters of a host name.
const MAX_HOST: usize = 100;

/// How the sender's visit to the site began. The browser reports it, so the values can be forged. All fields are null if
/// it is unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ContactSource {
    /// Path of the first page of the visit, without query.
    #[schema(required)]
    pub source_page: Option<String>,
    /// Host name of the site that led to the visit; null if the visitor came directly.
    #[schema(required)]
    pub source_referrer: Option<String>,
    /// Value of the parameter with this name in the address of the first page; null if it is missing.
    #[schema(required)]
    pub utm_source: Option<String>,
    /// Value of the parameter with this name in the address of the first page; null if it is missing.
    #[schema(required)]
    pub utm_medium: Option<String>,
    /// Value of the parameter with this name in the address of the first page; null if it is missing.
    #[schema(required)]
    pub utm_campaign: Option<String>,
}

impl ContactSource {
    /// Parses the source. Drops values that are invalid or may identify a person, instead of refusing the contact.
    #[must_use]
    pub fn parse(input: &ContactInput) -> Self {
        Self {
            source_page: input.source_page.text().and_then(page),
            source_referrer: input.source_referrer.text().and_then(referrer),
            utm_source: campaign_of(&input.utm_source),
            utm_medium: campaign_of(&input.utm_medium),
            utm_campaign: campaign_of(&input.utm_campaign),
        }
    }

    /// Returns the source as one line in Portuguese: 'google.com · anuncios / cpc / black-friday · início em /servicos'.
    /// Empty if it is unknown.
    #[must_use]
    pub fn text(&self) -> String {
        let Some(page) = &self.source_page else { return String::new() };
        let campaign = [&self.utm_source, &self.utm_medium, &self.utm_campaign];
        let campaign: Vec<&str> = campaign.into_iter().flatten().map(String::as_str).collect();
        let mut parts = vec![self.source_referrer.clone().unwrap_or_else(|| "Acesso direto".to_owned())];
        if !campaign.is_empty() {
            parts.push(campaign.join(" / "));
        }
        parts.push(format!("início em {page}"));
        parts.join(" · ")
    }
}

/// Returns the path of a page, percent-decoded, without query and trailing slash. `None` if it is invalid or may identify
/// a person.
#[must_use]
pub fn page(path: &str) -> Option<String> {
    let path = percent_decode_str(path.split(['?', '#']).next()?).decode_utf8().ok()?;
    let path = if path == "/" { &*path } else { path.trim_end_matches('/') };
    (path.starts_with('/') && !path.contains(char::is_control) && is_recordable(path))
        .then(|| path.to_owned())
}

/// Returns the host name of a referrer in lowercase, without `www.`. `None` if it is invalid or may identify a person.
#[must_use]
pub fn referrer(host: &str) -> Option<String> {
    let host = host.trim().to_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    let is_host = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-');
    let is_valid = host.len() <= MAX_HOST && host.contains('.') && host.chars().all(is_host);
    (is_valid && !may_be_private(host)).then(|| host.to_owned())
}

/// Returns the value of a campaign parameter, with single spaces. `None` if it is invalid or may be an email address.
/// Numbers are accepted, because they usually identify campaigns, not people.
#[must_use]
pub fn campaign(value: &str) -> Option<String> {
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_valid = (1..=MAX_CAMPAIGN).contains(&value.chars().count());
    (is_valid && !value.contains(['@', '\u{ff20}', '\u{fe6b}']) && !value.contains(char::is_control))
        .then_some(value)
}

fn campaign_of(hint: &HiddenField) -> Option<String> {
    hint.text().and_then(campaign)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn invalid_and_identifying_source_values_are_dropped() {
        for (path, expected) in [
            ("/", Some("/")),
            ("/blog/backup-3-2-1/?utm_source=x#y", Some("/blog/backup-3-2-1")),
            ("blog", None),
            ("//evil.example", None),
            ("/previa/abc", None),
            ("/cliente/ana@exemplo.com.br", None),
            ("/a\nb", None),
            (&format!("/{}", "a-".repeat(200)), None),
        ] {
            assert_eq!(page(path).as_deref(), expected, "{path}");
        }
        for (host, expected) in [
            ("www.Google.com", Some("google.com")),
            ("com.google.android.gm", Some("com.google.android.gm")),
            ("localhost", None),
            ("a b.com", None),
            ("ana-11987654321.example", None),
            (&format!("{}.com", "a-".repeat(60)), None),
        ] {
            assert_eq!(referrer(host).as_deref(), expected, "{host}");
        }
        for (value, expected) in [
            (" Black  Friday\t2026 ", Some("Black Friday 2026")),
            ("20123456789", Some("20123456789")),
            ("ana@exemplo.com.br", None),
            (" ", None),
            ("a\0b", None),
            (&"é".repeat(101), None),
        ] {
            assert_eq!(campaign(value).as_deref(), expected, "{value}");
        }
    }

    #[test]
    fn source_of_any_type_is_never_refused() {
        let input = json!({"source_page": 7, "source_referrer": ["x"], "utm_source": null, "utm_medium": {}});
        let input: ContactInput = serde_json::from_value(input).expect("any value is valid");
        assert_eq!(ContactSource::parse(&input), ContactSource::default());
    }

    #[test]
    fn source_text_contains_the_known_parts() {
        let mut source = ContactSource::default();
        assert_eq!(source.text(), "");
        source.source_page = Some("/servicos".into());
        assert_eq!(source.text(), "Acesso direto · início em /servicos");
        source.source_referrer = Some("google.com".into());
        (source.utm_source, source.utm_campaign) = (Some("anuncios".into()), Some("black-friday".into()));
        assert_eq!(source.text(), "google.com · anuncios / black-friday · início em /servicos");
    }
}
