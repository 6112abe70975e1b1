//! Puts a page together as HTML: the head that React's components asked for, what the browser must load, the markup, and
//! the data it was made from, for the browser to take over.

use std::collections::BTreeSet;

use axum::http::{HeaderValue, StatusCode};
use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::Bytes;
use sha2::{Digest, Sha256};
use url::Url;

use super::{
    assets::{Assets, Needs},
    document::Unseen,
};
use crate::platform::security_headers;
pub(super) use crate::platform::text::escape_html;

const SITE_ENTRY: &str = "src/entry-site.tsx";
const ADMIN_ENTRY: &str = "src/entry-panel.tsx";
const ICON: &str = "src/ui/icon.svg";
/// The first element of every page's markup; React puts what belongs in the head before it.
const ROOT: &str = "<div id=\"site\"";
/// Lets browsers that can prepare the page a visitor is about to ask for.
const SPECULATION_RULES: &str = r#"{"prerender":[{"where":{"and":[{"href_matches":"/*"},{"not":{"href_matches":"/admin*"}},{"not":{"href_matches":"/api/*"}},{"not":{"href_matches":"/auth*"}}]},"eagerness":"moderate"}]}"#;
/// Says who is signed in before the first paint, so that nothing flickers on a page that is the same for everybody.
const SESSION_SCRIPT: &str = "try{const u=JSON.parse(localStorage.getItem('auth_user'));if(u&&localStorage.getItem('auth_token')){const d=document.documentElement.dataset;d.session='in';d.role=u.role}}catch{}";
/// Stands in a page for what a visitor typed, until [`with_query`] puts that in.
pub(super) const QUERY: &str = "{query}";
/// The product's icons for browsers that draw no SVG and for phones; the rest of the head comes from React.
const ICONS: &str = "<link rel=\"icon\" type=\"image/png\" sizes=\"32x32\" href=\"/icon-32.png\">\
    <link rel=\"apple-touch-icon\" href=\"/apple-touch-icon.png\">";
const MANIFEST: &str = "<link rel=\"manifest\" href=\"/manifest.webmanifest\">";

/// A page that could not be rendered here: the browser will do it.
#[derive(Clone, Debug)]
pub struct Unrendered {
    pub status: StatusCode,
    pub html: Bytes,
}

/// What surrounds every page, made once at start.
pub struct Shell {
    site: Needs,
    /// The scripts of a document's head, in order.
    site_scripts: Vec<InlineScript>,
    /// The product's own.
    admin_icon: String,
    admin_head: String,
    admin_scripts: Vec<InlineScript>,
    /// Vite serves the code and puts scripts and styles of its own into the page.
    development: bool,
}

struct InlineScript {
    /// The value of its `type` attribute, if it has one.
    kind: Option<&'static str>,
    code: String,
}

impl InlineScript {
    fn hash(&self) -> String {
        STANDARD.encode(Sha256::digest(self.code.as_bytes()))
    }

    fn html(&self) -> String {
        let kind = self.kind.map(|kind| format!(" type=\"{kind}\"")).unwrap_or_default();
        format!("<script{kind}>{}</script>", self.code)
    }
}

impl Shell {
    pub fn new(assets: &Assets, development: Option<&Url>) -> anyhow::Result<Self> {
        let script = |kind, code: &str| InlineScript { kind, code: code.to_owned() };
        let session = || script(None, SESSION_SCRIPT);
        let rules = || script(Some("speculationrules"), SPECULATION_RULES);
        if development.is_some() {
            let start = |entry| script(Some("module"), &development_start(entry));
            return Ok(Self {
                site: Needs::default(),
                site_scripts: vec![session(), start(SITE_ENTRY)],
                admin_icon: String::new(),
                admin_head: String::new(),
                admin_scripts: vec![start(ADMIN_ENTRY)],
                development: true,
            });
        }
        let (site, admin) = (assets.needs(SITE_ENTRY), assets.needs(ADMIN_ENTRY));
        let start = |needs: &Needs| {
            let entry =
                needs.scripts.first().ok_or_else(|| anyhow::anyhow!("an entry is missing from the manifest"));
            entry.map(|entry| script(None, &start_module(entry)))
        };
        Ok(Self {
            site_scripts: vec![session(), start(&site)?, rules()],
            admin_icon: icon(assets),
            admin_head: loads(&admin, &Needs::default()),
            admin_scripts: vec![start(&admin)?],
            site,
            development: false,
        })
    }

