//! City and state, taken from the company's location as people write it.

const STATES: [&str; 27] = [
    "AC", "AL", "AM", "AP", "BA", "CE", "DF", "ES", "GO", "MA", "MG", "MS", "MT", "PA", "PB", "PE", "PI",
    "PR", "RJ", "RN", "RO", "RR", "RS", "SC", "SE", "SP", "TO",
];

/// Blank where the location doesn't say it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub city: String,
    /// Two letters.
    pub state: String,
}

impl Place {
    /// Reads `Recife, PE`, `Recife - PE`, `Recife/PE`, each with or without `- Brasil` behind it, and `Recife` alone.
    #[must_use]
    pub fn parse(location: &str) -> Self {
        let text = location.trim();
        let country = text.rfind([',', '-', '–']).filter(|at| {
            let country = text[*at..].trim_start_matches([',', '-', '–']).trim();
            country.eq_ignore_ascii_case("brasil")
        });
        let text = country.map_or(text, |at| text[..at].trim());
        let (city, state) = match text.rsplit_once([',', '-', '–', '/']) {
            Some((city, state)) if is_state(state.trim()) => (city.trim(), state.trim().to_ascii_uppercase()),
            _ => (text, String::new()),
        };
        // `Rua das Flores, 10, Recife` names the city last.
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
    fn locations_name_a_city_and_perhaps_a_state() {
        for (location, city, state) in [
            ("São Paulo, SP - Brasil", "São Paulo", "SP"),
            ("Recife, PE", "Recife", "PE"),
            ("Recife - PE", "Recife", "PE"),
            ("Recife/pe", "Recife", "PE"),
            ("Recife", "Recife", ""),
            ("Ji-Paraná, RO", "Ji-Paraná", "RO"),
            ("Rua das Flores, 10, Recife, PE", "Recife", "PE"),
            ("Recife, Brasil", "Recife", ""),
            ("", "", ""),
        ] {
            let expected = Place { city: city.to_owned(), state: state.to_owned() };
            assert_eq!(Place::parse(location), expected, "{location}");
        }
    }
}
