//! Search terms, and the trigrams by which an index finds them.

pub mod store;

use super::text;

/// Length of a trigram. The index can't find shorter terms.
const GRAM: usize = 3;
/// Approximate maximum number of trigrams in a query of SQLite's index, which reads a list for each. More would hardly narrow the
/// result.
const MAX_GRAMS: usize = 24;
/// Number of entries in the list of a trigram that take as long to read as one row.
const ENTRIES_PER_ROW: u32 = 50;
/// Maximum number of texts by which trigrams are chosen: each has a bit.
const MAX_SAMPLE: usize = u128::BITS as usize;

/// Search terms without accents and case.
#[derive(Clone, Debug)]
pub struct SearchTerms {
    folded: String,
    /// The trigrams that a query of SQLite's index without positions has, if not all.
    rare_grams: Option<Vec<String>>,
}

impl SearchTerms {
    /// Returns the terms, or `None` if they are blank.
    #[must_use]
    pub fn of(terms: Option<&str>) -> Option<Self> {
        let folded = text::fold(terms?);
        (!folded.is_empty()).then_some(Self { folded, rare_grams: None })
    }

    /// Returns whether the terms are too short for the index.
    #[must_use]
    pub fn is_short(&self) -> bool {
        self.folded.chars().count() < GRAM
    }

    /// Returns the query for SQLite's full-text index. With positions, the index finds the terms as one phrase. Without, it finds
    /// the rows that contain all their trigrams.
    fn fts(&self, has_positions: bool) -> String {
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        if has_positions {
            return quoted(&self.folded);
        }
        let grams = self.rare_grams.clone().unwrap_or_else(|| self.grams());
        grams.iter().map(|gram| quoted(gram)).collect::<Vec<_>>().join(" AND ")
    }

    /// Returns up to `MAX_GRAMS + 1` trigrams for SQLite's index.
    fn grams(&self) -> Vec<String> {
        let chars: Vec<char> = self.folded.chars().collect();
        sample(&chars, MAX_GRAMS, &' ').map(|gram| gram.iter().collect()).collect()
    }

    /// Chooses the trigrams by a sample of the texts in the index: rare ones first, as long as reading the list of one takes less
    /// time than reading the rows that it excludes.
    fn with_rare_grams(mut self, texts: &[String]) -> Self {
        let texts = &texts[..texts.len().min(MAX_SAMPLE)];
        if texts.is_empty() {
            return self;
        }
        let chars: Vec<char> = self.folded.chars().collect();
        let mut grams = self.grams();
        if chars.len() < MAX_GRAMS {
            grams = chars.windows(GRAM).map(|gram| gram.iter().collect()).collect();
        }
        let having = |gram: String| {
            let bit = |(index, text): (usize, &String)| u128::from(text.contains(&gram)) << index;
            (texts.iter().enumerate().map(bit).sum::<u128>(), gram)
        };
        let mut grams: Vec<(u128, String)> = grams.into_iter().map(having).collect();
        grams.sort_by_key(|(having, _)| having.count_ones());
        let (mut having_all, mut rare) = (u128::MAX >> (MAX_SAMPLE - texts.len()), Vec::new());
        for (having, gram) in grams {
            let excluded = (having_all & !having).count_ones() * ENTRIES_PER_ROW;
            // If no text of the sample has the others, it doesn't show what this one excludes.
            let saved = if having_all == 0 { ENTRIES_PER_ROW / 2 } else { excluded };
            if rare.is_empty() || saved > having.count_ones() {
                having_all &= having;
                rare.push(gram);
            }
        }
        self.rare_grams = Some(rare);
        self
    }

    /// Returns up to `max + 1` trigrams for PostgreSQL's index, separated by commas. Each trigram is a number, made of three
    /// bytes.
    fn numbers(&self, max: usize) -> String {
        let grams = sample(self.folded.as_bytes(), max, &b' ')
            .map(|gram| gram.iter().fold(0, |number, byte| number << 8 | u32::from(*byte)).to_string());
        grams.collect::<Vec<_>>().join(",")
    }
}

/// Returns up to `max + 1` trigrams, evenly distributed over the text: each third one, which has the letters between the others, and
/// those with a space in the middle. These are rare, because they contain parts of two words.
fn sample<'a, T: PartialEq>(text: &'a [T], max: usize, space: &T) -> impl Iterator<Item = &'a [T]> {
    let count = text.len().saturating_sub(GRAM - 1);
    let is_between = |start: usize| text.get(start + 1) == Some(space);
    let starts: Vec<usize> =
        (0..count).filter(|start| start % GRAM == 0 || start + 1 == count || is_between(*start)).collect();
    let step = starts.len().div_ceil(max).max(1);
    let last = starts.last().copied().filter(|_| starts.len() % step != 1 && step > 1);
    let chosen: Vec<usize> = starts.into_iter().step_by(step).chain(last).collect();
    chosen.into_iter().filter_map(|start| text.get(start..start + GRAM))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> SearchTerms {
        SearchTerms::of(Some(text)).expect("not blank")
    }

    #[test]
    fn search_terms_of_only_blanks_or_accents_are_ignored() {
        for text in [None, Some(""), Some("  "), Some("\u{301}")] {
            assert!(SearchTerms::of(text).is_none(), "{text:?}");
        }
        assert!(terms(" Jó ").is_short());
        assert!(!terms("João").is_short());
    }

    #[test]
    fn index_query_has_the_trigrams_of_the_terms() {
        assert_eq!(terms("João").fts(false), "\"joa\" AND \"oao\"");
        assert_eq!(terms("casa de João").fts(false), "\"cas\" AND \"a d\" AND \"e j\" AND \"oao\"");
        assert_eq!(terms("a\"b").fts(false), "\"a\"\"b\"");
        assert_eq!(terms("João \"é").fts(true), "\"joao \"\"e\"");
        assert_eq!(terms("abc").numbers(12), (0x61_62_63).to_string());
    }

    #[test]
    fn query_has_rare_trigrams_until_further_ones_exclude_too_little() {
        let query = |text: &str, texts: &[&str]| {
            let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
            terms(text).with_rare_grams(&texts).fts(false)
        };
        let mut texts = vec!["ana maria"; 98];
        texts.extend(["rui silva", "ana silva"]);
        assert_eq!(query("ana silva", &texts), "\"a s\"", "it excludes all others");
        assert_eq!(query("rui maria", &texts), "\"i m\" AND \"rui\" AND \"ui \"", "no text has the first");
        assert_eq!(query("silva", &texts), "\"sil\"", "the others exclude nothing more");
        assert_eq!(query("ana", &vec!["ana"; 100]), "\"ana\"", "one trigram remains");
        assert_eq!(query("ana silva", &[]), terms("ana silva").fts(false));
    }

    #[test]
    fn trigrams_include_both_ends_of_the_text_and_cover_short_texts_completely() {
        for length in 3..400 {
            let text: Vec<usize> = (0..length).collect();
            let grams: Vec<_> = sample(&text, MAX_GRAMS, &usize::MAX).collect();
            assert!(grams.len() <= MAX_GRAMS + 1, "{length}");
            assert_eq!((grams[0][0], grams[grams.len() - 1][2]), (0, length - 1));
            if length <= GRAM * MAX_GRAMS {
                assert!(text.iter().all(|at| grams.iter().any(|gram| gram.contains(at))), "{length}");
            }
        }
    }
}
