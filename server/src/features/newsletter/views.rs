//! Props of the newsletter's box and pages.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{links, model::SubscriptionInput};
use crate::{
    features::pages::documents::{
        PageText,
        newsletter::{NewsletterContent, NewsletterLinkContent, NewsletterLinkText},
    },
    platform::error::{Error, FieldErrors},
};

/// Props of the page of the newsletter: its texts and the state of its form.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NewsletterView {
    pub content: NewsletterContent,
    pub form: NewsletterForm,
}

/// The form as it is shown: empty at first, or what was typed and what was wrong with it.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct NewsletterForm {
    pub email: String,
    /// Field name → what is wrong with it, ready to show.
    pub errors: BTreeMap<String, String>,
    /// What went wrong with the request as a whole.
    #[schema(required)]
    pub message: Option<String>,
    /// The subscription was stored.
    pub done: bool,
}

/// What the form posts where there is no JavaScript.
#[derive(Clone, Default, Deserialize)]
pub struct PlainSubscription {
    #[serde(default)]
    email: String,
    #[serde(default)]
    website: String,
}

impl PlainSubscription {
    #[must_use]
    pub fn input(&self) -> SubscriptionInput {
        SubscriptionInput { email: self.email.clone(), website: self.website.clone().into() }
    }

    /// The form again, with what was typed and what was wrong.
    #[must_use]
    pub fn refused(self, error: &Error) -> NewsletterForm {
        let (errors, message) = match error {
            Error::Invalid(errors) => (errors.clone(), None),
            other => (FieldErrors::new(), Some(other.message().to_owned())),
        };
        NewsletterForm { email: self.email, errors, message, done: false }
    }
}

/// What a link by mail asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewsletterLinkAction {
    Confirm,
    Unsubscribe,
}

impl NewsletterLinkAction {
    #[must_use]
    pub fn path(self) -> &'static str {
        match self {
            Self::Confirm => links::CONFIRM_PATH,
            Self::Unsubscribe => links::UNSUBSCRIBE_PATH,
        }
    }

    fn text(self, content: NewsletterLinkContent) -> NewsletterLinkText {
        match self {
            Self::Confirm => content.confirm,
            Self::Unsubscribe => content.unsubscribe,
        }
    }
}

/// How far somebody with a link is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewsletterLinkState {
    /// A button waits to be pressed.
    Ask,
    Done,
    /// The link is no good.
    Invalid,
}

/// Props of the pages that the links in the newsletter's mails lead to. The link's secret isn't among them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NewsletterLinkView {
    pub action: NewsletterLinkAction,
    pub state: NewsletterLinkState,
    /// Beneath the title, with the address, masked, where it is known.
    pub lead: String,
    /// What went wrong, ready to show.
    #[schema(required)]
    pub message: Option<String>,
    pub text: NewsletterLinkText,
}

impl NewsletterLinkView {
    #[must_use]
    pub fn new(
        action: NewsletterLinkAction,
        state: NewsletterLinkState,
        email: Option<&str>,
        content: NewsletterLinkContent,
    ) -> Self {
        let text = action.text(content);
        let lead = match (state, email) {
            (NewsletterLinkState::Ask, Some(email)) => text.lead_email.replace("{subscriber}", email),
            (NewsletterLinkState::Ask, None) => text.lead.clone(),
            (NewsletterLinkState::Done, _) => text.done_text.clone(),
            (NewsletterLinkState::Invalid, _) => text.invalid_text.clone(),
        };
        Self { action, state, lead, message: None, text }
    }

    #[must_use]
    pub fn with_message(self, message: Option<String>) -> Self {
        Self { message, ..self }
    }

    /// What the page says of itself.
    #[must_use]
    pub fn meta(&self) -> PageText {
        match self.state {
            NewsletterLinkState::Done => {
                PageText { title: self.text.done_title.clone(), description: self.text.done_text.clone() }
            }
            NewsletterLinkState::Ask | NewsletterLinkState::Invalid => self.text.meta.clone(),
        }
    }
}
