//! `privacy.json` and `terms.json`: content of the legal pages, which have the same fields.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::PageText;
use crate::features::pages::form::{
    Control, Editable, FormVariant,
    build::{address, anchor, day, line, list, part, text, texts},
    content,
};

/// Content `privacy`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PrivacyContent(pub LegalContent);

/// Content `terms`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TermsContent(pub LegalContent);

impl Editable for PrivacyContent {
    fn control() -> Control {
        LegalContent::control()
    }
}

impl Editable for TermsContent {
    fn control() -> Control {
        LegalContent::control()
    }
}

content! {
    /// Content of a legal page. Facts in braces are filled in, such as `{company}`, or `{tags}` for the trackers that the site
    /// uses.
    pub struct LegalContent {
        pub meta: PageText = part("Aba e buscadores"),
        pub title: String = line("Título"),
        pub lead: String = text("Texto abaixo do título"),
        pub labels: LegalLabels = part("Textos do índice, da linha da versão e das versões anteriores"),
        pub version: String = line("Versão").max(20)
            .hint("Mude a cada alteração de conteúdo, como 1.4. O texto anterior continua em Versões anteriores."),
        /// Date on which the text takes effect, such as `2026-11-20`.
        pub effective: chrono::NaiveDate = day("Em vigor desde")
            .hint("Hoje ou antes: o texto vale assim que você salva."),
        pub sections: Vec<LegalSection> = list("Seções", "Seção", 1..=40),
    }

    pub struct LegalLabels {
        /// Heading of the list of sections.
        pub contents: String = line("Título da lista de seções").max(60),
        /// `{version}` is replaced with the version of the text, and `{date}` with the date on which it takes effect.
        pub version: String = line("Linha da versão")
            .hint("{version} é trocado pela versão, e {date} pela data em que entrou em vigor."),
        /// Title of the list of earlier versions, and text of the link to it.
        pub earlier: String = line("Versões anteriores: título e link").max(60),
        pub earlier_lead: String = text("Versões anteriores: texto abaixo do título"),
        /// Shown in the list if there are no earlier versions.
        pub no_earlier: String = line("Versões anteriores: quando não há nenhuma"),
        /// End of the line of an earlier version in the list. `{until}` is replaced with the date on which it was replaced.
        pub until: String = line("Versões anteriores: fim de cada linha da lista").max(60)
            .hint("{until} é trocado pela data em que outro texto entrou no lugar."),
        /// `{until}` is replaced with the date on which the version was replaced.
        pub outdated: String = text("Versões anteriores: aviso em cada uma")
            .hint("{until} é trocado pela data em que outra versão entrou no lugar."),
        /// Text of the link to the text in effect.
        pub current: String = line("Versões anteriores: link para o texto em vigor").max(60),
    }

    pub struct LegalSection {
        /// Fragment of the URL of the section, without the `#`.
        pub id: String = anchor("Endereço da seção").hint("O que vem depois de # no endereço, como seus-direitos."),
        pub title: String = line("Título"),
        pub blocks: Vec<LegalBlock> = list("Conteúdo", "Bloco", 1..=40),
    }
}

/// A block in a section of a legal page.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum LegalBlock {
    Paragraph {
        text: String,
    },
    List {
        items: Vec<String>,
    },
    /// A link on its own line. `url` is a path or fragment of this site, or a URL with `https:`, `tel:` or `mailto:`.
    Link {
        label: String,
        url: String,
    },
}

impl LegalBlock {
    /// Returns whether the block has no text, which happens if its texts name unknown facts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Paragraph { text } => text.trim().is_empty(),
            Self::List { items } => items.is_empty(),
            Self::Link { label, .. } => label.trim().is_empty(),
        }
    }
}

impl Editable for LegalBlock {
    fn control() -> Control {
        let paragraph = text("Texto").max(4000).named("text");
        let items = texts("Itens", "Item", 1..=40).named("items");
        let label = line("Texto do link").max(80).named("label");
        let url = address("Endereço do link").named("url");
        Control::Variant {
            variants: vec![
                FormVariant { value: "paragraph", label: "Parágrafo", fields: vec![paragraph] },
                FormVariant { value: "list", label: "Lista", fields: vec![items] },
                FormVariant { value: "link", label: "Link", fields: vec![label, url] },
            ],
        }
    }
}
