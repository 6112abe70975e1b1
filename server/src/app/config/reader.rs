//! Reads and parses variables.

use std::{ffi::OsString, fmt::Display, ops::RangeInclusive, str::FromStr};

use url::Url;

/// Reads variables, and collects a problem for each invalid one.
pub(super) struct Reader<F> {
    /// Returns the value of a variable.
    variable: F,
    /// Messages for the operator, each with the name of its variable.
    pub problems: Vec<String>,
}

impl<F: Fn(&str) -> Option<OsString>> Reader<F> {
    pub fn new(variable: F) -> Self {
        Self { variable, problems: Vec::new() }
    }

    /// Returns the trimmed value of a variable. A blank variable counts as unset. Adds a problem if the value isn't UTF-8.
    pub fn text(&mut self, name: &str) -> Option<String> {
        let Ok(text) = (self.variable)(name)?.into_string() else {
            let problem = format!("{name}: expected text in UTF-8, found other bytes");
            if !self.problems.contains(&problem) {
                self.problems.push(problem);
            }
            return None;
        };
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    }

    /// Returns the parsed value; `None` if the variable is unset or `parse` returns `None`. In the second case, adds a problem,
    /// in which `expected` describes the valid values.
    pub fn value<T>(
        &mut self,
        name: &str,
        expected: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let text = self.text(name)?;
        let value = parse(&text);
        if value.is_none() {
            self.problems.push(format!("{name}: expected {expected}, found '{text}'"));
        }
        value
    }

    /// Like [`Self::value`], but doesn't repeat an invalid value, which may contain a secret.
    pub fn secret<T>(
        &mut self,
        name: &str,
        expected: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let value = parse(&self.text(name)?);
        if value.is_none() {
            self.problems.push(format!("{name}: expected {expected}, found another value (not shown)"));
        }
        value
    }

    /// Like [`Self::value`], with the parser of the type.
    pub fn parsed<T: FromStr>(&mut self, name: &str, expected: &str) -> Option<T> {
        self.value(name, expected, |text| text.parse().ok())
    }

    /// Returns a number in `range`; the default if the variable is unset or, with a problem, if it is invalid.
    pub fn number<T: FromStr + PartialOrd + Display>(
        &mut self,
        name: &str,
        range: RangeInclusive<T>,
        default: T,
    ) -> T {
        let expected = format!("a number from {} to {}", range.start(), range.end());
        let parse = |text: &str| text.parse().ok().filter(|number| range.contains(number));
        self.value(name, &expected, parse).unwrap_or(default)
    }

    /// Like [`Self::value`], for a variable with a few valid texts. `choices` are pairs of a text and its value.
    pub fn choice<T: Copy>(&mut self, name: &str, choices: &[(&str, T)]) -> Option<T> {
        let texts: Vec<&str> = choices.iter().map(|(text, _)| *text).collect();
        let find = |text: &str| choices.iter().find(|(choice, _)| *choice == text).map(|(_, value)| *value);
        self.value(name, &texts.join(" or "), find)
    }

    /// Returns an http or https URL without a path.
    pub fn http_url(&mut self, name: &str) -> Option<Url> {
        let expected = "an http or https address without user, path, query or a dot at the end of its host";
        self.value(name, expected, |text| Url::parse(text).ok().filter(is_origin))
    }
}

/// Returns whether the URL has only scheme, host and port. Refuses a host with a dot at its end, which browsers treat as another
/// host.
fn is_origin(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
        && url.as_str() == format!("{}/", url.origin().ascii_serialization())
        && !url.host_str().is_some_and(|host| host.ends_with('.'))
}
