//! Draws cards as PNG. It takes tens of milliseconds, so it must not run on an async thread.

use std::{collections::HashMap, sync::Arc};

use anyhow::Context;
use resvg::{
    tiny_skia::{Pixmap, PixmapPaint, Rect, Transform},
    usvg::{Options, Tree, fontdb},
};

use super::{HEIGHT, WIDTH, card::Card, lines::Widths, svg};

const MEDIUM: &[u8] = include_bytes!("../../../content/fonts/schibsted-grotesk-500.ttf");
pub(super) const BOLD: &[u8] = include_bytes!("../../../content/fonts/schibsted-grotesk-700.ttf");

/// Left and top of the company's logo.
const LOGO_AT: (i32, i32) = (72, 44);

pub(super) struct Fonts {
    pub medium: Widths,
    pub bold: Widths,
}

/// Fonts and drawings, read once.
pub(super) struct Studio {
    /// SVG drawings by name.
    drawings: HashMap<String, String>,
    fonts: Fonts,
    options: Options<'static>,
}

impl Studio {
    /// `drawings` is the JSON that the web build wrote.
    pub fn new(drawings: &[u8]) -> anyhow::Result<Self> {
        let drawings = serde_json::from_slice(drawings).context("the drawings of the web build")?;
        let mut faces = fontdb::Database::new();
        for font in [MEDIUM, BOLD] {
            faces.load_font_data(font.to_vec());
        }
        let fonts = Fonts { medium: Widths::of(MEDIUM, 0.0)?, bold: Widths::of(BOLD, svg::TIGHT)? };
        let options = Options { fontdb: Arc::new(faces), ..Options::default() };
        Ok(Self { drawings, fonts, options })
    }

    pub fn draw(&self, card: &Card, logo: Option<&Pixmap>) -> anyhow::Result<Vec<u8>> {
        let drawing =
            self.drawings.get(card.drawing).with_context(|| format!("no drawing {}", card.drawing))?;
        let extent = self.extent(drawing)?;
        let tree = svg::svg(card, drawing, extent, &self.fonts, logo.is_none());
        let tree = Tree::from_str(&tree, &self.options)?;
        let mut pixels = Pixmap::new(WIDTH, HEIGHT).context("the picture has a size")?;
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        if let Some(logo) = logo {
            let (left, top) = LOGO_AT;
            let paint = PixmapPaint::default();
            pixels.draw_pixmap(left, top, logo.as_ref(), &paint, Transform::identity(), None);
        }
        encoded(&pixels)
    }

    /// Left, top, width and height of the drawing within its frame.
    fn extent(&self, drawing: &str) -> anyhow::Result<Rect> {
        let tree = Tree::from_str(&svg::alone(drawing), &self.options)?;
        Ok(tree.root().abs_bounding_box())
    }
}

fn encoded(pixels: &Pixmap) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, WIDTH, HEIGHT);
    encoder.set_color(png::ColorType::Rgba);
    // Flat colors pack best as they are: a third smaller and faster than with any filter.
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    // Nothing shines through a card, so it makes no difference that these are premultiplied.
    writer.write_image_data(pixels.data())?;
    writer.finish()?;
    Ok(bytes)
}
