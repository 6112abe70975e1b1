//! Export of events as CSV.

use axum::response::Response;
use serde_json::{Map, Value};

use super::{
    model::{AuditEvent, AuditFilter},
    store,
};
use crate::{
    app::App,
    foundation::identity::actor::Source,
    platform::{paging::MAX_LIMIT, spreadsheet},
};

const HEADINGS: [&str; 8] =
    ["Número", "Quando", "Quem", "O que fez", "Registro", "Endereço IP", "Antes", "Depois"];

/// Returns a download with the events that match the filter, newest first.
#[must_use]
pub fn csv(app: App, filter: AuditFilter) -> Response {
    spreadsheet::download("auditoria.csv", HEADINGS, move |before| {
        let (app, filter) = (app.clone(), filter.clone());
        async move {
            let events = store::list(app.db.reader(), &filter, before, MAX_LIMIT).await?;
            let last = events.last().filter(|_| events.len() as u64 == MAX_LIMIT);
            let next = last.map(|last| last.sequence);
            Ok((events.into_iter().map(cells).collect(), next))
        }
    })
}

fn cells(event: AuditEvent) -> [String; 8] {
    let who = event.user_email.unwrap_or_else(|| source_label(event.source).to_owned());
    [
        event.sequence.to_string(),
        spreadsheet::moment(event.created_at),
        who,
        event.summary,
        event.label.unwrap_or_default(),
        event.ip.unwrap_or_default(),
        lines(event.before),
        lines(event.after),
    ]
}

fn source_label(source: Source) -> &'static str {
    match source {
        Source::Web => "Visitante",
        Source::CommandLine => "Linha de comando",
        Source::System => "Sistema",
    }
}

/// Returns one line per field.
fn lines(fields: Option<Map<String, Value>>) -> String {
    let line = |(path, value): (String, Value)| match value {
        Value::String(text) => format!("{path}: {text}"),
        other => format!("{path}: {other}"),
    };
    fields.unwrap_or_default().into_iter().map(line).collect::<Vec<_>>().join("\n")
}
