//! Personal data in visits: pages, referrers and campaigns that name a person, for example because a link was made for this person.

use percent_encoding::percent_decode_str;
use sea_orm::Iterable;
use serde_json::json;

use super::{
    beacon::Campaign,
    store::texts::{self, Text},
};
use crate::{
    app::App,
    foundation::personal_data::{AskedBy, Erased, Person, PersonRecord, PersonalData, Records, kind, table},
    platform::{
        db::{Connection, Transaction},
        error::Result,
        privacy::identifying_text::Identifiers,
    },
};

const VISITS: &str = "visits";

pub const PERSONAL_DATA: PersonalData = PersonalData {
    tables: &[
        // `visitor` is a hash with a salt that is deleted after the day.
        table("visit_events")
            .personal("page referrer campaign")
            .other("id at kind device visitor lcp inp cls"),
        table("visit_figures").personal("value").other("dimension day views visitors"),
        table("visit_month_figures").personal("value").other("dimension month views visitors"),
    ],
    kinds: &[kind(
        VISITS,
        "Páginas, origens e campanhas de visitas que citam a pessoa",
        |app, person, _| Box::pin(list(app, person)),
    )],
    identify: |_, _| Box::pin(async { Ok(()) }),
    erase: |_, tx, person, erased| Box::pin(erase(tx, person, erased)),
    retention: &[],
};

async fn list(app: &App, person: &Person) -> Result<Records> {
    let found = find(Connection::Reader(app.db.reader()), person).await?;
    let records =
        found.into_iter().flat_map(|(text, values)| values.into_iter().map(move |value| record(text, value)));
    Ok(Records::all(records.collect()))
}

fn record(text: Text, value: String) -> PersonRecord {
    let (title, data) = match (text, Campaign::of_key(&value)) {
        (Text::Campaign, Some(Campaign { source, medium, campaign })) => {
            let parts = [&source, &medium, &campaign].into_iter().flatten().map(String::as_str);
            let title = parts.collect::<Vec<_>>().join(" / ");
            (title, json!({"utm_source": source, "utm_medium": medium, "utm_campaign": campaign}))
        }
        (Text::Referrer, _) => (value.clone(), json!({"referrer": value})),
        (Text::Page | Text::Campaign, _) => (value.clone(), json!({"page": value})),
    };
    PersonRecord::new(None, title, &data)
}

/// Removes the texts from events and figures. The totals of visits remain.
async fn erase(tx: &Transaction, person: &Person, erased: &mut Erased) -> Result<()> {
    tx.lock(texts::LOCK).await?;
    for (text, values) in find(Connection::Transaction(tx), person).await? {
        if !values.is_empty() {
            texts::erase(&**tx, text, &values).await?;
            erased.add(VISITS, values.len() as u64);
        }
    }
    Ok(())
}

/// Finds the texts that contain the email, the phone number or a name of at least two words of the person. Finds none if the
/// owner of an account asked, because owners are only identified by emails, which the texts don't contain.
async fn find(db: Connection<'_>, person: &Person) -> Result<Vec<(Text, Vec<String>)>> {
    let identifiers = match person.asked_by {
        AskedBy::Owner => return Ok(Vec::new()),
        AskedBy::Staff => person.identifiers().without_single_word_names(),
    };
    let mut found = Vec::new();
    for text in Text::iter() {
        let values = texts::list(&db, text).await?.into_iter();
        found.push((text, values.filter(|value| names_person(&identifiers, value)).collect()));
    }
    Ok(found)
}

/// Returns whether a text contains an identifier, also if the words of a name are separated as in `proposta-ana_lima`.
fn names_person(identifiers: &Identifiers, text: &str) -> bool {
    let decoded = percent_decode_str(text).decode_utf8_lossy();
    let words = decoded.replace(|c: char| !c.is_alphanumeric(), " ");
    [text, &decoded, &words].into_iter().any(|text| identifiers.are_in(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_names_a_person_with_any_separators() {
        let identifiers = Identifiers::new(
            [&"ana.lima@exemplo.com".to_owned()],
            &["Ana Lima".to_owned()],
            vec!["11912345678".to_owned()],
        );
        for key in [
            "proposta\temail\tANA LIMA",
            "proposta-ána-lima\t\t",
            "\t\tana_lima.2026",
            "ana/lima\t\t",
            "ana–lima\t\t",
            "\t\tana%20lima",
            "/proposta/%C3%A1na-lima",
            "ana-lima.com.br",
            "ana.lima@exemplo.com\t\t",
            "\t11 91234-5678\t",
            "\t1191234_5678\t",
        ] {
            assert!(names_person(&identifiers, key), "{key:?}");
        }
        for key in ["semana-lima\t\t", "ana\temail\tlima", "\t2026-11-20\t"] {
            assert!(!names_person(&identifiers, key), "{key:?}");
        }
    }
}
