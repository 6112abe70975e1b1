//! Writes a card as SVG: texts on the left, a drawing on the right. The colors are those of the light scheme in
//! `web/src/ui/tokens.css`, with the company's own accent color.

use resvg::tiny_skia::Rect;

use super::{HEIGHT, WIDTH, lines::Fonts};
use crate::{
    foundation::settings::accent::{Accent, DESIGN},
    site::document::Card,
};

const PAPER: &str = "#f6f6f2";
const SUNKEN: &str = "#ecede7";
const INK: &str = "#0f1714";
const MUTED: &str = "#525d57";
const LINE: &str = "#dcded6";

const MARGIN: f32 = 72.0;
/// Left edge of the side with the drawing.
const SIDE: f32 = 736.0;
/// Width of the texts on the left.
const ROOM: f32 = SIDE - MARGIN - 40.0;
/// Maximum width and height of the drawing.
const DRAWING: [f32; 2] = [392.0, 440.0];
/// Vertical center of the drawing.
const DRAWING_MIDDLE: f32 = 296.0;
/// Top and bottom of the space between the company's name and the facts, in which the title is centered.
const TITLE_SPACE: [f32; 2] = [136.0, 524.0];
/// Baseline of the facts and the host name.
const FOOT: f32 = 574.0;
/// Font size of the company's name.
const NAME: f32 = 32.0;
/// Font size of the kicker.
const KICKER: f32 = 27.0;
/// Font size of the facts and the host name.
const SMALL: f32 = 25.0;
/// Space between kicker and title.
const UNDER_KICKER: f32 = 24.0;
/// Line height of the title, relative to its size.
const LEADING: f32 = 1.1;
/// Line width of drawings in pixels, at any scale.
const STROKE: f32 = 2.2;
/// Letter spacing of bold text relative to its size, as on the site.
pub(super) const TIGHT: f32 = -0.022;

/// Writes a card. If `shows_name` is false, the space of the company's name is left empty for its logo.
pub(super) fn svg(card: &Card, drawing: &str, extent: Rect, fonts: &Fonts, shows_name: bool) -> String {
    let background = format!(
        "<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{PAPER}\"/>\
         <path d=\"M{SIDE} 0H{WIDTH}V{HEIGHT}H{SIDE}Z\" fill=\"{SUNKEN}\"/>\
         <path d=\"M{SIDE} 0V{HEIGHT}\" stroke=\"{LINE}\" stroke-width=\"2\"/>"
    );
    let accent = Accent::of(&card.accent_color);
    let drawing = colored(drawing, &accent);
    document(
        &[background, side(&drawing, extent), company(card, fonts, shows_name), title(card, &accent, fonts)]
            .concat(),
    )
}

/// Replaces the design's colors in a drawing with those of `accent`.
fn colored(drawing: &str, accent: &Accent) -> String {
    let colors = |accent: &Accent| {
        let light = &accent.light;
        [light.accent, light.accent_soft, light.signal, accent.night_signal()].map(|one| one.to_string())
    };
    let (from, to) = (colors(&DESIGN), colors(accent));
    // All colors are replaced in one pass, so that an inserted color isn't replaced again.
    let mut pieces = drawing.split('#');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        match from.iter().position(|color| piece.starts_with(&color[1..])) {
            Some(index) => out.push_str(&format!("{}{}", to[index], &piece[6..])),
            None => out.push_str(&format!("#{piece}")),
        }
    }
    out
}

/// Wraps content in an SVG document.
pub(super) fn document(content: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         font-family=\"Schibsted Grotesk\">{content}</svg>"
    )
}

/// Writes the drawing, scaled to the right side.
fn side(drawing: &str, extent: Rect) -> String {
    let scale = (DRAWING[0] / extent.width()).min(DRAWING[1] / extent.height());
    let left = (SIDE + WIDTH as f32) / 2.0 - (extent.x() + extent.width() / 2.0) * scale;
    let top = DRAWING_MIDDLE - (extent.y() + extent.height() / 2.0) * scale;
    let stroke = STROKE / scale;
    format!(
        "<g transform=\"translate({left} {top}) scale({scale})\" stroke-width=\"{stroke}\" \
         stroke-linejoin=\"round\">{drawing}</g>"
    )
}

