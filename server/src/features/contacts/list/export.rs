//! The export of contacts as CSV.

use std::collections::{HashMap, HashSet};

use axum::response::Response;
use uuid::Uuid;

use super::{
    cursor_of,
    filter::ContactFilter,
    store::{self, search_in_order, selection::Selection},
};
use crate::{
    app::App,
    features::contacts::{
        channel::Channel,
        fields::ContactFields,
        message::split_message,
        model::Contact,
        stages::model::{Deal, LostReason},
        steps::model::NextStep,
    },
    foundation::identity::store::users,
    platform::{paging::MAX_LIMIT, spreadsheet},
};

const HEADINGS: [&str; 21] = [
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
    "Canal",
    "Campanha",
    "Primeira resposta em",
    "Prazo",
    "Etapa",
    "Valor (R$)",
    "Motivo da perda",
    "Fechado em",
    "Próximo passo",
    "Data do próximo passo",
];

/// Returns a response that streams the contacts of a filter as CSV, newest first.
#[must_use]
pub fn csv(app: App, filter: ContactFilter) -> Response {
    spreadsheet::download("contatos.csv", HEADINGS, move |after| {
        let (app, filter) = (app.clone(), filter.clone());
        async move {
            let (db, search, now) = (app.db.reader(), search_in_order(&filter), app.clock.now());
            let selection = Selection::of(db, &filter, now).await?;
            let contacts = store::list(db, &selection, &search, after, MAX_LIMIT).await?;
            let assignees = contacts.iter().filter_map(|contact| contact.assigned_to);
            let names = users::names(db, assignees.collect::<HashSet<_>>()).await?;
            Ok(spreadsheet::part(contacts, cursor_of, |contact| cells(contact, &names)))
        }
    })
}

/// Returns the cells of a contact, in the order of [`HEADINGS`].
fn cells(contact: Contact, names: &HashMap<Uuid, String>) -> [String; 21] {
    let status = contact.status.label().to_owned();
    let assignee = contact.assigned_to.and_then(|id| names.get(&id)).cloned().unwrap_or_default();
    let received = spreadsheet::moment(contact.created_at);
    let answered = contact.answered_at.map(spreadsheet::moment).unwrap_or_default();
    let source = contact.source.text();
    let campaign = contact.source.utm_campaign.clone().unwrap_or_default();
    let channel = contact.channel.label().to_owned();
    let first_answered = contact.first_answered_at.map(spreadsheet::moment).unwrap_or_default();
    // An imported contact has no promise, unless it waits.
    let is_promised = contact.channel != Channel::Import || contact.waits_until.is_some();
    let due = contact.due_at.filter(|_| is_promised).map(spreadsheet::moment).unwrap_or_default();
    let [stage, value, reason, closed] = deal_cells(&contact.deal);
    let [step, step_date] = step_cells(contact.next_step);
    let ContactFields { name, email, company, phone, message } = contact.fields;
    let (service, text) = split_message(&message);
    let (service, text) = (service.to_owned(), text.to_owned());
    [
        name,
        email,
        company,
        phone,
        service,
        text,
        status,
        assignee,
        received,
        answered,
        source,
        channel,
        campaign,
        first_answered,
        due,
        stage,
        value,
        reason,
        closed,
        step,
        step_date,
    ]
}

/// Returns the stage, the value, the reason of a loss, and the time of the outcome.
fn deal_cells(deal: &Deal) -> [String; 4] {
    let value =
        deal.value_cents.map(|cents| format!("{},{:02}", cents / 100, cents % 100)).unwrap_or_default();
    let reason = deal.lost_reason.map(LostReason::label).unwrap_or_default();
    let reason =
        if deal.lost_text.is_empty() { reason.to_owned() } else { format!("{reason}: {}", deal.lost_text) };
    let closed = deal.closed_from.map(|_| spreadsheet::moment(deal.stage_changed_at)).unwrap_or_default();
    [deal.stage.label().to_owned(), value, reason, closed]
}

fn step_cells(step: Option<NextStep>) -> [String; 2] {
    let Some(step) = step else { return Default::default() };
    let date = step.date.format("%d/%m/%Y");
    let date = step.time.map_or_else(|| date.to_string(), |time| format!("{date} {time}"));
    [step.text, date]
}
