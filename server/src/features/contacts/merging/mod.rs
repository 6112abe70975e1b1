//! Merging contacts of one person, and undoing it. The open contact remains, and gets the notes, replies and received mail of the others.
//! The others keep their text, which the timeline shows, but are in no view.

pub mod store;

use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashMap},
};

use axum::extract::State;
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use self::store::Parts;
use super::{
    admin::completed,
    fields::{ContactFields, email_key, phone_key},
    limits::MAX_MERGED,
    model::Contact,
    replies,
    stages::model::{ContactStage, Deal},
    steps::{self, reminders},
    store::{self as contacts, merged},
    triage::Triage,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action},
        identity::{extract::Support, store::users},
        records::SeenVersions,
    },
    platform::{
        clock::Timestamp,
        db::Transaction,
        error::{Error, ErrorBody, Result},
        http::{IfMatch, JsonBody, PathId, Version, Versioned},
        id,
    },
};

/// The error for a change of a contact that was merged into another.
pub const MERGED: Error = Error::Conflict {
    code: "contact_merged",
    message: "Este contato foi juntado a outro. Continue no contato em que a conversa ficou.",
};
const NOT_MERGEABLE: Error = Error::Conflict {
    code: "contact_not_mergeable",
    message: "Um dos contatos está na lixeira ou em Suspeitos, foi juntado a outro ou não tem mais os dados da pessoa.",
};
const OTHER_PERSON: Error = Error::Conflict {
    code: "other_person",
    message: "Um dos contatos tem outro e-mail e outro telefone. Só dá para juntar contatos da mesma pessoa.",
};
const OF_ACCOUNT: Error = Error::Conflict {
    code: "contact_of_account",
    message: "Quem enviou este contato tem uma conta no site e passaria a ver as mensagens dos outros. Abra o outro contato e \
              junte este a ele.",
};
const CHANGED: Error = Error::Conflict {
    code: "contact_changed",
    message: "Um dos contatos mudou enquanto isso. Confira de novo antes de juntar.",
};
const NOT_MERGED: Error =
    Error::Conflict { code: "contact_not_merged", message: "Nenhum contato está juntado a este." };
const CHANGED_SINCE: Error = Error::Conflict {
    code: "changed_since_merge",
    message: "O contato mudou depois de ser juntado: a junção não pode mais ser desfeita.",
};
const PARTS_CHANGED: Error = Error::Conflict {
    code: "parts_changed_since_merge",
    message: "Uma mensagem ou anotação foi apagada depois da junção, que não pode mais ser desfeita.",
};

/// Contacts to merge into another.
#[derive(Deserialize, ToSchema)]
pub struct MergeInput {
    /// Ids of 1 to 20 contacts with the same email or phone.
    #[serde(default)]
    #[schema(required)]
    pub ids: Vec<Uuid>,
    /// Versions of contacts by id. The merge is refused if one of them has another version.
    #[serde(default)]
    pub versions: SeenVersions,
}

/// What an undo needs. It has ids and times, but no texts.
#[derive(Debug, Serialize, Deserialize)]
struct Merge {
    /// Version of the remaining contact after the merge.
    version: i32,
    /// Triage of the remaining contact before the merge.
    former: Triage,
    /// The fields that the remaining contact took from another.
    taken: BTreeSet<Taken>,
    /// The contact with which the remaining one exchanged its next step.
    step_from: Option<Uuid>,
    merged: Vec<Merged>,
}

/// A contact that was merged into another.
#[derive(Debug, Serialize, Deserialize)]
struct Merged {
    id: Uuid,
    /// Version after the merge.
    version: i32,
    /// Its parts that moved to the remaining contact.
    parts: Parts,
    /// Contacts that had been merged into this one.
    earlier: Vec<Uuid>,
}

/// A field that was blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Taken {
    Email,
    Phone,
    Company,
}

impl Taken {
    const ALL: [Self; 3] = [Self::Email, Self::Phone, Self::Company];

    fn of(self, fields: &mut ContactFields) -> &mut String {
        match self {
            Self::Email => &mut fields.email,
            Self::Phone => &mut fields.phone,
            Self::Company => &mut fields.company,
        }
    }
}

type Locked = (Version, Contact);

