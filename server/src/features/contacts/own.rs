//! A contact request as its sender sees it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    model::{Contact, ContactStatus, NO_SERVICE, NO_SUBJECT, split_message},
    promise::{Calendar, wording::Deadline},
};
use crate::platform::clock::Timestamp;

/// The most characters of a title made from a message.
const MAX_TITLE: usize = 60;

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
    /// Until when it is answered, in words: 'terça-feira, 24/11, às 18h'.
    pub deadline: String,
}

impl ContactReceipt {
    #[must_use]
    pub fn new(contact: Contact, calendar: &Calendar) -> Self {
        let deadline = Deadline::at(calendar.due_of(&contact)).full();
        let Contact { id, name, email, phone, company, message, created_at, .. } = contact;
        Self { id, name, email, phone, company, message, status: ContactStatus::New, created_at, deadline }
    }
}

/// A contact request as the account that sent it sees it.
#[derive(Serialize, ToSchema)]
pub struct OwnContact {
    pub id: Uuid,
    /// What it was about: the service, or the first words of the message.
    pub title: String,
    /// 'Não informado' when that was left open.
    pub service: String,
    pub message: String,
    pub status: ContactStatus,
    /// 'Recebido', 'Em análise', 'Respondido' or 'Encerrado'.
    pub status_label: String,
    pub created_at: DateTime<Utc>,
    /// Until when an answer is promised, in words: 'terça, 18h'; nothing once nobody waits for one.
    #[schema(required)]
    pub deadline: Option<String>,
    /// What staff answered by e-mail, the oldest first.
    pub answers: Vec<OwnAnswer>,
}

/// An answer that its reader's mail server has accepted.
#[derive(Serialize, ToSchema)]
pub struct OwnAnswer {
    pub subject: String,
    pub text: String,
    pub sent_at: DateTime<Utc>,
}

impl OwnContact {
    #[must_use]
    pub fn new(contact: Contact, answers: Vec<OwnAnswer>, now: Timestamp) -> Self {
        let deadline = contact.waits_until.map(|due_at| Deadline::at(due_at).relative(now));
        let Contact { id, message, status, created_at, .. } = contact;
        let (service, message) = split_message(&message);
        let title = if NO_SUBJECT.contains(&service) { first_words(message) } else { service.to_owned() };
        let (service, message) = (service.to_owned(), message.to_owned());
        let status_label = status.visitor_label().to_owned();
        Self { id, title, service, message, status, status_label, created_at, deadline, answers }
    }
}

/// The beginning of a text, cut between words.
fn first_words(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or(NO_SERVICE);
    if line.chars().count() <= MAX_TITLE {
        return line.to_owned();
    }
    let cut: String = line.chars().take(MAX_TITLE).collect();
    let words = cut.rsplit_once(' ').map_or(&*cut, |(words, _)| words);
    format!("{}…", words.trim_end_matches([',', '.', ';', ':', '-']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_is_the_first_words_of_a_message_without_a_service() {
        assert_eq!(first_words("\n Oi, tudo bem?\nPreciso de ajuda."), "Oi, tudo bem?");
        let long = "Nossa rede cai toda tarde, e o provedor diz que o problema é do roteador da empresa.";
        assert_eq!(first_words(long), "Nossa rede cai toda tarde, e o provedor diz que o problema…");
        assert_eq!(first_words(""), "Não informado");
        assert_eq!(first_words(&"é".repeat(90)).chars().count(), 61);
    }
}
