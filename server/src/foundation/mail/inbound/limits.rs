//! Limits on the structure of a mail. Parsing a mail beyond them would need too much memory.

/// Maximum number of lines that can begin a part.
const MAX_PARTS: usize = 2_000;
/// Maximum number of lines that can announce a message inside of the mail.
const MAX_NESTED: usize = 50;
/// Maximum size of the header of the mail or of a part, in bytes.
const MAX_HEADER: usize = 256 << 10;
/// Parts of the types of messages.
const NESTED: [&[u8]; 2] = [b"rfc822", b"global"];

/// Returns whether a mail is within the limits.
#[must_use]
pub fn are_met(mail: &[u8]) -> bool {
    let (mut parts, mut nested) = (0, 0);
    // Length of the present header; `None` in a body.
    let mut header = Some(0);
    let mut announces_message = false;
    for line in mail.split_inclusive(|byte| *byte == b'\n') {
        if matches!(line, b"\r\n" | b"\n") {
            header = announces_message.then_some(0);
            announces_message = false;
            continue;
        }
        if line.starts_with(b"--") {
            parts += 1;
            header = Some(0);
        }
        if names_message(line) {
            nested += 1;
            announces_message = true;
        }
        if let Some(length) = &mut header {
            *length += line.len();
        }
        if parts > MAX_PARTS || nested > MAX_NESTED || header.is_some_and(|length| length > MAX_HEADER) {
            return false;
        }
    }
    true
}

/// Returns whether a line contains a part of the type of a message. Lines of encoded files are longer than those of headers, and are
/// skipped.
fn names_message(line: &[u8]) -> bool {
    let is_encoded =
        line.len() > 70 && !line.contains(&b':') && !line.contains(&b';') && !line.contains(&b' ');
    let has = |name: &[u8]| line.windows(name.len()).any(|part| part.eq_ignore_ascii_case(name));
    !is_encoded && NESTED.into_iter().any(has)
}

#[cfg(test)]
mod tests {
    use super::are_met;

    #[test]
    fn mail_with_an_excessive_structure_exceeds_the_limits() {
        let part = "--x\r\nContent-Type: text/plain\r\n\r\nOi\r\n";
        let nested = "Content-Type: message/rfc822\r\n\r\n";
        assert!(are_met(format!("Subject: a\r\n\r\n{}", part.repeat(1000)).as_bytes()));
        assert!(are_met(format!("Subject: a\r\n\r\n{}", "linha\r\n".repeat(100_000)).as_bytes()));
        for hostile in [
            part.repeat(3_000),
            nested.repeat(60),
            "a: b\r\n".repeat(60_000),
            format!("Subject: a\r\n\r\n--x\r\n{}", "a: b\r\n".repeat(60_000)),
        ] {
            assert!(!are_met(hostile.as_bytes()), "{}", &hostile[..60]);
        }
    }
}
