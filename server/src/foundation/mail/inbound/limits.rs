//! Limits on the structure of a mail. Parsing a mail beyond them would need too much memory, or a stack that the process doesn't have.
//! The parser finds boundaries anywhere in a line, and types of messages in folded headers. So everything that may begin a part
//! counts, wherever it is.

/// Maximum number of pairs of dashes. A boundary begins with one. Encoded files have no dashes.
const MAX_DASHES: usize = 50_000;
/// Maximum number of lines that begin a part.
const MAX_PARTS: usize = 2_000;
/// Maximum size of the header of the mail or of a part, in bytes.
const MAX_HEADER: usize = 256 << 10;
/// Types of messages inside of the mail, and how often their name may occur. The second is also a word of texts.
const MAX_NAMES: [(&[u8], usize); 2] = [(b"rfc822", 50), (b"global", 2_000)];

/// Returns whether a mail is within the limits.
#[must_use]
pub fn are_met(mail: &[u8]) -> bool {
    let within = |(name, limit): (&[u8], usize)| occurrences(mail, name) <= limit;
    mail.windows(2).filter(|pair| pair == b"--").count() <= MAX_DASHES
        && MAX_NAMES.into_iter().all(within)
        && has_short_headers(mail)
}

/// Returns how often a name occurs, in any case.
fn occurrences(mail: &[u8], name: &[u8]) -> usize {
    let first = name[0];
    let begins = |window: &&[u8]| window[0].eq_ignore_ascii_case(&first) && window.eq_ignore_ascii_case(name);
    mail.windows(name.len()).filter(begins).count()
}

/// Returns whether the header of the mail and those of its parts are short. A part of the type of a message has another header in its
/// body.
fn has_short_headers(mail: &[u8]) -> bool {
    let mut parts = 0;
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
        if let Some(length) = &mut header {
            *length += line.len();
            announces_message |= MAX_NAMES.iter().any(|(name, _)| occurrences(line, name) > 0);
        }
        if parts > MAX_PARTS || header.is_some_and(|length| length > MAX_HEADER) {
            return false;
        }
    }
    true
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
        assert!(are_met(format!("Subject: a\r\n\r\n{}", "A global message.\r\n".repeat(1000)).as_bytes()));
        let digest = "x--a\r\nContent-Type:multipart/digest;boundary=a\r\n\r\n";
        for hostile in [
            part.repeat(3_000),
            nested.repeat(60),
            "a: b\r\n".repeat(60_000),
            format!("Subject: a\r\n\r\n--x\r\n{}", "a: b\r\n".repeat(60_000)),
            digest.repeat(60_000),
            "x--a\r\n\r\n".repeat(60_000),
            format!("Content-Type:{}message/rfc822\r\n\r\n", "\t".repeat(80)).repeat(60),
            format!("Content-Type:{}message/global\r\n\r\n", "\t".repeat(80)).repeat(3_000),
        ] {
            assert!(!are_met(hostile.as_bytes()), "{}", &hostile[..60]);
        }
    }

    /// Parsing and dropping nested messages recurses, so the deepest mail within the limits must fit on the stack of a thread.
    #[test]
    fn deepest_mail_within_the_limits_is_parsed() {
        let digest = "x--a\r\nContent-Type:multipart/digest;boundary=a\r\n\r\n";
        let global = "Content-Type: message/global\r\n\r\n";
        let start = "Content-Type:multipart/digest;boundary=a\r\n\r\n";
        for deep in [start.to_owned() + &digest.repeat(50_000), global.repeat(2_000)] {
            assert!(are_met(deep.as_bytes()));
            assert!(mail_parser::MessageParser::default().parse(deep.as_bytes()).is_some());
        }
    }
}
