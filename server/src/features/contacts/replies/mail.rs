//! The mail of a reply, in the contact's conversation.

use chrono::TimeDelta;
use uuid::Uuid;

use super::{content::Content, store};
use crate::{
    app::App,
    features::contacts::{
        attachments::store::Attachment,
        channel::Channel,
        mail::reply_to,
        message::split_message,
        messages,
        model::Contact,
        store::{self as contacts, parts},
    },
    foundation::{
        mail::{
            self,
            model::{CONTACT_REPLY, MailFile, MailState, Message},
        },
        settings,
    },
    platform::{db::Transaction, error::Result, text::date},
};

/// Maximum number of earlier replies to which a mail refers. Mail programs group a conversation by the latest ones.
const MAX_EARLIER: u64 = 50;

/// Queues a reply's mail in the contact's conversation, due after `held_for`. Returns the id of the message in the outbox.
pub async fn queue(
    app: &App,
    tx: &Transaction,
    contact: &Contact,
    (content, files): (&Content, &[Attachment]),
    author: Option<String>,
    held_for: TimeDelta,
) -> Result<Uuid> {
    let company = settings::store::contact(&**tx).await?;
    let mut earlier: Vec<Uuid> = contacts::find_receipt(&**tx, contact.id).await?.into_iter().collect();
    let replies = parts::list::<store::Entity>(&**tx, &[contact.id], MAX_EARLIER).await?;
    earlier.extend(replies.iter().rev().map(|reply| reply.outbox_id));
    // The recipient never received the failed messages.
    let known = mail::store::find_all(&**tx, &earlier).await?;
    let failed: Vec<Uuid> =
        known.iter().filter(|message| message.state == MailState::Failed).map(|message| message.id).collect();
    earlier.retain(|id| !failed.contains(id));
    let quoted = messages::store::find_latest_confirmed(&**tx, contact.id, &contact.fields.email).await?;
    let mut message = message(contact, quoted, content, earlier)
        .author(author)
        .held_for(held_for)
        .attachments(files.iter().map(MailFile::from).collect());
    message.reply_to = reply_to(app, contact, &company);
    mail::queue(app, tx, message).await
}

/// Returns the mail of a reply. It quotes the latest confirmed message of the person, or else the request, if the person wrote it in the
/// site's form: staff or a file wrote that of other channels. `earlier` are the ids of the conversation's earlier messages, oldest first.
fn message(
    contact: &Contact,
    quoted: Option<messages::store::Message>,
    content: &Content,
    earlier: Vec<Uuid>,
) -> Message {
    let fields = &contact.fields;
    let request = || (contact.created_at, split_message(&fields.message).1.to_owned());
    let quoted = quoted
        .map(|message| (message.created_at, message.text))
        .or_else(|| (contact.channel == Channel::Form).then(request));
    let mail = Message::new(CONTACT_REPLY, &fields.email, &content.subject)
        .about_contact(contact.id)
        .named(&fields.name)
        .cc(content.cc.clone())
        .paragraphs(&content.text)
        .written_by_hand()
        .follows(earlier);
    match quoted {
        Some((written_at, text)) => {
            mail.paragraph(format!("Em {}, você escreveu:", date::moment(written_at))).quote(text)
        }
        None => mail,
    }
}
