//! Services with their detail pages and categories, and the parsing of their input.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    foundation::{audit::Action, records::ManagedRecord},
    platform::{
        addresses,
        clock::Timestamp,
        error::{Error, FieldErrors, Result},
        parse::Fields,
        text,
    },
};

/// Maximum number of services outside the trash, because responses contain all of them.
pub const MAX_SERVICES: u64 = 100;
pub const MAX_TITLE: usize = 120;
pub const MAX_DESCRIPTION: usize = 600;
pub const MAX_ICON: usize = 16;
/// Maximum number of features of a service.
pub const MAX_FEATURES: usize = 20;
/// Maximum number of characters of a feature.
pub const MAX_FEATURE: usize = 160;
const DEFAULT_ICON: &str = "⚙️";
const REQUIRED: &str = "Preencha este campo.";

/// A detail page of services.
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
    /// All pages, in the order in which the site shows them.
    pub const ALL: [Self; 6] =
        [Self::Support, Self::Security, Self::Cloud, Self::Development, Self::Erp, Self::Database];

    /// Returns the path of the page.
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

    /// Returns the last segment of the path.
    #[must_use]
    pub fn slug(self) -> &'static str {
        self.path().trim_start_matches(addresses::SERVICE.prefix())
    }

    /// Finds the page by the last segment of its path.
    #[must_use]
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|page| page.slug() == slug)
    }

    /// Finds the page by a slug that an earlier site built from the name of a page or category. It converted names to lower
    /// case and replaced each sequence of other characters than letters and digits with a hyphen. Letters with accents may be
    /// unchanged, without accents, or replaced too.
    #[must_use]
    pub fn from_built_slug(slug: &str) -> Option<Self> {
        let slug = hyphenated(&text::fold(slug));
        let built_from =
            |name: &str| hyphenated(&name.to_lowercase()) == slug || hyphenated(&text::fold(name)) == slug;
        let by_name = Self::ALL.into_iter().find(|page| page.names().into_iter().any(built_from));
        by_name.or_else(|| {
            let category = ServiceCategory::ALL.into_iter().find(|category| built_from(category.label()));
            category.map(ServiceCategory::page)
        })
    }

    /// Returns the names from which earlier sites built slugs of the page.
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

/// Returns the ASCII letters and digits of a text, with one hyphen in place of each sequence of other characters between them.
fn hyphenated(text: &str) -> String {
    let parts = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("-")
}

/// A fixed group of services in the panel.
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

    /// Returns the name, which is also its JSON value.
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

    /// Returns the default detail page of services of this category.
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

/// A service. Visitors get active services only.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Service {
    pub id: Uuid,
    #[serde(flatten)]
    pub fields: ServiceFields,
    /// Position among all services, lowest first.
    pub position: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Time of the deletion; null outside the trash. The service is purged 30 days later.
    #[schema(required)]
    pub deleted_at: Option<DateTime<Utc>>,
}

/// The fields of a service that staff edit.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ServiceFields {
    pub page: ServicePage,
    pub category: ServiceCategory,
    pub title: String,
    pub description: String,
    pub features: Vec<String>,
    /// Emoji in the lists of the panel.
    pub icon: String,
    pub is_active: bool,
    pub is_featured: bool,
}

impl ManagedRecord for Service {
    const DELETED: Action = Action::ServiceDeleted;
    const RESTORED: Action = Action::ServiceRestored;
    const MAX: u64 = MAX_SERVICES;
    const TOO_MANY: Error = Error::Conflict {
        code: "too_many_services",
        message: "O limite é de 100 serviços. Exclua um antes de adicionar outro.",
    };

    fn id(&self) -> Uuid {
        self.id
    }

    fn label(&self) -> &str {
        &self.fields.title
    }

    fn deleted_at(&self) -> Option<Timestamp> {
        self.deleted_at
    }
}

/// A new service, or a change of one. A new service needs a category, a title and a description. In a change, missing
/// fields keep their values.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct ServiceInput {
    /// Detail page. Default: the default page of the category. A change of the category doesn't change the page.
    pub page: Option<ServicePage>,
    #[schema(value_type = Option<ServiceCategory>)]
    pub category: Option<String>,
    pub title: Option<String>,
    pub description: Option<String>,
    pub features: Option<Vec<String>>,
    pub icon: Option<String>,
    pub is_active: Option<bool>,
    pub is_featured: Option<bool>,
    /// Position among all services. Default for a new service: after all others.
    pub position: Option<i32>,
}

