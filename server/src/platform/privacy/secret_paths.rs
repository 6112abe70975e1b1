//! Replaces the secrets of links, such as preview tokens, and personal data in paths for the request log. A path with either is not
//! recorded as a missing page or the source of a visit, see [`super::recordable_path`].

use percent_encoding::percent_decode_str;

/// Minimum length of a text with a capital letter that counts as a secret. Tokens have 43 characters.
const MIN_SECRET: usize = 40;

/// The segment before the secret in the path of a preview link.
const BEFORE_SECRET: &str = "previa";
/// Minimum number of digits of a phone number or tax number within one segment.
const MIN_PERSONAL_DIGITS: usize = 9;
/// The `@`, and characters that a browser or mail program shows like it.
pub(super) const AT_SIGNS: [char; 3] = ['@', '\u{ff20}', '\u{fe6b}'];
/// Number of hexadecimal digits of the ids of records and pictures.
const ID_DIGITS: usize = 32;

/// Returns a path for logs, in which `[secret]` replaces the secrets of links, and `[personal]` segments that may be an email
/// address, a phone number or a tax number, even if they are percent-encoded.
#[must_use]
pub fn loggable(path: &str) -> String {
    let mut is_secret_next = false;
    let parts = path.split('/').map(|part| {
        let decoded = decode(part);
        let is_hidden = !part.is_empty() && (is_secret_next || may_have_secret(&decoded));
        is_secret_next = decoded.eq_ignore_ascii_case(BEFORE_SECRET) || (is_secret_next && part.is_empty());
        if is_hidden {
            "[secret]"
        } else if may_be_personal(&decoded) && !has_id(&decoded) {
            "[personal]"
        } else {
            part
        }
    });
    parts.collect::<Vec<_>>().join("/")
}

/// Returns whether a decoded segment or a host name may contain an email address, a phone number or a tax number.
#[must_use]
pub fn may_be_personal(segment: &str) -> bool {
    segment.contains(AT_SIGNS) || digits(segment) >= MIN_PERSONAL_DIGITS
}

/// Counts the digits, of any script.
pub(super) fn digits(text: &str) -> usize {
    text.chars().filter(|c| c.is_numeric()).count()
}

/// Returns whether a segment starts with the id of a record or a picture, so that its digits aren't taken for a phone number.
fn has_id(segment: &str) -> bool {
    !segment.contains(AT_SIGNS)
        && segment.chars().filter(|c| *c != '-').take_while(char::is_ascii_hexdigit).count() >= ID_DIGITS
}

/// Percent-decodes a segment three times, because programs that forward links may encode them again.
fn decode(part: &str) -> String {
    let once = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    once(&once(&once(part)))
}

/// Returns whether a decoded segment may contain a secret: if it has a long text with a capital letter, or a separator that was
/// encoded and that a secret may follow, as in `/previa%2FTOKEN` or `/auth/redefinir-senha%23TOKEN`.
fn may_have_secret(part: &str) -> bool {
    let is_token_char = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let mut runs = part.split(|c| !is_token_char(c));
    part.contains(['/', '\\', '#', '?'])
        || runs.any(|run| run.len() >= MIN_SECRET && run.bytes().any(|byte| byte.is_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logged_path_has_no_secrets() {
        let token = crate::platform::id::new_token().secret;
        assert_eq!(loggable(&format!("/previa/{token}")), "/previa/[secret]");
        assert_eq!(loggable(&format!("/Previa/{token}/x")), "/Previa/[secret]/x");
        assert_eq!(loggable(&format!("/previa/{token}.")), "/previa/[secret]");
        assert_eq!(loggable(&format!("/previa/%70{token}")), "/previa/[secret]");
        assert_eq!(loggable(&format!("/previa//{token}.")), "/previa//[secret]");
        for by_position in [
            "/previa%2fSECRET",
            "/previa%2FSECRET.",
            "/previa%252FSECRET",
            "/previa%5cSECRET",
            "/%70revia/SECRET.",
            "/previa/SECRET%2e",
            "/auth/redefinir-senha%23SECRET",
            "/newsletter/confirmar%3ftoken=SECRET",
        ] {
            let logged = loggable(by_position);
            assert!(logged.ends_with("/[secret]"), "{by_position}: {logged}");
        }
        for by_form in [format!("/a/{token}%2e"), format!("/a/%22{token}%22"), format!("/a/x={token}")] {
            assert_eq!(loggable(&by_form), "/a/[secret]");
        }
        for path in [
            "/",
            "/media/0190a1b2c3d470008000000000000000-640.webp",
            "/blog/2019/05/31/10-dicas",
            "/blog/migracao-para-nuvem-sem-parar-a-empresa-nem-perder-nada",
            "/api/blog/0190a1b2-c3d4-7000-8000-000000000000",
            "/blog/a%C3%A7%C3%A3o",
        ] {
            assert_eq!(loggable(path), path);
        }
    }

    #[test]
    fn logged_path_has_no_personal_data() {
        for (path, expected) in [
            ("/fulana@cliente.com.br", "/[personal]"),
            ("/cancelar/fulana%2540cliente.com.br/x", "/cancelar/[personal]/x"),
            ("/fulana＠cliente.com.br", "/[personal]"),
            ("/cliente/11%2098765-4321", "/cliente/[personal]"),
            ("/cpf-123.456.789-09", "/[personal]"),
            ("/api/x/0190a1b2-c3d4-7000-8000-000000000000@cliente.com.br", "/api/x/[personal]"),
        ] {
            assert_eq!(loggable(path), expected);
        }
    }
}
