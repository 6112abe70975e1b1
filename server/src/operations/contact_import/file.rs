//! Parses the rows of an imported CSV file of contacts.

use super::{ImportColumns, MAX_CSV, MAX_ROWS};
use crate::{
    features::contacts::{
        fields::{ContactFields, ContactInput, email_key, phone_key},
        message::compose_message,
        model::ContactStatus,
        store::imports::ImportedContact,
    },
    platform::{
        clock::Timestamp,
        crypto::secret_key::SecretKey,
        error::{Error, Result},
        id,
        spreadsheet::{self, parse_moment},
        text::{fold, phone},
    },
};

/// Purpose of the key of the hash that identifies a row. Without the secret key, nobody can confirm a guess of an erased row.
const PURPOSE: &str = "imported contact";
/// Maximum number of characters of a name in the result.
const MAX_SHOWN: usize = 80;

/// A file with headings.
pub(super) struct File {
    pub headings: csv::StringRecord,
    pub example: csv::StringRecord,
    pub columns: ImportColumns,
    pub entries: Vec<Entry>,
}

/// A row of the file.
pub(super) struct Entry {
    /// Number of the line in the file, from 1.
    pub line: u64,
    /// Name, or else email, as written in the file.
    pub name: String,
    /// The valid row, or the reason why it is invalid, in Portuguese.
    pub row: Result<Row, String>,
}

/// A valid row.
pub(super) struct Row {
    pub contact: ImportedContact,
    pub email_key: String,
    pub phone_key: String,
}

impl Row {
    /// Returns what identifies the person: the keys that aren't empty.
    pub fn people(&self) -> impl Iterator<Item = &str> {
        [&*self.email_key, &*self.phone_key].into_iter().filter(|key| !key.is_empty())
    }
}

// Headings of other programs and of this program's export, without accents, in lowercase, and without numbers, dots and colons at the
// end. If a file has several of a list, the first in the list counts.
const NAME: &[&str] = &[
    "nome completo",
    "full name",
    "nome do cliente",
    "nome do contato",
    "nome do lead",
    "name",
    "nome",
    "primeiro nome",
    "first name",
    "contato",
    "cliente",
];
/// Headings of the name in files that may have the surname in a column of its own.
const FIRST_NAME: &[&str] = &["nome", "primeiro nome", "first name"];
const SURNAME: &[&str] = &["sobrenome", "last name", "surname"];
const EMAIL: &[&str] = &[
    "e-mail",
    "email",
    "email address",
    "e-mail address",
    "endereco de e-mail",
    "e-mail do cliente",
    "email do cliente",
    "correio eletronico",
    "correio",
    "mail",
    "e-mail 1 - value",
];
/// All columns with one of these headings have phones: if the first is blank, the others are read.
const PHONE: &[&str] = &[
    "telefone",
    "celular",
    "whatsapp",
    "fone",
    "tel",
    "phone",
    "telefone celular",
    "telefone fixo",
    "mobile",
    "phone number",
    "mobile phone",
    "primary phone",
    "business phone",
    "home phone",
    "phone 1 - value",
];
const COMPANY: &[&str] = &[
    "empresa",
    "company",
    "organizacao",
    "razao social",
    "nome da empresa",
    "company name",
    "organization name",
];
const SERVICE: &[&str] = &["servico", "servico de interesse", "interesse", "produto", "service"];
const MESSAGE: &[&str] =
    &["mensagem", "message", "observacoes", "observacao", "obs", "notas", "notes", "descricao", "comentario"];
const RECEIVED: &[&str] =
    &["recebido em", "data", "data de cadastro", "criado em", "date", "created at", "created_at"];
const STATUS: &[&str] = &["status", "situacao"];

/// Separates several values of a field in files of Google.
const NEXT_VALUE: &str = ":::";

/// Returns a heading as it is compared.
fn normalized(heading: &str) -> String {
    fold(heading).trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ':' | ' ')).to_owned()
}

impl ImportColumns {
    fn positions(&self) -> [Option<usize>; 9] {
        let Self { name, surname, email, phone, company, service, message, received_at, status } = *self;
        [name, surname, email, phone, company, service, message, received_at, status]
    }

