//! What ties the events together. The MAC of an event covers the one before it; a proof covers where the log ends, or
//! else the last events could be cut off and nobody would know. What may name a person has a MAC of its own, so that
//! it can be erased one day without breaking the chain.

use serde_json::json;
use subtle::ConstantTimeEq;

use super::store::{events, heads};
use crate::kit::{id, secret_key::SecretKey};

/// The event with its MACs, after the end of the log as it is.
pub(super) fn link(key: &SecretKey, head: &heads::Model, mut row: events::Model) -> events::Model {
    row.personal_mac = personal_mac(key, &row);
    row.mac = mac(key, &head.mac, &row);
    row
}

/// The end of a log whose last event has this place and MAC.
pub(super) fn head(key: &SecretKey, sequence: i64, mac: &str) -> heads::Model {
    let proof = id::hex(&key.mac("audit head", json!([sequence, mac]).to_string().as_bytes()));
    heads::Model { id: heads::ONLY, sequence, mac: mac.to_owned(), proof }
}

/// Is this event as it was written, after an event with the MAC `previous`?
pub(super) fn is_linked(key: &SecretKey, previous: &str, row: &events::Model) -> bool {
    same(&mac(key, previous, row), &row.mac)
}

pub(super) fn is_personal_part_whole(key: &SecretKey, row: &events::Model) -> bool {
    same(&personal_mac(key, row), &row.personal_mac)
}

pub(super) fn is_proven(key: &SecretKey, found: &heads::Model) -> bool {
    same(&head(key, found.sequence, &found.mac).proof, &found.proof)
}

fn mac(key: &SecretKey, previous: &str, row: &events::Model) -> String {
    let fields = json!([
        previous,
        row.sequence,
        row.created_at.timestamp_micros(),
        row.action,
        row.source,
        row.user_id,
        row.subject_kind,
        row.subject_id,
        row.personal_mac,
    ]);
    id::hex(&key.mac("audit event", fields.to_string().as_bytes()))
}

fn personal_mac(key: &SecretKey, row: &events::Model) -> String {
    let fields = json!([row.sequence, row.user_email, row.ip, row.label, row.before, row.after, row.search]);
    id::hex(&key.mac("audit person", fields.to_string().as_bytes()))
}

fn same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}
