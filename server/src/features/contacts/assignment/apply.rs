//! Applies the rules to contacts.

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
    platform::{db::Transaction, error::Result, http::Version},
};

/// Assigns new contacts as the rules require. Reads the rules once for all contacts.
pub struct Assigner {
    rules: AssignmentRules,
    last_user_id: Option<Uuid>,
    /// The staff who work with contacts.
    staff: Vec<Uuid>,
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
        Ok(Self { rules, last_user_id, staff: staff.into_iter().collect(), events: Vec::new() })
    }

    /// Assigns a contact that the transaction has locked, unless it is assigned. Returns it afterward.
    pub async fn assign(
        &mut self,
        app: &App,
        tx: &Transaction,
        (version, contact): (Version, Contact),
    ) -> Result<(Version, Contact)> {
        let Some(assignee) = self.next(&contact) else { return Ok((version, contact)) };
        let triage = Triage { assigned_to: Some(assignee), ..Triage::of(&contact) };
        let fields = contact.fields.clone();
        let (version, assigned) =
            contacts::update(&**tx, contact.id, version, fields, triage, app.clock.now()).await?;
        self.events.push(assigned.event(Action::ContactUpdated).changed(&contact, &assigned));
        Ok((version, assigned))
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

    /// Stores whose turn it was last, and the events of the audit log. Call it last.
    pub async fn finish(self, app: &App, tx: &Transaction) -> Result<()> {
        if self.rules.mode == AssignmentMode::RoundRobin && !self.events.is_empty() {
            store::set_last(&**tx, self.last_user_id).await?;
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
