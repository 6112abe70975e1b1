//! Whether a mail comes from the domain of its author, as a mail server of the company reports (SPF, DKIM and DMARC in RFC 8601).

use mail_parser::Message;

use super::header::{fields, line};

/// Returns the name in the topmost `Authentication-Results` if its only result of DMARC is `pass`, for the domain of the author's
/// address. Fields below it may be forged.
pub(super) fn authenticated_by(message: &Message<'_>, from_email: &str) -> Option<String> {
    let results = without_free_text(fields(message, "Authentication-Results").next()?)?;
    let (server, results) = results.split_once(';')?;
    let outcomes: Vec<Outcome<'_>> = results.split(';').filter_map(dmarc_outcome).collect();
    // The server may have read another address than this program, if the field isn't well-formed.
    let (_, domain) = from_email.rsplit_once('@')?;
    let is_authentic = matches!(outcomes[..], [Outcome { value, from }]
        if value.eq_ignore_ascii_case("pass") && from.is_some_and(|from| from.eq_ignore_ascii_case(domain)));
    let server = server.split_whitespace().next().unwrap_or_default().to_lowercase();
    (is_authentic && !server.is_empty()).then(|| line(&server))
}

/// A result of DMARC.
struct Outcome<'r> {
    /// Such as `pass`.
    value: &'r str,
    /// The domain of the author's address.
    from: Option<&'r str>,
}

/// Reads a result of DMARC, such as `dmarc=pass header.from=exemplo.com.br`. `None` for other methods.
fn dmarc_outcome(result: &str) -> Option<Outcome<'_>> {
    let (method, value) = result.split_once('=')?;
    let (name, _version) = method.split_once('/').unwrap_or((method, ""));
    if !name.trim().eq_ignore_ascii_case("dmarc") {
        return None;
    }
    let mut words = value.split_whitespace();
    let value = words.next().unwrap_or_default();
    let from = words
        .filter_map(|word| word.split_once('='))
        .find(|(name, _)| name.eq_ignore_ascii_case("header.from"));
    Some(Outcome { value, from: from.map(|(_, domain)| domain.rsplit('@').next().unwrap_or_default()) })
}

/// Returns the value of a structured field without comments and quoted strings, which can repeat what the sender wrote (RFC 8601,
/// section 2.2). `None` if one of them doesn't end.
fn without_free_text(value: &str) -> Option<String> {
    let mut rest = String::new();
    let (mut depth, mut is_quoted) = (0_usize, false);
    let mut characters = value.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' if depth > 0 || is_quoted => {
                characters.next()?;
            }
            '"' if depth == 0 => is_quoted = !is_quoted,
            '(' if !is_quoted => depth += 1,
            ')' if !is_quoted && depth > 0 => {
                depth -= 1;
                rest.push(' ');
            }
            c if depth == 0 && !is_quoted => rest.push(c),
            _ => {}
        }
    }
    (depth == 0 && !is_quoted).then_some(rest)
}

#[cfg(test)]
mod tests {
    use mail_parser::MessageParser;

    #[test]
    fn only_the_topmost_authentication_result_counts() {
        let by = |results: &str| {
            let mail = format!("From: ana@exemplo.com.br\n{results}\n\nOlá");
            super::authenticated_by(
                &MessageParser::default().parse(&mail).expect("a mail"),
                "ana@exemplo.com.br",
            )
        };
        let passed = "Authentication-Results: MX.exemplo 1;\n spf=pass smtp.mailfrom=x; dmarc=pass (p=REJECT) header.from=exemplo.com.br";
        assert_eq!(by(passed).as_deref(), Some("mx.exemplo"));
        let commented = "Authentication-Results: mx.exemplo (a; b); spf=fail reason=\"x; y\"; dmarc/1 (\\) c) = pass (p=none) header.from=Exemplo.com.br";
        assert_eq!(by(commented).as_deref(), Some("mx.exemplo"));
        for other in [
            "Authentication-Results: mx.exemplo; dmarc=fail; x=dmarc=pass header.from=exemplo.com.br",
            "Authentication-Results: mx.exemplo; spf=pass\nAuthentication-Results: mx.exemplo; dmarc=pass header.from=exemplo.com.br",
            "Authentication-Results: ; dmarc=pass header.from=exemplo.com.br",
            "Authentication-Results: mx.exemplo; spf=pass smtp.mailfrom=\"a; dmarc=pass header.from=exemplo.com.br x\"@mau.exemplo; dmarc=fail",
            "Authentication-Results: mx.exemplo; spf=pass (helo a; dmarc=pass header.from=exemplo.com.br )",
            "Authentication-Results: mx.exemplo; spf=pass reason=\"a\\\"; dmarc=pass header.from=exemplo.com.br \"",
            "Authentication-Results: mx.exemplo; spf=pass (a (b); dmarc=pass header.from=exemplo.com.br )",
            "Authentication-Results: mx.exemplo; spf=pass (a; dmarc=pass header.from=exemplo.com.br",
            "Authentication-Results: mx.exemplo; spf=pass smtp.helo=a; dmarc=pass header.from=exemplo.com.br ; dmarc=fail",
            "Authentication-Results: mx.exemplo; dmarc=pass header.from=mau.exemplo",
            "Authentication-Results: mx.exemplo; dmarc=pass",
            "Subject: dmarc=pass header.from=exemplo.com.br",
        ] {
            assert_eq!(by(other), None, "{other}");
        }
    }
}
