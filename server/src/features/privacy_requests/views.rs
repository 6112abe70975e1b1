//! Props of the public pages of requests about personal data.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::model::{PrivacyRequestInput, PrivacyRequestKind};
use crate::{
    features::pages::content::{
        PageText,
        privacy_request::{PrivacyKindText, PrivacyRequestContent},
    },
    platform::error::Error,
};

/// Step of a request, which decides what the page shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PrivacyRequestStep {
    /// The form.
    Ask,
    /// The message that the request was received and has to be confirmed.
    Sent,
    /// The button that confirms the request.
    Confirm,
    /// The message that the request was confirmed.
    Confirmed,
    /// The message that the confirmation link is invalid.
    Invalid,
}

/// Props of the pages on which people send and confirm requests about their data.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PrivacyRequestView {
    pub step: PrivacyRequestStep,
    pub content: PrivacyRequestContent,
    /// The kinds of requests that the form offers.
    pub kinds: Vec<PrivacyKindOption>,
    pub form: PrivacyRequestForm,
    /// Protocol of the received request in the step `sent`; otherwise empty.
    pub protocol: String,
    /// The address to which the confirmation link of a request from the last minutes was sent, partly hidden, as in
    /// `m•••@exemplo.com.br`. Otherwise empty.
    pub sent_to: String,
}

/// A kind of request in the form.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PrivacyKindOption {
    pub value: PrivacyRequestKind,
    pub text: PrivacyKindText,
}

/// State of the form: empty, or with the values and errors of a refused request.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct PrivacyRequestForm {
    pub kind: String,
    pub name: String,
    pub email: String,
    pub message: String,
    /// Error messages by field name.
    pub errors: BTreeMap<String, String>,
    /// Error message about the whole request; null if there is none.
    #[schema(required)]
    pub failure: Option<String>,
}

impl PrivacyRequestForm {
    /// Returns the form with the values and errors of a refused request.
    #[must_use]
    pub fn refused(input: PrivacyRequestInput, error: &Error) -> Self {
        let (errors, failure) = error.for_form();
        let PrivacyRequestInput { kind, name, email, message, .. } = input;
        Self { kind, name, email, message, errors, failure }
    }
}

impl PrivacyRequestView {
    /// Returns the props of a step.
    #[must_use]
    pub fn new(step: PrivacyRequestStep, content: PrivacyRequestContent) -> Self {
        let kinds = PrivacyRequestKind::ALL
            .map(|value| PrivacyKindOption { value, text: kind_text(value, &content).clone() })
            .into();
        Self {
            step,
            content,
            kinds,
            form: PrivacyRequestForm::default(),
            protocol: String::new(),
            sent_to: String::new(),
        }
    }

    /// Returns the page's title and description.
    #[must_use]
    pub fn meta(&self) -> PageText {
        let PrivacyRequestContent { meta, sent, confirm, .. } = &self.content;
        let outcome = |title: &str, description: &str| PageText {
            title: title.to_owned(),
            description: description.to_owned(),
        };
        match self.step {
            PrivacyRequestStep::Ask => meta.clone(),
            PrivacyRequestStep::Sent => outcome(&sent.title, &sent.text),
            PrivacyRequestStep::Confirm => outcome(&confirm.title, &confirm.text),
            PrivacyRequestStep::Confirmed => outcome(&confirm.done_title, &confirm.done_text),
            PrivacyRequestStep::Invalid => outcome(&confirm.invalid_title, &confirm.invalid_text),
        }
    }
}

fn kind_text(kind: PrivacyRequestKind, content: &PrivacyRequestContent) -> &PrivacyKindText {
    let kinds = &content.kinds;
    match kind {
        PrivacyRequestKind::Access => &kinds.access,
        PrivacyRequestKind::Correction => &kinds.correction,
        PrivacyRequestKind::Deletion => &kinds.deletion,
        PrivacyRequestKind::Portability => &kinds.portability,
        PrivacyRequestKind::Information => &kinds.information,
        PrivacyRequestKind::Revocation => &kinds.revocation,
        PrivacyRequestKind::Opposition => &kinds.opposition,
    }
}
