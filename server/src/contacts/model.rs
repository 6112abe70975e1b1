//! A contact request and what is asked of it.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::kit::{error::Result, parse::Fields, text};

const NO_SERVICE: &str = "Não informado";
const SERVICE_LINE: &str = "Serviço de interesse: ";
const MESSAGE_MAX: usize = 6000;
/// Longer than any service there is to choose.
const SERVICE_MAX: usize = 80;
/// The hours in which every visitor is promised an answer.
pub const PROMISED_HOURS: u16 = 24;
/// Nobody fills in six fields in less; programs do.
const FASTEST_HUMAN_MS: u64 = 2500;

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
}

/// A contact request as its sender gets it back.
#[derive(Serialize, ToSchema)]
pub struct ContactReceipt {
    pub id: Uuid,
    pub name: String,
    pub email: String,
    pub phone: String,
    pub company: String,
    pub message: String,
    pub status: ContactStatus,
    pub created_at: DateTime<Utc>,
}

impl From<Contact> for ContactReceipt {
    fn from(contact: Contact) -> Self {
        let Contact { id, name, email, phone, company, message, created_at, .. } = contact;
        Self { id, name, email, phone, company, message, status: ContactStatus::New, created_at }
    }
}

/// A contact request as the account that sent it sees it.
#[derive(Serialize, ToSchema)]
pub struct OwnContact {
    pub id: Uuid,
    /// What it was about; 'Não informado' when that was left open.
    pub service: String,
    pub message: String,
    pub status: ContactStatus,
    /// 'Novo', 'Lido', 'Respondido' or 'Arquivado'.
    pub status_label: String,
    pub created_at: DateTime<Utc>,
}

impl From<Contact> for OwnContact {
    fn from(contact: Contact) -> Self {
        let Contact { id, message, status, created_at, .. } = contact;
        let (service, message) = split_message(&message);
        let (service, message) = (service.to_owned(), message.to_owned());
        Self { id, service, message, status, status_label: status.label().to_owned(), created_at }
    }
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
    /// Hidden from people; whoever fills it in is a program.
    #[serde(default)]
    pub website: String,
    /// Milliseconds from when the form was shown to when it was sent.
    #[serde(default)]
    pub elapsed_ms: Option<u64>,
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
            name: fields.required_line("name", name, 120),
            company: fields.required_line("company", company, 160),
            email: fields.required_email("email", email),
            phone: fields.required_full_phone("phone", phone),
            message: fields.required_text("message", message, MESSAGE_MAX),
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
        if service.is_empty() { NO_SERVICE.to_owned() } else { service.chars().take(SERVICE_MAX).collect() }
    }
}

impl NewContact {
    pub fn parse(input: &ContactInput) -> Result<Self> {
        let details =
            Details::parse(&input.name, &input.email, &input.phone, &input.company, &input.message)?;
        let too_fast = input.elapsed_ms.is_some_and(|elapsed| elapsed < FASTEST_HUMAN_MS);
        Ok(Self { details, quarantined: too_fast || !input.website.trim().is_empty() })
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
}

impl ContactChange {
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Folder {
    /// What people sent.
    #[default]
    Inbox,
    /// What looks like spam.
    Spam,
    /// Deleted in the last 30 days.
    Trash,
}

/// Which contacts a list or an export has.
#[derive(Clone, Debug, Default, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ContactFilter {
    /// Found anywhere in name, e-mail, company, phone or message, whatever its case and accents.
    pub search: Option<String>,
    pub status: Option<ContactStatus>,
    #[serde(default)]
    pub folder: Folder,
}

/// How many contacts each folder has.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ContactSummary {
    pub inbox: u64,
    /// Of those, the ones nobody has opened.
    pub new: u64,
    pub spam: u64,
    pub trash: u64,
}

/// How many contacts have a status.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StatusCount {
    pub status: ContactStatus,
    pub count: u64,
}

/// How many contacts are about a service.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ServiceCount {
    pub service: String,
    pub count: u64,
}

/// The contacts that nobody has replied to or archived yet.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingContacts {
    pub count: u64,
    /// Of those, the ones that have waited longer than was promised.
    pub late: u64,
    /// In how many hours an answer is promised.
    pub promised_hours: u16,
    /// The one that has waited longest.
    #[schema(required)]
    pub oldest: Option<WaitingContact>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingContact {
    pub id: Uuid,
    pub name: String,
    pub company: String,
    pub created_at: DateTime<Utc>,
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
    fn programs_are_quarantined_and_people_are_not() {
        let quarantined = |change: fn(&mut ContactInput)| {
            let mut input = input();
            change(&mut input);
            NewContact::parse(&input).expect("valid").quarantined
        };
        assert!(!quarantined(|_| {}));
        assert!(!quarantined(|input| input.elapsed_ms = Some(20_000)));
        assert!(quarantined(|input| input.elapsed_ms = Some(300)));
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
