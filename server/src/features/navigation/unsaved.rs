//! Applies unsaved changes to the menu and the footer, for previews.

use sea_orm::ConnectionTrait;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    footer::{
        self,
        model::{FooterSection, FooterSectionInput},
    },
    links::{LinkParser, resolver::LinkResolver, url::with_scheme},
    menu::{
        self,
        model::{MenuItem, MenuItemInput},
    },
};
use crate::{
    foundation::settings::model::Settings,
    platform::{
        error::{Error, Result},
        text::is_safe_url,
    },
};

/// Unsaved changes of header and footer. Parts without a change have their saved values.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct UnsavedNavigation {
    pub menu_item: Option<UnsavedMenuItem>,
    pub footer_section: Option<UnsavedFooterSection>,
    pub facts: Option<UnsavedFacts>,
}

/// An unsaved menu item.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct UnsavedMenuItem {
    /// Id of the changed item; null for a new one.
    pub id: Option<Uuid>,
    pub change: MenuItemInput,
}

/// An unsaved footer section.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct UnsavedFooterSection {
    /// Id of the changed section; null for a new one.
    pub id: Option<Uuid>,
    pub change: FooterSectionInput,
}

/// Unsaved settings that the header and the footer show. Missing fields have their saved values.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct UnsavedFacts {
    pub name: Option<String>,
    pub copyright: Option<String>,
    pub phone: Option<String>,
    pub email: Option<String>,
    pub facebook: Option<String>,
    pub instagram: Option<String>,
    pub linkedin: Option<String>,
}

impl UnsavedFacts {
    /// Replaces values in `settings` with the unsaved ones. The URL of a social network becomes empty if it isn't safe.
    pub fn apply(&self, settings: &mut Settings) {
        let Settings { company, contact, social, .. } = settings;
        for (unsaved, saved) in [
            (&self.name, &mut company.name),
            (&self.copyright, &mut company.copyright),
            (&self.phone, &mut contact.phone),
            (&self.email, &mut contact.email),
            (&self.facebook, &mut social.facebook),
            (&self.instagram, &mut social.instagram),
            (&self.linkedin, &mut social.linkedin),
        ] {
            if let Some(unsaved) = unsaved {
                unsaved.trim().clone_into(saved);
            }
        }
        for profile in [&mut social.facebook, &mut social.instagram, &mut social.linkedin] {
            *profile = with_scheme(profile);
            if !is_safe_url(profile) {
                profile.clear();
            }
        }
    }
}

impl UnsavedNavigation {
    /// Returns the menu items with the change, in the order of the menu. A new item is the last one.
    pub async fn menu(&self, connection: &impl ConnectionTrait, origin: &str) -> Result<Vec<MenuItem>> {
        let mut items = menu::store::list(connection).await?;
        let Some(UnsavedMenuItem { id, change }) = &self.menu_item else { return Ok(items) };
        let parser = LinkParser::read(connection, change.target, origin.to_owned()).await?;
        let index = match id {
            Some(id) => items.iter().position(|item| item.id == *id).ok_or(Error::NotFound)?,
            None => {
                items.push(MenuItem::unsaved(change.parent_id));
                items.len() - 1
            }
        };
        let item = &mut items[index];
        let fields =
            if id.is_some() { change.parse_change(item, &parser)? } else { change.parse_new(&parser)? };
        if fields.destination != item.fields.destination {
            let link = fields.destination.resolve(&parser.resolver);
            (item.url, item.is_public) = (link.url, link.is_public);
        }
        item.fields = fields;
        Ok(items)
    }

    /// Returns the footer sections with the change. A new section is the last one.
    pub async fn footer(
        &self,
        connection: &impl ConnectionTrait,
        origin: &str,
        settings: &Settings,
    ) -> Result<Vec<FooterSection>> {
        let mut sections = footer::store::list(connection).await?;
        let Some(UnsavedFooterSection { id, change }) = &self.footer_section else { return Ok(sections) };
        let parser = LinkParser::read(connection, change.targets(), origin.to_owned()).await?;
        let index = match id {
            Some(id) => sections.iter().position(|section| section.id == *id).ok_or(Error::NotFound)?,
            None => {
                sections.push(FooterSection::unsaved());
                sections.len() - 1
            }
        };
        let section = &mut sections[index];
        section.fields = change.parse(id.map(|_| &*section), &parser)?;
        let targets = section.fields.stored.links.iter().filter_map(|link| link.target);
        let resolver = LinkResolver::read(connection, targets).await?;
        section.content = section.fields.content(&resolver, &settings.contact);
        Ok(sections)
    }
}
