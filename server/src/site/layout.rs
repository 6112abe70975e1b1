//! What surrounds every page: the company's record, the menu, the footer and the words between them.

use super::document::{FooterColumn, Layout, LayoutCompany, Logo, MenuLink, SocialLink, SocialNetwork};
use crate::{
    features::{
        navigation::{
            footer::model::{FooterSection, FooterSectionType},
            menu::model::MenuItem,
            store, views,
        },
        pages::{documents::layout::LayoutContent, store::Texts},
    },
    foundation::{
        media,
        settings::model::{ContactInfo, Settings, Social},
    },
    platform::error::Result,
};

pub async fn read(texts: &Texts<'_>, settings: &Settings) -> Result<Layout> {
    let menu = store::menu::list(texts.db).await?;
    let footer = store::footer::list(texts.db).await?;
    with(texts, settings, &menu, &footer).await
}

/// The same with another menu or footer than the ones that are kept.
pub async fn with(
    texts: &Texts<'_>,
    settings: &Settings,
    menu: &[MenuItem],
    footer: &[FooterSection],
) -> Result<Layout> {
    let LayoutContent { labels, legal, whatsapp_text } = texts.read().await?;
    let logo = read_logo(texts, &settings.company.logo).await?;
    // Without a logo the header shows the name, in both color schemes.
    let dark = if logo.is_some() { &*settings.company.logo_dark } else { "" };
    let logo_dark = read_logo(texts, dark).await?;
    Ok(Layout {
        menu: views::menu(menu)
            .into_iter()
            .map(|entry| MenuLink { label: entry.link.label, url: entry.link.url, children: entry.children })
            .collect(),
        footer: views::footer(footer)
            .into_iter()
            .map(|column| FooterColumn {
                title: column.title,
                kind: column.kind,
                description: description(column.kind, column.description, &settings.contact),
                links: column.links,
            })
            .collect(),
        social: social(&settings.social),
        copyright: settings.company.copyright.clone(),
        company: layout_company(settings, [logo, logo_dark], &whatsapp_text),
        labels,
        legal,
    })
}

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
        email: contact.email.clone(),
        address: settings.address().to_owned(),
        maps_url: settings.maps_url(),
        hours: lines.map(str::to_owned).collect(),
    }
}

/// A section of text without one of its own says what the company says of itself.
fn description(kind: FooterSectionType, own: Option<String>, contact: &ContactInfo) -> Option<String> {
    let about = (kind == FooterSectionType::Text).then(|| contact.about_text.clone());
    own.filter(|text| !text.is_empty()).or(about)
}

/// Networks without an address are not shown.
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
