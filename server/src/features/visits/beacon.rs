//! Beacons: short requests by which a page's script reports a view and, when the page is hidden, its Core Web Vitals and
//! clicks. Invalid values are ignored, because the script doesn't read the response.

use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{robots::Device, vitals::Metric};
use crate::platform::{addresses, http::hidden_field::HiddenField as AnyValue, privacy::visit_source};

/// Maximum number of clicks of one kind that a beacon reports.
const MAX_CLICKS: u32 = 5;

/// A report by the script of a page. Values of another type than described are ignored.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct VisitBeacon {
    /// `view`, `missing` (a view of a page that doesn't exist) or `leave` (the page was hidden).
    #[schema(value_type = serde_json::Value)]
    kind: AnyValue,
    /// Path of the page.
    #[schema(value_type = serde_json::Value)]
    page: AnyValue,
    /// For a view: host name of the site that led to the page; empty if the visitor came directly; omitted if the page was
    /// opened from this site.
    #[schema(value_type = serde_json::Value)]
    referrer: AnyValue,
    /// For a view: the parameter with this name in the address of the page.
    #[schema(value_type = serde_json::Value)]
    utm_source: AnyValue,
    /// For a view: the parameter with this name in the address of the page.
    #[schema(value_type = serde_json::Value)]
    utm_medium: AnyValue,
    /// For a view: the parameter with this name in the address of the page.
    #[schema(value_type = serde_json::Value)]
    utm_campaign: AnyValue,
    /// For `leave`: Largest Contentful Paint in milliseconds.
    #[schema(value_type = serde_json::Value)]
    lcp: AnyValue,
    /// For `leave`: Interaction to Next Paint in milliseconds.
    #[schema(value_type = serde_json::Value)]
    inp: AnyValue,
    /// For `leave`: Cumulative Layout Shift.
    #[schema(value_type = serde_json::Value)]
    cls: AnyValue,
    /// For `leave`: number of clicks on links to WhatsApp.
    #[schema(value_type = serde_json::Value)]
    whatsapp: AnyValue,
    /// For `leave`: number of clicks on phone numbers.
    #[schema(value_type = serde_json::Value)]
    phone: AnyValue,
}

/// Kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum EventKind {
    /// A page was shown.
    View,
    /// A page that doesn't exist was shown.
    Missing,
    /// A link to WhatsApp was clicked.
    Whatsapp,
    /// A phone number was clicked.
    Phone,
    /// A page with measured Core Web Vitals was hidden.
    Vitals,
}

/// A stored event of a visit, without the visitor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisitEvent {
    pub kind: EventKind,
    pub page: String,
    /// Host name; empty if the visitor came directly; `None` if the page was opened from this site, and for other kinds
    /// than views.
    pub referrer: Option<String>,
    pub campaign: Option<Campaign>,
    pub device: Device,
    /// Upper bounds of the buckets of LCP, INP and CLS; `None` for values that weren't measured.
    pub vitals: [Option<i32>; 3],
}

/// The campaign that a visit came from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Campaign {
    pub source: Option<String>,
    pub medium: Option<String>,
    pub campaign: Option<String>,
}

impl Campaign {
    /// Returns a campaign, unless all parts are missing.
    #[must_use]
    pub fn new(source: Option<String>, medium: Option<String>, campaign: Option<String>) -> Option<Self> {
        let is_known = source.is_some() || medium.is_some() || campaign.is_some();
        is_known.then_some(Self { source, medium, campaign })
    }

    /// Returns the text in the database: the three parts, separated by tabs. The parts contain no tabs.
    #[must_use]
    pub fn key(&self) -> String {
        [&self.source, &self.medium, &self.campaign]
            .map(|part| part.as_deref().unwrap_or_default())
            .join("\t")
    }

    /// Parses the text in the database.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        let mut parts = key.split('\t').map(|part| Some(part.to_owned()).filter(|part| !part.is_empty()));
        Self::new(parts.next()?, parts.next()?, parts.next()?)
    }
}

impl VisitBeacon {
    /// Returns the events that the body of a request reports. Empty if the body is invalid.
    #[must_use]
    pub fn events(body: &[u8], device: Device) -> Vec<VisitEvent> {
        let Ok(beacon) = serde_json::from_slice::<Self>(body) else { return Vec::new() };
        let Some(page) = beacon.page.text().and_then(visit_source::page) else { return Vec::new() };
        let event = |kind| VisitEvent {
            kind,
            page: page.clone(),
            referrer: None,
            campaign: None,
            device,
            vitals: [None; 3],
        };
        match beacon.kind.text() {
            Some("missing") => vec![event(EventKind::Missing)],
            _ if !is_measured(&page) => Vec::new(),
            Some("view") => {
                vec![VisitEvent {
                    referrer: beacon.referrer(),
                    campaign: beacon.campaign(),
                    ..event(EventKind::View)
                }]
            }
            Some("leave") => {
                let vitals = beacon.vitals();
                let measured = vitals.iter().any(Option::is_some);
                let vitals = measured.then(|| VisitEvent { vitals, ..event(EventKind::Vitals) });
                let whatsapp = (0..clicks(&beacon.whatsapp)).map(|_| event(EventKind::Whatsapp));
                let phone = (0..clicks(&beacon.phone)).map(|_| event(EventKind::Phone));
                vitals.into_iter().chain(whatsapp).chain(phone).collect()
            }
            _ => Vec::new(),
        }
    }

