//! Re-encodes raster pictures, which removes metadata, such as the location, and hidden content. Only the first frame of an
//! animation is stored.

use std::{borrow::Cow, io::Cursor};

use image::{
    DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, ImageResult, Limits,
    codecs::jpeg::JpegEncoder, imageops::FilterType,
};

use super::prepare::{Prepared, Rendition, refused};
use crate::platform::error::{Error, Result};

const MAX_PIXELS: u64 = 40_000_000;
/// Maximum width and height of an uploaded picture.
const MAX_INPUT_SIDE: u32 = 16_384;
/// Maximum memory of a decoded picture in bytes: enough for 40 megapixels of four bytes each. Scaling doesn't need more,
/// because the picture is first reduced to [`MAX_SCALED`].
const MAX_MEMORY: u64 = 192 << 20;
/// Maximum width and height of a stored picture.
const MAX_SIDE: u32 = 2560;
/// Maximum width and height before the final scaling, whose filter needs 16 bytes per pixel. Larger pictures are first reduced
/// to this size by averaging, which needs no additional buffer.
const MAX_SCALED: u32 = MAX_SIDE * 3 / 2;
/// Widths of the WebP variants that are narrower than the picture. Another variant has the width of the picture.
const WIDTHS: [u32; 4] = [480, 960, 1440, 1920];
const JPEG_QUALITY: u8 = 85;
const WEBP_QUALITY: f32 = 80.0;

/// Length of the mark at the start of a PNG.
const PNG_SIGNATURE: usize = 8;
/// Length of the start of a chunk of a PNG: the length of its content, and its name.
const PNG_CHUNK_START: usize = 8;
/// Length of the checksum at the end of a chunk.
const PNG_CHECKSUM: usize = 4;

const MISMATCH: &str = "O conteúdo do arquivo não corresponde à extensão do nome.";
const TOO_MANY_PIXELS: &str = "Imagem grande demais. Tamanho máximo: 40 megapixels.";
const SIDE_TOO_LONG: &str = "Imagem grande demais. Cada lado pode ter até 16.384 pixels.";
/// The message for pictures that need more than [`MAX_MEMORY`], such as 30 megapixels with 16 bits per color.
const TOO_MUCH_MEMORY: &str =
    "Imagem grande demais. Reduza a largura e a altura ou, se ela tiver 16 bits por cor, salve com 8.";
const BROKEN: &str = "Não foi possível ler a imagem. O arquivo pode estar corrompido.";

/// Checks and re-encodes a picture. `extension` is the extension of the file's name.
pub fn prepare(extension: &str, bytes: &[u8]) -> Result<Prepared> {
    let format = format_of(extension, bytes)?;
    let image = checked(format, bytes)?;
    let main = main_rendition(format, &image)?;
    let widths = WIDTHS.into_iter().filter(|width| *width < image.width()).chain([image.width()]);
    let variants = widths.map(|width| webp(&image, width)).collect::<Result<_>>()?;
    Ok(Prepared { main, variants })
}

/// Checks and re-encodes a picture of any accepted format, as JPEG or PNG.
pub fn encoded(bytes: &[u8]) -> Result<Rendition> {
    let format = image::guess_format(bytes).map_err(|cause| refusal(&cause))?;
    main_rendition(format, &checked(format, bytes)?)
}

fn main_rendition(format: ImageFormat, image: &DynamicImage) -> Result<Rendition> {
    let is_photo = format == ImageFormat::Jpeg || format == ImageFormat::WebP && !image.color().has_alpha();
    let main = if is_photo { jpeg(image) } else { png(image) };
    Ok(main.map_err(anyhow::Error::new)?)
}

/// Decodes a picture of an accepted size.
fn checked(format: ImageFormat, bytes: &[u8]) -> Result<DynamicImage> {
    let bytes = &*if format == ImageFormat::Png { without_profile(bytes) } else { Cow::Borrowed(bytes) };
    let (width, height) = reader(format, bytes).into_dimensions().map_err(|cause| refusal(&cause))?;
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(refused(TOO_MANY_PIXELS));
    }
    if width.max(height) > MAX_INPUT_SIDE {
        return Err(refused(SIDE_TOO_LONG));
    }
    decoded(format, bytes).map_err(|cause| refusal(&cause))
}

/// Returns a PNG without its color profile. The profile is compressed, so a small file may have one of many megabytes, which the decoder
/// would read although the stored picture has none. Profiles of JPEG and WebP are not compressed.
fn without_profile(bytes: &[u8]) -> Cow<'_, [u8]> {
    let mut without = Vec::new();
    // Bytes before `copied` are in `without`, or are profiles.
    let (mut at, mut copied) = (PNG_SIGNATURE, 0);
    while let Some([a, b, c, d, name @ ..]) = bytes.get(at..at + PNG_CHUNK_START) {
        let length = usize::try_from(u32::from_be_bytes([*a, *b, *c, *d])).unwrap_or(usize::MAX);
        let end = at.saturating_add(length).saturating_add(PNG_CHUNK_START + PNG_CHECKSUM).min(bytes.len());
        match name {
            b"IDAT" | b"IEND" => break,
            b"iCCP" => {
                without.extend_from_slice(&bytes[copied..at]);
                copied = end;
            }
            _ => {}
        }
        at = end;
    }
    if copied == 0 {
        return Cow::Borrowed(bytes);
    }
    without.extend_from_slice(&bytes[copied..]);
    Cow::Owned(without)
}

