//! What surrounds every page: the company's record, the menu, the footer and the words between them.

use sea_orm::ConnectionTrait;

use super::document::{FooterSection, Layout, LayoutCompany, MenuLink, SocialLink, SocialNetwork};
use crate::{
    kit::error::Result,
    navigation,
    pages::{self, documents::layout::LayoutContent},
    settings::{self, model::Company},
};

pub async fn read(connection: &impl ConnectionTrait) -> Result<Layout> {
    let LayoutContent { labels, legal } = pages::store::read(connection).await?;
    let company = settings::store::company(connection).await?;
    let menu = navigation::store::menu(connection).await?;
    let footer = navigation::store::footer(connection).await?;
    Ok(Layout {
        menu: menu
            .into_iter()
            .map(|entry| MenuLink { label: entry.label, url: entry.url, children: entry.children })
            .collect(),
        footer: footer
            .into_iter()
            .map(|section| FooterSection {
                title: section.title,
                kind: section.kind,
                description: section.content.description,
                links: section.content.links,
            })
            .collect(),
        social: social(&company),
        copyright: company.copyright.clone(),
        company: layout_company(company),
        labels,
        legal,
    })
}

fn layout_company(company: Company) -> LayoutCompany {
    LayoutCompany {
        phone_url: company.phone_url(),
        whatsapp_url: company.whatsapp_url(),
        maps_url: company.maps_url(),
        hours: company.business_hours.lines().map(str::to_owned).collect(),
        name: company.name,
        tagline: company.tagline,
        phone: company.phone,
        email: company.email,
        address: company.address,
    }
}

/// Networks without an address are not shown.
fn social(company: &Company) -> Vec<SocialLink> {
    let social = &company.social;
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
