//! The menu and the footer as they would be if somebody saved what they are typing.

use sea_orm::ConnectionTrait;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    address,
    footer::model::{FooterSection, FooterSectionInput},
    link::LinkContext,
    menu::model::{MenuItem, MenuItemInput},
    store,
    target::Places,
};
use crate::{
    foundation::settings::model::Settings,
    platform::{
        error::{Error, Result},
        text::is_safe_url,
    },
};

/// What is being typed and isn't saved. Without any of it, the site as it is.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct NavigationDraft {
    pub menu_item: Option<MenuItemDraft>,
    pub footer_section: Option<FooterSectionDraft>,
    pub facts: Option<FactsDraft>,
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct MenuItemDraft {
    /// Nothing for a new one.
    pub id: Option<Uuid>,
    pub change: MenuItemInput,
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct FooterSectionDraft {
    /// Nothing for a new one.
    pub id: Option<Uuid>,
    pub change: FooterSectionInput,
}

/// The company's facts that header and footer show. What is left out is as the settings have it.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct FactsDraft {
    pub name: Option<String>,
    pub copyright: Option<String>,
    pub phone: Option<String>,
    pub email: Option<String>,
    pub facebook: Option<String>,
    pub instagram: Option<String>,
    pub linkedin: Option<String>,
}

impl FactsDraft {
    pub fn apply(&self, settings: &mut Settings) {
        let Settings { company, contact, social, .. } = settings;
        for (typed, fact) in [
            (&self.name, &mut company.name),
            (&self.copyright, &mut company.copyright),
            (&self.phone, &mut contact.phone),
            (&self.email, &mut contact.email),
            (&self.facebook, &mut social.facebook),
            (&self.instagram, &mut social.instagram),
            (&self.linkedin, &mut social.linkedin),
        ] {
            if let Some(typed) = typed {
                typed.trim().clone_into(fact);
            }
        }
        for profile in [&mut social.facebook, &mut social.instagram, &mut social.linkedin] {
            *profile = address::with_scheme(profile);
            if !is_safe_url(profile) {
                profile.clear();
            }
        }
    }
}

impl NavigationDraft {
    /// The menu after the change.
    pub async fn menu(&self, connection: &impl ConnectionTrait, origin: &str) -> Result<Vec<MenuItem>> {
        let mut items = store::menu::list(connection).await?;
        let Some(MenuItemDraft { id, change }) = &self.menu_item else { return Ok(items) };
        let context = LinkContext::read(connection, change.target, origin.to_owned()).await?;
        let index = match id {
            Some(id) => items.iter().position(|item| item.id == *id).ok_or(Error::NotFound)?,
            None => {
                items.push(MenuItem::drafted(change.parent_id));
                items.len() - 1
            }
        };
        let item = &mut items[index];
        let details =
            if id.is_some() { change.parse_change(item, &context)? } else { change.parse_new(&context)? };
        if details.destination != item.destination {
            let place = details.destination.place(&context.places);
            (item.url, item.is_public) = (place.url, place.is_public);
        }
        item.label = details.label;
        item.icon = details.icon;
        item.is_active = details.is_active;
        item.has_submenu = details.has_submenu;
        Ok(items)
    }

    /// The footer after the change.
    pub async fn footer(
        &self,
        connection: &impl ConnectionTrait,
        origin: &str,
        settings: &Settings,
    ) -> Result<Vec<FooterSection>> {
        let mut sections = store::footer::list(connection).await?;
        let Some(FooterSectionDraft { id, change }) = &self.footer_section else { return Ok(sections) };
        let context = LinkContext::read(connection, change.targets(), origin.to_owned()).await?;
        let current = match id {
            Some(id) => Some(sections.iter().position(|section| section.id == *id).ok_or(Error::NotFound)?),
            None => None,
        };
        let details = change.parse(current.map(|index| &sections[index]), &context)?;
        let targets = details.content.links.iter().filter_map(|link| link.target);
        let places = Places::read(connection, targets).await?;
        let content = store::footer::content(details.kind, &details.content, &places, &settings.contact);
        let drafted = |section: FooterSection| FooterSection {
            title: details.title,
            kind: details.kind,
            content,
            is_active: details.is_active,
            ..section
        };
        match current {
            Some(index) => {
                let section = sections[index].clone();
                sections[index] = drafted(section);
            }
            None => sections.push(drafted(FooterSection::drafted())),
        }
        Ok(sections)
    }
}
