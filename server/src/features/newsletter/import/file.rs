//! Parses the rows of an imported CSV file.

use std::collections::HashMap;

use super::{MAX_CSV, MAX_ROWS, MAX_SOURCE};
use crate::{
    features::newsletter::{interests::MAX_INTERESTS, model::ConsentProof},
    platform::{
        clock::Timestamp,
        error::{Error, Result},
        parse::{MAX_EMAIL, is_email, with_unicode_domain},
        spreadsheet::{self, parse_moment},
        text::{fold, is_invisible, slug},
    },
};

/// A row of the file.
pub(super) struct Entry {
    /// Number of the line in the file, from 1.
    pub line: u64,
    /// The email address, as written in the file.
    pub email: String,
    /// The valid row, or the reason why it is invalid, in Portuguese.
    pub row: Result<Row, String>,
}

/// A valid row.
pub(super) struct Row {
    pub email: String,
    pub proof: Option<ConsentProof>,
    /// Slugs of interests, which may not exist.
    pub interests: Vec<String>,
}

impl Row {
    pub fn has_proof(&self) -> bool {
        self.proof.is_some()
    }
}

/// Positions of the columns.
struct Columns {
    email: usize,
    date: Option<usize>,
    text: Option<usize>,
    interests: Option<usize>,
}

/// The columns of a file without headings.
const DEFAULT_COLUMNS: Columns = Columns { email: 0, date: Some(1), text: Some(2), interests: Some(3) };

// Column headings of other programs and of this program's export, without accents and in lowercase. If a file has several
// of a list, the first in the list counts.
const EMAIL_HEADINGS: [&str; 5] =
    ["e-mail", "email", "email address", "endereco de e-mail", "endereco de email"];
const DATE_HEADINGS: [&str; 9] = [
    "data do consentimento",
    "confirmada em",
    "data de confirmacao",
    "data",
    "confirm_time",
    "optin_time",
    "consent_date",
    "pedida em",
    "date",
];
const TEXT_HEADINGS: [&str; 8] = [
    "consentimento",
    "texto do consentimento",
    "texto",
    "origem do consentimento",
    "origem",
    "consent_text",
    "source",
    "fonte",
];
const INTEREST_HEADINGS: [&str; 4] = ["assuntos", "interesses", "tags", "interests"];

impl Columns {
    /// Finds the columns in a row of headings. `None` if no column has email addresses.
    fn find(headings: &csv::StringRecord) -> Option<Self> {
        let headings: Vec<String> = headings.iter().map(fold).collect();
        let find = |names: &[&str]| {
            names.iter().find_map(|name| headings.iter().position(|heading| heading == name))
        };
        Some(Self {
            email: find(&EMAIL_HEADINGS)?,
            date: find(&DATE_HEADINGS),
            text: find(&TEXT_HEADINGS),
            interests: find(&INTEREST_HEADINGS),
        })
    }
}

/// Parses all rows of a file. Rows with a date but without a text get `source` as the text. Of several rows with one
/// address, only the first is valid.
pub(super) fn parse(csv: &str, source: &str, now: Timestamp) -> Result<Vec<Entry>> {
    let mut records = spreadsheet::read(csv, "csv", MAX_CSV)?;
    let columns = records.first().and_then(|(_, first)| Columns::find(first));
    if columns.is_some() {
        records.remove(0);
    }
    let columns = columns.unwrap_or(DEFAULT_COLUMNS);
    if records.is_empty() {
        return Err(Error::field("csv", "O arquivo não tem nenhum e-mail."));
    }
    if records.len() > MAX_ROWS {
        return Err(Error::field("csv", "Importe no máximo 50.000 linhas de cada vez. Divida o arquivo."));
    }
    let mut first_lines = HashMap::new();
    let entry = |(line, record): (u64, csv::StringRecord)| {
        let email = record.get(columns.email).unwrap_or_default().to_owned();
        let row = parse_row(&record, &columns, source, now).and_then(|row| {
            let first = *first_lines.entry(row.email.clone()).or_insert(line);
            if first == line { Ok(row) } else { Err(format!("A linha {first} tem o mesmo e-mail.")) }
        });
        // In a file that isn't a list of addresses, the value can be long.
        Entry { line, email: email.chars().take(MAX_EMAIL).collect(), row }
    };
    Ok(records.into_iter().map(entry).collect())
}

