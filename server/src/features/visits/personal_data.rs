//! Personal data in visits: campaigns that name a person, because a link to the site was made for this person.

use serde_json::json;

use super::{
    beacon::Campaign,
    store::campaigns::{self, CampaignKey},
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

const VISIT_CAMPAIGNS: &str = "visit_campaigns";

pub const PERSONAL_DATA: PersonalData = PersonalData {
    tables: &[
        // `visitor` is a hash with a salt that is deleted after the day.
        table("visit_events")
            .personal("campaign")
            .other("id at kind page referrer device visitor lcp inp cls"),
        table("visit_figures").personal("value").other("dimension day views visitors"),
        table("visit_month_figures").personal("value").other("dimension month views visitors"),
    ],
    kinds: &[kind(VISIT_CAMPAIGNS, "Campanhas de visitas que citam a pessoa", |app, person, _| {
        Box::pin(list(app, person))
    })],
    identify: |_, _| Box::pin(async { Ok(()) }),
    erase: |_, tx, person, erased| Box::pin(erase(tx, person, erased)),
    retention: &[],
};

async fn list(app: &App, person: &Person) -> Result<Records> {
    let found = find(Connection::Reader(app.db.reader()), person).await?;
    Ok(Records::all(found.into_iter().filter_map(record).collect()))
}

fn record(key: CampaignKey) -> Option<PersonRecord> {
    let Campaign { source, medium, campaign } = Campaign::of_key(&key)?;
    let title: Vec<&str> = [&source, &medium, &campaign].into_iter().flatten().map(String::as_str).collect();
    let data = json!({"utm_source": source, "utm_medium": medium, "utm_campaign": campaign});
    Some(PersonRecord::new(None, title.join(" / "), &data))
}

/// Removes the campaigns from the events, and their figures. The totals of visits remain.
async fn erase(tx: &Transaction, person: &Person, erased: &mut Erased) -> Result<()> {
    tx.lock(campaigns::LOCK).await?;
    let found = find(Connection::Transaction(tx), person).await?;
    if !found.is_empty() {
        campaigns::erase(&**tx, &found).await?;
        erased.add(VISIT_CAMPAIGNS, found.len() as u64);
    }
    Ok(())
}

/// Finds the campaigns that contain the email, the phone number or a name of at least two words of the person. Finds none if the
/// owner of an account asked, because owners are only identified by emails, which campaigns don't contain.
async fn find(db: Connection<'_>, person: &Person) -> Result<Vec<CampaignKey>> {
    let identifiers = match person.asked_by {
        AskedBy::Owner => return Ok(Vec::new()),
        AskedBy::Staff => person.identifiers().without_single_word_names(),
    };
    let mut found = campaigns::list(&db).await?;
    found.retain(|key| names_person(&identifiers, key));
    Ok(found)
}

/// Returns whether a campaign contains an identifier, also if the words of a name are separated as in `proposta-ana_lima`.
fn names_person(identifiers: &Identifiers, key: &str) -> bool {
    let words = key.replace("%20", " ").replace(|c: char| !c.is_alphanumeric(), " ");
    identifiers.are_in(key) || identifiers.are_in(&words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn campaign_names_a_person_with_any_separators() {
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
