//! The company's accent color: what every other token of its kind is worked out from, so that nothing is unreadable
//! whatever color is chosen. Decision 032 says why so.

mod derive;
mod design;
#[cfg(test)]
mod tests;

use std::f64::consts::TAU;

use crate::platform::color::Color;

/// Hues this near to that of `--danger`, in radians, are taken for it: reds, pinks and deep oranges.
const DANGEROUS: f64 = 0.6;
/// The panel's main button in ink, for a company whose own color says danger there.
const INK_BUTTON: &str = ";--primary:var(--ink);--primary-strong:var(--muted);--on-primary:var(--paper)";

/// The tokens derived from an accent color, for both color schemes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accent {
    /// The value of the setting.
    pub chosen: Color,
    pub light: Tokens,
    pub dark: Tokens,
}

/// The values of one color scheme, by the names they have in `web/src/ui/tokens.css`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tokens {
    /// Buttons, links, marks.
    pub accent: Color,
    /// The same under a pointer.
    pub accent_strong: Color,
    /// Badges and chosen rows.
    pub accent_soft: Color,
    /// Words on a button.
    pub on_accent: Color,
    /// Drawings only.
    pub signal: Color,
}

/// The backgrounds, text and focus colors of one color scheme, which do not depend on the accent color.
#[derive(Clone, Copy, Debug)]
pub struct Grounds {
    pub paper: Color,
    pub surface: Color,
    pub sunken: Color,
    pub ink: Color,
    pub muted: Color,
    pub focus: Color,
    pub night: Color,
    pub night_raised: Color,
}

pub use design::{DARK, DESIGN, LIGHT};

impl Accent {
    /// Derives the tokens from the setting; the design's accent if it is empty.
    #[must_use]
    pub fn of(setting: &str) -> Self {
        Color::parse(setting).map_or(DESIGN, Self::from)
    }

    /// Where it differs from the one in the style sheet of every page.
    #[must_use]
    pub fn is_own(&self) -> bool {
        *self != DESIGN
    }

    /// What shines on the bands that stay dark in both schemes.
    #[must_use]
    pub fn night_signal(&self) -> Color {
        self.dark.accent
    }

    /// Whether the panel's main button would look like one that deletes. Grays have no hue.
    #[must_use]
    fn looks_like_danger(&self) -> bool {
        let (own, danger) = (self.light.accent.oklch(), design::DANGER.oklch());
        let apart = (own.hue - danger.hue).abs();
        own.chroma > 0.06 && apart.min(TAU - apart) < DANGEROUS
    }

    /// The tokens as a style sheet that outweighs the site's. On paper, where backgrounds aren't printed, what stands on a
    /// button is ink: that stays as it is.
    #[must_use]
    pub fn css(&self) -> String {
        let night = self.night_signal();
        let (light, dark) = (self.light.css(), self.dark.css());
        let Tokens { accent, accent_strong, accent_soft, signal, .. } = self.light;
        let primary = if self.looks_like_danger() { INK_BUTTON } else { "" };
        format!(
            "@media screen{{html:root{{{light};--night-signal:{night}{primary}}}}}\
             @media screen and (prefers-color-scheme:dark){{html:root{{{dark}}}}}\
             @media print{{html:root{{--accent:{accent};--accent-strong:{accent_strong};\
             --accent-soft:{accent_soft};--signal:{signal};--night-signal:{accent}}}}}"
        )
    }
}

impl From<Color> for Accent {
    /// The design's own is left as people drew it.
    fn from(chosen: Color) -> Self {
        if chosen == DESIGN.chosen { DESIGN } else { derive::from(chosen) }
    }
}

impl Tokens {
    fn css(&self) -> String {
        let Self { accent, accent_strong, accent_soft, on_accent, signal } = self;
        format!(
            "--accent:{accent};--accent-strong:{accent_strong};--accent-soft:{accent_soft};\
             --on-accent:{on_accent};--signal:{signal}"
        )
    }
}
