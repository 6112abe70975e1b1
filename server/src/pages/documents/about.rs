//! `about.json`: who the company is.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{CallToAction, Feature, Heading, PageText, home::HomeFigures};

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AboutContent {
    pub meta: PageText,
    pub hero: AboutHero,
    pub facts: AboutFacts,
    pub history: AboutHistory,
    pub pillars: AboutPillars,
    pub figures: HomeFigures,
    pub clients: AboutClients,
    pub team: AboutTeam,
    pub closing: CallToAction,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AboutHero {
    pub eyebrow: String,
    pub title: String,
    pub lead: String,
    /// What the illustration shows, for those who can't see it.
    pub illustration: String,
}

/// What the facts of the company's record are called.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AboutFacts {
    pub founded: String,
    pub employees: String,
    pub location: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AboutHistory {
    pub heading: Heading,
    pub milestones: Vec<Milestone>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Milestone {
    pub year: String,
    pub title: String,
    pub text: String,
}

/// Mission, vision, values and team.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AboutPillars {
    pub heading: Heading,
    pub items: Vec<Feature>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AboutClients {
    pub heading: Heading,
    pub names: Vec<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AboutTeam {
    pub heading: Heading,
    pub groups: Vec<TeamGroup>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TeamGroup {
    pub title: String,
    pub text: String,
    /// What its people know.
    pub skills: Vec<String>,
}
