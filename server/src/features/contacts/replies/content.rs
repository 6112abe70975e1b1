//! What the author of a reply writes, and its validation.

use super::{ReplyInput, store::Reply};
use crate::{
    features::contacts::{
        limits::{MAX_CC, MAX_CC_TEXT, MAX_REPLY_SUBJECT, MAX_REPLY_TEXT},
        templates,
    },
    platform::{error::Result, parse::Fields},
};

/// Separates the stored addresses that get a copy.
pub const CC_SEPARATOR: &str = ", ";

/// What the author of a reply writes.
pub struct Content {
    pub subject: String,
    pub text: String,
    /// Addresses that get a copy.
    pub cc: Vec<String>,
}

impl Content {
    /// Parses what the author has written. Refuses all invalid fields at once, and placeholders of a template.
    pub fn parse(input: &ReplyInput) -> Result<Self> {
        let mut fields = Fields::default();
        let subject = fields.required_line("subject", &input.subject, MAX_REPLY_SUBJECT);
        let text = fields.required_text("text", &input.text, MAX_REPLY_TEXT);
        let cc = parse_cc(&mut fields, &input.cc);
        for (name, value) in [("subject", &subject), ("text", &text)] {
            if let Some(left) =
                templates::PLACEHOLDERS.iter().find(|placeholder| value.contains(**placeholder))
            {
                fields.refuse(name, &format!("Troque {left} pelo texto antes de enviar."));
            }
        }
        fields.finish(Self { subject, text, cc })
    }

    /// Returns the content of a stored reply.
    pub fn of(reply: &Reply) -> Self {
        let cc = in_copy(&reply.cc).map(str::to_owned).collect();
        Self { subject: reply.subject.clone(), text: reply.text.clone(), cc }
    }
}

/// Returns the addresses in the stored copies of a reply.
pub fn in_copy(cc: &str) -> impl Iterator<Item = &str> {
    cc.split(CC_SEPARATOR).filter(|email| !email.is_empty())
}

impl Content {
    /// Removes the contact's own email from the copies.
    #[must_use]
    pub fn addressed_to(mut self, email: &str) -> Self {
        self.cc.retain(|other| !other.eq_ignore_ascii_case(email));
        self
    }
}

/// Parses the addresses that get a copy, each once.
fn parse_cc(fields: &mut Fields, input: &str) -> Vec<String> {
    let mut cc: Vec<String> = Vec::new();
    let text = fields.text("cc", input, MAX_CC_TEXT);
    for part in text.split([',', ';', ' ', '\n']).filter(|part| !part.trim().is_empty()) {
        if let Some(email) = fields.listed_email("cc", part)
            && !cc.iter().any(|other| other.eq_ignore_ascii_case(&email))
        {
            cc.push(email);
        }
    }
    if cc.len() > MAX_CC {
        fields.refuse("cc", &format!("Informe até {MAX_CC} endereços em cópia."));
    }
    cc
}
