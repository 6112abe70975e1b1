//! Sets the variables of a `.env` file, except those that are set already.

use std::{fs, io::ErrorKind, path::Path};

use super::ConfigError;

/// Loads the file, if it exists. Fails at an invalid line, because that line and all following ones are not loaded.
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

/// Describes where the file is invalid. Doesn't repeat the line, which may contain a password.
fn explain(file: &str, text: &str, cause: &dotenvy::Error) -> String {
    let dotenvy::Error::LineParse(rest, _) = cause else { return format!("{file} can't be read: {cause}") };
    let location =
        locate(text, rest).map_or_else(String::new, |(number, name)| format!(", line {number}{name}"));
    format!(
        "{file}{location}: expected NAME=value, with 'quotes' around a value with spaces or special characters"
    )
}

/// Returns the number of the invalid line and, if the line names a variable, ` (NAME)`; otherwise an empty text. `rest` is the
/// text that the parser reports: it starts at the line or at its value.
fn locate(text: &str, rest: &str) -> Option<(usize, String)> {
    let start = rest.lines().next()?.trim();
    let is_invalid = |line: &str| {
        let value = line.split_once('=').map_or("", |(_, value)| value.trim_start());
        !line.starts_with('#') && (line.starts_with(start) || value.starts_with(start))
    };
    let mut lines = (1..).zip(text.lines().map(str::trim_start));
    let (number, line) = lines.find(|(_, line)| is_invalid(line))?;
    let name = line.split_once('=').map_or("", |(name, _)| name.trim());
    let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    Some((number, if is_name && !name.is_empty() { format!(" ({name})") } else { String::new() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the description of an invalid text. Sets no variable, because the only assignment is invalid.
    fn explained(text: &str) -> String {
        let cause = dotenvy::from_read(text.as_bytes()).expect_err(text);
        explain(".env", text, &cause)
    }

    #[test]
    fn error_has_the_number_and_variable_of_the_invalid_line_but_not_its_text() {
        for (text, start) in [
            ("VITRINE_MAIL_FROM=Exemplo TI <segredo@exemplo.com.br>\n", ".env, line 1 (VITRINE_MAIL_FROM): "),
            ("# first\r\n\r\nexport segredo\r\n", ".env, line 3: "),
            ("\n\nVITRINE_SMTP_URL='segredo\nmore\n", ".env, line 3 (VITRINE_SMTP_URL): "),
            ("=segredo", ".env, line 1: "),
        ] {
            let explained = explained(text);
            assert!(explained.starts_with(start), "{explained} for {text}");
            assert!(!explained.contains("segredo"), "{explained}");
        }
    }

    #[test]
    fn missing_env_file_is_accepted_and_unreadable_one_is_refused() {
        load(Path::new("nowhere/.env")).expect("a missing file is accepted");
        let error = load(Path::new(".")).expect_err("a folder").to_string();
        assert!(error.contains("can't be read"), "{error}");
    }
}
