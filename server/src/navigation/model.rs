//! Menu entries and footer sections.

use serde::{Deserialize, Serialize};

use utoipa::ToSchema;

use crate::pages::documents::Link;

/// What a database without a menu is given.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Defaults {
    pub menu: Vec<MenuEntry>,
    pub footer: Vec<Section>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MenuEntry {
    pub label: String,
    pub url: String,
    #[serde(default)]
    pub children: Vec<Link>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    pub title: String,
    #[serde(rename = "type")]
    pub kind: FooterSectionType,
    #[serde(default)]
    pub content: SectionContent,
}

/// `contact` shows how to reach the company, `social` its networks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FooterSectionType {
    Links,
    Contact,
    Social,
    Text,
}

/// What a section holds beyond its title; which of it counts depends on its type.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SectionContent {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
}
