//! What people search for, as an index of trigrams is asked for it.

pub mod store;

use super::text;

/// The index knows nothing shorter.
const SHORTEST: usize = 3;
/// More of them hardly tell more, and each is a list of its own to read.
const MAX_GRAMS: usize = 24;

/// What is searched for, without accents or capitals.
#[derive(Clone, Debug)]
pub struct Words {
    folded: String,
}

impl Words {
    /// Nothing if nothing is searched for.
    #[must_use]
    pub fn of(asked: Option<&str>) -> Option<Self> {
        let folded = text::fold(asked?);
        (!folded.is_empty()).then_some(Self { folded })
    }

    #[must_use]
    pub fn is_short(&self) -> bool {
        self.folded.chars().count() < SHORTEST
    }

    /// What a row has that has the words, in the language of SQLite's index: one after the other, if it knows where they
    /// are.
    fn fts(&self, knows_places: bool) -> String {
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        if knows_places {
            return quoted(&self.folded);
        }
        let chars: Vec<char> = self.folded.chars().collect();
        let grams = chosen(&chars, MAX_GRAMS).map(|gram| quoted(&gram.iter().collect::<String>()));
        grams.collect::<Vec<_>>().join(" AND ")
    }

    /// The same for PostgreSQL: three bytes as one number.
    fn numbers(&self, most: usize) -> String {
        let grams = chosen(self.folded.as_bytes(), most)
            .map(|gram| gram.iter().fold(0, |number, byte| number << 8 | u32::from(*byte)).to_string());
        grams.collect::<Vec<_>>().join(",")
    }
}

/// Groups of three all over the text: all of them where there are few.
fn chosen<T>(text: &[T], most: usize) -> impl Iterator<Item = &[T]> {
    let count = text.len().saturating_sub(SHORTEST - 1);
    let step = count.div_ceil(most).max(1);
    let last = count.checked_sub(1).filter(|last| last % step != 0);
    (0..count).step_by(step).chain(last).filter_map(|start| text.get(start..start + SHORTEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(asked: &str) -> Words {
        Words::of(Some(asked)).expect("something is asked for")
    }

    #[test]
    fn nothing_is_searched_for_in_blanks_and_accents_alone() {
        for asked in [None, Some(""), Some("  "), Some("\u{301}")] {
            assert!(Words::of(asked).is_none(), "{asked:?}");
        }
        assert!(words(" Jó ").is_short());
        assert!(!words("João").is_short());
    }

    #[test]
    fn the_index_is_asked_for_groups_of_three() {
        assert_eq!(words("João").fts(false), "\"joa\" AND \"oao\"");
        assert_eq!(words("a\"b").fts(false), "\"a\"\"b\"");
        assert_eq!(words("João \"é").fts(true), "\"joao \"\"e\"");
        assert_eq!(words("abc").numbers(12), (0x61_62_63).to_string());
    }

    #[test]
    fn what_is_asked_for_covers_the_whole() {
        for length in 3..400 {
            let text: Vec<usize> = (0..length).collect();
            let grams: Vec<_> = chosen(&text, MAX_GRAMS).collect();
            assert!(grams.len() <= MAX_GRAMS + 1, "{length}");
            assert_eq!((grams[0][0], grams[grams.len() - 1][2]), (0, length - 1));
            if length < 3 * MAX_GRAMS + 3 {
                assert!(text.iter().all(|place| grams.iter().any(|gram| gram.contains(place))), "{length}");
            }
        }
    }
}
