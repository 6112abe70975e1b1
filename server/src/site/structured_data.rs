//! JSON-LD with schema.org types: the company, its services, articles, questions and breadcrumbs.

use chrono::Weekday;
use serde_json::{Value, json};

use super::{
    document::{PageMeta, View},
    layout::Layout,
    sharing::tags::SharePicture,
};
use crate::{
    features::{
        blog::views::ArticleView,
        contacts::promise::hours::{BusinessHours, DAY_MINUTES, Span},
        pages::content::{Faq, Link, Question},
        services::views::ServiceView,
    },
    foundation::settings::model::Settings,
    platform::text::date::rfc3339,
};

/// Returns the JSON-LD of a listed page; `None` if it has none. `trail` contains the breadcrumbs after the home page, with
/// the page itself last.
#[must_use]
pub fn of(
    origin: &str,
    layout: &Layout,
    meta: &PageMeta,
    trail: &[Link],
    view: &View,
    picture: Option<&SharePicture>,
    settings: &Settings,
) -> Option<String> {
    let mut graph = match view {
        View::Home(_) => vec![company(origin, layout, settings), website(origin, layout, settings)],
        View::About(_) | View::Contact(_) => vec![company(origin, layout, settings)],
        View::Service(view) => vec![service(origin, layout, meta, view)],
        View::Article(view) => vec![posting(origin, layout, meta, view, picture)],
        _ => Vec::new(),
    };
    if !trail.is_empty() {
        graph.push(breadcrumbs(origin, layout, trail));
    }
    graph.extend(match view {
        View::Services(view) => questions(&view.content.faq),
        View::Service(view) => questions(&view.faq),
        _ => None,
    });
    (!graph.is_empty()).then(|| json!({"@context": "https://schema.org", "@graph": graph}).to_string())
}

/// Returns the identifier by which other nodes refer to the company.
fn company_id(origin: &str) -> String {
    format!("{origin}/#empresa")
}

fn company(origin: &str, layout: &Layout, settings: &Settings) -> Value {
    let (company, own) = (&layout.company, &settings.company);
    let profiles: Vec<&str> = layout.social.iter().map(|link| &*link.url).collect();
    let mut node = json!({
        "@type": ["Organization", "LocalBusiness"],
        "@id": company_id(origin),
        "name": company.name,
        "url": format!("{origin}/"),
        "areaServed": {"@type": "Country", "name": "Brasil"},
        "knowsLanguage": "pt-BR",
    });
    if let Some(logo) = &company.logo {
        let url = format!("{origin}{}", logo.url);
        node["logo"] = json!(url);
        node["image"] = json!(url);
    }
    if !profiles.is_empty() {
        node["sameAs"] = json!(profiles);
    }
    let hours = opening_hours(&BusinessHours::parse(&settings.contact.business_hours));
    if !hours.is_empty() {
        node["openingHoursSpecification"] = json!(hours);
    }
    if !company.address.is_empty() {
        node["address"] = address(&company.address);
        node["hasMap"] = json!(company.maps_url);
    }
    let phone = company.phone_url.trim_start_matches("tel:").to_owned();
    let facts = [
        ("telephone", &phone),
        ("email", &company.email),
        ("taxID", &own.cnpj),
        ("slogan", &own.tagline),
        ("description", &own.description),
        ("legalName", &own.full_name),
        ("foundingDate", &own.founded),
    ];
    for (name, fact) in facts.into_iter().filter(|(_, fact)| !fact.is_empty()) {
        node[name] = json!(fact);
    }
    if let Some(employees) = employees(&own.employees) {
        node["numberOfEmployees"] = employees;
    }
    node
}

/// Parses a number of employees, such as `20` or `15-50`. `None` for other texts.
fn employees(text: &str) -> Option<Value> {
    let mut counts = text.split(['-', '–']).map(|count| count.trim().parse::<u32>());
    match (counts.next()?, counts.next(), counts.next()) {
        (Ok(count), None, _) => Some(json!({"@type": "QuantitativeValue", "value": count})),
        (Ok(min), Some(Ok(max)), None) => {
            Some(json!({"@type": "QuantitativeValue", "minValue": min, "maxValue": max}))
        }
        _ => None,
    }
}

fn website(origin: &str, layout: &Layout, settings: &Settings) -> Value {
    let mut node = json!({
        "@type": "WebSite",
        "@id": format!("{origin}/#site"),
        "name": layout.company.name,
        "url": format!("{origin}/"),
        "inLanguage": "pt-BR",
        "publisher": {"@id": company_id(origin)},
    });
    if !settings.seo.site_title.is_empty() {
        node["alternateName"] = json!(settings.seo.site_title);
    }
    node
}

fn service(origin: &str, layout: &Layout, meta: &PageMeta, view: &ServiceView) -> Value {
    let path = view.page.path();
    let offers = view.services.iter().map(|item| {
        json!({
            "@type": "Offer",
            "itemOffered": {"@type": "Service", "name": item.title, "description": item.description},
        })
    });
    json!({
        "@type": "Service",
        "@id": format!("{origin}{path}#servico"),
        "name": view.name,
        "serviceType": view.name,
        "description": meta.description,
        "url": format!("{origin}{path}"),
        "areaServed": {"@type": "Country", "name": "Brasil"},
        "provider": company_reference(origin, layout),
        "hasOfferCatalog": {
            "@type": "OfferCatalog",
            "name": view.name,
            "itemListElement": offers.collect::<Vec<_>>(),
        },
    })
}