/// Merges contacts of the same person into this one, which takes their notes, replies and received messages, the earliest deadline
/// of those that wait, and the earliest next step. Blank fields and a missing value take the values of the others, a new contact their
/// furthest stage, unless it is `lost`.
#[utoipa::path(post, path = "/api/contacts/{id}/merge", tag = "contacts", operation_id = "merge_contacts",
    params(PathId, IfMatch),
    request_body = MergeInput,
    responses(
        (status = 200, body = Contact),
        (status = 409, description = "`contact_not_mergeable`: a contact is deleted, quarantined, merged or erased; `other_person`: a \
            contact has neither the same email nor the same phone; `contact_of_account`: a visitor sent this contact while signed in, and \
            would see the messages of the others; `contact_changed`: a contact has another version", body = ErrorBody)))]
pub async fn merge_contacts(
    staff: Support,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(MergeInput { ids, versions }): JsonBody<MergeInput>,
) -> Result<Versioned<Contact>> {
    let others: BTreeSet<Uuid> = ids.into_iter().filter(|other| *other != id).collect();
    if others.is_empty() || others.len() > MAX_MERGED {
        return Err(Error::field("ids", "Escolha de 1 a 20 outros contatos."));
    }
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let mut locked = lock(&tx, others.iter().copied().chain([id])).await?;
    let (version, contact) = locked.remove(&id).ok_or(Error::NotFound)?;
    condition.check(version)?;
    if locked.len() < others.len() || !locked.values().chain([&(version, contact.clone())]).all(is_mergeable)
    {
        return Err(NOT_MERGEABLE);
    }
    if locked.iter().any(|(id, (version, _))| versions.are_outdated(*id, *version)) {
        return Err(CHANGED);
    }
    let others: Vec<Locked> = others.iter().filter_map(|id| locked.remove(id)).collect();
    check_person(&contact, others.iter().map(|(_, other)| other))?;
    check_owners(&tx, id, &others).await?;
    let mut merged = Vec::new();
    for (version, other) in &others {
        let earlier = merged::list_merged_into(&*tx, [other.id]).await?;
        merged::move_merged(&*tx, &earlier, other.id, id).await?;
        let parts = store::move_parts(&*tx, other.id, id).await?;
        merged.push(Merged { id: other.id, version: version.next().0, parts, earlier });
    }
    let ids: Vec<Uuid> = merged.iter().map(|other| other.id).collect();
    merged::set_merged_into(&*tx, &ids, Some(id), now).await?;
    let (fields, taken) = filled(&contact, others.iter().map(|(_, other)| other));
    let staff_ids: BTreeSet<Uuid> =
        users::list_support(&*tx).await?.into_iter().map(|user| user.id).collect();
    let triage = combined(&contact, others.iter().map(|(_, other)| other), &staff_ids);
    let former = Triage::of(&contact);
    let step_from = with_earlier_step(&contact, others.iter().map(|(_, other)| other));
    if let Some(other) = step_from {
        exchange_steps(&tx, &contact, other, now).await?;
    }
    let step_from = step_from.map(|other| other.id);
    let (_, after) = contacts::update(&*tx, id, version, fields.clone(), triage.clone(), now).await?;
    let replies = replies::store::states(&*tx, [&after]).await?.remove(&id).unwrap_or_default();
    let triage = Triage { delivery: replies.delivery, ..triage };
    let (version, after) = contacts::update(&*tx, id, version, fields, triage, now).await?;
    let merge = Merge { version: version.0, former, taken, step_from, merged };
    let document = serde_json::to_string(&merge).map_err(anyhow::Error::new)?;
    store::create(&*tx, id::new_id(now), id, document, now).await?;
    let values = serde_json::json!({"merged": ids});
    audit::record(&app, &tx, &staff.actor(), after.event(Action::ContactMerged).after(&values)).await?;
    tx.commit().await?;
    Ok(Versioned(version, completed(&app, after).await?))
}

/// Undoes the newest merge into this contact. Refused if one of the contacts has changed since.
#[utoipa::path(post, path = "/api/contacts/{id}/merge/undo", tag = "contacts", operation_id = "undo_contact_merge",
    params(PathId),
    responses(
        (status = 200, body = Contact),
        (status = 409, description = "`contact_not_merged`: no contact was merged into this one; `changed_since_merge`: a contact has \
            changed since; `parts_changed_since_merge`: a message, reply or note was deleted since", body = ErrorBody)))]
