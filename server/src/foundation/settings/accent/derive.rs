//! Derives all tokens from one color. Each gets the lightness and relative chroma of the design's token, and becomes lighter
//! or darker if its contrast is insufficient. The hue never changes.

use super::{Accent, DARK, DESIGN, Grounds, LIGHT, Tokens};
use crate::platform::color::{Color, Oklch};

/// Minimum contrast of text, by WCAG AA.
const TEXT: f64 = 4.5;
/// Minimum contrast of shapes, by WCAG AA.
const SHAPE: f64 = 3.0;

/// Lightness above which a button can't become lighter under the pointer.
const NEARLY_WHITE: f64 = 0.92;
/// Lightness below which a button can't become darker under the pointer.
const NEARLY_BLACK: f64 = 0.22;
/// Maximum lightness of a drawing's fill, to be visible on white.
const MAX_SIGNAL_LIGHTNESS: f64 = 0.88;

pub(super) fn from(chosen: Color) -> Accent {
    Accent { chosen, light: light(chosen.oklch()), dark: dark(chosen.oklch()) }
}

fn light(chosen: Oklch) -> Tokens {
    let design = DESIGN.light;
    let soft = readable(beside(chosen, design.accent, design.accent_soft), 1.0, |soft| carries(&LIGHT, soft));
    let is_read = |color| grounds(&LIGHT, soft).iter().all(|ground| reads(color, *ground));
    let accent = readable(chosen, 0.0, is_read);
    let strong = readable(stronger(accent, design), 0.0, is_read);
    Tokens {
        accent,
        accent_strong: strong,
        accent_soft: soft,
        on_accent: on(accent, strong, design, 1.0),
        signal: signal(chosen),
    }
}

fn dark(chosen: Oklch) -> Tokens {
    let design = DESIGN.dark;
    let soft = beside(chosen, DESIGN.light.accent, design.accent_soft);
    let soft = readable(soft, 0.0, |soft| carries(&DARK, soft));
    let is_read = |color| {
        let mut backgrounds = grounds(&DARK, soft).into_iter().chain(nights());
        backgrounds.all(|ground| reads(color, ground))
    };
    // A color with sufficient contrast is preserved; others get the lightness of the design.
    let accent = match chosen.color() {
        own if is_read(own) => own,
        _ => readable(beside(chosen, DESIGN.light.accent, design.accent), 1.0, is_read),
    };
    let strong = readable(stronger(accent, design), 1.0, is_read);
    Tokens {
        accent,
        accent_strong: strong,
        accent_soft: soft,
        on_accent: on(accent, strong, design, 0.0),
        signal: accent,
    }
}

/// Returns a color with the chosen hue and the lightness of the design's `token`. Its chroma relates to the chosen color's as
/// that of `token` to the design's `accent`.
fn beside(chosen: Oklch, accent: Color, token: Color) -> Oklch {
    let (accent, token) = (accent.oklch(), token.oklch());
    let chroma = chosen.chroma * token.chroma / accent.chroma;
    Oklch { lightness: token.lightness, chroma, hue: chosen.hue }
}

/// Returns the color under the pointer: one step in the direction of the design, or in the other direction at the end.
fn stronger(accent: Color, design: Tokens) -> Oklch {
    let step = design.accent_strong.oklch().lightness - design.accent.oklch().lightness;
    let own = accent.oklch();
    let has_end = own.lightness < NEARLY_BLACK && step < 0.0 || own.lightness > NEARLY_WHITE && step > 0.0;
    let lightness = own.lightness + if has_end { -2.0 * step } else { step };
    Oklch { lightness, ..beside(own, design.accent, design.accent_strong) }
}

/// Returns the color of text on a button, which must be readable also under the pointer.
fn on(accent: Color, strong: Color, design: Tokens, end: f64) -> Color {
    let text = beside(accent.oklch(), design.accent, design.on_accent);
    readable(text, end, |text| reads(text, accent) && reads(text, strong))
}

fn signal(chosen: Oklch) -> Color {
    let usual = beside(chosen, DESIGN.light.accent, DESIGN.light.signal);
    if chosen.lightness < usual.lightness {
        return usual.color();
    }
    Oklch { lightness: chosen.lightness.min(MAX_SIGNAL_LIGHTNESS), ..chosen }.color()
}

/// Returns all backgrounds of text in the accent color.
fn grounds(scheme: &Grounds, soft: Color) -> [Color; 4] {
    [scheme.paper, scheme.surface, scheme.sunken, soft]
}

/// Returns the dark bands of both schemes.
fn nights() -> [Color; 4] {
    [LIGHT.night, LIGHT.night_raised, DARK.night, DARK.night_raised]
}

/// Returns whether text and the focus ring have sufficient contrast on the background.
fn carries(scheme: &Grounds, soft: Color) -> bool {
    reads(scheme.ink, soft) && reads(scheme.muted, soft) && scheme.focus.contrast(soft) >= SHAPE
}

fn reads(text: Color, ground: Color) -> bool {
    text.contrast(ground) >= TEXT
}

/// Returns the color nearest to `from` that passes the check, between it and the lightness `end`, where all colors pass.
fn readable(from: Oklch, end: f64, check: impl Fn(Color) -> bool) -> Color {
    let at = |lightness| Oklch { lightness, ..from }.color();
    if check(at(from.lightness)) {
        return at(from.lightness);
    }
    let (mut fails, mut passes) = (from.lightness, end);
    for _ in 0..12 {
        let middle = f64::midpoint(fails, passes);
        if check(at(middle)) { passes = middle } else { fails = middle }
    }
    at(passes)
}
