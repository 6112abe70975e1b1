//! Renders Markdown to sanitized HTML. A post is rendered and sanitized when it is saved. Its HTML is sanitized again when its
//! page is built, so that visitors get only allowed HTML, even if the database contains other HTML.

pub mod display;
mod highlight;

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    fmt,
    sync::{LazyLock, Mutex, PoisonError},
};

use ammonia::{Builder, UrlRelative};
use comrak::{
    Options,
    adapters::{HeadingAdapter, HeadingMeta, SyntaxHighlighterAdapter},
    markdown_to_html_with_plugins,
    nodes::Sourcepos,
    options::Plugins,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    foundation::media::html::{attributes, pieces, urls},
    platform::{
        error::{Error, Result},
        parse::is_email,
        text::{is_safe_url, slug},
    },
};

/// Prefix of all ids in a post, which prevents collisions with the ids of the page.
const ID_PREFIX: &str = "secao-";
/// Reading speed for the estimated reading time.
const WORDS_PER_MINUTE: usize = 200;
/// Maximum number of HTML elements nested in each other.
const MAX_DEPTH: usize = 200;
/// Classes that [`highlight`] writes.
const CODE_CLASSES: [&str; 4] = ["code-comment", "code-string", "code-keyword", "code-number"];

/// An entry of a post's table of contents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PostHeading {
    pub id: String,
    pub title: String,
    /// Level from 2 to 6. Level 1 is reserved for the title of the page.
    pub level: u8,
}

/// The rendered content of a post.
pub struct Article {
    pub html: String,
    pub headings: Vec<PostHeading>,
    /// The content without markup.
    pub text: String,
    pub read_minutes: i32,
}

/// Renders Markdown. Refuses content that is nested too deeply, because the time of sanitizing grows with the square of the
/// depth.
pub fn render(markdown: &str) -> Result<Article> {
    let headings = Headings::default();
    let mut plugins = Plugins::default();
    plugins.render.heading_adapter = Some(&headings);
    plugins.render.codefence_syntax_highlighter = Some(&CodeHighlighter);
    let html = markdown_to_html_with_plugins(markdown, &options(), &plugins);
    if depth(&html) > MAX_DEPTH {
        return Err(Error::field("content", "Há níveis demais de citações, listas ou marcações."));
    }
    let html = sanitize(&with_own_footnotes(&html));
    let text = text_of(&html);
    let minutes = text.split_whitespace().count().div_ceil(WORDS_PER_MINUTE).max(1);
    Ok(Article {
        headings: headings.0.into_inner().unwrap_or_else(PoisonError::into_inner).headings,
        read_minutes: i32::try_from(minutes).unwrap_or(i32::MAX),
        html,
        text,
    })
}

/// Adapts the footnotes that comrak writes: sets them apart by a line, adds the prefix of ids to their links, and replaces the
/// English label of the links back to the text.
fn with_own_footnotes(html: &str) -> String {
    html.replace("<section class=\"footnotes\" data-footnotes>", "<hr>")
        .replace("href=\"#fn", &format!("href=\"#{ID_PREFIX}fn"))
        .replace("aria-label=\"Back to reference ", "title=\"Voltar à referência ")
}

/// Returns the depth of the most deeply nested element. Each end tag closes the innermost element; names aren't compared.
fn depth(html: &str) -> usize {
    const VOID: [&str; 7] = ["br", "hr", "img", "input", "wbr", "meta", "link"];
    let (mut open, mut max) = (0_usize, 0);
    for tag in html.split('<').skip(1) {
        if tag.starts_with('/') {
            open = open.saturating_sub(1);
        } else if tag.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let name = tag.split(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>')).next();
            if !name.is_some_and(|name| VOID.iter().any(|void| name.eq_ignore_ascii_case(void))) {
                open += 1;
                max = max.max(open);
            }
        }
    }
    max
}

fn options() -> Options<'static> {
    let mut options = Options::default();
    options.extension.strikethrough = true;
    options.extension.table = true;
    options.extension.autolink = true;
    options.extension.footnotes = true;
    // Writes typographic quotes and dashes.
    options.parse.smart = true;
    // Copies HTML in Markdown to the output. The sanitizer removes what isn't allowed.
    options.render.r#unsafe = true;
    options
}

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
        && let Some(path) = path_of_relative(value)
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

/// Returns the path of a relative link such as `contato`, from the root of the site, or the URL of an email address. `None` for other links, and for one that
/// starts with a name with a dot, such as `www.exemplo.com.br`, which is probably meant as a host.
fn path_of_relative(link: &str) -> Option<String> {
    if is_email(link) {
        return Some(format!("mailto:{link}"));
    }
    let first = link.trim_start_matches("./").trim_start_matches("../").split(['/', '?', '#']).next()?;
    let is_name = !first.is_empty() && first.chars().all(|c| c.is_alphanumeric() || "-_%".contains(c));
    let start = link.find(first).filter(|_| is_name)?;
    Some(format!("/{}", &link[start..])).filter(|path| is_safe_url(path))
}

/// Returns whether the URL has an allowed scheme other than `https`.
fn has_other_scheme(url: &str) -> bool {
    ["http://", "mailto:", "tel:"].iter().any(|scheme| url.starts_with(scheme))
}

