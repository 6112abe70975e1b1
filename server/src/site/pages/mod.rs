//! The data each page is made from, read from the database.

mod assemble;
pub mod newsletter;
mod page;

use uuid::Uuid;

use self::assemble::document;
pub use self::page::Page;
use super::{
    blog,
    document::{
        AboutFact, AboutView, AccountView, AuthView, ContactThanksView, Document, HomeView, NotFoundView,
        RecoveryStep, RecoveryView, TypedAccount, View,
    },
};
use crate::{
    app::App,
    features::{
        blog::store::PublishedPost,
        contacts::{
            self,
            promise::{Calendar, wording::Deadline},
            views::{ContactForm, ContactToday, ContactView, contact_page},
        },
        newsletter::views::NewsletterForm,
        pages::{
            documents::{
                Link, PageText,
                about::{AboutContent, AboutFacts},
                account::AccountContent,
                auth::AuthContent,
                blog::BlogContent,
                contact::{ContactContent, ContactThanksContent},
                home::HomeContent,
                legal::{LegalContent, PrivacyContent, TermsContent},
                not_found::NotFoundContent,
                recovery::RecoveryContent,
                services::{ServicePagesContent, ServicesContent},
            },
            model::PageDocument,
            store::{self, Texts},
            views::legal_page,
        },
        services::{
            self,
            model::ServicePage,
            views::{service_page, services_page},
        },
    },
    foundation::{
        accounts::{model::Role, passwords},
        settings::{self, model::Company},
    },
    platform::{clock::Timestamp, error::Result},
};

const CLIENTS_AT_HOME: usize = 8;

/// What one page has of its own.
pub(super) struct Content {
    text: PageText,
    view: View,
    /// The way to it from the home page, itself at the end; empty where search engines needn't know.
    trail: Vec<Link>,
    /// Search engines may list it, where they may list pages of its kind.
    is_listed: bool,
    /// When a time-dependent text in the view changes, if it has one.
    expires_at: Option<Timestamp>,
}

impl Content {
    pub(super) fn new(text: &PageText, view: View) -> Self {
        Self { text: text.clone(), view, trail: Vec::new(), is_listed: true, expires_at: None }
    }

    /// The same for a page with too little on it for search engines.
    pub(super) fn unlisted(self) -> Self {
        Self { is_listed: false, ..self }
    }

    fn until(self, moment: Timestamp) -> Self {
        Self { expires_at: Some(moment), ..self }
    }

    pub(super) fn after(self, label: &str, page: &Page) -> Self {
        let mut trail = self.trail;
        trail.push(Link { label: label.to_owned(), url: page.path().into_owned() });
        Self { trail, ..self }
    }
}

impl Page {
    pub async fn document(&self, app: &App) -> Result<Document> {
        self.document_with(app, &Texts::kept(app.db.reader(), app.clock.now())).await
    }

    /// The same with other texts than the ones that are kept.
    pub async fn document_with(&self, app: &App, texts: &Texts<'_>) -> Result<Document> {
        let content = self.content(app, texts).await?;
        document(app, texts, self, content).await
    }

