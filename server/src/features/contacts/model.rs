//! A contact request and what is asked of it.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    promise::{Calendar, wording::Deadline},
    triage::Handling,
};
use crate::platform::{
    clock::Timestamp,
    error::Result,
    hidden_field::Hint,
    parse::Fields,
    phone::{formatted, national_digits},
    text,
};

pub const NO_SERVICE: &str = "Não informado";
/// Services that say nothing about what somebody needs.
pub const NO_SUBJECT: [&str; 2] = [NO_SERVICE, "Outro"];
const SERVICE_LINE: &str = "Serviço de interesse: ";
pub const MAX_NAME: usize = 120;
pub const MAX_COMPANY: usize = 160;
pub const MAX_MESSAGE: usize = 6000;
/// Longer than any service there is to choose.
const MAX_SERVICE: usize = 80;
/// Digits of the shortest number that tells one person from another.
const PHONE_SHORTEST: usize = 8;
/// Nobody fills in six fields in less; programs do.
const FASTEST_HUMAN_MS: f64 = 2500.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum ContactStatus {
    /// 'Novo': nobody has opened it.
    New,
    /// 'Lido'
    Read,
    /// 'Respondido'
    Replied,
    /// 'Arquivado'
    Archived,
}

impl ContactStatus {
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::New => "Novo",
            Self::Read => "Lido",
            Self::Replied => "Respondido",
            Self::Archived => "Arquivado",
        }
    }

    /// For the sender: the labels for staff would reveal that the contact is unread or archived.
    #[must_use]
    pub fn visitor_label(self) -> &'static str {
        match self {
            Self::New => "Recebido",
            Self::Read => "Em análise",
            Self::Replied => "Respondido",
            Self::Archived => "Encerrado",
        }
    }
}

/// An answer by e-mail that the mail server has not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum AnswerDelivery {
    /// 'Resposta na fila': it waits to be sent.
    Queued,
    /// 'Não entregue': it was rejected or given up.
    Failed,
}

/// A contact request as staff see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Contact {
    pub id: Uuid,
    pub name: String,
    pub email: String,
    pub phone: String,
    pub company: String,
    /// A first line 'Serviço de interesse: …', a blank line, then what the visitor wrote.
    pub message: String,
    pub status: ContactStatus,
    pub created_at: DateTime<Utc>,
    /// Looks like spam: kept apart, never dropped.
    pub quarantined: bool,
    /// When it was put in the trash; it is gone for good 30 days later.
    #[schema(required)]
    pub deleted_at: Option<DateTime<Utc>>,
    /// The member of staff who sees to it.
    #[schema(required)]
    pub assigned_to: Option<Uuid>,
    /// When it was first answered.
    #[schema(required)]
    pub answered_at: Option<DateTime<Utc>>,
    /// How the promise of an answer stands; nothing once nobody waits for one any more.
    #[schema(required)]
    pub promise: Option<Promise>,
    /// The newest answer by e-mail, if the mail server has not accepted it: the contact still waits.
    #[schema(required)]
    pub delivery: Option<AnswerDelivery>,
    /// Until when an answer was promised.
    #[serde(skip)]
    pub due_at: Option<DateTime<Utc>>,
    /// The same, as long as somebody waits.
    #[serde(skip)]
    pub waits_until: Option<DateTime<Utc>>,
    /// Its mails were queued; those of a suspected contact wait until it is released.
    #[serde(skip)]
    pub announced: bool,
}

/// Of an answer that somebody waits for.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Promise {
    /// 24 hours after the contact came in, days without business hours not counted.
    pub due_at: DateTime<Utc>,
    /// The same in words, seen from now: 'hoje, 18h', 'terça, 9h30', '24/11, 18h'.
    pub due_text: String,
    pub is_late: bool,
    /// Business hours until then, in minutes; 0 when it is late.
    pub minutes_left: u32,
}

impl Promise {
    #[must_use]
    pub fn of(contact: &Contact, calendar: &Calendar, now: Timestamp) -> Option<Self> {
        let is_received = contact.deleted_at.is_none() && !contact.quarantined;
        let due_at = contact.waits_until.filter(|_| is_received)?;
        let left = calendar.open_between(now, due_at).num_minutes();
        let due_text = Deadline::at(due_at).relative(now);
        Some(Self { due_at, due_text, is_late: due_at < now, minutes_left: u32::try_from(left).unwrap_or(0) })
    }
}