fn posting(
    origin: &str,
    layout: &Layout,
    meta: &PageMeta,
    view: &ArticleView,
    picture: Option<&SharePicture>,
) -> Value {
    let url = format!("{origin}{}", view.post.url);
    let mut node = json!({
        "@type": "BlogPosting",
        "@id": format!("{url}#artigo"),
        "headline": view.post.title,
        "description": meta.description,
        "url": url,
        "mainEntityOfPage": url,
        "datePublished": rfc3339(view.published_at),
        "dateModified": rfc3339(view.updated_at),
        "inLanguage": "pt-BR",
        "articleSection": view.post.category.as_ref().map(|category| &category.label),
        "keywords": view.tags.iter().map(|tag| &tag.label).collect::<Vec<_>>(),
        "author": author(origin, layout, &view.post.author),
        "publisher": company_reference(origin, layout),
    });
    if let Some(picture) = picture {
        node["image"] = json!(picture.url);
    }
    node
}

/// Returns a node that refers to the company from the node of another page.
fn company_reference(origin: &str, layout: &Layout) -> Value {
    json!({
        "@type": "Organization",
        "@id": company_id(origin),
        "name": layout.company.name,
        "url": format!("{origin}/"),
    })
}

fn author(origin: &str, layout: &Layout, name: &str) -> Value {
    if name == layout.company.name {
        json!({"@type": "Organization", "@id": company_id(origin), "name": name})
    } else {
        json!({"@type": "Person", "name": name})
    }
}

fn questions(faq: &Faq) -> Option<Value> {
    let question = |item: &Question| {
        json!({
            "@type": "Question",
            "name": item.question,
            "acceptedAnswer": {"@type": "Answer", "text": item.answer},
        })
    };
    let questions: Vec<_> = faq.items.iter().map(question).collect();
    (!questions.is_empty())
        .then(|| json!({"@type": "FAQPage", "inLanguage": "pt-BR", "mainEntity": questions}))
}

fn breadcrumbs(origin: &str, layout: &Layout, trail: &[Link]) -> Value {
    let home = layout.menu.iter().find(|entry| entry.url == "/");
    let home = home.map_or(&layout.company.name, |entry| &entry.label);
    let steps = std::iter::once((home, "/")).chain(trail.iter().map(|link| (&link.label, &*link.url)));
    let elements = (1..).zip(steps).map(|(position, (name, path))| {
        json!({"@type": "ListItem", "position": position, "name": name, "item": format!("{origin}{path}")})
    });
    json!({"@type": "BreadcrumbList", "itemListElement": elements.collect::<Vec<_>>()})
}

/// Parses an address such as `Rua das Flores, 10, São Paulo, SP - Brasil`. Street and country may be missing. Returns other
/// texts unchanged.
fn address(text: &str) -> Value {
    let (rest, country) = text.rsplit_once(" - ").unwrap_or((text, "Brasil"));
    let Some((rest, region)) = rest.rsplit_once(", ") else { return json!(text) };
    if region.len() != 2 || !region.chars().all(|c| c.is_ascii_uppercase()) {
        return json!(text);
    }
    let (street, city) = rest.rsplit_once(", ").map_or((None, rest), |(street, city)| (Some(street), city));
    let mut node = json!({
        "@type": "PostalAddress",
        "addressLocality": city,
        "addressRegion": region,
        "addressCountry": if country == "Brasil" { "BR" } else { country },
    });
    if let Some(street) = street {
        node["streetAddress"] = json!(street);
    }
    node
}

/// Returns the business hours that also determine deadlines. Empty if the text of the settings could not be parsed.
fn opening_hours(hours: &BusinessHours) -> Vec<Value> {
    if hours.is_fallback {
        return Vec::new();
    }
    // Search engines don't accept 24:00. They read 23:59 as the end of the day.
    let time = |minute: u16| {
        let minute = minute.min(DAY_MINUTES - 1);
        format!("{:02}:{:02}", minute / 60, minute % 60)
    };
    let node = |(span, days): (Span, Vec<Weekday>)| {
        json!({
            "@type": "OpeningHoursSpecification",
            "dayOfWeek": days.into_iter().map(english).collect::<Vec<_>>(),
            "opens": time(span.opens),
            "closes": time(span.closes),
        })
    };
    hours.days_by_span().into_iter().map(node).collect()
}

fn english(day: Weekday) -> &'static str {
    match day {
        Weekday::Mon => "Monday",
        Weekday::Tue => "Tuesday",
        Weekday::Wed => "Wednesday",
        Weekday::Thu => "Thursday",
        Weekday::Fri => "Friday",
        Weekday::Sat => "Saturday",
        Weekday::Sun => "Sunday",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_and_range_of_employees_are_parsed() {
        assert_eq!(employees("15-50").expect("a range")["maxValue"], 50);
        assert_eq!(employees("20").expect("a number")["value"], 20);
        for other in ["", "uns 20", "10-20-30", "mais de 50"] {
            assert_eq!(employees(other), None, "{other}");
        }
    }

    #[test]
    fn postal_address_is_parsed_and_other_text_is_unchanged() {
        assert_eq!(address("São Paulo, SP - Brasil")["addressLocality"], "São Paulo");
        let complete = address("Av. Paulista, 1000, São Paulo, SP - Brasil");
        assert_eq!(complete["streetAddress"], "Av. Paulista, 1000");
        assert_eq!(complete["addressCountry"], "BR");
        assert_eq!(address("Em todo o Brasil"), "Em todo o Brasil");
    }
}
