//! Parses what a browser reports about the source of a visit: the page, the referrer and the campaign.

use percent_encoding::percent_decode_str;

use super::{
    identifying_text::without_dates,
    recordable_path::{is_recordable, may_be_private},
    secret_paths::AT_SIGNS,
};

/// Maximum number of characters of a campaign parameter.
const MAX_CAMPAIGN: usize = 100;
/// Minimum number of digits of a phone number or tax number in a campaign parameter.
const MIN_PERSONAL_DIGITS: usize = 8;
/// Maximum number of characters of a host name.
const MAX_HOST: usize = 100;

/// Returns the path of a page, percent-decoded, without query and trailing slash. `None` if it is invalid or may identify
/// a person.
#[must_use]
pub fn page(path: &str) -> Option<String> {
    let path = percent_decode_str(path.split(['?', '#']).next()?).decode_utf8().ok()?;
    let path = if path == "/" { &*path } else { path.trim_end_matches('/') };
    (path.starts_with('/') && !path.contains(char::is_control) && is_recordable(path))
        .then(|| path.to_owned())
}

/// Returns the host name of a referrer in lowercase, without `www.` and port. `None` if it is invalid, an IP address, or may
/// identify a person.
#[must_use]
pub fn referrer(host: &str) -> Option<String> {
    let host = host.trim().to_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    let host = host.rsplit_once(':').map_or(host, |(host, _port)| host);
    let is_host = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-');
    let has_letters = host.rsplit('.').next().is_some_and(|last| last.contains(char::is_alphabetic));
    let is_valid = host.len() <= MAX_HOST && host.contains('.') && has_letters && host.chars().all(is_host);
    (is_valid && !may_be_private(host)).then(|| host.to_owned())
}

/// Returns the value of a campaign parameter, with single spaces. `None` if it is invalid, or may contain an email address,
/// a phone number or a tax number.
#[must_use]
pub fn campaign(value: &str) -> Option<String> {
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_valid = (1..=MAX_CAMPAIGN).contains(&value.chars().count()) && !value.contains(char::is_control);
    let decoded = percent_decode_str(&value).decode_utf8_lossy();
    let is_personal = |text: &str| text.contains(AT_SIGNS) || may_have_personal_number(text);
    let is_personal = is_personal(&value) || is_personal(&decoded);
    (is_valid && !is_personal).then_some(value)
}

/// Returns whether a text contains a mobile number, or at least [`MIN_PERSONAL_DIGITS`] digits with separators that aren't dates.
/// Other numbers without separators usually identify campaigns.
fn may_have_personal_number(text: &str) -> bool {
    let is_separator = |c: char| " ()-+._/".contains(c);
    text.split(|c: char| !c.is_numeric() && !is_separator(c)).any(|number| {
        let groups: Vec<&str> = number.split(is_separator).filter(|group| !group.is_empty()).collect();
        match groups[..] {
            [digits] if digits.is_ascii() => is_mobile(digits),
            _ => without_dates(groups.into_iter()).concat().chars().count() >= MIN_PERSONAL_DIGITS,
        }
    })
}

/// Returns whether digits are a Brazilian mobile number with its area code, perhaps with the country code.
fn is_mobile(digits: &str) -> bool {
    let national = digits.strip_prefix("55").filter(|rest| rest.len() == 11).unwrap_or(digits);
    matches!(national.as_bytes(), [b'1'..=b'9', b'1'..=b'9', b'9', rest @ ..] if rest.len() == 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_and_identifying_source_values_are_dropped() {
        for (path, expected) in [
            ("/", Some("/")),
            ("/blog/backup-3-2-1/?utm_source=x#y", Some("/blog/backup-3-2-1")),
            ("blog", None),
            ("//evil.example", None),
            ("/previa/abc", None),
            ("/cliente/ana@exemplo.com.br", None),
            ("/a\nb", None),
            (&format!("/{}", "a-".repeat(200)), None),
        ] {
            assert_eq!(page(path).as_deref(), expected, "{path}");
        }
        for (host, expected) in [
            ("www.Google.com", Some("google.com")),
            ("com.google.android.gm", Some("com.google.android.gm")),
            ("loja.example:8443", Some("loja.example")),
            ("localhost", None),
            ("187.45.12.9", None),
            ("[2001:db8::1]:80", None),
            ("a b.com", None),
            ("ana-11987654321.example", None),
            (&format!("{}.com", "a-".repeat(60)), None),
        ] {
            assert_eq!(referrer(host).as_deref(), expected, "{host}");
        }
        for (value, expected) in [
            (" Black  Friday\t2026 ", Some("Black Friday 2026")),
            ("promo-2026-11-20", Some("promo-2026-11-20")),
            ("Boletim 20/11/2026", Some("Boletim 20/11/2026")),
            ("lote 2026 a 2027", Some("lote 2026 a 2027")),
            ("promo 20261120", Some("promo 20261120")),
            ("20123456789", Some("20123456789")),
            ("5511976543210", None),
            ("2026-11-20_2026-11-30", Some("2026-11-20_2026-11-30")),
            ("news-2026-11-20-1", Some("news-2026-11-20-1")),
            ("1234567890", Some("1234567890")),
            ("11976543210", None),
            ("proposta_(11)_97654-3210", None),
            ("cliente 9765-4321", None),
            ("cpf 123.456.789-09", None),
            ("٩٨٧٦٥٤٣٢", None),
            ("ana@exemplo.com.br", None),
            ("ana%40exemplo.com.br", None),
            (" ", None),
            ("a\0b", None),
            (&"é".repeat(101), None),
        ] {
            assert_eq!(campaign(value).as_deref(), expected, "{value}");
        }
    }
}
