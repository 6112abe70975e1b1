//! What the React tree is handed: everything one public page is made from. TypeScript has the same types, generated.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    features::{
        blog::views::{ArticleView, BlogView, PostCard, PostGoneView},
        contacts::views::ContactView,
        navigation::footer::model::FooterSectionType,
        newsletter::views::{NewsletterLinkView, NewsletterView},
        pages::{
            documents::{
                Link,
                about::AboutContent,
                account::AccountContent,
                auth::AuthContent,
                blog::SearchText,
                contact::ContactThanksContent,
                home::{Figure, HomeContent},
                layout::LayoutLabels,
                not_found::NotFoundContent,
                recovery::RecoveryContent,
            },
            views::LegalView,
        },
        services::views::{ServiceView, ServicesView},
    },
    foundation::media::picture::external_origin,
    platform::clock::Timestamp,
    site::sharing::card::Card,
};

/// Everything a public page is made from.
#[derive(Debug, Serialize, ToSchema)]
pub struct Document {
    /// The path of the page; empty for one that stands at any path.
    pub path: String,
    pub meta: PageMeta,
    pub layout: Layout,
    pub view: View,
    #[serde(skip)]
    pub unseen: Unseen,
}

/// What a page tells programs that read it; the browser has no use for it.
#[derive(Debug, Default)]
pub struct Unseen {
    /// Where the company's own colors are, if it has any.
    pub colors: Option<String>,
    /// Open Graph, as HTML.
    pub sharing: String,
    /// The company has an icon of its own.
    pub has_own_icon: bool,
    /// Keywords, and whose site it is, as HTML.
    pub notes: String,
    /// JSON-LD for search engines.
    pub structured_data: Option<String>,
    /// What the picture of the page is drawn from, if it has one.
    pub card: Option<Card>,
    /// When a time-dependent text of the page changes, if it has one: its cache entry expires then.
    pub expires_at: Option<Timestamp>,
}

/// What a page says of itself to browsers and search engines.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageMeta {
    pub title: String,
    pub description: String,
    /// The one address of the page, absolute.
    #[schema(required)]
    pub canonical: Option<String>,
    #[schema(required)]
    pub robots: Option<String>,
    /// The company's own icon; else the product's.
    #[schema(required)]
    pub favicon: Option<String>,
}

/// What one public page shows: its name, which picks the component, and that component's props.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(tag = "page", content = "props", rename_all = "snake_case")]
pub enum View {
    Home(HomeView),
    About(AboutView),
    Services(ServicesView),
    Service(ServiceView),
    Blog(BlogView),
    Article(ArticleView),
    PostGone(PostGoneView),
    Newsletter(NewsletterView),
    NewsletterLink(NewsletterLinkView),
    Contact(ContactView),
    ContactThanks(ContactThanksView),
    Auth(AuthView),
    Recovery(RecoveryView),
    Account(AccountView),
    Legal(LegalView),
    NotFound(NotFoundView),
}

impl View {
    /// The source module of the page's component, which is also its key in the asset manifest.
    pub fn module(&self) -> &'static str {
        match self {
            Self::Home(_) => "src/pages/site/home-page.tsx",
            Self::About(_) => "src/pages/site/about-page.tsx",
            Self::Services(_) => "src/services/site/services-page.tsx",
            Self::Service(_) => "src/services/site/service-page.tsx",
            Self::Blog(_) => "src/blog/site/blog-page.tsx",
            Self::Article(_) => "src/blog/site/article-page.tsx",
            Self::PostGone(_) => "src/blog/site/post-gone-page.tsx",
            Self::Newsletter(_) => "src/blog/site/newsletter-page.tsx",
            Self::NewsletterLink(_) => "src/newsletter/site/newsletter-link-page.tsx",
            Self::Contact(_) => "src/contacts/site/contact-page.tsx",
            Self::ContactThanks(_) => "src/contacts/site/contact-thanks-page.tsx",
            Self::Auth(_) => "src/accounts/site/auth-page.tsx",
            Self::Recovery(_) => "src/accounts/site/recovery-page.tsx",
            Self::Account(_) => "src/accounts/site/account-page.tsx",
            Self::Legal(_) => "src/pages/site/legal-page.tsx",
            Self::NotFound(_) => "src/pages/site/not-found-page.tsx",
        }
    }
}

impl Document {
    /// The page's data as JSON for a browser that has its markup: without the parts that it takes from the markup as
    /// they are, the footer and the text of an article.
    pub fn beside_markup(&self) -> serde_json::Result<String> {
        let mut data = serde_json::to_value(self)?;
        data["layout"]["footer"] = Vec::<()>::new().into();
        if let View::Article(_) = self.view {
            data["view"]["props"]["html"] = "".into();
        }
        serde_json::to_string(&data)
    }
}

impl View {
    /// Origins of the pictures that the page loads from other sites.
    #[must_use]
    pub fn picture_origins(&self) -> BTreeSet<String> {
        let cards: Vec<&PostCard> = match self {
            Self::Blog(view) => view.posts.iter().chain(&view.suggested).collect(),
            Self::Article(view) => view.related.iter().chain([&view.post]).collect(),
            _ => return BTreeSet::new(),
        };
        let pictures = cards.into_iter().filter_map(|card| card.image.as_ref());
        pictures.filter_map(|picture| external_origin(&picture.src)).collect()
    }
}