    /// Finds the columns by their headings.
    fn find(headings: &csv::StringRecord) -> Self {
        let headings: Vec<String> = headings.iter().map(normalized).collect();
        let find = |names: &[&str]| {
            names.iter().find_map(|name| headings.iter().position(|heading| heading == name))
        };
        let name = find(NAME);
        let is_first_name = name.is_some_and(|index| FIRST_NAME.contains(&&*headings[index]));
        Self {
            name,
            surname: find(SURNAME).filter(|_| is_first_name),
            email: find(EMAIL),
            phone: find(PHONE),
            company: find(COMPANY),
            service: find(SERVICE),
            message: find(MESSAGE),
            received_at: find(RECEIVED),
            status: find(STATUS),
        }
    }
}

/// Parses all rows of a file. Without `columns`, they are found by the headings.
pub(super) fn parse(
    key: &SecretKey,
    csv: &str,
    columns: Option<ImportColumns>,
    now: Timestamp,
) -> Result<File> {
    let mut records = spreadsheet::read(csv, "csv", MAX_CSV)?;
    if records.len() < 2 {
        return Err(Error::field(
            "csv",
            "O arquivo precisa de uma linha de títulos e de ao menos um contato.",
        ));
    }
    if records.len() > MAX_ROWS + 1 {
        return Err(Error::field("csv", "Importe no máximo 5.000 contatos de cada vez. Divida o arquivo."));
    }
    let (_, headings) = records.remove(0);
    let columns = columns.unwrap_or_else(|| ImportColumns::find(&headings));
    if columns.positions().into_iter().flatten().any(|position| position >= headings.len()) {
        return Err(Error::field("columns", "Escolha colunas que estão no arquivo."));
    }
    let example = records.first().map(|(_, record)| record.clone()).unwrap_or_default();
    let is_phone = |(index, heading): (usize, &str)| PHONE.contains(&&*normalized(heading)).then_some(index);
    let phones: Vec<usize> =
        columns.phone.into_iter().chain(headings.iter().enumerate().filter_map(is_phone)).collect();
    let read = |(line, record)| entry(key, line, &record, (&columns, &phones), now);
    let entries = records.into_iter().map(read).collect();
    Ok(File { headings, example, columns, entries })
}

fn entry(
    key: &SecretKey,
    line: u64,
    record: &csv::StringRecord,
    (columns, phones): (&ImportColumns, &[usize]),
    now: Timestamp,
) -> Entry {
    // The export of this program starts values that look like formulas with an apostrophe.
    let value = |column: Option<usize>| {
        column.and_then(|index| record.get(index)).unwrap_or_default().trim_start_matches('\'').trim()
    };
    let first = |text: &'_ str| text.split(NEXT_VALUE).next().unwrap_or_default().trim().to_owned();
    let email = first(value(columns.email));
    let phones = phones.iter().filter(|_| columns.phone.is_some()).map(|index| first(value(Some(*index))));
    let phone = phones.into_iter().find(|phone| !phone.is_empty()).unwrap_or_default();
    let name = full_name(value(columns.name), value(columns.surname));
    let name = [name, email.clone(), phone::formatted(&phone)];
    let name = name.into_iter().find(|value| !value.is_empty()).unwrap_or_default();
    let input = ContactInput {
        name: name.clone(),
        email,
        phone,
        company: value(columns.company).to_owned(),
        message: compose_message(value(columns.service), value(columns.message)),
        ..ContactInput::default()
    };
    let row = parse_row(key, &input, value(columns.received_at), value(columns.status), now);
    Entry { line, name: name.chars().take(MAX_SHOWN).collect(), row }
}

/// Joins a name and a surname, unless the name already has it.
fn full_name(name: &str, surname: &str) -> String {
    if fold(name).ends_with(&fold(surname)) {
        name.to_owned()
    } else {
        format!("{name} {surname}").trim().to_owned()
    }
}

fn parse_row(
    key: &SecretKey,
    input: &ContactInput,
    received_at: &str,
    status: &str,
    now: Timestamp,
) -> Result<Row, String> {
    let fields = ContactFields::parse_recorded(input).map_err(|error| reason_of(input, &error))?;
    let status = parse_status(status)?;
    // Rows are compared as written, so that a changed default doesn't make them new.
    let written =
        [&*fields.name, &*fields.email, &*fields.phone, &*fields.company, &*fields.message, received_at];
    let import_key = id::hex(&key.mac(PURPOSE, fold(&written.join("\0")).as_bytes()));
    let received_at = match received_at {
        "" => now,
        text => parse_moment(text)
            .ok_or("A data não existe ou não foi entendida. Escreva no formato 31/12/2025.")?,
    };
    if received_at > now {
        return Err("A data está no futuro.".to_owned());
    }
    let (email_key, phone_key) = (email_key(&fields.email), phone_key(&fields.phone));
    Ok(Row { contact: ImportedContact { fields, status, received_at, import_key }, email_key, phone_key })
}

