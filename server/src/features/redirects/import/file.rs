//! Parses the lines of an imported CSV file.

use super::MAX_CSV;
use crate::platform::{error::Result, parse::Fields, spreadsheet, text::fold};

/// Maximum number of lines with redirects in a file.
const MAX_LINES: usize = 2_000;

/// A line of the file with its values as written there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub line: u64,
    pub from_path: String,
    pub to_url: String,
    /// Type of the redirect; may be empty.
    pub kind: String,
}

/// Words that identify the heading of the first column.
const FROM_WORDS: [&str; 8] = ["origem", "de", "antigo", "antiga", "from", "old", "source", "url"];
/// Words that identify the heading of the second column.
const TO_WORDS: [&str; 9] =
    ["destino", "para", "novo", "nova", "to", "new", "target", "destination", "redirect"];

/// Returns whether a line has headings instead of addresses.
fn is_heading(row: &Row) -> bool {
    let has_word = |text: &str, words: &[&str]| {
        fold(text).split(|c: char| !c.is_alphanumeric()).any(|word| words.contains(&word))
    };
    let is_address = |text: &str| {
        text.starts_with('/') || text.contains("://") || (text.contains('/') && !text.contains(' '))
    };
    let has_address = is_address(&row.from_path) || is_address(&row.to_url);
    !has_address && has_word(&row.from_path, &FROM_WORDS) && has_word(&row.to_url, &TO_WORDS)
}

/// Parses the lines of a file. Leaves out blank lines and headings.
pub(super) fn parse_csv(text: &str) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    let mut is_first = true;
    for (line, record) in spreadsheet::read(text, "csv", MAX_CSV)? {
        let field = |index| record.get(index).unwrap_or_default().to_owned();
        let row = Row { line, from_path: field(0), to_url: field(1), kind: field(2) };
        if row.from_path.is_empty() && row.to_url.is_empty() {
            continue;
        }
        if !(is_first && is_heading(&row)) {
            rows.push(row);
        }
        is_first = false;
    }
    let mut fields = Fields::default();
    if rows.is_empty() {
        fields.refuse("csv", "O arquivo não tem nenhum redirecionamento.");
    } else if rows.len() > MAX_LINES {
        fields.refuse("csv", "Importe no máximo 2.000 linhas de cada vez.");
    }
    fields.finish(rows)
}

/// Parses the type of a redirect. Returns whether it is permanent; `None` for a blank type.
pub(super) fn parse_kind(kind: &str) -> Result<Option<bool>, String> {
    let folded = fold(kind);
    // Spreadsheets may write a status with decimals.
    let name = folded.strip_suffix(".0").or_else(|| folded.strip_suffix(",0")).unwrap_or(&folded);
    match name {
        "" => Ok(None),
        "permanente" | "301" | "308" => Ok(Some(true)),
        "temporario" | "temporaria" | "302" | "307" => Ok(Some(false)),
        _ => Err(format!("O tipo “{kind}” não existe. Use permanente ou temporário.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::error::Error;

    fn parsed(text: &str) -> Vec<(u64, String, String)> {
        let rows = parse_csv(text).expect("valid");
        rows.into_iter().map(|row| (row.line, row.from_path, row.to_url)).collect()
    }

    #[test]
    fn csv_with_the_separators_of_spreadsheets_is_parsed() {
        let expected = |first| {
            vec![
                (first, "/a".to_owned(), "/sobre".to_owned()),
                (first + 1, "/b, c".to_owned(), "/x;y".to_owned()),
            ]
        };
        assert_eq!(parsed("/a,/sobre\n\"/b, c\",/x;y\n"), expected(1));
        assert_eq!(parsed("\u{feff}origem;destino;nota\r\n/a;/sobre;1\r\n/b, c;\"/x;y\"\r\n"), expected(2));
        assert_eq!(parsed("/a\t/sobre\n/b, c\t/x;y\t301\n"), expected(1));
        assert_eq!(parsed("/a , /sobre \n,\n"), expected(1)[..1]);
        assert_eq!(parsed(",\rorigem,destino\r/a,/sobre\r\"/b, c\",/x;y"), expected(3));
        assert_eq!(parsed("/a"), [(1, "/a".to_owned(), String::new())]);
        assert_eq!(
            parsed("\u{feff}sep=;\r\n/a;/sobre\r\n/b, c;/x;301"),
            [(2, "/a".to_owned(), "/sobre".to_owned()), (3, "/b, c".to_owned(), "/x".to_owned())]
        );
    }

    #[test]
    fn headings_of_the_first_line_are_left_out() {
        for text in [
            "origem,destino\nsobre,contato",
            "URL antiga;URL nova\n/a;/sobre\n",
            "Source URL,Target URL\n/a,/sobre\n",
            "URL (/antigo);URL (/novo)\n/a;/sobre\n",
            "sep=,\nde,para\n/a,/sobre\n",
        ] {
            assert_eq!(parsed(text).len(), 1, "{text}");
        }
    }

    #[test]
    fn first_line_without_addresses_or_headings_is_a_row() {
        let first = |text: &str| parsed(text).first().map(|(_, from, _)| from.clone());
        assert_eq!(first("oi tudo bem\n/a,/sobre\n").as_deref(), Some("oi tudo bem"));
        assert_eq!(first("sobre;contato\n/a;/sobre\n").as_deref(), Some("sobre"));
        for text in
            ["/url antiga;/url nova\n", "https://a/url antiga;https://a/url nova\n", "url/antiga;url/nova\n"]
        {
            assert_eq!(parsed(text).len(), 1, "{text}");
        }
    }

    #[test]
    fn redirect_type_is_a_word_or_a_status() {
        for (kind, expected) in [
            ("", None),
            ("Permanente", Some(true)),
            ("301", Some(true)),
            ("301.0", Some(true)),
            ("Temporário", Some(false)),
            ("TEMPORÁRIA", Some(false)),
            ("302,0", Some(false)),
            ("307", Some(false)),
        ] {
            assert_eq!(parse_kind(kind), Ok(expected), "{kind}");
        }
        for kind in ["gone", "303", "sim"] {
            parse_kind(kind).expect_err(kind);
        }
    }

    #[test]
    fn empty_invalid_and_too_long_files_are_refused() {
        let long = "/a,/b\n".repeat(MAX_LINES + 1);
        for text in ["", "origem,destino\n", "PK\u{3}\u{4}\0/a,/b", &long, &"a".repeat(MAX_CSV + 1)] {
            assert!(matches!(parse_csv(text), Err(Error::Invalid(_))), "{} characters", text.len());
        }
    }
}
