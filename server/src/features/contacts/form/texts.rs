//! Texts of the contact form, which are cached because the site gets many contacts between two changes of them.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use chrono::NaiveDate;

use super::pages::service_options;
use crate::{
    app::App,
    features::{
        contacts::{model::Contact, promise::Calendar},
        pages::{content::contact::ContactContent, store::Texts},
    },
    foundation::settings::{self, facts::PROMISE, promised_hours},
    platform::{cache::by_revision::ByRevision, error::Result, text::date},
};

/// The texts at one revision of the content, on one day.
pub struct FormTexts {
    /// The services that the form offers.
    pub offered: Vec<String>,
    pub calendar: Calendar,
    /// The texts for after sending, by the promised hours.
    sent: Mutex<HashMap<Option<u16>, String>>,
}

impl FormTexts {
    /// Returns the current texts.
    pub async fn current(app: &App) -> Result<Arc<Self>> {
        // Texts can name facts that depend on the day.
        let revision = (app.db.revision().current(), date::day_of(app.clock.now()));
        app.caches.get::<ByRevision<Arc<Self>, (i64, NaiveDate)>>().get(revision, Self::read(app)).await
    }

    async fn read(app: &App) -> Result<Arc<Self>> {
        let db = app.db.reader();
        let offered = service_options(db, app.clock.now()).await?;
        Ok(Arc::new(Self { offered, calendar: Calendar::read(db).await?, sent: Mutex::default() }))
    }

    /// Returns the text of the contact page for after sending, with the promise to the contact instead of the general one. The promise
    /// is blank if the contact's deadline results from other settings.
    pub async fn sent_text(&self, app: &App, contact: &Contact) -> Result<String> {
        let hours = self.calendar.hours_of(contact);
        if let Some(text) = self.sent.lock().unwrap_or_else(PoisonError::into_inner).get(&hours) {
            return Ok(text.clone());
        }
        let texts = Texts::saved(app);
        let facts = settings::store::all(texts.db).await?.facts(texts.now);
        let facts = facts.with(PROMISE, hours.map(promised_hours::label).unwrap_or_default());
        let ContactContent { form, .. } = texts.read_with(&facts).await?;
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).insert(hours, form.sent_text.clone());
        Ok(form.sent_text)
    }
}
