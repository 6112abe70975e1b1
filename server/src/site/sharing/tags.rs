//! Open Graph tags, for programs that show a preview of a link. They aren't props of React components, so they don't increase
//! the data of the page.

use super::{HEIGHT, WIDTH, paths::picture_url};
use crate::{
    features::blog::views::ArticleView,
    foundation::settings::model::{Seo, Settings},
    platform::text::{date::rfc3339, escape_html},
    site::document::{Card, PageMeta, View},
};

/// The picture in a link preview.
#[derive(Debug, Clone)]
pub struct SharePicture {
    /// Absolute URL.
    pub url: String,
    /// Text alternative.
    pub alt: String,
    /// Whether the server draws the picture. Then its size is known.
    pub is_drawn: bool,
}

/// Returns the picture that staff chose for the post, the one chosen for the site, or the one drawn for the page at `path`.
/// Skips SVGs, because programs that show links don't support them. `None` for a page without a card.
#[must_use]
pub fn picture(
    origin: &str,
    path: &str,
    view: &View,
    card: Option<&Card>,
    seo: &Seo,
) -> Option<SharePicture> {
    let card = card?;
    let alt = card.title.clone();
    let of_post = match view {
        View::Article(view) => Some(&*view.featured_image),
        _ => None,
    };
    let mut candidates = of_post.into_iter().chain([&*seo.og_image]);
    let chosen = candidates.find(|url| !url.is_empty() && !is_svg(url));
    Some(match chosen {
        Some(url) if url.starts_with('/') => {
            SharePicture { url: format!("{origin}{url}"), alt, is_drawn: false }
        }
        Some(url) => SharePicture { url: url.to_owned(), alt, is_drawn: false },
        None => SharePicture { url: format!("{origin}{}", picture_url(path, card)), alt, is_drawn: true },
    })
}

fn is_svg(url: &str) -> bool {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    path.to_ascii_lowercase().ends_with(".svg")
}

/// Returns the tags as HTML.
#[must_use]
pub fn html(meta: &PageMeta, settings: &Settings, view: &View, picture: Option<&SharePicture>) -> String {
    let (kind, title) = match view {
        View::Article(view) => ("article", &view.post.title),
        View::Home(_) if !settings.seo.site_title.is_empty() => ("website", &settings.seo.site_title),
        _ => ("website", &meta.title),
    };
    let mut tags = vec![
        property("og:type", kind),
        property("og:locale", "pt_BR"),
        property("og:site_name", &settings.company.name),
        property("og:title", title),
        property("og:description", &meta.description),
    ];
    tags.extend(meta.canonical.as_deref().map(|url| property("og:url", url)));
    if let View::Article(view) = view {
        tags.extend(article_tags(view));
    }
    match picture {
        Some(picture) => tags.extend(picture_tags(picture)),
        None => tags.push(name("twitter:card", "summary")),
    }
    tags.concat()
}

/// Returns tags with values from the settings: the keywords if search engines may list the page, and the ownership tag of
/// Google Search Console on the home page.
#[must_use]
pub fn site_tags(settings: &Settings, is_listed: bool, is_home: bool) -> String {
    let keywords = Some(&settings.seo.keywords).filter(|keywords| is_listed && !keywords.is_empty());
    let token = Some(&settings.analytics.search_console).filter(|token| is_home && !token.is_empty());
    let keywords = keywords.map(|keywords| name("keywords", keywords));
    let token = token.map(|token| name("google-site-verification", token));
    keywords.into_iter().chain(token).collect()
}

fn article_tags(view: &ArticleView) -> Vec<String> {
    let mut tags = vec![
        property("article:published_time", &rfc3339(view.published_at)),
        property("article:modified_time", &rfc3339(view.updated_at)),
    ];
    tags.extend(view.post.category.as_ref().map(|category| property("article:section", &category.label)));
    tags.extend(view.tags.iter().map(|tag| property("article:tag", &tag.label)));
    tags
}

fn picture_tags(picture: &SharePicture) -> Vec<String> {
    let mut tags = vec![property("og:image", &picture.url)];
    if picture.is_drawn {
        tags.push(property("og:image:type", "image/png"));
        tags.push(property("og:image:width", &WIDTH.to_string()));
        tags.push(property("og:image:height", &HEIGHT.to_string()));
    }
    tags.extend([
        property("og:image:alt", &picture.alt),
        name("twitter:card", "summary_large_image"),
        name("twitter:image", &picture.url),
        name("twitter:image:alt", &picture.alt),
    ]);
    tags
}

fn property(property: &str, content: &str) -> String {
    format!("<meta property=\"{property}\" content=\"{}\">", escape_html(content))
}

fn name(name: &str, content: &str) -> String {
    format!("<meta name=\"{name}\" content=\"{}\">", escape_html(content))
}
