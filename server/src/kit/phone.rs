//! Telephone numbers as people of Brazil write them. The rules are those of the form's script.

/// Area code and eight or nine digits, 0800 and its like, or another country's number with its `+`.
#[must_use]
pub fn is_full_phone(text: &str) -> bool {
    let digits = national_digits(text);
    if is_foreign(text) {
        return (8..=15).contains(&digits.len());
    }
    let answers_all_over_the_country =
        ["0300", "0500", "0800", "0900"].iter().any(|code| digits.starts_with(code));
    matches!(digits.len(), 10 | 11) && (answers_all_over_the_country || !digits.starts_with('0'))
}

/// The digits of a number without Brazil's code, and without the zero that is dialled before an area code. No area
/// code has a zero in it: 0800 and its like keep theirs.
#[must_use]
pub fn national_digits(text: &str) -> String {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    if is_foreign(text) {
        return digits;
    }
    let has_country = text.trim_start().starts_with('+') || (digits.starts_with("55") && digits.len() > 11);
    let national = if has_country { digits.get(2..).unwrap_or_default() } else { &digits };
    let without_zero = national
        .strip_prefix('0')
        .filter(|rest| rest.len() > 1 && !rest.chars().take(2).any(|digit| digit == '0'));
    without_zero.unwrap_or(national).to_owned()
}

/// The digits that WhatsApp knows a number by, with the code of Brazil where none is written; none without area code.
#[must_use]
pub fn whatsapp_digits(text: &str) -> Option<String> {
    let digits = national_digits(text);
    if is_foreign(text) {
        return Some(digits);
    }
    matches!(digits.len(), 10 | 11).then(|| format!("55{digits}"))
}

/// The digits to dial from another country; none for a number that can't be dialled from there, like 0800.
#[must_use]
pub fn international_digits(text: &str) -> Option<String> {
    whatsapp_digits(text).filter(|digits| !digits.starts_with("550"))
}

fn is_foreign(text: &str) -> bool {
    let number = text.trim_start().strip_prefix('+');
    number.is_some_and(|number| !number.trim_start().starts_with("55"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_telephone_numbers() {
        for good in [
            "(11) 98765-4321",
            "(11) 3333-4444",
            "1133334444",
            "+55 11 98765-4321",
            "5511987654321",
            "+351 912 345 678",
            "011 98765-4321",
            "+55 (011) 3333-4444",
            "0800 123 4567",
            "0300 123 456",
        ] {
            assert!(is_full_phone(good), "{good}");
        }
        for bad in [
            "",
            "+",
            "+55",
            "98765-4321",
            "3333-4444",
            "(11) 98765-43210",
            "+55 98765-4321",
            "telefone",
            "(00) 3333-4444",
            "0800 123",
            "0 98765-4321",
        ] {
            assert!(!is_full_phone(bad), "{bad}");
        }
    }

    #[test]
    fn the_same_number_has_the_same_digits() {
        for written in ["(11) 98765-4321", "011 98765-4321", "+55 11 98765-4321", "+55 (011) 98765-4321"] {
            assert_eq!(national_digits(written), "11987654321", "{written}");
        }
        assert_eq!(national_digits("(55) 3222-1234"), "5532221234", "an area code of Brazil");
        assert_eq!(national_digits("0800 123 4567"), "08001234567");
        assert_eq!(national_digits("+351 912 345 678"), "351912345678");
        assert_eq!(national_digits("+39 06 1234 5678"), "390612345678");
    }

    #[test]
    fn numbers_get_the_code_of_brazil_once() {
        for (number, expected) in [
            ("(11) 4000-0000", Some("551140000000")),
            ("011 98765-4321", Some("5511987654321")),
            ("+55 (11) 4000-0000", Some("551140000000")),
            ("55 11 98765-4321", Some("5511987654321")),
            ("+351 21 123 4567", Some("351211234567")),
            ("0800 123 4567", None),
            ("4004-1234", None),
            ("0055 11 4000-0000", None),
            ("", None),
        ] {
            assert_eq!(international_digits(number).as_deref(), expected, "{number}");
        }
        assert_eq!(whatsapp_digits("0800 123 4567").as_deref(), Some("5508001234567"));
        assert_eq!(whatsapp_digits("4004-1234"), None);
        assert_eq!(whatsapp_digits("0055 11 4000-0000"), None);
    }
}
