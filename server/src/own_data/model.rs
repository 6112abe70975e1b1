//! Everything an account holds, in one file.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    accounts::model::{OwnSession, User},
    contacts::model::Contact,
};

#[derive(Serialize, ToSchema)]
pub struct OwnData {
    pub exported_at: DateTime<Utc>,
    pub account: User,
    pub sessions: Vec<OwnSession>,
    /// Sent while signed in, the newest first.
    pub contacts: Vec<ExportedContact>,
}

/// A contact request as its sender gave it.
#[derive(Serialize, ToSchema)]
pub struct ExportedContact {
    pub name: String,
    pub email: String,
    pub phone: String,
    pub company: String,
    pub message: String,
    /// 'Novo', 'Lido', 'Respondido' or 'Arquivado'.
    pub status: String,
    pub created_at: DateTime<Utc>,
}

impl From<Contact> for ExportedContact {
    fn from(contact: Contact) -> Self {
        let Contact { name, email, phone, company, message, status, created_at, .. } = contact;
        Self { name, email, phone, company, message, status: status.label().to_owned(), created_at }
    }
}

#[derive(Deserialize, ToSchema)]
pub struct AccountDeletion {
    pub password: String,
}
