//! Props of the contact pages.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    features::{
        contacts::{
            attachments::{FileRefusal, RefusedFile},
            fields::{ContactFields, ContactInput},
            message::compose_message,
            promise::{Calendar, wording::next_midnight},
        },
        pages::content::contact::{
            ContactContent, ContactFilesText, ContactFormErrors, ContactThanksContent,
        },
    },
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
    /// Sentence with the deadline: 'Contando só os dias de atendimento, respondemos até terça-feira, 24/11, às 18h.' If the request
    /// is unknown, it names only a day.
    pub deadline: String,
    /// Files of the request that were not stored; may be empty.
    pub unsent_files: Vec<UnsentFile>,
    pub files_text: ContactFilesText,
}

/// A file that was not stored.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct UnsentFile {
    pub name: String,
    /// Why, as a sentence in Portuguese.
    pub reason: String,
}

impl UnsentFile {
    #[must_use]
    pub fn new(file: RefusedFile, text: &ContactFilesText) -> Self {
        let reason = match file.reason {
            FileRefusal::NotReceived | FileRefusal::Expired => &text.not_received,
            FileRefusal::TooLarge => &text.too_large,
            FileRefusal::TooMany => &text.too_many,
            FileRefusal::WrongType => &text.wrong_type,
            FileRefusal::Unreadable => &text.unreadable,
            FileRefusal::NoSpace => &text.not_stored,
        };
        Self { name: file.name, reason: reason.clone() }
    }
}

/// Texts of the contact page that change with the time of day.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactToday {
    /// 'Enviando agora, respondemos até terça-feira.' If some services have a later deadline, it names that, too.
    pub deadline: String,
    /// The sentence for each service with its own promise.
    pub service_deadlines: BTreeMap<String, String>,
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
    /// Returns the texts at a moment, and the time at which they change. `services` are those that the form offers.
    #[must_use]
    pub fn at(calendar: &Calendar, services: &[String], now: Timestamp) -> (Self, Timestamp) {
        let promised = calendar.promised();
        let day_of = |hours| calendar.deadline_day(hours, now);
        let (day, latest) = (day_of(promised.general()), day_of(promised.longest(services)));
        let own = services.iter().filter_map(|name| Some((name, promised.own_of_service(name)?)));
        let service_deadlines = own.map(|(name, hours)| (name.clone(), sending_now(&day_of(hours))));
        let (midnight, opening) = (next_midnight(now), calendar.opening(now));
        let changes_at = opening.as_ref().map_or(midnight, |opening| opening.changes_at.min(midnight));
        let deadline = if latest == day {
            sending_now(&day)
        } else {
            sending_now(&format!("{day}; em alguns serviços, até {latest}"))
        };
        let opening = opening.map(|opening| OpeningText { is_open: opening.is_open, text: opening.text });
        (Self { deadline, service_deadlines: service_deadlines.collect(), opening }, changes_at)
    }
}

fn sending_now(until: &str) -> String {
    format!("Enviando agora, respondemos até {until}.")
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
    /// Whether the refused form had files. Browsers don't send them again by themselves.
    pub had_files: bool,
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
    /// Sets the names of the files in the form.
    #[must_use]
    pub fn with_file_names(mut self, names: Vec<String>) -> Self {
        self.input.file_names = names;
        self
    }

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
        let had_files = !self.input.file_names.is_empty();
        let ContactInput { name, email, phone, company, message: text, .. } = self.input;
        let service = self.service;
        let values =
            ContactFormValues { name, email, phone, company, service, message: text, idempotency_key };
        ContactForm { values, errors, message, failure, had_files }
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
