//! Widths and line breaks of texts, because SVG doesn't wrap text.

use std::collections::HashMap;

use skrifa::{
    FontRef, MetadataProvider,
    instance::{LocationRef, Size},
};
use unicode_normalization::UnicodeNormalization;

/// Sizes of a title in pixels, each with its maximum number of lines, largest first.
const SIZES: [(f32, usize); 6] = [(80.0, 2), (72.0, 3), (64.0, 3), (60.0, 4), (52.0, 5), (44.0, 6)];
/// Additional cost of a line that ends in a short word such as "de". The unit is the square of the title's size.
const SHORT_WORD: f32 = 5.0;
const ELLIPSIS: char = '…';

/// Widths of a font's characters at size 1.
pub(super) struct Widths {
    advances: HashMap<char, f32>,
    /// Spacing after each character.
    spacing: f32,
}

/// Widths of the characters of both fonts.
pub(super) struct Fonts {
    pub medium: Widths,
    pub bold: Widths,
}

/// A title broken into lines.
#[derive(Debug, PartialEq)]
pub(super) struct TitleLines {
    pub size: f32,
    pub lines: Vec<String>,
}

impl Widths {
    /// Reads the widths from a font file.
    pub fn of(font: &[u8], spacing: f32) -> anyhow::Result<Self> {
        let font = FontRef::new(font)?;
        let metrics = font.glyph_metrics(Size::new(1.0), LocationRef::default());
        let characters = font.charmap();
        let advances = characters
            .mappings()
            .filter_map(|(code, glyph)| Some((char::from_u32(code)?, metrics.advance_width(glyph)?)));
        Ok(Self { advances: advances.collect(), spacing })
    }

    /// Returns the text with composed characters and single spaces, without characters that the font lacks.
    pub fn printable(&self, text: &str) -> String {
        let known: String = text
            .nfc()
            .map(|c| if c.is_whitespace() { ' ' } else { c })
            .filter(|c| self.advances.contains_key(c))
            .collect();
        known.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns the width of a text in pixels.
    pub fn width(&self, text: &str, size: f32) -> f32 {
        text.chars().map(|c| self.advances.get(&c).unwrap_or(&0.0) + self.spacing).sum::<f32>() * size
    }

    /// Returns the text, shortened with an ellipsis if it is wider than `room` pixels.
    pub fn one_line(&self, text: &str, size: f32, room: f32) -> String {
        if self.width(text, size) <= room { text.to_owned() } else { self.shortened(text, size, room) }
    }

    /// Breaks the title into lines of similar width, at the largest size that fits. Shortens a title that doesn't fit at
    /// any size.
    pub fn title_lines(&self, title: &str, room: f32) -> TitleLines {
        for (size, max_lines) in SIZES {
            let lines = self.lines(title, size, room);
            let words_fit = title.split(' ').all(|word| self.width(word, size) <= room);
            if lines.len() <= max_lines && words_fit {
                return TitleLines { size, lines: self.balanced(title, size, room, lines.len()) };
            }
        }
        let (size, max_lines) = SIZES[SIZES.len() - 1];
        let mut lines = self.lines(title, size, room);
        if lines.len() > max_lines {
            let rest = lines.split_off(max_lines - 1).join(" ");
            lines.push(self.shortened(&rest, size, room));
        }
        TitleLines { size, lines }
    }

    /// Breaks the title into `count` lines of minimum total cost, by dynamic programming. Step `n` finds, for each `start`,
    /// how to break the words from `start` to the end into `n` lines: `costs[start]` is the minimum cost, and
    /// `ends[n - 1][start]` is the end of the first of these lines.
    fn balanced(&self, title: &str, size: f32, room: f32, count: usize) -> Vec<String> {
        let words: Vec<&str> = title.split(' ').collect();
        let mut costs = vec![f32::INFINITY; words.len()];
        costs.push(0.0);
        let mut ends = Vec::new();
        for _ in 0..count {
            let best = |start: usize| {
                let until = (start + 1)..=words.len();
                let cost = |end: usize| self.cost(&words[start..end], size, room) + costs[end];
                until.map(|end| (cost(end), end)).min_by(|one, other| one.0.total_cmp(&other.0))
            };
            let impossible = (f32::INFINITY, words.len());
            let bests: Vec<_> = (0..=words.len()).map(|start| best(start).unwrap_or(impossible)).collect();
            costs = bests.iter().map(|(cost, _)| *cost).collect();
            ends.push(bests.into_iter().map(|(_, end)| end).collect::<Vec<_>>());
        }
        let mut start = 0;
        let mut next = |ends: &Vec<usize>| {
            let line = words[start..ends[start]].join(" ");
            start = ends[start];
            line
        };
        ends.iter().rev().map(&mut next).collect()
    }

    /// Returns the cost of a line: the square of its free width relative to `size`, plus a fixed cost if it ends in a short
    /// word. Infinite if the line is too wide.
    fn cost(&self, words: &[&str], size: f32, room: f32) -> f32 {
        let free = room - self.width(&words.join(" "), size);
        if free < 0.0 {
            return f32::INFINITY;
        }
        let ends_in_short_word = words
            .last()
            .is_some_and(|word| word.chars().count() <= 3 && word.chars().all(char::is_lowercase));
        (free / size).powi(2) + if ends_in_short_word { SHORT_WORD } else { 0.0 }
    }

    /// Breaks the text into lines that contain as many words as fit.
    fn lines(&self, text: &str, size: f32, room: f32) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for piece in text.split(' ').flat_map(|word| self.pieces(word, size, room)) {
            let longer = lines.last().map(|line| format!("{line} {piece}"));
            match longer.filter(|line| self.width(line, size) <= room) {
                Some(longer) => *lines.last_mut().expect("`longer` is based on the last line") = longer,
                None => lines.push(piece),
            }
        }
        lines
    }

