//! Contacts as a file for a spreadsheet.

use std::collections::{HashMap, HashSet};

use axum::response::Response;
use uuid::Uuid;

use super::{
    filter::ContactFilter,
    model::{Contact, split_message},
    store::{self, list::search_in_order},
};
use crate::{
    app::App,
    foundation::identity::store::users,
    platform::{
        paging::{Cursor, MAX_LIMIT},
        spreadsheet,
    },
};

const HEADINGS: [&str; 10] = [
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
];

#[must_use]
pub fn csv(app: App, filter: ContactFilter) -> Response {
    spreadsheet::download("contatos.csv", HEADINGS, move |after| {
        let (app, filter) = (app.clone(), filter.clone());
        async move {
            let contacts =
                store::list(app.db.reader(), &filter, &search_in_order(&filter), after, MAX_LIMIT).await?;
            let last = contacts.last().filter(|_| contacts.len() as u64 == MAX_LIMIT);
            let next = last.map(|last| Cursor { created_at: last.created_at, id: last.id });
            let assignees = contacts.iter().filter_map(|contact| contact.assigned_to);
            let names = users::names(app.db.reader(), assignees.collect::<HashSet<_>>()).await?;
            Ok((contacts.into_iter().map(|contact| cells(contact, &names)).collect(), next))
        }
    })
}

fn cells(contact: Contact, names: &HashMap<Uuid, String>) -> [String; 10] {
    let (service, message) = split_message(&contact.message);
    let (service, message) = (service.to_owned(), message.to_owned());
    let status = contact.status.label().to_owned();
    let assignee = contact.assigned_to.and_then(|id| names.get(&id)).cloned().unwrap_or_default();
    let received = spreadsheet::moment(contact.created_at);
    let answered = contact.answered_at.map(spreadsheet::moment).unwrap_or_default();
    let Contact { name, email, company, phone, .. } = contact;
    [name, email, company, phone, service, message, status, assignee, received, answered]
}
