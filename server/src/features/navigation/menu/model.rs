//! An entry of the main menu and what is asked of it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    features::navigation::{
        link::{Destination, LinkContext},
        target::LinkTarget,
    },
    platform::{
        db::order,
        error::{Error, Result},
        parse::Fields,
    },
};

/// The menu is always given whole, so it can't grow without end.
pub const MAX_MENU_ITEMS: u64 = 60;
pub const MAX_LABEL: usize = 60;
pub const MAX_ICON: usize = 16;

/// An entry of the main menu. Visitors get those that are active and lead to something they can see.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MenuItem {
    pub id: Uuid,
    /// The entry whose submenu it is in.
    #[schema(required)]
    pub parent_id: Option<Uuid>,
    pub label: String,
    /// Where it leads today.
    pub url: String,
    /// What it follows; nothing for an address that was typed.
    #[schema(required)]
    pub target: Option<LinkTarget>,
    /// What it leads to is on the site.
    pub is_public: bool,
    /// An emoji before the label.
    #[schema(required)]
    pub icon: Option<String>,
    /// Its place among the entries beside it, from the lowest.
    pub order: i32,
    pub is_active: bool,
    /// It opens the entries below it instead of leading somewhere itself.
    pub has_submenu: bool,
    #[schema(required)]
    pub updated_at: Option<DateTime<Utc>>,
    /// When it was put in the trash; it is gone for good 30 days later.
    #[schema(required)]
    pub deleted_at: Option<DateTime<Utc>>,
    #[serde(skip)]
    pub destination: Destination,
}

impl MenuItem {
    /// One that isn't saved yet.
    #[must_use]
    pub fn drafted(parent_id: Option<Uuid>) -> Self {
        Self {
            id: Uuid::nil(),
            parent_id,
            label: String::new(),
            url: String::new(),
            target: None,
            is_public: true,
            icon: None,
            order: i32::MAX,
            is_active: true,
            has_submenu: false,
            updated_at: None,
            deleted_at: None,
            destination: Destination { url: String::new(), target: None },
        }
    }
}

/// What staff send. A new entry needs a label and where it leads; of one that is changed, what is left out keeps its
/// value.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct MenuItemInput {
    /// Of a new entry only: the entry whose submenu it goes to.
    pub parent_id: Option<Uuid>,
    pub label: Option<String>,
    /// A path of this site, `https:`, `mailto:` or `tel:`.
    pub url: Option<String>,
    /// Goes before `url`.
    pub target: Option<LinkTarget>,
    /// An emoji; empty for none.
    pub icon: Option<String>,
    pub is_active: Option<bool>,
    /// Only entries of the menu itself have one.
    pub has_submenu: Option<bool>,
}

/// The fields of an entry, valid.
#[derive(Clone, Debug)]
pub struct Details {
    pub label: String,
    pub destination: Destination,
    pub icon: Option<String>,
    pub is_active: bool,
    pub has_submenu: bool,
}

impl MenuItemInput {
    /// An entry to be added: active and without a submenu unless it says otherwise.
    pub fn parse_new(&self, context: &LinkContext) -> Result<Details> {
        self.parse(None, self.parent_id, context)
    }

    /// The entry after the change.
    pub fn parse_change(&self, current: &MenuItem, context: &LinkContext) -> Result<Details> {
        self.parse(Some(current), current.parent_id, context)
    }

    fn parse(
        &self,
        current: Option<&MenuItem>,
        parent_id: Option<Uuid>,
        context: &LinkContext,
    ) -> Result<Details> {
        let mut fields = Fields::default();
        let label = self.label.as_ref().or(current.map(|item| &item.label));
        let icon = self.icon.as_ref().or(current.and_then(|item| item.icon.as_ref()));
        let icon = fields.line("icon", icon.map_or("", String::as_str), MAX_ICON);
        let is_on = |given: Option<bool>, old: fn(&MenuItem) -> bool, otherwise: bool| {
            given.or(current.map(old)).unwrap_or(otherwise)
        };
        let given = (self.url.as_deref(), self.target);
        let details = Details {
            label: fields.required_line("label", label.map_or("", String::as_str), MAX_LABEL),
            destination: context.destination(
                &mut fields,
                "url",
                given,
                current.map(|item| &item.destination),
            ),
            icon: Some(icon).filter(|icon| !icon.is_empty()),
            is_active: is_on(self.is_active, |item| item.is_active, true),
            has_submenu: parent_id.is_none() && is_on(self.has_submenu, |item| item.has_submenu, false),
        };
        fields.finish(details)
    }
}

/// The order that staff give to the menu, or to one submenu.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct MenuOrder {
    /// The entry whose submenu it is; nothing for the menu itself.
    pub parent_id: Option<Uuid>,
    /// All its entries, the first one first.
    pub ids: Vec<Uuid>,
    /// The order it was made from: it is refused if there is another one by now.
    pub seen: Option<Vec<Uuid>>,
}

impl MenuOrder {
    /// Whether the entries can go from their `current` order to this one.
    pub fn check(&self, current: &[Uuid]) -> Result<()> {
        let refusal = "A ordem precisa ter todos os itens deste menu, cada um uma vez.";
        order::check(&self.ids, self.seen.as_deref(), current, refusal)
    }
}

/// Entries stand in the menu or in the submenu of one that does.
pub fn check_parent(parent: Option<&MenuItem>) -> Result<()> {
    let is_right = parent.is_some_and(|parent| parent.parent_id.is_none() && parent.deleted_at.is_none());
    if is_right { Ok(()) } else { Err(Error::field("parent_id", "Escolha um item do menu principal.")) }
}
