//! Derives all tokens from one color. All tokens have the hue of that color. The accents and the color of drawings are the
//! color itself if its contrast is sufficient. Other tokens have the lightness and the relative chroma of the design's tokens.
//! A token with insufficient contrast is made lighter or darker.

use super::{Accent, DARK, DESIGN, LIGHT, SchemeColors, Tokens};
use crate::platform::color::{Color, Oklch};

/// Minimum contrast of text (WCAG AA).
const TEXT: f64 = 4.5;
/// Minimum contrast of shapes (WCAG AA).
const SHAPE: f64 = 3.0;

/// Lightness of a button above which it becomes darker, not lighter, under the pointer.
const NEARLY_WHITE: f64 = 0.92;
/// Lightness of a button below which it becomes lighter, not darker, under the pointer.
const NEARLY_BLACK: f64 = 0.22;
/// Maximum lightness of drawings, so that they are visible on white.
const MAX_SIGNAL_LIGHTNESS: f64 = 0.88;

/// Derives the tokens of both color schemes.
pub(super) fn from(chosen: Color) -> Accent {
    Accent { chosen, light: light(chosen.oklch()), dark: dark(chosen.oklch()) }
}

fn light(chosen: Oklch) -> Tokens {
    let design = DESIGN.light;
    let soft = nearest(like_token(chosen, design.accent, design.accent_soft), 1.0, |soft| {
        is_background_for_text(&LIGHT, soft)
    });
    let is_readable_on_all =
        |color| backgrounds(&LIGHT, soft).iter().all(|background| is_readable(color, *background));
    let accent = nearest(chosen, 0.0, is_readable_on_all);
    let strong = nearest(under_pointer(accent, design), 0.0, is_readable_on_all);
    Tokens {
        accent,
        accent_strong: strong,
        accent_soft: soft,
        on_accent: on_accent(accent, strong, design, 1.0),
        signal: signal(chosen),
    }
}

fn dark(chosen: Oklch) -> Tokens {
    let design = DESIGN.dark;
    let soft = like_token(chosen, DESIGN.light.accent, design.accent_soft);
    let soft = nearest(soft, 0.0, |soft| is_background_for_text(&DARK, soft));
    let is_readable_on_all = |color| {
        let mut backgrounds = backgrounds(&DARK, soft).into_iter().chain(dark_bands());
        backgrounds.all(|background| is_readable(color, background))
    };
    // A color with sufficient contrast is used unchanged. Others get the lightness of the design's accent.
    let accent = match chosen.color() {
        own if is_readable_on_all(own) => own,
        _ => nearest(like_token(chosen, DESIGN.light.accent, design.accent), 1.0, is_readable_on_all),
    };
    let strong = nearest(under_pointer(accent, design), 1.0, is_readable_on_all);
    Tokens {
        accent,
        accent_strong: strong,
        accent_soft: soft,
        on_accent: on_accent(accent, strong, design, 0.0),
        signal: accent,
    }
}

/// Returns a color with the hue of `chosen` and the lightness of the design's `token`. Its chroma is that of `chosen`,
/// multiplied by the ratio of the chroma of `token` to that of the design's `accent`.
fn like_token(chosen: Oklch, accent: Color, token: Color) -> Oklch {
    let (accent, token) = (accent.oklch(), token.oklch());
    let chroma = chosen.chroma * token.chroma / accent.chroma;
    Oklch { lightness: token.lightness, chroma, hue: chosen.hue }
}

/// Returns the color of the accent under the pointer. It is lighter or darker by the same step as in the design, or by twice
/// the step in the other direction if the accent is nearly white or black.
fn under_pointer(accent: Color, design: Tokens) -> Oklch {
    let step = design.accent_strong.oklch().lightness - design.accent.oklch().lightness;
    let own = accent.oklch();
    let is_at_end = own.lightness < NEARLY_BLACK && step < 0.0 || own.lightness > NEARLY_WHITE && step > 0.0;
    let lightness = own.lightness + if is_at_end { -2.0 * step } else { step };
    Oklch { lightness, ..like_token(own, design.accent, design.accent_strong) }
}

/// Returns the color of text on a button, which is also readable under the pointer. `end` is that of [`nearest`].
fn on_accent(accent: Color, strong: Color, design: Tokens, end: f64) -> Color {
    let text = like_token(accent.oklch(), design.accent, design.on_accent);
    nearest(text, end, |text| is_readable(text, accent) && is_readable(text, strong))
}

/// Returns the color of drawings: the chosen color, with the lightness of the design's color if the chosen one is darker.
fn signal(chosen: Oklch) -> Color {
    let like_design = like_token(chosen, DESIGN.light.accent, DESIGN.light.signal);
    if chosen.lightness < like_design.lightness {
        return like_design.color();
    }
    Oklch { lightness: chosen.lightness.min(MAX_SIGNAL_LIGHTNESS), ..chosen }.color()
}

/// Returns all backgrounds of text in the accent color.
fn backgrounds(scheme: &SchemeColors, soft: Color) -> [Color; 4] {
    [scheme.paper, scheme.surface, scheme.sunken, soft]
}

/// Returns the backgrounds of bands that are dark in both schemes.
fn dark_bands() -> [Color; 4] {
    [LIGHT.night, LIGHT.night_raised, DARK.night, DARK.night_raised]
}

/// Returns whether text and the focus ring have sufficient contrast on `soft`.
fn is_background_for_text(scheme: &SchemeColors, soft: Color) -> bool {
    is_readable(scheme.ink, soft) && is_readable(scheme.muted, soft) && scheme.focus.contrast(soft) >= SHAPE
}

fn is_readable(text: Color, background: Color) -> bool {
    text.contrast(background) >= TEXT
}

/// Returns the color that passes the check and is nearest to `from`, from which it differs only in lightness. Searches from the
/// lightness of `from` to `end`: black (0) or white (1), which must pass the check.
fn nearest(from: Oklch, end: f64, check: impl Fn(Color) -> bool) -> Color {
    let at = |lightness| Oklch { lightness, ..from }.color();
    if check(at(from.lightness)) {
        return at(from.lightness);
    }
    let (mut fails, mut passes) = (from.lightness, end);
    // 12 halvings are more precise than a color with 8 bits per channel.
    for _ in 0..12 {
        let middle = f64::midpoint(fails, passes);
        if check(at(middle)) { passes = middle } else { fails = middle }
    }
    at(passes)
}
