//! Pictures in the text of a page: sanitized HTML names them by address alone, here they get what the library knows.

use super::picture::{Picture, Pictures};
use crate::platform::text::escape_html;

const START: &str = "<img ";

/// How wide a text shows its pictures, as `sizes` says it, and in pixels where that is most.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    pub sizes: &'static str,
    pub widest: i32,
}

/// The addresses of all pictures in sanitized HTML.
pub fn urls(html: &str) -> impl Iterator<Item = &str> {
    pieces(html).filter_map(|piece| {
        let own = attributes(piece.strip_prefix(START)?);
        own.into_iter().find(|(name, _)| *name == "src").map(|(_, url)| url)
    })
}

/// Sanitized HTML whose pictures have their sizes and come in the width the browser needs, when it needs them; `eager`
/// is for a text whose first picture is the first of the page.
#[must_use]
pub fn complete(html: &str, pictures: &Pictures, column: Column, eager: bool) -> String {
    let mut whole = String::with_capacity(html.len());
    let mut waits = !eager;
    for piece in pieces(html) {
        let Some(rest) = piece.strip_prefix(START) else {
            whole.push_str(piece);
            continue;
        };
        let own = attributes(rest);
        let picture = own.iter().find(|(name, _)| *name == "src").and_then(|(_, url)| pictures.find(url));
        whole.push_str(START);
        whole.push_str(&tag(&own, picture, column));
        whole.push_str(if waits { "loading=\"lazy\" " } else { "" });
        whole.push_str("decoding=\"async\">");
        waits = true;
    }
    whole
}

