//! Names that people gave themselves, as mail may repeat them. Mail goes to addresses that strangers typed, so a name must
//! not carry their text.

const LONGEST: usize = 60;

/// The name, if it is letters and little else: no address, no advertisement.
#[must_use]
pub fn plausible(name: &str) -> Option<&str> {
    let is_plausible = |c: char| c.is_alphabetic() || matches!(c, ' ' | '-' | '\'' | '’');
    (name.chars().count() <= LONGEST && name.chars().all(is_plausible)).then_some(name)
}

/// 'Olá, Ana!', or 'Olá!' to somebody whose name is none.
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
    fn name_with_an_address_is_not_repeated() {
        for name in ["João da Silva", "Ana-Maria D'Ávila"] {
            assert_eq!(plausible(name), Some(name));
        }
        for name in ["Ganhe R$ 500 em premio.example", "Ana. Clique aqui", &"a".repeat(61)] {
            assert_eq!(plausible(name), None, "{name}");
        }
        assert_eq!(
            (greeting("Ana Souza"), greeting("https://evil.example")),
            ("Olá, Ana!".into(), "Olá!".into())
        );
    }
}
