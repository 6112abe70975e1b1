//! Removes scripts and external resources from SVG pictures.

use resvg::usvg::roxmltree::{Document, Node};

use super::prepare::{Prepared, Rendition, refused};
use crate::platform::error::Result;

/// Maximum nesting depth of elements. It is limited because programs that read an SVG may use recursion.
const MAX_DEPTH: usize = 64;
/// Maximum width and height, in pixels.
const MAX_SIDE: f64 = 20_000.0;

const BROKEN: &str = "Não foi possível ler o desenho. O arquivo pode estar corrompido ou não ser um SVG.";
const TOO_DEEP: &str = "O desenho tem grupos aninhados demais.";
const NO_SIZE: &str =
    "O SVG não diz o próprio tamanho. Exporte de novo com largura e altura, ou com viewBox.";

/// Checks and cleans an SVG.
pub fn prepare(bytes: &[u8]) -> Result<Prepared> {
    // Also checked before the filter, which is slow for deeply nested elements.
    if depth(&String::from_utf8_lossy(bytes)) > MAX_DEPTH {
        return Err(refused(TOO_DEEP));
    }
    let mut clean = Vec::new();
    let mut filter = svg_hush::Filter::new();
    filter.set_data_url_filter(svg_hush::data_url_filter::allow_standard_images);
    filter.filter(bytes, &mut clean).map_err(|cause| {
        tracing::debug!(%cause, "SVG refused");
        refused(BROKEN)
    })?;
    let text = std::str::from_utf8(&clean).map_err(|_| refused(BROKEN))?;
    if depth(text) > MAX_DEPTH {
        return Err(refused(TOO_DEEP));
    }
    let document = Document::parse(text).map_err(|_| refused(BROKEN))?;
    let root = document.root_element();
    if !root.has_tag_name(("http://www.w3.org/2000/svg", "svg")) {
        return Err(refused(BROKEN));
    }
    let (width, height) = size(root).ok_or_else(|| refused(NO_SIZE))?;
    Ok(Prepared { main: Rendition { extension: "svg", width, height, bytes: clean }, variants: Vec::new() })
}

/// Returns the nesting depth of elements. It is exact for the output of the filter, and approximate for other XML.
fn depth(xml: &str) -> usize {
    let (mut open, mut deepest) = (0_usize, 0);
    for tag in xml.split('<').skip(1) {
        let closes_itself = tag.split_once('>').is_some_and(|(tag, _)| tag.ends_with('/'));
        if tag.starts_with('/') {
            open = open.saturating_sub(1);
        } else if !closes_itself && !tag.starts_with(['?', '!']) {
            open += 1;
            deepest = deepest.max(open);
        }
    }
    deepest
}

/// Returns width and height in pixels, from the attributes of the root or its `viewBox`.
fn size(root: Node<'_, '_>) -> Option<(u32, u32)> {
    let own = |name| root.attribute(name).and_then(|value| whole(value.trim_end_matches("px")));
    if let (Some(width), Some(height)) = (own("width"), own("height")) {
        return Some((width, height));
    }
    let numbers = root.attribute("viewBox")?.split([' ', ',']).filter(|part| !part.is_empty());
    match numbers.collect::<Vec<_>>()[..] {
        [_, _, width, height] => Some((whole(width)?, whole(height)?)),
        _ => None,
    }
}

/// Parses a length and rounds it up. Returns `None` if it is not a positive number, or too large.
fn whole(length: &str) -> Option<u32> {
    let length: f64 = length.trim().parse().ok()?;
    let is_valid = (f64::MIN_POSITIVE..=MAX_SIDE).contains(&length);
    // The result is from 1 to 20,000.
    is_valid.then(|| length.ceil() as u32)
}
