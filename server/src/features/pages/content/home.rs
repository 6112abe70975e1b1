//! `home.json`: content of the home page.

use super::{CallToAction, Drawing, Feature, Heading, Link};
use crate::features::pages::form::{
    build::{address, line, lines, list, number, part, text},
    content,
};

content! {
    /// Content `home`, of the home page.
    pub struct HomeContent {
        pub hero: Hero = part("Abertura"),
        pub clients: HomeClients = part("Clientes"),
        pub features: HomeFeatures = part("Diferenciais"),
        pub services: HomeServices = part("Serviços"),
        pub stats: HomeStats = part("Números"),
        pub reasons: HomeReasons = part("Por que nos escolher"),
        pub testimonials: HomeTestimonials = part("Depoimentos"),
        pub closing: CallToAction = part("Chamada final"),
    }

    pub struct Hero {
        pub eyebrow: String = line("Chamada acima do título").max(80),
        pub title: String = line("Título").max(100),
        pub lead: String = text("Texto abaixo do título").max(400),
        pub primary: Link = part("Botão principal"),
        pub secondary: Link = part("Segundo botão"),
        /// Short promises in one line below the buttons.
        pub facts: Vec<String> = lines("Promessas abaixo dos botões", "Promessa", 0..=5),
        /// Text alternative of the drawing.
        pub illustration: String = text("Descrição do desenho").max(300)
            .hint("Lida por leitores de tela no lugar do desenho."),
    }

    /// Texts around the names of some clients. The names come from the content of the page about the company.
    pub struct HomeClients {
        pub title: String = line("Título").hint("Os nomes dos clientes ficam na página Sobre."),
        pub all: Link = part("Link para todos"),
    }

    pub struct HomeFeatures {
        pub heading: Heading = part("Cabeçalho"),
        pub items: Vec<Feature> = list("Diferenciais", "Diferencial", 1..=6),
    }

    pub struct HomeServices {
        pub heading: Heading = part("Cabeçalho"),
        pub items: Vec<ServiceTeaser> = list("Cartões de serviços", "Cartão", 1..=9),
        /// Label of the link of each teaser.
        pub more: String = line("Texto do link de cada cartão").max(60),
        pub all: Link = part("Link para todos"),
    }

    pub struct ServiceTeaser {
        pub drawing: Drawing = part("Desenho"),
        pub title: String = line("Título").max(80),
        pub text: String = text("Texto").max(300),
        pub url: String = address("Endereço da página"),
    }

    pub struct HomeStats {
        pub heading: Heading = part("Cabeçalho"),
        pub items: Vec<Stat> = list("Números", "Número", 0..=6)
            .hint("Aparecem também na página Sobre."),
    }

    /// A number with its unit, such as `500+`, and its label.
    pub struct Stat {
        pub value: String = line("Número").max(12),
        pub label: String = line("O que ele conta").max(60),
    }

    pub struct HomeReasons {
        pub heading: Heading = part("Cabeçalho"),
        pub items: Vec<Feature> = list("Motivos", "Motivo", 1..=8),
    }

    pub struct HomeTestimonials {
        pub heading: Heading = part("Cabeçalho"),
        /// Text alternative of the stars. `{rating}` is replaced with their number.
        pub rating: String = line("Nota lida por leitores de tela").max(60)
            .hint("{rating} é trocado pelo número de estrelas."),
        pub items: Vec<Testimonial> = list("Depoimentos", "Depoimento", 0..=12),
    }

    pub struct Testimonial {
        pub name: String = line("Nome").max(80),
        pub company: String = line("Empresa").max(80),
        pub text: String = text("Depoimento").max(600),
        /// 1 to 5 stars.
        pub rating: u8 = number("Estrelas", 1..=5),
    }
}
