//! `about.json`: content of the page about the company.

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
        pub stats: AboutStats = part("Números")
            .hint("Os números são os da página inicial."),
        pub clients: AboutClients = part("Clientes"),
        pub team: AboutTeam = part("Equipe"),
        pub closing: CallToAction = part("Chamada final"),
    }

    pub struct AboutHero {
        pub eyebrow: String = line("Chamada acima do título").max(80),
        pub title: String = line("Título"),
        pub lead: String = text("Texto abaixo do título").max(400),
        /// Text alternative of the drawing.
        pub illustration: String = text("Descrição do desenho").max(300)
            .hint("Lida por leitores de tela no lugar do desenho."),
    }

    /// Labels of facts about the company. The facts themselves come from the settings.
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

    /// The principles of the company, such as its mission and its values.
    pub struct AboutPillars {
        pub heading: Heading = part("Cabeçalho"),
        pub items: Vec<Feature> = list("Pilares", "Pilar", 1..=8)
            .hint("{mission}, {vision} e {values} são trocados pelos textos de Configurações Gerais."),
    }

    /// Texts around the stats of the home page.
    pub struct AboutStats {
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
        /// Skills of the team.
        pub skills: Vec<String> = lines("Especialidades", "Especialidade", 0..=12),
    }
}
