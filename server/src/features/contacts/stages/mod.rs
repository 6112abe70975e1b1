//! The stage of a contact on the way to a sale: its value, its outcome, and the board that shows contacts by stage. The stage is
//! independent of the status, except that the first reply moves a new contact to `talking`.

pub mod board;
pub mod model;
pub mod store;
pub mod wording;

use axum::extract::State;

use self::model::StageChange;
use super::{
    admin::{completed, find_writable_for_update},
    model::Contact,
    store as contacts,
    triage::Triage,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action},
        identity::extract::Support,
    },
    platform::{
        error::{ErrorBody, Result},
        http::{IfMatch, JsonBody, PathId, Versioned},
    },
};

/// Changes the stage of a contact request, its value or its outcome. A change to an open stage removes the outcome.
#[utoipa::path(put, path = "/api/contacts/{id}/stage", tag = "contacts", operation_id = "change_contact_stage",
    params(PathId, IfMatch),
    request_body = StageChange,
    responses(
        (status = 200, body = Contact),
        (status = 409, description = "`contact_merged`: the contact was merged into another; `person_erased`: the \
            sender was erased", body = ErrorBody),
        (status = 422, description = "`invalid_fields`: for example, the stage `lost` without a reason", body = ErrorBody)))]
pub async fn change_stage(
    staff: Support,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(change): JsonBody<StageChange>,
) -> Result<Versioned<Contact>> {
    let tx = app.db.begin().await?;
    let (version, current) = find_writable_for_update(&tx, id).await?;
    condition.check(version)?;
    let now = app.clock.now();
    let deal = change.applied_to(&current, now)?;
    if deal == current.deal {
        return Ok(Versioned(version, completed(&app, current).await?));
    }
    let triage = Triage::of(&current).with_deal(deal);
    let fields = current.fields.clone();
    let (version, contact) = contacts::update(&*tx, id, version, fields, triage, now).await?;
    let event = contact.deal.audited(&current.deal, contact.event(Action::ContactUpdated));
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, completed(&app, contact).await?))
}
