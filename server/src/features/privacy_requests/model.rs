//! Requests about personal data: their kinds, states and deadlines.

use chrono::{DateTime, Days, NaiveDate, Utc};
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    foundation::audit::{Action, Event},
    platform::{
        clock::Timestamp,
        error::{Error, Result},
        http::hidden_field::HiddenField,
        id,
        parse::Fields,
        text::{self, date},
    },
};

/// Number of days within which a request must be answered (LGPD, article 19, II), counted from the day on which it was
/// sent.
pub const DAYS_TO_ANSWER: u64 = 15;
/// A request is due soon if its last day for the answer is today or one of this number of following days.
pub const DUE_SOON_DAYS: u64 = 3;

pub const MAX_NAME: usize = 120;
pub const MAX_MESSAGE: usize = 4000;
pub const MAX_REASON: usize = 1000;
pub const MAX_NOTE: usize = 4000;
pub const MAX_REPLY: usize = 20_000;

/// Characters of protocols. Similar characters are left out, and vowels too, so that protocols contain no words.
const PROTOCOL_CHARS: &[u8; 28] = b"23456789BCDFGHJKMNPQRSTVWXYZ";
const PROTOCOL_HALF: usize = 4;

/// What a person asks for (LGPD, article 18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum PrivacyRequestKind {
    /// Confirmation that data is processed, and access to it.
    Access,
    Correction,
    /// Deletion, anonymization or blocking.
    Deletion,
    Portability,
    /// Information about the recipients of the data, and about the right to refuse consent.
    Information,
    /// Revocation of a consent.
    Revocation,
    Opposition,
}

impl PrivacyRequestKind {
    pub const ALL: [Self; 7] = [
        Self::Access,
        Self::Correction,
        Self::Deletion,
        Self::Portability,
        Self::Information,
        Self::Revocation,
        Self::Opposition,
    ];

    /// Returns the value in JSON and in forms.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Access => "access",
            Self::Correction => "correction",
            Self::Deletion => "deletion",
            Self::Portability => "portability",
            Self::Information => "information",
            Self::Revocation => "revocation",
            Self::Opposition => "opposition",
        }
    }

    /// Returns the label in mail and for staff.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Access => "Acesso aos dados",
            Self::Correction => "Correção de dados",
            Self::Deletion => "Exclusão de dados",
            Self::Portability => "Portabilidade",
            Self::Information => "Informação sobre o uso",
            Self::Revocation => "Revogação do consentimento",
            Self::Opposition => "Oposição ao uso",
        }
    }

    fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }
}

/// Progress of a request. `unconfirmed`: the sender has not confirmed the email address. `open`, `in_progress`: waits for an
/// answer. `done`: answered. `refused`: refused with a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum PrivacyRequestState {
    Unconfirmed,
    Open,
    InProgress,
    Done,
    Refused,
}

impl PrivacyRequestState {
    /// Returns the states of a stage.
    #[must_use]
    pub fn of(stage: PrivacyRequestStage) -> &'static [Self] {
        match stage {
            PrivacyRequestStage::Open => &[Self::Open, Self::InProgress],
            PrivacyRequestStage::Unconfirmed => &[Self::Unconfirmed],
            PrivacyRequestStage::Closed => &[Self::Done, Self::Refused],
        }
    }

    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, Self::Open | Self::InProgress)
    }

    #[must_use]
    pub fn is_closed(self) -> bool {
        matches!(self, Self::Done | Self::Refused)
    }
}

/// Stage of requests. `open`: requests in the state `open` or `in_progress`. `unconfirmed`: requests in this state. `closed`:
/// requests in the state `done` or `refused`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PrivacyRequestStage {
    #[default]
    Open,
    Unconfirmed,
    Closed,
}

