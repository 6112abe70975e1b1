//! Detects unknown `VITRINE_` variables, which are usually typos.

use std::collections::BTreeSet;

const PREFIX: &str = "VITRINE_";
/// Variables with the prefix that only the files in `deploy/`, scripts or tests read.
const OTHERS: [&str; 6] = [
    "VITRINE_BIN",
    "VITRINE_HOSTS",
    "VITRINE_SITE",
    "VITRINE_TEST_DATABASE",
    "VITRINE_TEST_DOVECOT",
    "VITRINE_UPSTREAM",
];
/// Number of characters for which one typo is allowed: a name of eight characters after the prefix may have two.
const CHARACTERS_PER_TYPO: usize = 4;

/// Returns the `names` with the prefix that are not `known`, each with the nearest known name, if one is similar. Sorted.
pub(super) fn find(
    names: impl Iterator<Item = String>,
    known: &BTreeSet<String>,
) -> Vec<(String, Option<String>)> {
    let is_unknown =
        |name: &String| name.starts_with(PREFIX) && !known.contains(name) && !OTHERS.contains(&&**name);
    let mut unknown: Vec<_> = names
        .filter(is_unknown)
        .map(|name| {
            let max_distance = (name.len() - PREFIX.len()).div_ceil(CHARACTERS_PER_TYPO);
            let nearest = known.iter().map(|known| (distance(&name, known), known)).min();
            let nearest = nearest.filter(|(distance, _)| *distance <= max_distance);
            (name, nearest.map(|(_, known)| known.clone()))
        })
        .collect();
    unknown.sort();
    unknown
}

/// Returns the Levenshtein distance: the minimum number of characters to add, remove or replace to turn `a` into `b`.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_variables_are_returned_with_the_nearest_known_name() {
        let known = ["VITRINE_ADDR", "VITRINE_SMTP_URL", "VITRINE_MAIL_FROM"].map(str::to_owned).into();
        let names = [
            "VITRINE_SMPT_URL",
            "VITRINE_ADDR",
            "VITRINE_CACHE_FOLDER",
            "VITRINE_PORT",
            "VITRINE_ADR",
            "PATH",
            "VITRINE_SITE",
        ];
        let found = find(names.into_iter().map(str::to_owned), &known);
        let expected = [
            ("VITRINE_ADR", Some("VITRINE_ADDR")),
            ("VITRINE_CACHE_FOLDER", None),
            ("VITRINE_PORT", None),
            ("VITRINE_SMPT_URL", Some("VITRINE_SMTP_URL")),
        ];
        assert_eq!(found, expected.map(|(name, nearest)| (name.to_owned(), nearest.map(str::to_owned))));
    }
}
