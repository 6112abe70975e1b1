//! Applies the rules to contacts.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::{
    model::{AssignmentMode, AssignmentRules},
    store::{self, Stored},
};
use crate::{
    app::App,
    features::contacts::{model::Contact, store as contacts, triage::Triage},
    foundation::{
        audit::{self, Action, Event},
        identity::{actor::Actor, store::users},
    },
    platform::{db::Transaction, error::Result},
};

/// Assigns new contacts as the rules require. Reads the rules once for all contacts.
pub struct Assigner {
    rules: AssignmentRules,
    last_user_id: Option<Uuid>,
    /// The staff who work with contacts.
    staff: Vec<Uuid>,
    /// The contacts that each person gets.
    assigned: BTreeMap<Uuid, Vec<Uuid>>,
    events: Vec<Event>,
}

impl Assigner {
    /// Reads the rules and, unless they assign nobody, locks them until the transaction ends. `staff` are the people who work with
    /// contacts.
    pub async fn read(tx: &Transaction, staff: impl IntoIterator<Item = Uuid>) -> Result<Self> {
        let mut stored = store::find(&**tx).await?;
        if stored.rules.mode != AssignmentMode::None {
            stored = store::find_for_update(&**tx).await?;
        }
        let Stored { rules, last_user_id, .. } = stored;
        let staff = staff.into_iter().collect();
        Ok(Self { rules, last_user_id, staff, assigned: BTreeMap::new(), events: Vec::new() })
    }

    /// Returns a new contact, which the transaction has locked, with its assignee. [`Assigner::finish`] stores the assignee.
    #[must_use]
    pub fn assign(&mut self, contact: Contact) -> Contact {
        let Some(assignee) = self.next(&contact) else { return contact };
        let assigned = Contact { assigned_to: Some(assignee), ..contact.clone() };
        self.assigned.entry(assignee).or_default().push(contact.id);
        self.events.push(assigned.event(Action::ContactUpdated).changed(&contact, &assigned));
        assigned
    }

    fn next(&mut self, contact: &Contact) -> Option<Uuid> {
        let has_access = |id: &Uuid| self.staff.contains(id);
        match self.rules.mode {
            _ if contact.assigned_to.is_some() => None,
            AssignmentMode::None => None,
            AssignmentMode::ByService => {
                person_of_service(&self.rules, &contact.fields.service(), has_access)
            }
            AssignmentMode::RoundRobin => {
                let next = next_in_turn(&self.rules.turns, self.last_user_id, has_access)?;
                self.last_user_id = Some(next);
                Some(next)
            }
        }
    }

    /// Stores the assignees, whose turn it was last, and the events of the audit log. Call it last.
    pub async fn finish(self, app: &App, tx: &Transaction) -> Result<()> {
        if self.rules.mode == AssignmentMode::RoundRobin && !self.assigned.is_empty() {
            store::set_last(&**tx, self.last_user_id).await?;
        }
        for (assignee, ids) in self.assigned {
            contacts::assign(&**tx, ids, assignee, app.clock.now()).await?;
        }
        audit::record_all(app, tx, &Actor::system(), self.events).await
    }
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
