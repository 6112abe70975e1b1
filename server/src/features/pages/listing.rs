//! The data with which the panel lists pages and shows their forms: headings, addresses and previews.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{form::Control, model::PageName};
use crate::platform::addresses;

impl PageName {
    /// Returns the heading under which the panel lists the page.
    #[must_use]
    pub fn group(self) -> &'static str {
        match self {
            Self::Layout | Self::Home | Self::About | Self::NotFound => "Institucional",
            Self::Services | Self::ServicePages => "Serviços",
            Self::Blog | Self::Article | Self::Newsletter | Self::NewsletterLink => "Blog",
            Self::Contact | Self::ContactThanks => "Contato",
            Self::Auth | Self::Recovery | Self::Account => "Conta",
            Self::Privacy | Self::PrivacyRequest | Self::Terms | Self::Consent | Self::Certificate => {
                "Textos legais"
            }
        }
    }

    /// Returns the path of the page that shows the content, or of its main page if several show it. `None` without a main page, as
    /// for the layout, or without a fixed path, as for the not-found page.
    #[must_use]
    pub fn url(self) -> Option<&'static str> {
        match self {
            Self::Home => Some(addresses::HOME.path),
            Self::About => Some(addresses::ABOUT.path),
            Self::Services => Some(addresses::SERVICES.path),
            Self::Blog => Some(addresses::BLOG.path),
            Self::Newsletter => Some(addresses::NEWSLETTER.path),
            Self::Contact => Some(addresses::CONTACT.path),
            Self::ContactThanks => Some(addresses::CONTACT_THANKS.path),
            Self::Auth => Some(addresses::AUTH.path),
            Self::Recovery => Some(addresses::FORGOT_PASSWORD.path),
            Self::Account => Some(addresses::ACCOUNT.path),
            Self::Privacy => Some(addresses::PRIVACY.path),
            Self::PrivacyRequest => Some(addresses::PRIVACY_REQUEST.path),
            Self::Terms => Some(addresses::TERMS.path),
            Self::Certificate => Some(addresses::CERTIFICATE.path),
            Self::Layout
            | Self::ServicePages
            | Self::Article
            | Self::NewsletterLink
            | Self::Consent
            | Self::NotFound => None,
        }
    }

    /// Returns [`Self::url`], or a description of where the content is shown.
    #[must_use]
    pub fn location(self) -> &'static str {
        self.url().unwrap_or(match self {
            Self::Layout => "Em todas as páginas",
            Self::ServicePages => "As seis páginas de especialidades",
            Self::Article => "Ao redor de cada artigo",
            Self::NewsletterLink => "Aonde levam os links dos e-mails, e /newsletter/edicoes",
            Self::Consent => "Nas páginas que carregam serviços de medição",
            _ => "Onde não há página",
        })
    }

    /// Returns the pages that a preview of the content can show, each with its key and label. The first is the default.
    #[must_use]
    pub fn appearances(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::ServicePages => &[
                ("support", "Suporte e Manutenção"),
                ("security", "Segurança e Monitoramento"),
                ("cloud", "Nuvem e Virtualização"),
                ("development", "Desenvolvimento e IA"),
                ("erp", "ERPs e Gestão"),
                ("database", "Banco de Dados"),
            ],
            Self::Blog => &[
                ("list", "Lista"),
                ("category", "Uma categoria"),
                ("search", "Busca"),
                ("gone", "Artigo removido"),
            ],
            Self::Newsletter => &[("ask", "Inscrição"), ("done", "Depois de assinar")],
            Self::NewsletterLink => &[
                ("confirm", "Confirmar"),
                ("confirmed", "Confirmada"),
                ("unsubscribe", "Cancelar"),
                ("unsubscribed", "Cancelada"),
                ("invalid", "Link que não vale"),
                ("archive", "Edições anteriores"),
            ],
            Self::Consent => &[("notice", "Aviso"), ("choices", "Preferências")],
            Self::PrivacyRequest => &[
                ("ask", "Formulário"),
                ("sent", "Depois de enviar"),
                ("confirm", "Confirmar"),
                ("confirmed", "Confirmado"),
                ("invalid", "Link que não vale"),
            ],
            Self::Recovery => {
                &[("forgot", "Esqueci minha senha"), ("reset", "Nova senha"), ("confirm", "Confirmar e-mail")]
            }
            _ => &[("page", "Página")],
        }
    }

    /// Returns the entry of the panel's list.
    #[must_use]
    pub fn summary(self, updated_at: Option<DateTime<Utc>>, is_changed: bool) -> PageSummary {
        PageSummary {
            name: self,
            label: self.label(),
            group: self.group(),
            url: self.url(),
            location: self.location(),
            updated_at,
            is_changed,
        }
    }

    /// Returns the form of the page's content.
    #[must_use]
    pub fn page_form(self) -> PageForm {
        let appearances = self.appearances().iter().map(|&(key, label)| Appearance { key, label }).collect();
        PageForm { name: self, label: self.label(), url: self.url(), appearances, form: self.form() }
    }
}

/// Summary of a page in the panel's list.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageSummary {
    pub name: PageName,
    pub label: &'static str,
    /// Heading under which the panel lists the page.
    pub group: &'static str,
    /// Path of the page that shows the content, or of its main page if several show it; null without a main page.
    #[schema(required)]
    pub url: Option<&'static str>,
    /// The value of `url`, or a description of where the content is shown.
    pub location: &'static str,
    /// Time of the last change; null if the content was never changed.
    #[schema(required)]
    pub updated_at: Option<DateTime<Utc>>,
    /// Whether the content differs from the default.
    pub is_changed: bool,
}

/// Default content of a page.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageDefault {
    pub document: serde_json::Value,
    /// The default content at the time when staff first edited the page. Null if it is the same, if staff never edited the
    /// page, or if the history no longer has it.
    #[schema(required)]
    pub former: Option<serde_json::Value>,
}

/// Form of a page's content.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageForm {
    pub name: PageName,
    pub label: &'static str,
    /// Path of the page that shows the content, or of its main page if several show it; null without a main page.
    #[schema(required)]
    pub url: Option<&'static str>,
    /// Pages that the preview can show. The first is the default.
    pub appearances: Vec<Appearance>,
    pub form: Control,
}

/// A page that the preview can show.
#[derive(Debug, Serialize, ToSchema)]
pub struct Appearance {
    /// Value of `appearance` in the request for a preview.
    pub key: &'static str,
    pub label: &'static str,
}

/// A text that contains the search terms.
#[derive(Debug, Serialize, ToSchema)]
pub struct TextMatch {
    pub page: PageName,
    pub page_label: &'static str,
    /// Path of the field, such as `faq.items.0.question`.
    pub path: String,
    /// Labels of the groups around the field, from the outermost one, and of the field itself.
    pub trail: Vec<String>,
    pub text: String,
}

/// Search in the texts of pages.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TextSearch {
    /// Search terms. Case and accents don't matter.
    #[serde(default)]
    pub search: String,
}
