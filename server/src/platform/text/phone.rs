//! Brazilian and foreign phone numbers. The script of the contact form has the same rules.

/// Returns whether the text starts with a complete number: an area code and eight or nine digits, a nationwide number such as
/// 0800, or a number of another country with `+`. An extension or a second number may follow: `(11) 3333-4444 ramal 12`.
#[must_use]
pub fn is_full_phone(text: &str) -> bool {
    split(text, is_full).is_some()
}

/// Returns whether the text starts with a number of 8 to 15 digits, with or without area code.
#[must_use]
pub fn is_phone(text: &str) -> bool {
    split(text, is_plausible).is_some()
}

/// Formats a number, and a second one after it, as `(11) 3333-4444`, `(11) 98765-4321` or `0800 123 4567`. Other text, and
/// numbers of other countries or without area code, remain unchanged.
#[must_use]
pub fn formatted(text: &str) -> String {
    let Some((number, rest)) = split(text, is_full) else { return text.to_owned() };
    let number = formatted_number(number);
    let label_end = rest.find(|c: char| c.is_ascii_digit() || matches!(c, '(' | '+')).unwrap_or(rest.len());
    let (label, second) = rest.split_at(label_end);
    let second = if is_full_phone(second) { formatted(second) } else { second.to_owned() };
    let gap = if rest.is_empty() || rest.starts_with([' ', ',', ';']) { "" } else { " " };
    let end = if label.ends_with(['/', ';', ',', '|']) { " " } else { "" };
    format!("{number}{gap}{label}{end}{second}")
}

/// Formats a term of a search as stored numbers are: without country code, and with or without area code. `None` if it isn't a whole
/// number.
#[must_use]
pub fn formatted_term(text: &str) -> Option<String> {
    // Other characters and more hyphens are of other numbers, such as those of documents, and of dates.
    let is_number = is_plausible(text)
        && text.chars().all(|c| c.is_ascii_digit() || " ()+-".contains(c))
        && text.matches('-').count() < 2;
    if !is_number || is_foreign(text) {
        return None;
    }
    let digits = digits_of(text);
    match digits.len() {
        8 | 9 => Some(format!("{}-{}", &digits[..digits.len() - 4], &digits[digits.len() - 4..])),
        10 | 11 => Some(formatted_number(&digits)),
        _ => None,
    }
}

fn formatted_number(number: &str) -> String {
    let number = number.trim();
    let digits = national_digits(number);
    if is_foreign(number) {
        return number.to_owned();
    }
    let country = if number.starts_with('+') { "+55 " } else { "" };
    if is_nationwide(&digits) {
        return format!("{} {} {}", &digits[..4], &digits[4..7], &digits[7..]);
    }
    let middle = digits.len() - 4;
    format!("{country}({}) {}-{}", &digits[..2], &digits[2..middle], &digits[middle..])
}

/// Splits a text into the longest number at its start, by `is_number`, and the rest. Returns `None` if the text doesn't start
/// with a number.
fn split(text: &str, is_number: fn(&str) -> bool) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !(c.is_ascii_digit() || " ()+-./".contains(c))).unwrap_or(text.len());
    let starts_another = |(_, c): &(usize, char)| matches!(c, ' ' | '(' | '/' | '-');
    let cuts = text[..end].char_indices().filter(starts_another).map(|(index, _)| index);
    let mut cuts: Vec<usize> = cuts.chain([end]).collect();
    cuts.reverse();
    let mut starts = cuts.into_iter().map(|cut| text[..cut].trim_end_matches([' ', '-', '/', '(', '.']));
    let number = starts.find(|start| is_number(start))?;
    Some((number, &text[number.len()..]))
}

fn is_full(text: &str) -> bool {
    let digits = digits_of(text);
    if is_foreign(text) {
        return (8..=15).contains(&digits.len());
    }
    matches!(digits.len(), 10 | 11) && (is_nationwide(&digits) || !digits.starts_with('0'))
}

/// Returns whether the digits are a nationwide number, which has no area code, such as 0800.
fn is_nationwide(digits: &str) -> bool {
    ["0300", "0500", "0800", "0900"].iter().any(|code| digits.starts_with(code))
}

fn is_plausible(text: &str) -> bool {
    (8..=15).contains(&text.chars().filter(char::is_ascii_digit).count())
}

