//! Endpoints for people: finding a person, and showing or exporting everything that is stored about the person.

use axum::{Json, extract::State, response::Response};
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    archive::{self, Export},
    erasure::{self, NOTHING_STORED},
    person::{self, parse_email},
    registry,
};
use crate::{
    app::App,
    features::{
        contacts::list::{
            filter::{ContactFilter, ContactListView},
            store::{self as contact_list, selection::Selection},
        },
        newsletter::{self, model::SubscriptionFilter},
    },
    foundation::{
        accounts::directory::{self, UserFilter},
        audit::{self, Action, Event},
        identity::extract::{Admin, StepUpRequired, SteppedUp},
        personal_data::PersonRecord,
        settings,
    },
    platform::{
        db::Connection,
        error::{Error, ErrorBody, Refusal, Result},
        http::Query,
    },
};

/// Maximum number of people that a search returns.
const MAX_FOUND: usize = 20;
/// Maximum number of matching records that a search reads from each list.
const MAX_SEARCHED: u64 = 100;
/// Maximum number of records of each kind in the view of a person.
const MAX_SHOWN: usize = 50;
/// Time within which repeated requests of an administrator are the same view of a person.
const SAME_VIEW: TimeDelta = TimeDelta::hours(1);

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PeopleSearch {
    /// Text in the name, email, company, phone number or message of a contact, in the name or email of a user, or in the email
    /// of a subscriber.
    search: String,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PersonEmail {
    /// An email of the person.
    email: String,
}

/// A person whom a search found, identified by an email. The flags say where the search found it.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundPerson {
    pub email: String,
    /// The name in a contact that the search found, otherwise of the account; may be empty.
    pub name: String,
    /// Whether the search found a contact with the email.
    pub has_contacts: bool,
    /// Whether the search found an account with the email.
    pub has_account: bool,
    /// Whether the search found a newsletter subscription of the email.
    pub has_subscription: bool,
}

/// Everything that is stored about a person.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonView {
    /// The email by which the person was found.
    pub email: String,
    /// All emails that the person is known to have, which an erasure includes.
    pub emails: Vec<String>,
    /// Names in contacts and privacy requests, and of the account.
    pub names: Vec<String>,
    /// All kinds of records, including those without any.
    pub kinds: Vec<PersonKind>,
    /// Why the person can't be erased: `staff_account`, `company_email`, `open_privacy_request` or `queued_privacy_reply`; null
    /// if nothing prevents it.
    #[schema(required)]
    pub not_erasable_because: Option<String>,
}

/// The records of one kind about a person.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonKind {
    /// Name of the kind, such as `contacts`.
    pub kind: String,
    /// Label of the kind, in Portuguese.
    pub label: String,
    /// Whether the person's own export leaves the records out. The export for staff has them in a separate folder.
    pub is_internal: bool,
    /// Number of records. Counting stops at 10,000.
    pub count: u64,
    /// The newest records, at most 50.
    pub records: Vec<PersonRecord>,
}

/// Finds people by the text of their contacts, accounts or newsletter subscriptions; at most 20, those with contacts first.
#[utoipa::path(get, path = "/api/people", tag = "people", operation_id = "search_people",
    params(PeopleSearch),
    responses((status = 200, body = Vec<FoundPerson>)))]
pub async fn search_people(
    _: Admin,
    State(app): State<App>,
    Query(PeopleSearch { search }): Query<PeopleSearch>,
) -> Result<Json<Vec<FoundPerson>>> {
    let mut found = FoundPeople::default();
    if !search.trim().is_empty() {
        found.add_contacts(&app, &search).await?;
        found.add_users(&app, &search).await?;
        found.add_subscribers(&app, &search).await?;
    }
    Ok(Json(found.0))
}

/// The people whom a search has found, in the order in which they were found.
#[derive(Default)]
struct FoundPeople(Vec<FoundPerson>);

impl FoundPeople {
    /// Returns the person with this email, and adds a missing one. `None` if the email is blank, or if [`MAX_FOUND`] other
    /// people were found.
    fn person(&mut self, email: &str) -> Option<&mut FoundPerson> {
        let email = email.trim().to_lowercase();
        if email.is_empty() {
            return None;
        }
        let index = self.0.iter().position(|person| person.email == email);
        if index.is_none() && self.0.len() < MAX_FOUND {
            self.0.push(FoundPerson {
                email,
                name: String::new(),
                has_contacts: false,
                has_account: false,
                has_subscription: false,
            });
            return self.0.last_mut();
        }
        self.0.get_mut(index?)
    }

    async fn add_contacts(&mut self, app: &App, search: &str) -> Result<()> {
        let (db, now) = (app.db.reader(), app.clock.now());
        for view in [ContactListView::All, ContactListView::Spam, ContactListView::Trash] {
            let filter = ContactFilter { search: Some(search.to_owned()), view, ..ContactFilter::default() };
            let selection = Selection::of(db, &filter, now).await?;
            let terms = contact_list::search(db, &selection, &filter).await?;
            for contact in contact_list::list(db, &selection, &terms, None, MAX_SEARCHED).await? {
                let Some(person) = self.person(&contact.fields.email) else { continue };
                person.has_contacts = true;
                if person.name.is_empty() {
                    person.name = contact.fields.name;
                }
            }
        }
        Ok(())
    }

