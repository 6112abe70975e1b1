//! Removes the HTML that posts must not contain.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use ammonia::{Builder, UrlRelative};

use super::ID_PREFIX;
use crate::{
    foundation::media::html::{attributes, pieces, urls},
    platform::{parse::is_email, text::is_safe_url},
};

/// Classes that [`highlight`](super::highlight) writes.
const CODE_CLASSES: [&str; 4] = ["code-comment", "code-string", "code-keyword", "code-number"];

/// Removes all HTML that isn't allowed in posts. Sanitized HTML stays the same.
#[must_use]
pub fn sanitize(html: &str) -> String {
    static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(cleaner);
    let clean = CLEANER.clean(html).to_string();
    let mut out = String::with_capacity(clean.len());
    let mut is_in_dead_link = false;
    // The sanitizer drops URLs that aren't allowed, but not the tags of the links and pictures. Here the links are removed, and
    // the pictures are replaced with their descriptions.
    for piece in pieces(&clean) {
        let is_shown = match piece {
            "</a>" => !std::mem::take(&mut is_in_dead_link),
            tag if tag.starts_with("<a ") || tag == "<a>" => {
                is_in_dead_link = !attributes(&tag[2..]).iter().any(|(name, _)| *name == "href");
                !is_in_dead_link
            }
            tag if tag.starts_with("<img") && urls(tag).next().is_none() => {
                out.push_str(&description(tag));
                false
            }
            _ => true,
        };
        if is_shown {
            out.push_str(piece);
        }
    }
    out
}

/// Returns the alternative text of a picture as HTML.
fn description(tag: &str) -> String {
    let attributes = attributes(&tag["<img".len()..]);
    let alt = attributes.into_iter().find(|(name, _)| *name == "alt").map(|(_, alt)| alt);
    // The sanitizer escapes everything else in attributes.
    alt.unwrap_or_default().replace('<', "&lt;").replace('>', "&gt;")
}

fn cleaner() -> Builder<'static> {
    let mut cleaner = Builder::empty();
    cleaner
        .tags(HashSet::from([
            "a",
            "abbr",
            "blockquote",
            "br",
            "code",
            "dd",
            "del",
            "dl",
            "dt",
            "em",
            "figcaption",
            "figure",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "hr",
            "img",
            "kbd",
            "li",
            "mark",
            "ol",
            "p",
            "pre",
            "q",
            "s",
            "span",
            "strong",
            "sub",
            "sup",
            "table",
            "tbody",
            "td",
            "th",
            "thead",
            "tr",
            "ul",
        ]))
        .clean_content_tags(HashSet::from(["script", "style", "template", "noscript", "iframe"]))
        .tag_attributes(HashMap::from([
            ("a", HashSet::from(["href", "id", "title"])),
            ("abbr", HashSet::from(["title"])),
            ("li", HashSet::from(["id"])),
            ("img", HashSet::from(["src", "alt", "width", "height"])),
            ("ol", HashSet::from(["start"])),
            ("td", HashSet::from(["colspan", "rowspan"])),
            ("th", HashSet::from(["colspan", "rowspan", "scope"])),
            ("h2", HashSet::from(["id"])),
            ("h3", HashSet::from(["id"])),
            ("h4", HashSet::from(["id"])),
            ("h5", HashSet::from(["id"])),
            ("h6", HashSet::from(["id"])),
        ]))
        .allowed_classes(HashMap::from([("span", HashSet::from(CODE_CLASSES))]))
        .id_prefix(Some(ID_PREFIX))
        .link_rel(Some("noopener"))
        .url_schemes(HashSet::from(["https", "http", "mailto", "tel"]))
        .url_relative(UrlRelative::PassThrough)
        .attribute_filter(allowed_value);
    cleaner
}

/// Returns the value of an attribute; `None` removes the attribute. A link must be a fragment, a path of this site or an
/// absolute URL with an allowed scheme, a picture must be a path of this site, and a size must be a number. A relative link
/// becomes a path of this site.
fn allowed_value<'a>(element: &str, attribute: &str, value: &'a str) -> Option<Cow<'a, str>> {
    if (element, attribute) == ("a", "href")
        && let Some(path) = url_of_relative(value)
    {
        return Some(path.into());
    }
    let number = || value.len() <= 4 && value.parse::<u16>().is_ok();
    let allowed = match (element, attribute) {
        ("a", "href") => value.starts_with('#') || is_safe_url(value) || has_other_scheme(value),
        // A placeholder that an earlier version of the editor inserted.
        ("img", "alt") if value == "Descreva a imagem" => return Some(Cow::Borrowed("")),
        ("img", "src") => is_safe_url(value) && value.starts_with('/'),
        ("ol", "start") | ("img", "width" | "height") | (_, "colspan" | "rowspan") => number(),
        ("th", "scope") => matches!(value, "col" | "row"),
        _ => true,
    };
    allowed.then_some(Cow::Borrowed(value))
}

