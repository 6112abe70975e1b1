//! The rules as administrators read and change them.

use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// How new contacts are assigned. `none`: by hand. `by_service`: to the person of the requested service. `round_robin`: to several
/// people in turn.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum,
)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum AssignmentMode {
    #[default]
    None,
    ByService,
    RoundRobin,
}

/// The rules that assign new contacts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AssignmentRules {
    pub mode: AssignmentMode,
    /// Whether the member of staff who answers a contact without an assignee first becomes its assignee.
    pub answerer: bool,
    /// Ids of the people who take turns, in this order.
    pub turns: Vec<Uuid>,
    /// Services of the contact form and the people who get their contacts.
    pub services: Vec<ServiceAssignee>,
}

/// The person who gets the contacts of a service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ServiceAssignee {
    pub service: String,
    pub user_id: Uuid,
}

/// The rules, and the people in them who get no contacts.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AssignmentOverview {
    #[serde(flatten)]
    pub rules: AssignmentRules,
    /// People of the rules who can't sign in or don't work with contacts. The rules skip them.
    pub without_access: Vec<FormerAssignee>,
}

/// A person whom rules name and who gets no contacts.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FormerAssignee {
    pub id: Uuid,
    /// Null after the account was deleted.
    #[schema(required)]
    pub name: Option<String>,
}

/// A change of the rules. Omitted fields keep their value.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AssignmentChange {
    pub mode: Option<AssignmentMode>,
    pub answerer: Option<bool>,
    /// Up to 50 people who take turns. `round_robin` requires at least one.
    pub turns: Option<Vec<Uuid>>,
    /// Up to 50 services, each once.
    pub services: Option<Vec<ServiceAssignee>>,
}