/// Returns the digits of a number, without the country code of Brazil and without the trunk prefix (the zero before an area
/// code). Nationwide numbers such as 0800 keep their zero. An extension or a second number is omitted.
#[must_use]
pub fn national_digits(text: &str) -> String {
    let number =
        split(text, is_full).or_else(|| split(text, is_plausible)).map_or(text, |(number, _)| number);
    digits_of(number)
}

/// Returns the [`national_digits`] of a single number.
fn digits_of(text: &str) -> String {
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

/// Returns the digits of a number for WhatsApp, with the country code; `None` if the area code is missing.
#[must_use]
pub fn whatsapp_digits(text: &str) -> Option<String> {
    let digits = national_digits(text);
    if is_foreign(text) {
        return Some(digits);
    }
    matches!(digits.len(), 10 | 11).then(|| format!("55{digits}"))
}

/// Returns the digits to dial from another country; `None` if that is impossible, as with 0800.
#[must_use]
pub fn international_digits(text: &str) -> Option<String> {
    whatsapp_digits(text).filter(|digits| !digits.starts_with("550"))
}

/// Returns whether the number starts with `+` and the code of another country than Brazil.
fn is_foreign(text: &str) -> bool {
    let number = text.trim_start().strip_prefix('+');
    number.is_some_and(|number| !number.trim_start().starts_with("55"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searched_number_is_formatted_as_stored_ones() {
        for term in ["+55 19 98765-0099", "19987650099", "(19) 98765 0099", "019 98765-0099"] {
            assert_eq!(formatted_term(term).as_deref(), Some("(19) 98765-0099"), "{term}");
        }
        assert_eq!(formatted_term("98765 0099").as_deref(), Some("98765-0099"));
        assert_eq!(formatted_term("08001234567").as_deref(), Some("0800 123 4567"));
        for other in ["0099", "Rita 98765-0099", "2026-11-27", "123.456.789-09", "+351 912 345 678"] {
            assert_eq!(formatted_term(other), None, "{other}");
        }
    }

    #[test]
    fn complete_phone_number_needs_an_area_code_or_a_country_code() {
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
            "(11) 3333-4444 ramal 12",
            "(11) 3333-4444 r. 5",
            "1133334444/1133335555",
            "(11) 3333-4444 (11) 98765-4321",
            "11 98765-4321 ou 11 3333-4444",
            "+351 912 345 678 ext. 9",
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
            "ramal 12",
            "3333-4444 ramal 12",
        ] {
            assert!(!is_full_phone(bad), "{bad}");
        }
    }

    #[test]
    fn phone_numbers_are_formatted_and_other_text_is_preserved() {
        for (typed, shown) in [
            ("1932334455", "(19) 3233-4455"),
            ("19 98765 4321", "(19) 98765-4321"),
            ("019 3233-4455", "(19) 3233-4455"),
            ("+55 (11) 4000-0000", "+55 (11) 4000-0000"),
            ("5511987654321", "(11) 98765-4321"),
            ("08001234567", "0800 123 4567"),
            ("0300 123 456", "0300 123 456"),
            ("+351 912 345 678", "+351 912 345 678"),
            ("4004-1234", "4004-1234"),
            ("1932334455 ramal 12", "(19) 3233-4455 ramal 12"),
            ("1932334455r12", "(19) 3233-4455 r12"),
            ("1932334455/19987654321", "(19) 3233-4455 / (19) 98765-4321"),
            ("(19) 3233-4455 ou 19 98765-4321", "(19) 3233-4455 ou (19) 98765-4321"),
            ("", ""),
        ] {
            assert_eq!(formatted(typed), shown, "{typed}");
            assert_eq!(formatted(shown), shown, "formatting twice: {shown}");
        }
    }

    #[test]
    fn national_digits_do_not_depend_on_the_spelling() {
        for written in [
            "(11) 98765-4321",
            "011 98765-4321",
            "+55 11 98765-4321",
            "+55 (011) 98765-4321",
            "(11) 98765-4321 ramal 7",
        ] {
            assert_eq!(national_digits(written), "11987654321", "{written}");
        }
        assert_eq!(national_digits("(55) 3222-1234"), "5532221234", "an area code of Brazil");
        assert_eq!(national_digits("0800 123 4567"), "08001234567");
        assert_eq!(national_digits("+351 912 345 678"), "351912345678");
        assert_eq!(national_digits("+39 06 1234 5678"), "390612345678");
    }

    #[test]
    fn international_digits_start_with_the_country_code() {
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