    /// Splits a word into pieces that fit into a line. Most words are one piece.
    fn pieces(&self, word: &str, size: f32, room: f32) -> Vec<String> {
        let mut pieces = vec![String::new()];
        for c in word.chars() {
            let last = pieces.last_mut().expect("`pieces` is never empty");
            if !last.is_empty()
                && self.width(last, size) + self.width(c.encode_utf8(&mut [0; 4]), size) > room
            {
                pieces.push(c.to_string());
            } else {
                last.push(c);
            }
        }
        pieces
    }

    /// Shortens the text to `room` pixels and ends it with an ellipsis.
    fn shortened(&self, text: &str, size: f32, room: f32) -> String {
        let mut short = String::new();
        for c in text.chars() {
            let longer = format!("{short}{c}");
            if self.width(&longer, size) + self.width("…", size) > room {
                break;
            }
            short = longer;
        }
        let short = short.trim_end_matches(|c: char| !c.is_alphanumeric());
        format!("{short}{ELLIPSIS}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: f32 = 600.0;

    fn widths() -> Widths {
        Widths::of(super::super::draw::BOLD, 0.0).unwrap()
    }

    #[test]
    fn short_title_is_large_and_unbroken() {
        let block = widths().title_lines("Entre em Contato", ROOM);
        assert_eq!((block.size, block.lines.join(" ")), (SIZES[0].0, "Entre em Contato".to_owned()));
    }

    #[test]
    fn long_title_is_smaller_with_lines_of_similar_width() {
        let (widths, title) =
            (widths(), "Migração para a nuvem sem parar a empresa: um roteiro de quatro etapas");
        let block = widths.title_lines(title, ROOM);
        assert!(block.size < SIZES[0].0, "{block:?}");
        assert_eq!(block.lines.join(" "), title);
        let line_widths: Vec<f32> = block.lines.iter().map(|line| widths.width(line, block.size)).collect();
        let (min, max) = line_widths.iter().fold((ROOM, 0.0_f32), |(a, b), w| (a.min(*w), b.max(*w)));
        assert!(max <= ROOM && min > max * 0.6, "{line_widths:?}");
    }

    #[test]
    fn title_that_does_not_fit_ends_in_an_ellipsis() {
        let widths = widths();
        let (size, max_lines) = SIZES[SIZES.len() - 1];
        for title in ["palavra ".repeat(60).trim().to_owned(), "x".repeat(400)] {
            let block = widths.title_lines(&title, ROOM);
            assert_eq!((block.size, block.lines.len()), (size, max_lines));
            assert!(block.lines[max_lines - 1].ends_with(ELLIPSIS), "{block:?}");
            assert!(block.lines.iter().all(|line| widths.width(line, size) <= ROOM), "{block:?}");
        }
    }

    #[test]
    fn characters_that_the_font_lacks_are_removed() {
        let text = widths().printable("  Nuvem\u{a0}e\n cafe\u{301} 🚀 – “já” 漢字 ");
        assert_eq!(text, "Nuvem e café – “já”");
    }

    #[test]
    fn long_line_ends_in_an_ellipsis() {
        let widths = widths();
        assert_eq!(widths.one_line("curto", 20.0, 200.0), "curto");
        let cut = widths.one_line("uma linha que não cabe de jeito nenhum", 20.0, 200.0);
        assert!(cut.ends_with(ELLIPSIS) && widths.width(&cut, 20.0) <= 200.0, "{cut}");
    }
}
