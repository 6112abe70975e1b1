//! Status, assignee and folder of a contact, and their effect on the promised reply.

use uuid::Uuid;

use super::model::{Contact, ContactStatus, RepliesState, ReplyDelivery};
use crate::platform::clock::Timestamp;

/// The values of a contact that staff and the delivery of replies change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Triage {
    pub status: ContactStatus,
    pub quarantined: bool,
    pub assigned_to: Option<Uuid>,
    pub answered_at: Option<Timestamp>,
    pub waits_until: Option<Timestamp>,
    pub delivery: Option<ReplyDelivery>,
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
        }
    }

    /// Returns the triage with another status. The first change to `replied` sets the time of the reply. A change back to
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
        self.with_answered_at(answered_at, contact)
    }

    /// Returns the triage with another time of the reply. Without a time, a contact with a waiting status waits.
    #[must_use]
    pub fn with_answered_at(self, answered_at: Option<Timestamp>, contact: &Contact) -> Self {
        let waits = self.status.is_waiting() && answered_at.is_none();
        Self { answered_at, waits_until: contact.due_at.filter(|_| waits), ..self }
    }

    /// Returns the triage after the mail server has accepted a reply. The status becomes `replied`, unless the contact is
    /// archived.
    #[must_use]
    pub fn with_accepted_reply(self, contact: &Contact, accepted_at: Timestamp) -> Self {
        let mut after = if self.status.is_waiting() {
            self.with_status(ContactStatus::Replied, contact, RepliesState::default(), accepted_at)
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
    use crate::features::contacts::{fields::ContactFields, source::ContactSource};

    fn contact() -> Contact {
        let due_at = "2026-11-21T12:00:00Z".parse().ok();
        Contact {
            id: Uuid::nil(),
            fields: ContactFields {
                name: String::new(),
                email: "ana@exemplo.com.br".to_owned(),
                phone: String::new(),
                company: String::new(),
                message: String::new(),
            },
            source: ContactSource::default(),
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
            consent_id: None,
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