    async fn add_users(&mut self, app: &App, search: &str) -> Result<()> {
        let filter = UserFilter { search: Some(search.to_owned()), role: None };
        let (users, _) = directory::store::list(app.db.reader(), &filter, None, MAX_SEARCHED).await?;
        for user in users {
            let Some(person) = self.person(&user.email) else { continue };
            person.has_account = true;
            if person.name.is_empty() {
                person.name = user.full_name;
            }
        }
        Ok(())
    }

    async fn add_subscribers(&mut self, app: &App, search: &str) -> Result<()> {
        let filter = SubscriptionFilter { search: Some(search.to_owned()), ..SubscriptionFilter::default() };
        let subscriptions = newsletter::store::lists::list(app.db.reader(), &filter, None, MAX_SEARCHED);
        for subscription in subscriptions.await?.0 {
            if let Some(person) = self.person(&subscription.email) {
                person.has_subscription = true;
            }
        }
        Ok(())
    }
}

/// Returns everything that is stored about the person with an email. A view in which something was found is recorded in the
/// audit log, once per hour and administrator.
#[utoipa::path(get, path = "/api/people/view", tag = "people", operation_id = "find_person",
    params(PersonEmail),
    responses(
        (status = 200, body = PersonView),
        (status = 422, description = "`invalid_fields`: the email is invalid", body = ErrorBody)))]
pub async fn find_person(
    admin: Admin,
    State(app): State<App>,
    Query(PersonEmail { email }): Query<PersonEmail>,
) -> Result<Json<PersonView>> {
    let email = parse_email(&email)?;
    let db = Connection::Reader(app.db.reader());
    let person = person::by_email(db, email.clone()).await?;
    let mut kinds = Vec::new();
    for kind in registry::kinds() {
        let found = registry::list(&app, &person, kind, MAX_SHOWN).await?;
        kinds.push(PersonKind {
            kind: kind.key.to_owned(),
            label: kind.label.to_owned(),
            is_internal: kind.is_internal,
            count: found.count as u64,
            records: found.records,
        });
    }
    if kinds.iter().any(|kind| kind.count > 0) {
        record_view(&app, &admin, &email).await?;
    }
    let obstacle = erasure::obstacle(&app, db, &email, &person).await?;
    let mut names = person.names.clone();
    names.sort();
    names.dedup();
    Ok(Json(PersonView {
        email,
        emails: person.emails.into_iter().collect(),
        names,
        kinds,
        not_erasable_because: obstacle.map(|obstacle| obstacle.code.to_owned()),
    }))
}

/// Records that an administrator viewed a person. The panel repeats the request while the view is open, so requests that follow
/// within [`SAME_VIEW`] are not recorded.
async fn record_view(app: &App, admin: &Admin, email: &str) -> Result<()> {
    let now = app.clock.now();
    // A wrong clock may have recorded events of the future, which don't count.
    let span = now - SAME_VIEW..now + SAME_VIEW;
    let user_id = admin.0.user.id;
    if audit::latest::has_recorded(app.db.reader(), user_id, Action::PersonViewed, email, span).await? {
        return Ok(());
    }
    record(app, admin, Action::PersonViewed, email).await
}

/// Records what an administrator did with the data of a person. The label is the email, so that an erasure finds the event.
async fn record(app: &App, admin: &Admin, action: Action, email: &str) -> Result<()> {
    let tx = app.db.begin().await?;
    audit::record(app, &tx, &admin.actor(), Event::new(action).about(email)).await?;
    tx.commit().await
}

/// The refusal of an export for which nothing is stored. It isn't recorded, because the event would store the email.
const NOTHING_TO_EXPORT: Refusal =
    Refusal { message: "Não há nada guardado com este e-mail. Não há o que exportar.", ..NOTHING_STORED };

/// Exports everything that is stored about a person as a ZIP file: an HTML index, and a JSON file for each kind of records.
/// The folder `interno` has the internal kinds: staff's notes and saved filters, and pictures that name the person. An export
/// in which something was found is recorded in the audit log.
#[utoipa::path(get, path = "/api/people/export", tag = "people", operation_id = "export_person",
    params(PersonEmail),
    responses(
        (status = 200, body = String, content_type = "application/zip"),
        StepUpRequired,
        (status = 404, description = "`nothing_stored`: nothing about the person is stored", body = ErrorBody),
        (status = 422, description = "`invalid_fields`: the email is invalid", body = ErrorBody)))]
pub async fn export_person(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    Query(PersonEmail { email }): Query<PersonEmail>,
) -> Result<Response> {
    let email = parse_email(&email)?;
    let person = person::by_email(Connection::Reader(app.db.reader()), email.clone()).await?;
    if !registry::has_any(&app, &person).await? {
        return Err(Error::Refused(NOTHING_TO_EXPORT));
    }
    record(&app, &admin, Action::PersonExported, &email).await?;
    let company = settings::store::company(app.db.reader()).await?.name;
    let exported_at = app.clock.now();
    Ok(archive::download(app, Export { email, company, exported_at, person }))
}
