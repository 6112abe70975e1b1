//! Status, assignee, folder and stage of a contact, and their effect on the promised reply.

pub mod bulk;
pub mod forwarding;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    model::{Contact, ContactStatus, RepliesState, ReplyDelivery},
    stages::model::Deal,
};
use crate::platform::clock::Timestamp;

/// The values of a contact that staff and the delivery of replies change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Triage {
    pub status: ContactStatus,
    pub quarantined: bool,
    pub assigned_to: Option<Uuid>,
    pub answered_at: Option<Timestamp>,
    pub waits_until: Option<Timestamp>,
    pub delivery: Option<ReplyDelivery>,
    pub asked_at: Timestamp,
    pub due_at: Option<Timestamp>,
    pub first_due_at: Option<Timestamp>,
    pub first_answered_at: Option<Timestamp>,
    pub deal: Deal,
}

impl Triage {
    /// Returns the present triage of a contact.
    #[must_use]
    pub fn of(contact: &Contact) -> Self {
        Self {
            status: contact.status,
            quarantined: contact.quarantined,
            assigned_to: contact.assigned_to,
            answered_at: contact.answered_at,
            waits_until: contact.waits_until,
            delivery: contact.delivery,
            asked_at: contact.asked_at,
            due_at: contact.due_at,
            first_due_at: contact.first_due_at,
            first_answered_at: contact.first_answered_at,
            deal: contact.deal.clone(),
        }
    }

    /// Returns the triage with another status. The first change to `replied` sets the time of the reply and the stage. A change back to
    /// `new` or `read` makes the contact wait again, unless the mail server has accepted a reply from the panel.
    /// A change to `replied` or `archived` clears a failed delivery, and a change back restores it. The contact of an erased person
    /// can't wait, so its status is not changed back.
    #[must_use]
    pub fn with_status(
        mut self,
        status: ContactStatus,
        contact: &Contact,
        replies: RepliesState,
        now: Timestamp,
    ) -> Self {
        if status == self.status || (status.is_waiting() && contact.is_erased()) {
            return self;
        }
        self.status = status;
        if status == ContactStatus::Replied {
            self.deal = self.deal.with_reply(now);
        }
        if status.is_waiting() {
            self.delivery = replies.delivery;
        } else if self.delivery == Some(ReplyDelivery::Failed) {
            self.delivery = None;
        }
        let answered_at = match status {
            ContactStatus::Replied => self.answered_at.or(Some(now)),
            ContactStatus::New | ContactStatus::Read => self.answered_at.filter(|_| replies.has_accepted),
            ContactStatus::Archived => self.answered_at,
        };
        self.with_answered_at(answered_at)
    }

    /// Returns the triage with another deal. A contact that was won or lost doesn't wait for a reply to what the person wrote before.
    #[must_use]
    pub fn with_deal(self, deal: Deal) -> Self {
        let answered_at = self.answered_at;
        Self { deal, ..self }.with_answered_at(answered_at)
    }

    /// Returns the triage with another time of the reply. Without a time, a contact with a waiting status waits, unless it is closed.
    #[must_use]
    pub fn with_answered_at(self, answered_at: Option<Timestamp>) -> Self {
        let is_closed = self.deal.is_closed_since(self.asked_at);
        let waits = self.status.is_waiting() && answered_at.is_none() && !is_closed;
        // The time of the first reply changes only with itself.
        let first_answered_at = if self.first_answered_at == self.answered_at {
            answered_at
        } else {
            self.first_answered_at.or(answered_at)
        };
        Self { answered_at, waits_until: self.due_at.filter(|_| waits), first_answered_at, ..self }
    }

    /// Returns the triage after the person has written again. The status becomes `new`. A contact that doesn't wait gets the
    /// deadline `due_at`; one that waits keeps its deadline. After a contact was closed or archived without a reply, this is its first
    /// promise, because the former one needed no reply.
    #[must_use]
    pub fn with_message(self, due_at: Timestamp, now: Timestamp) -> Self {
        let asked = Self { status: ContactStatus::New, asked_at: now, ..self };
        if asked.waits_until.is_some() {
            return asked;
        }
        let first_due_at = if asked.first_answered_at.is_none() { Some(due_at) } else { asked.first_due_at };
        Self { answered_at: None, due_at: Some(due_at), first_due_at, waits_until: Some(due_at), ..asked }
    }

