//! The link 'Já respondi' in notices to staff, for companies whose mailbox this program doesn't read. The panel asks for a confirmation
//! after the sign-in. The link works once: its token belongs to the person's latest message, and only while that waits for a reply.

use axum::extract::State;
use serde::Deserialize;
use subtle::ConstantTimeEq;
use utoipa::ToSchema;

use super::{
    admin::completed,
    assignment, mail,
    model::{Contact, ContactStatus, RepliesState},
    store,
    triage::Triage,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action},
        identity::extract::Support,
    },
    platform::{
        crypto::secret_key::SecretKey,
        error::{Error, ErrorBody, Result},
        http::{JsonBody, PathId, Versioned},
        id,
    },
};

/// Length of a token in characters.
pub const TOKEN_LENGTH: usize = 32;
/// Purpose of the MAC.
const PURPOSE: &str = "contact answered";

const LINK_USED: Error = Error::Conflict {
    code: "answer_link_used",
    message: "O contato já foi respondido, ou a pessoa escreveu de novo. Veja a linha do tempo.",
};

/// The confirmation that a contact was answered outside of the panel.
#[derive(Deserialize, ToSchema)]
pub struct AnsweredConfirmation {
    /// The token in the link of the notice.
    #[serde(default)]
    #[schema(required)]
    pub token: String,
}

/// Returns the URL of the link.
#[must_use]
pub fn url(key: &SecretKey, contact: &Contact, origin: &str) -> String {
    format!("{origin}/admin/contacts/{}?answered={}", contact.id, token(key, contact))
}

fn token(key: &SecretKey, contact: &Contact) -> String {
    let asked_at = contact.asked_at.timestamp().to_be_bytes();
    let mac = key.mac(PURPOSE, &[&contact.id.as_bytes()[..], &asked_at].concat());
    id::hex(&mac[..TOKEN_LENGTH / 2])
}

/// Sets the status of a contact to `replied`, with the token of the link 'Já respondi' in a notice. The token works once.
#[utoipa::path(post, path = "/api/contacts/{id}/answered", tag = "contacts", operation_id = "confirm_contact_answered",
    params(PathId),
    request_body = AnsweredConfirmation,
    responses(
        (status = 200, body = Contact),
        (status = 409, description = "`answer_link_used`: the token is wrong, the contact doesn't wait for a reply, or the person has \
            written again", body = ErrorBody)))]
pub async fn confirm_answered(
    staff: Support,
    State(app): State<App>,
    PathId(id): PathId,
    JsonBody(input): JsonBody<AnsweredConfirmation>,
) -> Result<Versioned<Contact>> {
    let tx = app.db.begin().await?;
    let (version, current) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    let is_valid = bool::from(token(&app.secret_key, &current).as_bytes().ct_eq(input.token.as_bytes()));
    let waits = current.waits_until.is_some() && current.deleted_at.is_none() && !current.quarantined;
    if !is_valid || !waits || !store::use_answer_link(&*tx, id, current.asked_at).await? {
        return Err(LINK_USED);
    }
    let now = app.clock.now();
    let status = ContactStatus::Replied;
    let triage = Triage::of(&current).with_status(status, &current, RepliesState::default(), now);
    let author = Some(staff.0.user.id);
    let triage = assignment::with_answerer(&tx, &current, triage, author).await?;
    let fields = current.fields.clone();
    let (version, contact) = store::update(&*tx, id, version, fields, triage, now).await?;
    mail::follow_change(&app, &tx, &current, &contact).await?;
    let event = contact.event(Action::ContactUpdated).changed(&current, &contact);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, completed(&app, contact).await?))
}
