//! Personal data in visits: pages, referrers and campaigns that name a person, for example because a link was made for this person.

use sea_orm::Iterable;
use serde_json::json;

use super::{
    beacon::Campaign,
    store::texts::{self, Text},
};
use crate::{
    app::App,
    foundation::personal_data::{Erased, Person, PersonRecord, PersonalData, Records, kind, table},
    platform::{
        db::{Connection, Transaction},
        error::Result,
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

/// Finds the texts that name the person.
async fn find(db: Connection<'_>, person: &Person) -> Result<Vec<(Text, Vec<String>)>> {
    let Some(identifiers) = person.link_identifiers() else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for text in Text::iter() {
        let values = texts::list(&db, text).await?.into_iter();
        found.push((text, values.filter(|value| identifiers.are_in_link(value)).collect()));
    }
    Ok(found)
}
