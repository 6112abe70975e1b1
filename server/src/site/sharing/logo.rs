//! The company's logo on share pictures. All visitors can request these pictures, and drawing a complex SVG may take
//! unlimited time and memory. Therefore only simple SVGs are drawn.

use anyhow::{Context, ensure};
use image::imageops::FilterType;
use resvg::{
    tiny_skia::{ColorU8, IntSize, Pixmap, Transform},
    usvg::{
        ImageHrefResolver, Options, Tree,
        roxmltree::{Document, Node},
    },
};

/// Maximum width and height of a logo on a card.
const MAX_SIZE: (u32, u32) = (420, 72);
const MAX_SVG_BYTES: usize = 64 << 10;
const MAX_ELEMENTS: usize = 1000;
/// Elements that repeat other elements or are expensive to draw, and `text`, because no fonts are loaded here.
const REFUSED_ELEMENTS: [&str; 9] =
    ["filter", "foreignObject", "image", "marker", "mask", "pattern", "symbol", "text", "use"];

/// Draws an uploaded logo, scaled to its maximum size. Refuses an SVG that isn't simple.
pub(super) fn draw(bytes: &[u8], is_svg: bool) -> anyhow::Result<Pixmap> {
    if is_svg { draw_svg(bytes) } else { scale_raster(bytes) }
}

fn draw_svg(bytes: &[u8]) -> anyhow::Result<Pixmap> {
    ensure!(bytes.len() <= MAX_SVG_BYTES, "the logo is too large: {} bytes", bytes.len());
    let text = std::str::from_utf8(bytes)?;
    ensure!(is_simple(&Document::parse(text)?), "the logo has too many or too expensive elements");
    let image_href_resolver =
        ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    let tree = Tree::from_str(text, &Options { image_href_resolver, ..Options::default() })?;
    let mut pixels = empty(tree.size().to_int_size())?;
    let (width, height) = (pixels.width() as f32, pixels.height() as f32);
    let scale = Transform::from_scale(width / tree.size().width(), height / tree.size().height());
    resvg::render(&tree, scale, &mut pixels.as_mut());
    Ok(pixels)
}

fn is_simple(document: &Document<'_>) -> bool {
    let mut elements = document.descendants().filter(Node::is_element);
    elements.by_ref().take(MAX_ELEMENTS).all(is_cheap) && elements.next().is_none()
}

fn is_cheap(element: Node<'_, '_>) -> bool {
    let name = element.tag_name().name();
    // A nested clip path is drawn again for each element of the outer one, so the cost grows exponentially with the depth.
    let is_in_clip_path = element.ancestors().any(|ancestor| ancestor.tag_name().name() == "clipPath");
    !REFUSED_ELEMENTS.contains(&name)
        && (name != "style" || element.descendants().filter_map(|node| node.text()).all(is_cheap_style_sheet))
        && element.attributes().all(|attribute| match attribute.name() {
            "style" => are_cheap_declarations(attribute.value()),
            "clip-path" => !is_in_clip_path,
            name => !name.starts_with("stroke-dash"),
        })
}

/// Refuses dashes (there may be millions), clip paths (allowed as attributes only, which are checked) and escapes (they may
/// hide a name).
fn are_cheap_declarations(css: &str) -> bool {
    let css = css.to_ascii_lowercase();
    !["\\", "dash", "clip"].iter().any(|refused| css.contains(refused))
}

/// Refuses expensive declarations, and selectors with combinators, because these are matched against all ancestors of an
/// element.
fn is_cheap_style_sheet(css: &str) -> bool {
    let is_cheap_selector =
        |selector: &str| !selector.trim().contains(|c: char| c.is_whitespace() || ">+~:/@".contains(c));
    let mut selectors = css.split('}').filter_map(|rule| rule.split_once('{')).map(|(selector, _)| selector);
    are_cheap_declarations(css) && selectors.all(|list| list.split(',').all(is_cheap_selector))
}

fn scale_raster(bytes: &[u8]) -> anyhow::Result<Pixmap> {
    let picture = image::load_from_memory(bytes)?;
    let size = IntSize::from_wh(picture.width(), picture.height()).context("the logo has no size")?;
    let mut pixels = empty(size)?;
    let scaled = picture.resize_exact(pixels.width(), pixels.height(), FilterType::Lanczos3).to_rgba8();
    for (pixel, from) in pixels.pixels_mut().iter_mut().zip(scaled.pixels()) {
        let [red, green, blue, alpha] = from.0;
        *pixel = ColorU8::from_rgba(red, green, blue, alpha).premultiply();
    }
    Ok(pixels)
}

/// Returns an empty picture that has the size of the logo on a card. `size` is the original size of the logo.
fn empty(size: IntSize) -> anyhow::Result<Pixmap> {
    let max = IntSize::from_wh(MAX_SIZE.0, MAX_SIZE.1).context("invalid maximum size")?;
    let size = size.scale_to(max);
    Pixmap::new(size.width(), size.height()).context("the logo has no size")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(content: &str) -> String {
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="84" height="36">{content}</svg>"#)
    }

    #[test]
    fn simple_logo_is_scaled_to_the_maximum_size() {
        let logo = svg(
            r##"<style>.b, .a {fill: red}</style><clipPath id="c"><rect width="84" height="36"/></clipPath>
            <rect class="a" clip-path="url(#c)" width="84" height="36"/>"##,
        );
        let drawn = draw(logo.as_bytes(), true).unwrap();
        assert_eq!((drawn.width(), drawn.height()), (168, 72));
        assert_eq!(drawn.pixel(80, 30).map(|pixel| pixel.red()), Some(255));
    }

    #[test]
    fn expensive_logos_are_refused() {
        let path = r#"<path d="M0 0L84 36" stroke="red""#;
        let expensive = [
            format!(r#"{path} stroke-dasharray="0.01"/>"#),
            format!(r#"{path} style="STROKE-DASHARRAY: 0.01"/>"#),
            format!(r#"<style>path{{stroke-dasharray:0.01}}</style>{path}/>"#),
            format!(r#"<style>path{{stroke-d\61sharray:0.01}}</style>{path}/>"#),
            format!("<style>{}path{{fill:red}}</style>{path}/>", "g ".repeat(22)),
            format!("<style>g>path{{fill:red}}</style>{path}/>"),
            format!(r#"<style>path{{clip-path:url(#c)}}</style>{path}/>"#),
            r##"<clipPath id="c"><path clip-path="url(#d)" d="M0 0h1v1z"/></clipPath>"##.to_owned(),
            r##"<clipPath id="c" clip-path="url(#d)"><path d="M0 0h1v1z"/></clipPath>"##.to_owned(),
            r#"<filter id="f"><feTurbulence numOctaves="100"/></filter>"#.to_owned(),
            r##"<g id="a"><path d="M0 0h1"/></g><use href="#a"/>"##.to_owned(),
            r#"<rect width="1" height="1"/>"#.repeat(MAX_ELEMENTS),
            format!("<desc>{}</desc>", "a".repeat(MAX_SVG_BYTES)),
        ];
        for content in expensive {
            assert!(draw(svg(&content).as_bytes(), true).is_err(), "{}", &content[..40]);
        }
    }
}
