//! Personal data in missing pages: addresses that name a person, for example because a link was made for this person.

use serde_json::json;
use uuid::Uuid;

use super::missing::{MissingPage, store};
use crate::{
    app::App,
    foundation::personal_data::{Erased, Person, PersonRecord, PersonalData, Records, kind, table},
    platform::{
        db::{Connection, Transaction},
        error::Result,
    },
};

const MISSING_PAGES: &str = "missing_pages";

pub const PERSONAL_DATA: PersonalData = PersonalData {
    tables: &[table("missing_pages")
        .personal("path referrer")
        .other("id hits version last_seen_at deleted_at")],
    kinds: &[kind(MISSING_PAGES, "Páginas não encontradas que citam a pessoa", |app, person, _| {
        Box::pin(list(app, person))
    })],
    identify: |_, _| Box::pin(async { Ok(()) }),
    erase: |_, tx, person, erased| Box::pin(erase(tx, person, erased)),
    retention: &[],
};

async fn list(app: &App, person: &Person) -> Result<Records> {
    let found = find(Connection::Reader(app.db.reader()), person).await?;
    let record = |page: MissingPage| {
        let data = json!({"path": page.path, "referrer": page.referrer, "last_seen_at": page.last_seen_at});
        PersonRecord::new(page.last_seen_at, page.path, &data)
    };
    Ok(Records::all(found.into_iter().map(record).collect()))
}

async fn erase(tx: &Transaction, person: &Person, erased: &mut Erased) -> Result<()> {
    let ids: Vec<Uuid> =
        find(Connection::Transaction(tx), person).await?.into_iter().map(|page| page.id).collect();
    erased.add(MISSING_PAGES, ids.len() as u64);
    store::delete(&**tx, ids).await
}

/// Finds the pages, also ignored ones, whose address or referrer names the person.
async fn find(db: Connection<'_>, person: &Person) -> Result<Vec<MissingPage>> {
    let Some(identifiers) = person.link_identifiers() else { return Ok(Vec::new()) };
    let mut pages = store::list_all(&db).await?;
    pages.retain(|page| {
        identifiers.are_in_link(&page.path)
            || page.referrer.as_ref().is_some_and(|referrer| identifiers.are_in_link(referrer))
    });
    Ok(pages)
}
