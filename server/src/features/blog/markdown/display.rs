//! Prepares the HTML of a post for its page.

use super::sanitize;
use crate::foundation::media::html::pieces;

/// Headings that link to themselves.
const HEADINGS: [&str; 3] = ["h2", "h3", "h4"];
/// A word that must not be broken at its hyphen.
const UNBROKEN: &str = "e-mail";

/// Sanitizes HTML. Makes code blocks and tables scrollable by keyboard, links headings to themselves, and prevents line breaks
/// within the word `e-mail`.
#[must_use]
pub fn for_display(html: &str) -> String {
    let clean = sanitize(html);
    let pieces: Vec<&str> = pieces(&clean).collect();
    let mut out = String::with_capacity(clean.len() + clean.len() / 8);
    let mut code_depth = 0_usize;
    let mut linked_heading = None;
    for (index, piece) in pieces.iter().copied().enumerate() {
        match piece {
            "<pre>" => out.push_str("<pre tabindex=\"0\" role=\"group\" aria-label=\"Código\">"),
            "<table>" => out.push_str(
                "<div class=\"table-scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Tabela\"><table>",
            ),
            "</table>" => out.push_str("</table></div>"),
            text if !text.starts_with('<') && code_depth == 0 => push_unbroken(&mut out, text),
            other => {
                if linked_heading.is_some_and(|tag| is_end_tag(other, tag)) {
                    out.push_str("</a>");
                    linked_heading = None;
                }
                out.push_str(other);
                if let Some((tag, id)) = heading(other)
                    && !has_link(&pieces[index + 1..], tag)
                {
                    out.push_str(&format!("<a href=\"#{id}\">"));
                    linked_heading = Some(tag);
                }
            }
        }
        match piece {
            "<pre>" | "<code>" => code_depth += 1,
            "</pre>" | "</code>" => code_depth = code_depth.saturating_sub(1),
            _ => {}
        }
    }
    out
}

/// Returns the tag name and the id if `piece` is the start tag of a heading with an id.
fn heading(piece: &str) -> Option<(&'static str, &str)> {
    HEADINGS.into_iter().find_map(|tag| {
        let rest = piece.strip_prefix('<')?.strip_prefix(tag)?.strip_prefix(" id=\"")?;
        Some((tag, rest.strip_suffix("\">")?))
    })
}

/// Returns whether a heading contains a link. `pieces` are those after its start tag.
fn has_link(pieces: &[&str], tag: &str) -> bool {
    let mut inside = pieces.iter().take_while(|piece| !is_end_tag(piece, tag));
    inside.any(|piece| *piece == "<a>" || piece.starts_with("<a "))
}

fn is_end_tag(piece: &str, tag: &str) -> bool {
    piece.strip_prefix("</").and_then(|rest| rest.strip_suffix('>')) == Some(tag)
}

/// Appends text with a `span` around each word `e-mail`. A non-breaking hyphen would be simpler, but would change the text
/// that visitors copy or search.
fn push_unbroken(out: &mut String, text: &str) {
    // Only ASCII letters change, so that both texts have the same indices.
    let lower = text.to_ascii_lowercase();
    let mut from = 0;
    for (at, word) in lower.match_indices(UNBROKEN) {
        if lower[..at].ends_with(char::is_alphanumeric) {
            continue;
        }
        let end = at + word.len();
        out.push_str(&text[from..at]);
        out.push_str(&format!("<span class=\"unbroken\">{}</span>", &text[at..end]));
        from = end;
    }
    out.push_str(&text[from..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_link_to_themselves() {
        assert_eq!(
            for_display("<h2 id=\"secao-a\">Um <em>dois</em></h2>"),
            "<h2 id=\"secao-a\"><a href=\"#secao-a\">Um <em>dois</em></a></h2>"
        );
        let with_link = "<h3 id=\"secao-a\"><a href=\"/b\" rel=\"noopener\">b</a></h3>";
        assert_eq!(for_display(with_link), with_link);
    }

    #[test]
    fn e_mail_is_unbreakable_outside_code() {
        assert_eq!(
            for_display("<p>E-mails e <code>e-mail</code></p>"),
            "<p><span class=\"unbroken\">E-mail</span>s e <code>e-mail</code></p>"
        );
    }

    #[test]
    fn markup_within_attributes_stays_the_same() {
        let html = "<a href=\"/a\" title=\"<pre> e-mail <table>\">oi</a>";
        assert_eq!(for_display(html), sanitize(html));
    }

    #[test]
    fn code_and_tables_are_scrollable_by_keyboard() {
        let html = for_display("<pre><code>a</code></pre><table><tbody><tr><td>b</td></tr></tbody></table>");
        assert!(html.starts_with("<pre tabindex=\"0\"") && html.ends_with("</table></div>"), "{html}");
    }
}
