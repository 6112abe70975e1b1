//! The contact requests that signed-in users see in their own account.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    message::{NO_SERVICE, UNSPECIFIC_SERVICES, split_message},
    model::{Contact, ContactStatus},
    promise::wording::LocalTime,
    replies::store::{self as replies, Reply},
    store::{self, parts},
};
use crate::{
    app::App,
    foundation::identity::extract::SignedIn,
    platform::{
        clock::Timestamp,
        error::Result,
        paging::{Limit, ListLimit, Page},
    },
};

/// Maximum number of replies to all contacts of a user. Older replies are left out.
const MAX_REPLIES: u64 = 200;
/// Maximum number of characters in a title that is the beginning of a message.
const MAX_TITLE: usize = 60;

/// A contact request that the caller has sent.
#[derive(Serialize, ToSchema)]
pub struct OwnContact {
    pub id: Uuid,
    /// The service of interest or, if none was chosen, the beginning of the message.
    pub title: String,
    /// Service of interest; 'Não informado' if none was chosen.
    pub service: String,
    /// The message without the service.
    pub message: String,
    pub status: ContactStatus,
    /// 'Recebido', 'Em análise', 'Respondido' or 'Encerrado'.
    pub status_label: String,
    pub created_at: DateTime<Utc>,
    /// Deadline of the promised reply, in Portuguese: 'terça, 18h'; null if the contact doesn't wait for a reply.
    #[schema(required)]
    pub deadline: Option<String>,
    /// Replies by email, oldest first.
    pub replies: Vec<OwnReply>,
}

/// A reply that the recipient's mail server has accepted.
#[derive(Serialize, ToSchema)]
pub struct OwnReply {
    pub subject: String,
    pub text: String,
    pub sent_at: DateTime<Utc>,
}

/// Lists the contact requests that the caller has sent while signed in, newest first.
#[utoipa::path(get, path = "/api/contacts/mine", tag = "contacts", operation_id = "list_own_contacts",
    params(ListLimit),
    responses((status = 200, body = Vec<OwnContact>)))]
pub async fn list_own_contacts(
    State(app): State<App>,
    SignedIn { user, .. }: SignedIn,
    limit: Limit,
) -> Result<Page<OwnContact>> {
    let db = app.db.reader();
    let now = app.clock.now();
    let contacts = store::people::list_of_user(db, user.id).await?;
    let ids: Vec<_> = contacts.iter().map(|contact| contact.id).collect();
    let replies = parts::list::<replies::Entity>(db, &ids, MAX_REPLIES).await?;
    let own = |contact| OwnContact::new(contact, &replies, now);
    Ok(limit.page(contacts.into_iter().map(own).collect()))
}

impl OwnContact {
    /// Returns a contact with its accepted replies. `all_replies` are the replies to all contacts of the user, newest
    /// first.
    fn new(contact: Contact, all_replies: &[Reply], now: Timestamp) -> Self {
        let Contact { id, fields, status, created_at, waits_until, .. } = contact;
        let deadline = waits_until.map(|due_at| LocalTime::at(due_at).relative(now));
        let oldest_first = all_replies.iter().rev().filter(|reply| reply.contact_id == id);
        let replies = oldest_first.filter_map(|reply| {
            let (subject, text) = (reply.subject.clone(), reply.text.clone());
            Some(OwnReply { subject, text, sent_at: reply.accepted_at? })
        });
        let (service, message) = split_message(&fields.message);
        let title =
            if UNSPECIFIC_SERVICES.contains(&service) { beginning(message) } else { service.to_owned() };
        Self {
            id,
            title,
            service: service.to_owned(),
            message: message.to_owned(),
            status,
            status_label: status.visitor_label().to_owned(),
            created_at,
            deadline,
            replies: replies.collect(),
        }
    }
}

/// Returns the first line of a text, shortened between words to [`MAX_TITLE`] characters.
fn beginning(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or(NO_SERVICE);
    if line.chars().count() <= MAX_TITLE {
        return line.to_owned();
    }
    let cut: String = line.chars().take(MAX_TITLE).collect();
    let whole_words = cut.rsplit_once(' ').map_or(&*cut, |(whole_words, _)| whole_words);
    format!("{}…", whole_words.trim_end_matches([',', '.', ';', ':', '-']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_without_a_service_is_the_beginning_of_the_message() {
        assert_eq!(beginning("\n Oi, tudo bem?\nPreciso de ajuda."), "Oi, tudo bem?");
        let long = "Nossa rede cai toda tarde, e o provedor diz que o problema é do roteador da empresa.";
        assert_eq!(beginning(long), "Nossa rede cai toda tarde, e o provedor diz que o problema…");
        assert_eq!(beginning(""), "Não informado");
        assert_eq!(beginning(&"é".repeat(90)).chars().count(), 61);
    }
}
