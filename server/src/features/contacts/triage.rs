//! What staff have done about a contact: its status, who sees to it, and what that means for the promise of an answer.

use uuid::Uuid;

use super::model::{AnswerDelivery, Contact, ContactStatus};
use crate::platform::clock::Timestamp;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handling {
    pub status: ContactStatus,
    pub quarantined: bool,
    pub assigned_to: Option<Uuid>,
    pub answered_at: Option<Timestamp>,
    pub waits_until: Option<Timestamp>,
    pub delivery: Option<AnswerDelivery>,
}

impl Handling {
    #[must_use]
    pub fn of(contact: &Contact) -> Self {
        Self {
            status: contact.status,
            quarantined: contact.quarantined,
            assigned_to: contact.assigned_to,
            answered_at: contact.answered_at,
            waits_until: contact.waits_until,
            delivery: contact.delivery,
        }
    }

    /// With another status. The first answer counts; taking it back makes the contact wait again, unless an answer was
    /// mailed from here and accepted. A status set by hand settles an answer that could not be delivered.
    #[must_use]
    pub fn with_status(
        mut self,
        status: ContactStatus,
        contact: &Contact,
        mailed: bool,
        now: Timestamp,
    ) -> Self {
        if status == self.status {
            return self;
        }
        self.status = status;
        if !status.is_waiting() && self.delivery == Some(AnswerDelivery::Failed) {
            self.delivery = None;
        }
        if status == ContactStatus::Replied {
            self.answered_at = self.answered_at.or(Some(now));
        } else if status.is_waiting() && !mailed {
            self.answered_at = None;
        }
        let waits = status.is_waiting() && self.answered_at.is_none();
        self.waits_until = contact.due_at.filter(|_| waits);
        self
    }

    /// After the mail server has accepted an answer: replied to, unless staff have put it aside meanwhile.
    #[must_use]
    pub fn with_accepted(self, contact: &Contact, accepted_at: Timestamp) -> Self {
        let mut after = if self.status.is_waiting() {
            self.with_status(ContactStatus::Replied, contact, true, accepted_at)
        } else {
            self
        };
        after.answered_at = after.answered_at.or(Some(accepted_at));
        Self { waits_until: None, delivery: None, ..after }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contact() -> Contact {
        let due_at = "2026-11-21T12:00:00Z".parse().ok();
        Contact {
            id: Uuid::nil(),
            name: String::new(),
            email: String::new(),
            phone: String::new(),
            company: String::new(),
            message: String::new(),
            status: ContactStatus::Read,
            created_at: Timestamp::default(),
            quarantined: false,
            deleted_at: None,
            assigned_to: None,
            answered_at: None,
            promise: None,
            due_at,
            waits_until: due_at,
            delivery: None,
            announced: true,
        }
    }

    #[test]
    fn an_answer_counts_once_and_ends_the_wait() {
        let (mut contact, first, later) = (contact(), Timestamp::UNIX_EPOCH, Timestamp::MAX_UTC);
        let step = |contact: &mut Contact, status, mailed, now| {
            let handling = Handling::of(contact).with_status(status, contact, mailed, now);
            let Handling { status, answered_at, waits_until, .. } = handling;
            (contact.status, contact.answered_at, contact.waits_until) = (status, answered_at, waits_until);
        };
        step(&mut contact, ContactStatus::Replied, false, first);
        assert_eq!((contact.answered_at, contact.waits_until), (Some(first), None));
        step(&mut contact, ContactStatus::Archived, false, later);
        step(&mut contact, ContactStatus::Replied, false, later);
        assert_eq!(contact.answered_at, Some(first), "the first answer is the one that counts");
        step(&mut contact, ContactStatus::Read, true, later);
        assert_eq!((contact.answered_at, contact.waits_until), (Some(first), None), "it was mailed");
        step(&mut contact, ContactStatus::Replied, true, later);
        step(&mut contact, ContactStatus::New, false, later);
        assert_eq!((contact.answered_at, contact.waits_until), (None, contact.due_at), "taken back");
        step(&mut contact, ContactStatus::Archived, false, later);
        assert_eq!((contact.answered_at, contact.waits_until), (None, None));
    }

    #[test]
    fn accepted_answer_counts_from_its_acceptance() {
        let (mut contact, accepted) = (contact(), Timestamp::UNIX_EPOCH);
        contact.delivery = Some(AnswerDelivery::Queued);
        let handling = Handling::of(&contact).with_accepted(&contact, accepted);
        assert_eq!((handling.status, handling.waits_until), (ContactStatus::Replied, None));
        assert_eq!((handling.answered_at, handling.delivery), (Some(accepted), None));
        contact.status = ContactStatus::Archived;
        let handling = Handling::of(&contact).with_accepted(&contact, accepted);
        assert_eq!(handling.status, ContactStatus::Archived, "what staff put aside stays there");
    }
}
