//! Applies the rules to contacts.

use uuid::Uuid;

use super::{
    model::{AssignmentMode, AssignmentRules},
    store,
};
use crate::{
    app::App,
    features::contacts::{model::Contact, store as contacts, triage::Triage},
    foundation::{
        audit::{self, Action},
        identity::{actor::Actor, store::users},
    },
    platform::{db::Transaction, error::Result, http::Version},
};

/// Assigns a new contact, which the transaction has locked, as the rules require. Returns the contact afterward.
pub async fn assign_new(
    app: &App,
    tx: &Transaction,
    (version, contact): (Version, Contact),
) -> Result<(Version, Contact)> {
    if contact.assigned_to.is_some() || store::find_mode(&**tx).await? == AssignmentMode::None {
        return Ok((version, contact));
    }
    let stored = store::find_for_update(&**tx).await?;
    let staff: Vec<Uuid> = users::list_support(&**tx).await?.into_iter().map(|user| user.id).collect();
    let has_access = |id: &Uuid| staff.contains(id);
    let assignee = match stored.rules.mode {
        AssignmentMode::None => None,
        AssignmentMode::ByService => person_of_service(&stored.rules, &contact.fields.service(), has_access),
        AssignmentMode::RoundRobin => next_in_turn(&stored.rules.turns, stored.last_user_id, has_access),
    };
    let Some(assignee) = assignee else { return Ok((version, contact)) };
    if stored.rules.mode == AssignmentMode::RoundRobin {
        store::set_last(&**tx, assignee).await?;
    }
    let triage = Triage { assigned_to: Some(assignee), ..Triage::of(&contact) };
    let fields = contact.fields.clone();
    let (version, assigned) =
        contacts::update(&**tx, contact.id, version, fields, triage, app.clock.now()).await?;
    let event = assigned.event(Action::ContactUpdated).changed(&contact, &assigned);
    audit::record(app, tx, &Actor::system(), event).await?;
    Ok((version, assigned))
}

fn person_of_service(
    rules: &AssignmentRules,
    service: &str,
    has_access: impl Fn(&Uuid) -> bool,
) -> Option<Uuid> {
    let wanted = rules.services.iter().find(|of| of.service == service);
    wanted.map(|of| of.user_id).filter(has_access)
}

/// Returns the next person with access after the one who got the last contact.
fn next_in_turn(turns: &[Uuid], last: Option<Uuid>, has_access: impl Fn(&Uuid) -> bool) -> Option<Uuid> {
    let start = turns.iter().position(|id| Some(*id) == last).map_or(0, |index| index + 1);
    let (before, after) = turns.split_at(start);
    after.iter().chain(before).copied().find(|id| has_access(id))
}

/// Returns the triage with the author of the first answer as the assignee, if the contact had none and the rules require it.
pub async fn with_answerer(
    tx: &Transaction,
    before: &Contact,
    after: Triage,
    author: Option<Uuid>,
) -> Result<Triage> {
    let Some(author) = author else { return Ok(after) };
    let is_first = before.answered_at.is_none() && after.answered_at.is_some();
    if !is_first || after.assigned_to.is_some() || !store::find(&**tx).await?.rules.answerer {
        return Ok(after);
    }
    let user = users::find(&**tx, author).await?.filter(users::is_active_support);
    Ok(Triage { assigned_to: user.map(|user| user.id), ..after })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_go_around_and_skip_people_without_access() {
        let [one, two, three] = [1, 2, 3].map(Uuid::from_u128);
        let turns = [one, two, three];
        let next = |last| next_in_turn(&turns, last, |id| *id != two);
        assert_eq!([next(None), next(Some(one)), next(Some(three))], [Some(one), Some(three), Some(one)]);
        assert_eq!(next(Some(Uuid::nil())), Some(one), "the last person is no longer in the rules");
        assert_eq!(next_in_turn(&turns, None, |_| false), None);
    }
}
