//! Endpoints of the retention periods: reading and changing them.

use axum::{
    Json,
    extract::{Path, State, rejection::PathRejection},
};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::rules;
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::extract::{Admin, StepUpRequired, SteppedUp},
        personal_data::retention::{BACKUPS, DEFAULT_BACKUP_DAYS, MAX_DAYS, Periods, RetentionRule, store},
    },
    platform::{
        db::Connection,
        error::{Error, ErrorBody, Result},
        http::JsonBody,
        parse::null_or_value,
    },
};

/// Records that expire within this time count as `due_soon`.
const SOON: TimeDelta = TimeDelta::days(30);

/// All retention periods.
#[derive(Debug, Serialize, ToSchema)]
pub struct Retention {
    /// The rules that erase personal data, and the one that moves unused pictures to the trash.
    pub rules: Vec<RetentionState>,
    /// Number of days for which the company stores backups; 0 without backups. The program only states it: in certificates of
    /// erasures, and in the default privacy policy.
    pub backup_days: u32,
}

/// A rule that erases records of one kind after a period, or moves unused pictures to the trash, and its results.
#[derive(Debug, Serialize, ToSchema)]
pub struct RetentionState {
    /// Name of the rule, such as `archived_contacts`.
    pub key: String,
    /// What is erased, in Portuguese.
    pub label: String,
    /// When the period starts and what remains, in Portuguese.
    pub text: String,
    /// The period in days; null if the rule is off and nothing is erased.
    #[schema(required)]
    pub days: Option<u32>,
    /// The default of `days`; null if the rule is off by default.
    #[schema(required)]
    pub default_days: Option<u32>,
    /// The period in days that the panel suggests while the rule is off.
    pub suggested_days: u32,
    pub min_days: u32,
    pub max_days: u32,
    /// Whether the rule can be turned off.
    pub may_be_off: bool,
    /// Time at which the rule last erased records; null if never.
    #[schema(required)]
    pub erased_at: Option<DateTime<Utc>>,
    /// Number of records that were erased at that time.
    pub erased: i64,
    /// Time at which the next record expires; null without records, or if the rule is off. An hourly job then erases the
    /// record.
    #[schema(required)]
    pub next_at: Option<DateTime<Utc>>,
    /// Number of records that expire within 30 days. If the rule is off, the suggested period is used.
    pub due_soon: u64,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct RetentionPeriod {
    /// The period in days; null turns the rule off, if its `may_be_off` is true.
    // Deserialized as a required field, so that a forgotten one doesn't turn the rule off.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    pub days: Option<u32>,
    /// The period that the caller has read; null if the rule was off. If it differs from the current period, the change is
    /// refused. If omitted, the current period isn't checked.
    #[serde(default, deserialize_with = "null_or_value")]
    #[schema(value_type = Option<u32>)]
    pub seen: Option<Option<u32>>,
}

/// Returns the periods for which personal data is stored, and what the rules have erased.
#[utoipa::path(get, path = "/api/retention", tag = "people", operation_id = "find_retention",
    responses((status = 200, body = Retention)))]
pub async fn find_retention(_: Admin, State(app): State<App>) -> Result<Json<Retention>> {
    Ok(Json(read(&app).await?))
}

async fn read(app: &App) -> Result<Retention> {
    let db = app.db.reader();
    let (periods, runs) = (Periods::read(db).await?, store::runs(db).await?);
    let mut states = Vec::new();
    for rule in rules() {
        states.push(state(app, rule, periods.of(rule), runs.get(rule.key)).await?);
    }
    Ok(Retention { rules: states, backup_days: periods.backups() })
}

async fn state(
    app: &App,
    rule: &RetentionRule,
    days: Option<u32>,
    run: Option<&store::runs::Model>,
) -> Result<RetentionState> {
    let period = TimeDelta::days(days.unwrap_or(rule.suggested_days).into());
    let expiring = (rule.find)(Connection::Reader(app.db.reader()), app.clock.now() + SOON - period).await?;
    Ok(RetentionState {
        key: rule.key.to_owned(),
        label: rule.label.to_owned(),
        text: rule.text.to_owned(),
        days,
        default_days: rule.default_days,
        suggested_days: rule.suggested_days,
        min_days: rule.min_days,
        max_days: MAX_DAYS,
        may_be_off: rule.may_be_off,
        erased_at: run.and_then(|run| run.erased_at),
        erased: run.map_or(0, |run| run.erased),
        next_at: days.and(expiring.oldest).map(|oldest| oldest + period),
        due_soon: expiring.count,
    })
}

/// Changes the period of a rule. The key `backups` changes the number of days for which the company stores backups.
#[utoipa::path(put, path = "/api/retention/{key}", tag = "people", operation_id = "update_retention",
    params(("key" = String, Path, max_length = 40, description = "The key of the rule, or `backups`")),
    request_body = RetentionPeriod,
    responses(
        (status = 200, body = Retention),
        (status = 412, description = "`precondition_failed`: the period has changed since `seen` was read", body = ErrorBody),
        StepUpRequired))]
pub async fn update_retention(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    key: Result<Path<String>, PathRejection>,
    JsonBody(RetentionPeriod { days, seen }): JsonBody<RetentionPeriod>,
) -> Result<Json<Retention>> {
    let Path(key) = key.map_err(|_| Error::NotFound)?;
    let (label, default) = if key == BACKUPS {
        check(days, 0, false)?;
        ("Cópias de segurança", Some(DEFAULT_BACKUP_DAYS))
    } else {
        let rule = rules().find(|rule| rule.key == key).ok_or(Error::NotFound)?;
        check(days, rule.min_days, rule.may_be_off)?;
        (rule.label, rule.default_days)
    };
    let mut tx = app.db.begin().await?;
    // Of two concurrent changes, the second reads the result of the first.
    tx.lock("retention periods").await?;
    let before = Periods::read(&*tx).await?.find(&key, default);
    if seen.is_some_and(|seen| seen != before) {
        return Err(Error::PreconditionFailed);
    }
    if before != days {
        // The privacy policy states the periods.
        tx.content_changed().await?;
        store::set_period(&*tx, &key, days, app.clock.now()).await?;
        let event = Event::new(Action::SettingsRetentionUpdated).on(&key, label);
        let event = event.changed(&json!({ "days": before }), &json!({ "days": days }));
        audit::record(&app, &tx, &admin.actor(), event).await?;
    }
    // Also ends a transaction without a change: `read` must not wait for a connection while this one is held.
    tx.commit().await?;
    Ok(Json(read(&app).await?))
}

/// Refuses a period that is out of range, and turning off a rule that must be on.
fn check(days: Option<u32>, min: u32, may_be_off: bool) -> Result<()> {
    match days {
        None if may_be_off => Ok(()),
        None => Err(Error::field("days", "Este prazo não pode ser desligado.")),
        Some(days) if (min..=MAX_DAYS).contains(&days) => Ok(()),
        Some(_) => Err(Error::field("days", &format!("Informe de {min} a {MAX_DAYS} dias."))),
    }
}
