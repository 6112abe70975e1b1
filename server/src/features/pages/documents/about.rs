//! `about.json`: who the company is.

use super::{CallToAction, Feature, Heading, PageText};
use crate::features::pages::form::{
    build::{line, lines, list, part, text},
    content,
};

content! {
    pub struct AboutContent {
        pub meta: PageText = part("Aba e buscadores"),
        pub hero: AboutHero = part("Abertura"),
        pub facts: AboutFacts = part("Dados da empresa"),
        pub history: AboutHistory = part("História"),
        pub pillars: AboutPillars = part("Pilares"),
        pub figures: AboutFigures = part("Números")
            .hint("Os números são os da página inicial."),
        pub clients: AboutClients = part("Clientes"),
        pub team: AboutTeam = part("Equipe"),
        pub closing: CallToAction = part("Chamada final"),
    }

    pub struct AboutHero {
        pub eyebrow: String = line("Chamada acima do título").max(80),
        pub title: String = line("Título"),
        pub lead: String = text("Texto abaixo do título").max(400),
        /// What the illustration shows, for those who can't see it.
        pub illustration: String = text("Descrição do desenho").max(300)
            .hint("Lida por leitores de tela no lugar do desenho."),
    }

    /// What the facts of the company's record are called.
    pub struct AboutFacts {
        pub founded: String = line("Nome do ano de fundação").max(60),
        pub employees: String = line("Nome do tamanho da equipe").max(60),
        pub location: String = line("Nome do lugar").max(60)
            .hint("Os valores ficam em Configurações Gerais; o que está vazio lá não aparece."),
    }

    pub struct AboutHistory {
        pub heading: Heading = part("Cabeçalho"),
        pub milestones: Vec<Milestone> = list("Marcos", "Marco", 0..=12),
    }

    pub struct Milestone {
        pub year: String = line("Ano").max(20),
        pub title: String = line("Título").max(100),
        pub text: String = text("Texto").max(600),
    }

    /// Mission, vision, values and team.
    pub struct AboutPillars {
        pub heading: Heading = part("Cabeçalho"),
        pub items: Vec<Feature> = list("Pilares", "Pilar", 1..=8)
            .hint("{mission}, {vision} e {values} são trocados pelos textos de Configurações Gerais."),
    }

    /// The words around the figures, which the home page has.
    pub struct AboutFigures {
        pub heading: Heading = part("Cabeçalho"),
    }

    pub struct AboutClients {
        pub heading: Heading = part("Cabeçalho"),
        pub names: Vec<String> = lines("Nomes dos clientes", "Cliente", 0..=80)
            .hint("Os primeiros aparecem também na página inicial."),
    }

    pub struct AboutTeam {
        pub heading: Heading = part("Cabeçalho"),
        pub groups: Vec<TeamGroup> = list("Grupos", "Grupo", 0..=6),
    }

    pub struct TeamGroup {
        pub title: String = line("Nome do grupo").max(80),
        pub text: String = text("Texto").max(400),
        /// What its people know.
        pub skills: Vec<String> = lines("Especialidades", "Especialidade", 0..=12),
    }
}