impl ContactStatus {
    /// Has nobody replied to it or put it aside?
    #[must_use]
    pub fn is_waiting(self) -> bool {
        matches!(self, Self::New | Self::Read)
    }
}

/// By what contacts of the same person are told: the address without case, and the digits of the number without the
/// country code of Brazil and the zero before an area code. Empty for what tells nothing.
#[must_use]
pub fn person_keys(email: &str, phone: &str) -> (String, String) {
    let phone = national_digits(phone);
    let phone = if phone.len() < PHONE_SHORTEST { String::new() } else { phone };
    (email.trim().to_lowercase(), phone)
}

/// What a visitor sends. A `status` may come with it and is ignored: what comes in is new.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct ContactInput {
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub email: String,
    #[serde(default)]
    pub phone: String,
    #[serde(default)]
    pub company: String,
    #[serde(default)]
    pub message: String,
    /// Hidden from people: only robots fill it in. No value of it is refused.
    #[serde(default)]
    #[schema(value_type = serde_json::Value)]
    pub website: Hint,
    /// Milliseconds from when the form was shown to when it was sent. Any other value is ignored.
    #[serde(default)]
    #[schema(value_type = serde_json::Value)]
    pub elapsed_ms: Hint,
}

#[derive(Debug)]
pub struct NewContact {
    pub details: Details,
    pub quarantined: bool,
}

/// The fields a person filled in, valid.
#[derive(Clone, Debug)]
pub struct Details {
    pub name: String,
    pub email: String,
    pub phone: String,
    pub company: String,
    pub message: String,
}

impl Details {
    pub fn parse(name: &str, email: &str, phone: &str, company: &str, message: &str) -> Result<Self> {
        let mut fields = Fields::default();
        let details = Self {
            name: fields.required_line("name", name, MAX_NAME),
            company: fields.required_line("company", company, MAX_COMPANY),
            email: fields.required_email("email", email),
            phone: formatted(&fields.required_full_phone("phone", phone)),
            message: fields.required_text("message", message, MAX_MESSAGE),
        };
        fields.finish(details)
    }

    /// What the `search` column holds of it.
    #[must_use]
    pub fn search(&self) -> String {
        text::fold(&[&*self.name, &*self.email, &*self.company, &*self.phone, &*self.message].join(" "))
    }

    /// What the `service` column holds of it, to count by.
    #[must_use]
    pub fn service(&self) -> String {
        let service = split_message(&self.message).0.trim();
        if service.is_empty() { NO_SERVICE.to_owned() } else { service.chars().take(MAX_SERVICE).collect() }
    }
}

impl NewContact {
    pub fn parse(input: &ContactInput) -> Result<Self> {
        let details =
            Details::parse(&input.name, &input.email, &input.phone, &input.company, &input.message)?;
        // A negative time is that of a clock that was set back.
        let elapsed = input.elapsed_ms.number();
        let too_fast = elapsed.is_some_and(|elapsed| (0.0..FASTEST_HUMAN_MS).contains(&elapsed));
        Ok(Self { details, quarantined: too_fast || input.website.is_filled() })
    }
}

/// The message as it is stored: the service of interest, a blank line, what the visitor wrote.
#[must_use]
pub fn compose_message(service: &str, message: &str) -> String {
    let service = if service.is_empty() { NO_SERVICE } else { service };
    format!("{SERVICE_LINE}{service}\n\n{message}")
}

/// What staff change; fields left out keep their value.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct ContactChange {
    pub name: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub company: Option<String>,
    pub message: Option<String>,
    pub status: Option<ContactStatus>,
    pub quarantined: Option<bool>,
    /// A member of staff; null for nobody.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<Uuid>)]
    pub assigned_to: Option<Option<Uuid>>,
}

/// Tells a field that is null from one that is left out.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

impl Contact {
    #[must_use]
    pub fn details(&self) -> Details {
        Details {
            name: self.name.clone(),
            email: self.email.clone(),
            phone: self.phone.clone(),
            company: self.company.clone(),
            message: self.message.clone(),
        }
    }
}

impl ContactChange {
    /// What staff have done about the contact after the change. `is_mailed`: an answer was sent from the panel.
    #[must_use]
    pub fn handling(&self, current: &Contact, is_mailed: bool, now: Timestamp) -> Handling {
        let mut handling = Handling::of(current);
        handling.quarantined = self.quarantined.unwrap_or(current.quarantined);
        handling.assigned_to = self.assigned_to.unwrap_or(current.assigned_to);
        match self.status {
            Some(status) => handling.with_status(status, current, is_mailed, now),
            None => handling,
        }
    }

