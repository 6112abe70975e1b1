//! Who performs an action, as the audit log records it.

use std::net::IpAddr;

use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The way in which an action was started. `web`: an HTTP request. `command_line`: a command on the server. `system`: a
/// background job of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum Source {
    Web,
    CommandLine,
    System,
}

/// The person or program that performs an action.
#[derive(Clone, Debug)]
pub struct Actor {
    /// Id and email of the signed-in user; `None` for visitors without a session, commands and jobs.
    pub user: Option<(Uuid, String)>,
    pub ip: Option<IpAddr>,
    pub source: Source,
}

impl Actor {
    /// Returns the sender of a request without a session.
    #[must_use]
    pub fn visitor(ip: IpAddr) -> Self {
        Self { user: None, ip: Some(ip), source: Source::Web }
    }

    /// Returns the sender of a request with a session.
    #[must_use]
    pub fn user(id: Uuid, email: &str, ip: IpAddr) -> Self {
        Self { user: Some((id, email.to_owned())), ip: Some(ip), source: Source::Web }
    }

    #[must_use]
    pub fn command_line() -> Self {
        Self { user: None, ip: None, source: Source::CommandLine }
    }

    #[must_use]
    pub fn system() -> Self {
        Self { user: None, ip: None, source: Source::System }
    }
}
