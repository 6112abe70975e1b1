//! The stage, the value and the outcome of a contact, and changes of them.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::{
    features::contacts::{
        limits::{MAX_LOST_TEXT, MAX_VALUE_CENTS},
        model::Contact,
    },
    foundation::audit::Event,
    platform::{
        clock::Timestamp,
        error::Result,
        parse::{Fields, null_or_value, time},
    },
};

/// Stage of a contact on the way to a sale. `new`: without a reply. `talking`: replied to. `proposal`: has received a proposal. `won`:
/// became a customer. `lost`: did not become a customer. The first three are open; the others are outcomes.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumIter,
    DeriveActiveEnum,
)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum ContactStage {
    #[default]
    New,
    Talking,
    Proposal,
    Won,
    Lost,
}

impl ContactStage {
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::New => "Novo",
            Self::Talking => "Em conversa",
            Self::Proposal => "Proposta",
            Self::Won => "Ganho",
            Self::Lost => "Perdido",
        }
    }

    /// Returns a number that rises with each stage on the way to a sale. A lost contact is not on the way.
    #[must_use]
    pub const fn progress(self) -> u8 {
        match self {
            Self::New | Self::Lost => 0,
            Self::Talking => 1,
            Self::Proposal => 2,
            Self::Won => 3,
        }
    }

    /// Returns whether the contact has no outcome.
    #[must_use]
    pub const fn is_open(self) -> bool {
        !matches!(self, Self::Won | Self::Lost)
    }
}

/// Why a contact did not become a customer. `price`: too expensive. `no_answer`: the person didn't write again. `competitor`: chose
/// another company. `out_of_scope`: wanted something that the company doesn't offer. `no_budget`: has no money for it. `other`:
/// see the text.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum,
)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum LostReason {
    Price,
    NoAnswer,
    Competitor,
    OutOfScope,
    NoBudget,
    Other,
}

impl LostReason {
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Price => "Preço",
            Self::NoAnswer => "Sem retorno",
            Self::Competitor => "Escolheu concorrente",
            Self::OutOfScope => "Fora do escopo",
            Self::NoBudget => "Sem orçamento",
            Self::Other => "Outro",
        }
    }
}

/// Stage, value and outcome of a contact.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Deal {
    pub stage: ContactStage,
    /// Time of the last change of the stage. For a contact with an outcome, the time of the outcome.
    pub stage_changed_at: DateTime<Utc>,
    /// The open stage before the outcome; null without an outcome.
    #[schema(required)]
    pub closed_from: Option<ContactStage>,
    /// Expected or agreed value in cents of a real; null if it is unknown.
    #[schema(required)]
    pub value_cents: Option<i64>,
    /// Why the contact was lost; null in other stages.
    #[schema(required)]
    pub lost_reason: Option<LostReason>,
    /// Details of the reason; may be empty.
    pub lost_text: String,
}

impl Deal {
    /// Returns the deal after a reply. A new contact moves to `talking`. Other stages don't change.
    #[must_use]
    pub fn with_reply(self, now: Timestamp) -> Self {
        if self.stage != ContactStage::New {
            return self;
        }
        Self { stage: ContactStage::Talking, stage_changed_at: now, ..self }
    }

    /// Returns whether the contact was won or lost after `time`, and has not been reopened.
    #[must_use]
    pub fn is_closed_since(&self, time: Timestamp) -> bool {
        self.closed_from.is_some() && self.stage_changed_at >= time
    }

    /// Returns the furthest stage that the contact has reached. That of a lost contact is the stage from which it was lost.
    #[must_use]
    pub fn reached(stage: ContactStage, closed_from: Option<ContactStage>) -> ContactStage {
        if stage == ContactStage::Lost { closed_from.unwrap_or_default() } else { stage }
    }

    /// Adds the change from `before` to an audit event. The text of the reason is left out, because an erasure deletes it, but
    /// audit events are permanent. An event about a won contact always has its value.
    #[must_use]
    pub fn audited(&self, before: &Self, event: Event) -> Event {
        let fields = |deal: &Self| {
            let Self { stage, value_cents, lost_reason, .. } = deal;
            json!({"stage": stage, "value_cents": value_cents, "lost_reason": lost_reason})
        };
        let (mut former, present) = (fields(before), fields(self));
        let is_won_now = self.stage == ContactStage::Won && before.stage != ContactStage::Won;
        if let Some(fields) = former.as_object_mut().filter(|_| is_won_now) {
            fields.remove("value_cents");
        }
        event.changed(&former, &present)
    }
}

/// A change of the stage, the value or the outcome. Omitted fields keep their value.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct StageChange {
    pub stage: Option<ContactStage>,
    /// Value in cents of a real; null removes it.
    #[serde(default, deserialize_with = "null_or_value")]
    #[schema(value_type = Option<i64>)]
    pub value_cents: Option<Option<i64>>,
    /// Required for the stage `lost`. Ignored in other stages.
    pub lost_reason: Option<LostReason>,
    /// Ignored in stages other than `lost`.
    pub lost_text: Option<String>,
    /// For an undo: the former time of the last change. Without it, a change of the stage sets the present time.
    #[serde(default, deserialize_with = "time")]
    pub stage_changed_at: Option<DateTime<Utc>>,
    /// For an undo: the former open stage before the outcome. Ignored in open stages.
    pub closed_from: Option<ContactStage>,
}

impl StageChange {
    /// Returns the deal of `contact` after the change. Refuses all invalid fields at once.
    pub fn applied_to(&self, contact: &Contact, now: Timestamp) -> Result<Deal> {
        let current = &contact.deal;
        let mut fields = Fields::default();
        let stage = self.stage.unwrap_or(current.stage);
        let is_changed = stage != current.stage;
        let value_cents = self.value_cents.unwrap_or(current.value_cents);
        if value_cents.is_some_and(|value| !(0..=MAX_VALUE_CENTS).contains(&value)) {
            fields.refuse("value_cents", "Use um valor de R$ 0,00 a R$ 999.999.999,99.");
        }
        let lost_text =
            fields.line("lost_text", self.lost_text.as_deref().unwrap_or(&current.lost_text), MAX_LOST_TEXT);
        let is_lost = stage == ContactStage::Lost;
        let lost_reason = self.lost_reason.or(current.lost_reason).filter(|_| is_lost);
        if is_lost && lost_reason.is_none() {
            fields.refuse("lost_reason", "Escolha o motivo.");
        }
        let open_before = if current.stage.is_open() { Some(current.stage) } else { current.closed_from };
        let closed_from = self.closed_from.filter(|stage| stage.is_open()).or(open_before);
        // `clamp` would panic for a contact that was created while the clock was ahead.
        let restored_at = self.stage_changed_at.map(|time| time.max(contact.created_at).min(now));
        fields.finish(Deal {
            stage,
            stage_changed_at: restored_at.unwrap_or(if is_changed { now } else { current.stage_changed_at }),
            closed_from: closed_from.filter(|_| !stage.is_open()),
            value_cents,
            lost_reason,
            lost_text: if is_lost { lost_text } else { String::new() },
        })
    }
}