/// Returns the error for a picture that can't be decoded.
fn refusal(cause: &ImageError) -> Error {
    tracing::debug!(%cause, "picture refused");
    refused(if matches!(cause, ImageError::Limits(_)) { TOO_MUCH_MEMORY } else { BROKEN })
}

/// Returns the format of the extension, or an error if the first bytes have another format.
fn format_of(extension: &str, bytes: &[u8]) -> Result<ImageFormat> {
    let expected = match extension {
        "jpg" | "jpeg" => ImageFormat::Jpeg,
        "png" => ImageFormat::Png,
        "webp" => ImageFormat::WebP,
        "gif" => ImageFormat::Gif,
        // An icon may contain several pictures. The decoder reads the largest.
        "ico" => ImageFormat::Ico,
        _ => return Err(refused(MISMATCH)),
    };
    match image::guess_format(bytes) {
        Ok(found) if found == expected => Ok(expected),
        _ => Err(refused(MISMATCH)),
    }
}

fn reader(format: ImageFormat, bytes: &[u8]) -> ImageReader<Cursor<&[u8]>> {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    reader
}

/// Decodes a picture, reduces it to the stored size and rotates it as its metadata says.
fn decoded(format: ImageFormat, bytes: &[u8]) -> ImageResult<DynamicImage> {
    let mut decoder = reader(format, bytes).into_decoder()?;
    let orientation = decoder.orientation()?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_MEMORY);
    limits.reserve(decoder.total_bytes())?;
    let mut image = reduced(DynamicImage::from_decoder(decoder)?);
    // Rotated after the reduction, because the rotation copies the picture.
    image.apply_orientation(orientation);
    Ok(image)
}

/// Reduces a picture to the stored size, and converts it to RGB with or without transparency.
fn reduced(mut image: DynamicImage) -> DynamicImage {
    let longest = |image: &DynamicImage| image.width().max(image.height());
    if longest(&image) > MAX_SCALED {
        image = image.thumbnail(MAX_SCALED, MAX_SCALED);
    }
    if longest(&image) > MAX_SIDE {
        image = image.resize(MAX_SIDE, MAX_SIDE, FilterType::Lanczos3);
    }
    if image.color().has_alpha() { image.into_rgba8().into() } else { image.into_rgb8().into() }
}

fn jpeg(image: &DynamicImage) -> ImageResult<Rendition> {
    let mut bytes = Vec::new();
    image.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY))?;
    Ok(Rendition { extension: "jpg", width: image.width(), height: image.height(), bytes })
}

fn png(image: &DynamicImage) -> ImageResult<Rendition> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, ImageFormat::Png)?;
    let bytes = bytes.into_inner();
    Ok(Rendition { extension: "png", width: image.width(), height: image.height(), bytes })
}

/// Encodes a picture as WebP with this width.
fn webp(image: &DynamicImage, width: u32) -> Result<Rendition> {
    let height = (u64::from(image.height()) * u64::from(width)).div_ceil(u64::from(image.width()));
    let height = u32::try_from(height).map_err(anyhow::Error::new)?.max(1);
    let scaled = match width == image.width() {
        true => image.clone(),
        false => image.resize_exact(width, height, FilterType::Lanczos3),
    };
    let encoder = match scaled.color().has_alpha() {
        true => webp::Encoder::from_rgba(scaled.as_bytes(), width, height),
        false => webp::Encoder::from_rgb(scaled.as_bytes(), width, height),
    };
    let bytes = encoder.encode_simple(false, WEBP_QUALITY);
    let bytes = bytes.map_err(|cause| anyhow::anyhow!("encoding a picture as WebP: {cause:?}"))?.to_vec();
    Ok(Rendition { extension: "webp", width, height, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn color_profiles_of_a_png_are_removed_before_it_is_decoded() {
        let picture = png(&DynamicImage::new_rgb8(3, 2)).expect("a PNG").bytes;
        assert!(matches!(without_profile(&picture), Cow::Borrowed(_)));
        let chunk = |name: &[u8], content: &[u8]| {
            let length = u32::try_from(content.len()).expect("a short chunk").to_be_bytes();
            [&length[..], name, content, &[0; PNG_CHECKSUM]].concat()
        };
        // After the signature and the header.
        let (start, rest) = picture.split_at(PNG_SIGNATURE + PNG_CHUNK_START + 13 + PNG_CHECKSUM);
        let gamma = chunk(b"gAMA", &[0; 4]);
        let hostile = [start, &chunk(b"iCCP", &[0; 1000]), &gamma, &chunk(b"iCCP", b""), rest].concat();
        assert_eq!(&*without_profile(&hostile), [start, &gamma, rest].concat());
        let endless = [start, &u32::MAX.to_be_bytes(), b"iCCP"].concat();
        assert_eq!(&*without_profile(&endless), start);
    }
}
