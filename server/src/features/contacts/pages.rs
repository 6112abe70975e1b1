//! The public pages with the contact form, and the thanks page.

use sea_orm::{ConnectionTrait, entity::prelude::Uuid};
use url::form_urlencoded;

use super::{
    promise::{Calendar, wording::LocalTime},
    store,
    views::{ContactForm, ContactThanksView, ContactToday, ContactView, contact_page},
};
use crate::{
    app::App,
    features::{
        pages::{
            self,
            built_page::BuiltPage,
            content::{
                contact::{ContactContent, ContactThanksContent},
                services::ServicePagesContent,
            },
            store::Texts,
        },
        services::{self, model::ServicePage},
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
    let (today, changes_at) = ContactToday::at(&Calendar::read(texts.db).await?, app.clock.now());
    let view = contact_page(content, today, preset.service.as_deref(), preset.subject.as_deref());
    Ok(BuiltPage::new(&meta, view).with_link(&name, addresses::CONTACT.path).expiring_at(changes_at))
}

/// Builds the contact page with the values and errors of a refused form.
pub async fn refused(app: &App, texts: &Texts<'_>, form: ContactForm) -> Result<BuiltPage<ContactView>> {
    let content: ContactContent = texts.read().await?;
    let (meta, form) = (content.meta.clone(), form.with_messages_of(&content.form.errors));
    let (today, _) = ContactToday::at(&Calendar::read(texts.db).await?, app.clock.now());
    Ok(BuiltPage::new(&meta, ContactView { content, form, today }))
}

/// Builds the thanks page without a known request. It names the day by which today's requests are answered.
pub async fn thanks(app: &App, texts: &Texts<'_>) -> Result<BuiltPage<ContactThanksView>> {
    let (day, midnight) = Calendar::read(texts.db).await?.deadline_day(app.clock.now());
    Ok(thanks_page(texts.read().await?, &day).expiring_at(midnight))
}

/// Builds the thanks page of one request, with its own deadline. `None` if the request does not exist.
pub async fn thanks_for(texts: &Texts<'_>, id: Uuid) -> Result<Option<BuiltPage<ContactThanksView>>> {
    let Some((_, contact)) = store::find(texts.db, id).await? else { return Ok(None) };
    let deadline = LocalTime::at(Calendar::read(texts.db).await?.deadline_of(&contact)).full();
    Ok(Some(thanks_page(texts.read().await?, &deadline)))
}

fn thanks_page(content: ContactThanksContent, until: &str) -> BuiltPage<ContactThanksView> {
    let deadline = format!("Respondemos até {until}.");
    BuiltPage::new(&content.meta.clone(), ContactThanksView { content, deadline })
}
