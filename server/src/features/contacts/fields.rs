//! The fields that a sender fills in, and their validation.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    attachments::requests::{MAX_FILE_NAME, MAX_NAMES},
    limits::{MAX_COMPANY, MAX_MESSAGE, MAX_NAME},
    message::{NO_SERVICE, split_message},
    source::ContactSource,
};
use crate::platform::{
    error::{Error, Result},
    http::hidden_field::HiddenField,
    parse::Fields,
    text::{
        self,
        phone::{formatted, national_digits},
    },
};

/// Maximum number of characters in the `service` column. The services of the form are shorter.
pub const MAX_SERVICE: usize = 80;
/// The error of a recorded contact without addresses.
const NO_ADDRESS: &str = "Informe o e-mail ou o telefone.";
/// Minimum number of digits with which a phone number identifies a person.
const MIN_PHONE_DIGITS: usize = 8;
/// Minimum time that a person needs to fill in the form, in milliseconds.
const MIN_HUMAN_MS: f64 = 2500.0;

/// Sender and message of a contact request.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ContactFields {
    pub name: String,
    pub email: String,
    pub phone: String,
    pub company: String,
    /// The line 'Serviço de interesse: …', a blank line, and the visitor's text.
    pub message: String,
}

/// A contact request as the form sends it. `name`, `email`, `phone`, `company` and `message` are required. Unknown fields, such
/// as `status`, are ignored.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct ContactInput {
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub email: String,
    #[serde(default)]
    pub phone: String,
    #[serde(default)]
    pub company: String,
    #[serde(default)]
    pub message: String,
    /// Names of the files that the sender attaches, at most 10. Each of the first three is then sent with
    /// `POST /api/contacts/{id}/files`; further ones are refused.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub file_names: Vec<String>,
    /// Hidden field that only robots fill in. A contact with a value is quarantined.
    #[serde(default)]
    #[schema(value_type = serde_json::Value)]
    pub website: HiddenField,
    /// Time from showing the form to sending it, in milliseconds. Values of other types are ignored.
    #[serde(default)]
    #[schema(value_type = serde_json::Value)]
    pub elapsed_ms: HiddenField,
    /// Path of the first page of the sender's visit. In this and the next four fields, values that are invalid or may
    /// identify a person are dropped. The five fields may differ in a repetition of the request with the same idempotency
    /// key.
    #[serde(default, skip_serializing_if = "is_source")]
    #[schema(value_type = serde_json::Value)]
    pub source_page: HiddenField,
    /// Host name of the site that led to the visit.
    #[serde(default, skip_serializing_if = "is_source")]
    #[schema(value_type = serde_json::Value)]
    pub source_referrer: HiddenField,
    /// Value of the parameter with this name in the address of the first page.
    #[serde(default, skip_serializing_if = "is_source")]
    #[schema(value_type = serde_json::Value)]
    pub utm_source: HiddenField,
    /// Value of the parameter with this name in the address of the first page.
    #[serde(default, skip_serializing_if = "is_source")]
    #[schema(value_type = serde_json::Value)]
    pub utm_medium: HiddenField,
    /// Value of the parameter with this name in the address of the first page.
    #[serde(default, skip_serializing_if = "is_source")]
    #[schema(value_type = serde_json::Value)]
    pub utm_campaign: HiddenField,
}

/// Leaves the fields about the source of a visit out of the hash that detects another body with the same idempotency key. Unlike
/// `skip_serializing`, it doesn't leave them out of the API contract.
fn is_source(_: &HiddenField) -> bool {
    true
}

/// A valid contact request.
#[derive(Clone, Debug)]
pub struct NewContact {
    pub fields: ContactFields,
    pub source: ContactSource,
    /// Whether the request seems to come from a robot.
    pub quarantined: bool,
    /// Names of the files that follow.
    pub file_names: Vec<String>,
}

impl NewContact {
    /// Parses the input. Refuses all invalid fields at once.
    pub fn parse(input: &ContactInput) -> Result<Self> {
        let fields = ContactFields::parse(input)?;
        // A negative time comes from a clock that was set back.
        let elapsed = input.elapsed_ms.number();
        let is_too_fast = elapsed.is_some_and(|elapsed| (0.0..MIN_HUMAN_MS).contains(&elapsed));
        let quarantined = is_too_fast || input.website.is_filled();
        check_file_names(&input.file_names)?;
        let file_names = input.file_names.clone();
        Ok(Self { fields, source: ContactSource::parse(input), quarantined, file_names })
    }
}

/// Refuses too many or too long names of files, which no browser sends.
fn check_file_names(names: &[String]) -> Result<()> {
    if names.len() > MAX_NAMES || names.iter().any(|name| name.chars().count() > MAX_FILE_NAME) {
        return Err(Error::field("file_names", "Anexe menos arquivos, com nomes mais curtos."));
    }
    Ok(())
}

