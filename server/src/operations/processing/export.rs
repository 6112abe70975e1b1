//! Exports of the record: CSV for spreadsheets, and an HTML page to print.

use std::fmt::Write as _;

use axum::{
    http::header,
    response::{IntoResponse, Response},
};

use super::{
    activities::ProcessingActivity,
    admin::{Controller, ProcessingRecord},
};
use crate::platform::{
    clock::Timestamp,
    spreadsheet,
    text::{date, escape_html},
};

const HEADINGS: [&str; 9] = [
    "Atividade",
    "Finalidade",
    "Base legal",
    "Dados",
    "Titulares",
    "Com quem são compartilhados",
    "Retenção",
    "Segurança",
    "Anotação",
];

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#111}\
    h1{font-size:1.6rem;line-height:1.2}h2{font-size:1.1rem;margin:2rem 0 .5rem;break-after:avoid}\
    dl{display:grid;grid-template-columns:11rem 1fr;gap:.3rem 1rem;margin:0;break-inside:avoid}\
    dt{color:#555}dd{margin:0;white-space:pre-line}@media(max-width:40rem){dl{grid-template-columns:1fr}}\
    @media print{body{margin:0;max-width:none;font-size:11pt}}";

fn cells(activity: ProcessingActivity) -> [String; 9] {
    [
        activity.name,
        activity.purpose,
        activity.legal_basis,
        activity.data,
        activity.people,
        activity.recipients,
        activity.retention,
        activity.security,
        activity.note,
    ]
}

/// Returns the record as CSV.
pub fn csv(record: ProcessingRecord) -> Response {
    let rows: Vec<[String; 9]> = record.activities.into_iter().map(cells).collect();
    spreadsheet::download("registro-de-tratamento.csv", HEADINGS, move |_: Option<()>| {
        let rows = rows.clone();
        async move { Ok((rows, None)) }
    })
}

/// Returns the record as a self-contained HTML page without scripts.
pub fn html(record: &ProcessingRecord, now: Timestamp) -> Response {
    let mut page = String::from(
        "<!doctype html><html lang=\"pt-BR\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
    );
    let title = "Registro das operações de tratamento de dados pessoais";
    let _ = write!(page, "<title>{title}</title><style>{STYLE}</style></head><body><h1>{title}</h1>");
    let _ = write!(page, "<p>Lei nº 13.709/2018 (LGPD), art. 37. Emitido em {}.</p>", date::moment(now));
    page.push_str("<h2>Controlador</h2>");
    write_list(&mut page, controller_rows(&record.controller).map(stated));
    for (index, activity) in record.activities.iter().enumerate() {
        let _ = write!(page, "<h2>{}. {}</h2>", index + 1, escape_html(&activity.name));
        let values = cells(activity.clone());
        write_list(&mut page, HEADINGS.into_iter().zip(values).skip(1));
    }
    page.push_str("</body></html>");
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"registro-de-tratamento.html\""),
    ];
    (headers, page).into_response()
}

fn controller_rows(controller: &Controller) -> [(&'static str, String); 6] {
    [
        ("Empresa", controller.name.clone()),
        ("CNPJ", controller.cnpj.clone()),
        ("Endereço", controller.address.clone()),
        ("E-mail", controller.email.clone()),
        ("Encarregado", controller.data_officer.clone()),
        ("Canal do encarregado", controller.data_officer_contact.clone()),
    ]
}

/// Returns a row of the controller. A missing value is stated, because the law requires these facts.
fn stated((label, value): (&'static str, String)) -> (&'static str, String) {
    (label, if value.is_empty() { "não informado".to_owned() } else { value })
}

/// Writes a list of labels and values. Omits empty values.
fn write_list(page: &mut String, rows: impl IntoIterator<Item = (&'static str, String)>) {
    page.push_str("<dl>");
    for (label, value) in rows.into_iter().filter(|(_, value)| !value.is_empty()) {
        let _ = write!(page, "<dt>{label}</dt><dd>{}</dd>", escape_html(&value));
    }
    page.push_str("</dl>");
}
