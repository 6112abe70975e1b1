//! Campaigns, and the parsing of their input.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    foundation::audit::{Action, Event},
    platform::{error::Result, parse::Fields, privacy::visit_source},
};

pub const MAX_NAME: usize = 80;
pub const MAX_UTM_CAMPAIGN: usize = 100;

/// A campaign whose links have a parameter `utm_campaign`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Campaign {
    pub id: Uuid,
    pub name: String,
    /// Value of `utm_campaign` in the links of the campaign, in lowercase.
    pub utm_campaign: String,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

impl Campaign {
    /// Returns an audit event about the campaign.
    #[must_use]
    pub fn event(&self, action: Action) -> Event {
        Event::new(action).on(self.id, &self.name)
    }
}

/// A new campaign, or a change of one. In a change, missing fields keep their values.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct CampaignInput {
    pub name: Option<String>,
    /// Value of `utm_campaign`. Case doesn't matter. Refused if it may identify a person.
    pub utm_campaign: Option<String>,
}

/// Valid fields of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampaignFields {
    pub name: String,
    pub utm_campaign: String,
}

impl CampaignFields {
    /// Parses the fields of a new campaign or, with `current`, of a change.
    pub fn parse(input: CampaignInput, current: Option<&Campaign>) -> Result<Self> {
        let mut fields = Fields::default();
        let value = |input: Option<String>, current: Option<&String>| {
            input.or_else(|| current.cloned()).unwrap_or_default()
        };
        let name = value(input.name, current.map(|current| &current.name));
        let utm_campaign = value(input.utm_campaign, current.map(|current| &current.utm_campaign));
        let name = fields.required_line("name", &name, MAX_NAME);
        let utm_campaign = fields.required_line("utm_campaign", &utm_campaign, MAX_UTM_CAMPAIGN);
        let normalized = visit_source::campaign(&utm_campaign);
        if !utm_campaign.is_empty() && normalized.is_none() {
            fields.refuse("utm_campaign", "Use um valor sem e-mail, telefone ou documento de alguém.");
        }
        let utm_campaign = normalized.unwrap_or_default().to_lowercase();
        fields.finish(Self { name, utm_campaign })
    }
}