/// Writes the company's name at the top and the host name below the drawing.
fn company(card: &Card, fonts: &Fonts, shows_name: bool) -> String {
    let name = if shows_name { fonts.bold.printable(&card.company) } else { String::new() };
    let name = fonts.bold.one_line(&name, NAME, ROOM);
    let room = WIDTH as f32 - SIDE - 2.0 * 44.0;
    let host = fonts.medium.one_line(&fonts.medium.printable(&card.host), SMALL, room);
    let start = (SIDE + WIDTH as f32 - fonts.medium.width(&host, SMALL)) / 2.0;
    bold(&name, (MARGIN, 91.0), NAME, INK) + &medium(&host, (start, FOOT))
}

/// Writes the kicker and the title in the middle, and the facts at the bottom.
fn title(card: &Card, accent: &Accent, fonts: &Fonts) -> String {
    let text = Some(fonts.bold.printable(&card.title)).filter(|text| !text.is_empty());
    let block = fonts.bold.title_lines(&text.unwrap_or_else(|| fonts.bold.printable(&card.company)), ROOM);
    let kicker = fonts.bold.one_line(&fonts.bold.printable(&card.kicker), KICKER, ROOM);
    let over = if kicker.is_empty() { 0.0 } else { KICKER + UNDER_KICKER };
    let height = over + block.lines.len() as f32 * block.size * LEADING;
    let top = TITLE_SPACE[0] + ((TITLE_SPACE[1] - TITLE_SPACE[0] - height) / 2.0).max(0.0);
    let mut svg = bold(&kicker, (MARGIN, top + KICKER), KICKER, &accent.light.accent.to_string());
    // Moves large letters to the left, because they have empty space on their left side.
    let left = MARGIN - block.size * 0.045;
    let mut baseline = top + over + block.size * 0.86;
    for line in &block.lines {
        svg.push_str(&bold(line, (left, baseline), block.size, INK));
        baseline += block.size * LEADING;
    }
    svg + &medium(&facts(card, fonts), (MARGIN, FOOT))
}

/// Returns a line with as many facts as fit, but at least one.
fn facts(card: &Card, fonts: &Fonts) -> String {
    let facts = card.facts.iter().map(|fact| fonts.medium.printable(fact)).filter(|fact| !fact.is_empty());
    let mut line = String::new();
    for fact in facts {
        if line.is_empty() {
            line = fonts.medium.one_line(&fact, SMALL, ROOM);
            continue;
        }
        let longer = format!("{line}  ·  {fact}");
        if fonts.medium.width(&longer, SMALL) > ROOM {
            break;
        }
        line = longer;
    }
    line
}

fn bold(content: &str, at: (f32, f32), size: f32, color: &str) -> String {
    text(
        content,
        at,
        size,
        &format!("font-weight=\"700\" letter-spacing=\"{}\" fill=\"{color}\"", size * TIGHT),
    )
}

fn medium(content: &str, at: (f32, f32)) -> String {
    text(content, at, SMALL, &format!("font-weight=\"500\" fill=\"{MUTED}\""))
}

fn text(content: &str, (x, y): (f32, f32), size: f32, style: &str) -> String {
    let content = content.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" {style} xml:space=\"preserve\">{content}</text>")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::foundation::settings::accent::Tokens;

    #[test]
    fn colors_match_the_tokens_of_the_site() {
        let tokens = include_str!("../../../../web/src/ui/tokens.css");
        let (light, _) = tokens.split_once("prefers-color-scheme: dark").unwrap();
        let colors = [("paper", PAPER), ("sunken", SUNKEN), ("ink", INK), ("muted", MUTED), ("line", LINE)];
        for (name, color) in colors {
            assert!(light.contains(&format!("--{name}: {color};")), "the token --{name} is not {color}");
        }
    }

    #[test]
    fn colors_of_a_drawing_are_replaced_once() {
        let light = DESIGN.light;
        let drawing = format!("<a fill=\"{}\"/><b fill=\"{}\"/><c href=\"#d\"/>", light.accent, light.signal);
        assert_eq!(colored(&drawing, &DESIGN), drawing);
        // A new color that equals another color of the design isn't replaced again.
        let accent = Accent { light: Tokens { accent: light.signal, ..light }, ..DESIGN };
        let expected = format!("<a fill=\"{0}\"/><b fill=\"{0}\"/><c href=\"#d\"/>", light.signal);
        assert_eq!(colored(&drawing, &accent), expected);
    }

    #[test]
    fn text_is_escaped() {
        assert!(medium("</text><a>&", (0.0, 0.0)).ends_with("&lt;/text&gt;&lt;a&gt;&amp;</text>"));
    }
}
