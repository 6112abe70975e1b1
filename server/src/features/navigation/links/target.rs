//! The pages and records of this site that a link can point to. A link stores a page or record instead of a URL, so that the
//! link stays valid if a post gets another slug or a service moves to another page.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{features::services::model::ServicePage, platform::addresses};

/// A page or record of this site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", content = "id", rename_all = "snake_case")]
pub enum LinkTarget {
    Page(SitePage),
    /// A detail page of services.
    ServicePage(ServicePage),
    /// The section of this detail page on the page of all services.
    ServiceSection(ServicePage),
    Service(Uuid),
    Post(Uuid),
}

/// A page that always exists, or the quote form, which is a section of such a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SitePage {
    Home,
    About,
    Services,
    Blog,
    Contact,
    QuoteForm,
    Newsletter,
    SignIn,
    Account,
    Privacy,
    Terms,
}

impl SitePage {
    pub const ALL: [Self; 11] = [
        Self::Home,
        Self::About,
        Self::Services,
        Self::Blog,
        Self::Contact,
        Self::QuoteForm,
        Self::Newsletter,
        Self::SignIn,
        Self::Account,
        Self::Privacy,
        Self::Terms,
    ];

    /// Returns the path. That of the quote form has a fragment.
    #[must_use]
    pub fn path(self) -> &'static str {
        match self {
            Self::Home => addresses::HOME.path,
            Self::About => addresses::ABOUT.path,
            Self::Services => addresses::SERVICES.path,
            Self::Blog => addresses::BLOG.path,
            Self::Contact => addresses::CONTACT.path,
            Self::QuoteForm => addresses::QUOTE_FORM,
            Self::Newsletter => addresses::NEWSLETTER.path,
            Self::SignIn => addresses::AUTH.path,
            Self::Account => addresses::ACCOUNT.path,
            Self::Privacy => addresses::PRIVACY.path,
            Self::Terms => addresses::TERMS.path,
        }
    }

    /// Returns the name in the panel.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Home => "Início",
            Self::About => "Sobre",
            Self::Services => "Todos os Serviços",
            Self::Blog => "Blog",
            Self::Contact => "Contato",
            Self::QuoteForm => "Formulário de orçamento",
            Self::Newsletter => "Newsletter",
            Self::SignIn => "Entrar e criar conta",
            Self::Account => "Minha Conta",
            Self::Privacy => "Política de Privacidade",
            Self::Terms => "Termos de Uso",
        }
    }
}

/// Returns the path of the page of all services, with the fragment of the section of `page`.
#[must_use]
pub fn section_path(page: ServicePage) -> String {
    format!("{}#{}", SitePage::Services.path(), page.slug())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn json_of_a_target_has_kind_and_id() {
        let post = Uuid::from_u128(7);
        for (target, expected) in [
            (LinkTarget::Page(SitePage::QuoteForm), json!({"kind": "page", "id": "quote_form"})),
            (LinkTarget::ServiceSection(ServicePage::Erp), json!({"kind": "service_section", "id": "erp"})),
            (LinkTarget::Post(post), json!({"kind": "post", "id": post})),
        ] {
            assert_eq!(serde_json::to_value(target).expect("JSON"), expected);
            assert_eq!(serde_json::from_value::<LinkTarget>(expected).expect("a target"), target);
        }
    }
}
