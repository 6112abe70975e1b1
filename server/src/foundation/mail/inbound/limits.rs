//! Limits on the structure of a mail. Parsing a mail beyond them would need too much memory.

/// Maximum number of lines that can begin a part.
const MAX_PARTS: usize = 5_000;
/// Maximum number of messages inside of messages.
const MAX_NESTED: usize = 50;
/// Maximum size of the header of the mail or of a part, in bytes.
const MAX_HEADER: usize = 256 << 10;
const NESTED: &[u8] = b"message/";

/// Returns whether a mail is within the limits.
#[must_use]
pub fn are_met(mail: &[u8]) -> bool {
    let (mut parts, mut nested) = (0, 0);
    // Length of the present header; `None` in a body.
    let mut header = Some(0);
    let mut announces_message = false;
    for line in mail.split_inclusive(|byte| *byte == b'\n') {
        if line.trim_ascii_end().is_empty() {
            header = announces_message.then_some(0);
            announces_message = false;
            continue;
        }
        if line.starts_with(b"--") {
            parts += 1;
            header = Some(0);
        }
        if let Some(length) = &mut header {
            *length += line.len();
            if contains_nested(line) {
                nested += 1;
                announces_message = true;
            }
        }
        if parts > MAX_PARTS || nested > MAX_NESTED || header.is_some_and(|length| length > MAX_HEADER) {
            return false;
        }
    }
    true
}

fn contains_nested(line: &[u8]) -> bool {
    line.windows(NESTED.len()).any(|part| part.eq_ignore_ascii_case(NESTED))
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
            part.repeat(6_000),
            nested.repeat(60),
            "a: b\r\n".repeat(60_000),
            format!("Subject: a\r\n\r\n--x\r\n{}", "a: b\r\n".repeat(60_000)),
        ] {
            assert!(!are_met(hostile.as_bytes()), "{}", &hostile[..60]);
        }
    }
}
