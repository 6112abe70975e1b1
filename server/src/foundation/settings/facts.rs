//! Facts in texts: `{company}` in a text is replaced with the name of the company.
//!
//! A fact is unknown if it is blank. `[first|second|…]` contains alternatives: the first one without an unknown fact is shown,
//! or nothing if every alternative has one. Outside brackets, a sentence with an unknown fact is left out. List items that
//! become blank are left out, too.

use std::borrow::Cow;

use chrono::Datelike;
use serde_json::Value;

use super::{
    location::Location,
    model::{Analytics, Settings},
    promised_hours::{self, PromisedHours},
};
use crate::platform::{
    clock::Timestamp,
    text::{date, phone},
};

/// The fact with the promised response time.
pub const PROMISE: &str = "{promise}";
const OWN_MEASUREMENT: &str = "Contagem própria de visitas";
const GOOGLE_ANALYTICS: &str = "Google Analytics";
const META_PIXEL: &str = "Pixel da Meta (Facebook)";
const HOTJAR: &str = "Hotjar";

/// The facts, each with its name in braces and its text. A blank text means that the fact is unknown.
pub struct Facts(Vec<(Cow<'static, str>, String)>);

impl Settings {
    /// Returns the facts, which include the year of `now`.
    #[must_use]
    pub fn facts(&self, now: Timestamp) -> Facts {
        let Self { company, contact, .. } = self;
        let Location { city, state } = Location::parse(&company.location);
        let year = date::day_of(now).year();
        let address = self.address().to_owned();
        let met = self.met_promises.shown_percent(contact);
        let unchanged = [
            ("{company}", &company.name),
            ("{legal_name}", &company.full_name),
            ("{cnpj}", &company.cnpj),
            ("{data_officer}", &company.data_officer),
            ("{data_officer_contact}", &company.data_officer_contact),
            ("{founded}", &company.founded),
            ("{location}", &company.location),
            ("{mission}", &company.mission),
            ("{vision}", &company.vision),
            ("{values}", &company.values),
            ("{email}", &contact.email),
            ("{address}", &address),
        ];
        let mut facts = Facts(unchanged.map(|(name, fact)| (name.into(), fact.clone())).into());
        let derived = [
            ("{phone}", phone::formatted(&contact.phone)),
            ("{city}", city),
            ("{state}", state),
            ("{year}", year.to_string()),
            ("{years}", years(&company.founded, year)),
            (PROMISE, promised_hours::label(PromisedHours::of(contact).general())),
            ("{promises_met}", met.map(|percent| format!("{percent}%")).unwrap_or_default()),
            ("{own_measurement}", named(self.analytics.measures_visits(), OWN_MEASUREMENT)),
            ("{google_analytics}", named(!self.analytics.google_analytics.is_empty(), GOOGLE_ANALYTICS)),
            ("{meta_pixel}", named(!self.analytics.facebook_pixel.is_empty(), META_PIXEL)),
            ("{hotjar}", named(!self.analytics.hotjar.is_empty(), HOTJAR)),
            ("{tags}", in_words(&self.analytics.trackers())),
        ];
        facts.0.extend(derived.map(|(name, fact)| (name.into(), fact)));
        facts
    }

    /// Returns the settings with the facts in their texts filled in.
    #[must_use]
    pub fn with_facts(mut self, now: Timestamp) -> Self {
        let facts = self.facts(now);
        let Self { company, contact, seo, .. } = &mut self;
        for text in [
            &mut company.tagline,
            &mut company.description,
            &mut company.copyright,
            &mut contact.about_text,
            &mut seo.page_title,
            &mut seo.site_title,
            &mut seo.site_description,
        ] {
            *text = facts.filled(text);
        }
        self
    }
}

/// Returns `name`, or a blank text if the site doesn't use it.
fn named(is_used: bool, name: &str) -> String {
    if is_used { name.to_owned() } else { String::new() }
}

impl Analytics {
    /// Returns the names of the configured trackers.
    #[must_use]
    pub fn trackers(&self) -> Vec<&'static str> {
        let services = [
            (&self.google_analytics, GOOGLE_ANALYTICS),
            (&self.facebook_pixel, META_PIXEL),
            (&self.hotjar, HOTJAR),
        ];
        services.into_iter().filter(|(code, _)| !code.is_empty()).map(|(_, name)| name).collect()
    }
}

/// Joins names in Portuguese, as in `Google Analytics, Pixel da Meta (Facebook) e Hotjar`.
fn in_words(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).to_owned(),
        [first @ .., last] => format!("{} e {last}", first.join(", ")),
    }
}

/// Returns the number of years since the company was founded, or a blank text if it is less than two or unknown.
fn years(founded: &str, year: i32) -> String {
    let Ok(founded) = founded.parse::<i32>() else { return String::new() };
    let years = year - founded;
    if years >= 2 { years.to_string() } else { String::new() }
}

impl Facts {
    /// Adds a fact, or replaces the one with the same name. `name` includes the braces.
    #[must_use]
    pub fn with(mut self, name: impl Into<Cow<'static, str>>, fact: impl ToString) -> Self {
        let name = name.into();
        self.0.retain(|(other, _)| *other != name);
        self.0.push((name, fact.to_string()));
        self
    }

