//! `services.json` and `service_pages.json`: the texts of the page of all services and of the six detail pages. The services
//! themselves are records in the table `services`.

use super::{CallToAction, Faq, Heading, Link, PageText, blog::CATEGORIES};
use crate::{
    features::pages::form::{
        FormChoice,
        build::{line, lines, list, part, some_of, text},
        content,
    },
    platform::text::slug,
};

content! {
    pub struct ServicesContent {
        pub meta: PageText = part("Aba e buscadores"),
        pub hero: Heading = part("Abertura"),
        /// Label of the group of links to the sections of this page.
        pub contents: String = line("Nome dos atalhos para as especialidades").max(80),
        /// Label of each section's link to its detail page.
        pub details: String = line("Texto do link de cada especialidade").max(60),
        /// Badge of a featured service.
        pub featured: String = line("Selo dos serviços em destaque").max(40),
        pub process: Process = part("Como trabalhamos"),
        pub faq: Faq = part("Perguntas frequentes"),
        pub closing: CallToAction = part("Chamada final"),
    }

    pub struct Process {
        pub heading: Heading = part("Cabeçalho"),
        pub steps: Vec<ProcessStep> = list("Passos", "Passo", 1..=8),
    }

    pub struct ProcessStep {
        pub title: String = line("Título").max(80),
        pub text: String = text("Texto").max(400),
    }

    /// Texts of each detail page, and labels that all of them share.
    pub struct ServicePagesContent {
        pub labels: ServicePageLabels = part("Textos comuns às seis páginas"),
        pub support: ServicePageContent = part("Suporte e Manutenção"),
        pub security: ServicePageContent = part("Segurança e Monitoramento"),
        pub cloud: ServicePageContent = part("Nuvem e Virtualização"),
        pub development: ServicePageContent = part("Desenvolvimento e IA"),
        pub erp: ServicePageContent = part("ERPs e Gestão"),
        pub database: ServicePageContent = part("Banco de Dados"),
    }

    pub struct ServicePageLabels {
        /// Label of the breadcrumbs.
        pub breadcrumbs: String = line("Nome do caminho até a página").max(60).hint("Lido por leitores de tela."),
        pub home: Link = part("Primeiro link do caminho"),
        pub services: Link = part("Segundo link do caminho"),
        /// Badge of a featured service.
        pub featured: String = line("Selo dos serviços em destaque").max(40),
        /// Label of each service's link to the contact form.
        pub quote: String = line("Link de cada serviço para o formulário").max(60),
        /// Heading of the articles about a page's subject.
        pub reading: String = line("Título dos artigos sobre o assunto").max(80),
        /// Heading of the links to the other detail pages.
        pub others: String = line("Título dos links para as outras páginas").max(80),
    }

    pub struct ServicePageContent {
        pub meta: PageText = part("Aba e buscadores"),
        /// Name in menus and headings.
        pub name: String = line("Nome da especialidade").max(60).hint("Usado em menus, títulos e links."),
        /// One or two sentences on the page of all services.
        pub summary: String = text("Resumo na página de serviços").max(300),
        /// Service that the links of this page preselect in the contact form.
        pub contact_service: String = line("Serviço escolhido no formulário de contato")
            .hint("Um dos serviços do formulário da página Contato, com o mesmo nome."),
        pub hero: ServiceHero = part("Abertura"),
        /// Heading above the services.
        pub heading: Heading = part("Cabeçalho dos serviços"),
        pub faq: Faq = part("Perguntas frequentes"),
        pub closing: ServiceClosing = part("Chamada final"),
        /// Slugs of the blog categories whose newest articles the page links to.
        pub reading: Vec<String> = some_of("Categorias do blog para ler antes", "Categoria", 0..=6, categories()),
    }

    pub struct ServiceHero {
        pub title: String = line("Título").max(120),
        pub lead: String = text("Texto abaixo do título").max(400),
        /// Short promises in one line below the button.
        pub facts: Vec<String> = lines("Promessas abaixo do botão", "Promessa", 0..=5),
        /// Label of the link to the contact form with the page's service selected.
        pub action: String = line("Botão").max(60),
        /// Text alternative of the drawing.
        pub illustration: String = text("Descrição do desenho").max(300)
            .hint("Lida por leitores de tela no lugar do desenho."),
    }

    pub struct ServiceClosing {
        pub title: String = line("Título"),
        pub text: String = text("Texto").max(400),
        /// Label of the link to the contact form with the page's service selected.
        pub action: String = line("Botão").max(60),
    }
}

fn categories() -> Vec<FormChoice> {
    CATEGORIES.iter().map(|&label| FormChoice { value: slug(label), label }).collect()
}
