//! Changes of many contacts at once, in one transaction. Each changed contact has its own audit event.

use std::collections::BTreeSet;

use axum::{Json, extract::State};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Triage;
use crate::{
    app::App,
    features::contacts::{
        assignment::{
            self,
            assignees::{can_be_assigned, check_assignee},
        },
        limits::MAX_BULK_IDS,
        mail,
        model::{Contact, ContactStatus, RepliesState},
        notifications, replies,
        stages::model::{ContactStage, Deal, StageChange},
        store,
    },
    foundation::{
        audit::{self, Action, Event},
        identity::extract::Support,
        records::{self, SeenVersions},
    },
    platform::{
        clock::Timestamp,
        db::Transaction,
        error::{Error, Result},
        http::{JsonBody, Version},
        parse::{null_or_time, time},
    },
};

/// A change of up to 100 contacts.
#[derive(Deserialize, ToSchema)]
pub struct BulkChange {
    /// Ids of 1 to 100 contacts. Repeated ids count once.
    #[serde(default)]
    #[schema(required)]
    pub ids: Vec<Uuid>,
    /// Versions of contacts by id. Contacts with another version are skipped, because they have changed since. An undo sends the versions
    /// after the change.
    #[serde(default)]
    pub versions: SeenVersions,
    #[serde(flatten)]
    pub action: BulkAction,
}

/// The changes that undo a bulk change: one for the contacts that had the same values.
#[derive(Deserialize, ToSchema)]
pub struct ContactUndo {
    pub changes: Vec<BulkChange>,
}

/// What a bulk change does to each contact.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum BulkAction {
    /// Sets the status and the time of the reply. Null removes the time, unless the mail server has accepted a reply. If the time is
    /// omitted, it changes as the status requires. An undo sends the former time.
    Status {
        status: ContactStatus,
        #[serde(default, deserialize_with = "null_or_time")]
        #[schema(value_type = Option<DateTime<Utc>>)]
        answered_at: Option<Option<DateTime<Utc>>>,
        /// For an undo: the former stage and the former time of its last change.
        stage: Option<ContactStage>,
        #[serde(default, deserialize_with = "time")]
        stage_changed_at: Option<DateTime<Utc>>,
        /// For an undo: whether the contact had no assignee before.
        #[serde(default)]
        had_no_assignee: bool,
    },
    /// Changes the stage, the value or the outcome.
    Stage(StageChange),
    /// Assigns to a member of staff; null removes the assignee.
    Assign {
        // Makes the field required, so that a forgotten one doesn't remove the assignee.
        #[serde(deserialize_with = "Option::deserialize")]
        #[schema(required)]
        assigned_to: Option<Uuid>,
        /// For an undo, which notifies nobody.
        #[serde(default)]
        is_undo: bool,
    },
    /// Moves to the folder `spam`.
    Quarantine,
    /// Ends the quarantine.
    Release,
    /// Moves to the trash.
    Trash,
    /// Restores from the trash.
    Restore,
}

/// Values of a contact before it was changed.
#[derive(Serialize, ToSchema)]
pub struct FormerContact {
    pub id: Uuid,
    /// Version after the change.
    pub version: i32,
    pub status: ContactStatus,
    #[schema(required)]
    pub assigned_to: Option<Uuid>,
    /// Time of the reply; null if there was none.
    #[schema(required)]
    pub answered_at: Option<DateTime<Utc>>,
    #[serde(flatten)]
    pub deal: Deal,
}

/// Changes many contact requests. Skips contacts that don't exist, were merged into another, are in the trash, or already have the requested
/// values.
/// Also skips contacts whose sender was erased, if the change would make them wait for a reply. Returns the former values of the
/// changed contacts.
#[utoipa::path(post, path = "/api/contacts/bulk", tag = "contacts", operation_id = "change_contacts",
    request_body = BulkChange,
    responses((status = 200, body = Vec<FormerContact>)))]
pub async fn change_contacts(
    staff: Support,
    State(app): State<App>,
    JsonBody(change): JsonBody<BulkChange>,
) -> Result<Json<Vec<FormerContact>>> {
    apply_all(&app, &staff, &[change]).await
}

/// Undoes a change of many contact requests: each gets its former values back. Takes up to 100 contacts in several changes, of which
/// either all are made or none. A contact in several of them gets the first one. Skips the same contacts as a bulk change, and those whose
/// former assignee no longer works with contacts.
#[utoipa::path(post, path = "/api/contacts/bulk/undo", tag = "contacts", operation_id = "undo_contact_changes",
    request_body = ContactUndo,
    responses((status = 200, body = Vec<FormerContact>)))]
pub async fn undo_contact_changes(
    staff: Support,
    State(app): State<App>,
    JsonBody(ContactUndo { changes }): JsonBody<ContactUndo>,
) -> Result<Json<Vec<FormerContact>>> {
    apply_all(&app, &staff, &changes).await
}