    /// The details after the change; checked only if one of them changes, so that an old record's status can.
    pub fn details(&self, current: &Contact) -> Result<Details> {
        let new = |change: &Option<String>, current: &str| change.as_deref().unwrap_or(current).to_owned();
        let details = Details {
            name: new(&self.name, &current.name),
            email: new(&self.email, &current.email),
            phone: new(&self.phone, &current.phone),
            company: new(&self.company, &current.company),
            message: new(&self.message, &current.message),
        };
        let touched = [&self.name, &self.email, &self.phone, &self.company, &self.message];
        if touched.iter().all(|change| change.is_none()) {
            return Ok(details);
        }
        Details::parse(&details.name, &details.email, &details.phone, &details.company, &details.message)
    }
}

/// How many contacts each folder has.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ContactSummary {
    pub inbox: u64,
    /// Of those, the ones nobody has opened.
    pub new: u64,
    /// And the ones whose promised answer is late.
    pub late: u64,
    pub spam: u64,
    pub trash: u64,
}

/// The service and the words of a stored message.
#[must_use]
pub fn split_message(message: &str) -> (&str, &str) {
    let parts = message.strip_prefix(SERVICE_LINE).and_then(|rest| rest.split_once("\n\n"));
    parts.unwrap_or((NO_SERVICE, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input() -> ContactInput {
        ContactInput {
            name: "João Silva".into(),
            email: "joao@exemplo.com.br".into(),
            phone: "(11) 98765-4321".into(),
            company: "Padaria Sol".into(),
            message: "Preciso de ajuda.".into(),
            ..ContactInput::default()
        }
    }

    #[test]
    fn a_message_names_its_service_or_none() {
        for (message, expected) in [
            ("Serviço de interesse: Suporte Técnico\n\nOi.", "Suporte Técnico"),
            ("Serviço de interesse: \n\nOi.", "Não informado"),
            ("Oi, preciso de ajuda.", "Não informado"),
            (&*format!("Serviço de interesse: {}\n\nOi.", "é".repeat(500)), &*"é".repeat(80)),
        ] {
            let details = NewContact::parse(&ContactInput { message: message.into(), ..input() });
            assert_eq!(details.expect("valid").details.service(), expected);
        }
    }

    #[test]
    fn one_person_is_told_whatever_they_write_like() {
        let key = ("ana@exemplo.com.br".to_owned(), "11987654321".to_owned());
        for (email, phone) in [
            ("ana@exemplo.com.br", "(11) 98765-4321"),
            (" Ana@Exemplo.com.br", "+55 11 98765-4321"),
            ("ANA@EXEMPLO.COM.BR", "5511987654321"),
            ("ana@exemplo.com.br", "011 98765-4321"),
        ] {
            assert_eq!(person_keys(email, phone), key);
        }
        assert_eq!(person_keys("", "55"), (String::new(), String::new()));
        assert_eq!(person_keys("", "+351 912 345 678").1, "351912345678");
        assert_eq!(person_keys("", "(55) 3222-1234").1, "5532221234", "an area code of Brazil");
    }

    #[test]
    fn programs_are_quarantined_and_people_are_not() {
        let quarantined = |change: fn(&mut ContactInput)| {
            let mut input = input();
            change(&mut input);
            NewContact::parse(&input).expect("valid").quarantined
        };
        assert!(!quarantined(|_| {}));
        assert!(!quarantined(|input| input.elapsed_ms = 20_000.into()));
        assert!(quarantined(|input| input.elapsed_ms = 300.into()));
        assert!(quarantined(|input| input.website = "http://spam".into()));
    }

    #[test]
    fn the_message_starts_with_the_service() {
        assert_eq!(compose_message("Outro", "Oi"), "Serviço de interesse: Outro\n\nOi");
        assert_eq!(compose_message("", "Oi"), "Serviço de interesse: Não informado\n\nOi");
        assert_eq!(split_message(&compose_message("Outro", "Oi\n\ntchau")), ("Outro", "Oi\n\ntchau"));
        assert_eq!(split_message("Oi\n\ntchau"), ("Não informado", "Oi\n\ntchau"));
    }
}
