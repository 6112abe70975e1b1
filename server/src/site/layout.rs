//! The layout of public pages: header and footer with the company's data, the menu and the footer's sections.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    features::{
        contacts::channel::whatsapp,
        navigation::{
            footer::{
                self,
                model::{FooterSection, FooterSectionType},
            },
            menu::{self, model::MenuItem},
            views,
        },
        pages::{
            content::{
                Link,
                layout::{LayoutContent, LayoutLabels},
            },
            store::Texts,
        },
    },
    foundation::{
        media,
        settings::model::{ContactInfo, Settings, Social},
    },
    platform::error::Result,
};

/// Header and footer of a public page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Layout {
    pub company: LayoutCompany,
    pub labels: LayoutLabels,
    pub menu: Vec<MenuLink>,
    pub footer: Vec<LayoutFooterSection>,
    /// Social networks of the company.
    pub social: Vec<SocialLink>,
    /// Links in the last line of the footer: privacy policy and terms of use.
    pub legal: Vec<Link>,
    pub copyright: String,
    /// Whether the page's script reports views, unless the visitor objects.
    pub measures_visits: bool,
    /// The footer's link to the consent preferences; missing if the site uses no trackers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consent_link: Option<ConsentLink>,
}

/// Link to the consent preferences.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConsentLink {
    pub label: String,
    /// URL of a page with the preferences; null if the page has them itself.
    #[schema(required)]
    pub url: Option<&'static str>,
}

/// Company data in header and footer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LayoutCompany {
    pub name: String,
    /// Logo that replaces the default mark and the name; null if the company has none.
    #[schema(required)]
    pub logo: Option<Logo>,
    /// Logo for the dark color scheme; null uses `logo`.
    #[schema(required)]
    pub logo_dark: Option<Logo>,
    pub tagline: String,
    /// Legal name of the company. May be empty.
    pub legal_name: String,
    /// The company's registration number (CNPJ). May be empty.
    pub cnpj: String,
    /// Phone number such as `(11) 4000-1234`. May be empty.
    pub phone: String,
    /// Phone number as a `tel:` URL. Empty without a phone number.
    pub phone_url: String,
    /// WhatsApp link such as `https://wa.me/…?text=…`; null if the company has no WhatsApp number.
    #[schema(required)]
    pub whatsapp_url: Option<String>,
    /// This site's link to WhatsApp, such as `/w/12`, which adds a code to the prepared message; null without `whatsapp_url`.
    #[schema(required)]
    pub whatsapp_link: Option<String>,
    /// May be empty.
    pub email: String,
    /// May be empty.
    pub address: String,
    /// URL of a map with the address. Empty without an address.
    pub maps_url: String,
    /// Business hours, one line for each range of days.
    pub hours: Vec<String>,
}

impl LayoutCompany {
    /// Returns whether there is anything to show in a footer section with contact data.
    fn has_contact_data(&self) -> bool {
        let texts = [&self.phone, &self.email, &self.address];
        self.whatsapp_url.is_some() || !self.hours.is_empty() || texts.iter().any(|text| !text.is_empty())
    }
}

/// A logo, with the size of its file in pixels so that the layout doesn't shift while the file loads.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Logo {
    pub url: String,
    pub width: i32,
    pub height: i32,
}

/// An entry of the main menu. An entry with children opens a submenu.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MenuLink {
    pub label: String,
    pub url: String,
    pub children: Vec<Link>,
}

/// A section of the footer. `contact` shows the company's contact data, `social` its social networks.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LayoutFooterSection {
    pub title: String,
    #[serde(rename = "type")]
    pub kind: FooterSectionType,
    /// Text of a `text` section.
    #[schema(required)]
    pub description: Option<String>,
    /// Links of a `links` section.
    pub links: Vec<Link>,
}

/// Link to the company on a social network.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SocialLink {
    pub network: SocialNetwork,
    pub url: String,
}

/// A social network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SocialNetwork {
    Facebook,
    Instagram,
    Linkedin,
    Youtube,
    Twitter,
}