pub async fn undo_merge(
    staff: Support,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<Contact>> {
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    // Read before the lock for the ids to lock, and again afterward.
    let (_, merge) = find_newest(&tx, id).await?;
    let mut locked = lock(&tx, merge.merged.iter().map(|other| other.id).chain([id])).await?;
    let (merge_id, merge) = find_newest(&tx, id).await?;
    let (version, contact) = locked.remove(&id).ok_or(Error::NotFound)?;
    let is_same = |other: &Merged| {
        locked
            .get(&other.id)
            .is_some_and(|(version, contact)| version.0 == other.version && contact.merged_into == Some(id))
    };
    if version.0 != merge.version || contact.deleted_at.is_some() || !merge.merged.iter().all(is_same) {
        return Err(CHANGED_SINCE);
    }
    for other in &merge.merged {
        let is_complete = store::move_back(&*tx, &other.parts, id, other.id).await?
            && merged::move_merged(&*tx, &other.earlier, id, other.id).await?;
        if !is_complete {
            return Err(PARTS_CHANGED);
        }
    }
    let ids: Vec<Uuid> = merge.merged.iter().map(|other| other.id).collect();
    merged::set_merged_into(&*tx, &ids, None, now).await?;
    if let Some((_, other)) = merge.step_from.and_then(|id| locked.get(&id)) {
        exchange_steps(&tx, &contact, other, now).await?;
    }
    let mut fields = contact.fields.clone();
    for field in merge.taken {
        field.of(&mut fields).clear();
    }
    let (version, after) = contacts::update(&*tx, id, version, fields, merge.former, now).await?;
    store::delete(&*tx, merge_id).await?;
    let values = serde_json::json!({"merged": ids});
    audit::record(&app, &tx, &staff.actor(), after.event(Action::ContactMergeUndone).before(&values)).await?;
    tx.commit().await?;
    Ok(Versioned(version, completed(&app, after).await?))
}

async fn find_newest(tx: &Transaction, id: Uuid) -> Result<(Uuid, Merge)> {
    let (merge_id, document) = store::find_newest(&**tx, id).await?.ok_or(NOT_MERGED)?;
    Ok((merge_id, serde_json::from_str(&document).map_err(anyhow::Error::new)?))
}

/// Locks contacts, in the same order as bulk changes. Leaves out missing ones.
async fn lock(tx: &Transaction, ids: impl Iterator<Item = Uuid>) -> Result<HashMap<Uuid, Locked>> {
    let mut locked = HashMap::new();
    for id in ids.collect::<BTreeSet<_>>() {
        if let Some(found) = contacts::find_for_update(&**tx, id).await? {
            locked.insert(id, found);
        }
    }
    Ok(locked)
}

fn is_mergeable((_, contact): &Locked) -> bool {
    contact.deleted_at.is_none() && !contact.quarantined && !contact.is_erased()
}

/// Refuses contacts that share neither the email nor the phone with the contact or one of the others that do.
fn check_person<'a>(contact: &Contact, others: impl Iterator<Item = &'a Contact>) -> Result<()> {
    let keys = |contact: &Contact| {
        let keys = [email_key(&contact.fields.email), phone_key(&contact.fields.phone)];
        keys.into_iter().filter(|key| !key.is_empty()).collect::<Vec<_>>()
    };
    let mut known: BTreeSet<String> = keys(contact).into_iter().collect();
    let mut left: Vec<Vec<String>> = others.map(keys).collect();
    while !left.is_empty() {
        let (same, others): (Vec<_>, Vec<_>) =
            left.into_iter().partition(|keys| keys.iter().any(|key| known.contains(key)));
        if same.is_empty() {
            return Err(OTHER_PERSON);
        }
        known.extend(same.into_iter().flatten());
        left = others;
    }
    Ok(())
}

/// Refuses a contact that a visitor sent while signed in, unless the others are of the same account: nobody has checked that the visitor
/// is the person whom the email and the phone name, and an account shows the replies to its contacts.
async fn check_owners(tx: &Transaction, id: Uuid, others: &[Locked]) -> Result<()> {
    let owners = merged::owners(&**tx, others.iter().map(|(_, other)| other.id).chain([id])).await?;
    let owner = owners.get(&id).copied().flatten();
    if owner.is_some() && owners.values().any(|other| *other != owner) { Err(OF_ACCOUNT) } else { Ok(()) }
}

