//! A service, the page it is shown on, and what is asked of both.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::platform::{
    addresses,
    error::{Error, Result},
    parse::Fields,
    text,
};

/// The list is always given whole, so it can't grow without end.
pub const MAX_SERVICES: u64 = 100;
const DEFAULT_ICON: &str = "⚙️";
pub const MAX_FEATURES: usize = 20;
pub const MAX_TITLE: usize = 120;
pub const MAX_DESCRIPTION: usize = 600;
pub const MAX_FEATURE: usize = 160;
pub const MAX_ICON: usize = 16;

/// The pages of services, in the order of the menu.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum,
)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum ServicePage {
    Support,
    Security,
    Cloud,
    Development,
    Erp,
    Database,
}

impl ServicePage {
    pub const ALL: [Self; 6] =
        [Self::Support, Self::Security, Self::Cloud, Self::Development, Self::Erp, Self::Database];

    #[must_use]
    pub fn path(self) -> &'static str {
        match self {
            Self::Support => "/servicos/suporte-manutencao",
            Self::Security => "/servicos/seguranca-monitoramento",
            Self::Cloud => "/servicos/nuvem-virtualizacao",
            Self::Development => "/servicos/desenvolvimento-ia",
            Self::Erp => "/servicos/erps-gestao",
            Self::Database => "/servicos/banco-dados",
        }
    }

    /// The last segment of its path.
    #[must_use]
    pub fn slug(self) -> &'static str {
        self.path().trim_start_matches(addresses::SERVICE.prefix())
    }

    #[must_use]
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|page| page.slug() == slug)
    }

    /// The page that an address made from a category's name means: in lower case, hyphens for all that is neither
    /// letter nor digit. Whether 'ç' counted as a letter, became 'c' or fell away, the page is found.
    #[must_use]
    pub fn from_built_slug(slug: &str) -> Option<Self> {
        let slug = hyphenated(&text::fold(slug));
        let built_from =
            |name: &str| hyphenated(&name.to_lowercase()) == slug || hyphenated(&text::fold(name)) == slug;
        let of_pages = Self::ALL.into_iter().find(|page| page.names().into_iter().any(built_from));
        of_pages.or_else(|| {
            let category = ServiceCategory::ALL.into_iter().find(|category| built_from(category.label()));
            category.map(ServiceCategory::page)
        })
    }

    /// What the page has been called in addresses.
    fn names(self) -> [&'static str; 2] {
        match self {
            Self::Support => ["Suporte e Manutenção", "Suporte & Manutenção"],
            Self::Security => ["Segurança e Monitoramento", "Segurança & Monitoramento"],
            Self::Cloud => ["Nuvem e Virtualização", "Nuvem & Virtualização"],
            Self::Development => ["Desenvolvimento e IA", "Desenvolvimento & IA"],
            Self::Erp => ["ERPs e Gestão", "ERPs & Gestão"],
            Self::Database => ["Banco de Dados", "Bancos de Dados"],
        }
    }
}

/// Letters beyond ASCII become hyphens too: fold the text first to keep them.
fn hyphenated(text: &str) -> String {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// What staff sort services by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum ServiceCategory {
    #[serde(rename = "Suporte e Manutenção")]
    Support,
    #[serde(rename = "Redes e Infraestrutura")]
    Networks,
    #[serde(rename = "Cloud e Backup")]
    Cloud,
    #[serde(rename = "Segurança da Informação e LGPD")]
    Security,
    #[serde(rename = "Monitoramento e CFTV")]
    Monitoring,
    #[serde(rename = "Sistemas e Automação")]
    Systems,
    #[serde(rename = "Servidores e Sistemas Operacionais")]
    Servers,
    #[serde(rename = "Transformação Digital")]
    Transformation,
    #[serde(rename = "Web e Hospedagem")]
    Web,
}