    /// Returns the triage after a reply that had been accepted was returned. Without another accepted reply, the contact waits
    /// again, until its former deadline, unless it is archived.
    #[must_use]
    pub fn with_returned_reply(self, contact: &Contact, replies: RepliesState, now: Timestamp) -> Self {
        let after = if self.status == ContactStatus::Replied && !replies.has_accepted {
            self.with_status(ContactStatus::Read, contact, replies, now)
        } else {
            self
        };
        Self { delivery: replies.delivery, ..after }
    }

    /// Returns the triage after the mail server has accepted a reply. The status becomes `replied`, unless the contact is
    /// archived.
    #[must_use]
    pub fn with_accepted_reply(self, contact: &Contact, accepted_at: Timestamp) -> Self {
        let after = if self.status.is_waiting() {
            self.with_status(ContactStatus::Replied, contact, RepliesState::default(), accepted_at)
        } else {
            self
        };
        let answered_at = after.answered_at.or(Some(accepted_at));
        let deal = after.deal.clone().with_reply(accepted_at);
        Self { waits_until: None, delivery: None, deal, ..after.with_answered_at(answered_at) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::contacts::{
        channel::Channel, fields::ContactFields, source::ContactSource, stages::model::ContactStage,
    };

    fn contact() -> Contact {
        let due_at = "2026-11-21T12:00:00Z".parse().ok();
        Contact {
            id: Uuid::nil(),
            version: 1,
            fields: ContactFields {
                name: String::new(),
                email: "ana@exemplo.com.br".to_owned(),
                phone: String::new(),
                company: String::new(),
                message: String::new(),
            },
            source: ContactSource::default(),
            channel: Channel::Form,
            whatsapp_code: None,
            merged_into: None,
            status: ContactStatus::Read,
            created_at: Timestamp::default(),
            quarantined: false,
            deleted_at: None,
            assigned_to: None,
            answered_at: None,
            promise: None,
            latest_message: None,
            due_at,
            waits_until: due_at,
            delivery: None,
            announced: true,
            consent_id: None,
            asked_at: Timestamp::default(),
            first_due_at: None,
            first_answered_at: None,
            deal: Deal::default(),
            next_step: None,
        }
    }

    #[test]
    fn first_reply_sets_its_time_and_ends_the_wait() {
        let (mut contact, first, later) = (contact(), Timestamp::UNIX_EPOCH, Timestamp::MAX_UTC);
        let step = |contact: &mut Contact, status, has_accepted, now| {
            let replies = RepliesState { has_accepted, ..RepliesState::default() };
            let triage = Triage::of(contact).with_status(status, contact, replies, now);
            let Triage { status, answered_at, waits_until, .. } = triage;
            (contact.status, contact.answered_at, contact.waits_until) = (status, answered_at, waits_until);
        };
        step(&mut contact, ContactStatus::Replied, false, first);
        assert_eq!((contact.answered_at, contact.waits_until), (Some(first), None));
        step(&mut contact, ContactStatus::Archived, false, later);
        step(&mut contact, ContactStatus::Replied, false, later);
        assert_eq!(contact.answered_at, Some(first), "the first reply counts");
        step(&mut contact, ContactStatus::Read, true, later);
        assert_eq!(
            (contact.answered_at, contact.waits_until),
            (Some(first), None),
            "a mailed reply still counts"
        );
        step(&mut contact, ContactStatus::Replied, true, later);
        step(&mut contact, ContactStatus::New, false, later);
        assert_eq!(
            (contact.answered_at, contact.waits_until),
            (None, contact.due_at),
            "a change of the status back removes the reply's time"
        );
        step(&mut contact, ContactStatus::Archived, false, later);
        assert_eq!((contact.answered_at, contact.waits_until), (None, None));
    }

    #[test]
    fn another_message_starts_a_wait_and_the_first_reply_is_remembered() {
        let time = |seconds| Timestamp::from_timestamp(seconds, 0).expect("valid");
        let (mut contact, first, asked, due) = (contact(), time(1), time(2), time(3));
        let still_waiting = Triage::of(&contact).with_message(due, asked);
        assert_eq!((still_waiting.status, still_waiting.waits_until), (ContactStatus::New, contact.due_at));
        let answered = Triage::of(&contact).with_accepted_reply(&contact, first);
        let waiting = answered.with_message(due, asked);
        assert_eq!((waiting.status, waiting.answered_at), (ContactStatus::New, None));
        assert_eq!((waiting.waits_until, waiting.first_answered_at), (Some(due), Some(first)));
        contact.due_at = waiting.due_at;
        let again = waiting.with_accepted_reply(&contact, time(4));
        assert_eq!((again.answered_at, again.first_answered_at), (Some(time(4)), Some(first)));
        let undone = again.with_status(ContactStatus::Read, &contact, RepliesState::default(), time(5));
        assert_eq!((undone.waits_until, undone.first_answered_at), (Some(due), Some(first)));
    }

    #[test]
    fn first_promise_of_a_contact_that_was_closed_without_a_reply_is_that_of_the_next_message() {
        let time = |seconds| Timestamp::from_timestamp(seconds, 0).expect("valid");
        let deal = Deal {
            stage: ContactStage::Lost,
            closed_from: Some(ContactStage::New),
            stage_changed_at: time(1),
            ..Deal::default()
        };
        let closed = Triage::of(&contact()).with_deal(deal);
        assert_eq!(closed.waits_until, None);
        let waiting = closed.with_message(time(9), time(2));
        assert_eq!((waiting.waits_until, waiting.first_due_at), (Some(time(9)), Some(time(9))));
        let answered = waiting.with_accepted_reply(&contact(), time(3)).with_message(time(20), time(10));
        assert_eq!(answered.first_due_at, Some(time(9)));
    }

    #[test]
    fn returned_reply_reopens_the_contact_unless_another_was_accepted() {
        let contact = contact();
        let answered = Triage::of(&contact).with_accepted_reply(&contact, Timestamp::UNIX_EPOCH);
        let delivery = Some(ReplyDelivery::Failed);
        let returned = |has_accepted| {
            let replies = RepliesState { has_accepted, delivery };
            answered.clone().with_returned_reply(&contact, replies, Timestamp::MAX_UTC)
        };
        let reopened = returned(false);
        assert_eq!((reopened.status, reopened.waits_until), (ContactStatus::Read, contact.due_at));
        assert_eq!((reopened.first_answered_at, reopened.delivery), (None, delivery));
        assert_eq!((returned(true).status, returned(true).delivery), (ContactStatus::Replied, delivery));
    }

    #[test]
    fn contact_of_an_erased_person_does_not_wait_again() {
        let mut contact = contact();
        contact.fields.email.clear();
        contact.status = ContactStatus::Replied;
        contact.waits_until = None;
        for status in [ContactStatus::New, ContactStatus::Read] {
            let triage = Triage::of(&contact).with_status(
                status,
                &contact,
                RepliesState::default(),
                Timestamp::UNIX_EPOCH,
            );
            assert_eq!((triage.status, triage.waits_until), (ContactStatus::Replied, None));
        }
        let archived = ContactStatus::Archived;
        let triage = Triage::of(&contact).with_status(
            archived,
            &contact,
            RepliesState::default(),
            Timestamp::UNIX_EPOCH,
        );
        assert_eq!(triage.status, archived);
    }

    #[test]
    fn accepted_reply_ends_the_wait() {
        let (mut contact, accepted) = (contact(), Timestamp::UNIX_EPOCH);
        contact.delivery = Some(ReplyDelivery::Queued);
        let triage = Triage::of(&contact).with_accepted_reply(&contact, accepted);
        assert_eq!((triage.status, triage.waits_until), (ContactStatus::Replied, None));
        assert_eq!((triage.answered_at, triage.delivery), (Some(accepted), None));
    }

    #[test]
    fn archived_contact_stays_archived_after_an_accepted_reply() {
        let contact = Contact { status: ContactStatus::Archived, ..contact() };
        let triage = Triage::of(&contact).with_accepted_reply(&contact, Timestamp::UNIX_EPOCH);
        assert_eq!(triage.status, ContactStatus::Archived);
    }
}
