//! Writes a page as HTML: the head from the React components, links to styles and the font, inline scripts, and the markup.

mod scripts;

use std::collections::BTreeSet;

use anyhow::Context;
use axum::http::{HeaderValue, StatusCode};
use bytes::Bytes;
use url::Url;

use self::scripts::{
    InlineScript, SESSION_SCRIPT, SPECULATION_RULES, development_start, start_module, start_when_needed,
};
use super::{
    accent::SiteStyles,
    assets::{Assets, PageFiles},
    document::HeadExtras,
};
use crate::{
    features::consent::{notice::ConsentNotice, trackers},
    platform::{
        http::security_headers::{self, Sources},
        text::escape_html,
    },
};

const SITE_ENTRY: &str = "src/entry-site.ts";
const PANEL_ENTRY: &str = "src/entry-panel.tsx";
const CONSENT_ENTRY: &str = "src/entry-consent.tsx";
const ICON: &str = "src/ui/icon.svg";
/// First element of each page's markup. React writes the elements of the head before it.
const ROOT: &str = "<div id=\"site\"";
/// Placeholder for a visitor's search terms, which [`with_query`] replaces.
pub(super) const QUERY: &str = "{query}";
/// The default icons for phones and for browsers without SVG support. React writes the other icons.
const ICONS: &str = "<link rel=\"icon\" type=\"image/png\" sizes=\"32x32\" href=\"/icon-32.png\">\
    <link rel=\"apple-touch-icon\" href=\"/apple-touch-icon.png\">";
/// The panel's text for browsers without scripts. The class is one that the panel's stylesheet has.
const PANEL_NOSCRIPT: &str = "<noscript><p class=\"p-6\">O painel precisa de JavaScript. Ative-o no navegador e recarregue \
                              a página.</p></noscript>";
const PANEL_MANIFEST: &str = "<link rel=\"manifest\" href=\"/admin/manifest.webmanifest\" crossorigin=\"use-credentials\">\
     <link rel=\"apple-touch-icon\" href=\"/apple-touch-icon.png\">";
const MANIFEST: &str = "<link rel=\"manifest\" href=\"/manifest.webmanifest\">";

/// A page without markup, which the browser renders because the server couldn't.
#[derive(Clone, Debug)]
pub struct ClientRendered {
    pub status: StatusCode,
    pub html: Bytes,
}

/// The parts of the HTML that all pages share, computed once at start.
pub struct HtmlDocument {
    /// The stylesheets of public pages.
    pub styles: SiteStyles,
    /// Links to the fonts of public pages.
    site_fonts: String,
    /// Inline scripts of a public page's head, in order.
    site_scripts: Vec<InlineScript>,
    /// Link to the panel's default icon.
    panel_icon: String,
    /// Links to the files that the panel needs.
    panel_head: String,
    panel_scripts: Vec<InlineScript>,
    /// Inline script of pages with trackers, which starts the notice that asks for consent.
    consent_script: InlineScript,
    /// Whether Vite's development server provides scripts and styles.
    development: bool,
}

impl HtmlDocument {
    /// Computes the shared parts. `development` is the URL of Vite's development server.
    pub fn new(assets: &Assets, development: Option<&Url>) -> anyhow::Result<Self> {
        let script = |kind, code: &str| InlineScript { kind, code: code.to_owned() };
        let session = || script(None, SESSION_SCRIPT);
        let rules = || script(Some("speculationrules"), SPECULATION_RULES);
        if development.is_some() {
            let start = |entry| script(Some("module"), &development_start(entry));
            return Ok(Self {
                styles: SiteStyles::new(assets, String::new()),
                site_fonts: String::new(),
                site_scripts: vec![session(), start(SITE_ENTRY)],
                panel_icon: String::new(),
                panel_head: String::new(),
                panel_scripts: vec![start(PANEL_ENTRY)],
                consent_script: start(CONSENT_ENTRY),
                development: true,
            });
        }
        let [site, panel, consent] =
            [SITE_ENTRY, PANEL_ENTRY, CONSENT_ENTRY].map(|entry| assets.page_files(entry));
        Ok(Self {
            site_scripts: vec![
                session(),
                script(None, &start_when_needed(entry(&site)?, &site.scripts[1..])),
                rules(),
            ],
            styles: SiteStyles::new(assets, style(&site)?.to_owned()),
            site_fonts: font_links(&site),
            panel_icon: icon_link(assets),
            panel_head: font_links(&panel) + &style_links(&panel) + &module_links(&panel),
            panel_scripts: vec![script(None, &start_module(entry(&panel)?))],
            consent_script: script(None, &start_module(entry(&consent)?)),
            development: false,
        })
    }

