//! How long personal data is stored: the periods of all features, which administrators can change, and the job that erases
//! expired data.

pub mod admin;
mod store;

use std::collections::BTreeMap;

use chrono::TimeDelta;
use sea_orm::ConnectionTrait;

use super::registry;
use crate::{app::App, foundation::personal_data::retention::RetentionRule, platform::error::Result};

/// Key of the period for which the company stores backups. The program only states it in certificates.
pub const BACKUPS: &str = "backups";
const DEFAULT_BACKUP_DAYS: u32 = 30;

/// Returns the rules of all features.
pub fn rules() -> impl Iterator<Item = &'static RetentionRule> {
    registry::PERSONAL_DATA.iter().flat_map(|data| data.retention)
}

/// Erases the records that have expired by a rule, and records the run. Does nothing if the rule is off.
pub async fn run(app: &App, rule: &RetentionRule) -> Result<()> {
    let periods = store::periods(app.db.reader()).await?;
    let Some(days) = period(&periods, rule.key, rule.default_days) else { return Ok(()) };
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

/// Returns the period in days that administrators have set, or the default. `None` if nothing is erased.
fn period(set: &BTreeMap<String, Option<u32>>, key: &str, default: Option<u32>) -> Option<u32> {
    set.get(key).copied().unwrap_or(default)
}

/// Returns for how many days the company stores backups; 0 without backups.
pub(super) async fn backup_days(connection: &impl ConnectionTrait) -> Result<u32> {
    let periods = store::periods(connection).await?;
    Ok(periods.get(BACKUPS).copied().flatten().unwrap_or(DEFAULT_BACKUP_DAYS))
}
