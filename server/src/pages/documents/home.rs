//! The texts of the home page: `home.json`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{CallToAction, Drawing, Feature, Heading, Link};

/// `home.json`.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HomeContent {
    pub hero: Hero,
    pub clients: HomeClients,
    pub features: HomeFeatures,
    pub services: HomeServices,
    pub figures: HomeFigures,
    pub reasons: HomeReasons,
    pub testimonials: HomeTestimonials,
    pub closing: CallToAction,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Hero {
    pub eyebrow: String,
    pub title: String,
    pub lead: String,
    pub primary: Link,
    pub secondary: Link,
    /// Short promises in one line below the buttons.
    pub facts: Vec<String>,
    /// What the illustration shows, for those who can't see it.
    pub illustration: String,
}

/// The words around a few of the clients that the page about the company names.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HomeClients {
    pub title: String,
    pub all: Link,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HomeFeatures {
    pub heading: Heading,
    pub items: Vec<Feature>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HomeServices {
    pub heading: Heading,
    pub items: Vec<ServiceTeaser>,
    /// The words of each teaser's link.
    pub more: String,
    pub all: Link,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ServiceTeaser {
    pub drawing: Drawing,
    pub title: String,
    pub text: String,
    pub url: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HomeFigures {
    pub heading: Heading,
    pub items: Vec<Figure>,
}

/// A figure with its unit, such as `500+`, and what it counts.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    pub value: String,
    pub label: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HomeReasons {
    pub heading: Heading,
    pub items: Vec<Feature>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HomeTestimonials {
    pub heading: Heading,
    /// Words for the stars; `{rating}` stands for their number.
    pub rating: String,
    pub items: Vec<Testimonial>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Testimonial {
    pub name: String,
    pub company: String,
    pub text: String,
    /// 1 to 5 stars.
    pub rating: u8,
}