    /// Returns the Content Security Policy of public pages. `None` in development.
    #[must_use]
    pub fn policy(&self) -> Option<String> {
        self.policy_with("data:", None)
    }

    /// Returns the policy of a page that shows pictures from the origins of other sites, or loads trackers after consent.
    /// `None` in development.
    #[must_use]
    pub fn policy_of(
        &self,
        origins: &BTreeSet<String>,
        consent: Option<&ConsentNotice>,
    ) -> Option<HeaderValue> {
        let pictures = origins.iter().fold("data:".to_owned(), |sources, origin| sources + " " + origin);
        HeaderValue::try_from(self.policy_with(&pictures, consent)?).ok()
    }

    /// Returns the policy of the panel, which shows pictures before they are uploaded. `None` in development.
    #[must_use]
    pub fn panel_policy(&self) -> Option<String> {
        self.policy_with("data: blob:", None)
    }

    /// Returns the policy with these sources of pictures and those of the trackers. `None` in development, because Vite's
    /// server doesn't work with a policy.
    fn policy_with(&self, pictures: &str, consent: Option<&ConsentNotice>) -> Option<String> {
        let own = consent.map(|_| &self.consent_script);
        let scripts = self.site_scripts.iter().chain(&self.panel_scripts).chain(own);
        let hashes: Vec<String> = scripts.map(InlineScript::hash).collect();
        let sources = consent.map_or_else(Sources::default, |notice| trackers::sources(&notice.trackers));
        (!self.development).then(|| security_headers::document_policy(&hashes, pictures, &sources))
    }

    /// Returns whether the server renders pages. In development, only the browser has the current code.
    #[must_use]
    pub fn renders_on_server(&self) -> bool {
        !self.development
    }

    /// Returns the HTML of a public page with the markup that the renderer returned.
    #[must_use]
    pub fn page(&self, rendered: &str, extras: &HeadExtras) -> Bytes {
        let (head, markup) = split_head(rendered);
        let mut html = String::with_capacity(rendered.len() + 8192);
        self.push_page_head(&mut html, head, extras);
        html.push_str("<div id=\"root\">");
        html.push_str(markup);
        html.push_str("</div>");
        if let Some(notice) = &extras.consent {
            self.push_consent(&mut html, notice);
        }
        html.push_str("</body></html>");
        html.into()
    }

    /// Returns the HTML of a public page that the browser renders from its data. Its policy allows no trackers, except in
    /// development, where pages have none.
    #[must_use]
    pub fn page_without_markup(&self, document_json: &str, extras: &HeadExtras) -> Bytes {
        let mut html = String::new();
        self.push_page_head(&mut html, "", extras);
        html.push_str("<div id=\"root\"></div><script type=\"application/json\" id=\"document\">");
        push_escaped_json(&mut html, document_json);
        html.push_str("</script>");
        if let Some(notice) = extras.consent.as_ref().filter(|_| self.development) {
            self.push_consent(&mut html, notice);
        }
        html.push_str("</body></html>");
        html.into()
    }

    /// Returns links that load the font and the stylesheet of a public page in parallel.
    fn site_links(&self, accent_color: &str) -> String {
        let style = self.styles.url(accent_color).map(|path| style_link(&path)).unwrap_or_default();
        self.site_fonts.clone() + &style
    }

    fn push_page_head(&self, html: &mut String, head: &str, extras: &HeadExtras) {
        let links = self.site_links(&extras.accent_color)
            + if extras.has_own_icon { "" } else { ICONS }
            + MANIFEST
            + &extras.site_tags
            + &extras.sharing
            + &extras.structured_data.as_deref().map(json_ld).unwrap_or_default();
        push_head(html, head, &links, &self.site_scripts);
    }

