//! The export of contacts as CSV.

use std::collections::{HashMap, HashSet};

use axum::response::Response;
use uuid::Uuid;

use super::{
    cursor_of,
    filter::ContactFilter,
    store::{self, search_in_order},
};
use crate::{
    app::App,
    features::contacts::{fields::ContactFields, message::split_message, model::Contact},
    foundation::identity::store::users,
    platform::{paging::MAX_LIMIT, spreadsheet},
};

const HEADINGS: [&str; 11] = [
    "Nome",
    "E-mail",
    "Empresa",
    "Telefone",
    "Serviço",
    "Mensagem",
    "Status",
    "Responsável",
    "Recebido em",
    "Respondido em",
    "Origem",
];

/// Returns a response that streams the contacts of a filter as CSV, newest first.
#[must_use]
pub fn csv(app: App, filter: ContactFilter) -> Response {
    spreadsheet::download("contatos.csv", HEADINGS, move |after| {
        let (app, filter) = (app.clone(), filter.clone());
        async move {
            let contacts =
                store::list(app.db.reader(), &filter, &search_in_order(&filter), after, MAX_LIMIT).await?;
            let assignees = contacts.iter().filter_map(|contact| contact.assigned_to);
            let names = users::names(app.db.reader(), assignees.collect::<HashSet<_>>()).await?;
            Ok(spreadsheet::part(contacts, cursor_of, |contact| cells(contact, &names)))
        }
    })
}

/// Returns the cells of a contact, in the order of [`HEADINGS`].
fn cells(contact: Contact, names: &HashMap<Uuid, String>) -> [String; 11] {
    let status = contact.status.label().to_owned();
    let assignee = contact.assigned_to.and_then(|id| names.get(&id)).cloned().unwrap_or_default();
    let received = spreadsheet::moment(contact.created_at);
    let answered = contact.answered_at.map(spreadsheet::moment).unwrap_or_default();
    let source = contact.source.text();
    let ContactFields { name, email, company, phone, message } = contact.fields;
    let (service, text) = split_message(&message);
    let (service, text) = (service.to_owned(), text.to_owned());
    [name, email, company, phone, service, text, status, assignee, received, answered, source]
}
