//! Finds city and state in the company's location, which is free text.

const STATES: [&str; 27] = [
    "AC", "AL", "AM", "AP", "BA", "CE", "DF", "ES", "GO", "MA", "MG", "MS", "MT", "PA", "PB", "PE", "PI",
    "PR", "RJ", "RN", "RO", "RR", "RS", "SC", "SE", "SP", "TO",
];

/// The characters between city, state and country.
const SEPARATORS: [char; 4] = [',', '-', '–', '/'];

/// City and state; each is blank if the location doesn't contain it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Location {
    pub city: String,
    /// Two capital letters.
    pub state: String,
}

impl Location {
    /// Parses `Recife, PE`, `Recife - PE`, `Recife/PE` and `Recife`, each with or without `- Brasil`.
    #[must_use]
    pub fn parse(location: &str) -> Self {
        let text = location.trim();
        let text = match text.rsplit_once(SEPARATORS) {
            Some((before, country)) if country.trim().eq_ignore_ascii_case("brasil") => before.trim(),
            _ => text,
        };
        let (city, state) = match text.rsplit_once(SEPARATORS) {
            Some((city, state)) if is_state(state.trim()) => (city.trim(), state.trim().to_ascii_uppercase()),
            _ => (text, String::new()),
        };
        // In `Rua das Flores, 10, Recife`, the city is last.
        let city = city.rsplit(',').next().unwrap_or(city).trim();
        Self { city: city.to_owned(), state }
    }
}

fn is_state(text: &str) -> bool {
    STATES.iter().any(|state| state.eq_ignore_ascii_case(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn city_and_state_of_a_location_are_parsed() {
        for (location, city, state) in [
            ("São Paulo, SP - Brasil", "São Paulo", "SP"),
            ("Recife, PE", "Recife", "PE"),
            ("Recife - PE", "Recife", "PE"),
            ("Recife/pe", "Recife", "PE"),
            ("Recife/PE/Brasil", "Recife", "PE"),
            ("Recife", "Recife", ""),
            ("Ji-Paraná, RO", "Ji-Paraná", "RO"),
            ("Rua das Flores, 10, Recife, PE", "Recife", "PE"),
            ("Recife, Brasil", "Recife", ""),
            ("", "", ""),
        ] {
            let expected = Location { city: city.to_owned(), state: state.to_owned() };
            assert_eq!(Location::parse(location), expected, "{location}");
        }
    }
}