impl ContactFields {
    /// Parses the fields. Refuses all invalid ones at once.
    pub fn parse(input: &ContactInput) -> Result<Self> {
        let mut fields = Fields::default();
        let parsed = Self {
            name: fields.required_line("name", &input.name, MAX_NAME),
            company: fields.required_line("company", &input.company, MAX_COMPANY),
            email: fields.required_email("email", &input.email),
            phone: formatted(&fields.required_full_phone("phone", &input.phone)),
            message: fields.required_text("message", &input.message, MAX_MESSAGE),
        };
        fields.finish(parsed)
    }

    /// Parses the fields as staff record them. One of the addresses is enough, and company and message may be blank. Refuses all
    /// invalid fields at once.
    pub fn parse_recorded(input: &ContactInput) -> Result<Self> {
        let mut fields = Fields::default();
        let phone = match input.phone.trim() {
            "" => String::new(),
            phone => formatted(&fields.required_full_phone("phone", phone)),
        };
        let parsed = Self {
            name: fields.required_line("name", &input.name, MAX_NAME),
            company: fields.line("company", &input.company, MAX_COMPANY),
            email: fields.email("email", &input.email),
            phone,
            message: fields.text("message", &input.message, MAX_MESSAGE),
        };
        if input.email.trim().is_empty() && input.phone.trim().is_empty() {
            fields.refuse("email", NO_ADDRESS);
        }
        fields.finish(parsed)
    }

    /// Returns the text of the `search` column.
    #[must_use]
    pub fn search_text(&self) -> String {
        text::fold(&[&*self.name, &*self.email, &*self.company, &*self.phone, &*self.message].join(" "))
    }

    /// Returns the text of the `service` column.
    #[must_use]
    pub fn service(&self) -> String {
        let service = split_message(&self.message).0.trim();
        if service.is_empty() { NO_SERVICE.to_owned() } else { service.chars().take(MAX_SERVICE).collect() }
    }
}

/// Returns the key that identifies a person by email: the address in lowercase. Empty without an address.
#[must_use]
pub fn email_key(email: &str) -> String {
    email.trim().to_lowercase()
}

/// Returns the key that identifies a person by phone: the digits without Brazil's country code and the zero before an area
/// code. Empty if there are too few digits.
#[must_use]
pub fn phone_key(phone: &str) -> String {
    let digits = national_digits(phone);
    if digits.len() < MIN_PHONE_DIGITS { String::new() } else { digits }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input() -> ContactInput {
        ContactInput {
            name: "João Silva".into(),
            email: "joao@exemplo.com.br".into(),
            phone: "(11) 98765-4321".into(),
            company: "Padaria Sol".into(),
            message: "Preciso de ajuda.".into(),
            ..ContactInput::default()
        }
    }

    #[test]
    fn service_of_interest_is_parsed_from_the_message() {
        for (message, expected) in [
            ("Serviço de interesse: Suporte Técnico\n\nOi.", "Suporte Técnico"),
            ("Serviço de interesse: \n\nOi.", "Não informado"),
            ("Oi, preciso de ajuda.", "Não informado"),
            (&*format!("Serviço de interesse: {}\n\nOi.", "é".repeat(500)), &*"é".repeat(80)),
        ] {
            let fields = ContactFields::parse(&ContactInput { message: message.into(), ..input() });
            assert_eq!(fields.expect("valid").service(), expected);
        }
    }

    #[test]
    fn person_keys_ignore_notation() {
        for (email, phone) in [
            ("ana@exemplo.com.br", "(11) 98765-4321"),
            (" Ana@Exemplo.com.br", "+55 11 98765-4321"),
            ("ANA@EXEMPLO.COM.BR", "5511987654321"),
            ("ana@exemplo.com.br", "011 98765-4321"),
        ] {
            assert_eq!(email_key(email), "ana@exemplo.com.br");
            assert_eq!(phone_key(phone), "11987654321");
        }
        assert_eq!((email_key(""), phone_key("55")), (String::new(), String::new()));
        assert_eq!(phone_key("+351 912 345 678"), "351912345678");
        assert_eq!(phone_key("(55) 3222-1234"), "5532221234", "55 is an area code of Brazil, too");
    }

    #[test]
    fn only_requests_of_robots_are_quarantined() {
        let quarantined = |change: fn(&mut ContactInput)| {
            let mut input = input();
            change(&mut input);
            NewContact::parse(&input).expect("valid").quarantined
        };
        assert!(!quarantined(|_| {}));
        assert!(!quarantined(|input| input.elapsed_ms = 20_000.into()));
        assert!(quarantined(|input| input.elapsed_ms = 300.into()));
        assert!(quarantined(|input| input.website = "http://spam".into()));
    }
}
