//! The figures of a period as CSV.

use axum::response::Response;

use super::{
    report::{CampaignCount, VisitCount, VisitReport},
    vitals::Metric,
};
use crate::platform::spreadsheet;

const HEADINGS: [&str; 6] = ["Quadro", "Item", "Medida", "Quantidade", "Visitantes", "Contatos"];
const VIEWS: &str = "Visualizações";
const ARRIVALS: &str = "Chegadas";
/// Table of the devices.
const DEVICES: &str = "Dispositivo";
/// Item of a row with the sum of the values that aren't listed.
const OTHERS: &str = "Outros";

/// Returns a CSV response with the figures of a report, with one row for each day and each value.
#[must_use]
pub fn csv(report: VisitReport) -> Response {
    let rows = rows(&report);
    spreadsheet::download("visitas.csv", HEADINGS, move |_: Option<()>| {
        let rows = rows.clone();
        async move { Ok((rows, None)) }
    })
}

/// Returns the rows, each with its table on the screen, the item in it, what is counted, and the counts: of this, of visitors
/// and of contacts.
fn rows(report: &VisitReport) -> Vec<[String; 6]> {
    let mut rows: Vec<[String; 6]> = Vec::new();
    let row = |table: &str, item: String, counted: &str, counts: [Option<u64>; 3]| {
        let [count, visitors, contacts] =
            counts.map(|count| count.map_or(String::new(), |count| count.to_string()));
        [table.to_owned(), item, counted.to_owned(), count, visitors, contacts]
    };
    for day in &report.by_day {
        let counts = [day.views, day.visitors, day.contacts].map(Some);
        rows.push(row("Dia", day.day.format("%d/%m/%Y").to_string(), VIEWS, counts));
    }
    let mut list = |table: &str, counted: &str, counts: &[VisitCount], has_contacts: bool| {
        for count in counts {
            let item = match count.value.as_deref() {
                None => OTHERS,
                Some("") => "Acesso direto",
                Some("desktop") if table == DEVICES => "Computador",
                Some("mobile") if table == DEVICES => "Celular",
                Some("tablet") if table == DEVICES => "Tablet",
                Some(value) => value,
            };
            let contacts = has_contacts.then_some(count.contacts);
            rows.push(row(
                table,
                item.to_owned(),
                counted,
                [Some(count.views), Some(count.visitors), contacts],
            ));
        }
    };
    list("Página", VIEWS, &report.pages, true);
    list("Origem", ARRIVALS, &report.referrers, true);
    list(DEVICES, VIEWS, &report.devices, false);
    list("Página não encontrada", VIEWS, &report.missing, false);
    for CampaignCount { campaign, views, visitors, contacts } in &report.campaigns {
        let name = campaign.as_ref().map_or(OTHERS.to_owned(), |name| {
            let parts = [&name.utm_source, &name.utm_medium, &name.utm_campaign];
            parts.into_iter().flatten().cloned().collect::<Vec<_>>().join(" / ")
        });
        rows.push(row("Campanha", name, ARRIVALS, [*views, *visitors, *contacts].map(Some)));
    }
    for clicks in &report.clicks {
        let page = clicks.page.clone().unwrap_or_else(|| OTHERS.to_owned());
        for (table, count) in [("Clique no WhatsApp", clicks.whatsapp), ("Clique no telefone", clicks.phone)]
        {
            if count > 0 {
                rows.push(row(table, page.clone(), "Cliques", [Some(count), None, None]));
            }
        }
    }
    for vital in &report.vitals {
        let name = match vital.metric {
            Metric::Lcp => "LCP",
            Metric::Inp => "INP",
            Metric::Cls => "CLS",
        };
        for (rating, count) in
            [("bom", vital.good), ("a melhorar", vital.needs_improvement), ("ruim", vital.poor)]
        {
            rows.push(row(
                "Core Web Vitals",
                format!("{name} {rating}"),
                "Medições",
                [Some(count), None, None],
            ));
        }
    }
    rows
}
