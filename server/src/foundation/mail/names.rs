//! Names in mail. Strangers can enter the name and the address of a recipient, so a name must not be a way to send other text.

/// Maximum number of characters of a plausible name.
const MAX_NAME: usize = 60;

/// Returns the name if it is short and consists of letters, spaces, hyphens and apostrophes, so that it can't contain a URL.
#[must_use]
pub fn plausible(name: &str) -> Option<&str> {
    let is_allowed = |c: char| c.is_alphabetic() || matches!(c, ' ' | '-' | '\'' | '’');
    (name.chars().count() <= MAX_NAME && name.chars().all(is_allowed)).then_some(name)
}

/// Legal forms at the end of companies' names.
const LEGAL_FORMS: [&str; 5] = ["ltda", "me", "epp", "mei", "eireli"];

/// Returns `Olá, Ana!`, or `Olá!` if the name isn't plausible or is that of a company.
#[must_use]
pub fn greeting(full_name: &str) -> String {
    let is_company =
        full_name.split_whitespace().last().is_some_and(|word| LEGAL_FORMS.contains(&&*word.to_lowercase()));
    match plausible(full_name).filter(|_| !is_company).and_then(|name| name.split_whitespace().next()) {
        Some(first) => format!("Olá, {first}!"),
        None => "Olá!".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_name_or_name_with_other_characters_is_not_plausible() {
        for name in ["João da Silva", "Ana-Maria D'Ávila"] {
            assert_eq!(plausible(name), Some(name));
        }
        for name in ["Ganhe R$ 500 em premio.example", "Ana. Clique aqui", &"a".repeat(61)] {
            assert_eq!(plausible(name), None, "{name}");
        }
    }

    #[test]
    fn greeting_contains_only_a_plausible_first_name() {
        for (name, expected) in [
            ("Ana Souza", "Olá, Ana!"),
            ("https://evil.example", "Olá!"),
            ("Horizonte LTDA", "Olá!"),
            ("", "Olá!"),
        ] {
            assert_eq!(greeting(name), expected, "{name}");
        }
    }
}
