//! How long personal data is stored: the periods of all features, which administrators can change, and the job that erases
//! expired data.

pub mod admin;

use chrono::TimeDelta;

use super::registry;
use crate::{
    app::App,
    foundation::personal_data::retention::{Periods, RetentionRule, store},
    platform::error::Result,
};

/// Returns the rules of all features.
pub fn rules() -> impl Iterator<Item = &'static RetentionRule> {
    registry::PERSONAL_DATA.iter().flat_map(|data| data.retention)
}

/// Erases the records that have expired by a rule, and records the run. Does nothing if the rule is off.
pub async fn run(app: &App, rule: &RetentionRule) -> Result<()> {
    let Some(days) = Periods::read(app.db.reader()).await?.of(rule) else { return Ok(()) };
    let now = app.clock.now();
    let erased = (rule.erase)(app, now - TimeDelta::days(days.into())).await?;
    let tx = app.db.begin().await?;
    store::record_run(&*tx, rule.key, erased, now).await?;
    tx.commit().await?;
    if erased > 0 {
        tracing::info!(rule = rule.key, erased, "expired personal data erased");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::pages::retention_rules;

    #[test]
    fn legal_texts_know_the_periods_of_all_rules_except_unused_pictures() {
        let keys = |rules: Vec<&RetentionRule>| rules.iter().map(|rule| rule.key).collect::<Vec<_>>();
        let expected = rules().filter(|rule| rule.key != "unused_pictures");
        assert_eq!(keys(retention_rules()), keys(expected.collect()));
    }
}
