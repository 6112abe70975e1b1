//! Names in mail. Strangers can enter the name and the address of a recipient, so a name must not be a way to send other text.

/// Maximum number of characters of a plausible name.
const MAX_NAME: usize = 60;

/// Returns the name if it is short and consists of letters, spaces, hyphens and apostrophes, so that it can't contain a URL.
#[must_use]
pub fn plausible(name: &str) -> Option<&str> {
    let is_allowed = |c: char| c.is_alphabetic() || matches!(c, ' ' | '-' | '\'' | '’');
    (name.chars().count() <= MAX_NAME && name.chars().all(is_allowed)).then_some(name)
}

/// Returns `Olá, Ana!`, or `Olá!` if the name is not plausible.
#[must_use]
pub fn greeting(full_name: &str) -> String {
    match plausible(full_name).and_then(|name| name.split_whitespace().next()) {
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
        for (name, expected) in [("Ana Souza", "Olá, Ana!"), ("https://evil.example", "Olá!"), ("", "Olá!")]
        {
            assert_eq!(greeting(name), expected, "{name}");
        }
    }
}