    fn referrer(&self) -> Option<String> {
        match self.referrer.text()? {
            "" => Some(String::new()),
            host => visit_source::referrer(host),
        }
    }

    fn campaign(&self) -> Option<Campaign> {
        let part = |value: &AnyValue| value.text().and_then(visit_source::campaign);
        Campaign::new(part(&self.utm_source), part(&self.utm_medium), part(&self.utm_campaign))
    }

    fn vitals(&self) -> [Option<i32>; 3] {
        let bucket = |metric: Metric, value: &AnyValue, scale: f64| metric.bucket(value.number()? * scale);
        [
            bucket(Metric::Lcp, &self.lcp, 1.0),
            bucket(Metric::Inp, &self.inp, 1.0),
            bucket(Metric::Cls, &self.cls, 1000.0),
        ]
    }
}

/// Returns a reported number of clicks, at most [`MAX_CLICKS`].
fn clicks(reported: &AnyValue) -> u32 {
    let number = reported.number().unwrap_or_default();
    (1..=MAX_CLICKS).rev().find(|count| f64::from(*count) <= number).unwrap_or_default()
}

/// Returns whether a path can be that of a measured page.
fn is_measured(path: &str) -> bool {
    addresses::ALL.iter().filter(|address| address.is_measured()).any(|address| {
        if address.is_fixed() {
            return address.path == path;
        }
        path.strip_prefix(address.prefix()).is_some_and(|rest| !rest.is_empty() && !rest.contains('/'))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn events(beacon: &Value) -> Vec<VisitEvent> {
        VisitBeacon::events(beacon.to_string().as_bytes(), Device::Mobile)
    }

    #[test]
    fn view_has_page_referrer_and_campaign() {
        let found = events(&json!({
            "kind": "view", "page": "/blog/backup-3-2-1", "referrer": "www.google.com",
            "utm_source": "boletim", "utm_campaign": "novembro", "lcp": 900,
        }));
        let [view] = &found[..] else { panic!("one event: {found:?}") };
        assert_eq!(
            (view.kind, &*view.page, view.device),
            (EventKind::View, "/blog/backup-3-2-1", Device::Mobile)
        );
        assert_eq!(view.referrer.as_deref(), Some("google.com"));
        let campaign = view.campaign.clone().expect("a campaign");
        assert_eq!(campaign.key(), "boletim\t\tnovembro");
        assert_eq!(Campaign::of_key(&campaign.key()), Some(campaign));
        assert_eq!(view.vitals, [None; 3]);
        let referrer = |referrer| {
            events(&json!({"kind": "view", "page": "/", "referrer": referrer}))[0].referrer.clone()
        };
        assert_eq!((referrer(json!("")), referrer(json!(null))), (Some(String::new()), None));
    }

    #[test]
    fn leave_has_vitals_and_a_bounded_number_of_clicks() {
        let found = events(&json!({
            "kind": "leave", "page": "/", "lcp": 1234.5, "inp": "fast", "cls": 0.05, "whatsapp": 2, "phone": 1e9,
        }));
        let kinds: Vec<_> = found.iter().map(|event| event.kind).collect();
        let (whatsapp, phone) = ([EventKind::Whatsapp; 2], [EventKind::Phone; 5]);
        assert_eq!(kinds, [&[EventKind::Vitals][..], &whatsapp, &phone].concat());
        assert_eq!(found[0].vitals, [Some(1250), None, Some(50)]);
        assert_eq!(events(&json!({"kind": "leave", "page": "/", "whatsapp": -1})), []);
    }

    #[test]
    fn only_public_pages_are_counted() {
        for page in ["/", "/servicos/banco-dados", "/blog/tag/nuvem?x=1", "/contato/", "/blog/"] {
            assert_eq!(events(&json!({"kind": "view", "page": page})).len(), 1, "{page}");
        }
        for page in [
            "/admin/contacts",
            "/previa/abc",
            "/auth",
            "/auth/redefinir-senha",
            "/conta",
            "/blog/a/b",
            "/nada",
            "blog",
            "/api",
        ] {
            assert_eq!(events(&json!({"kind": "view", "page": page})), [], "{page}");
        }
        assert_eq!(events(&json!({"kind": "missing", "page": "/antigo"})).len(), 1);
        assert_eq!(events(&json!({"kind": "missing", "page": "/ana@exemplo.com.br"})), []);
        for invalid in
            [json!({"kind": "view"}), json!({"page": "/"}), json!([1]), json!({"kind": "x", "page": "/"})]
        {
            assert_eq!(events(&invalid), [], "{invalid}");
        }
    }
}