/// Returns the URL that an author probably meant with a relative link: a path from the root of the site for `contato`, `mailto:`
/// for an email address. `None` for other links, and for one that starts with a name with a dot, such as `www.exemplo.com.br`,
/// which is probably meant as a host.
fn url_of_relative(link: &str) -> Option<String> {
    if is_email(link) {
        return Some(format!("mailto:{link}"));
    }
    let path = link.trim_start_matches("./").trim_start_matches("../");
    let first = path.split(['/', '?', '#']).next()?;
    let is_name = !first.is_empty() && first.chars().all(|c| c.is_alphanumeric() || "-_%".contains(c));
    Some(format!("/{path}")).filter(|url| is_name && is_safe_url(url))
}

/// Returns whether the URL has an allowed scheme other than `https`.
fn has_other_scheme(url: &str) -> bool {
    ["http://", "mailto:", "tel:"].iter().any(|scheme| url.starts_with(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::blog::markdown::{self, Article};

    fn render(markdown: &str) -> Article {
        markdown::render(markdown).expect("not too deep")
    }

    #[test]
    fn placeholder_of_an_image_description_is_not_published() {
        let html =
            render("![Descreva a imagem](/media/a.png) ![Descreva a imagem do gato](/media/b.png)").html;
        assert!(html.contains("alt=\"\"") && !html.contains("alt=\"Descreva a imagem\""), "{html}");
        assert!(html.contains("alt=\"Descreva a imagem do gato\""), "{html}");
    }

    #[test]
    fn sanitizing_twice_changes_nothing() {
        let markdown = include_str!("../../../../content/blog/backup-que-funciona-a-regra-3-2-1-1-0.md");
        let html = render(markdown).html;
        assert_eq!(sanitize(&html), html);
        assert!(
            html.contains("<table>") && html.contains("<span class=\"code-keyword\">SELECT</span>"),
            "{html}"
        );
    }

    #[test]
    fn id_of_an_html_heading_gets_a_prefix() {
        let html = render("<h2 id=\"document\" class=\"x\" style=\"a\">{}</h2>").html;
        assert_eq!(html.trim(), "<h2 id=\"secao-document\">{}</h2>");
    }

    #[test]
    fn links_and_pictures_have_allowed_urls() {
        let html = |markdown: &str| render(markdown).html;
        for link in ["https://a.br", "http://a.br", "/contato", "#secao-a", "mailto:a@b.br", "tel:+5511"] {
            assert!(html(&format!("[a]({link})")).contains(&format!("href=\"{link}\"")), "{link}");
        }
        for link in ["//a.br", "javascript:alert(1)", "data:text/html,a", "vbscript:a", "a.html"] {
            assert_eq!(html(&format!("[a](<{link}>) b")).trim(), "<p>a b</p>", "{link}");
        }
        let mixed = html("[a](htps://x) [b](/b) <a title=\"x href=\">c</a>");
        assert_eq!(mixed.trim(), "<p>a <a href=\"/b\" rel=\"noopener\">b</a> c</p>");
        assert!(!html("<a href=\"/\\a.br\">a</a>").contains("href"));
        assert!(html("![a](/media/a.png)").contains("src=\"/media/a.png\""));
        assert_eq!(sanitize("<img><img src=\"/a.png\">"), "<img src=\"/a.png\">");
    }

    #[test]
    fn picture_of_another_site_is_replaced_with_its_description() {
        let html = render("a ![b \\<i> \"&\"](https://fora.example/b.png) c").html;
        assert_eq!(html.trim(), "<p>a b &lt;i&gt; “&amp;” c</p>");
        assert_eq!(sanitize(&html), html);
        assert_eq!(sanitize("<img alt=\"<script>\" src=\"//a.br/b.png\">"), "&lt;script&gt;");
    }

    #[test]
    fn relative_link_becomes_a_path_of_the_site() {
        for (link, path) in [
            ("contato", "/contato"),
            ("./contato#form", "/contato#form"),
            ("../blog/um-artigo?x=1", "/blog/um-artigo?x=1"),
            ("serviços", "/servi%C3%A7os"),
            ("ana@exemplo.com.br", "mailto:ana@exemplo.com.br"),
        ] {
            let html = render(&format!("[a]({link})")).html;
            assert!(html.contains(&format!("href=\"{path}\"")), "{link}: {html}");
        }
        for link in ["www.exemplo.com.br", "a:b", "..", "javascript:a"] {
            assert_eq!(render(&format!("[a](<{link}>)")).html.trim(), "<p>a</p>", "{link}");
        }
    }
}
