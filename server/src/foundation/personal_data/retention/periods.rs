//! The periods that administrators have set for retention rules, and their texts in Portuguese.

use std::collections::BTreeMap;

use sea_orm::ConnectionTrait;

use super::{RetentionRule, store};
use crate::platform::error::Result;

/// Key of the period for which the company stores backups. The program only states it: in certificates and legal texts.
pub const BACKUPS: &str = "backups";
pub const DEFAULT_BACKUP_DAYS: u32 = 30;

const DAYS_OF_YEAR: u32 = 365;
/// Numbers of years in words, from one on.
const YEARS: [&str; 10] = ["um", "dois", "três", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez"];

/// The periods in days that administrators have set, by key. A rule without an entry has its default.
pub struct Periods(BTreeMap<String, Option<u32>>);

impl Periods {
    /// Reads all periods.
    pub async fn read(connection: &impl ConnectionTrait) -> Result<Self> {
        Ok(Self(store::periods(connection).await?))
    }

    /// Returns the period with this key, or the default, in days; `None` if nothing is erased.
    #[must_use]
    pub fn find(&self, key: &str, default: Option<u32>) -> Option<u32> {
        self.0.get(key).copied().unwrap_or(default)
    }

    /// Returns the period of a rule in days; `None` if nothing is erased.
    #[must_use]
    pub fn of(&self, rule: &RetentionRule) -> Option<u32> {
        self.find(rule.key, rule.default_days)
    }

    /// Returns for how many days the company stores backups; 0 without backups.
    #[must_use]
    pub fn backups(&self) -> u32 {
        self.0.get(BACKUPS).copied().flatten().unwrap_or(DEFAULT_BACKUP_DAYS)
    }

    /// Returns the facts about the periods for legal texts, such as `{retention_messages}` with `90 dias`. The text is blank if
    /// the rule is off, or if the company stores no backups.
    pub fn facts<'a>(
        &self,
        rules: impl IntoIterator<Item = &'a RetentionRule>,
    ) -> impl Iterator<Item = (String, String)> {
        let rules = rules.into_iter().map(move |rule| (rule.key, self.of(rule)));
        let backups = Some(self.backups()).filter(|days| *days > 0);
        rules
            .chain([(BACKUPS, backups)])
            .map(|(key, days)| (format!("{{retention_{key}}}"), days.map(in_words).unwrap_or_default()))
    }
}

/// Returns a period in Portuguese: `um ano`, `90 dias`.
#[must_use]
pub fn in_words(days: u32) -> String {
    match (1..).zip(YEARS).find(|(years, _)| years * DAYS_OF_YEAR == days) {
        Some((1, word)) => format!("{word} ano"),
        Some((_, word)) => format!("{word} anos"),
        None if days == 1 => "um dia".to_owned(),
        None => format!("{days} dias"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_of_whole_years_are_in_words() {
        for (days, expected) in [
            (1, "um dia"),
            (30, "30 dias"),
            (365, "um ano"),
            (366, "366 dias"),
            (1825, "cinco anos"),
            (3650, "dez anos"),
        ] {
            assert_eq!(in_words(days), expected);
        }
    }
}
