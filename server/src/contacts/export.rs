//! Contacts as a file for a spreadsheet.

use axum::response::Response;

use super::{
    filter::ContactFilter,
    model::Contact,
    store::{self, list::search_in_order},
};
use crate::{
    app::App,
    kit::{
        paging::{Cursor, MAX_LIMIT},
        spreadsheet,
    },
};

const HEADINGS: [&str; 7] = ["Nome", "E-mail", "Empresa", "Telefone", "Mensagem", "Status", "Recebido em"];

#[must_use]
pub fn csv(app: App, filter: ContactFilter) -> Response {
    spreadsheet::download("contatos.csv", HEADINGS, move |after| {
        let (app, filter) = (app.clone(), filter.clone());
        async move {
            let contacts =
                store::list(app.db.reader(), &filter, &search_in_order(&filter), after, MAX_LIMIT).await?;
            let last = contacts.last().filter(|_| contacts.len() as u64 == MAX_LIMIT);
            let next = last.map(|last| Cursor { created_at: last.created_at, id: last.id });
            Ok((contacts.into_iter().map(cells).collect(), next))
        }
    })
}

fn cells(contact: Contact) -> [String; 7] {
    let (status, received) = (contact.status.label().to_owned(), spreadsheet::moment(contact.created_at));
    [contact.name, contact.email, contact.company, contact.phone, contact.message, status, received]
}
