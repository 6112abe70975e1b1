//! The content types: the editable texts of the public pages, with defaults in `server/content/pages`. The page components
//! contain no texts, so that staff can edit all texts without a deployment.

pub mod about;
pub mod account;
pub mod auth;
pub mod blog;
pub mod certificate;
pub mod consent;
pub mod contact;
pub mod home;
pub mod layout;
pub mod legal;
pub mod newsletter;
pub mod not_found;
pub mod privacy_request;
pub mod recovery;
pub mod security;
pub mod services;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::form::{
    build::{address, line, list, part, text},
    choices, content,
};

// Hints of fields whose texts name the minimum length of a password.
const PASSWORD_HINT: &str = "{password_min} é trocado pelo mínimo de caracteres da senha.";
const STAFF_PASSWORD_HINT: &str =
    "{staff_password_min} é trocado pelo mínimo de caracteres da senha da equipe.";

content! {
    /// A link with its label. `url` is a path or fragment of this site, or a URL with `https:`, `tel:` or `mailto:`.
    pub struct Link {
        pub label: String = line("Texto do link").max(80),
        pub url: String = address("Endereço do link"),
    }

    /// Title and description of a page for the browser tab, search engines and shared links.
    pub struct PageText {
        pub title: String = line("Título na aba e nos buscadores").max(120),
        pub description: String = text("Descrição nos buscadores").max(320),
    }

    /// The heading of a section.
    pub struct Heading {
        /// Short text above the title. May be empty.
        pub eyebrow: String = line("Chamada acima do título").max(80).optional(),
        pub title: String = line("Título"),
        /// One or two sentences below the title. May be empty.
        pub lead: String = text("Texto abaixo do título").max(400).optional(),
    }

    /// Frequently asked questions. The section is hidden without items.
    pub struct Faq {
        pub heading: Heading = part("Cabeçalho"),
        pub items: Vec<Question> = list("Perguntas", "Pergunta", 0..=20).hint("Sem perguntas, a seção some."),
    }

    pub struct Question {
        pub question: String = line("Pergunta").max(200),
        /// One paragraph of plain text.
        pub answer: String = text("Resposta").max(1200),
    }

    /// A short statement with an icon.
    pub struct Feature {
        pub icon: Icon = part("Ícone"),
        pub title: String = line("Título").max(80),
        pub text: String = text("Texto").max(600),
    }

    pub struct CallToAction {
        pub title: String = line("Título"),
        pub text: String = text("Texto").max(400),
        pub action: Link = part("Botão"),
    }
}

/// Icons that content can use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Icon {
    ShieldCheck,
    Workflow,
    Headset,
    Timer,
    Users,
    Scale,
    FileCheck,
    Phone,
    Mail,
    MapPin,
    Clock,
    Target,
    Eye,
    Handshake,
}

choices!(Icon {
    ShieldCheck = "Escudo",
    Workflow = "Fluxo de trabalho",
    Headset = "Fone de atendimento",
    Timer = "Cronômetro",
    Users = "Pessoas",
    Scale = "Balança",
    FileCheck = "Documento conferido",
    Phone = "Telefone",
    Mail = "Envelope",
    MapPin = "Lugar no mapa",
    Clock = "Relógio",
    Target = "Alvo",
    Eye = "Olho",
    Handshake = "Aperto de mãos",
});

/// Drawings that content can use, one for each detail page of services.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Drawing {
    Support,
    Security,
    Cloud,
    Development,
    Erp,
    Database,
}

choices!(Drawing {
    Support = "Estação de trabalho",
    Security = "Segurança",
    Cloud = "Nuvem",
    Development = "Janela de código",
    Erp = "Blocos integrados",
    Database = "Banco de dados",
});
