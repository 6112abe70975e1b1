//! Contacts of all channels: recorded by staff, from the WhatsApp link, imported, and merged. The clock starts at 9:00 in São Paulo on
//! Friday, 20 November 2026, a national holiday.

mod importing;
mod merging;
mod recording;
mod whatsapp;

use super::{
    triage::{id_of, path, timeline},
    *,
};
use crate::harness::{Client, mailbox};

const RECORDED: &str = "/api/contacts/recorded";

/// Returns a valid recorded contact with changed fields.
fn recorded_with(changes: &Value) -> Value {
    let contact = json!({"channel": "phone", "name": "Rita Lopes", "phone": "(11) 98765-0001", "message": "Ligou sobre a rede."});
    crate::harness::with_fields(contact, changes)
}

async fn record(staff: &Client, changes: &Value) -> Value {
    staff.post(RECORDED, &recorded_with(changes)).await.expect(StatusCode::CREATED).json()
}

async fn list(staff: &Client, query: &str) -> Vec<String> {
    let contacts = staff.json(&format!("/api/contacts?{query}")).await;
    triage::names(&contacts).into_iter().map(str::to_owned).collect()
}