/// Tags within a sentence.
const INLINE_TAGS: [&str; 13] =
    ["a", "abbr", "code", "del", "em", "kbd", "mark", "q", "s", "span", "strong", "sub", "sup"];

/// Returns the text of sanitized HTML, with a space in place of each tag that isn't within a sentence.
fn text_of(html: &str) -> String {
    let mut pieces = html.split('<');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (tag, after) = piece.split_once('>').unwrap_or((piece, ""));
        let name = tag.trim_start_matches('/').split(' ').next().unwrap_or_default();
        if !INLINE_TAGS.contains(&name) {
            text.push(' ');
        }
        text.push_str(after);
    }
    text.replace("&nbsp;", " ").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// Adapter that collects the headings and gives each a unique id. Changes level 1 to level 2.
#[derive(Default)]
struct Headings(Mutex<Outline>);

#[derive(Default)]
struct Outline {
    headings: Vec<PostHeading>,
    /// How often each id was requested. From the second request on, a heading gets an id with a number.
    uses: HashMap<String, usize>,
}

impl Outline {
    fn add(&mut self, title: &str, level: u8) -> &PostHeading {
        let name = Some(slug(title)).filter(|name| !name.is_empty());
        let mut id = format!("{ID_PREFIX}{}", name.as_deref().unwrap_or("texto"));
        loop {
            let uses = self.uses.entry(id.clone()).or_default();
            *uses += 1;
            if *uses == 1 {
                break;
            }
            id = format!("{id}-{uses}");
        }
        let index = self.headings.len();
        self.headings.push(PostHeading { id, title: title.trim().to_owned(), level });
        &self.headings[index]
    }
}

impl HeadingAdapter for Headings {
    fn enter(&self, output: &mut dyn fmt::Write, heading: &HeadingMeta, _: Option<Sourcepos>) -> fmt::Result {
        let level = heading.level.max(2);
        let mut outline = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let PostHeading { id, .. } = outline.add(&heading.content, level);
        write!(output, "<h{level} id=\"{id}\">")
    }

    fn exit(&self, output: &mut dyn fmt::Write, heading: &HeadingMeta) -> fmt::Result {
        writeln!(output, "</h{}>", heading.level.max(2))
    }
}

/// Adapter that highlights fenced code.
struct CodeHighlighter;

impl SyntaxHighlighterAdapter for CodeHighlighter {
    fn write_highlighted(
        &self,
        output: &mut dyn fmt::Write,
        language: Option<&str>,
        code: &str,
    ) -> fmt::Result {
        let language = language.and_then(|info| info.split_whitespace().next());
        highlight::write(output, language, code)
    }

    fn write_pre_tag(
        &self,
        output: &mut dyn fmt::Write,
        _: HashMap<&'static str, Cow<'_, str>>,
    ) -> fmt::Result {
        output.write_str("<pre>")
    }

    fn write_code_tag(
        &self,
        output: &mut dyn fmt::Write,
        _: HashMap<&'static str, Cow<'_, str>>,
    ) -> fmt::Result {
        output.write_str("<code>")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn render(markdown: &str) -> Article {
        super::render(markdown).expect("not too deep")
    }

    #[test]
    fn footnotes_are_listed_at_the_end_and_linked_both_ways() {
        let html = render("Um prazo[^lei].\n\n[^lei]: Artigo 19.\n\n## Fim\n").html;
        for part in [
            "<sup><a href=\"#secao-fn-lei\" id=\"secao-fnref-lei\" rel=\"noopener\">1</a></sup>",
            "<hr>\n<ol>\n<li id=\"secao-fn-lei\">",
            "<a href=\"#secao-fnref-lei\" title=\"Voltar à referência 1\" rel=\"noopener\">↩</a>",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
    }

    #[test]
    fn headings_have_unique_ids() {
        let article = render("# Título\n\n## Ação & *reação*\n\n## Ação & reação\n\n### !\n");
        let ids: Vec<_> = article.headings.iter().map(|heading| (&*heading.id, heading.level)).collect();
        assert_eq!(
            ids,
            [("secao-titulo", 2), ("secao-acao-reacao", 2), ("secao-acao-reacao-2", 2), ("secao-texto", 3)]
        );
        assert_eq!(article.headings[1].title, "Ação & reação");
        assert!(article.html.contains("<h2 id=\"secao-acao-reacao\">"), "{}", article.html);
        assert!(!article.html.contains("<h1"), "{}", article.html);
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

    #[test]
    fn reading_time_is_rounded_up_to_minutes() {
        assert_eq!(render("Oi").read_minutes, 1);
        assert_eq!(render(&"palavra ".repeat(801)).read_minutes, 5);
    }

    #[test]
    fn deep_nesting_is_refused() {
        assert!(super::render(&"> ".repeat(100)).is_ok());
        assert!(super::render(&"> ".repeat(40_000)).is_err());
        assert!(super::render(&"<b>".repeat(30_000)).is_err());
        assert!(
            super::render(&"<hrx>".repeat(30_000)).is_err(),
            "only the whole name is that of a void element"
        );
        assert!(super::render(&"<BR/>".repeat(5_000)).is_ok());
        assert!(super::render(&"<p>a<br></p>\n\n".repeat(5_000)).is_ok());
    }
}
