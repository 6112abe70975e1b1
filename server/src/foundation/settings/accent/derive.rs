//! From one color to all tokens. Each is as light, and as colorful beside the accent, as the design's own; where that
//! can't be read it becomes lighter or darker until it can. The hue is never touched.

use super::{Accent, DARK, DESIGN, Grounds, LIGHT, Tokens};
use crate::platform::color::{Color, Oklch};

/// WCAG AA, for words of any size.
const TEXT: f64 = 4.5;
/// WCAG AA, for what is seen but not read.
const SHAPE: f64 = 3.0;

/// Colors lighter than this leave a button nowhere lighter to go under the pointer.
const NEARLY_WHITE: f64 = 0.92;
const NEARLY_BLACK: f64 = 0.22;
/// The lightest a drawing's fill may be, to be seen beside white.
const LIGHTEST_SIGNAL: f64 = 0.88;

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
        let mut stands_on = grounds(&DARK, soft).into_iter().chain(nights());
        stands_on.all(|ground| reads(color, ground))
    };
    // A color that can be read as it is stays; else the scheme's own lightness suits it better than just enough.
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

/// What has the chosen hue, the lightness of the design's `token`, and as much chroma beside the chosen as that has beside
/// the design's `accent`.
fn beside(chosen: Oklch, accent: Color, token: Color) -> Oklch {
    let (accent, token) = (accent.oklch(), token.oklch());
    let chroma = chosen.chroma * token.chroma / accent.chroma;
    Oklch { lightness: token.lightness, chroma, hue: chosen.hue }
}

/// A step further the way the scheme goes, and back where there is no further.
fn stronger(accent: Color, design: Tokens) -> Oklch {
    let step = design.accent_strong.oklch().lightness - design.accent.oklch().lightness;
    let own = accent.oklch();
    let has_end = own.lightness < NEARLY_BLACK && step < 0.0 || own.lightness > NEARLY_WHITE && step > 0.0;
    let lightness = own.lightness + if has_end { -2.0 * step } else { step };
    Oklch { lightness, ..beside(own, design.accent, design.accent_strong) }
}

/// The words of a button, at rest and under the pointer.
fn on(accent: Color, strong: Color, design: Tokens, end: f64) -> Color {
    let words = beside(accent.oklch(), design.accent, design.on_accent);
    readable(words, end, |words| reads(words, accent) && reads(words, strong))
}

fn signal(chosen: Oklch) -> Color {
    let usual = beside(chosen, DESIGN.light.accent, DESIGN.light.signal);
    if chosen.lightness < usual.lightness {
        return usual.color();
    }
    Oklch { lightness: chosen.lightness.min(LIGHTEST_SIGNAL), ..chosen }.color()
}

/// Everything that words in the accent color stand on.
fn grounds(scheme: &Grounds, soft: Color) -> [Color; 4] {
    [scheme.paper, scheme.surface, scheme.sunken, soft]
}

/// The dark bands of both schemes.
fn nights() -> [Color; 4] {
    [LIGHT.night, LIGHT.night_raised, DARK.night, DARK.night_raised]
}

/// Whether words and the ring of the focus can be seen on it.
fn carries(scheme: &Grounds, soft: Color) -> bool {
    reads(scheme.ink, soft) && reads(scheme.muted, soft) && scheme.focus.contrast(soft) >= SHAPE
}

fn reads(words: Color, ground: Color) -> bool {
    words.contrast(ground) >= TEXT
}

/// The color that passes the check and is nearest to `from` on the way to the lightness `end`, where all do.
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