/// Returns the fields of the contact, of which blank ones have the first value of the others, and which these are.
fn filled<'a>(
    contact: &Contact,
    others: impl Iterator<Item = &'a Contact> + Clone,
) -> (ContactFields, BTreeSet<Taken>) {
    let mut fields = contact.fields.clone();
    let mut taken = BTreeSet::new();
    for field in Taken::ALL.into_iter().filter(|field| field.of(&mut contact.fields.clone()).is_empty()) {
        let values = others.clone().map(|other| field.of(&mut other.fields.clone()).clone());
        if let Some(value) = values.into_iter().find(|value| !value.is_empty()) {
            *field.of(&mut fields) = value;
            taken.insert(field);
        }
    }
    (fields, taken)
}

/// Returns the contact whose next step is the earliest, if it is earlier than that of the remaining contact.
fn with_earlier_step<'a>(
    contact: &Contact,
    others: impl Iterator<Item = &'a Contact>,
) -> Option<&'a Contact> {
    let at = |contact: &Contact| contact.next_step.as_ref().map(|step| step.at);
    let earliest = others.filter(|other| other.next_step.is_some()).min_by_key(|other| at(other))?;
    let is_earlier = at(contact).is_none_or(|own| at(earliest) < Some(own));
    is_earlier.then_some(earliest)
}

/// Exchanges the next steps of two contacts, and withdraws their reminders. The other contact keeps the step that the remaining one had,
/// so that an undo finds it there, and no text is stored elsewhere.
async fn exchange_steps(tx: &Transaction, contact: &Contact, other: &Contact, now: Timestamp) -> Result<()> {
    for contact in [contact, other] {
        reminders::withdraw(tx, contact.id, now).await?;
    }
    steps::store::exchange_next(&**tx, contact, other, now).await
}

/// Returns the deal after the merge. A new contact takes the furthest stage of the others, except `lost`: the person has written again.
/// A contact without a value takes that of the contact in the furthest stage that has one.
fn combined_deal<'a>(contact: &Contact, others: impl Iterator<Item = &'a Contact>) -> Deal {
    let mut deals: Vec<&Deal> = others.map(|other| &other.deal).collect();
    deals.sort_by_key(|deal| Reverse(deal.stage.progress()));
    let own = contact.deal.clone();
    let value_cents = own.value_cents.or_else(|| deals.iter().find_map(|deal| deal.value_cents));
    match deals.first() {
        Some(furthest) if own.stage == ContactStage::New && furthest.stage.progress() > 0 => {
            Deal { value_cents, ..(*furthest).clone() }
        }
        _ => Deal { value_cents, ..own },
    }
}

/// Returns the triage after the merge: it has the earliest deadline of the contacts that wait, an assignee if one of them has, and the
/// combined deal. Only one of `staff` becomes the assignee.
fn combined<'a>(
    contact: &Contact,
    others: impl Iterator<Item = &'a Contact> + Clone,
    staff: &BTreeSet<Uuid>,
) -> Triage {
    let triage = combined_wait(contact, others.clone());
    let mut assignees = others.clone().filter_map(|other| other.assigned_to);
    let assigned_to = triage.assigned_to.or_else(|| assignees.find(|id| staff.contains(id)));
    let deal = combined_deal(contact, others);
    // The outcome of one contact doesn't end the wait of another: it continues as after a message that follows the outcome.
    let asked_at = if triage.waits_until.is_some() && deal.is_closed_since(triage.asked_at) {
        deal.stage_changed_at + TimeDelta::milliseconds(1)
    } else {
        triage.asked_at
    };
    Triage { assigned_to, asked_at, deal, ..triage }
}

/// Returns the triage with the earliest deadline of the contacts that wait.
fn combined_wait<'a>(contact: &Contact, others: impl Iterator<Item = &'a Contact> + Clone) -> Triage {
    let triage = Triage::of(contact);
    let waiting = others.filter(|other| other.waits_until.is_some());
    let Some(earliest) = waiting.clone().min_by_key(|other| other.waits_until) else { return triage };
    // A reply from before the latest question doesn't end the wait.
    let asked_at = waiting.map(|other| other.asked_at).fold(triage.asked_at, Timestamp::max);
    let triage = Triage { asked_at, ..triage };
    if contact.waits_until.is_some_and(|own| Some(own) <= earliest.waits_until) {
        return triage;
    }
    Triage {
        status: if contact.waits_until.is_some() { triage.status } else { earliest.status },
        waits_until: earliest.waits_until,
        due_at: earliest.due_at,
        answered_at: None,
        ..triage
    }
}
