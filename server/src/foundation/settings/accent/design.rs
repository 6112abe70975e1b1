//! The colors of the design. The tokens of other accent colors are derived relative to these.

use super::{Accent, SchemeColors, Tokens};
use crate::platform::color::Color;

/// The accent of the design.
pub const DESIGN: Accent = Accent {
    chosen: Color::of(0x00693f),
    light: Tokens {
        accent: Color::of(0x00693f),
        accent_strong: Color::of(0x00532f),
        accent_soft: Color::of(0xd9f2e4),
        on_accent: Color::of(0xffffff),
        signal: Color::of(0x12b873),
    },
    dark: Tokens {
        accent: Color::of(0x3ddc97),
        accent_strong: Color::of(0x6ae7b0),
        accent_soft: Color::of(0x10362a),
        on_accent: Color::of(0x04160e),
        signal: Color::of(0x3ddc97),
    },
};

/// The token `--danger` of the light scheme.
pub const DANGER: Color = Color::of(0xb3142b);

pub const LIGHT: SchemeColors = SchemeColors {
    paper: Color::of(0xf6f6f2),
    surface: Color::of(0xffffff),
    sunken: Color::of(0xecede7),
    ink: Color::of(0x0f1714),
    muted: Color::of(0x525d57),
    focus: Color::of(0x0f1714),
    night: Color::of(0x0d1513),
    night_raised: Color::of(0x16211e),
};

pub const DARK: SchemeColors = SchemeColors {
    paper: Color::of(0x0b100f),
    surface: Color::of(0x121917),
    sunken: Color::of(0x19221f),
    ink: Color::of(0xecf1ee),
    muted: Color::of(0x9eaba5),
    focus: Color::of(0xecf1ee),
    night: Color::of(0x121a18),
    night_raised: Color::of(0x1a2421),
};