fn parse_status(text: &str) -> Result<ContactStatus, String> {
    Ok(match &*fold(text) {
        "" | "arquivado" => ContactStatus::Archived,
        "novo" => ContactStatus::New,
        "lido" => ContactStatus::Read,
        "respondido" => ContactStatus::Replied,
        _ => return Err("O status precisa ser Novo, Lido, Respondido ou Arquivado.".to_owned()),
    })
}

/// Returns the errors of all fields in one line: 'E-mail: Informe um e-mail válido.'
fn reason_of(input: &ContactInput, error: &Error) -> String {
    let Error::Invalid(errors) = error else { return error.to_string() };
    // Without a name, the email or the phone is the name, so that their error says what is missing.
    let lacks_name = |field: &str| field == "name" && input.name.is_empty();
    let label = |field: &str| match field {
        "name" => "Nome",
        "email" => "E-mail",
        "phone" => "Telefone",
        "company" => "Empresa",
        _ => "Mensagem",
    };
    let errors = errors.iter().filter(|(field, _)| !lacks_name(field));
    errors.map(|(field, message)| format!("{}: {message}", label(field))).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(csv: &str) -> File {
        let key = SecretKey::parse(&"a".repeat(64)).expect("a key");
        parse(&key, csv, None, "2026-11-26T12:00:00Z".parse().expect("a time")).expect("a file")
    }

    #[test]
    fn columns_are_found_by_headings_with_any_separator() {
        for csv in [
            "Nome;E-mail;Celular;Status;Data\nAna;ANA@exemplo.com.br;(11) 98765-4321;Novo;01/02/2025",
            "Data,Status,Celular,E-mail,Nome\n01/02/2025,novo,11987654321,Ana@exemplo.com.br,Ana",
        ] {
            let file = parsed(csv);
            let Ok(Row { contact, email_key, phone_key }) = &file.entries[0].row else { panic!("{csv}") };
            assert_eq!((&**email_key, &**phone_key), ("ana@exemplo.com.br", "11987654321"));
            assert_eq!((contact.status, &*contact.fields.name), (ContactStatus::New, "Ana"));
            assert_eq!(contact.received_at, "2025-02-01T03:00:00Z".parse::<Timestamp>().expect("a time"));
        }
    }

    #[test]
    fn contacts_of_google_and_outlook_have_names_and_phones() {
        for csv in [
            "First Name,Middle Name,Last Name,E-mail 1 - Value,Phone 1 - Value\nAna,,Souza,ana@exemplo.com.br ::: a@b.co,(11) 98765-4321",
            "First Name,Last Name,E-mail Address,Mobile Phone,Business Phone\nAna,Souza,ana@exemplo.com.br,,(11) 98765-4321",
            "Nome;Sobrenome;Email 1;Telefone;Tel. 2:\nAna;Souza;ana@exemplo.com.br;;(11) 98765-4321",
            "Nome;Sobrenome;Email;Celular\nAna Souza;Souza;ana@exemplo.com.br;(11) 98765-4321",
        ] {
            let file = parsed(csv);
            let Ok(Row { contact, email_key, phone_key }) = &file.entries[0].row else { panic!("{csv}") };
            assert_eq!(
                (&*contact.fields.name, &**email_key, &**phone_key),
                ("Ana Souza", "ana@exemplo.com.br", "11987654321"),
                "{csv}"
            );
        }
    }

    #[test]
    fn invalid_row_has_a_reason_and_its_line() {
        let file = parsed(
            "Nome;E-mail;Telefone;Status;Data\n\nAna;;;;\nBia;bia@;;;\nCaio;c@d.co;;Ganho;\nDil;d@d.co;;;31/12/2030",
        );
        let reasons: Vec<_> =
            file.entries.iter().map(|entry| (entry.line, entry.row.as_ref().err())).collect();
        let text = |reason: &str| reason.to_owned();
        let expected = [
            (3, text("E-mail: Informe o e-mail ou o telefone.")),
            (4, text("E-mail: Informe um e-mail válido, como nome@empresa.com.br.")),
            (5, text("O status precisa ser Novo, Lido, Respondido ou Arquivado.")),
            (6, text("A data está no futuro.")),
        ];
        assert_eq!(reasons, expected.iter().map(|(line, reason)| (*line, Some(reason))).collect::<Vec<_>>());
    }
}
