//! Computes the tag of a timeline without reading its texts.

use uuid::Uuid;

use crate::{
    app::App,
    features::contacts::{attachments, messages, notes, replies, steps, store, store::parts},
    foundation::{audit, identity::extract::Support, mail},
    platform::{
        db::summary,
        error::{Error, Result},
        http::conditional::AnswerTag,
    },
};

/// Returns the tag of the timeline of a contact for a member of staff. It changes with all that the timeline shows, except for the new
/// name of a colleague, which the panel shows after the next change.
pub(super) async fn find(app: &App, staff: &Support, id: Uuid, writing: &[String]) -> Result<AnswerTag> {
    let db = app.db.reader();
    let contacts = store::people::list_versions_of_person(db, id).await?;
    if contacts.is_empty() {
        return Err(Error::NotFound);
    }
    let ids: Vec<Uuid> = contacts.iter().map(|(id, ..)| *id).collect();
    let parts = [
        parts::summary::<notes::store::Entity>("note", &ids, None),
        parts::summary::<replies::store::Entity>("reply", &ids, Some(replies::store::Column::State)),
        // An erasure removes copies from the replies to other people.
        parts::summary::<replies::store::Entity>("copies", &ids, Some(replies::store::Column::Cc)),
        parts::summary::<messages::store::Entity>("message", &ids, None),
        parts::summary::<steps::store::Entity>("step", &ids, None),
        attachments::store::summary("file", &ids),
        audit::latest::summary_about("contact", &ids),
    ];
    let summaries = summary::list(db, parts).await?;
    let undelivered = mail::store::list_undelivered(db, replies::store::message_ids(&ids)).await?;
    // Some entries have buttons for their author or for administrators.
    let user = &staff.0.user;
    let caller = (user.id, user.role);
    Ok(AnswerTag::of(&(contacts, summaries, undelivered, writing, caller, app.mail().is_some())))
}
