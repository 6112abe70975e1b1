//! Pictures in sanitized HTML: adds their dimensions, variants and alternative text from the library.

use super::picture::{Picture, Pictures};
use crate::platform::text::escape_html;

const START: &str = "<img ";

/// The width at which a page shows the pictures of a text: the value of the `sizes` attribute, and the maximum in pixels.
#[derive(Clone, Copy, Debug)]
pub struct ImageSizes {
    pub sizes: &'static str,
    pub max_width: i32,
}

/// Returns the URLs of all pictures in sanitized HTML.
pub fn urls(html: &str) -> impl Iterator<Item = &str> {
    pieces(html).filter_map(|piece| {
        let attributes = attributes(piece.strip_prefix(START)?);
        attributes.into_iter().find(|(name, _)| *name == "src").map(|(_, url)| url)
    })
}

/// Adds dimensions, variants, alternative texts and lazy loading to the pictures in sanitized HTML. Set `is_first_eager` if the
/// HTML contains the first picture of the page, which then loads immediately.
#[must_use]
pub fn complete(html: &str, pictures: &Pictures, sizes: ImageSizes, is_first_eager: bool) -> String {
    let mut completed = String::with_capacity(html.len());
    let mut is_lazy = !is_first_eager;
    for piece in pieces(html) {
        let Some(rest) = piece.strip_prefix(START) else {
            completed.push_str(piece);
            continue;
        };
        let own = attributes(rest);
        let picture = own.iter().find(|(name, _)| *name == "src").and_then(|(_, url)| pictures.find(url));
        completed.push_str(START);
        completed.push_str(&tag(&own, picture, sizes));
        completed.push_str(if is_lazy { "loading=\"lazy\" " } else { "" });
        completed.push_str("decoding=\"async\">");
        is_lazy = true;
    }
    completed
}