/// Splits sanitized HTML into tags and the text between them. In sanitized HTML, `<` starts a tag unless it is within a
/// quoted attribute.
pub fn pieces(html: &str) -> impl Iterator<Item = &str> {
    let mut rest = html;
    std::iter::from_fn(move || {
        let end = if rest.starts_with('<') { tag_end(rest) } else { rest.find('<').unwrap_or(rest.len()) };
        let (piece, after) = rest.split_at(end);
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

fn tag_end(html: &str) -> usize {
    let mut quoted = false;
    let end = html.bytes().position(|byte| {
        quoted ^= byte == b'"';
        byte == b'>' && !quoted
    });
    end.map_or(html.len(), |end| end + 1)
}

/// Attributes with a space after each. What the author wrote stands, but for an empty `alt`.
fn tag(own: &[(&str, &str)], picture: Option<&Picture>, column: Column) -> String {
    let size = |wanted: &str| {
        let value = own.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value);
        value.and_then(|value| value.parse::<i32>().ok())
    };
    let (width, height) = (size("width"), size("height"));
    let kept = own.iter().filter(|(name, value)| *name != "alt" || !value.is_empty());
    let mut tag: String = kept.map(|(name, value)| format!("{name}=\"{value}\" ")).collect();
    if !own.iter().any(|(name, value)| *name == "alt" && !value.is_empty()) {
        let alt = picture.map_or("", |picture| &picture.alt);
        tag.push_str(&format!("alt=\"{}\" ", escape_html(alt)));
    }
    let Some(picture) = picture else { return tag };
    if let (Some(full_width), Some(full_height)) = (picture.width, picture.height) {
        tag.push_str(&missing_sizes((width, height), (full_width, full_height)));
    }
    if !picture.srcset.is_empty() {
        let shown = width.filter(|width| *width < column.widest).map(|width| format!("{width}px"));
        let sizes = shown.as_deref().unwrap_or(column.sizes);
        tag.push_str(&format!("srcset=\"{}\" sizes=\"{sizes}\" ", picture.srcset));
    }
    tag
}

/// So that the text keeps a place of the right shape: whichever the author left out, in proportion to the other.
fn missing_sizes(own: (Option<i32>, Option<i32>), full: (i32, i32)) -> String {
    let scaled = |side: i32, by: i32, to: i32| {
        let scaled = i64::from(side) * i64::from(by) / i64::from(to.max(1));
        scaled.max(1)
    };
    match own {
        (Some(_), Some(_)) => String::new(),
        (Some(width), None) => format!("height=\"{}\" ", scaled(width, full.1, full.0)),
        (None, Some(height)) => format!("width=\"{}\" ", scaled(height, full.0, full.1)),
        (None, None) => format!("width=\"{}\" height=\"{}\" ", full.0, full.1),
    }
}

/// The attributes of a tag, from after its name, as the sanitizer writes them.
fn attributes(tag: &str) -> Vec<(&str, &str)> {
    let (mut found, mut rest) = (Vec::new(), tag);
    while let Some((name, after)) = rest.split_once("=\"")
        && let Some((value, after)) = after.split_once('"')
    {
        found.push((name.trim(), value));
        rest = after;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMN: Column = Column { sizes: "42rem", widest: 672 };

    fn pictures() -> Pictures {
        let picture = Picture {
            src: "/media/blog/a.jpg".into(),
            srcset: "/media/blog/a-480.webp 480w, /media/blog/a-1000.webp 1000w".into(),
            width: Some(1000),
            height: Some(500),
            alt: "Sala \"A\"".into(),
            focus_x: 50,
            focus_y: 50,
        };
        Pictures::from_iter([picture])
    }

    fn completed(html: &str) -> String {
        complete(html, &pictures(), COLUMN, false)
    }

    #[test]
    fn a_picture_of_the_library_gets_all_that_is_known_of_it() {
        assert_eq!(
            completed("<p><img src=\"/media/blog/a.jpg\" alt=\"\"> a > b</p>"),
            "<p><img src=\"/media/blog/a.jpg\" alt=\"Sala &quot;A&quot;\" width=\"1000\" height=\"500\" \
             srcset=\"/media/blog/a-480.webp 480w, /media/blog/a-1000.webp 1000w\" sizes=\"42rem\" \
             loading=\"lazy\" decoding=\"async\"> a > b</p>"
        );
    }

    #[test]
    fn what_the_author_wrote_stands() {
        let html = completed("<img src=\"/media/blog/a.jpg\" alt=\"a > b\" width=\"200\">");
        for part in ["alt=\"a > b\"", "width=\"200\"", "height=\"100\"", "sizes=\"200px\""] {
            assert!(html.contains(part), "{part} in {html}");
        }
        assert_eq!(html.matches("alt=").count(), 1);
        let own = "width=\"64\" height=\"64\"";
        assert!(completed(&format!("<img src=\"/media/blog/a.jpg\" alt=\"\" {own}>")).contains(own));
    }

    #[test]
    fn other_pictures_only_wait() {
        assert_eq!(
            completed("<img src=\"/a.png\" alt=\"a\"><img src=\"/b.png\">"),
            "<img src=\"/a.png\" alt=\"a\" loading=\"lazy\" decoding=\"async\">\
             <img src=\"/b.png\" alt=\"\" loading=\"lazy\" decoding=\"async\">"
        );
    }

    #[test]
    fn the_first_of_the_page_does_not_wait() {
        let html = complete("<img src=\"/a.png\"><img src=\"/b.png\">", &pictures(), COLUMN, true);
        assert_eq!(html.matches("loading=\"lazy\"").count(), 1);
        assert!(html.starts_with("<img src=\"/a.png\" alt=\"\" decoding=\"async\">"), "{html}");
    }

    #[test]
    fn addresses_are_found() {
        let html =
            "<img alt=\"src=x\" src=\"/a.png\"><p>src=\"/no.png\"</p><img src=\"/b.png\"><img alt=\"\">";
        assert_eq!(urls(html).collect::<Vec<_>>(), ["/a.png", "/b.png"]);
    }

    #[test]
    fn a_tag_in_an_attribute_is_none() {
        for html in ["<a title=\"<img src=x><script>\">oi</a>", "<p><a title=\"> <img \">oi</a> é</p>", "a <"]
        {
            assert_eq!(completed(html), html);
        }
        let html = completed("<img src=\"/a.png\" alt=\"<img >\">");
        assert_eq!(html, "<img src=\"/a.png\" alt=\"<img >\" loading=\"lazy\" decoding=\"async\">");
    }
}
