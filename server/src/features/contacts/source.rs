//! The source of a contact: how the sender's visit began, as the browser reports it.

use serde::Serialize;
use utoipa::ToSchema;

use super::fields::ContactInput;
use crate::platform::{
    http::hidden_field::HiddenField,
    privacy::visit_source::{campaign, page, referrer},
};

/// The source of visits that came from no other site or campaign.
const DIRECT: &str = "direct";
/// The source if nothing is known about the visit.
pub const UNKNOWN_SOURCE: &str = "unknown";

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

    /// Returns the source by which lists can be filtered, in lower case: the campaign's `utm_source`, or else the host of the site
    /// that led to the visit, or else `direct`. `unknown` if nothing is known.
    #[must_use]
    pub fn name(&self) -> String {
        let direct = self.source_page.as_ref().map_or(UNKNOWN_SOURCE, |_| DIRECT);
        self.utm_source.as_deref().or(self.source_referrer.as_deref()).unwrap_or(direct).to_lowercase()
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

fn campaign_of(field: &HiddenField) -> Option<String> {
    field.text().and_then(campaign)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn source_of_any_type_is_never_refused() {
        let input = json!({"source_page": 7, "source_referrer": ["x"], "utm_source": null, "utm_medium": {}});
        let input: ContactInput = serde_json::from_value(input).expect("any value is valid");
        assert_eq!(ContactSource::parse(&input), ContactSource::default());
    }

    #[test]
    fn source_text_contains_the_known_parts() {
        let mut source = ContactSource::default();
        assert_eq!((&*source.text(), &*source.name()), ("", "unknown"));
        source.source_page = Some("/servicos".into());
        assert_eq!(source.text(), "Acesso direto · início em /servicos");
        assert_eq!(source.name(), "direct");
        source.source_referrer = Some("google.com".into());
        assert_eq!(source.name(), "google.com");
        (source.utm_source, source.utm_campaign) = (Some("Anuncios".into()), Some("black-friday".into()));
        assert_eq!(source.text(), "google.com · Anuncios / black-friday · início em /servicos");
        assert_eq!(source.name(), "anuncios");
    }
}