impl ServiceCategory {
    pub const ALL: [Self; 9] = [
        Self::Support,
        Self::Networks,
        Self::Cloud,
        Self::Security,
        Self::Monitoring,
        Self::Systems,
        Self::Servers,
        Self::Transformation,
        Self::Web,
    ];

    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Support => "Suporte e Manutenção",
            Self::Networks => "Redes e Infraestrutura",
            Self::Cloud => "Cloud e Backup",
            Self::Security => "Segurança da Informação e LGPD",
            Self::Monitoring => "Monitoramento e CFTV",
            Self::Systems => "Sistemas e Automação",
            Self::Servers => "Servidores e Sistemas Operacionais",
            Self::Transformation => "Transformação Digital",
            Self::Web => "Web e Hospedagem",
        }
    }

    /// Where a service of this category is shown unless somebody says otherwise.
    #[must_use]
    pub fn page(self) -> ServicePage {
        match self {
            Self::Support | Self::Networks => ServicePage::Support,
            Self::Security | Self::Monitoring => ServicePage::Security,
            Self::Cloud | Self::Servers => ServicePage::Cloud,
            Self::Web => ServicePage::Development,
            Self::Systems | Self::Transformation => ServicePage::Erp,
        }
    }

    fn from_label(label: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|category| category.label() == label.trim())
    }
}

/// A service as everybody sees it; those that aren't active are for staff only.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Service {
    pub id: Uuid,
    pub page: ServicePage,
    pub category: ServiceCategory,
    pub title: String,
    pub description: String,
    pub features: Vec<String>,
    /// An emoji, for the panel's lists.
    pub icon: String,
    pub is_active: bool,
    pub is_featured: bool,
    /// Its place among all services, from the lowest.
    pub position: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// When it was put in the trash; it is gone for good 30 days later.
    pub deleted_at: Option<DateTime<Utc>>,
}

/// What staff send. A new service needs a category, a title and a description; of one that is changed, what is left out
/// keeps its value.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct ServiceInput {
    /// One of the six; by default the one that fits the category.
    pub page: Option<ServicePage>,
    /// One of the nine.
    #[schema(value_type = Option<ServiceCategory>)]
    pub category: Option<String>,
    pub title: Option<String>,
    pub description: Option<String>,
    pub features: Option<Vec<String>>,
    pub icon: Option<String>,
    pub is_active: Option<bool>,
    pub is_featured: Option<bool>,
    pub position: Option<i32>,
}

/// The fields of a service, valid.
#[derive(Clone, Debug)]
pub struct Details {
    pub page: ServicePage,
    pub category: ServiceCategory,
    pub title: String,
    pub description: String,
    pub features: Vec<String>,
    pub icon: String,
    pub is_active: bool,
    pub is_featured: bool,
    /// `None` for the end.
    pub position: Option<i32>,
}

impl ServiceInput {
    /// A service to be added: active, and the last of all, unless it says otherwise.
    pub fn parse_new(self) -> Result<Details> {
        let given = [&self.category, &self.title, &self.description];
        let missing = given.iter().any(|field| field.as_ref().is_none_or(|text| text.trim().is_empty()));
        if missing {
            return Err(Error::Incomplete(self.missing_fields()));
        }
        let base = Details {
            page: ServicePage::Support,
            category: ServiceCategory::Support,
            title: String::new(),
            description: String::new(),
            features: Vec::new(),
            icon: DEFAULT_ICON.to_owned(),
            is_active: true,
            is_featured: false,
            position: None,
        };
        self.merge(base)
    }

    /// The service after the change. A new category doesn't move it to another page: only `page` does.
    pub fn parse_change(self, current: Service) -> Result<Details> {
        let Service { page, category, title, description, features, icon, .. } = current;
        let Service { is_active, is_featured, position, .. } = current;
        let base = Details {
            page,
            category,
            title,
            description,
            features,
            icon,
            is_active,
            is_featured,
            position: Some(position),
        };
        let page = self.page.unwrap_or(page);
        Self { page: Some(page), ..self }.merge(base)
    }