/// A request about personal data, as administrators see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PrivacyRequest {
    pub id: Uuid,
    /// Random number that identifies the request, such as `7KQ2-M4XT`.
    pub protocol: String,
    pub kind: PrivacyRequestKind,
    /// Empty after the person's data was erased.
    pub name: String,
    /// Lowercase. Empty after the person's data was erased.
    pub email: String,
    /// What the person wrote; may be empty.
    pub message: String,
    pub state: PrivacyRequestState,
    /// Why the request was refused; empty for other states.
    pub reason: String,
    /// Internal note; may be empty.
    pub note: String,
    /// Time at which the form was sent. The deadline counts from its day.
    pub created_at: DateTime<Utc>,
    /// Time at which the sender used the confirmation link; null before. Also null if an administrator opened the request
    /// without the confirmation.
    #[schema(required)]
    pub confirmed_at: Option<DateTime<Utc>>,
    /// Time at which the request was answered or refused; null until then.
    #[schema(required)]
    pub closed_at: Option<DateTime<Utc>>,
    pub updated_at: DateTime<Utc>,
    /// Last day for the answer, in São Paulo.
    pub due_on: NaiveDate,
    /// Days until the last day for the answer, negative after it; null unless the request waits for an answer.
    #[schema(required)]
    pub days_left: Option<i64>,
}

impl PrivacyRequest {
    /// Returns an audit event about the request. It identifies the request by the protocol, because the event can outlive the
    /// person's data.
    #[must_use]
    pub fn event(&self, action: Action) -> Event {
        Event::new(action).on(self.id, &self.protocol)
    }

    /// Returns the request with [`PrivacyRequest::days_left`] calculated for a time.
    #[must_use]
    pub fn at(self, now: Timestamp) -> Self {
        let left = (self.due_on - date::day_of(now)).num_days();
        Self { days_left: self.state.is_open().then_some(left), ..self }
    }

    /// Returns the last day for the answer to a request that was sent at a time.
    #[must_use]
    pub fn due_on(created_at: Timestamp) -> NaiveDate {
        date::day_of(created_at) + Days::new(DAYS_TO_ANSWER)
    }
}

/// Returns the time that separates requests by their deadline: the last day of requests sent before it is earlier than
/// `days` days from today.
#[must_use]
pub fn creation_bound(now: Timestamp, days: u64) -> Option<Timestamp> {
    date::start_of(date::day_of(now) + Days::new(days) - Days::new(DAYS_TO_ANSWER))
}

/// Numbers of requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PrivacyRequestSummary {
    /// Requests that wait for an answer.
    pub open: u64,
    /// Open requests whose last day is today or one of the next three days.
    pub due_soon: u64,
    /// Open requests whose last day has passed.
    pub overdue: u64,
    /// Requests whose sender has not confirmed the email address.
    pub unconfirmed: u64,
    /// Answered and refused requests.
    pub closed: u64,
}

/// Filter of a list of requests.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PrivacyRequestFilter {
    /// Text within protocol, name or email. Case and accents are ignored.
    pub search: Option<String>,
    /// Stage of the requests to list. Default: `open`.
    #[serde(default)]
    pub stage: PrivacyRequestStage,
}

/// A change of a request. Omitted fields keep their value.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct PrivacyRequestChange {
    /// Any state except `unconfirmed`, which only an unconfirmed request can keep.
    pub state: Option<PrivacyRequestState>,
    /// Reason of the refusal. Required in the state `refused`; removed in other states.
    pub reason: Option<String>,
    pub note: Option<String>,
}

/// The fields that administrators edit, parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    pub state: PrivacyRequestState,
    pub reason: String,
    pub note: String,
}

impl Progress {
    /// Returns the fields of a request.
    #[must_use]
    pub fn of(request: &PrivacyRequest) -> Self {
        Self { state: request.state, reason: request.reason.clone(), note: request.note.clone() }
    }

    /// Parses a change of a request.
    pub fn parse(change: &PrivacyRequestChange, current: &PrivacyRequest) -> Result<Self> {
        let mut fields = Fields::default();
        let state = change.state.unwrap_or(current.state);
        if state == PrivacyRequestState::Unconfirmed && current.state != state {
            fields.refuse("state", "Um pedido confirmado não volta a aguardar confirmação.");
        }
        let reason = change.reason.as_deref().unwrap_or(&current.reason);
        let reason = match state {
            PrivacyRequestState::Refused => fields.required_text("reason", reason, MAX_REASON),
            _ => String::new(),
        };
        let note = fields.text("note", change.note.as_deref().unwrap_or(&current.note), MAX_NOTE);
        fields.finish(Self { state, reason, note })
    }
}