    async fn content(&self, app: &App, texts: &Texts<'_>) -> Result<Content> {
        let db = texts.db;
        Ok(match self {
            Self::Blog { shelf, number } => blog::list_content(texts, shelf, *number..=*number).await?,
            Self::BlogUpTo { shelf, number } => blog::list_content(texts, shelf, 1..=*number).await?,
            Self::BlogSearch(search) => blog::search_content(texts, search).await?,
            Self::BlogSearchRefused => blog::refused_search_content(texts).await?,
            Self::Article { slug } => blog::article_content(app, texts, slug).await?,
            Self::PostPreview { id } => blog::preview_content(app, texts, *id).await?,
            Self::PostGone => blog::gone_content(texts).await?,
            Self::Newsletter => newsletter::of_newsletter(texts, NewsletterForm::default()).await?,
            Self::NewsletterThanks => {
                newsletter::of_newsletter(texts, NewsletterForm { done: true, ..NewsletterForm::default() })
                    .await?
            }
            Self::NewsletterLink(action, state) => {
                newsletter::of_link(texts, *action, *state, None, None).await?
            }
            Self::Home => {
                let mut content: HomeContent = texts.read().await?;
                let shown = services::store::shown_pages(db).await?;
                let is_empty = |page: &ServicePage| !shown.contains(page);
                content.services.items.retain(|teaser| {
                    !ServicePage::ALL
                        .iter()
                        .filter(|page| is_empty(page))
                        .any(|page| page.path() == teaser.url)
                });
                let about: AboutContent = texts.read().await?;
                let clients = about.clients.names.into_iter().take(CLIENTS_AT_HOME).collect();
                // What it is called is said in the settings.
                let text = PageText { title: String::new(), description: String::new() };
                Content::new(&text, View::Home(HomeView { content, clients }))
            }
            Self::About => {
                let content: AboutContent = texts.read().await?;
                let (text, name) = (content.meta.clone(), content.hero.eyebrow.clone());
                let facts = about_facts(&content, &settings::store::company(db).await?);
                let HomeContent { figures, .. } = texts.read().await?;
                let view = AboutView { content, facts, figures: figures.items };
                Content::new(&text, View::About(view)).after(&name, self)
            }
            Self::Services => all_services(texts).await?,
            Self::Service(page) => one_service_page(texts, *page).await?,
            Self::Contact { service, subject } => {
                let content: ContactContent = texts.read().await?;
                let (text, name) = (content.meta.clone(), content.hero.eyebrow.clone());
                let (today, changes_at) = ContactToday::at(&calendar(texts).await?, app.clock.now());
                let view = contact_page(content, today, service.as_deref(), subject.as_deref());
                Content::new(&text, View::Contact(view)).after(&name, self).until(changes_at)
            }
            Self::ContactThanks => {
                let content: ContactThanksContent = texts.read().await?;
                let (day, midnight) = calendar(texts).await?.answer_day(app.clock.now());
                thanks(content, &day).until(midnight)
            }
            Self::Auth => {
                let (content, password_min) = of_accounts::<AuthContent>(app, texts).await?;
                Content::new(
                    &content.meta.clone(),
                    View::Auth(AuthView { content, password_min, typed: None }),
                )
            }
            Self::Recovery(step) => {
                let (content, password_min) = of_accounts::<RecoveryContent>(app, texts).await?;
                let text = match step {
                    RecoveryStep::Forgot => content.forgot.meta.clone(),
                    RecoveryStep::Reset => content.reset.meta.clone(),
                    RecoveryStep::Confirm => content.confirm.meta.clone(),
                };
                Content::new(&text, View::Recovery(RecoveryView { step: *step, content, password_min }))
            }
            Self::Account => {
                let (content, password_min) = of_accounts::<AccountContent>(app, texts).await?;
                Content::new(&content.meta.clone(), View::Account(AccountView { content, password_min }))
            }
            Self::Privacy => {
                let PrivacyContent(content) = texts.read().await?;
                legal(self, content)
            }
            Self::Terms => {
                let TermsContent(content) = texts.read().await?;
                legal(self, content)
            }
            Self::NotFound => {
                let content: NotFoundContent = texts.read().await?;
                let BlogContent { search, .. } = texts.read().await?;
                let services = service_links(texts).await?;
                Content::new(
                    &content.meta.clone(),
                    View::NotFound(NotFoundView { content, search, services }),
                )
            }
        })
    }
}

/// The texts of a page on which passwords are chosen, and how many characters a visitor's needs.
async fn of_accounts<T: PageDocument>(app: &App, texts: &Texts<'_>) -> Result<(T, usize)> {
    let min = |role| passwords::min_length(&app.config, role);
    let facts = settings::store::all(texts.db).await?.facts(texts.now);
    let facts = facts.and("{password_min}", min(Role::User)).and("{staff_password_min}", min(Role::Editor));
    Ok((texts.read_with(&facts).await?, min(Role::User)))
}

async fn all_services(texts: &Texts<'_>) -> Result<Content> {
    let content: ServicesContent = texts.read().await?;
    let pages: ServicePagesContent = texts.read().await?;
    let ContactContent { form, .. } = texts.read().await?;
    let services = services::store::list_active(texts.db).await?;
    let (text, name) = (content.meta.clone(), content.hero.eyebrow.clone());
    let view = services_page(content, &pages, &services, &form.service_options);
    Ok(Content::new(&text, View::Services(view)).after(&name, &Page::Services))
}

/// Links to the detail pages that have services.
async fn service_links(texts: &Texts<'_>) -> Result<Vec<Link>> {
    let pages: ServicePagesContent = texts.read().await?;
    let shown = services::store::shown_pages(texts.db).await?;
    let link = |page: ServicePage| Link { label: pages.of(page).name.clone(), url: page.path().to_owned() };
    Ok(shown.into_iter().map(link).collect())
}

