//! CNPJ, the number of a company in Brazil's national register: twelve letters or digits and two check digits. Numbers
//! issued since July 2026 may have letters.

/// Parses a number with or without punctuation. Returns it in the usual form, `12.ABC.345/01DE-35`, or `None` if it is
/// invalid.
#[must_use]
pub fn parse(text: &str) -> Option<String> {
    let is_separator = |c: char| c.is_whitespace() || matches!(c, '.' | '/' | '-');
    let number: String = text.chars().filter(|c| !is_separator(*c)).collect::<String>().to_uppercase();
    let bytes = number.as_bytes();
    let is_valid = bytes.len() == 14
        && bytes[..12].iter().all(u8::is_ascii_alphanumeric)
        && bytes[12..].iter().all(u8::is_ascii_digit)
        && bytes.iter().any(|byte| *byte != bytes[0])
        && check_digit(&bytes[..12]) == bytes[12]
        && check_digit(&bytes[..13]) == bytes[13];
    is_valid.then(|| {
        let part = |range: std::ops::Range<usize>| &number[range];
        format!("{}.{}.{}/{}-{}", part(0..2), part(2..5), part(5..8), part(8..12), part(12..14))
    })
}

/// Computes a check digit: modulo 11 of the ASCII codes minus 48, with weights from 2 to 9 starting at the right.
fn check_digit(bytes: &[u8]) -> u8 {
    let sum: u32 =
        bytes.iter().rev().zip((2..=9).cycle()).map(|(byte, weight)| u32::from(byte - b'0') * weight).sum();
    match sum % 11 {
        0 | 1 => b'0',
        rest => b'0' + u8::try_from(11 - rest).expect("from 1 to 9, because the rest is from 2 to 10"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_cnpj_is_formatted_and_invalid_one_is_refused() {
        for (typed, parsed) in [
            ("11222333000181", Some("11.222.333/0001-81")),
            (" 11.222.333/0001-81 ", Some("11.222.333/0001-81")),
            ("12.abc.345/01de-35", Some("12.ABC.345/01DE-35")),
            ("11.222.333/0001-82", None),
            ("12.ABC.345/01DE-3A", None),
            ("00000000000000", None),
            ("1122233300018", None),
            ("11çç2333000181", None),
        ] {
            assert_eq!(parse(typed).as_deref(), parsed, "{typed}");
        }
    }
}
