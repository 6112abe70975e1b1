//! Turns cards into PNG. It takes tens of milliseconds: not for an async thread.

use std::{collections::HashMap, sync::Arc};

use anyhow::Context;
use bytes::Bytes;
use image::imageops::FilterType;
use resvg::{
    tiny_skia::{ColorU8, IntSize, Pixmap, PixmapPaint, Rect, Transform},
    usvg::{ImageHrefResolver, Options, Tree, fontdb},
};

use super::{HEIGHT, WIDTH, card::Card, lines::Widths, svg};

const MEDIUM: &[u8] = include_bytes!("../../../content/fonts/schibsted-grotesk-500.ttf");
pub(super) const BOLD: &[u8] = include_bytes!("../../../content/fonts/schibsted-grotesk-700.ttf");

/// Left and top of the company's logo, and the room for it.
const LOGO_AT: (i32, i32) = (72, 44);
const LOGO_ROOM: (u32, u32) = (420, 72);

pub(super) struct Fonts {
    pub medium: Widths,
    pub bold: Widths,
}

/// All that is needed to draw, read once.
pub(super) struct Studio {
    /// SVG by name.
    drawings: HashMap<String, String>,
    fonts: Fonts,
    options: Options<'static>,
    /// For logos, which load no other pictures.
    logo_options: Options<'static>,
}

/// An uploaded logo.
pub(super) struct LogoFile {
    pub is_svg: bool,
    pub bytes: Bytes,
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
        let faces = Arc::new(faces);
        let options = Options { fontdb: faces.clone(), ..Options::default() };
        let image_href_resolver = ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        };
        let logo_options = Options { fontdb: faces, image_href_resolver, ..Options::default() };
        Ok(Self { drawings, fonts, options, logo_options })
    }

    pub fn draw(&self, card: &Card, logo: Option<&LogoFile>) -> anyhow::Result<Vec<u8>> {
        let drawing =
            self.drawings.get(card.drawing).with_context(|| format!("no drawing {}", card.drawing))?;
        let extent = self.extent(drawing)?;
        let logo = logo.and_then(|file| {
            let drawn = self.logo(file);
            drawn
                .inspect_err(|cause| tracing::warn!(%cause, logo = card.logo, "the logo can't be drawn"))
                .ok()
        });
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

    /// The logo, as large as there is room for.
    fn logo(&self, file: &LogoFile) -> anyhow::Result<Pixmap> {
        let room = IntSize::from_wh(LOGO_ROOM.0, LOGO_ROOM.1).context("the room has a size")?;
        if file.is_svg {
            let tree = Tree::from_data(&file.bytes, &self.logo_options)?;
            let size = tree.size().to_int_size().scale_to(room);
            let mut pixels = Pixmap::new(size.width(), size.height()).context("the logo has a size")?;
            let (width, height) = (tree.size().width(), tree.size().height());
            let scale =
                Transform::from_scale(size.to_size().width() / width, size.to_size().height() / height);
            resvg::render(&tree, scale, &mut pixels.as_mut());
            return Ok(pixels);
        }
        let picture = image::load_from_memory(&file.bytes)?;
        let size = IntSize::from_wh(picture.width(), picture.height()).context("the logo has a size")?;
        let size = size.scale_to(room);
        let scaled = picture.resize_exact(size.width(), size.height(), FilterType::Lanczos3).to_rgba8();
        let mut pixels = Pixmap::new(size.width(), size.height()).context("the logo has a size")?;
        for (pixel, from) in pixels.pixels_mut().iter_mut().zip(scaled.pixels()) {
            let [red, green, blue, alpha] = from.0;
            *pixel = ColorU8::from_rgba(red, green, blue, alpha).premultiply();
        }
        Ok(pixels)
    }

    /// Left, top, width and height of what is drawn; frames on the site leave room around it.
    fn extent(&self, drawing: &str) -> anyhow::Result<Rect> {
        let tree = Tree::from_str(&svg::alone(drawing), &self.options)?;
        Ok(tree.root().abs_bounding_box())
    }
}

fn encoded(pixels: &Pixmap) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, WIDTH, HEIGHT);
    encoder.set_color(png::ColorType::Rgba);
    // Flat colours pack best as they are: a third smaller and faster than with any filter.
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    // Nothing shines through a card, so it makes no difference that these are premultiplied.
    writer.write_image_data(pixels.data())?;
    writer.finish()?;
    Ok(bytes)
}