    /// Returns the company's name as the only fact, for the defaults of the settings.
    pub(super) fn company(name: &str) -> Self {
        Self(vec![("{company}".into(), name.to_owned())])
    }

    /// Fills in the facts in all texts of a document, and removes list items that become blank. Does not change unknown names
    /// in braces.
    pub fn fill(&self, document: &mut Value) {
        match document {
            Value::String(text) if text.contains('{') => *text = self.filled(text),
            Value::Array(items) => {
                items.retain_mut(|item| {
                    let was_blank = has_blank(item);
                    self.fill(item);
                    was_blank || !has_blank(item)
                });
            }
            Value::Object(fields) => fields.values_mut().for_each(|field| self.fill(field)),
            _ => {}
        }
    }

    /// Returns a text with the facts filled in.
    #[must_use]
    pub fn filled(&self, text: &str) -> String {
        if !text.contains('{') {
            return text.to_owned();
        }
        let text = self.with_alternatives(text);
        let known = self.known_sentences(&text).into_owned();
        self.0.iter().fold(known, |text, (name, fact)| match fact.strip_suffix('.') {
            // At the end of a sentence, the period of an abbreviation such as 'Ltda.' also ends the sentence.
            Some(abbreviation) => {
                text.replace(&format!("{name}."), &format!("{abbreviation}.")).replace(&**name, fact)
            }
            None => text.replace(&**name, fact),
        })
    }

    /// Replaces each `[first|second]` that contains a fact with its first alternative whose facts are all known. Does not
    /// change other brackets.
    fn with_alternatives(&self, text: &str) -> String {
        let mut result = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, inside, after)) = brackets(rest) {
            result.push_str(before);
            if self.0.iter().any(|(name, _)| inside.contains(&**name)) {
                result.push_str(inside.split('|').find(|text| !self.has_unknown(text)).unwrap_or(""));
            } else {
                result.push_str(&rest[before.len()..rest.len() - after.len()]);
            }
            rest = after;
        }
        result.push_str(rest);
        result
    }

    /// Returns the text without sentences that contain an unknown fact.
    fn known_sentences<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if !self.has_unknown(text) {
            return text.into();
        }
        let known = sentences(text).into_iter().filter(|sentence| !self.has_unknown(sentence));
        known.collect::<String>().trim().to_owned().into()
    }

    fn has_unknown(&self, text: &str) -> bool {
        self.0.iter().any(|(name, fact)| fact.is_empty() && text.contains(&**name))
    }
}

/// Returns the text before, inside and after the first pair of brackets.
fn brackets(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('[')?;
    let (inside, after) = rest.split_once(']')?;
    Some((before, inside, after))
}

/// Splits a text into sentences, each with the white space character after it.
fn sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let (mut start, mut has_ended) = (0, false);
    for (index, character) in text.char_indices() {
        if character == '\n' || (has_ended && character.is_whitespace()) {
            let end = index + character.len_utf8();
            sentences.push(&text[start..end]);
            start = end;
        }
        has_ended = matches!(character, '.' | '!' | '?' | '…');
    }
    sentences.push(&text[start..]);
    sentences
}

/// Returns whether the item is a blank text, or an object with a blank text.
fn has_blank(item: &Value) -> bool {
    match item {
        Value::String(text) => text.is_empty(),
        Value::Object(fields) => fields.values().any(|field| field.as_str().is_some_and(str::is_empty)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn facts() -> Facts {
        Facts::company("Nova & Cia").with("{city}", "Recife").with("{founded}", "")
    }

    #[test]
    fn facts_are_replaced_at_any_depth() {
        let mut document = json!({"a": ["Sobre a {company}", {"b": "{rating} de 5"}], "c": 1});
        facts().fill(&mut document);
        assert_eq!(document, json!({"a": ["Sobre a Nova & Cia", {"b": "{rating} de 5"}], "c": 1}));
    }

    #[test]
    fn blank_fact_selects_another_alternative_or_removes_the_sentence() {
        for (text, expected) in [
            ("Presencial[ em {city}] ou por vídeo.", "Presencial em Recife ou por vídeo."),
            ("Uma empresa[ desde {founded}].", "Uma empresa."),
            ("Somos [de {city} desde {founded}|de {city}|do Brasil].", "Somos de Recife."),
            ("Bom dia. Desde {founded} em {city}. Até logo!", "Bom dia. Até logo!"),
            ("Desde {founded}.", ""),
            ("Veja [isto] e {city}.", "Veja [isto] e Recife."),
            ("[{rating}] e [{city}", "[{rating}] e [Recife"),
        ] {
            assert_eq!(facts().filled(text), expected, "{text}");
        }
    }

    #[test]
    fn list_item_that_becomes_blank_is_removed() {
        let mut document = json!({"facts": ["[Desde {founded}]", "Remoto", ""],
            "stats": [{"value": "{founded}", "label": "Ano"}, {"value": "24/7", "label": ""}]});
        facts().fill(&mut document);
        let expected = json!({"facts": ["Remoto", ""], "stats": [{"value": "24/7", "label": ""}]});
        assert_eq!(document, expected);
    }

    #[test]
    fn years_are_blank_if_less_than_two_or_unknown() {
        for (founded, expected) in [("2014", "12"), ("2024", "2"), ("2025", ""), ("2030", ""), ("", "")] {
            assert_eq!(years(founded, 2026), expected, "{founded}");
        }
    }
}