    /// Appends the data and the script of the notice that asks for consent.
    fn push_consent(&self, html: &mut String, notice: &ConsentNotice) {
        // The notice serializes to strings and lists only, so this can't fail.
        let json = serde_json::to_string(notice).unwrap_or_default();
        html.push_str("<script type=\"application/json\" id=\"consent\">");
        push_escaped_json(html, &json);
        html.push_str("</script>");
        html.push_str(&self.consent_script.html());
    }

    /// Returns the HTML of a preview with styles and markup, but without scripts and data. `None` in development, because
    /// Vite's server doesn't have separate styles.
    #[must_use]
    pub fn preview(&self, rendered: &str, extras: &HeadExtras) -> Option<String> {
        if self.development {
            return None;
        }
        let mut html = String::new();
        let links = self.site_links(&extras.accent_color);
        push_head(&mut html, "", &links, &[]);
        html.push_str(split_head(rendered).1);
        html.push_str("</body></html>");
        Some(html)
    }

    /// Returns a page without scripts that shows a message. `heading` and `text` are HTML. Uses only classes that the site's
    /// stylesheet has.
    #[must_use]
    pub fn message(&self, heading: &str, text: &str) -> Bytes {
        let head = format!("<title>{heading}</title><meta name=\"color-scheme\" content=\"light dark\">");
        let mut html = String::new();
        push_head(&mut html, &head, &self.site_links(""), &[]);
        html.push_str(&format!(
            "<main class=\"frame py-24\"><h1 class=\"text-section text-balance\">{heading}</h1>\
             <p class=\"text-muted mt-6 text-xl text-pretty\">{text}</p>\
             <p class=\"mt-8\"><a href=\"/\" class=\"text-accent font-semibold underline\">Voltar ao início</a></p></main>\
             </body></html>"
        ));
        html.into()
    }

    /// Returns the HTML of the panel. An empty `favicon` uses the default icon. `colors_url` is the stylesheet with the
    /// company's own colors, `password_min` the minimum number of characters of a visitor's password.
    #[must_use]
    pub fn panel(&self, brand: &str, favicon: &str, colors_url: Option<&str>, password_min: usize) -> Bytes {
        let brand = escape_html(brand);
        let icon = match favicon {
            "" => self.panel_icon.clone(),
            favicon => format!("<link rel=\"icon\" href=\"{}\">", escape_html(favicon)),
        };
        let head = format!(
            "<title>{brand} - Painel Admin</title><meta name=\"brand\" content=\"{brand}\">\
             <meta name=\"password-min\" content=\"{password_min}\"><meta name=\"robots\" content=\"noindex\">"
        );
        let mut html = String::new();
        let links = icon + PANEL_MANIFEST + &self.panel_head + &colors_link(colors_url);
        push_head(&mut html, &head, &links, &self.panel_scripts);
        html.push_str(PANEL_NOSCRIPT);
        html.push_str("<div id=\"root\"></div></body></html>");
        html.into()
    }
}

/// Appends the document up to the start of its body.
fn push_head(html: &mut String, head: &str, links: &str, scripts: &[InlineScript]) {
    html.push_str(
        "<!doctype html><html lang=\"pt-BR\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
    );
    html.push_str(head);
    html.push_str(links);
    for script in scripts {
        html.push_str(&script.html());
    }
    html.push_str("</head><body>");
}

/// Returns the link to the stylesheet with the company's own colors. It must come after the panel's styles, which it overrides.
/// The panel finds it by its id.
fn colors_link(url: Option<&str>) -> String {
    url.map(|url| format!("<link id=\"colors\" rel=\"stylesheet\" href=\"{url}\">")).unwrap_or_default()
}

fn json_ld(json: &str) -> String {
    let mut html = String::from("<script type=\"application/ld+json\">");
    push_escaped_json(&mut html, json);
    html + "</script>"
}

fn icon_link(assets: &Assets) -> String {
    let path = assets.path(ICON);
    path.map(|path| format!("<link rel=\"icon\" href=\"{path}\" type=\"image/svg+xml\">")).unwrap_or_default()
}

