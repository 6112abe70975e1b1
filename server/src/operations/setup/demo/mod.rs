//! Finds and removes the demo content. Content that staff have changed or added is not part of it.

pub mod admin;
mod texts;

use sea_orm::ConnectionTrait;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    features::{
        blog, pages,
        services::{self, model::Service},
    },
    foundation::{
        audit::{Action, Event},
        history::{self, model::Change},
        settings,
    },
    platform::{
        clock::Timestamp,
        db::{Transaction, stored},
        error::Result,
    },
};

/// Demo content that staff have not changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct DemoContent {
    /// Titles of services.
    pub services: Vec<String>,
    /// Titles of posts.
    pub posts: Vec<String>,
    /// Labels of pages with texts about the demo company, such as clients, numbers and testimonials.
    pub pages: Vec<String>,
    /// Labels of settings with facts about the demo company.
    pub settings: Vec<String>,
}

impl DemoContent {
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Returns the demo content that staff have not changed.
pub async fn find(connection: &impl ConnectionTrait) -> Result<DemoContent> {
    let services = services::store::list_demo(connection).await?;
    let posts = blog::seed::list(connection).await?;
    let pages = texts::of_pages(connection).await?;
    let settings = texts::of_settings(connection).await?;
    Ok(DemoContent {
        services: services.into_iter().map(|(_, service)| service.fields.title).collect(),
        posts: posts.into_iter().map(|(_, post)| post.fields.title).collect(),
        pages: pages.iter().map(|page| page.name.label().to_owned()).collect(),
        settings: settings.iter().map(|record| record.name.label().to_owned()).collect(),
    })
}

/// Removes the demo content: moves services and posts to the trash, and replaces texts about the demo company. Returns what
/// it removed, and the event to record. The caller must call [`Transaction::content_changed`] first.
pub async fn remove(tx: &Transaction, by: Uuid, now: Timestamp) -> Result<(DemoContent, Event)> {
    let removed = find(&**tx).await?;
    for (_, service) in services::store::list_demo(&**tx).await? {
        stored::set_deleted::<Service>(&**tx, service.id, true, now).await?;
    }
    blog::seed::remove(&**tx, now).await?;
    clear_pages(tx, by, now).await?;
    clear_company_facts(tx, Some(by), now).await?;
    let event = Event::new(Action::SettingsDemoRemoved).before(&removed);
    Ok((removed, event))
}

/// Replaces texts about the demo company on pages, with an entry in the history of each page.
async fn clear_pages(tx: &Transaction, by: Uuid, now: Timestamp) -> Result<()> {
    for texts::Cleared { name, version, before, after } in texts::of_pages(&**tx).await? {
        let new = pages::store::update(&**tx, name, version, after.clone(), now).await?;
        let change = Change { before: (version, &before), after: (new, &after), restored_from: None, by };
        history::store::record(&**tx, pages::admin::subject(name), change, now).await?;
    }
    Ok(())
}

/// Returns whether the settings have facts about the demo company that [`clear_company_facts`] would clear.
pub async fn has_company_facts(connection: &impl ConnectionTrait) -> Result<bool> {
    Ok(!texts::of_settings(connection).await?.is_empty())
}

/// Clears the demo company's contact data, location, founding year and number of employees in the settings. Called as soon
/// as the site has an administrator, even if the demo content remains: visitors would take these facts for the real
/// company's. `by` is the author in the history; without an author, no entry is added. The caller must call
/// [`Transaction::content_changed`] first.
pub async fn clear_company_facts(tx: &Transaction, by: Option<Uuid>, now: Timestamp) -> Result<()> {
    for texts::Cleared { name, version, before, after } in texts::of_settings(&**tx).await? {
        let found = settings::store::find(&**tx, name).await?;
        settings::store::update(&**tx, name, found, &after, now).await?;
        let Some(by) = by else { continue };
        let new = settings::store::find(&**tx, name).await?;
        let after = (new.version, &new.document);
        let change = Change { before: (version, &before), after, restored_from: None, by };
        history::store::record(&**tx, settings::admin::subject(name), change, now).await?;
    }
    Ok(())
}
