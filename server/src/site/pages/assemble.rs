//! Completes a page that a feature has built: adds the layout and the metadata for browsers and search engines.

use super::Page;
use crate::{
    app::App,
    features::{
        consent,
        contacts::channel::whatsapp,
        pages::{built_page::BuiltPage, content::PageText, store::Texts},
    },
    foundation::settings::{self, model::Settings},
    platform::{error::Result, text::date},
    site::{
        document::{Document, HeadExtras, PageMeta, View},
        layout::{self, ConsentLink},
        sharing::{card, tags},
        structured_data,
    },
};

/// Builds the document of a page.
pub async fn document(app: &App, texts: &Texts<'_>, page: &Page, built: BuiltPage<View>) -> Result<Document> {
    let BuiltPage { meta: text, view, trail, is_listed, expires_at } = built;
    let is_listed = is_listed && page.is_listed();
    let path = page.path();
    let origin = app.config.origin();
    let settings = settings::store::all(texts.db).await?.with_facts(texts.now);
    let consent = consent::notice::read(texts, &settings.analytics).await?;
    let mut layout = layout::read(texts, &settings).await?;
    layout.measures_visits &= page.is_measured();
    if layout.company.whatsapp_link.is_some() && page.is_numbered() {
        let number = whatsapp::pages::number_of(app, &path).await;
        layout.company.whatsapp_link = Some(whatsapp::public::link(number));
    }
    let has_notice = page.may_load_trackers();
    layout.consent_link = consent.as_ref().map(|notice| ConsentLink {
        label: notice.texts.preferences.clone(),
        url: (!has_notice).then_some(consent::notice::PREFERENCES),
    });
    let meta = meta(&origin, page, &text, is_listed, &settings);
    let accent_color = &settings.company.accent_color;
    let card = match page {
        // Share pictures are public: the picture of an unpublished post would reveal its title.
        Page::PostPreview { .. } => None,
        // The handler of share pictures serves only the texts in effect.
        Page::LegalVersions(_) | Page::LegalVersion(..) => None,
        _ => card::card(&view, &layout.company, app.config.host(), accent_color),
    };
    let picture = tags::picture(&origin, &path, &view, card.as_ref(), &settings.seo);
    let head = HeadExtras {
        accent_color: accent_color.clone(),
        has_own_icon: meta.favicon.is_some(),
        sharing: tags::html(&meta, &settings, &view, picture.as_ref()),
        site_tags: tags::site_tags(&settings, is_listed, matches!(page, Page::Home)),
        structured_data: is_listed
            .then(|| structured_data::of(&origin, &layout, &meta, &trail, &view, picture.as_ref(), &settings))
            .flatten(),
        consent: consent.filter(|_| has_notice),
        card,
        // The footer of each page contains the current year.
        expires_at: expires_at.into_iter().chain(date::start_of_next_year(texts.now)).min(),
    };
    Ok(Document { path: path.into_owned(), meta, layout, view, notice: None, head })
}

/// Returns the metadata of a page. A page without title or description gets those of the site or the company.
fn meta(origin: &str, page: &Page, text: &PageText, is_listed: bool, settings: &Settings) -> PageMeta {
    let Settings { seo, company, .. } = settings;
    let has_canonical = page.is_listed() || matches!(page, Page::Auth);
    PageMeta {
        title: first_filled([&text.title, &seo.page_title, &company.name]),
        description: first_filled([&text.description, &seo.site_description, &company.description]),
        canonical: has_canonical.then(|| format!("{origin}{}", page.canonical())),
        robots: (!is_listed).then(|| "noindex".to_owned()),
        favicon: Some(seo.favicon.clone()).filter(|favicon| !favicon.is_empty()),
    }
}

fn first_filled(texts: [&str; 3]) -> String {
    texts.into_iter().find(|text| !text.is_empty()).unwrap_or_default().to_owned()
}