    /// The content security policy of public pages.
    #[must_use]
    pub fn policy(&self) -> Option<String> {
        self.policy_with("data:")
    }

    /// The policy of a page that shows pictures of other sites.
    #[must_use]
    pub fn policy_showing(&self, origins: &BTreeSet<String>) -> Option<HeaderValue> {
        let sources = origins.iter().fold("data:".to_owned(), |sources, origin| sources + " " + origin);
        HeaderValue::try_from(self.policy_with(&sources)?).ok()
    }

    /// The panel's, which shows pictures before they are uploaded.
    #[must_use]
    pub fn admin_policy(&self) -> Option<String> {
        self.policy_with("data: blob:")
    }

    /// Vite's development server works with none.
    fn policy_with(&self, pictures: &str) -> Option<String> {
        let scripts = self.site_scripts.iter().chain(&self.admin_scripts);
        let mut hashes: Vec<String> = scripts.map(InlineScript::hash).collect();
        hashes.dedup();
        (!self.development).then(|| security_headers::document_policy(&hashes, pictures))
    }

    /// Vite's modules are rendered by the browser alone: the server's bundle is not what is being edited.
    #[must_use]
    pub fn renders_on_server(&self) -> bool {
        !self.development
    }

    /// The document of a public page. Without `rendered` the browser makes its markup. `structured_data` is JSON-LD.
    #[must_use]
    pub fn page(&self, page: &Needs, rendered: Option<&str>, document_json: &str, unseen: &Unseen) -> Bytes {
        let (head, markup) = rendered.map_or(("", ""), split_head);
        let mut html = String::with_capacity(markup.len() + document_json.len() + 4096);
        // Vite finds by itself what a module needs.
        let loads = if self.development { String::new() } else { loads(&self.site, page) };
        let data = unseen.structured_data.as_deref().map(json_ld).unwrap_or_default();
        let icons = if unseen.has_own_icon { "" } else { ICONS };
        let loads = loads
            + &colors(unseen.colors.as_deref())
            + icons
            + MANIFEST
            + &unseen.notes
            + &unseen.sharing
            + &data;
        self.open(&mut html, head, &loads, &self.site_scripts);
        html.push_str("<div id=\"root\">");
        html.push_str(markup);
        html.push_str("</div><script type=\"application/json\" id=\"document\">");
        push_escaped_json(&mut html, document_json);
        html.push_str("</script></body></html>");
        html.into()
    }

    /// A public page to be looked at only: its styles and its markup, no scripts, no data. Vite has no styles to name.
    #[must_use]
    pub fn still(&self, page: &Needs, rendered: &str, unseen: &Unseen) -> Option<String> {
        if self.development {
            return None;
        }
        let styles = Needs { styles: [&self.site.styles[..], &page.styles[..]].concat(), ..Needs::default() };
        let mut html = String::new();
        let loads = loads(&styles, &Needs::default()) + &colors(unseen.colors.as_deref());
        self.open(&mut html, "", &loads, &[]);
        html.push_str(split_head(rendered).1);
        html.push_str("</body></html>");
        Some(html)
    }

    /// The document in which the panel runs. Without a `favicon` it has the product's. `own` is where the company's own
    /// colors are, `password_min` how many characters a visitor's password needs.
    #[must_use]
    pub fn admin(&self, brand: &str, favicon: &str, own: Option<&str>, password_min: usize) -> Bytes {
        let brand = escape_html(brand);
        let icon = match favicon {
            "" => self.admin_icon.clone(),
            favicon => format!("<link rel=\"icon\" href=\"{}\">", escape_html(favicon)),
        };
        let head = format!(
            "<title>{brand} - Painel Admin</title><meta name=\"brand\" content=\"{brand}\">\
             <meta name=\"password-min\" content=\"{password_min}\"><meta name=\"robots\" content=\"noindex\">"
        );
        let mut html = String::new();
        self.open(&mut html, &head, &(icon + &self.admin_head + &colors(own)), &self.admin_scripts);
        html.push_str("<div id=\"root\"></div></body></html>");
        html.into()
    }

    fn open(&self, html: &mut String, head: &str, loads: &str, scripts: &[InlineScript]) {
        html.push_str(
            "<!doctype html><html lang=\"pt-BR\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
        );
        html.push_str(head);
        html.push_str(loads);
        for script in scripts {
            html.push_str(&script.html());
        }
        html.push_str("</head><body>");
    }
}

