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
    let actor = actor_of(&event).to_owned();
    [
        event.sequence.to_string(),
        spreadsheet::moment(event.created_at),
        actor,
        event.summary,
        event.label.unwrap_or_default(),
        event.ip.unwrap_or_default(),
        lines(event.before),
        lines(event.after),
    ]
}

/// Returns the actor's email. Without one, returns the kind of actor; `Alguém` if the email may have been erased.
fn actor_of(event: &AuditEvent) -> &str {
    match (&event.user_email, event.source) {
        (Some(email), _) => email,
        (None, Source::Web) if event.erased_at.is_some() => "Alguém",
        (None, Source::Web) => "Visitante",
        (None, Source::CommandLine) => "Linha de comando",
        (None, Source::System) => "Sistema",
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

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;
    use crate::{
        foundation::{
            audit::{Action, Event},
            identity::actor::Actor,
        },
        platform::clock::Timestamp,
    };

    #[test]
    fn erased_actor_is_not_exported_as_a_visitor() {
        let visitor = Actor::visitor(Ipv4Addr::LOCALHOST.into());
        let row = Event::new(Action::AccountSignInFailed).row(&visitor, 0, Timestamp::UNIX_EPOCH);
        let mut event = AuditEvent::from(row);
        assert_eq!(actor_of(&event), "Visitante");
        event.erased_at = Some(Timestamp::UNIX_EPOCH);
        assert_eq!(actor_of(&event), "Alguém");
    }
}
