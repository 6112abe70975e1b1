//! Events, and what a person wants to be notified of.

use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An event of a contact of which staff are notified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum ContactEvent {
    /// The contact arrived.
    New,
    /// It was assigned to the person.
    Assigned,
    /// The sender of a contact of the person wrote again.
    Reply,
    /// Three quarters of the promised time have passed without a reply.
    PromiseEnding,
    /// The time of the next step has come.
    StepDue,
    /// A reply of the person was not delivered.
    NotDelivered,
}

impl ContactEvent {
    pub const ALL: [Self; 5] = [Self::New, Self::Assigned, Self::Reply, Self::PromiseEnding, Self::StepDue];

    /// Returns the Portuguese name.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::New => "Novo contato",
            Self::Assigned => "Atribuído a você",
            Self::Reply => "Resposta em um contato seu",
            Self::PromiseEnding => "Prazo perto do fim",
            Self::StepDue => "Próximo passo",
            Self::NotDelivered => "Resposta não entregue",
        }
    }
}

/// When a person is notified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotificationTiming {
    AtOnce,
    /// In a daily digest, from 8:00 in São Paulo.
    Daily,
    Never,
}

/// When and by which channels a person is notified of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NotificationChoice {
    pub timing: NotificationTiming,
    pub email: bool,
    /// On the devices on which the person has turned on notifications.
    pub push: bool,
}

impl NotificationChoice {
    const fn at_once(email: bool) -> Self {
        Self { timing: NotificationTiming::AtOnce, email, push: true }
    }
}

/// What a member of staff wants to be notified of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NotificationPreferences {
    /// A contact arrived. The company's mailbox gets a notice of each, whatever the choice is.
    pub new_contact: NotificationChoice,
    /// A contact was assigned to the person by another person or a rule.
    pub assigned: NotificationChoice,
    /// The sender of a contact of the person wrote again.
    pub reply: NotificationChoice,
    /// Three quarters of the promised time have passed without a reply to a contact of the person, or to one without an assignee.
    pub promise_ending: NotificationChoice,
    /// The time of a next step of the person has come.
    pub step_due: NotificationChoice,
}

/// A change of what a member of staff wants to be notified of. Omitted fields keep their value.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
pub struct NotificationPreferencesChange {
    pub new_contact: Option<NotificationChoice>,
    pub assigned: Option<NotificationChoice>,
    pub reply: Option<NotificationChoice>,
    pub promise_ending: Option<NotificationChoice>,
    pub step_due: Option<NotificationChoice>,
}

impl Default for NotificationPreferences {
    fn default() -> Self {
        Self {
            // The company's mailbox gets the mail.
            new_contact: NotificationChoice::at_once(false),
            assigned: NotificationChoice::at_once(true),
            reply: NotificationChoice::at_once(true),
            promise_ending: NotificationChoice::at_once(true),
            step_due: NotificationChoice::at_once(true),
        }
    }
}

impl NotificationPreferencesChange {
    #[must_use]
    pub fn applied_to(self, current: NotificationPreferences) -> NotificationPreferences {
        NotificationPreferences {
            new_contact: self.new_contact.unwrap_or(current.new_contact),
            assigned: self.assigned.unwrap_or(current.assigned),
            reply: self.reply.unwrap_or(current.reply),
            promise_ending: self.promise_ending.unwrap_or(current.promise_ending),
            step_due: self.step_due.unwrap_or(current.step_due),
        }
    }
}

impl NotificationPreferences {
    #[must_use]
    pub fn of(&self, event: ContactEvent) -> NotificationChoice {
        match event {
            ContactEvent::New => self.new_contact,
            ContactEvent::Assigned => self.assigned,
            ContactEvent::Reply => self.reply,
            ContactEvent::PromiseEnding => self.promise_ending,
            ContactEvent::StepDue => self.step_due,
            // Not a preference: without the notice, the customer would wait in vain.
            ContactEvent::NotDelivered => NotificationChoice::at_once(true),
        }
    }
}