/// After the styles that it changes. The panel finds it by its id, to follow a change at once.
fn colors(address: Option<&str>) -> String {
    address
        .map(|address| format!("<link id=\"colors\" rel=\"stylesheet\" href=\"{address}\">"))
        .unwrap_or_default()
}

fn json_ld(json: &str) -> String {
    let mut html = String::from("<script type=\"application/ld+json\">");
    push_escaped_json(&mut html, json);
    html + "</script>"
}

fn icon(assets: &Assets) -> String {
    let path = assets.path(ICON);
    path.map(|path| format!("<link rel=\"icon\" href=\"{path}\" type=\"image/svg+xml\">")).unwrap_or_default()
}

fn split_head(rendered: &str) -> (&str, &str) {
    rendered.split_at(rendered.find(ROOT).unwrap_or(0))
}

/// Everything the first paint needs, asked for at once.
fn loads(entry: &Needs, page: &Needs) -> String {
    use std::fmt::Write as _;
    let mut html = String::new();
    let mut seen = Vec::new();
    let mut once = |path: &String, tag: fn(&str) -> String| {
        if !seen.contains(path) {
            let _ = write!(html, "{}", tag(path));
            seen.push(path.clone());
        }
    };
    for path in entry.fonts.iter().chain(&page.fonts) {
        once(path, |path| {
            format!("<link rel=\"preload\" href=\"{path}\" as=\"font\" type=\"font/woff2\" crossorigin>")
        });
    }
    for path in entry.styles.iter().chain(&page.styles) {
        once(path, |path| format!("<link rel=\"stylesheet\" href=\"{path}\">"));
    }
    for path in entry.scripts.iter().chain(&page.scripts) {
        once(path, |path| format!("<link rel=\"modulepreload\" href=\"{path}\">"));
    }
    html
}

/// 'strict-dynamic' trusts what a trusted script adds to the page, but no module that the parser's own scripts import.
fn start_module(path: &str) -> String {
    format!(
        "{{const s=document.createElement('script'),u='{path}';s.type='module';\
         s.src=window.trustedTypes?trustedTypes.createPolicy('vitrine',{{createScriptURL:()=>u}}).createScriptURL(u):u;\
         document.head.append(s)}}"
    )
}

fn development_start(entry: &str) -> String {
    format!(
        "import {{ injectIntoGlobalHook }} from \"/@react-refresh\";\
         injectIntoGlobalHook(window);\
         window.$RefreshReg$ = () => {{}};\
         window.$RefreshSig$ = () => (type) => type;\
         await import(\"/@vite/client\");\
         await import(\"/{entry}\");"
    )
}

/// A page made with [`QUERY`] for its query, with `query` in the search field and in the data. Elsewhere the same letters
/// mean something else: within text and within JSON strings the quotes around would be escaped.
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

/// JSON that can't end the script element it stands in.
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
    fn data_cannot_leave_its_script_element() {
        let mut html = String::new();
        push_escaped_json(&mut html, "{\"a\":\"</script><!--\u{2028}\"}");
        assert_eq!(html, "{\"a\":\"\\u003c/script>\\u003c!--\\u2028\"}");
    }

    #[test]
    fn typed_words_stay_text() {
        let page = r#"<input value="{query}"><p>{query}</p>{"title":"{query}","query":"{query}"}"#;
        assert_eq!(
            with_query(page, r#""><b>{query}"#),
            r#"<input value="&quot;&gt;&lt;b&gt;{query}"><p>{query}</p>{"title":"{query}","query":"\">\u003cb>{query}"}"#
        );
    }

    #[test]
    fn what_react_hoists_goes_to_the_head() {
        assert_eq!(
            split_head("<title>a</title><div id=\"site\">b</div>"),
            ("<title>a</title>", "<div id=\"site\">b</div>")
        );
        assert_eq!(split_head("<p>b</p>"), ("", "<p>b</p>"));
    }

    #[test]
    fn the_brand_is_text() {
        let shell = Shell {
            site: Needs::default(),
            site_scripts: Vec::new(),
            admin_icon: String::new(),
            admin_head: String::new(),
            admin_scripts: Vec::new(),
            development: false,
        };
        let html = String::from_utf8(shell.admin("<b>\"&", "/media/\">", None, 6).to_vec()).expect("UTF-8");
        assert!(html.contains("content=\"&lt;b&gt;&quot;&amp;\""), "{html}");
        assert!(html.contains("href=\"/media/&quot;&gt;\""), "{html}");
    }
}