async fn one_service_page(texts: &Texts<'_>, page: ServicePage) -> Result<Content> {
    let pages: ServicePagesContent = texts.read().await?;
    let ContactContent { form, .. } = texts.read().await?;
    let services = services::store::list_active(texts.db).await?;
    let reading = blog::reading(texts, &pages.of(page).reading).await?;
    let view = service_page(page, &pages, &services, &form.service_options, reading);
    let is_empty = view.services.is_empty();
    let content = Content::new(&pages.of(page).meta, View::Service(view));
    let content = if is_empty { content.unlisted() } else { content };
    Ok(content
        .after(&pages.labels.services.label, &Page::Services)
        .after(&pages.of(page).name, &Page::Service(page)))
}

fn about_facts(content: &AboutContent, company: &Company) -> Vec<AboutFact> {
    let AboutFacts { founded, employees, location } = &content.facts;
    let facts = [
        (founded, company.founded.clone()),
        (employees, head_count(&company.employees)),
        (location, company.location.clone()),
    ];
    let known = facts.into_iter().filter(|(_, value)| !value.is_empty());
    known.map(|(label, value)| AboutFact { label: label.clone(), value }).collect()
}

/// `15-50` as people say it: '15 a 50'.
fn head_count(employees: &str) -> String {
    let is_count = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    match employees.split_once(['-', '–']).map(|(min, max)| (min.trim(), max.trim())) {
        Some((min, max)) if is_count(min) && is_count(max) => format!("{min} a {max}"),
        _ => employees.to_owned(),
    }
}

fn legal(page: &Page, content: LegalContent) -> Content {
    let (text, name) = (content.meta.clone(), content.title.clone());
    Content::new(&text, View::Legal(legal_page(content))).after(&name, page)
}

/// The working time that answers are promised in.
async fn calendar(texts: &Texts<'_>) -> Result<Calendar> {
    Ok(Calendar::new(&settings::store::contact(texts.db).await?.business_hours))
}

fn thanks(content: ContactThanksContent, until: &str) -> Content {
    let deadline = format!("Respondemos até {until}.");
    Content::new(&content.meta.clone(), View::ContactThanks(ContactThanksView { content, deadline }))
}

/// The thanks page of one request, with its own deadline: never cached. `None` if the request doesn't exist.
pub async fn contact_thanks(app: &App, id: Uuid) -> Result<Option<Document>> {
    let texts = Texts::kept(app.db.reader(), app.clock.now());
    let Some((_, contact)) = contacts::store::find(texts.db, id).await? else { return Ok(None) };
    let calendar = calendar(&texts).await?;
    let until = Deadline::at(calendar.due_of(&contact)).full();
    document(app, &texts, &Page::ContactThanks, thanks(texts.read().await?, &until)).await.map(Some)
}

/// What a contact request may name as its subject: services and their pages.
async fn contact_subjects(app: &App) -> Result<Vec<String>> {
    let pages: ServicePagesContent = store::read(app.db.reader(), app.clock.now()).await?;
    let services = services::store::list_active(app.db.reader()).await?;
    let titles = services.into_iter().map(|service| service.title);
    Ok(titles.chain(ServicePage::ALL.map(|page| pages.of(page).name.clone())).collect())
}

/// What a contact request may be about.
pub async fn contact_services(app: &App) -> Result<Vec<String>> {
    let ContactContent { form, .. } = store::read(app.db.reader(), app.clock.now()).await?;
    Ok(form.service_options)
}

/// The contact page with what somebody typed and what was wrong with it: never cached.
pub async fn refused_contact(app: &App, form: ContactForm) -> Result<Document> {
    let content: ContactContent = store::read(app.db.reader(), app.clock.now()).await?;
    let (text, form) = (content.meta.clone(), form.saying(&content.form.errors));
    let texts = Texts::kept(app.db.reader(), app.clock.now());
    let (today, _) = ContactToday::at(&calendar(&texts).await?, app.clock.now());
    let view = View::Contact(ContactView { content, form, today });
    document(app, &texts, &Page::plain_contact(), Content::new(&text, view)).await
}

/// The page that signs in and up with what was typed before its script had started: never cached.
pub async fn typed_auth(app: &App, typed: TypedAccount) -> Result<Document> {
    let texts = Texts::kept(app.db.reader(), app.clock.now());
    let (content, password_min) = of_accounts::<AuthContent>(app, &texts).await?;
    let text = content.meta.clone();
    let view = View::Auth(AuthView { content, password_min, typed: Some(typed) });
    document(app, &texts, &Page::Auth, Content::new(&text, view)).await
}

/// The page of a post that is kept nowhere yet.
pub async fn unsaved_post(app: &App, post: PublishedPost) -> Result<Document> {
    let texts = Texts::kept(app.db.reader(), app.clock.now());
    let page = Page::PostPreview { id: post.post.id };
    document(app, &texts, &page, blog::post_content(app, &texts, post).await?).await
}