impl ServiceInput {
    /// Parses a new service. By default, it is active.
    ///
    /// # Errors
    /// Returns [`Error::Incomplete`] if a required field is missing or blank, and [`Error::Invalid`] for other invalid fields.
    pub fn parse_new(self) -> Result<ServiceFields> {
        let missing = self.missing_fields();
        if !missing.is_empty() {
            return Err(Error::Incomplete(missing));
        }
        self.parse(None)
    }

    /// Parses a change of `current`.
    pub fn parse_change(self, current: ServiceFields) -> Result<ServiceFields> {
        self.parse(Some(current))
    }

    fn parse(self, current: Option<ServiceFields>) -> Result<ServiceFields> {
        let mut fields = Fields::default();
        let page = self.page.or(current.as_ref().map(|old| old.page));
        let old = current.unwrap_or_else(ServiceFields::blank);
        let category = self.category.as_deref().map_or(Some(old.category), ServiceCategory::from_label);
        if category.is_none() {
            fields.refuse("category", "Escolha uma das categorias da lista.");
        }
        let category = category.unwrap_or(old.category);
        let description = self.description.unwrap_or(old.description);
        let icon = fields.line("icon", &self.icon.unwrap_or(old.icon), MAX_ICON);
        let service = ServiceFields {
            page: page.unwrap_or_else(|| category.page()),
            category,
            title: fields.required_line("title", &self.title.unwrap_or(old.title), MAX_TITLE),
            description: fields.required_text("description", &description, MAX_DESCRIPTION),
            features: parse_features(&mut fields, &self.features.unwrap_or(old.features)),
            icon: if icon.is_empty() { DEFAULT_ICON.to_owned() } else { icon },
            is_active: self.is_active.unwrap_or(old.is_active),
            is_featured: self.is_featured.unwrap_or(old.is_featured),
        };
        fields.finish(service)
    }

    /// Returns an error for each required field that is missing or blank.
    fn missing_fields(&self) -> FieldErrors {
        let required =
            [("category", &self.category), ("title", &self.title), ("description", &self.description)];
        let is_blank = |text: &Option<String>| text.as_ref().is_none_or(|text| text.trim().is_empty());
        let missing = required.into_iter().filter(|(_, text)| is_blank(text));
        missing.map(|(name, _)| (name.to_owned(), REQUIRED.to_owned())).collect()
    }
}

impl ServiceFields {
    /// Returns the default values of the fields of a new service.
    fn blank() -> Self {
        Self {
            page: ServicePage::Support,
            category: ServiceCategory::Support,
            title: String::new(),
            description: String::new(),
            features: Vec::new(),
            icon: DEFAULT_ICON.to_owned(),
            is_active: true,
            is_featured: false,
        }
    }
}

/// Parses features, and drops blank ones.
fn parse_features(fields: &mut Fields, features: &[String]) -> Vec<String> {
    if features.len() > MAX_FEATURES {
        fields.refuse("features", &format!("Use no máximo {MAX_FEATURES} itens."));
    }
    let lines =
        features.iter().take(MAX_FEATURES).map(|feature| fields.line("features", feature, MAX_FEATURE));
    lines.filter(|line| !line.is_empty()).collect()
}

/// New order of the services of a category.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct ServiceOrder {
    pub category: ServiceCategory,
    /// Ids of all services of the category in the new order.
    pub ids: Vec<Uuid>,
    /// Ids in the order that the caller has read. If it differs from the current order, the change is refused. If omitted, the
    /// current order isn't checked.
    pub seen: Option<Vec<Uuid>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slug_of_an_earlier_site_finds_the_detail_page() {
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
        for unknown in ["", "-", "o", "servicos", "suporte"] {
            assert_eq!(ServicePage::from_built_slug(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn category_labels_are_their_json_values() {
        for category in ServiceCategory::ALL {
            assert_eq!(serde_json::to_value(category).expect("JSON"), category.label());
        }
    }

    #[test]
    fn new_service_has_defaults() {
        let new = ServiceInput {
            category: Some("Web e Hospedagem".into()),
            title: Some(" Sites ".into()),
            description: Some("Rápidos.".into()),
            features: Some(vec!["Um".into(), " ".into()]),
            ..ServiceInput::default()
        };
        let service = new.parse_new().expect("valid");
        assert_eq!((service.page, &*service.title), (ServicePage::Development, "Sites"));
        assert_eq!((service.features, &*service.icon), (vec!["Um".to_owned()], DEFAULT_ICON));
    }

    #[test]
    fn new_service_without_required_fields_is_refused() {
        let Err(Error::Incomplete(fields)) = ServiceInput::default().parse_new() else { panic!("refused") };
        assert_eq!(fields.keys().collect::<Vec<_>>(), ["category", "description", "title"]);
    }
}
