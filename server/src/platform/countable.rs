//! Decides which paths that visitors request are recorded: not those with personal data or secrets, nor those that only bots
//! request.

use super::secret_paths::loggable;

const MAX_PATH: usize = 200;
/// First segments of paths that only bots request. See also [`is_probe`].
const PROBED: [&str; 12] = [
    "_profiler",
    "actuator",
    "autodiscover",
    "boaform",
    "cgi-bin",
    "config",
    "console",
    "phpmyadmin",
    "pma",
    "server-status",
    "vendor",
    "xmlrpc.php",
];
/// Endings of files that only bots request.
const PROBED_ENDINGS: [&str; 12] =
    ["bak", "cgi", "conf", "env", "ini", "log", "old", "sh", "sql", "swp", "yaml", "yml"];
/// Minimum number of digits of a phone number, or of a tax number.
const MIN_PERSONAL_DIGITS: usize = 9;
/// The same for a number whose digits are in several segments. A path with a date has fewer.
const MIN_DIVIDED_DIGITS: usize = 11;
/// Minimum number of characters of a random identifier with letters and digits.
const MIN_TOKEN: usize = 12;
/// Minimum number of characters of a random identifier of letters. Words are shorter.
const MIN_LETTERS_TOKEN: usize = 25;

/// Returns whether a path, percent-decoded, may be recorded.
#[must_use]
pub fn is_countable(path: &str) -> bool {
    let segments = || path.split('/').filter(|segment| !segment.is_empty());
    (1..=MAX_PATH).contains(&path.len())
        && loggable(path) == path
        // An encoded `%` could hide anything, and the site answers to no path that starts with `//`.
        && !path.contains('%')
        && !path.starts_with("//")
        && digits(path) < MIN_DIVIDED_DIGITS
        && !segments().any(is_probe)
        && !segments().any(is_private)
        && !segments().next().is_some_and(|first| PROBED.contains(&&*first.to_ascii_lowercase()))
}

/// Returns whether only bots request a path with this segment.
fn is_probe(segment: &str) -> bool {
    let ending = segment.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    segment.starts_with(['.', '~', '$', '<'])
        || segment.to_ascii_lowercase().starts_with("wp-")
        || ending.is_some_and(|ending| PROBED_ENDINGS.contains(&&*ending))
}

/// Returns the number of digits of any script.
fn digits(text: &str) -> usize {
    text.chars().filter(|c| c.is_numeric()).count()
}

/// Returns whether a segment or a host name may be an email address, a number of a person, or a secret.
#[must_use]
pub fn is_private(segment: &str) -> bool {
    let is_token = |part: &str| {
        let letters = part.chars().filter(|c| c.is_alphabetic()).count();
        part.len() >= MIN_LETTERS_TOKEN || part.len() >= MIN_TOKEN && digits(part) >= 3 && letters >= 1
    };
    segment.contains(['@', '\u{ff20}', '\u{fe6b}'])
        || digits(segment) >= MIN_PERSONAL_DIGITS
        || segment.split(['-', '.', '_', '=', '~']).any(is_token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_a_former_site_are_recorded() {
        for path in [
            "/empresa",
            "/empresa/quem-somos.php",
            "/index.php/contato",
            "/blog/2019/05/31/10-dicas-de-segurança",
            "/produtos/windows-server-2019-standard.html",
            "/page_id=123",
        ] {
            assert!(is_countable(path), "{path}");
        }
    }

    #[test]
    fn personal_data_and_secrets_are_not_recorded() {
        for path in [
            "",
            "/cancelar/ana@exemplo.com.br",
            "/cliente/11 98765-4321",
            "/cpf/123.456.789-09",
            "/previa/abc",
            "/r/9f8e7d6c5b4a",
            "/u/0190a1b2-c3d4-7000-8000-000000000000",
            "/cancelar/ana%40exemplo.com.br",
            "/cancelar/ana＠exemplo.com.br",
            "/cpf/123/456/789/09",
            "/tel/٩٨٧٦٥٤٣٢١",
            "/t/abcdefghijklmnopqrstuvwxyz",
            "/t/QmFzZTY0VG9rZW5TZWNyZXRPZkFuYQabcdefghijk",
            &format!("/{}", "a".repeat(MAX_PATH)),
        ] {
            assert!(!is_countable(path), "{path}");
        }
    }

    #[test]
    fn paths_of_bots_are_not_recorded() {
        for path in [
            "/wp-login.php",
            "/blog/wp-includes/x.xml",
            "/.env",
            "/.git/config",
            "/api/.env.bak",
            "/phpMyAdmin/index.php",
            "/backup.sql",
            "/cgi-bin/luci",
            "/xmlrpc.php",
        ] {
            assert!(!is_countable(path), "{path}");
        }
    }
}
