//! A subscription and what is asked of it.

use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::kit::{error::Result, parse::Fields};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum SubscriptionStatus {
    /// Asked for, not yet confirmed by the owner of the address.
    Pending,
}

/// What a visitor sends.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct SubscriptionInput {
    #[serde(default)]
    pub email: String,
    /// Hidden from people; whoever fills it in is a program.
    #[serde(default)]
    pub website: String,
}

/// The same for every address, known or not: nobody learns who subscribes.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubscriptionReceipt {
    pub email: String,
    pub status: SubscriptionStatus,
}

pub struct NewSubscription {
    pub email: String,
    pub is_trapped: bool,
}

impl NewSubscription {
    pub fn parse(input: &SubscriptionInput) -> Result<Self> {
        let mut fields = Fields::default();
        let email = fields.required_email("email", &input.email).to_lowercase();
        fields.finish(Self { email, is_trapped: !input.website.trim().is_empty() })
    }
}
