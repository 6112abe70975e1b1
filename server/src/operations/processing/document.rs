//! What the company adds to the record: notes about the activities of the program, and activities outside of it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::activities::KEYS;
use crate::platform::{error::Result, parse::Fields};

/// Maximum number of notes: one for each activity of the program.
pub const MAX_NOTES: usize = KEYS.len();
pub const MAX_KEY: usize = 40;
/// Maximum number of activities that the company adds.
pub const MAX_ACTIVITIES: usize = 50;
pub const MAX_NAME: usize = 120;
pub const MAX_TEXT: usize = 1000;

/// What the company adds to the record of processing operations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProcessingAdditions {
    /// Notes about activities of the program, at most one for each.
    #[serde(default)]
    pub notes: Vec<ActivityNote>,
    /// Activities outside of the program.
    #[serde(default)]
    pub activities: Vec<OwnActivity>,
}

/// A note about an activity of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ActivityNote {
    /// Key of the activity, such as `contacts`.
    pub key: String,
    /// Text of the note. An empty text removes the note.
    pub text: String,
}

/// An activity that the company adds. All texts except name, purpose and legal basis may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnActivity {
    pub name: String,
    pub purpose: String,
    pub legal_basis: String,
    /// Categories of personal data.
    #[serde(default)]
    pub data: String,
    /// Categories of people.
    #[serde(default)]
    pub people: String,
    #[serde(default)]
    pub recipients: String,
    #[serde(default)]
    pub retention: String,
    #[serde(default)]
    pub security: String,
    #[serde(default)]
    pub note: String,
}

impl ProcessingAdditions {
    /// Parses the additions. Returns the errors of all fields at once. Removes empty notes.
    pub fn parse(self) -> Result<Self> {
        let mut fields = Fields::default();
        let mut notes: Vec<ActivityNote> = Vec::new();
        for (index, ActivityNote { key, text }) in self.notes.into_iter().enumerate() {
            let is_repeated = notes.iter().any(|note| note.key == key);
            if !KEYS.contains(&&*key) || is_repeated {
                fields.refuse(
                    &format!("notes.{index}.key"),
                    "Escolha uma das atividades, cada uma só uma vez.",
                );
            }
            let text = fields.text(&format!("notes.{index}.text"), &text, MAX_TEXT);
            if !text.is_empty() {
                notes.push(ActivityNote { key, text });
            }
        }
        if self.activities.len() > MAX_ACTIVITIES {
            fields.refuse("activities", "O limite é de 50 atividades.");
        }
        let activities = self.activities.into_iter().enumerate();
        let activities = activities.map(|(index, activity)| activity.parse(index, &mut fields)).collect();
        fields.finish(Self { notes, activities })
    }
}

impl OwnActivity {
    fn parse(self, index: usize, fields: &mut Fields) -> Self {
        let name = |field: &str| format!("activities.{index}.{field}");
        Self {
            name: fields.required_line(&name("name"), &self.name, MAX_NAME),
            purpose: fields.required_text(&name("purpose"), &self.purpose, MAX_TEXT),
            legal_basis: fields.required_text(&name("legal_basis"), &self.legal_basis, MAX_TEXT),
            data: fields.text(&name("data"), &self.data, MAX_TEXT),
            people: fields.text(&name("people"), &self.people, MAX_TEXT),
            recipients: fields.text(&name("recipients"), &self.recipients, MAX_TEXT),
            retention: fields.text(&name("retention"), &self.retention, MAX_TEXT),
            security: fields.text(&name("security"), &self.security, MAX_TEXT),
            note: fields.text(&name("note"), &self.note, MAX_TEXT),
        }
    }
}