/// The form as a browser sends it.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct PrivacyRequestInput {
    #[serde(default)]
    pub kind: String,
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub email: String,
    #[serde(default)]
    pub message: String,
    /// Hidden field that only robots and extensions of browsers fill in. A filled one is refused.
    #[serde(default)]
    pub website: HiddenField,
}

const FILLED_HIDDEN_FIELD: &str = "Um programa ou extensão do seu navegador preencheu um campo oculto deste formulário. Ele já está vazio: \
     envie de novo.";

/// A valid request from the form.
#[derive(Clone, Debug)]
pub struct NewPrivacyRequest {
    pub kind: PrivacyRequestKind,
    pub name: String,
    /// Lowercase.
    pub email: String,
    pub message: String,
}

impl NewPrivacyRequest {
    /// Parses the form. Refuses all invalid fields at once.
    pub fn parse(input: &PrivacyRequestInput) -> Result<Self> {
        let mut fields = Fields::default();
        let kind = PrivacyRequestKind::parse(&input.kind);
        if kind.is_none() {
            fields.refuse("kind", "Escolha o que você quer pedir.");
        }
        let name = fields.required_line("name", &input.name, MAX_NAME);
        let email = fields.required_email("email", &input.email).to_lowercase();
        let message = fields.text("message", &input.message, MAX_MESSAGE);
        if input.website.is_filled() {
            fields.refuse("message", FILLED_HIDDEN_FIELD);
        }
        let kind = kind.unwrap_or(PrivacyRequestKind::Access);
        fields.finish(Self { kind, name, email, message })
    }
}

/// Returns the text of the `search` column.
#[must_use]
pub fn search_text(protocol: &str, name: &str, email: &str) -> String {
    text::fold(&[protocol, &protocol.replace('-', ""), name, email].join(" "))
}

/// Returns a random protocol, such as `7KQ2-M4XT`. It reveals nothing about the number of requests.
#[must_use]
pub fn new_protocol() -> String {
    let chars = id::random_bytes::<{ 2 * PROTOCOL_HALF }>()
        .map(|byte| char::from(PROTOCOL_CHARS[usize::from(byte) % PROTOCOL_CHARS.len()]));
    let (first, second) = chars.split_at(PROTOCOL_HALF);
    format!("{}-{}", first.iter().collect::<String>(), second.iter().collect::<String>())
}

/// Returns whether a text has the form of a protocol.
#[must_use]
pub fn is_protocol(text: &str) -> bool {
    let is_half =
        |half: &str| half.len() == PROTOCOL_HALF && half.bytes().all(|byte| PROTOCOL_CHARS.contains(&byte));
    text.split_once('-').is_some_and(|(first, second)| is_half(first) && is_half(second))
}

/// The error for a reply to a request whose sender was erased.
pub const NO_ADDRESS: Error = Error::Conflict {
    code: "person_erased",
    message: "Os dados desta pessoa foram apagados, e com eles o e-mail para o qual responder.",
};

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(text: &str) -> Timestamp {
        text.parse().expect("a moment")
    }

    #[test]
    fn only_valid_protocols_are_recognized() {
        let protocol = new_protocol();
        assert!(is_protocol(&protocol), "{protocol}");
        for other in ["", "7KQ2M4XT", "7kq2-m4xt", "7KQ2-M4X", "7KQ2-M4XA", "<b>-<i>x"] {
            assert!(!is_protocol(other), "{other}");
        }
    }

    #[test]
    fn deadline_counts_calendar_days_in_sao_paulo() {
        // 22:00 of the 19th in São Paulo.
        let sent = moment("2026-11-20T01:00:00Z");
        assert_eq!(PrivacyRequest::due_on(sent).to_string(), "2026-12-04");
        let is_overdue = |now| sent < creation_bound(moment(now), 0).expect("a day");
        assert!(!is_overdue("2026-12-05T02:59:59Z"), "the last day has not ended");
        assert!(is_overdue("2026-12-05T03:00:00Z"));
        let is_due_in_three = |now| sent < creation_bound(moment(now), DUE_SOON_DAYS + 1).expect("a day");
        assert!(!is_due_in_three("2026-12-01T02:59:59Z"), "four days are left");
        assert!(is_due_in_three("2026-12-01T03:00:00Z"));
    }
}
