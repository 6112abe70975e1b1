//! The company's accent color, and the tokens with sufficient contrast that are derived from it. Decision 032 has the reasons.

mod derive;
mod design;
#[cfg(test)]
mod tests;

use std::f64::consts::TAU;

use crate::platform::color::Color;

pub use design::{DARK, DESIGN, LIGHT};

/// Maximum difference in hue from `--danger`, in radians, of colors that look like it: reds, pinks and deep oranges.
const MAX_HUE_DIFFERENCE: f64 = 0.6;
/// Maximum chroma of grays. Grays don't look like danger, whatever their hue.
const MAX_GRAY_CHROMA: f64 = 0.06;
/// The style of the panel's main button if the accent color looks like danger.
const INK_BUTTON: &str = ";--primary:var(--ink);--primary-strong:var(--muted);--on-primary:var(--paper)";

/// The tokens derived from an accent color, for both color schemes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accent {
    /// The color in the settings, or the design's.
    pub chosen: Color,
    pub light: Tokens,
    pub dark: Tokens,
}

/// The derived tokens of one color scheme, named as in `web/src/ui/tokens.css`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tokens {
    /// Color of buttons, links and marks.
    pub accent: Color,
    /// Color of buttons and links under the pointer.
    pub accent_strong: Color,
    /// Background of badges and selected rows.
    pub accent_soft: Color,
    /// Color of text on a button.
    pub on_accent: Color,
    /// Color of drawings.
    pub signal: Color,
}

/// The other colors of one color scheme, which do not depend on the accent color, named as in `web/src/ui/tokens.css`:
/// backgrounds, text and focus ring.
#[derive(Clone, Copy, Debug)]
pub struct SchemeColors {
    pub paper: Color,
    pub surface: Color,
    pub sunken: Color,
    pub ink: Color,
    pub muted: Color,
    pub focus: Color,
    pub night: Color,
    pub night_raised: Color,
}

impl Accent {
    /// Returns the accent for the value of the setting; the design's if it is empty or invalid.
    #[must_use]
    pub fn of(setting: &str) -> Self {
        Color::parse(setting).map_or(DESIGN, Self::from)
    }

    /// Returns whether the accent differs from the design's, so that the site needs an additional style sheet.
    #[must_use]
    pub fn is_custom(&self) -> bool {
        *self != DESIGN
    }

    /// Returns the color of the accent on bands that are dark in both schemes.
    #[must_use]
    pub fn night_signal(&self) -> Color {
        self.dark.accent
    }

    /// Returns whether a button in the accent color would look like one that deletes.
    #[must_use]
    fn looks_like_danger(&self) -> bool {
        let (own, danger) = (self.light.accent.oklch(), design::DANGER.oklch());
        let difference = (own.hue - danger.hue).abs();
        own.chroma > MAX_GRAY_CHROMA && difference.min(TAU - difference) < MAX_HUE_DIFFERENCE
    }

    /// Returns a style sheet that overrides the tokens of the site's style sheet. It does not override `--on-accent` for print,
    /// where buttons have no background.
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
    /// Returns the accent for a color. For the design's color, the tokens are the design's, not derived.
    fn from(chosen: Color) -> Self {
        if chosen == DESIGN.chosen { DESIGN } else { derive::from(chosen) }
    }
}

impl Tokens {
    /// Returns the tokens as CSS declarations.
    fn css(&self) -> String {
        let Self { accent, accent_strong, accent_soft, on_accent, signal } = self;
        format!(
            "--accent:{accent};--accent-strong:{accent_strong};--accent-soft:{accent_soft};\
             --on-accent:{on_accent};--signal:{signal}"
        )
    }
}
