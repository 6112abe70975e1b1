//! The design's own values, which the ones of any other colour are held against.

use super::{Accent, Grounds, Tokens};
use crate::kit::colour::Colour;

pub const DESIGN: Accent = Accent {
    chosen: Colour::of(0x00693f),
    light: Tokens {
        accent: Colour::of(0x00693f),
        accent_strong: Colour::of(0x00532f),
        accent_soft: Colour::of(0xd9f2e4),
        on_accent: Colour::of(0xffffff),
        signal: Colour::of(0x12b873),
    },
    dark: Tokens {
        accent: Colour::of(0x3ddc97),
        accent_strong: Colour::of(0x6ae7b0),
        accent_soft: Colour::of(0x10362a),
        on_accent: Colour::of(0x04160e),
        signal: Colour::of(0x3ddc97),
    },
};

pub const DANGER: Colour = Colour::of(0xb3142b);

pub const LIGHT: Grounds = Grounds {
    paper: Colour::of(0xf6f6f2),
    surface: Colour::of(0xffffff),
    sunken: Colour::of(0xecede7),
    ink: Colour::of(0x0f1714),
    muted: Colour::of(0x525d57),
    focus: Colour::of(0x0f1714),
    night: Colour::of(0x0d1513),
    night_raised: Colour::of(0x16211e),
};

pub const DARK: Grounds = Grounds {
    paper: Colour::of(0x0b100f),
    surface: Colour::of(0x121917),
    sunken: Colour::of(0x19221f),
    ink: Colour::of(0xecf1ee),
    muted: Colour::of(0x9eaba5),
    focus: Colour::of(0xecf1ee),
    night: Colour::of(0x121a18),
    night_raised: Colour::of(0x1a2421),
};
