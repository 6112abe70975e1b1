//! The same done to many contacts at once, in one transaction and with an event for each.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    admin::{about, check_assignee},
    mail,
    model::{Contact, ContactStatus},
    store::{self, replies},
    triage::Handling,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::extract::Staff,
    },
    platform::{
        clock::Timestamp,
        db::Transaction,
        error::{Error, Result},
        http::{JsonBody, Version},
    },
};

pub const MOST: usize = 100;

#[derive(Deserialize, ToSchema)]
pub struct BulkChange {
    #[serde(default)]
    #[schema(required)]
    pub ids: Vec<Uuid>,
    #[serde(flatten)]
    pub action: BulkAction,
}

/// What is done to each of them.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum BulkAction {
    Status {
        status: ContactStatus,
    },
    /// To a member of staff, or to nobody.
    Assign {
        assigned_to: Option<Uuid>,
    },
    Quarantine,
    /// Out of quarantine.
    Release,
    Trash,
    Restore,
}

/// A contact that was changed, as it was before.
#[derive(Serialize, ToSchema)]
pub struct FormerContact {
    pub id: Uuid,
    pub status: ContactStatus,
    #[schema(required)]
    pub assigned_to: Option<Uuid>,
}

/// Does one thing to many contact requests. Those that are gone, or as asked already, are left alone; the answer has the
/// others as they were before.
#[utoipa::path(post, path = "/api/contacts/bulk", tag = "contacts", operation_id = "change_contacts",
    request_body = BulkChange,
    responses((status = 200, body = Vec<FormerContact>)))]
pub async fn change_contacts(
    staff: Staff,
    State(app): State<App>,
    JsonBody(BulkChange { mut ids, action }): JsonBody<BulkChange>,
) -> Result<Json<Vec<FormerContact>>> {
    // In one order, so that two who change the same ones at once don't wait for each other.
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() || ids.len() > MOST {
        return Err(Error::field("ids", "Escolha de 1 a 100 contatos."));
    }
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    if let BulkAction::Assign { assigned_to } = action {
        check_assignee(&tx, assigned_to).await?;
    }
    let mailed = replies::answered(&*tx, &ids).await?;
    let (mut former, mut events) = (Vec::new(), Vec::new());
    for id in ids {
        let Some((version, contact)) = store::find_for_update(&*tx, id).await? else { continue };
        if let Some(event) = apply(&app, &tx, action, version, &contact, mailed.contains(&id), now).await? {
            let Contact { id, status, assigned_to, .. } = contact;
            former.push(FormerContact { id, status, assigned_to });
            events.push(event);
        }
    }
    for event in events {
        audit::record(&app, &tx, &staff.actor(), event).await?;
    }
    tx.commit().await?;
    Ok(Json(former))
}

/// What was done, if anything had to be.
async fn apply(
    app: &App,
    tx: &Transaction,
    action: BulkAction,
    version: Version,
    contact: &Contact,
    mailed: bool,
    now: Timestamp,
) -> Result<Option<Event>> {
    let before = Handling::of(contact);
    let after = match action {
        BulkAction::Trash | BulkAction::Restore => {
            return set_deleted(tx, matches!(action, BulkAction::Trash), contact, now).await;
        }
        BulkAction::Status { status } => before.clone().with_status(status, contact, mailed, now),
        BulkAction::Assign { assigned_to } => Handling { assigned_to, ..before.clone() },
        BulkAction::Quarantine => Handling { quarantined: true, ..before.clone() },
        BulkAction::Release => Handling { quarantined: false, ..before.clone() },
    };
    if after == before {
        return Ok(None);
    }
    let (_, changed) = store::update(&**tx, contact.id, version, contact.details(), after, now).await?;
    mail::follow(app, tx, contact, &changed).await?;
    Ok(Some(about(Action::ContactUpdated, &changed).changed(contact, &changed)))
}

/// Moves a contact to the trash or restores it. Returns no event if nothing changes.
async fn set_deleted(
    tx: &Transaction,
    deleted: bool,
    contact: &Contact,
    now: Timestamp,
) -> Result<Option<Event>> {
    if contact.deleted_at.is_some() == deleted {
        return Ok(None);
    }
    let contact = store::set_deleted(&**tx, contact.id, deleted, now).await?;
    Ok(Some(if deleted {
        about(Action::ContactDeleted, &contact)
    } else {
        about(Action::ContactRestored, &contact)
    }))
}
