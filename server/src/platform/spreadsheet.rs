//! Writes and reads CSV files of spreadsheets. Written files have semicolons and a byte order mark, as Excel expects in Brazil,
//! and no formulas. They are streamed in parts, so that large files need little memory. Files that are read may have any usual
//! delimiter.

use axum::{
    body::{Body, Bytes},
    http::header,
    response::{IntoResponse, Response},
};
use chrono::{DateTime, NaiveDate, NaiveDateTime};
use chrono_tz::America::Sao_Paulo;
use futures_util::stream;

use super::{
    clock::Timestamp,
    error::{Error, Result},
    paging::MAX_LIMIT,
    parse::too_long,
    text::date,
};

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Some rows, and the cursor after them. The cursor is `None` if they are the last rows.
pub type Part<const N: usize, C> = (Vec<[String; N]>, Option<C>);

/// The next part of the file.
enum Next<C> {
    Headings,
    /// The rows after the cursor; without a cursor, the first rows.
    Rows(Option<C>),
    Nothing,
}

/// Returns the part of a file with the records of a page that was read with the limit [`MAX_LIMIT`]. `cursor_of` returns the
/// cursor after a record, and `cells` its row.
pub fn part<const N: usize, T, C>(
    records: Vec<T>,
    cursor_of: impl Fn(&T) -> C,
    cells: impl FnMut(T) -> [String; N],
) -> Part<N, C> {
    // Only a full page can be followed by another.
    let last = records.last().filter(|_| records.len() as u64 == MAX_LIMIT);
    let next = last.map(cursor_of);
    (records.into_iter().map(cells).collect(), next)
}

/// Returns a response with a CSV file to download. `file` is its name. `read` returns the part after a cursor; without a cursor,
/// the first part.
pub fn download<const N: usize, C, Reading>(
    file: &'static str,
    headings: [&'static str; N],
    read: impl Fn(Option<C>) -> Reading + Send + Sync + 'static,
) -> Response
where
    C: Send + 'static,
    Reading: Future<Output = Result<Part<N, C>>> + Send,
{
    let parts = stream::try_unfold((Next::Headings, read), move |(next, read)| async move {
        let part = write_part(headings, &read, next).await;
        let part = part.inspect_err(|cause| tracing::error!(%cause, file, "export aborted"))?;
        Ok::<_, Error>(part.map(|(bytes, next)| (bytes, (next, read))))
    });
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{file}\"")),
    ];
    (headers, Body::from_stream(parts)).into_response()
}

