//! Props of the newsletter's box and pages.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::model::SubscriptionInput;
use crate::{
    kit::error::{Error, FieldErrors},
    pages::documents::newsletter::NewsletterContent,
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
        SubscriptionInput { email: self.email.clone(), website: self.website.clone() }
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
