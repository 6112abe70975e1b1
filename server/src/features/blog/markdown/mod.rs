//! Renders Markdown to sanitized HTML. A post is rendered and sanitized when it is saved. Its HTML is sanitized again when its
//! page is built, so that visitors get only allowed HTML, even if the database contains other HTML.

pub mod display;
mod highlight;
mod sanitizer;

use std::{
    borrow::Cow,
    collections::HashMap,
    fmt,
    sync::{Mutex, PoisonError},
};

use comrak::{
    Options,
    adapters::{HeadingAdapter, HeadingMeta, SyntaxHighlighterAdapter},
    markdown_to_html_with_plugins,
    nodes::Sourcepos,
    options::Plugins,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use self::sanitizer::sanitize;
use crate::platform::{
    error::{Error, Result},
    text::slug,
};

/// Prefix of all ids in a post, which prevents collisions with the ids of the page.
const ID_PREFIX: &str = "secao-";
/// Reading speed for the estimated reading time.
const WORDS_PER_MINUTE: usize = 200;
/// Maximum number of HTML elements nested in each other.
const MAX_DEPTH: usize = 200;

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
    render_with(markdown, &options())
}

/// Renders Markdown like [`render`], with a line break for each line break in a paragraph, as authors of mails expect.
pub fn render_mail(markdown: &str) -> Result<Article> {
    let mut options = options();
    options.render.hardbreaks = true;
    render_with(markdown, &options)
}

fn render_with(markdown: &str, options: &Options<'_>) -> Result<Article> {
    let headings = Headings::default();
    let mut plugins = Plugins::default();
    plugins.render.heading_adapter = Some(&headings);
    plugins.render.codefence_syntax_highlighter = Some(&CodeHighlighter);
    let html = markdown_to_html_with_plugins(markdown, options, &plugins);
    if is_too_deep(&html) {
        return Err(Error::field("content", "Há níveis demais de citações, listas ou marcações."));
    }
    let html = sanitize(&with_own_markup(&html));
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
/// English label of the links back to the text. Replaces the checkboxes of task lists, which posts must not contain, with characters.
fn with_own_markup(html: &str) -> String {
    html.replace("<section class=\"footnotes\" data-footnotes>", "<hr>")
        .replace("href=\"#fn", &format!("href=\"#{ID_PREFIX}fn"))
        .replace("aria-label=\"Back to reference ", "title=\"Voltar à referência ")
        .replace("<input type=\"checkbox\" checked=\"\" disabled=\"\" />", "☑")
        .replace("<input type=\"checkbox\" disabled=\"\" />", "☐")
}

/// Elements without an end tag.
const VOID: [&str; 13] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];
/// Elements whose end tag may be missing.
const OPTIONAL_END: [&str; 10] = ["dd", "dt", "li", "p", "tbody", "td", "tfoot", "th", "thead", "tr"];
/// Elements whose end tag also closes the [`OPTIONAL_END`] elements in it.
const CLOSES_INNER: [&str; 13] =
    ["blockquote", "dd", "div", "dl", "li", "ol", "table", "tbody", "td", "tfoot", "thead", "tr", "ul"];

/// Returns whether elements are nested more deeply than [`MAX_DEPTH`]. Counts at least the depth that an HTML parser builds, except
/// for elements that the parser adds. So an end tag that doesn't close the innermost element has no effect: parsers ignore it, or
/// open formatting elements again after it.
fn is_too_deep(html: &str) -> bool {
    let is_in = |names: &[&str], name: &str| names.iter().any(|other| other.eq_ignore_ascii_case(name));
    let mut open: Vec<&str> = Vec::new();
    for tag in html.split('<').skip(1) {
        let (tag, is_end) = tag.strip_prefix('/').map_or((tag, false), |tag| (tag, true));
        let name = tag.split(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>')).next();
        let Some(name) = name.filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic())) else {
            continue;
        };
        if is_end {
            let is_inner = |open: &&&str| is_in(&OPTIONAL_END, open) && !open.eq_ignore_ascii_case(name);
            let inner =
                if is_in(&CLOSES_INNER, name) { open.iter().rev().take_while(is_inner).count() } else { 0 };
            let at = open.len().checked_sub(inner + 1);
            if let Some(at) = at.filter(|at| open[*at].eq_ignore_ascii_case(name)) {
                open.truncate(at);
            }
        // In drawings and formulas, no element is void.
        } else if !is_in(&VOID, name) || is_in(&open, "svg") || is_in(&open, "math") {
            open.push(name);
        }
        if open.len() > MAX_DEPTH {
            return true;
        }
    }
    false
}

fn options() -> Options<'static> {
    let mut options = Options::default();
    options.extension.strikethrough = true;
    options.extension.table = true;
    options.extension.autolink = true;
    options.extension.footnotes = true;
    options.extension.tasklist = true;
    // Writes typographic quotes and dashes.
    options.parse.smart = true;
    // Copies HTML in Markdown to the output. The sanitizer removes what isn't allowed.
    options.render.r#unsafe = true;
    options
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
    fn tasks_have_boxes() {
        let html = render("- [ ] Testar\n- [x] Copiar\n\nSó [ ] no texto").html;
        assert_eq!(html.trim(), "<ul>\n<li>☐ Testar</li>\n<li>☑ Copiar</li>\n</ul>\n<p>Só [ ] no texto</p>");
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
        for unclosed in ["<b></x>", "<b>a</i>", "<p><b></p>", "<b><div></b>"] {
            assert!(super::render(&unclosed.repeat(300)).is_err(), "{unclosed}");
        }
        assert!(super::render(&format!("<svg>{}", "<wbr>".repeat(300))).is_err(), "not void in a drawing");
        for closed in ["<b>a<i>b</i></B> ", "<ul><li>a<li><p>b</ul>", "<table><tr><td>a<td>b</table>"] {
            assert!(super::render(&closed.repeat(300)).is_ok(), "{closed}");
        }
        assert!(super::render(&"<BR/>".repeat(5_000)).is_ok());
        assert!(super::render(&"<p>a<br></p>\n\n".repeat(5_000)).is_ok());
    }
}
