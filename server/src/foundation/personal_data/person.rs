//! A person whose data is listed or erased.

use std::collections::BTreeSet;

use uuid::Uuid;

use crate::platform::privacy::identifying_text::Identifiers;

/// Who asked for the data of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedBy {
    /// The owner of an account. Names and phone numbers in forms don't identify the owner, because visitors can enter those of
    /// another person.
    Owner,
    Staff,
}

/// A person, and the data that identifies the person in the records of all features.
#[derive(Clone, Debug)]
pub struct Person {
    pub asked_by: AskedBy,
    pub user: Option<Uuid>,
    /// Another person's account whose owner has entered an email of this person, and has not proven to own it. Only this email
    /// is data of the person.
    pub unverified_user: Option<Uuid>,
    /// Emails that belong to the person, in lowercase.
    pub emails: BTreeSet<String>,
    /// All emails that the account had or requested. Those that are not in `emails` may belong to someone else.
    pub unproven_emails: BTreeSet<String>,
    /// The part of `emails` that ever belonged to staff. An erasure does not remove these from the audit log.
    pub staff_emails: BTreeSet<String>,
    /// Whether the account was ever a staff account.
    pub was_staff: bool,
    pub names: Vec<String>,
    /// Phone numbers as national digits, without formatting and country code.
    pub phones: Vec<String>,
    /// Ids of the person's contacts, subscriptions and messages.
    pub records: BTreeSet<Uuid>,
}

impl Person {
    #[must_use]
    pub fn new(asked_by: AskedBy) -> Self {
        Self {
            asked_by,
            user: None,
            unverified_user: None,
            emails: BTreeSet::new(),
            unproven_emails: BTreeSet::new(),
            staff_emails: BTreeSet::new(),
            was_staff: false,
            names: Vec::new(),
            phones: Vec::new(),
            records: BTreeSet::new(),
        }
    }

    /// Returns the data that identifies the person in texts. For owners, only the emails.
    #[must_use]
    pub fn identifiers(&self) -> Identifiers {
        match self.asked_by {
            AskedBy::Owner => Identifiers::new(&self.emails, &[], Vec::new()),
            AskedBy::Staff => Identifiers::new(&self.emails, &self.names, self.phones.clone()),
        }
    }

    /// Returns the data that identifies the person in addresses and campaigns of links. `None` for owners, who are only identified
    /// by emails, which are never stored in these texts.
    #[must_use]
    pub fn link_identifiers(&self) -> Option<Identifiers> {
        (self.asked_by == AskedBy::Staff).then(|| self.identifiers().without_single_word_names())
    }
}