/// Returns the bytes of a part of the file, and the part that follows; `None` at the end of the file.
async fn write_part<const N: usize, C, Reading: Future<Output = Result<Part<N, C>>>>(
    headings: [&'static str; N],
    read: &impl Fn(Option<C>) -> Reading,
    next: Next<C>,
) -> Result<Option<(Bytes, Next<C>)>> {
    let after = match next {
        Next::Headings => {
            let mut text = BYTE_ORDER_MARK.as_bytes().to_vec();
            text.extend(format_rows([headings.map(str::to_owned)])?);
            return Ok(Some((text.into(), Next::Rows(None))));
        }
        Next::Rows(after) => after,
        Next::Nothing => return Ok(None),
    };
    let (rows, after) = read(after).await?;
    let next = after.map_or(Next::Nothing, |after| Next::Rows(Some(after)));
    Ok(Some((format_rows(rows)?.into(), next)))
}

/// Reads a CSV file of at most `max` characters. Returns the rows that aren't blank, each with the number of its first line,
/// counted from 1. Tabs, semicolons or commas separate the values. A first line such as `sep=;`, as Excel reads it, names the
/// separator instead. Fails with an error of the field `name`.
pub fn read(text: &str, name: &str, max: usize) -> Result<Vec<(u64, csv::StringRecord)>> {
    if text.contains('\0') {
        let message = "Este arquivo não é CSV. Na planilha, use Salvar como e escolha o formato CSV.";
        return Err(Error::field(name, message));
    }
    if text.chars().count() > max {
        return Err(Error::field(name, &too_long(max)));
    }
    // The reader counts lines by `\n`.
    let mut text = text.trim_start_matches(BYTE_ORDER_MARK).replace("\r\n", "\n").replace('\r', "\n");
    let declared = declared_delimiter(&text);
    if declared.is_some() {
        // The line stays, blank, so that the other lines have the same numbers.
        text.drain(..text.find('\n').unwrap_or(text.len()));
    }
    // The first line may have only one value, and so no delimiter.
    let first = text.lines().find(|line| line.contains(['\t', ';', ','])).unwrap_or_default();
    let used = [b'\t', b';'].into_iter().find(|byte| first.as_bytes().contains(byte));
    let delimiter = declared.or(used).unwrap_or(b',');
    let mut reader = csv::ReaderBuilder::new();
    reader.has_headers(false).flexible(true).delimiter(delimiter).trim(csv::Trim::All);
    let mut rows = Vec::new();
    for record in reader.from_reader(text.as_bytes()).records() {
        let record = record.map_err(|_| Error::field(name, "O arquivo não pôde ser lido como CSV."))?;
        if record.iter().any(|value| !value.is_empty()) {
            rows.push((record.position().map_or(0, |start| line_of(start, &text)), record));
        }
    }
    Ok(rows)
}

/// Returns the delimiter that the first line names: `sep=;`.
fn declared_delimiter(text: &str) -> Option<u8> {
    let line = text.lines().next()?.to_ascii_lowercase();
    match line.strip_prefix("sep=")?.as_bytes() {
        [delimiter] if delimiter.is_ascii() => Some(*delimiter),
        _ => None,
    }
}

/// Returns the number of the line at which a record starts. `start` is the position before the blank lines that the reader
/// skipped.
fn line_of(start: &csv::Position, text: &str) -> u64 {
    let byte = usize::try_from(start.byte()).unwrap_or(usize::MAX);
    let rest = text.as_bytes().get(byte..).unwrap_or_default();
    start.line() + rest.iter().take_while(|byte| **byte == b'\n').count() as u64
}

/// Formats a moment as `20/11/2026 09:00`, in the time zone of São Paulo.
#[must_use]
pub fn moment(moment: Timestamp) -> String {
    moment.with_timezone(&Sao_Paulo).format("%d/%m/%Y %H:%M").to_string()
}

/// Parses a date, with or without a time, in the formats of spreadsheets and other programs. A time without a time zone
/// is in São Paulo. Years before 2000 are refused, because some programs export empty cells as such dates.
#[must_use]
pub fn parse_moment(text: &str) -> Option<Timestamp> {
    const MOMENTS: [&str; 6] = [
        "%Y-%m-%d %H:%M:%S",
        "%Y-%m-%dT%H:%M:%S",
        "%Y-%m-%d %H:%M",
        "%Y-%m-%dT%H:%M",
        "%d/%m/%Y %H:%M:%S",
        "%d/%m/%Y %H:%M",
    ];
    const DAYS: [&str; 2] = ["%Y-%m-%d", "%d/%m/%Y"];
    let zoned = || DateTime::parse_from_rfc3339(text).ok().map(|moment| moment.to_utc());
    let local = || {
        let moment = MOMENTS.iter().find_map(|format| NaiveDateTime::parse_from_str(text, format).ok())?;
        moment.and_local_timezone(Sao_Paulo).earliest().map(|moment| moment.to_utc())
    };
    let day = || DAYS.iter().find_map(|format| NaiveDate::parse_from_str(text, format).ok());
    let moment = zoned().or_else(local).or_else(|| date::start_of(day()?))?;
    (moment >= date::start_of(NaiveDate::from_ymd_opt(2000, 1, 1)?)?).then_some(moment)
}

/// Prefixes a cell with an apostrophe if a spreadsheet would read it as a formula.
fn escape_formula(cell: String) -> String {
    const STARTS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    if cell.starts_with(STARTS) { format!("'{cell}") } else { cell }
}

/// Formats rows as CSV.
fn format_rows<const N: usize>(rows: impl IntoIterator<Item = [String; N]>) -> Result<Vec<u8>> {
    let mut writer =
        csv::WriterBuilder::new().delimiter(b';').terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row.map(escape_formula)).map_err(anyhow::Error::new)?;
    }
    Ok(writer.into_inner().map_err(|error| anyhow::anyhow!("{error}"))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cell_with_a_formula_is_escaped() {
        let cell = |text: &str| escape_formula(text.to_owned());
        assert_eq!(cell("=HYPERLINK(\"x\")"), "'=HYPERLINK(\"x\")");
        assert_eq!(cell("+55 11 99999"), "'+55 11 99999");
        for start in ["\n=1", "＝1", "＋1", "－1", "＠1"] {
            assert_eq!(cell(start), format!("'{start}"));
        }
        assert_eq!(cell("Ana"), "Ana");
    }

    #[test]
    fn times_without_a_zone_are_parsed_in_sao_paulo() {
        for (text, expected) in [
            ("2025-02-01T10:00:00-03:00", "2025-02-01T13:00:00Z"),
            ("01/02/2025 10:00", "2025-02-01T13:00:00Z"),
            ("2025-02-01 10:00:00", "2025-02-01T13:00:00Z"),
            ("01/02/2025", "2025-02-01T03:00:00Z"),
        ] {
            assert_eq!(parse_moment(text), parse_moment(expected), "{text}");
        }
        for text in ["", "1/13/2025", "2025", "31/02/2025"] {
            assert_eq!(parse_moment(text), None, "{text}");
        }
    }
}
