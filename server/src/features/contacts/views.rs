//! Props of the contact pages.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    fields::{ContactFields, ContactInput},
    message::compose_message,
    promise::Calendar,
};
use crate::{
    features::pages::content::contact::{ContactContent, ContactFormErrors, ContactThanksContent},
    platform::{
        clock::Timestamp,
        error::{Error, FieldErrors, Result},
        http::{IDEMPOTENCY_KEY_REUSED, MAX_IDEMPOTENCY_KEY, hidden_field::HiddenField},
        parse::is_email,
        text::phone::is_full_phone,
    },
};

const UNKNOWN_SERVICE: &str = "Escolha um dos serviços da lista.";
const KEY_REUSED: &str =
    "A mensagem anterior já foi enviada. Para mandar também esta, com as suas mudanças, envie de novo.";

/// Props of the contact page: its texts and the state of its form.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactView {
    pub content: ContactContent,
    pub form: ContactForm,
    pub today: ContactToday,
}

/// Props of the page shown after a contact request was sent without JavaScript.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ContactThanksView {
    pub content: ContactThanksContent,
    /// Sentence with the deadline: 'Respondemos até terça-feira, 24/11, às 18h.' If the request is unknown, it names only
    /// a day.
    pub deadline: String,
}

/// Texts of the contact page that change with the time of day.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactToday {
    /// 'Enviando agora, respondemos até terça-feira.'
    pub deadline: String,
    /// Opening state; null if the business hours could not be parsed.
    #[schema(required)]
    pub opening: Option<OpeningText>,
}

/// Whether the company is open now.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpeningText {
    pub is_open: bool,
    /// 'Aberto agora · fecha às 18h' or 'Fechado agora · abre segunda, 8h'
    pub text: String,
}

impl ContactToday {
    /// Returns the texts at a moment, and the time at which they change.
    #[must_use]
    pub fn at(calendar: &Calendar, now: Timestamp) -> (Self, Timestamp) {
        let (day, midnight) = calendar.deadline_day(now);
        let opening = calendar.opening(now);
        let changes_at = opening.as_ref().map_or(midnight, |opening| opening.changes_at.min(midnight));
        let deadline = format!("Enviando agora, respondemos até {day}.");
        let opening = opening.map(|opening| OpeningText { is_open: opening.is_open, text: opening.text });
        (Self { deadline, opening }, changes_at)
    }
}

/// State of the contact form: empty, or with the values and errors of a refused request.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactForm {
    pub values: ContactFormValues,
    /// Error messages by field name.
    pub errors: BTreeMap<String, String>,
    /// Error message about the whole request, which the sender can correct; null if there is none.
    #[schema(required)]
    pub message: Option<String>,
    /// Error message about a valid request that could not be stored; null if there is none.
    #[schema(required)]
    pub failure: Option<String>,
}

impl ContactForm {
    /// Replaces error messages with those in the page's texts, which the page's script shows too.
    #[must_use]
    pub fn with_messages_of(mut self, texts: &ContactFormErrors) -> Self {
        let values = &self.values;
        let message = |value: &str, missing: &str, invalid: Option<&str>| {
            if value.trim().is_empty() { Some(missing.to_owned()) } else { invalid.map(str::to_owned) }
        };
        let email = (!is_email(values.email.trim())).then_some(&*texts.email_invalid);
        let phone = (!is_full_phone(values.phone.trim())).then_some(&*texts.phone_invalid);
        let messages = [
            ("name", message(&values.name, &texts.name_missing, None)),
            ("company", message(&values.company, &texts.company_missing, None)),
            ("email", message(&values.email, &texts.email_missing, email)),
            ("phone", message(&values.phone, &texts.phone_missing, phone)),
            ("message", message(&values.message, &texts.message_missing, None)),
        ];
        for (field, message) in messages {
            if let (Some(error), Some(message)) = (self.errors.get_mut(field), message) {
                *error = message;
            }
        }
        self
    }
}

/// Values of the contact form.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactFormValues {
    pub name: String,
    pub email: String,
    pub phone: String,
    pub company: String,
    pub service: String,
    pub message: String,
    /// Idempotency key for the next attempt. Empty on a cached page, which is the same for all visitors; set in a refused
    /// form.
    pub idempotency_key: String,
}

/// Fields that the form posts without JavaScript.
#[derive(Clone, Default, Deserialize)]
pub struct PlainForm {
    /// The message does not contain the service yet.
    #[serde(flatten)]
    input: ContactInput,
    #[serde(default)]
    service: String,
    #[serde(default)]
    idempotency_key: String,
}

impl PlainForm {
    /// Returns the idempotency key, if it has a valid length.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        Some(self.idempotency_key.as_str()).filter(|key| (1..=MAX_IDEMPOTENCY_KEY).contains(&key.len()))
    }

    /// Returns the request that the page's script would send. Refuses a service that isn't one of `services`, together
    /// with all other invalid fields.
    pub fn input(&self, services: &[String]) -> Result<ContactInput> {
        let input = self.with_service();
        if self.service.is_empty() || services.contains(&self.service) {
            return Ok(input);
        }
        let mut errors = match ContactFields::parse(&input) {
            Ok(_) => FieldErrors::new(),
            Err(Error::Invalid(errors)) => errors,
            Err(error) => return Err(error),
        };
        errors.insert("service".to_owned(), UNKNOWN_SERVICE.to_owned());
        Err(Error::Invalid(errors))
    }

    fn with_service(&self) -> ContactInput {
        let text = self.input.message.trim();
        // An empty message stays empty, so that it is refused.
        let message = if text.is_empty() { String::new() } else { compose_message(&self.service, text) };
        // The time at which the cached page was shown is unknown.
        ContactInput { message, elapsed_ms: HiddenField::default(), ..self.input.clone() }
    }

    /// Returns the form with its values and errors. `new_key` replaces the idempotency key if that is invalid or was used
    /// for another message.
    #[must_use]
    pub fn refused(self, error: &Error, new_key: String) -> ContactForm {
        let is_key_reused = matches!(error, Error::Refused(IDEMPOTENCY_KEY_REUSED));
        let (errors, failure) = error.for_form();
        let message = is_key_reused.then(|| KEY_REUSED.to_owned());
        let failure = failure.filter(|_| !is_key_reused);
        let has_usable_key = self.key().is_some() && !is_key_reused;
        let idempotency_key = if has_usable_key { self.idempotency_key } else { new_key };
        let ContactInput { name, email, phone, company, message: text, .. } = self.input;
        let service = self.service;
        let values =
            ContactFormValues { name, email, phone, company, service, message: text, idempotency_key };
        ContactForm { values, errors, message, failure }
    }
}

/// Returns the props of the contact page. A `service` is chosen in the form, and the message starts with the `subject`.
#[must_use]
pub fn contact_page(
    content: ContactContent,
    today: ContactToday,
    service: Option<&str>,
    subject: Option<&str>,
) -> ContactView {
    let values = ContactFormValues {
        service: service.unwrap_or("").to_owned(),
        message: subject.map(|subject| format!("Tenho interesse em: {subject}.\n\n")).unwrap_or_default(),
        ..ContactFormValues::default()
    };
    ContactView { content, today, form: ContactForm { values, ..ContactForm::default() } }
}
