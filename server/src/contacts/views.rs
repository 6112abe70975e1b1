//! Props of the contact pages.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::model::{ContactInput, compose_message};
use crate::{
    kit::error::{Error, FieldErrors},
    pages::documents::contact::ContactContent,
};

/// Props of the contact page: its texts and the state of its form.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactView {
    pub content: ContactContent,
    pub form: ContactForm,
}

/// The state of the contact form: empty at first, or what was typed and what was wrong with it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactForm {
    pub values: ContactFormValues,
    /// Field name → what is wrong with it, ready to show.
    pub errors: BTreeMap<String, String>,
    /// What went wrong with the request as a whole.
    #[schema(required)]
    pub message: Option<String>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactFormValues {
    pub name: String,
    pub email: String,
    pub phone: String,
    pub company: String,
    pub service: String,
    pub message: String,
    /// Empty on a cached page; a form shown again after an error carries the key of its first try.
    pub idempotency_key: String,
}

/// What the form posts where there is no JavaScript.
#[derive(Clone, Default, Deserialize)]
pub struct PlainForm {
    #[serde(default)]
    name: String,
    #[serde(default)]
    email: String,
    #[serde(default)]
    phone: String,
    #[serde(default)]
    company: String,
    #[serde(default)]
    service: String,
    #[serde(default)]
    message: String,
    #[serde(default)]
    website: String,
    #[serde(default)]
    pub idempotency_key: String,
}

impl PlainForm {
    #[must_use]
    pub fn input(&self) -> ContactInput {
        let message = self.message.trim();
        ContactInput {
            name: self.name.clone(),
            email: self.email.clone(),
            phone: self.phone.clone(),
            company: self.company.clone(),
            // A missing message stays one.
            message: if message.is_empty() { String::new() } else { compose_message(&self.service, message) },
            website: self.website.clone(),
            elapsed_ms: None,
        }
    }

    /// The form again, with what was typed and what was wrong.
    #[must_use]
    pub fn refused(self, error: &Error) -> ContactForm {
        let (errors, message) = match error {
            Error::Invalid(errors) => (errors.clone(), None),
            other => (FieldErrors::new(), Some(other.message().to_owned())),
        };
        let Self { name, email, phone, company, service, message: text, idempotency_key, .. } = self;
        let values =
            ContactFormValues { name, email, phone, company, service, message: text, idempotency_key };
        ContactForm { values, errors, message }
    }
}

/// The contact page with an empty form, a service chosen where a link said so.
#[must_use]
pub fn contact_page(content: ContactContent, service: Option<&str>) -> ContactView {
    let values =
        ContactFormValues { service: service.unwrap_or("").to_owned(), ..ContactFormValues::default() };
    ContactView { content, form: ContactForm { values, ..ContactForm::default() } }
}
