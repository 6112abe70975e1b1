//! Tests of the tokens that are derived from all kinds of colors.

use super::{Accent, DARK, DESIGN, LIGHT, SchemeColors, Tokens};
use crate::platform::color::Color;

/// Minimum contrasts of WCAG AA, 1.4.3 and 1.4.11.
const TEXT: f64 = 4.5;
const SHAPE: f64 = 3.0;

/// Returns colors on a grid in the RGB cube, including its corners and grays.
fn colors() -> impl Iterator<Item = Color> {
    let steps = || (0..=255).step_by(15);
    steps().flat_map(move |red| {
        steps().flat_map(move |green| steps().map(move |blue| Color::of(red << 16 | green << 8 | blue)))
    })
}

fn schemes(accent: &Accent) -> [(&'static str, Tokens, SchemeColors); 2] {
    [("light", accent.light, LIGHT), ("dark", accent.dark, DARK)]
}

/// Returns the pairs of foreground and background that style sheets and components use, each with its minimum contrast.
fn pairs(accent: &Accent) -> Vec<(&'static str, Color, Color, f64)> {
    let mut pairs = Vec::new();
    for (_, tokens, colors) in schemes(accent) {
        let Tokens { accent: fill, accent_strong: strong, accent_soft: soft, on_accent: on, .. } = tokens;
        for background in [colors.paper, colors.surface, colors.sunken, soft] {
            pairs.push(("a link", fill, background, TEXT));
            pairs.push(("a link under the pointer", strong, background, TEXT));
            pairs.push(("the focus ring", colors.focus, background, SHAPE));
        }
        pairs.push(("a button", on, fill, TEXT));
        pairs.push(("a button under the pointer", on, strong, TEXT));
        pairs.push(("a badge", colors.ink, soft, TEXT));
        pairs.push(("a selected row", colors.muted, soft, TEXT));
        for night in [colors.night, colors.night_raised] {
            pairs.push(("a number on a dark band", accent.night_signal(), night, TEXT));
        }
    }
    pairs
}

#[test]
fn every_color_gets_tokens_with_sufficient_contrast() {
    let mut count = 0;
    for color in colors() {
        let accent = Accent::from(color);
        for (part, foreground, background, min) in pairs(&accent) {
            let contrast = foreground.contrast(background);
            assert!(contrast >= min, "{color}: {part}, {foreground} on {background}, has {contrast:.2}");
        }
        count += 1;
    }
    assert_eq!(count, 18 * 18 * 18);
}

#[test]
fn accent_color_of_buttons_changes_under_the_pointer() {
    for color in colors() {
        let accent = Accent::from(color);
        for (scheme, tokens, _) in schemes(&accent) {
            let step = tokens.accent.oklch().lightness - tokens.accent_strong.oklch().lightness;
            assert!(step.abs() > 0.02, "{color}, {scheme}: {} and {}", tokens.accent, tokens.accent_strong);
        }
    }
}

#[test]
fn accent_tokens_have_the_hue_of_the_chosen_color() {
    for color in colors() {
        let (accent, chosen) = (Accent::from(color), color.oklch());
        for (scheme, tokens, _) in schemes(&accent) {
            let derived = tokens.accent.oklch();
            // The hue of nearly gray colors is not precise.
            if chosen.chroma > 0.03 && derived.chroma > 0.03 {
                let difference = (derived.hue - chosen.hue).to_degrees().rem_euclid(360.0);
                assert!(difference.min(360.0 - difference) < 4.0, "{color}, {scheme}: {}", tokens.accent);
            }
        }
    }
}

#[test]
fn accent_color_with_sufficient_contrast_is_unchanged() {
    // Dark enough on white; light enough on black.
    let (blue, yellow) = (Color::of(0x1d4fb8), Color::of(0xffd400));
    assert_eq!(Accent::from(blue).light.accent, blue);
    assert_eq!(Accent::from(yellow).dark.accent, yellow);
    assert_ne!(Accent::from(yellow).light.accent, yellow);
}

#[test]
fn design_colors_match_the_style_sheet() {
    let css = include_str!("../../../../../web/src/ui/tokens.css");
    let (light, dark) = css.split_once("prefers-color-scheme: dark").unwrap();
    for ((scheme, tokens, colors), css) in schemes(&DESIGN).into_iter().zip([light, dark]) {
        for (name, color) in [
            ("accent", tokens.accent),
            ("accent-strong", tokens.accent_strong),
            ("accent-soft", tokens.accent_soft),
            ("on-accent", tokens.on_accent),
            ("signal", tokens.signal),
            ("paper", colors.paper),
            ("surface", colors.surface),
            ("sunken", colors.sunken),
            ("ink", colors.ink),
            ("muted", colors.muted),
            ("night", colors.night),
            ("night-raised", colors.night_raised),
        ] {
            assert!(css.contains(&format!("--{name}: {color};")), "{scheme} --{name} is no longer {color}");
        }
    }
    for (name, color) in
        [("focus", LIGHT.focus), ("night-focus", DARK.focus), ("night-signal", DESIGN.night_signal())]
    {
        assert!(light.contains(&format!("--{name}: {color};")), "--{name} is no longer {color}");
    }
    assert!(dark.contains("--focus: var(--night-focus);"));
}

#[test]
fn empty_setting_and_the_designs_color_result_in_the_design() {
    for setting in ["", "#00693f", "#00693F"] {
        assert_eq!(Accent::of(setting), DESIGN, "{setting}");
        assert!(!Accent::of(setting).is_custom());
    }
    assert!(Accent::from(Color::of(0x006940)).is_custom());
}

/// The panel shows the suggested colors themselves, so the site must use exactly these.
#[test]
fn suggested_colors_are_unchanged_in_the_light_scheme() {
    let source =
        include_str!("../../../../../web/src/features/settings/panel/appearance/accent-suggestions.ts");
    let colors: Vec<&str> = source.split('"').filter(|part| part.starts_with('#')).collect();
    assert!(colors.len() > 5);
    for color in colors {
        assert_eq!(Accent::of(color).light.accent.to_string(), color);
    }
}

#[test]
fn main_button_of_the_panel_is_ink_if_the_accent_looks_like_danger() {
    for (color, is_ink) in [
        (0xb3142b, true),
        (0xe11d48, true),
        (0xd9480f, true),
        (0x00693f, false),
        (0x1d4fb8, false),
        (0x7a4d00, false),
        (0x6d28d9, false),
        (0x444444, false),
    ] {
        let accent = Accent::from(Color::of(color));
        assert_eq!(accent.css().contains("--primary:var(--ink)"), is_ink, "{color:06x}");
    }
}