/// Splits the result of the renderer into the elements that React hoists into the head, and the markup.
fn split_head(rendered: &str) -> (&str, &str) {
    rendered.split_at(rendered.find(ROOT).unwrap_or(0))
}

/// Returns the path of an entry's module.
fn entry(files: &PageFiles) -> anyhow::Result<&str> {
    files.scripts.first().map(String::as_str).context("an entry is missing from the manifest")
}

/// Returns the path of the stylesheet of an entry.
fn style(files: &PageFiles) -> anyhow::Result<&str> {
    files
        .styles
        .first()
        .map(String::as_str)
        .context("the stylesheet of an entry is missing from the manifest")
}

fn font_links(files: &PageFiles) -> String {
    let link =
        |path| format!("<link rel=\"preload\" href=\"{path}\" as=\"font\" type=\"font/woff2\" crossorigin>");
    files.fonts.iter().map(link).collect()
}

fn style_links(files: &PageFiles) -> String {
    files.styles.iter().map(|path| style_link(path)).collect()
}

fn style_link(path: &str) -> String {
    format!("<link rel=\"stylesheet\" href=\"{path}\">")
}

/// Returns links that load the modules in parallel.
fn module_links(files: &PageFiles) -> String {
    files.scripts.iter().map(|path| format!("<link rel=\"modulepreload\" href=\"{path}\">")).collect()
}

/// Replaces [`QUERY`] with `query` in the search field and in the data of the list. The pattern includes the quotes around the
/// placeholder. Quotes in other texts are escaped, so the same characters there don't match.
#[must_use]
pub(super) fn with_query(html: &str, query: &str) -> String {
    let mut json = String::new();
    push_escaped_json(&mut json, &serde_json::Value::from(query).to_string());
    html.replacen(&format!(" value=\"{QUERY}\""), &format!(" value=\"{}\"", escape_html(query)), 1).replacen(
        &format!("\"query\":\"{QUERY}\""),
        &format!("\"query\":{json}"),
        1,
    )
}

/// Appends JSON that can't close the script element around it.
fn push_escaped_json(html: &mut String, json: &str) {
    for c in json.chars() {
        match c {
            '<' => html.push_str("\\u003c"),
            '\u{2028}' => html.push_str("\\u2028"),
            '\u{2029}' => html.push_str("\\u2029"),
            c => html.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_data_cannot_close_its_script_element() {
        let mut html = String::new();
        push_escaped_json(&mut html, "{\"a\":\"</script><!--\u{2028}\"}");
        assert_eq!(html, "{\"a\":\"\\u003c/script>\\u003c!--\\u2028\"}");
    }

    #[test]
    fn search_terms_are_escaped() {
        let page = r#"<input value="{query}"><p>{query}</p>{"title":"{query}","query":"{query}"}"#;
        assert_eq!(
            with_query(page, r#""><b>{query}"#),
            r#"<input value="&quot;&gt;&lt;b&gt;{query}"><p>{query}</p>{"title":"{query}","query":"\">\u003cb>{query}"}"#
        );
    }

    #[test]
    fn elements_that_react_hoists_are_split_from_the_markup() {
        assert_eq!(
            split_head("<title>a</title><div id=\"site\">b</div>"),
            ("<title>a</title>", "<div id=\"site\">b</div>")
        );
        assert_eq!(split_head("<p>b</p>"), ("", "<p>b</p>"));
    }

    #[test]
    fn brand_and_favicon_of_the_panel_are_escaped() {
        let html_document = HtmlDocument {
            styles: SiteStyles::default(),
            site_fonts: String::new(),
            site_scripts: Vec::new(),
            panel_icon: String::new(),
            panel_head: String::new(),
            panel_scripts: Vec::new(),
            consent_script: InlineScript { kind: None, code: String::new() },
            development: false,
        };
        let html =
            String::from_utf8(html_document.panel("<b>\"&", "/media/\">", None, 6).to_vec()).expect("UTF-8");
        assert!(html.contains("content=\"&lt;b&gt;&quot;&amp;\""), "{html}");
        assert!(html.contains("href=\"/media/&quot;&gt;\""), "{html}");
    }
}
