//! The API with which administrators read and change the rules.

use std::collections::BTreeSet;

use axum::extract::State;
use uuid::Uuid;

use super::{
    model::{
        AssignmentChange, AssignmentMode, AssignmentOverview, AssignmentRules, FormerAssignee,
        ServiceAssignee,
    },
    store,
};
use crate::{
    app::App,
    features::contacts::{
        fields::MAX_SERVICE,
        limits::{MAX_ASSIGNED_SERVICES, MAX_TURNS},
    },
    foundation::{
        audit::{self, Action, Event},
        identity::{extract::Admin, store::users},
    },
    platform::{
        error::Result,
        http::{IfMatch, JsonBody, Version, Versioned},
        parse::Fields,
    },
};

/// Name of the rules in the audit log.
const NAME: &str = "Distribuição";

/// Returns the rules that assign new contacts.
#[utoipa::path(get, path = "/api/contacts/assignment", tag = "contacts", operation_id = "find_assignment_rules",
    responses((status = 200, body = AssignmentOverview)))]
pub async fn find_assignment_rules(
    _: Admin,
    State(app): State<App>,
) -> Result<Versioned<AssignmentOverview>> {
    let stored = store::find(app.db.reader()).await?;
    overview(&app, stored.version, stored.rules).await
}

async fn overview(
    app: &App,
    version: Version,
    rules: AssignmentRules,
) -> Result<Versioned<AssignmentOverview>> {
    let staff: Vec<Uuid> =
        users::list_support(app.db.reader()).await?.into_iter().map(|user| user.id).collect();
    let mut former: BTreeSet<Uuid> = people(&rules).collect();
    former.retain(|id| !staff.contains(id));
    let mut names = users::names(app.db.reader(), former.iter().copied()).await?;
    let without_access =
        former.into_iter().map(|id| FormerAssignee { id, name: names.remove(&id) }).collect();
    Ok(Versioned(version, AssignmentOverview { rules, without_access }))
}

/// Returns the ids of all people of the rules.
fn people(rules: &AssignmentRules) -> impl Iterator<Item = Uuid> {
    rules.turns.iter().copied().chain(rules.services.iter().map(|of| of.user_id))
}

/// Changes the rules that assign new contacts. Omitted fields keep their value. The rules apply to contacts that arrive afterward.
/// Refuses people who don't work with contacts or can't sign in, unless the rules already have them.
#[utoipa::path(put, path = "/api/contacts/assignment", tag = "contacts", operation_id = "update_assignment_rules",
    params(IfMatch),
    request_body = AssignmentChange,
    responses((status = 200, body = AssignmentOverview)))]
pub async fn update_assignment_rules(
    admin: Admin,
    State(app): State<App>,
    condition: IfMatch,
    JsonBody(change): JsonBody<AssignmentChange>,
) -> Result<Versioned<AssignmentOverview>> {
    let tx = app.db.begin().await?;
    let store::Stored { version, rules: current, .. } = store::find_for_update(&*tx).await?;
    condition.check(version)?;
    let rules = parse(change, &current)?;
    if rules == current {
        drop(tx);
        return overview(&app, version, rules).await;
    }
    let staff: Vec<Uuid> = users::list_support(&*tx).await?.into_iter().map(|user| user.id).collect();
    let is_accepted = |id: &Uuid| staff.contains(id) || people(&current).any(|known| known == *id);
    let mut fields = Fields::default();
    const REFUSAL: &str = "Escolha pessoas da equipe que atendam contatos.";
    if !rules.turns.iter().all(is_accepted) {
        fields.refuse("turns", REFUSAL);
    }
    if !rules.services.iter().all(|of| is_accepted(&of.user_id)) {
        fields.refuse("services", REFUSAL);
    }
    fields.finish(())?;
    let version = store::update(&*tx, version, &rules).await?;
    let event = Event::new(Action::ContactAssignmentUpdated).about(NAME).changed(&current, &rules);
    audit::record(&app, &tx, &admin.actor(), event).await?;
    tx.commit().await?;
    overview(&app, version, rules).await
}

fn parse(change: AssignmentChange, current: &AssignmentRules) -> Result<AssignmentRules> {
    let mode = change.mode.unwrap_or(current.mode);
    let answerer = change.answerer.unwrap_or(current.answerer);
    let turns = change.turns.unwrap_or_else(|| current.turns.clone());
    let services = change.services.unwrap_or_else(|| current.services.clone());
    let mut fields = Fields::default();
    if turns.iter().collect::<BTreeSet<_>>().len() < turns.len() {
        fields.refuse("turns", "Cada pessoa só pode aparecer uma vez.");
    }
    if turns.len() > MAX_TURNS {
        fields.refuse("turns", "Escolha até 50 pessoas.");
    }
    if mode == AssignmentMode::RoundRobin && turns.is_empty() {
        fields.refuse("turns", "Escolha quem recebe os contatos.");
    }
    let mut named = Vec::new();
    for ServiceAssignee { service, user_id } in services {
        let service = service.trim().to_owned();
        let is_valid = !service.is_empty() && service.chars().count() <= MAX_SERVICE;
        if !is_valid || named.iter().any(|of: &ServiceAssignee| of.service == service) {
            fields.refuse("services", "Cada serviço precisa de um nome e só pode aparecer uma vez.");
        }
        named.push(ServiceAssignee { service, user_id });
    }
    if named.len() > MAX_ASSIGNED_SERVICES {
        fields.refuse("services", "Escolha até 50 serviços.");
    }
    fields.finish(AssignmentRules { mode, answerer, turns, services: named })
}
