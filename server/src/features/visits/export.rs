//! The figures of a period as CSV.

use axum::response::Response;

use super::{
    report::{CampaignCount, VisitCount, VisitReport},
    vitals::Metric,
};
use crate::platform::spreadsheet;

const HEADINGS: [&str; 5] = ["Quadro", "Item", "Visualizações", "Visitantes", "Contatos"];
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

fn rows(report: &VisitReport) -> Vec<[String; 5]> {
    let mut rows: Vec<[String; 5]> = Vec::new();
    let row = |table: &str, item: String, counts: [Option<u64>; 3]| {
        let [views, visitors, contacts] =
            counts.map(|count| count.map_or(String::new(), |count| count.to_string()));
        [table.to_owned(), item, views, visitors, contacts]
    };
    for day in &report.by_day {
        let counts = [day.views, day.visitors, day.contacts].map(Some);
        rows.push(row("Dia", day.day.format("%d/%m/%Y").to_string(), counts));
    }
    let mut list = |table: &str, counts: &[VisitCount], has_contacts: bool| {
        for count in counts {
            let item = match count.value.as_deref() {
                None => OTHERS,
                Some("") => "Acesso direto",
                Some(value) => value,
            };
            let contacts = has_contacts.then_some(count.contacts);
            rows.push(row(table, item.to_owned(), [Some(count.views), Some(count.visitors), contacts]));
        }
    };
    list("Página", &report.pages, true);
    list("Origem", &report.referrers, true);
    list("Dispositivo", &report.devices, false);
    list("Página não encontrada", &report.missing, false);
    for CampaignCount { campaign, views, visitors, contacts } in &report.campaigns {
        let name = campaign.as_ref().map_or(OTHERS.to_owned(), |name| {
            let parts = [&name.utm_source, &name.utm_medium, &name.utm_campaign];
            parts.into_iter().flatten().cloned().collect::<Vec<_>>().join(" / ")
        });
        rows.push(row("Campanha", name, [*views, *visitors, *contacts].map(Some)));
    }
    for clicks in &report.clicks {
        let page = clicks.page.clone().unwrap_or_else(|| OTHERS.to_owned());
        for (table, count) in [("Clique no WhatsApp", clicks.whatsapp), ("Clique no telefone", clicks.phone)]
        {
            if count > 0 {
                rows.push(row(table, page.clone(), [Some(count), None, None]));
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
            rows.push(row("Core Web Vitals", format!("{name} {rating}"), [Some(count), None, None]));
        }
    }
    rows
}
