//! Files for programs: sitemap, robots.txt, security contact and web manifest.

use std::fmt::Write as _;

use chrono::TimeDelta;
use serde_json::json;

use super::pages::Page;
use crate::{
    app::App,
    features::{
        blog, newsletter,
        pages::{self, model::PageName},
        services,
    },
    foundation::settings::{
        self,
        model::{Settings, SettingsName},
    },
    platform::{addresses, clock::Timestamp, db::seeds, error::Result, text::date::rfc3339},
};

/// Validity of `security.txt`. RFC 9116 recommends less than a year.
const SECURITY_TXT_VALIDITY: TimeDelta = TimeDelta::days(180);

/// A page in the sitemap.
struct SitemapEntry {
    path: String,
    changed_at: Timestamp,
}

/// Returns `sitemap.xml`: all listed pages, each with the time of its last change.
pub async fn sitemap(app: &App) -> Result<String> {
    let origin = app.config.origin();
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for SitemapEntry { path, changed_at } in entries(app).await? {
        let changed_at = rfc3339(changed_at);
        let _ = writeln!(xml, "<url><loc>{origin}{path}</loc><lastmod>{changed_at}</lastmod></url>");
    }
    xml.push_str("</urlset>\n");
    Ok(xml)
}

/// Returns the listed pages, posts and editions of the newsletter. The first start of the site counts as a change of each
/// page.
async fn entries(app: &App) -> Result<Vec<SitemapEntry>> {
    let reader = app.db.reader();
    let texts = pages::store::changes(reader).await?;
    let records = settings::store::changes(reader).await?;
    let services = services::store::changes(reader).await?;
    let first_start = seeds::first_start(reader).await?.unwrap_or_else(|| app.clock.now());
    let entry = |page: &Page| {
        let Sources { pages, settings, all_services } = sources(page);
        let of_texts = texts.iter().filter(|(name, _)| pages.iter().any(|own| own.key() == name));
        let of_records = records.iter().filter(|(name, _)| settings.iter().any(|own| own.key() == name));
        let of_services = services.iter().filter(|(shown_on, _)| match page {
            Page::Service(page) => shown_on == page,
            _ => all_services,
        });
        let changes = of_texts.chain(of_records).map(|(_, changed_at)| *changed_at);
        let last = changes.chain(of_services.map(|(_, changed_at)| *changed_at)).max();
        SitemapEntry {
            path: page.path().into_owned(),
            changed_at: last.unwrap_or(first_start).max(first_start),
        }
    };
    let shown = services::store::list_shown_pages(reader).await?;
    let is_shown = |page: &&Page| !matches!(page, Page::Service(page) if !shown.contains(page));
    let posts = blog::sitemap::listed_paths(app).await?;
    let posts = posts.into_iter().map(|(path, changed_at)| SitemapEntry { path, changed_at });
    let editions = newsletter::editions::archive::listed_paths(reader).await?;
    let editions = editions.into_iter().map(|(path, changed_at)| SitemapEntry { path, changed_at });
    Ok(Page::listed().iter().filter(is_shown).map(entry).chain(posts).chain(editions).collect())
}

/// The content and settings that a page shows, apart from its header and footer. Their changes change the page.
#[derive(Default)]
struct Sources {
    pages: &'static [PageName],
    settings: &'static [SettingsName],
    /// Whether the page shows all services. A detail page shows its own services only.
    all_services: bool,
}

fn sources(page: &Page) -> Sources {
    use PageName::{About, Contact, Home, Privacy, ServicePages, Services, Terms};
    let (pages, settings): (&[PageName], &[SettingsName]) = match page {
        Page::Home => (&[Home, About], &[]),
        Page::About => (&[About], &[SettingsName::Company]),
        Page::Services => (&[Services, ServicePages], &[]),
        Page::Service(_) => (&[ServicePages], &[]),
        Page::Contact(_) => (&[Contact], &[SettingsName::Contact]),
        Page::Privacy => (&[Privacy], &[SettingsName::Company, SettingsName::Contact]),
        Page::Terms => (&[Terms], &[SettingsName::Company, SettingsName::Contact]),
        _ => return Sources::default(),
    };
    Sources { pages, settings, all_services: matches!(page, Page::Services) }
}

/// Returns `robots.txt`.
#[must_use]
pub fn robots(app: &App) -> String {
    format!(
        "User-agent: *\nDisallow: {}\nDisallow: /api/\nDisallow: {}\n\nSitemap: {}{}\n",
        addresses::PANEL.path,
        addresses::WHATSAPP.prefix(),
        app.config.origin(),
        addresses::SITEMAP.path
    )
}

/// Returns `security.txt` (RFC 9116), with the contact for security reports. `None` if the company has no email address.
pub async fn security_txt(app: &App) -> Result<Option<String>> {
    let email = settings::store::contact(app.db.reader()).await?.email;
    if email.is_empty() {
        return Ok(None);
    }
    let expires = rfc3339(app.clock.now() + SECURITY_TXT_VALIDITY);
    let url = format!("{}{}", app.config.origin(), addresses::SECURITY_TXT.path);
    Ok(Some(format!(
        "Contact: mailto:{email}\nExpires: {expires}\nPreferred-Languages: pt-BR, en\nCanonical: {url}\n"
    )))
}

/// Returns the manifest of the panel, with which it can be installed.
pub async fn panel_manifest(app: &App) -> Result<String> {
    let settings = settings::store::all(app.db.reader()).await?;
    let company = settings.with_facts(app.clock.now()).company;
    let icon = |path: &str, size: &str| json!({"src": path, "sizes": size, "type": "image/png"});
    let manifest = json!({
        "id": addresses::PANEL_SLASH.path,
        "name": format!("{} – Painel", company.name),
        "short_name": company.name,
        "lang": "pt-BR",
        "dir": "ltr",
        "start_url": "/admin/contacts",
        "scope": addresses::PANEL_SLASH.path,
        "display": "standalone",
        "background_color": "#f6f6f2",
        "theme_color": "#f6f6f2",
        "icons": [icon("/icon-192.png", "192x192"), icon("/icon-512.png", "512x512")],
    });
    Ok(manifest.to_string())
}

/// Returns the web manifest, with the company's own favicon or the default icons.
pub async fn web_manifest(app: &App) -> Result<String> {
    let settings = settings::store::all(app.db.reader()).await?;
    let Settings { company, seo, .. } = settings.with_facts(app.clock.now());
    let icon = |path: &str, size: &str| json!({"src": path, "sizes": size, "type": "image/png"});
    let icons = if seo.favicon.is_empty() {
        json!([icon("/icon-192.png", "192x192"), icon("/icon-512.png", "512x512")])
    } else {
        json!([{"src": seo.favicon, "sizes": "any"}])
    };
    let manifest = json!({
        "name": company.name,
        "short_name": company.name,
        "description": if company.description.is_empty() { company.tagline } else { company.description },
        "lang": "pt-BR",
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "browser",
        "background_color": "#f6f6f2",
        "theme_color": "#f6f6f2",
        "icons": icons,
    });
    Ok(manifest.to_string())
}
