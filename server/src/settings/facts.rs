//! Facts that texts name instead of repeating them: `{company}` in a page's title is the company's name, today's.

use serde_json::Value;

use super::model::Settings;

pub struct Facts(Vec<(&'static str, String)>);

impl Settings {
    #[must_use]
    pub fn facts(&self) -> Facts {
        let Self { company, contact, .. } = self;
        let facts = [
            ("{company}", &company.name),
            ("{founded}", &company.founded),
            ("{location}", &company.location),
            ("{mission}", &company.mission),
            ("{vision}", &company.vision),
            ("{values}", &company.values),
            ("{email}", &contact.email),
            ("{phone}", &contact.phone),
            ("{address}", &contact.address),
        ];
        Facts(facts.map(|(name, fact)| (name, fact.clone())).into())
    }
}

impl Facts {
    /// One more, that no setting holds.
    #[must_use]
    pub fn and(mut self, name: &'static str, fact: impl ToString) -> Self {
        self.0.push((name, fact.to_string()));
        self
    }

    /// One that is known before the others are.
    pub(super) fn company(name: &str) -> Self {
        Self(vec![("{company}", name.to_owned())])
    }

    /// In every text of `document`. What stands in braces and is no fact stays.
    pub fn fill(&self, document: &mut Value) {
        match document {
            Value::String(text) if text.contains('{') => *text = self.filled(text),
            Value::Array(items) => items.iter_mut().for_each(|item| self.fill(item)),
            Value::Object(fields) => fields.values_mut().for_each(|field| self.fill(field)),
            _ => {}
        }
    }

    fn filled(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, (name, fact)| text.replace(name, fact))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn facts_stand_in_for_their_names_at_any_depth() {
        let mut document = json!({"a": ["Sobre a {company}", {"b": "{rating} de 5"}], "c": 1});
        Facts::company("Nova & Cia").fill(&mut document);
        assert_eq!(document, json!({"a": ["Sobre a Nova & Cia", {"b": "{rating} de 5"}], "c": 1}));
    }
}
