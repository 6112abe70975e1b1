//! The next step of a contact: what the company does, and when.

use chrono::{NaiveDate, NaiveTime, TimeDelta};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    features::contacts::limits::MAX_STEP,
    platform::{
        clock::Timestamp,
        error::Result,
        parse::{Fields, time},
        text::date,
    },
};

/// Time of day of the reminder of a step without a time.
const REMINDER_TIME: TimeDelta = TimeDelta::hours(8);

/// What the company does next about a contact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct NextStep {
    pub text: String,
    /// Day in the time zone of São Paulo.
    pub date: NaiveDate,
    /// Time of day, such as `14:30`; null if the step is for the whole day.
    #[schema(required)]
    pub time: Option<String>,
    /// Id of the member of staff who planned the step; null if it is unknown.
    #[schema(required)]
    pub planned_by: Option<Uuid>,
    /// Start of the day, or the time on that day.
    #[serde(skip)]
    pub at: Timestamp,
}

impl NextStep {
    /// Returns the step that a contact's columns hold.
    #[must_use]
    pub fn of(
        text: Option<String>,
        at: Option<Timestamp>,
        has_time: bool,
        planned_by: Option<Uuid>,
    ) -> Option<Self> {
        let (text, at) = (text?, at?);
        let time = has_time.then(|| date::time_of(at));
        Some(Self { text, date: date::day_of(at), time, planned_by, at })
    }

    /// Returns the time of the reminder: the step's time, or 8:00 on its day.
    #[must_use]
    pub fn remind_at(&self) -> Timestamp {
        if self.time.is_some() { self.at } else { self.at + REMINDER_TIME }
    }
}

/// Input of a next step.
#[derive(Deserialize, ToSchema)]
pub struct NextStepInput {
    /// Required.
    #[serde(default)]
    pub text: String,
    /// Required. Day in the time zone of São Paulo.
    #[serde(default, deserialize_with = "time")]
    pub date: Option<NaiveDate>,
    /// Time of day, such as `14:30`; null or empty for the whole day.
    #[serde(default)]
    pub time: Option<String>,
    /// For an undo: the former id of the member of staff who planned the step. By default, the caller.
    pub planned_by: Option<Uuid>,
}

impl NextStepInput {
    /// Parses the step, which `caller` plans unless the input names another person. Refuses all invalid fields at once.
    pub fn parse(&self, caller: Uuid) -> Result<NextStep> {
        let mut fields = Fields::default();
        let text = fields.required_line("text", &self.text, MAX_STEP);
        let time = self.time.as_deref().map(str::trim).filter(|time| !time.is_empty());
        let clock_time = time.and_then(|time| NaiveTime::parse_from_str(time, "%H:%M").ok());
        if time.is_some() && clock_time.is_none() {
            fields.refuse("time", "Informe um horário, como 14:30.");
        }
        let at = match (self.date, clock_time) {
            (Some(day), Some(time)) => date::at(day, time),
            (Some(day), None) => date::start_of(day),
            (None, _) => None,
        };
        if at.is_none() {
            fields.refuse("date", "Escolha o dia.");
        }
        fields.finish(())?;
        let at = at.unwrap_or_default();
        let time = clock_time.map(|_| date::time_of(at));
        Ok(NextStep { text, date: date::day_of(at), time, planned_by: self.planned_by.or(Some(caller)), at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reminder_is_at_the_time_of_the_step_or_at_eight() {
        let remind_at = |time: Option<&str>| {
            let date = "2026-11-24".parse().ok();
            let input = NextStepInput {
                text: "Ligar".to_owned(),
                date,
                time: time.map(str::to_owned),
                planned_by: None,
            };
            input.parse(Uuid::nil()).map(|step| step.remind_at().to_string())
        };
        assert_eq!(remind_at(None).ok().as_deref(), Some("2026-11-24 11:00:00 UTC"));
        assert_eq!(remind_at(Some("14:30")).ok().as_deref(), Some("2026-11-24 17:30:00 UTC"));
        remind_at(Some("25:00")).expect_err("no such time");
    }
}
