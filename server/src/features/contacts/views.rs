//! Props of the contact pages.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    model::{ContactInput, NewContact, compose_message},
    promise::Calendar,
};
use crate::{
    features::pages::content::contact::{ContactContent, ContactFormErrors, ContactThanksContent},
    platform::{
        clock::Timestamp,
        error::{Error, FieldErrors, Result},
        hidden_field::Hint,
        http::MAX_IDEMPOTENCY_KEY,
        parse::is_email,
        phone::is_full_phone,
    },
};

const UNKNOWN_SERVICE: &str = "Escolha um dos serviços da lista.";
const SENT_BEFORE: &str =
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
    /// Sentence with the deadline: 'Respondemos até terça-feira, 24/11, às 18h.' Only the day if no request is known.
    pub deadline: String,
}

/// What the contact page says about the present: it changes with the time of day.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactToday {
    /// 'Enviando agora, respondemos até terça-feira.'
    pub deadline: String,
    /// Nothing where the business hours are not understood.
    #[schema(required)]
    pub opening: Option<OpeningText>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpeningText {
    pub is_open: bool,
    /// 'Aberto agora · fecha às 18h', 'Fechado agora · abre segunda, 8h'
    pub text: String,
}

impl ContactToday {
    /// And when it changes.
    #[must_use]
    pub fn at(calendar: &Calendar, now: Timestamp) -> (Self, Timestamp) {
        let (day, midnight) = calendar.answer_day(now);
        let opening = calendar.opening(now);
        let changes_at = opening.as_ref().map_or(midnight, |opening| opening.changes_at.min(midnight));
        let deadline = format!("Enviando agora, respondemos até {day}.");
        let opening = opening.map(|opening| OpeningText { is_open: opening.is_open, text: opening.text });
        (Self { deadline, opening }, changes_at)
    }
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
    /// Why the request could not be stored, although its fields are right.
    #[schema(required)]
    pub failure: Option<String>,
}

impl ContactForm {
    /// The form with the page's own texts about its fields, as its script shows them.
    #[must_use]
    pub fn saying(mut self, texts: &ContactFormErrors) -> Self {
        let values = &self.values;
        let of = |value: &str, missing: &str, invalid: Option<&str>| {
            if value.trim().is_empty() { Some(missing.to_owned()) } else { invalid.map(str::to_owned) }
        };
        let email = (!is_email(values.email.trim())).then_some(&*texts.email_invalid);
        let phone = (!is_full_phone(values.phone.trim())).then_some(&*texts.phone_invalid);
        let own = [
            ("name", of(&values.name, &texts.name_missing, None)),
            ("company", of(&values.company, &texts.company_missing, None)),
            ("email", of(&values.email, &texts.email_missing, email)),
            ("phone", of(&values.phone, &texts.phone_missing, phone)),
            ("message", of(&values.message, &texts.message_missing, None)),
        ];
        for (field, text) in own {
            if let (Some(error), Some(text)) = (self.errors.get_mut(field), text) {
                *error = text;
            }
        }
        self
    }
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
    /// Empty on a cached page, which is the same for everybody; a form shown again after an error carries one.
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
    idempotency_key: String,
}

impl PlainForm {
    /// The key that the form came with, if it is one.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        Some(self.idempotency_key.as_str()).filter(|key| (1..=MAX_IDEMPOTENCY_KEY).contains(&key.len()))
    }

    /// What the page's script would have sent. Of `services` one may be named; another is refused, along with all else
    /// that is wrong.
    pub fn input(&self, services: &[String]) -> Result<ContactInput> {
        let input = self.unchecked();
        if self.service.is_empty() || services.contains(&self.service) {
            return Ok(input);
        }
        let mut errors = match NewContact::parse(&input) {
            Ok(_) => FieldErrors::new(),
            Err(Error::Invalid(errors)) => errors,
            Err(error) => return Err(error),
        };
        errors.insert("service".to_owned(), UNKNOWN_SERVICE.to_owned());
        Err(Error::Invalid(errors))
    }

    fn unchecked(&self) -> ContactInput {
        let message = self.message.trim();
        ContactInput {
            name: self.name.clone(),
            email: self.email.clone(),
            phone: self.phone.clone(),
            company: self.company.clone(),
            // A missing message stays one.
            message: if message.is_empty() { String::new() } else { compose_message(&self.service, message) },
            website: self.website.clone().into(),
            // The page comes from the cache: nobody knows when it was shown.
            elapsed_ms: Hint::default(),
        }
    }

    /// The form again, with what was typed and what was wrong. It gets `new_key` where it has none, or has one that was
    /// for another message.
    #[must_use]
    pub fn refused(self, error: &Error, new_key: String) -> ContactForm {
        let (errors, message, failure) = match error {
            Error::Invalid(errors) => (errors.clone(), None, None),
            Error::IdempotencyKeyReused => (FieldErrors::new(), Some(SENT_BEFORE.to_owned()), None),
            other => (FieldErrors::new(), None, Some(other.message().to_owned())),
        };
        let keeps_key = self.key().is_some() && !matches!(error, Error::IdempotencyKeyReused);
        let idempotency_key = if keeps_key { self.idempotency_key } else { new_key };
        let Self { name, email, phone, company, service, message: text, .. } = self;
        let values =
            ContactFormValues { name, email, phone, company, service, message: text, idempotency_key };
        ContactForm { values, errors, message, failure }
    }
}

/// The contact page with an empty form; a service chosen, and the message begun, where a link said so.
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
