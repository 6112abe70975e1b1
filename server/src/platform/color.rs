//! Colors in sRGB and OKLCH, and their contrast.

use std::fmt;

/// An sRGB color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color([u8; 3]);

impl Color {
    /// Returns the color `0xRRGGBB`, such as `0x1d4fb8`.
    #[must_use]
    pub const fn of(rgb: u32) -> Self {
        let [_, red, green, blue] = rgb.to_be_bytes();
        Self([red, green, blue])
    }

    /// Parses `#1d4fb8`, with or without the `#`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').unwrap_or(text);
        let is_hex = digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        is_hex.then(|| u32::from_str_radix(digits, 16).ok().map(Self::of)).flatten()
    }

    /// Returns the contrast ratio of WCAG 2.2, from 1 to 21.
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// Converts to OKLCH.
    #[must_use]
    pub fn oklch(self) -> Oklch {
        let [red, green, blue] = self.0.map(to_linear);
        let long = (0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue).cbrt();
        let medium = (0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue).cbrt();
        let short = (0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue).cbrt();
        let a = 1.977_998_495_1 * long - 2.428_592_205_0 * medium + 0.450_593_709_9 * short;
        let b = 0.025_904_037_1 * long + 0.782_771_766_2 * medium - 0.808_675_766_0 * short;
        Oklch {
            lightness: 0.210_454_255_3 * long + 0.793_617_785_0 * medium - 0.004_072_046_8 * short,
            chroma: a.hypot(b),
            hue: b.atan2(a),
        }
    }

    /// Returns the relative luminance of WCAG, from 0 (black) to 1 (white).
    fn luminance(self) -> f64 {
        let [red, green, blue] = self.0.map(to_linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([red, green, blue]) = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// A color in the perceptual color space OKLCH, in which colors of the same lightness look equally light.
#[derive(Clone, Copy, Debug)]
pub struct Oklch {
    /// From 0 (black) to 1 (white).
    pub lightness: f64,
    /// 0 for gray.
    pub chroma: f64,
    /// In radians.
    pub hue: f64,
}

impl Oklch {
    /// Converts to sRGB. If the color is outside sRGB, reduces its chroma until it fits, with the same lightness and hue.
    #[must_use]
    pub fn color(self) -> Color {
        let lightness = self.lightness.clamp(0.0, 1.0);
        let with = |chroma| Self { lightness, chroma, ..self }.channels();
        if let Some(color) = in_gamut(with(self.chroma)) {
            return color;
        }
        let (mut fits, mut exceeds) = (0.0, self.chroma);
        for _ in 0..16 {
            let middle = f64::midpoint(fits, exceeds);
            if in_gamut(with(middle)).is_some() { fits = middle } else { exceeds = middle }
        }
        Color(with(fits).map(to_byte))
    }

    /// Returns red, green and blue in sRGB. A value below 0 or above 1 means that the color is outside sRGB.
    fn channels(self) -> [f64; 3] {
        let Self { lightness, chroma, hue } = self;
        let (a, b) = (chroma * hue.cos(), chroma * hue.sin());
        let long = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
        let medium = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
        let short = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
        [
            4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
            -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
            -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701_0 * short,
        ]
        .map(from_linear)
    }
}

/// Returns the color, or `None` if a channel is out of range by more than rounding.
fn in_gamut(channels: [f64; 3]) -> Option<Color> {
    const ROUNDING: f64 = 0.4 / 255.0;
    let fits = channels.iter().all(|channel| (-ROUNDING..=1.0 + ROUNDING).contains(channel));
    fits.then(|| Color(channels.map(to_byte)))
}

/// Returns the linear intensity of an sRGB channel, from 0 to 1.
fn to_linear(byte: u8) -> f64 {
    let channel = f64::from(byte) / 255.0;
    if channel <= 0.040_45 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
}

/// Returns the sRGB channel of a linear intensity, from 0 to 1.
fn from_linear(channel: f64) -> f64 {
    if channel <= 0.003_130_8 { channel * 12.92 } else { 1.055 * channel.powf(1.0 / 2.4) - 0.055 }
}

fn to_byte(channel: f64) -> u8 {
    (channel.clamp(0.0, 1.0) * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_colors_are_parsed_and_formatted() {
        assert_eq!(Color::parse("#00693F"), Some(Color::of(0x00693f)));
        assert_eq!(Color::parse("00693f").map(|color| format!("{color}")), Some("#00693f".into()));
        for wrong in ["", "#", "#00693", "#00693ff", "##00693", "#00693g", "#é0693", "+00693", "green"] {
            assert_eq!(Color::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn contrast_matches_wcag() {
        let (black, white) = (Color::of(0), Color::of(0xffffff));
        assert!((black.contrast(white) - 21.0).abs() < 1e-9);
        assert!((white.contrast(white) - 1.0).abs() < 1e-9);
        // #767676 is the lightest gray with a contrast of at least 4.5 on white.
        assert!(white.contrast(Color::of(0x777777)) < 4.5);
        assert!(white.contrast(Color::of(0x767676)) > 4.5);
    }

    #[test]
    fn oklch_round_trip_preserves_colors() {
        for rgb in (0..=0xffffff).step_by(3001) {
            let color = Color::of(rgb);
            assert_eq!(color.oklch().color(), color);
        }
    }

    #[test]
    fn color_outside_srgb_is_converted_with_the_same_lightness_and_hue() {
        let vivid = Oklch { lightness: 0.9, chroma: 0.4, hue: 4.6 };
        let found = vivid.color().oklch();
        assert!((found.lightness - 0.9).abs() < 0.005 && found.chroma < 0.1, "{found:?}");
        let turned = (found.hue - vivid.hue).rem_euclid(std::f64::consts::TAU);
        assert!(turned.min(std::f64::consts::TAU - turned) < 0.05, "{found:?}");
    }
}
