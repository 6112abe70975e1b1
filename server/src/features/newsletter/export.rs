//! The export of subscriptions as CSV, confirmed ones with their unsubscribe link.

use axum::response::Response;

use super::{
    links,
    model::{Subscription, SubscriptionFilter, SubscriptionStatus},
    store,
};
use crate::{
    app::App,
    platform::{
        clock::Timestamp,
        paging::{MAX_LIMIT, TimeCursor},
        spreadsheet,
    },
};

const HEADINGS: [&str; 11] = [
    "E-mail",
    "Situação",
    "Versão do consentimento",
    "Consentimento",
    "Pedida em",
    "Confirmada em",
    "Cancelada em",
    "Pausada ou recusada em",
    "Motivo",
    "Assuntos",
    "Link de cancelamento",
];

/// Returns a response that streams the subscriptions of a filter as CSV, newest first.
#[must_use]
pub fn csv(app: App, filter: SubscriptionFilter) -> Response {
    spreadsheet::download("newsletter.csv", HEADINGS, move |after| {
        let (app, filter) = (app.clone(), filter.clone());
        async move {
            let subscriptions =
                store::lists::list_for_export(app.db.reader(), &filter, after, MAX_LIMIT).await?;
            let cursor_of = |last: &Subscription| TimeCursor { time: last.created_at, id: last.id };
            Ok(spreadsheet::part(subscriptions, cursor_of, |subscription| cells(&app, subscription)))
        }
    })
}

/// Returns the cells of a subscription, in the order of [`HEADINGS`].
fn cells(app: &App, subscription: Subscription) -> [String; 11] {
    let moment = |time: Option<Timestamp>| time.map(spreadsheet::moment).unwrap_or_default();
    let link = match subscription.status {
        SubscriptionStatus::Confirmed => links::unsubscribe_url(app, subscription.id, &subscription.email),
        _ => String::new(),
    };
    [
        subscription.email,
        subscription.status.label().to_owned(),
        subscription.consent_version,
        subscription.consent_text,
        spreadsheet::moment(subscription.consented_at),
        moment(subscription.confirmed_at),
        moment(subscription.unsubscribed_at),
        moment(subscription.stopped_at),
        subscription.stop.map(|stop| stop.label()).unwrap_or_default(),
        subscription.interests.join(", "),
        link,
    ]
}
