//! Builds the documents of public pages. Each feature builds its own pages.

mod assemble;
mod page;

pub use self::{assemble::document, page::Page};

use super::{
    document::{Document, View},
    html_document::QUERY,
};
use crate::{
    app::App,
    features::{
        blog, certificates, contacts,
        newsletter::{self, views::NewsletterForm},
        pages::{
            accounts,
            built_page::BuiltPage,
            institutional,
            legal::{self, LegalText},
            store::Texts,
        },
        privacy_requests, services,
    },
    foundation::{audit, mail, personal_data::retention::RetentionRule},
    platform::error::Result,
};

/// Returns the retention rules whose periods legal texts can state: those of `operations::own_data::retention::rules`, which this
/// tier can't use, without the rule of unused pictures.
#[must_use]
pub fn retention_rules() -> Vec<&'static RetentionRule> {
    let rules = [
        contacts::personal_data::PERSONAL_DATA.retention,
        newsletter::personal_data::PERSONAL_DATA.retention,
        mail::personal_data::PERSONAL_DATA.retention,
        audit::personal_data::PERSONAL_DATA.retention,
    ];
    rules.into_iter().flatten().collect()
}

impl Page {
    /// Builds the document with the saved texts.
    pub async fn document(&self, app: &App) -> Result<Document> {
        self.document_with(app, &Texts::saved(app)).await
    }

    /// Builds the document with texts that may be unsaved.
    pub async fn document_with(&self, app: &App, texts: &Texts<'_>) -> Result<Document> {
        document(app, texts, self, self.build(app, texts).await?).await
    }

    /// Calls the feature that builds the page.
    async fn build(&self, app: &App, texts: &Texts<'_>) -> Result<BuiltPage<View>> {
        Ok(match self {
            Self::Home => {
                let empty = services::pages::empty_paths(texts.db).await?;
                institutional::home(texts, &empty).await?.map(View::Home)
            }
            Self::About => institutional::about(texts).await?.map(View::About),
            Self::Services => services::pages::all(texts).await?.map(View::Services),
            Self::Service(page) => {
                let reading = blog::pages::reading(texts, *page).await?;
                services::pages::detail(texts, *page, reading).await?.map(View::Service)
            }
            Self::Blog(pages) => blog::pages::list(texts, pages).await?.map(View::Blog),
            Self::BlogSearch(search) => blog::pages::search(texts, search).await?.map(View::Blog),
            Self::BlogSearchRefused => blog::pages::refused_search(texts, QUERY).await?.map(View::Blog),
            Self::Article { slug } => blog::pages::article(app, texts, slug).await?.map(View::Article),
            Self::PostPreview { id } => blog::pages::preview(app, texts, *id).await?.map(View::Article),
            Self::PostGone => blog::pages::deleted_post(texts).await?.map(View::PostGone),
            Self::Newsletter => newsletter::pages::newsletter(app, texts, NewsletterForm::default())
                .await?
                .map(View::Newsletter),
            Self::NewsletterThanks => {
                let form = NewsletterForm { done: true, ..NewsletterForm::default() };
                newsletter::pages::newsletter(app, texts, form).await?.map(View::Newsletter)
            }
            Self::NewsletterPreferences => newsletter::interests::preferences::invalid_page(texts)
                .await?
                .map(View::NewsletterPreferences),
            Self::NewsletterLink(action, state) => {
                newsletter::pages::link(texts, *action, *state).await?.map(View::NewsletterLink)
            }
            Self::Editions => newsletter::editions::archive::list(texts).await?.map(View::Editions),
            Self::Edition { slug } => {
                newsletter::editions::archive::edition(texts, slug).await?.map(View::Edition)
            }
            Self::Contact(preset) => {
                contacts::form::pages::contact(app, texts, preset).await?.map(View::Contact)
            }
            Self::ContactThanks => contacts::form::pages::thanks(app, texts).await?.map(View::ContactThanks),
            Self::Auth => accounts::auth(app, texts, None).await?.map(View::Auth),
            Self::Recovery(step) => accounts::recovery(app, texts, *step).await?.map(View::Recovery),
            Self::Account => accounts::account(app, texts).await?.map(View::Account),
            Self::Privacy => {
                legal::current(app, texts, LegalText::Privacy, &retention_rules()).await?.map(View::Legal)
            }
            Self::PrivacyRequest(step) => {
                privacy_requests::pages::step(texts, *step).await?.map(View::PrivacyRequest)
            }
            Self::Terms => {
                legal::current(app, texts, LegalText::Terms, &retention_rules()).await?.map(View::Legal)
            }
            Self::LegalVersions(text) => {
                legal::versions(app, texts, *text, &retention_rules()).await?.map(View::Legal)
            }
            Self::LegalVersion(text, id) => {
                legal::version(app, texts, *text, *id, &retention_rules()).await?.map(View::Legal)
            }
            Self::Certificate => {
                certificates::pages::certificate(app, texts, None).await?.map(View::Certificate)
            }
            Self::NotFound => {
                let services = services::pages::links(texts).await?;
                institutional::not_found(texts, services).await?.map(View::NotFound)
            }
        })
    }
}
