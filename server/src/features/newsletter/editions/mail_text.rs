//! Converts sanitized HTML to the text part of a mail.

use super::mail_html::{MailSite, attribute, start_tag, unescaped};
use crate::foundation::media::html::pieces;

/// Returns sanitized HTML as plain text. The absolute URL of each link follows it in parentheses.
pub fn text(html: &str, site: &MailSite<'_>) -> String {
    let out = String::with_capacity(html.len());
    let mut text = PlainText {
        site,
        out,
        links: Vec::new(),
        lists: Vec::new(),
        mark_end: 0,
        is_preformatted: false,
        quotes: 0,
    };
    for piece in pieces(html) {
        if let Some((name, rest)) = start_tag(piece) {
            text.start(name, rest);
        } else if let Some(name) = piece.strip_prefix("</") {
            text.end(name.trim_end_matches('>'));
        } else {
            text.push(&unescaped(piece));
        }
    }
    text.out.trim().to_owned()
}

/// Plain text that is being written.
struct PlainText<'a> {
    site: &'a MailSite<'a>,
    out: String,
    /// Absolute URLs of the open links, the innermost last; `None` for a link within the mail.
    links: Vec<Option<String>>,
    /// Number of the next item in each open list, the innermost last; `None` for a list without numbers.
    lists: Vec<Option<u64>>,
    /// Length of `out` directly after the mark of the last list item.
    mark_end: usize,
    is_preformatted: bool,
    /// Number of open quotations.
    quotes: usize,
}

impl PlainText<'_> {
    /// Starts an element. `rest` is its tag after the name.
    fn start(&mut self, name: &str, rest: &str) {
        match name {
            "br" => self.line(if self.quotes > 0 { "> " } else { "" }),
            "hr" => self.block("---"),
            "li" => self.start_item(),
            "td" | "th" => self.out.push(' '),
            "tr" | "dt" | "dd" => self.line(""),
            "img" => {
                if let Some(alt) = attribute(rest, "alt").filter(|alt| !alt.is_empty()) {
                    self.out.push_str(&format!("[{}]", unescaped(alt)));
                }
            }
            "a" => {
                let href = attribute(rest, "href").filter(|href| !href.starts_with('#'));
                self.links.push(href.map(|href| self.site.link(&unescaped(href))));
            }
            "blockquote" => {
                self.quotes += 1;
                self.block("");
            }
            "ul" | "ol" => {
                let first = attribute(rest, "start").and_then(|start| start.parse().ok()).unwrap_or(1);
                // An inner list begins on the line after its item.
                if self.lists.is_empty() {
                    self.block("");
                }
                self.lists.push((name == "ol").then_some(first));
            }
            "p" if self.quotes > 0 => self.block("> "),
            "p" | "h2" | "h3" | "h4" | "h5" | "h6" | "table" | "figure" => self.block(""),
            "pre" => {
                self.is_preformatted = true;
                self.block("");
            }
            _ => {}
        }
    }

    /// Starts a list item with its mark, such as `- ` or `2. `.
    fn start_item(&mut self) {
        let indent = "  ".repeat(self.lists.len().saturating_sub(1));
        let mark = match self.lists.last_mut() {
            Some(Some(number)) => {
                let mark = format!("{number}. ");
                *number = number.saturating_add(1);
                mark
            }
            _ => "- ".to_owned(),
        };
        self.line(&format!("{indent}{mark}"));
        self.mark_end = self.out.len();
    }

    /// Ends an element.
    fn end(&mut self, name: &str) {
        match name {
            "a" => {
                let url = self.links.pop().flatten();
                if let Some(url) = url.filter(|url| !self.out.ends_with(url.as_str())) {
                    self.out.push_str(&format!(" ({url})"));
                }
            }
            "pre" => self.is_preformatted = false,
            "blockquote" => self.quotes = self.quotes.saturating_sub(1),
            "ul" | "ol" => {
                self.lists.pop();
                if self.lists.is_empty() {
                    self.block("");
                }
            }
            "h2" | "h3" | "h4" | "h5" | "h6" | "p" | "table" => self.block(""),
            _ => {}
        }
    }

    fn push(&mut self, text: &str) {
        if self.is_preformatted {
            self.out.push_str(text);
        } else {
            push_words(&mut self.out, text);
        }
    }

    /// Starts a paragraph with a prefix.
    fn block(&mut self, prefix: &str) {
        // A paragraph directly after the mark of a list item stays on its line.
        if self.mark_end > 0 && self.out.len() == self.mark_end {
            return;
        }
        let end = self.out.trim_end().len();
        self.out.truncate(end);
        if !self.out.is_empty() {
            self.out.push_str("\n\n");
        }
        self.out.push_str(prefix);
    }

    /// Starts a line with a prefix.
    fn line(&mut self, prefix: &str) {
        let end = self.out.trim_end_matches(' ').len();
        self.out.truncate(end);
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        self.out.push_str(prefix);
    }
}

/// Appends text with collapsed white space.
fn push_words(out: &mut String, text: &str) {
    let mut is_spaced = out.is_empty() || out.ends_with(char::is_whitespace);
    for c in text.chars() {
        if !c.is_whitespace() {
            out.push(c);
        } else if !is_spaced {
            out.push(' ');
        }
        is_spaced = c.is_whitespace();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::foundation::settings::accent::DESIGN;

    const SITE: MailSite<'_> =
        MailSite { origin: "https://www.exemplo.com.br", campaign: "novidades-de-maio", accent: &DESIGN };

    #[test]
    fn text_part_has_all_content_and_link_urls() {
        let html = "<h2 id=\"secao-a\">Olá &amp; bem-vindo</h2>\n<p>Veja o\n<a href=\"https://x.example/\">site</a>.</p>\n\
                    <ul>\n<li>um</li>\n<li>dois</li>\n</ul>\n<ol start=\"9\">\n<li>nove<ul>\n<li>meio</li>\n</ul>\n</li>\n\
                    <li>\n<p>dez</p>\n</li>\n</ol>\n<blockquote>\n<p>Dito<br>\ne feito</p>\n</blockquote>\n<pre><code>a\n  b\n</code></pre>\n\
                    <p><img src=\"/media/a.png\" alt=\"Gato\"></p>";
        assert_eq!(
            text(html, &SITE),
            "Olá & bem-vindo\n\nVeja o site (https://x.example/).\n\n- um\n- dois\n\n9. nove\n  - meio\n10. dez\n\n\
             > Dito\n> e feito\n\na\n  b\n\n[Gato]"
        );
    }
}