    fn merge(self, base: Details) -> Result<Details> {
        let mut fields = Fields::default();
        let category = self.category.as_deref().map_or(Some(base.category), ServiceCategory::from_label);
        if category.is_none() {
            fields.refuse("category", "Escolha uma das categorias da lista.");
        }
        let category = category.unwrap_or(base.category);
        let icon = fields.line("icon", &self.icon.unwrap_or(base.icon), MAX_ICON);
        let details = Details {
            page: self.page.unwrap_or_else(|| category.page()),
            category,
            title: fields.required_line("title", &self.title.unwrap_or(base.title), MAX_TITLE),
            description: fields.required_text(
                "description",
                &self.description.unwrap_or(base.description),
                MAX_DESCRIPTION,
            ),
            features: features(&mut fields, &self.features.unwrap_or(base.features)),
            icon: if icon.is_empty() { DEFAULT_ICON.to_owned() } else { icon },
            is_active: self.is_active.unwrap_or(base.is_active),
            is_featured: self.is_featured.unwrap_or(base.is_featured),
            position: self.position.or(base.position),
        };
        fields.finish(details)
    }

    fn missing_fields(&self) -> crate::platform::error::FieldErrors {
        let named =
            [("category", &self.category), ("title", &self.title), ("description", &self.description)];
        let missing =
            named.into_iter().filter(|(_, field)| field.as_ref().is_none_or(|text| text.trim().is_empty()));
        missing.map(|(name, _)| (name.to_owned(), "Preencha este campo.".to_owned())).collect()
    }
}

/// Empty lines are left out.
fn features(fields: &mut Fields, features: &[String]) -> Vec<String> {
    if features.len() > MAX_FEATURES {
        fields.refuse("features", &format!("Use no máximo {MAX_FEATURES} itens."));
    }
    let lines =
        features.iter().take(MAX_FEATURES).map(|feature| fields.line("features", feature, MAX_FEATURE));
    lines.filter(|line| !line.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_built_from_names_find_their_page() {
        for (slug, page) in [
            ("suporte-e-manuten-o", ServicePage::Support),
            ("suporte-manuten-o", ServicePage::Support),
            ("seguran-a-e-monitoramento", ServicePage::Security),
            ("segurança-monitoramento", ServicePage::Security),
            ("seguranca-da-informacao-e-lgpd", ServicePage::Security),
            ("nuvem-e-virtualizacao", ServicePage::Cloud),
            ("cloud-e-backup", ServicePage::Cloud),
            ("desenvolvimento-e-ia", ServicePage::Development),
            ("erps-gest-o", ServicePage::Erp),
            ("transforma-o-digital", ServicePage::Erp),
            ("banco-de-dados", ServicePage::Database),
        ] {
            assert_eq!(ServicePage::from_built_slug(slug), Some(page), "{slug}");
        }
        for nothing in ["", "-", "o", "servicos", "suporte"] {
            assert_eq!(ServicePage::from_built_slug(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn the_labels_are_those_of_the_contract() {
        for category in ServiceCategory::ALL {
            assert_eq!(serde_json::to_value(category).expect("JSON"), category.label());
        }
    }

    #[test]
    fn a_change_keeps_what_it_leaves_out() {
        let new = ServiceInput {
            category: Some("Web e Hospedagem".into()),
            title: Some(" Sites ".into()),
            description: Some("Rápidos.".into()),
            features: Some(vec!["Um".into(), " ".into()]),
            ..ServiceInput::default()
        };
        let details = new.parse_new().expect("valid");
        assert_eq!((details.page, &*details.title), (ServicePage::Development, "Sites"));
        assert_eq!((details.features, &*details.icon), (vec!["Um".to_owned()], DEFAULT_ICON));
        assert!(
            matches!(ServiceInput::default().parse_new(), Err(Error::Incomplete(fields)) if fields.len() == 3)
        );
    }
}
