//! Decides which requested paths may be recorded. Paths with personal data or secrets are not recorded, nor those that only bots request.

use std::net::Ipv4Addr;

use super::secret_paths::{digits, loggable, may_be_personal};

/// Maximum length of a path in bytes.
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
/// File name extensions that only bots request.
const PROBED_EXTENSIONS: [&str; 12] =
    ["bak", "cgi", "conf", "env", "ini", "log", "old", "sh", "sql", "swp", "yaml", "yml"];
/// Minimum number of digits of a phone or tax number that is divided into several segments. A path with a date has fewer digits.
const MIN_DIVIDED_DIGITS: usize = 11;
/// Minimum length in bytes of a random identifier with letters and digits.
const MIN_TOKEN: usize = 12;
/// Minimum length in bytes of a random identifier of letters only. Words are shorter.
const MIN_LETTERS_TOKEN: usize = 25;
/// Start of a JSON object in base64, as in signed tokens.
const JSON_START: &str = "eyJ";
/// Words between the capitalized words of a person's name.
const NAME_PARTICLES: [&str; 6] = ["da", "das", "de", "do", "dos", "e"];

/// Returns whether a path may be recorded. The path must be percent-decoded.
#[must_use]
pub fn is_recordable(path: &str) -> bool {
    let segments = || path.split('/').filter(|segment| !segment.is_empty());
    (1..=MAX_PATH).contains(&path.len())
        && loggable(path) == path
        // A `%` that is left after decoding could hide anything. No page has a path that starts with `//`.
        && !path.contains('%')
        && !path.starts_with("//")
        && digits(path) < MIN_DIVIDED_DIGITS
        && !segments().any(is_probe)
        && !segments().any(may_be_private)
        && !segments().any(|segment| segment.parse::<Ipv4Addr>().is_ok())
        && !segments().any(|segment| has_plate(segment, path.to_ascii_lowercase().contains("placa")))
        // The first segment is the name of a section or page.
        && !segments().skip(1).any(may_be_name)
        && !segments().next().is_some_and(|first| PROBED.contains(&&*first.to_ascii_lowercase()))
}

/// Returns whether only bots request a path with this segment.
fn is_probe(segment: &str) -> bool {
    let extension = segment.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    segment.starts_with(['.', '~', '$', '<'])
        || segment.to_ascii_lowercase().starts_with("wp-")
        || extension.is_some_and(|extension| PROBED_EXTENSIONS.contains(&&*extension))
}

/// Returns whether a segment contains a Brazilian license plate: `ABC1D23` or, if `is_former_included`, `ABC1234`, which part
/// numbers and names of standards resemble.
fn has_plate(segment: &str, is_former_included: bool) -> bool {
    let form = |c: char| match c {
        'A'..='Z' | 'a'..='z' => 'A',
        '0'..='9' => '0',
        other => other,
    };
    let is_plate = |word: &str| {
        let form: String = word.chars().map(form).collect();
        form == "AAA0A00" || is_former_included && form == "AAA0000"
    };
    let joined = segment.replace(['-', ' '], "");
    is_plate(&joined) || segment.split(|c: char| !c.is_ascii_alphanumeric()).any(is_plate)
}

/// Returns whether a segment may be a person's name: at least two capitalized words with spaces, but no file extension.
fn may_be_name(segment: &str) -> bool {
    let is_capitalized = |word: &str| {
        word.starts_with(char::is_uppercase) && word.chars().all(|c| c.is_alphabetic() || c == '\'')
    };
    let words = || segment.split_whitespace().filter(|word| !NAME_PARTICLES.contains(word));
    words().count() >= 2 && words().all(is_capitalized)
}

/// Returns whether a segment or a host name may contain an email address, a phone or tax number, or a secret.
#[must_use]
pub fn may_be_private(segment: &str) -> bool {
    let is_token = |part: &str| {
        let letters = part.chars().filter(|c| c.is_alphabetic()).count();
        part.len() >= MIN_LETTERS_TOKEN
            || part.len() >= MIN_TOKEN && (digits(part) >= 3 && letters >= 1 || part.starts_with(JSON_START))
    };
    may_be_personal(segment) || segment.split(['-', '.', '_', '=', '~']).any(is_token)
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
            "/nossos servicos",
            "/Quem Somos",
            "/arquivos/Tabela de Preços.pdf",
            "/servicos/Suporte técnico",
            "/certificados/ISO9001",
            "/docs/1.2.3",
        ] {
            assert!(is_recordable(path), "{path}");
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
            "/t/eyJhbGciOiJIUzI1NiJ9.e30.x",
            "/ip/187.45.12.9",
            "/placa/ABC1D23",
            "/placa/abc-1234",
            "/consulta/placa-abc1d23",
            "/cliente/João da Silva",
            "/t/abcdefghijklmnopqrstuvwxyz",
            "/t/QmFzZTY0VG9rZW5TZWNyZXRPZkFuYQabcdefghijk",
            &format!("/{}", "a".repeat(MAX_PATH)),
        ] {
            assert!(!is_recordable(path), "{path}");
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
            assert!(!is_recordable(path), "{path}");
        }
    }
}
