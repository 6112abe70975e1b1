//! Settings from a file, for trying things out. What the environment says already stays.

use std::{fs, io::ErrorKind, path::Path};

use super::ConfigError;

/// Takes over what the file says, if there is one. A line that can't be read stops the start: skipped, it and all that
/// follow would be missing without a word.
pub(super) fn load(path: &Path) -> Result<(), ConfigError> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(()),
        Err(cause) => {
            return Err(ConfigError::new(vec![format!("{} can't be read: {cause}", path.display())]));
        }
    };
    dotenvy::from_read(text.as_bytes())
        .map_err(|cause| ConfigError::new(vec![explain(&path.display().to_string(), &text, &cause)]))
}

/// Where the mistake is. The line itself is not repeated: it may hold a password.
fn explain(file: &str, text: &str, cause: &dotenvy::Error) -> String {
    let dotenvy::Error::LineParse(rest, _) = cause else { return format!("{file} can't be read: {cause}") };
    let place = find(text, rest).map_or_else(String::new, |(number, name)| format!(", line {number}{name}"));
    format!("{file}{place}: expected NAME=value, with 'quotes' around a value that has spaces or signs in it")
}

/// The number of the line at fault and what it sets. The parser tells the whole line or only what stands behind its `=`.
fn find(text: &str, rest: &str) -> Option<(usize, String)> {
    let start = rest.lines().next()?.trim();
    let at_fault = |line: &str| {
        let value = line.split_once('=').map_or("", |(_, value)| value.trim_start());
        !line.starts_with('#') && (line.starts_with(start) || value.starts_with(start))
    };
    let mut lines = (1..).zip(text.lines().map(str::trim_start));
    let (number, line) = lines.find(|(_, line)| at_fault(line))?;
    let name = line.split_once('=').map_or("", |(name, _)| name.trim());
    let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    Some((number, if is_name && !name.is_empty() { format!(" ({name})") } else { String::new() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sets no variable, as it fails before the first.
    fn told(text: &str) -> String {
        let cause = dotenvy::from_read(text.as_bytes()).expect_err(text);
        explain(".env", text, &cause)
    }

    #[test]
    fn a_line_that_cannot_be_read_is_named_and_not_repeated() {
        for (text, start) in [
            ("VITRINE_MAIL_FROM=Exemplo TI <segredo@exemplo.com.br>\n", ".env, line 1 (VITRINE_MAIL_FROM): "),
            ("# first\r\n\r\nexport segredo\r\n", ".env, line 3: "),
            ("\n\nVITRINE_SMTP_URL='segredo\nmore\n", ".env, line 3 (VITRINE_SMTP_URL): "),
            ("=segredo", ".env, line 1: "),
        ] {
            let told = told(text);
            assert!(told.starts_with(start), "{told} for {text}");
            assert!(!told.contains("segredo"), "{told}");
        }
    }

    #[test]
    fn no_file_is_no_mistake_and_a_folder_is_one() {
        load(Path::new("nowhere/.env")).expect("nothing to read");
        let error = load(Path::new(".")).expect_err("a folder").to_string();
        assert!(error.contains("can't be read"), "{error}");
    }
}
