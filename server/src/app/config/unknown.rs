//! Variables that look like ours and are none: usually a typing mistake.

use std::collections::BTreeSet;

const PREFIX: &str = "VITRINE_";
/// Read by the files in `deploy/`, by scripts and by the tests.
const OTHERS: [&str; 5] =
    ["VITRINE_BIN", "VITRINE_HOSTS", "VITRINE_SITE", "VITRINE_TEST_DATABASE", "VITRINE_UPSTREAM"];
/// Names that differ in more letters are not alike.
const ALIKE: usize = 4;

/// The `names` that begin like ours but are not in `known`, each with the known name that is most like it.
pub(super) fn unknown(
    names: impl Iterator<Item = String>,
    known: &BTreeSet<String>,
) -> Vec<(String, Option<String>)> {
    let is_unknown =
        |name: &String| name.starts_with(PREFIX) && !known.contains(name) && !OTHERS.contains(&&**name);
    let mut unknown: Vec<_> = names
        .filter(is_unknown)
        .map(|name| {
            let nearest = known.iter().map(|known| (distance(&name, known), known)).min();
            let nearest = nearest.filter(|(distance, _)| *distance <= ALIKE).map(|(_, known)| known.clone());
            (name, nearest)
        })
        .collect();
    unknown.sort();
    unknown
}

/// Levenshtein distance: how many letters have to be added, removed or replaced.
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
    fn unknown_variables_are_named_with_the_nearest_one() {
        let known = ["VITRINE_ADDR", "VITRINE_SMTP_URL", "VITRINE_MAIL_FROM"].map(str::to_owned).into();
        let names = ["VITRINE_SMPT_URL", "VITRINE_ADDR", "VITRINE_CACHE_FOLDER", "PATH", "VITRINE_SITE"];
        let found = unknown(names.into_iter().map(str::to_owned), &known);
        let expected = [("VITRINE_CACHE_FOLDER", None), ("VITRINE_SMPT_URL", Some("VITRINE_SMTP_URL"))];
        assert_eq!(found, expected.map(|(name, nearest)| (name.to_owned(), nearest.map(str::to_owned))));
    }
}
