//! The MACs of the audit log. The MAC of an event covers the MAC of the previous event. A proof covers the end of the log, so
//! that the removal of the last events is detected. Personal data has a separate MAC, so that it can be erased without
//! breaking the chain. An erased event gets another MAC, which proves that the erasure was done with the secret key.

use serde_json::json;
use subtle::ConstantTimeEq;

use super::{
    event,
    store::{events, heads},
};
use crate::platform::{
    clock::Timestamp,
    crypto::{key_check::Proof, secret_key::SecretKey},
    id,
};

/// Purpose of the key that proves the end of the log.
const HEAD: &str = "audit head";

/// Returns the event with its MACs. `head` is the current end of the log, after which the event is added.
pub(super) fn link(key: &SecretKey, head: &heads::Model, mut row: events::Model) -> events::Model {
    row.personal_mac = personal_mac(key, &row);
    row.mac = mac(key, &head.mac, &row);
    row
}

/// Returns the end of a log whose last event has this sequence number and MAC, with its proof.
pub(super) fn head(key: &SecretKey, sequence: i64, mac: &str) -> heads::Model {
    let proof = id::hex(&key.mac(HEAD, &head_message(sequence, mac)));
    heads::Model { id: heads::ID, sequence, mac: mac.to_owned(), proof }
}

/// Returns whether the stored end of the log was written with the secret key.
pub(super) fn is_proven(key: &SecretKey, stored: &heads::Model) -> bool {
    same(&head(key, stored.sequence, &stored.mac).proof, &stored.proof)
}

/// Returns the proof of the end of the log, by which a program checks that it has the secret key of the database; `None` if the
/// log is empty.
pub(super) fn proof_of_key(head: heads::Model) -> Option<Proof> {
    let message = head_message(head.sequence, &head.mac);
    (head.sequence > 0).then_some(Proof { purpose: HEAD, message, mac: head.proof })
}

/// Returns the content that the proof of the end of the log covers.
fn head_message(sequence: i64, mac: &str) -> Vec<u8> {
    json!([sequence, mac]).to_string().into_bytes()
}

/// Returns whether the event is unchanged and follows an event with the MAC `previous`.
pub(super) fn is_linked(key: &SecretKey, previous: &str, row: &events::Model) -> bool {
    same(&mac(key, previous, row), &row.mac)
}

/// Returns whether the personal data is unchanged, or was erased with the secret key.
pub(super) fn is_personal_data_valid(key: &SecretKey, row: &events::Model) -> bool {
    match (row.erased_at, &row.erasure_mac) {
        (None, None) => same(&personal_mac(key, row), &row.personal_mac),
        (Some(at), Some(mac)) => same(&erasure_mac(key, row, at), mac),
        _ => false,
    }
}

/// Returns `row`, from which the personal data was removed, with a MAC that proves the removal at `now` with the secret key.
pub(super) fn erased(key: &SecretKey, mut row: events::Model, now: Timestamp) -> events::Model {
    row.search = event::search(&row);
    row.erased_at = Some(now);
    row.erasure_mac = Some(erasure_mac(key, &row, now));
    row
}

/// Returns the MAC of an erasure. It covers the MAC of the data before the erasure, the time, and the data that remains.
fn erasure_mac(key: &SecretKey, row: &events::Model, at: Timestamp) -> String {
    let fields = json!([row.personal_mac, at.timestamp_micros(), personal_mac(key, row)]);
    id::hex(&key.mac("audit erasure", fields.to_string().as_bytes()))
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
