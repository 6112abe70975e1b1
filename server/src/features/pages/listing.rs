//! What staff are told of each page: where it is, what is called what, where its texts stand.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{form::Control, model::PageName};

impl PageName {
    /// Under which heading staff find it.
    #[must_use]
    pub fn group(self) -> &'static str {
        match self {
            Self::Layout | Self::Home | Self::About | Self::NotFound => "Institucional",
            Self::Services | Self::ServicePages => "Serviços",
            Self::Blog | Self::Article | Self::Newsletter | Self::NewsletterLink => "Blog",
            Self::Contact | Self::ContactThanks => "Contato",
            Self::Auth | Self::Recovery | Self::Account => "Conta",
            Self::Privacy | Self::Terms => "Textos legais",
        }
    }

    /// Where visitors find it, if it has a place of its own.
    #[must_use]
    pub fn url(self) -> Option<&'static str> {
        match self {
            Self::Home => Some("/"),
            Self::About => Some("/sobre"),
            Self::Services => Some("/servicos"),
            Self::Blog => Some("/blog"),
            Self::Newsletter => Some("/newsletter"),
            Self::Contact => Some("/contato"),
            Self::ContactThanks => Some("/contato/obrigado"),
            Self::Auth => Some("/auth"),
            Self::Recovery => Some("/auth/esqueci-senha"),
            Self::Account => Some("/conta"),
            Self::Privacy => Some("/privacidade"),
            Self::Terms => Some("/termos"),
            Self::Layout | Self::ServicePages | Self::Article | Self::NewsletterLink | Self::NotFound => None,
        }
    }

    /// The same in words, where there is no one address.
    #[must_use]
    pub fn place(self) -> &'static str {
        self.url().unwrap_or(match self {
            Self::Layout => "Em todas as páginas",
            Self::ServicePages => "As seis páginas de especialidades",
            Self::Article => "Ao redor de cada artigo",
            Self::NewsletterLink => "Aonde levam os links dos e-mails",
            _ => "Onde não há página",
        })
    }

    /// The pages that its texts stand on, by what staff call them: the first is the one they look at first.
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
            ],
            Self::Recovery => {
                &[("forgot", "Esqueci minha senha"), ("reset", "Nova senha"), ("confirm", "Confirmar e-mail")]
            }
            _ => &[("page", "Página")],
        }
    }

    #[must_use]
    pub fn summary(self, updated_at: Option<DateTime<Utc>>, is_changed: bool) -> PageSummary {
        let (label, group, url, place) = (self.label(), self.group(), self.url(), self.place());
        PageSummary { name: self, label, group, url, place, updated_at, is_changed }
    }

    #[must_use]
    pub fn page_form(self) -> PageForm {
        let appearances = self.appearances().iter().map(|&(key, label)| Appearance { key, label }).collect();
        PageForm { name: self, label: self.label(), url: self.url(), appearances, form: self.form() }
    }
}

/// A document as the list of them shows it.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageSummary {
    pub name: PageName,
    pub label: &'static str,
    /// Under which heading staff find it.
    pub group: &'static str,
    /// Where visitors find it.
    #[schema(required)]
    pub url: Option<&'static str>,
    /// The same in words, where there is no one address.
    pub place: &'static str,
    /// When somebody last changed it; of one that nobody has, nothing.
    #[schema(required)]
    pub updated_at: Option<DateTime<Utc>>,
    /// It says something else than it did when it came with the program.
    pub is_changed: bool,
}

/// What the form of a document is made from.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageForm {
    pub name: PageName,
    pub label: &'static str,
    /// Where visitors find it.
    #[schema(required)]
    pub url: Option<&'static str>,
    /// The pages that show it, for the preview.
    pub appearances: Vec<Appearance>,
    pub form: Control,
}

/// One of the pages that show a document.
#[derive(Debug, Serialize, ToSchema)]
pub struct Appearance {
    pub key: &'static str,
    pub label: &'static str,
}

/// A text of some page in which something was found.
#[derive(Debug, Serialize, ToSchema)]
pub struct TextMatch {
    pub page: PageName,
    pub page_label: &'static str,
    /// Its field, such as `faq.items.0.question`.
    pub path: String,
    /// The way to that field as staff read it.
    pub trail: Vec<String>,
    pub text: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TextSearch {
    /// What to look for, without regard to accents and capitals.
    #[serde(default)]
    pub search: String,
}
