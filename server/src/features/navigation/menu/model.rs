//! The items of the main menu, and the parsing of their input.

use chrono::{DateTime, Utc};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    features::navigation::links::{Destination, LinkParser, target::LinkTarget},
    foundation::{audit::Action, records::ManagedRecord},
    platform::{
        clock::Timestamp,
        db::stored,
        error::{Error, Result},
        parse::Fields,
    },
};

/// Maximum number of items outside the trash, because responses contain the whole menu.
pub const MAX_MENU_ITEMS: u64 = 60;
pub const MAX_LABEL: usize = 60;
pub const MAX_ICON: usize = 16;

/// An item of the main menu. Visitors see active items with a public link or submenu.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MenuItem {
    pub id: Uuid,
    /// Item whose submenu contains this one; null for an item of the menu itself.
    #[schema(required)]
    pub parent_id: Option<Uuid>,
    #[serde(flatten)]
    pub fields: MenuItemFields,
    /// Current URL or path of the link.
    pub url: String,
    /// Page or record that the link points to; null for a typed URL.
    #[schema(required)]
    pub target: Option<LinkTarget>,
    /// Whether the destination is public. Hidden or deleted records and detail pages without services aren't.
    pub is_public: bool,
    /// Position in the menu or submenu, lowest first.
    pub order: i32,
    #[schema(required)]
    pub updated_at: Option<DateTime<Utc>>,
    /// Time of the deletion, null outside the trash. The item is purged 30 days later.
    #[schema(required)]
    pub deleted_at: Option<DateTime<Utc>>,
}

/// The fields of a menu item that staff edit.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MenuItemFields {
    pub label: String,
    /// Emoji before the label; null for none.
    #[schema(required)]
    pub icon: Option<String>,
    pub is_active: bool,
    /// Whether the item opens a submenu instead of its own link.
    pub has_submenu: bool,
    #[serde(skip)]
    pub destination: Destination,
}

impl MenuItem {
    /// Returns a new item without label and link, for a preview.
    #[must_use]
    pub fn unsaved(parent_id: Option<Uuid>) -> Self {
        Self {
            id: Uuid::nil(),
            parent_id,
            fields: MenuItemFields {
                label: String::new(),
                icon: None,
                is_active: true,
                has_submenu: false,
                destination: Destination::default(),
            },
            url: String::new(),
            target: None,
            is_public: true,
            order: i32::MAX,
            updated_at: None,
            deleted_at: None,
        }
    }
}

/// A new menu item, or a change of one. A new item needs a label and a URL or target. In a change, missing fields keep
/// their values.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct MenuItemInput {
    /// Item whose submenu the new item belongs to. A change ignores this field.
    pub parent_id: Option<Uuid>,
    pub label: Option<String>,
    /// A path of this site, or a URL with `https:`, `mailto:` or `tel:`.
    pub url: Option<String>,
    /// Page or record that the link points to. Takes precedence over `url`.
    pub target: Option<LinkTarget>,
    /// Emoji before the label; empty for none.
    pub icon: Option<String>,
    pub is_active: Option<bool>,
    /// Ignored for items of a submenu.
    pub has_submenu: Option<bool>,
}

impl MenuItemInput {
    /// Parses a new item. By default, it is active and has no submenu.
    pub fn parse_new(&self, parser: &LinkParser) -> Result<MenuItemFields> {
        self.parse(None, self.parent_id, parser)
    }

    /// Parses a change of `current`.
    pub fn parse_change(&self, current: &MenuItem, parser: &LinkParser) -> Result<MenuItemFields> {
        self.parse(Some(current), current.parent_id, parser)
    }

    fn parse(
        &self,
        current: Option<&MenuItem>,
        parent_id: Option<Uuid>,
        parser: &LinkParser,
    ) -> Result<MenuItemFields> {
        let mut fields = Fields::default();
        let current = current.map(|item| &item.fields);
        let label = self.label.as_ref().or(current.map(|old| &old.label));
        let icon = self.icon.as_ref().or(current.and_then(|old| old.icon.as_ref()));
        let icon = fields.line("icon", icon.map_or("", String::as_str), MAX_ICON);
        let is_active = self.is_active.or(current.map(|old| old.is_active));
        let has_submenu = self.has_submenu.or(current.map(|old| old.has_submenu));
        let link = (self.url.as_deref(), self.target);
        let item = MenuItemFields {
            label: fields.required_line("label", label.map_or("", String::as_str), MAX_LABEL),
            icon: Some(icon).filter(|icon| !icon.is_empty()),
            is_active: is_active.unwrap_or(true),
            has_submenu: parent_id.is_none() && has_submenu.unwrap_or(false),
            destination: parser.parse(&mut fields, "url", link, current.map(|old| &old.destination)),
        };
        fields.finish(item)
    }
}

/// New order of the menu, or of one submenu.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct MenuOrder {
    /// Item whose submenu is reordered; null for the menu itself.
    pub parent_id: Option<Uuid>,
    /// Ids of all items of the menu or submenu in the new order.
    pub ids: Vec<Uuid>,
    /// Ids in the order that the caller has read. If it differs from the current order, the change is refused. If omitted, the
    /// current order isn't checked.
    pub seen: Option<Vec<Uuid>>,
}

impl ManagedRecord for MenuItem {
    const DELETED: Action = Action::MenuItemDeleted;
    const RESTORED: Action = Action::MenuItemRestored;
    const MAX: u64 = MAX_MENU_ITEMS;
    const TOO_MANY: Error = Error::Conflict {
        code: "too_many_menu_items",
        message: "O limite é de 60 itens no menu. Exclua um antes de adicionar outro.",
    };

    fn id(&self) -> Uuid {
        self.id
    }

    fn label(&self) -> &str {
        &self.fields.label
    }

    fn deleted_at(&self) -> Option<Timestamp> {
        self.deleted_at
    }

    /// Refuses to restore an item whose parent is in the trash.
    async fn check_restorable(&self, connection: &impl ConnectionTrait) -> Result<()> {
        let Some(parent_id) = self.parent_id else { return Ok(()) };
        if stored::find::<Self>(connection, parent_id).await?.is_some() {
            return Ok(());
        }
        Err(Error::Conflict {
            code: "parent_in_trash",
            message: "Este item fica no submenu de outro que está na lixeira. Restaure primeiro aquele.",
        })
    }
}

/// Refuses a parent that is missing, in the trash or an item of a submenu.
pub fn check_parent(parent: Option<&MenuItem>) -> Result<()> {
    let is_allowed = parent.is_some_and(|parent| parent.parent_id.is_none() && parent.deleted_at.is_none());
    if is_allowed { Ok(()) } else { Err(Error::field("parent_id", "Escolha um item do menu principal.")) }
}
