//! Draws cards as PNG. This takes tens of milliseconds and must not run on an async thread.

use std::{collections::HashMap, sync::Arc};

use anyhow::Context;
use resvg::{
    tiny_skia::{Pixmap, PixmapPaint, Rect, Transform},
    usvg::{Options, Tree, fontdb},
};

use super::{
    HEIGHT, WIDTH,
    lines::{Fonts, Widths},
    svg,
};
use crate::site::document::Card;

const MEDIUM: &[u8] = include_bytes!("../../../content/fonts/schibsted-grotesk-500.ttf");
pub(super) const BOLD: &[u8] = include_bytes!("../../../content/fonts/schibsted-grotesk-700.ttf");

/// Left and top of the company's logo in pixels.
const LOGO_POSITION: (i32, i32) = (72, 44);

/// Draws cards. Reads fonts and drawings once.
pub(super) struct CardRenderer {
    /// SVG drawings by name.
    drawings: HashMap<String, String>,
    fonts: Fonts,
    options: Options<'static>,
}

impl CardRenderer {
    /// Reads fonts and drawings. `drawings` is the JSON of the web build.
    pub fn new(drawings: &[u8]) -> anyhow::Result<Self> {
        let drawings =
            serde_json::from_slice(drawings).context("the drawings of the web build are invalid")?;
        let mut faces = fontdb::Database::new();
        for font in [MEDIUM, BOLD] {
            faces.load_font_data(font.to_vec());
        }
        let fonts = Fonts { medium: Widths::of(MEDIUM, 0.0)?, bold: Widths::of(BOLD, svg::TIGHT)? };
        let options = Options { fontdb: Arc::new(faces), ..Options::default() };
        Ok(Self { drawings, fonts, options })
    }

    /// Draws a card with the company's logo, or its name if `logo` is `None`.
    pub fn draw(&self, card: &Card, logo: Option<&Pixmap>) -> anyhow::Result<Vec<u8>> {
        let drawing = self
            .drawings
            .get(card.drawing)
            .with_context(|| format!("the drawing {} doesn't exist", card.drawing))?;
        let extent = self.extent(drawing)?;
        let tree = svg::svg(card, drawing, extent, &self.fonts, logo.is_none());
        let tree = Tree::from_str(&tree, &self.options)?;
        let mut pixels = Pixmap::new(WIDTH, HEIGHT).context("invalid size of the picture")?;
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        if let Some(logo) = logo {
            let (left, top) = LOGO_POSITION;
            let paint = PixmapPaint::default();
            pixels.draw_pixmap(left, top, logo.as_ref(), &paint, Transform::identity(), None);
        }
        encode(&pixels)
    }

    /// Returns the bounding box of the drawing.
    fn extent(&self, drawing: &str) -> anyhow::Result<Rect> {
        let tree = Tree::from_str(&svg::document(drawing), &self.options)?;
        Ok(tree.root().abs_bounding_box())
    }
}

/// Encodes pixels as PNG.
fn encode(pixels: &Pixmap) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, WIDTH, HEIGHT);
    encoder.set_color(png::ColorType::Rgba);
    // Without a filter, flat colors compress faster, and the files are a third smaller.
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    // Cards are opaque, so premultiplied colors are the same as straight ones.
    writer.write_image_data(pixels.data())?;
    writer.finish()?;
    Ok(bytes)
}
