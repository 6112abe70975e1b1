//! The public pages with the contact form, and the thanks page.

use sea_orm::{ConnectionTrait, entity::prelude::Uuid};
use url::form_urlencoded;

use super::views::{ContactForm, ContactThanksView, ContactToday, ContactView, UnsentFile, contact_page};
use crate::{
    app::App,
    features::{
        contacts::{
            attachments::{RefusedFile, requests},
            model::Contact,
            promise::{
                Calendar,
                wording::{LocalTime, next_midnight},
            },
            store,
        },
        pages::{
            self,
            built_page::BuiltPage,
            content::{
                contact::{ContactContent, ContactFilesText, ContactThanksContent},
                services::ServicePagesContent,
            },
            store::Texts,
        },
        services::{self, model::ServicePage},
    },
    foundation::settings::{
        self,
        facts::{Facts, PROMISE},
        promised_hours,
    },
    platform::{addresses, clock::Timestamp, error::Result},
};

/// Values for the contact form from the query of the page's address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContactPreset {
    /// One of the services that the form offers.
    pub service: Option<String>,
    /// Title of a service or name of a detail page, which the message mentions.
    pub subject: Option<String>,
}

impl ContactPreset {
    /// Parses the query of the contact page's address. Unknown services and subjects are dropped, because the page cache
    /// holds one page for each preset.
    pub async fn parse(app: &App, query: Option<&str>) -> Result<Self> {
        let pairs = || form_urlencoded::parse(query.unwrap_or("").as_bytes());
        let value = |key: &str| pairs().find(|(name, _)| name == key).map(|(_, value)| value);
        let service = match value("servico") {
            Some(wanted) => {
                let offered = service_options(app.db.reader(), app.clock.now()).await?;
                offered.into_iter().find(|service| *service == wanted)
            }
            None => None,
        };
        let subject = match value("assunto") {
            Some(wanted) => subjects(app).await?.into_iter().find(|subject| *subject == wanted),
            None => None,
        };
        Ok(Self { service, subject })
    }

    /// Returns the address of the contact page with this preset.
    #[must_use]
    pub fn address(&self) -> String {
        if *self == Self::default() {
            return addresses::CONTACT.path.to_owned();
        }
        services::views::contact_url(self.service.as_deref(), self.subject.as_deref())
    }
}

/// Returns the services that the contact form offers.
pub async fn service_options(connection: &impl ConnectionTrait, now: Timestamp) -> Result<Vec<String>> {
    let ContactContent { form, .. } = pages::store::read(connection, now).await?;
    Ok(form.service_options)
}

/// Returns the titles of all services and the names of the detail pages.
async fn subjects(app: &App) -> Result<Vec<String>> {
    let pages: ServicePagesContent = pages::store::read(app.db.reader(), app.clock.now()).await?;
    let services = services::store::list_active(app.db.reader()).await?;
    let titles = services.into_iter().map(|service| service.fields.title);
    Ok(titles.chain(ServicePage::ALL.map(|page| pages.of(page).name.clone())).collect())
}

/// Builds the contact page. Its form is empty except for the preset.
pub async fn contact(app: &App, texts: &Texts<'_>, preset: &ContactPreset) -> Result<BuiltPage<ContactView>> {
    let content: ContactContent = texts.read().await?;
    let (meta, name) = (content.meta.clone(), content.hero.eyebrow.clone());
    let calendar = Calendar::read(texts.db).await?;
    let (today, changes_at) = ContactToday::at(&calendar, &content.form.service_options, app.clock.now());
    let view = contact_page(content, today, preset.service.as_deref(), preset.subject.as_deref());
    Ok(BuiltPage::new(&meta, view).with_link(&name, addresses::CONTACT.path).expiring_at(changes_at))
}

/// Builds the contact page with the values and errors of a refused form.
pub async fn refused(app: &App, texts: &Texts<'_>, form: ContactForm) -> Result<BuiltPage<ContactView>> {
    let content: ContactContent = texts.read().await?;
    let (meta, form) = (content.meta.clone(), form.with_messages_of(&content.form.errors));
    let calendar = Calendar::read(texts.db).await?;
    let (today, _) = ContactToday::at(&calendar, &content.form.service_options, app.clock.now());
    Ok(BuiltPage::new(&meta, ContactView { content, form, today }))
}

/// Builds the thanks page without a known request. It names the day by which all of today's requests are answered.
pub async fn thanks(app: &App, texts: &Texts<'_>) -> Result<BuiltPage<ContactThanksView>> {
    let (calendar, now) = (Calendar::read(texts.db).await?, app.clock.now());
    let offered = service_options(texts.db, now).await?;
    let day = calendar.deadline_day(calendar.promised().longest(&offered), now);
    let ContactContent { form, .. } = texts.read().await?;
    Ok(thanks_page(texts.read().await?, &day, form.files, Vec::new()).expiring_at(next_midnight(now)))
}

/// Builds the thanks page of one request, with its own deadline. `None` if the request does not exist.
pub async fn thanks_for(texts: &Texts<'_>, id: Uuid) -> Result<Option<BuiltPage<ContactThanksView>>> {
    let Some((_, contact)) = store::find(texts.db, id).await? else { return Ok(None) };
    let deadline = LocalTime::at(Calendar::read(texts.db).await?.deadline_of(&contact)).full();
    let content = texts.read_with(&facts_for(texts, &contact).await?).await?;
    let ContactContent { form, .. } = texts.read().await?;
    let unsent = requests::list_refused(texts.db, &contact, texts.now).await?;
    Ok(Some(thanks_page(content, &deadline, form.files, unsent)))
}

/// Returns the facts of the settings, with the promise to the contact instead of the general one. It is blank if the contact's
/// deadline results from earlier settings.
async fn facts_for(texts: &Texts<'_>, contact: &Contact) -> Result<Facts> {
    let settings = settings::store::all(texts.db).await?;
    let hours = Calendar::new(&settings.contact).hours_of(contact);
    Ok(settings.facts(texts.now).with(PROMISE, hours.map(promised_hours::label).unwrap_or_default()))
}

fn thanks_page(
    content: ContactThanksContent,
    until: &str,
    files_text: ContactFilesText,
    unsent: Vec<RefusedFile>,
) -> BuiltPage<ContactThanksView> {
    let deadline = format!("Contando só os dias de atendimento, respondemos até {until}.");
    let unsent_files = unsent.into_iter().map(|file| UnsentFile::new(file, &files_text)).collect();
    BuiltPage::new(&content.meta.clone(), ContactThanksView { content, deadline, unsent_files, files_text })
}
