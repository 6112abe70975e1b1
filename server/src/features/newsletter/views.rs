//! Props of the newsletter's form and pages.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    interests::preferences::{InterestChoice, PreferencesForm},
    model::SubscriptionInput,
};
use crate::{
    features::pages::content::{
        Link, PageText,
        newsletter::{NewsletterContent, NewsletterLinkContent, NewsletterLinkText},
    },
    platform::{
        addresses::{self, Address},
        error::Error,
    },
};

/// Props of the newsletter's page: its texts and the state of its form.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NewsletterView {
    pub content: NewsletterContent,
    /// The interests that the form offers; empty after the subscription was requested.
    pub choices: Vec<InterestChoice>,
    pub form: NewsletterForm,
    /// Link to the archive of editions; null if it is empty.
    #[schema(required)]
    pub archive: Option<Link>,
}

/// State of the form: empty, or with the values and errors of a refused request.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct NewsletterForm {
    pub email: String,
    /// Slugs of the chosen interests.
    pub interests: Vec<String>,
    /// Error messages by field name.
    pub errors: BTreeMap<String, String>,
    /// Error message about the whole request; null if there is none.
    #[schema(required)]
    pub failure: Option<String>,
    /// Whether the subscription was requested. The page then shows thanks instead of the form.
    pub done: bool,
}

/// Fields that the form posts without JavaScript.
#[derive(Clone, Default, Deserialize)]
pub struct PlainSubscription {
    #[serde(default)]
    email: String,
    #[serde(default)]
    website: String,
    #[serde(flatten)]
    interests: PreferencesForm,
}

impl PlainSubscription {
    /// Returns the request that the page's script would send.
    #[must_use]
    pub fn input(&self) -> SubscriptionInput {
        SubscriptionInput {
            email: self.email.clone(),
            interests: self.interests.slugs(),
            website: self.website.clone().into(),
        }
    }

    /// Returns the form with its values and errors.
    #[must_use]
    pub fn refused(self, error: &Error) -> NewsletterForm {
        let (errors, failure) = error.for_form();
        NewsletterForm { email: self.email, interests: self.interests.slugs(), errors, failure, done: false }
    }
}

/// Action of a link in a newsletter mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewsletterLinkAction {
    Confirm,
    Unsubscribe,
}

impl NewsletterLinkAction {
    /// Returns the address of the page.
    #[must_use]
    pub fn address(self) -> Address {
        match self {
            Self::Confirm => addresses::NEWSLETTER_CONFIRM,
            Self::Unsubscribe => addresses::NEWSLETTER_UNSUBSCRIBE,
        }
    }

    fn text(self, content: NewsletterLinkContent) -> NewsletterLinkText {
        match self {
            Self::Confirm => content.confirm,
            Self::Unsubscribe => content.unsubscribe,
        }
    }
}

/// State of the page of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewsletterLinkState {
    /// Shows a button that performs the action.
    Ask,
    /// Says that the action was performed.
    Done,
    /// Says that the link is invalid.
    Invalid,
}

/// Props of the page of a link in a newsletter mail, without the link's token.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NewsletterLinkView {
    pub action: NewsletterLinkAction,
    pub state: NewsletterLinkState,
    /// Text below the title. It contains the masked address if that is known.
    pub lead: String,
    /// Error message of a failed action; null if there is none.
    #[schema(required)]
    pub failure: Option<String>,
    pub text: NewsletterLinkText,
    /// Link to the subscription form after the subscription was ended; null for other actions.
    #[schema(required)]
    pub again: Option<Link>,
}

impl NewsletterLinkView {
    /// Returns the props of the page in a state.
    #[must_use]
    pub fn new(
        action: NewsletterLinkAction,
        state: NewsletterLinkState,
        masked_email: Option<&str>,
        content: NewsletterLinkContent,
    ) -> Self {
        let again = (action == NewsletterLinkAction::Unsubscribe).then(|| content.again.clone());
        let text = action.text(content);
        let lead = match (state, masked_email) {
            (NewsletterLinkState::Ask, Some(email)) => text.lead_email.replace("{subscriber}", email),
            (NewsletterLinkState::Ask, None) => text.lead.clone(),
            (NewsletterLinkState::Done, _) => text.done_text.clone(),
            (NewsletterLinkState::Invalid, _) => text.invalid_text.clone(),
        };
        Self { action, state, lead, failure: None, text, again }
    }

    /// Returns the page's title and description.
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
