//! What the page of a post adds to its sanitized HTML.

use super::markdown::sanitize;
use crate::foundation::media::html::pieces;

const HEADINGS: [&str; 3] = ["h2", "h3", "h4"];
const UNBROKEN: &str = "e-mail";

/// Sanitized HTML whose wide parts scroll by keyboard, whose headings link to themselves, and in whose text 'e-mail' never
/// ends a line after its hyphen.
#[must_use]
pub fn for_display(html: &str) -> String {
    let clean = sanitize(html);
    let pieces: Vec<&str> = pieces(&clean).collect();
    let mut out = String::with_capacity(clean.len() + clean.len() / 8);
    let (mut code, mut linked) = (0_usize, None);
    for (index, piece) in pieces.iter().copied().enumerate() {
        match piece {
            "<pre>" => out.push_str("<pre tabindex=\"0\" role=\"group\" aria-label=\"Código\">"),
            "<table>" => out.push_str(
                "<div class=\"table-scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Tabela\"><table>",
            ),
            "</table>" => out.push_str("</table></div>"),
            text if !text.starts_with('<') && code == 0 => push_unbroken(&mut out, text),
            other => {
                if linked.is_some_and(|tag| is_end(other, tag)) {
                    out.push_str("</a>");
                    linked = None;
                }
                out.push_str(other);
                if let Some((tag, id)) = heading(other)
                    && !has_link(&pieces[index + 1..], tag)
                {
                    out.push_str(&format!("<a href=\"#{id}\">"));
                    linked = Some(tag);
                }
            }
        }
        match piece {
            "<pre>" | "<code>" => code += 1,
            "</pre>" | "</code>" => code = code.saturating_sub(1),
            _ => {}
        }
    }
    out
}

/// The rank and the id of a heading that has one, from its opening tag.
fn heading(piece: &str) -> Option<(&'static str, &str)> {
    HEADINGS.into_iter().find_map(|tag| {
        let rest = piece.strip_prefix('<')?.strip_prefix(tag)?.strip_prefix(" id=\"")?;
        Some((tag, rest.strip_suffix("\">")?))
    })
}

fn has_link(pieces: &[&str], tag: &str) -> bool {
    let mut inside = pieces.iter().take_while(|piece| !is_end(piece, tag));
    inside.any(|piece| *piece == "<a>" || piece.starts_with("<a "))
}

fn is_end(piece: &str, tag: &str) -> bool {
    piece.strip_prefix("</").and_then(|rest| rest.strip_suffix('>')) == Some(tag)
}

/// A span rather than another hyphen: what is copied or searched stays as it was written.
fn push_unbroken(out: &mut String, text: &str) {
    // ASCII only, so that places in both are the same.
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
    fn the_word_for_mail_stays_on_one_line_outside_of_code() {
        assert_eq!(
            for_display("<p>E-mails e <code>e-mail</code></p>"),
            "<p><span class=\"unbroken\">E-mail</span>s e <code>e-mail</code></p>"
        );
    }

    #[test]
    fn markup_within_attributes_is_left_alone() {
        let html = "<a href=\"/a\" title=\"<pre> e-mail <table>\">oi</a>";
        assert_eq!(for_display(html), sanitize(html));
    }

    #[test]
    fn wide_parts_can_be_scrolled_by_keyboard() {
        let html = for_display("<pre><code>a</code></pre><table><tbody><tr><td>b</td></tr></tbody></table>");
        assert!(html.starts_with("<pre tabindex=\"0\"") && html.ends_with("</table></div>"), "{html}");
    }
}