async fn apply_all(app: &App, staff: &Support, changes: &[BulkChange]) -> Result<Json<Vec<FormerContact>>> {
    // Locking in a fixed order prevents deadlocks between two requests for the same contacts.
    let mut targets = records::by_id(changes, |change| &change.ids);
    if targets.is_empty()
        || changes.iter().any(|change| change.ids.is_empty())
        || targets.len() > MAX_BULK_IDS
    {
        return Err(Error::field("ids", "Escolha de 1 a 100 contatos."));
    }
    let tx = app.db.begin().await?;
    for change in changes {
        if let BulkAction::Assign { assigned_to, is_undo: false } = &change.action {
            check_assignee(&tx, *assigned_to).await?;
        }
    }
    skip_lost_assignees(&tx, &mut targets).await?;
    let mut contacts = Vec::new();
    for (id, BulkChange { versions, action, .. }) in targets {
        let found = store::find_for_update(&*tx, id).await?;
        let is_of_trash = matches!(action, BulkAction::Trash | BulkAction::Restore);
        let is_current = |(version, contact): &(Version, Contact)| {
            !versions.are_outdated(id, *version)
                && contact.merged_into.is_none()
                && (is_of_trash || contact.deleted_at.is_none())
        };
        contacts.extend(found.filter(is_current).map(|found| (action, found)));
    }
    // Read after the contacts are locked, so that no reply is accepted meanwhile.
    let locked = contacts.iter().map(|(_, (_, contact))| contact);
    let replies = replies::store::states(&*tx, locked).await?;
    let (mut former, mut events) = (Vec::new(), Vec::new());
    let author = staff.0.user.id;
    for (action, (version, contact)) in contacts {
        let replies = replies.get(&contact.id).copied().unwrap_or_default();
        if let Some(event) = apply(app, &tx, action, (version, &contact), replies, author).await? {
            let version = version.next().0;
            let Contact { id, status, assigned_to, answered_at, deal, .. } = contact;
            former.push(FormerContact { id, version, status, assigned_to, answered_at, deal });
            events.push(event);
        }
    }
    // Recorded last, because recording locks the audit log.
    for event in events {
        audit::record(app, &tx, &staff.actor(), event).await?;
    }
    tx.commit().await?;
    Ok(Json(former))
}

/// Skips contacts that an undo would give back to people who no longer work with contacts.
async fn skip_lost_assignees(tx: &Transaction, targets: &mut Vec<(Uuid, &BulkChange)>) -> Result<()> {
    let former = |change: &BulkChange| match change.action {
        BulkAction::Assign { assigned_to, is_undo: true } => assigned_to,
        _ => None,
    };
    let assignees: BTreeSet<Uuid> = targets.iter().filter_map(|(_, change)| former(change)).collect();
    for assignee in assignees {
        if !can_be_assigned(tx, assignee).await? {
            targets.retain(|(_, change)| former(change) != Some(assignee));
        }
    }
    Ok(())
}

/// Applies the action to one contact. Returns no event if nothing changes.
async fn apply(
    app: &App,
    tx: &Transaction,
    action: &BulkAction,
    (version, contact): (Version, &Contact),
    replies: RepliesState,
    author: Uuid,
) -> Result<Option<Event>> {
    let now = app.clock.now();
    let before = Triage::of(contact);
    let after = match action {
        BulkAction::Trash | BulkAction::Restore => {
            return set_deleted(tx, matches!(action, BulkAction::Trash), contact, now).await;
        }
        BulkAction::Stage(change) => before.clone().with_deal(change.applied_to(contact, now)?),
        BulkAction::Status { status, answered_at, stage, stage_changed_at, had_no_assignee } => {
            let mut after = before.clone().with_status(*status, contact, replies, now);
            if stage.is_some() {
                let (stage, stage_changed_at) = (*stage, *stage_changed_at);
                let former = StageChange { stage, stage_changed_at, ..StageChange::default() };
                after = after.with_deal(former.applied_to(contact, now)?);
            }
            // The status of an erased person's contact may not have changed.
            let after = match answered_at.filter(|_| after.status == *status) {
                // `clamp` would panic for a contact that was created while the clock was ahead.
                Some(Some(time)) => after.with_answered_at(Some(time.max(contact.created_at).min(now))),
                Some(None) if !replies.has_accepted => after.with_answered_at(None),
                _ => after,
            };
            if *had_no_assignee {
                Triage { assigned_to: None, ..after }
            } else {
                // An undo answers nobody.
                let author = answered_at.is_none().then_some(author);
                assignment::with_answerer(tx, contact, after, author).await?
            }
        }
        BulkAction::Assign { assigned_to, .. } => Triage { assigned_to: *assigned_to, ..before.clone() },
        BulkAction::Quarantine => Triage { quarantined: true, ..before.clone() },
        BulkAction::Release => Triage { quarantined: false, ..before.clone() },
    };
    if after == before {
        return Ok(None);
    }
    let (_, changed) = store::update(&**tx, contact.id, version, contact.fields.clone(), after, now).await?;
    mail::follow_change(app, tx, contact, &changed).await?;
    if !matches!(action, BulkAction::Assign { is_undo: true, .. }) {
        notifications::announce_assigned(app, tx, contact.assigned_to, &changed, author).await?;
    }
    let event = changed.event(Action::ContactUpdated);
    Ok(Some(match action {
        BulkAction::Stage(_) => changed.deal.audited(&contact.deal, event),
        _ => event.changed(contact, &changed),
    }))
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
    let (_, contact) = store::set_deleted(&**tx, contact.id, deleted, now).await?;
    let action = if deleted { Action::ContactDeleted } else { Action::ContactRestored };
    Ok(Some(contact.event(action)))
}