/// Builds the layout with the saved menu and footer.
pub async fn read(texts: &Texts<'_>, settings: &Settings) -> Result<Layout> {
    let menu = menu::store::list(texts.db).await?;
    let footer = footer::store::list(texts.db).await?;
    build(texts, settings, &menu, &footer).await
}

/// Builds the layout with a menu and footer that may differ from the saved ones.
pub async fn build(
    texts: &Texts<'_>,
    settings: &Settings,
    menu: &[MenuItem],
    footer: &[FooterSection],
) -> Result<Layout> {
    let LayoutContent { labels, legal, whatsapp_text } = texts.read().await?;
    let logo = read_logo(texts, &settings.company.logo).await?;
    // Without a logo the header shows the name, in both color schemes.
    let dark_url = if logo.is_some() { &*settings.company.logo_dark } else { "" };
    let logo_dark = read_logo(texts, dark_url).await?;
    let company = layout_company(settings, [logo, logo_dark], &whatsapp_text);
    let social = social(&settings.social);
    let content =
        views::SettingsContent { has_contact: company.has_contact_data(), has_social: !social.is_empty() };
    Ok(Layout {
        menu: views::menu(menu)
            .into_iter()
            .map(|entry| MenuLink { label: entry.link.label, url: entry.link.url, children: entry.children })
            .collect(),
        footer: views::footer(footer, content)
            .into_iter()
            .map(|section| LayoutFooterSection {
                title: section.title,
                kind: section.kind,
                description: description(section.kind, section.description, &settings.contact),
                links: section.links,
            })
            .collect(),
        social,
        copyright: settings.company.copyright.clone(),
        measures_visits: settings.analytics.measures_visits(),
        company,
        labels,
        legal,
        consent_link: None,
    })
}

/// Returns a logo with its size. `None` if `url` is empty or the logo was deleted.
async fn read_logo(texts: &Texts<'_>, url: &str) -> Result<Option<Logo>> {
    if url.is_empty() {
        return Ok(None);
    }
    let found = media::store::find_by_url(texts.db, url).await?;
    Ok(found.map(|logo| Logo { url: logo.url, width: logo.width, height: logo.height }))
}

fn layout_company(
    settings: &Settings,
    [logo, logo_dark]: [Option<Logo>; 2],
    whatsapp_text: &str,
) -> LayoutCompany {
    let Settings { company, contact, .. } = settings;
    let lines = contact.business_hours.lines().map(str::trim).filter(|line| !line.is_empty());
    LayoutCompany {
        name: company.name.clone(),
        logo,
        logo_dark,
        tagline: company.tagline.clone(),
        legal_name: company.full_name.clone(),
        cnpj: company.cnpj.clone(),
        phone: contact.shown_phone(),
        phone_url: contact.phone_url(),
        whatsapp_url: contact.whatsapp_url(whatsapp_text),
        whatsapp_link: contact.whatsapp_url("").map(|_| whatsapp::public::link(0)),
        email: contact.email.clone(),
        address: settings.address().to_owned(),
        maps_url: settings.maps_url(),
        hours: lines.map(str::to_owned).collect(),
    }
}

/// Returns the description of a section. A text section without its own shows the company's text for the footer.
fn description(kind: FooterSectionType, own: Option<String>, contact: &ContactInfo) -> Option<String> {
    let about = (kind == FooterSectionType::Text).then(|| contact.about_text.clone());
    own.filter(|text| !text.is_empty()).or(about)
}

/// Returns the social networks that have a URL.
fn social(social: &Social) -> Vec<SocialLink> {
    [
        (SocialNetwork::Facebook, &social.facebook),
        (SocialNetwork::Instagram, &social.instagram),
        (SocialNetwork::Linkedin, &social.linkedin),
        (SocialNetwork::Youtube, &social.youtube),
        (SocialNetwork::Twitter, &social.twitter),
    ]
    .into_iter()
    .filter(|(_, url)| !url.is_empty())
    .map(|(network, url)| SocialLink { network, url: url.clone() })
    .collect()
}