fn parse_row(
    record: &csv::StringRecord,
    columns: &Columns,
    source: &str,
    now: Timestamp,
) -> Result<Row, String> {
    let value = |column: Option<usize>| column.and_then(|index| record.get(index)).unwrap_or_default();
    // The export of this program starts addresses that look like formulas with an apostrophe.
    let email = with_unicode_domain(&value(Some(columns.email)).trim_start_matches('\'').to_lowercase());
    if !is_email(&email) || email.len() > MAX_EMAIL {
        return Err("O e-mail não é válido.".to_owned());
    }
    let (date, text) = (value(columns.date), value(columns.text));
    if text.chars().count() > MAX_SOURCE {
        return Err(format!("Use no máximo {MAX_SOURCE} caracteres no texto do consentimento."));
    }
    if text.contains(is_hidden) {
        return Err("O texto do consentimento tem caracteres invisíveis. Remova-os.".to_owned());
    }
    let text = if text.is_empty() { source } else { text };
    let names = value(columns.interests).split([',', '|']).map(slug).filter(|slug| !slug.is_empty());
    let interests = names.take(MAX_INTERESTS).collect();
    if date.is_empty() {
        return Ok(Row { email, proof: None, interests });
    }
    let consented_at = parse_moment(date).ok_or_else(|| {
        format!("A data “{}” não existe ou não foi entendida. Escreva no formato 31/12/2025.", short(date))
    })?;
    if consented_at > now {
        return Err("A data do consentimento está no futuro.".to_owned());
    }
    let proof = (!text.is_empty()).then(|| ConsentProof { text: text.to_owned(), consented_at });
    Ok(Row { email, proof, interests })
}

/// Returns whether a character is invisible, except spaces and parts of emoji.
fn is_hidden(c: char) -> bool {
    is_invisible(c) && !c.is_whitespace() && !matches!(c, '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

/// Returns the first 30 characters.
fn short(text: &str) -> String {
    text.chars().take(30).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> Timestamp {
        parse_moment("2026-11-20T12:00:00Z").expect("a moment")
    }

    /// Returns line number, address and text of the proof of each row. Invalid rows have the reason instead of the address.
    fn parsed(csv: &str) -> Vec<(u64, String, Option<String>)> {
        let entries = parse(csv, "", now()).expect("a file");
        let summary = |Entry { line, row, .. }| match row {
            Ok(row) => (line, row.email, row.proof.map(|proof| proof.text)),
            Err(reason) => (line, reason, None),
        };
        entries.into_iter().map(summary).collect()
    }

    #[test]
    fn columns_are_found_by_position_or_heading() {
        let ana = |line| vec![(line, "ana@exemplo.com.br".to_owned(), Some("Feira 2025".to_owned()))];
        assert_eq!(parsed("Ana@exemplo.com.br;01/02/2025;Feira 2025"), ana(1));
        assert_eq!(parsed("bia@exemplo.com.br\nAna@exemplo.com.br;01/02/2025;Feira 2025")[1..], ana(2));
        assert_eq!(
            parsed("Nome,Origem,E-mail,Data\n\nAna,Feira 2025,ana@exemplo.com.br,2025-02-01\n"),
            ana(3)
        );
        let export = "E-mail;Situação;Versão do consentimento;Consentimento;Pedida em;Confirmada em\n\
                      'ana@exemplo.com.br;Confirmada;1.0;Feira 2025;01/02/2025 10:00;01/02/2025 10:05";
        assert_eq!(parsed(export), ana(2));
    }

    #[test]
    fn proof_of_consent_needs_a_date_and_a_text() {
        let rows = parsed("a@b.co,,Feira\nc@d.co,2025-01-01,\ne@f.co");
        assert!(rows.iter().all(|(_, _, proof)| proof.is_none()), "{rows:?}");
        let with_source = parse("c@d.co,2025-01-01", "Loja", now()).expect("a file").remove(0).row;
        assert_eq!(with_source.ok().and_then(|row| row.proof).expect("a proof").text, "Loja");
    }

    #[test]
    fn invalid_rows_have_a_reason() {
        let reasons = [
            ("ana@", "O e-mail não é válido."),
            (
                "a@b.co;ontem;x",
                "A data “ontem” não existe ou não foi entendida. Escreva no formato 31/12/2025.",
            ),
            ("a@b.co;21/11/2026;x", "A data do consentimento está no futuro."),
            (
                "a@b.co;01/01/1900;x",
                "A data “01/01/1900” não existe ou não foi entendida. Escreva no formato 31/12/2025.",
            ),
        ];
        for (row, reason) in reasons {
            assert_eq!(parsed(row), [(1, reason.to_owned(), None)]);
        }
        assert_eq!(parsed("a@b.co\nA@B.co")[1].1, "A linha 1 tem o mesmo e-mail.");
        for file in ["", "E-mail\n", &"a@b.co\n".repeat(MAX_ROWS + 1)] {
            assert!(parse(file, "", now()).is_err());
        }
    }
}