/// Props of the home page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct HomeView {
    pub content: HomeContent,
    /// Names of some clients; none hides the band.
    pub clients: Vec<String>,
}

/// Props of the page about the company.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AboutView {
    pub content: AboutContent,
    /// Year, size and place, those that are known.
    pub facts: Vec<AboutFact>,
    /// Those of the home page. Without them the band is left out.
    pub figures: Vec<Figure>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AboutFact {
    pub label: String,
    pub value: String,
}

/// Props of the page shown after a contact request was sent without JavaScript.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ContactThanksView {
    pub content: ContactThanksContent,
    /// 'Respondemos até terça-feira, 24/11, às 18h.'; by the day where the page doesn't know the request.
    pub deadline: String,
}

/// Props of the visitor's sign-in and sign-up page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuthView {
    pub content: AuthContent,
    /// How many characters a visitor's password needs.
    pub password_min: usize,
    /// What was typed and sent before the page's script had started.
    #[schema(required)]
    pub typed: Option<TypedAccount>,
}

/// What the forms that sign in and up send without the page's script, and what the page says about it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TypedAccount {
    #[serde(default)]
    pub email: String,
    /// Of somebody who signs up.
    #[serde(default)]
    #[schema(required)]
    pub full_name: Option<String>,
    /// Shown at the password, which is typed again.
    #[serde(default)]
    pub message: String,
}

impl TypedAccount {
    /// With no more text than the fields hold, and the server's own message.
    #[must_use]
    pub fn bounded(self, message: &str) -> Self {
        let cut = |text: String, max: usize| text.chars().take(max).collect::<String>();
        Self {
            email: cut(self.email, 254),
            full_name: self.full_name.map(|name| cut(name, 120)),
            message: message.to_owned(),
        }
    }
}

/// What a page around the links by mail is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RecoveryStep {
    /// Asks for a link to a new password.
    Forgot,
    /// Chooses it.
    Reset,
    /// Confirms an e-mail address.
    Confirm,
}

impl RecoveryStep {
    #[must_use]
    pub fn path(self) -> &'static str {
        match self {
            Self::Forgot => "/auth/esqueci-senha",
            Self::Reset => "/auth/redefinir-senha",
            Self::Confirm => "/auth/confirmar",
        }
    }
}

/// Props of the pages around the links by mail. The link's secret is in the fragment: the server never sees it here.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RecoveryView {
    pub step: RecoveryStep,
    pub content: RecoveryContent,
    /// How many characters a visitor's password needs.
    pub password_min: usize,
}

/// Props of the page of whoever is signed in: words only, the same for everybody.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AccountView {
    pub content: AccountContent,
    /// How many characters a visitor's password needs.
    pub password_min: usize,
}

/// Props of the not-found page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NotFoundView {
    pub content: NotFoundContent,
    /// Words of the blog's search form.
    pub search: SearchText,
    /// The detail pages that have services.
    pub services: Vec<Link>,
}

/// What surrounds every public page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Layout {
    pub company: LayoutCompany,
    pub labels: LayoutLabels,
    pub menu: Vec<MenuLink>,
    pub footer: Vec<FooterColumn>,
    /// Networks that have an address; the others are not shown.
    pub social: Vec<SocialLink>,
    /// Links of the footer's last line: privacy policy and terms of use.
    pub legal: Vec<Link>,
    pub copyright: String,
}

/// The company as every page shows it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LayoutCompany {
    pub name: String,
    /// Stands in for the mark and the name.
    #[schema(required)]
    pub logo: Option<Logo>,
    /// Stands in for the logo in the dark color scheme.
    #[schema(required)]
    pub logo_dark: Option<Logo>,
    pub tagline: String,
    /// Legal name and CNPJ of the company; each may be empty.
    pub legal_name: String,
    pub cnpj: String,
    /// As people read it: `(11) 4000-1234`. Empty if there is none, like the e-mail and the address.
    pub phone: String,
    /// The same as a `tel:` address.
    pub phone_url: String,
    /// A `https://wa.me/…?text=…` address.
    #[schema(required)]
    pub whatsapp_url: Option<String>,
    pub email: String,
    pub address: String,
    pub maps_url: String,
    /// One line for each span of days.
    pub hours: Vec<String>,
}

/// A picture with the size of its file, so that nothing moves when it comes.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Logo {
    pub url: String,
    pub width: i32,
    pub height: i32,
}

/// An entry of the main menu; one with children opens them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MenuLink {
    pub label: String,
    pub url: String,
    pub children: Vec<Link>,
}

/// A section of the footer as visitors see it. `contact` shows the company's contact block, `social` its networks.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FooterColumn {
    pub title: String,
    #[serde(rename = "type")]
    pub kind: FooterSectionType,
    /// For `text`.
    #[schema(required)]
    pub description: Option<String>,
    /// For `links`.
    pub links: Vec<Link>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SocialLink {
    pub network: SocialNetwork,
    pub url: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SocialNetwork {
    Facebook,
    Instagram,
    Linkedin,
    Youtube,
    Twitter,
}