/// Splits sanitized HTML into tags and the text between them. In sanitized HTML, `<` starts a tag, except in a quoted
/// attribute.
pub fn pieces(html: &str) -> impl Iterator<Item = &str> {
    let mut rest = html;
    std::iter::from_fn(move || {
        let end = if rest.starts_with('<') { tag_end(rest) } else { rest.find('<').unwrap_or(rest.len()) };
        let (piece, after) = rest.split_at(end);
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

/// Returns the length of the tag with which the HTML starts.
fn tag_end(html: &str) -> usize {
    let mut quoted = false;
    let end = html.bytes().position(|byte| {
        quoted ^= byte == b'"';
        byte == b'>' && !quoted
    });
    end.map_or(html.len(), |end| end + 1)
}

/// Returns the attributes of a picture, each followed by a space: the author's attributes except an empty `alt`, and then the
/// missing ones.
fn tag(own: &[(&str, &str)], picture: Option<&Picture>, sizes: ImageSizes) -> String {
    let number = |wanted: &str| {
        let value = own.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value);
        value.and_then(|value| value.parse::<i32>().ok())
    };
    let (width, height) = (number("width"), number("height"));
    let preserved = own.iter().filter(|(name, value)| *name != "alt" || !value.is_empty());
    let mut tag: String = preserved.map(|(name, value)| format!("{name}=\"{value}\" ")).collect();
    if !own.iter().any(|(name, value)| *name == "alt" && !value.is_empty()) {
        let alt = picture.map_or("", |picture| &picture.alt);
        tag.push_str(&format!("alt=\"{}\" ", escape_html(alt)));
    }
    let Some(picture) = picture else { return tag };
    if let (Some(full_width), Some(full_height)) = (picture.width, picture.height) {
        tag.push_str(&missing_dimensions((width, height), (full_width, full_height)));
    }
    if !picture.srcset.is_empty() {
        let fixed_width = width.filter(|width| *width < sizes.max_width).map(|width| format!("{width}px"));
        let sizes = fixed_width.as_deref().unwrap_or(sizes.sizes);
        tag.push_str(&format!("srcset=\"{}\" sizes=\"{sizes}\" ", picture.srcset));
    }
    tag
}

/// Returns the attributes `width` and `height` that the author did not write, so that the browser can reserve the space. If the
/// author wrote one of them, the other is in proportion to it.
fn missing_dimensions(own: (Option<i32>, Option<i32>), full: (i32, i32)) -> String {
    let scaled = |own_side: i32, full_side: i32, other_full_side: i32| {
        let scaled = i64::from(own_side) * i64::from(other_full_side) / i64::from(full_side.max(1));
        scaled.max(1)
    };
    match own {
        (Some(_), Some(_)) => String::new(),
        (Some(width), None) => format!("height=\"{}\" ", scaled(width, full.0, full.1)),
        (None, Some(height)) => format!("width=\"{}\" ", scaled(height, full.1, full.0)),
        (None, None) => format!("width=\"{}\" height=\"{}\" ", full.0, full.1),
    }
}

/// Parses the attributes of a tag, in the format of the sanitizer. `tag` starts after the name of the tag.
pub fn attributes(tag: &str) -> Vec<(&str, &str)> {
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

    const SIZES: ImageSizes = ImageSizes { sizes: "42rem", max_width: 672 };

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
        complete(html, &pictures(), SIZES, false)
    }

    #[test]
    fn picture_of_the_library_gets_alt_dimensions_and_variants() {
        assert_eq!(
            completed("<p><img src=\"/media/blog/a.jpg\" alt=\"\"> a > b</p>"),
            "<p><img src=\"/media/blog/a.jpg\" alt=\"Sala &quot;A&quot;\" width=\"1000\" height=\"500\" \
             srcset=\"/media/blog/a-480.webp 480w, /media/blog/a-1000.webp 1000w\" sizes=\"42rem\" \
             loading=\"lazy\" decoding=\"async\"> a > b</p>"
        );
    }

    #[test]
    fn attributes_of_the_author_are_preserved() {
        let html = completed("<img src=\"/media/blog/a.jpg\" alt=\"a > b\" width=\"200\">");
        for part in ["alt=\"a > b\"", "width=\"200\"", "height=\"100\"", "sizes=\"200px\""] {
            assert!(html.contains(part), "{part} in {html}");
        }
        assert_eq!(html.matches("alt=").count(), 1);
        let own = "width=\"64\" height=\"64\"";
        assert!(completed(&format!("<img src=\"/media/blog/a.jpg\" alt=\"\" {own}>")).contains(own));
    }

    #[test]
    fn other_pictures_get_only_lazy_loading() {
        assert_eq!(
            completed("<img src=\"/a.png\" alt=\"a\"><img src=\"/b.png\">"),
            "<img src=\"/a.png\" alt=\"a\" loading=\"lazy\" decoding=\"async\">\
             <img src=\"/b.png\" alt=\"\" loading=\"lazy\" decoding=\"async\">"
        );
    }

    #[test]
    fn first_picture_of_the_page_is_not_loaded_lazily() {
        let html = complete("<img src=\"/a.png\"><img src=\"/b.png\">", &pictures(), SIZES, true);
        assert_eq!(html.matches("loading=\"lazy\"").count(), 1);
        assert!(html.starts_with("<img src=\"/a.png\" alt=\"\" decoding=\"async\">"), "{html}");
    }

    #[test]
    fn urls_of_pictures_are_found() {
        let html =
            "<img alt=\"src=x\" src=\"/a.png\"><p>src=\"/no.png\"</p><img src=\"/b.png\"><img alt=\"\">";
        assert_eq!(urls(html).collect::<Vec<_>>(), ["/a.png", "/b.png"]);
    }

    #[test]
    fn tag_in_an_attribute_is_ignored() {
        for html in ["<a title=\"<img src=x><script>\">oi</a>", "<p><a title=\"> <img \">oi</a> é</p>", "a <"]
        {
            assert_eq!(completed(html), html);
        }
        let html = completed("<img src=\"/a.png\" alt=\"<img >\">");
        assert_eq!(html, "<img src=\"/a.png\" alt=\"<img >\" loading=\"lazy\" decoding=\"async\">");
    }
}
