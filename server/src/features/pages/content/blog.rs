//! `blog.json` and `article.json`: the texts around the posts.

use super::{CallToAction, Link, PageText};
use crate::features::pages::form::{
    build::{line, part, text},
    content,
};

/// The fixed categories, which the blog's filter always shows, in the order of the filter.
pub const CATEGORIES: [&str; 6] =
    ["Cloud Computing", "Segurança", "Inteligência Artificial", "Automação", "Backup", "Monitoramento"];

content! {
    /// Content `blog`, of the lists of posts.
    pub struct BlogContent {
        pub meta: PageText = part("Aba e buscadores"),
        pub eyebrow: String = line("Chamada acima do título").max(80),
        pub title: String = line("Título"),
        pub lead: String = text("Texto abaixo do título").max(400),
        /// Texts of the list of a category. `{name}` is replaced with the name of the category.
        pub category: ListText = part("Lista de uma categoria").hint("{name} é trocado pelo nome da categoria."),
        /// Texts of the list of a tag. `{name}` is replaced with the name of the tag.
        pub tag: ListText = part("Lista de uma tag").hint("{name} é trocado pelo nome da tag."),
        /// Label of the row of categories.
        pub filter: String = line("Nome da linha de categorias").max(60),
        /// Entry of the row of categories that shows all posts.
        pub all: String = line("Opção que mostra tudo").max(40),
        pub search: SearchText = part("Busca"),
        /// Label of the link to each post.
        pub read: String = line("Texto do link de cada artigo").max(60),
        /// Reading time. `{minutes}` is replaced with the number of minutes.
        pub read_time: String = line("Tempo de leitura").max(60)
            .hint("{minutes} é trocado pelo número de minutos."),
        pub more: String = line("Botão que carrega mais").max(60),
        pub loading: String = line("Enquanto carrega").max(60),
        pub newer: String = line("Link para os mais recentes").max(60),
        pub load_failed: String = line("Quando não carrega"),
        /// Announcement after posts were added to the list. `{count}` is replaced with their number.
        pub loaded: String = line("Dito ao carregar mais").max(80)
            .hint("Lido por leitores de tela. {count} é trocado pelo número de artigos."),
        /// Suffix of the title from the second page on. `{number}` is replaced with the number of the page.
        pub page: String = line("Depois do título, da segunda página em diante").max(60)
            .hint("{number} é trocado pelo número da página."),
        pub empty_title: String = line("Título da lista vazia"),
        pub empty_text: String = text("Texto da lista vazia").max(300),
        /// Texts of the page at the address of a deleted post.
        pub gone: GoneText = part("Artigo removido"),
    }

    pub struct ListText {
        pub meta: PageText = part("Aba e buscadores"),
        pub title: String = line("Título"),
        pub lead: String = text("Texto abaixo do título").max(400),
    }

    pub struct SearchText {
        pub label: String = line("Nome do campo").max(60),
        pub placeholder: String = line("Exemplo dentro do campo").max(60),
        pub submit: String = line("Botão").max(40),
        /// Title of the results. `{query}` is replaced with the search terms.
        pub title: String = line("Título dos resultados").hint("{query} é trocado pelo que se buscou."),
        pub one: String = line("Quando há um resultado").max(120),
        /// Text for several results. `{count}` is replaced with their number.
        pub many: String = line("Quando há vários").max(120).hint("{count} é trocado pelo número de artigos."),
        pub none: String = text("Quando não há nenhum").max(300),
        /// Heading of the newest posts, which are shown if a search finds none.
        pub suggested: String = line("Título dos artigos sugeridos, quando não há nenhum").max(80),
        /// Shown instead of results after too many searches.
        pub refused_title: String = line("Título para quem busca demais"),
        pub refused_text: String = text("Texto para quem busca demais").max(300),
    }

    pub struct GoneText {
        pub meta: PageText = part("Aba do navegador"),
        pub title: String = line("Título"),
        pub text: String = text("Texto").max(300),
        pub back: Link = part("Botão"),
    }

    /// Content `article`, of the page of a post.
    pub struct ArticleContent {
        /// Suffix of the title of the post in the browser tab.
        pub title_suffix: String = line("Depois do título do artigo, na aba").max(80),
        /// Notice above an unpublished post.
        pub preview: String = line("Acima de um artigo ainda não publicado").max(120),
        pub back: Link = part("Link de volta"),
        /// Text before the author's name.
        pub by: String = line("Antes do nome de quem escreveu").max(40),
        /// Text before the day of the last change.
        pub updated: String = line("Antes da data da última alteração").max(40),
        /// Heading of the table of contents.
        pub contents: String = line("Título do sumário").max(60),
        pub tags: String = line("Nome das tags").max(40),
        pub share: ShareText = part("Compartilhar"),
        pub previous: String = line("Link para o artigo anterior").max(60),
        pub next: String = line("Link para o próximo artigo").max(60),
        /// Label of the group of links to the previous and the next post.
        pub neighbors: String = line("Nome desses dois links").max(80).hint("Lido por leitores de tela."),
        pub related: String = line("Título dos artigos relacionados").max(80),
        pub code: CodeText = part("Trechos de código"),
        /// Label of the link to the detail page about the post's category. `{name}` is replaced with the name of the page.
        pub service: String = line("Link para o serviço do assunto").max(80)
            .hint("{name} é trocado pelo nome do serviço."),
        pub closing: CallToAction = part("Chamada final"),
    }

    pub struct CodeText {
        pub copy: String = line("Botão que copia").max(40),
        pub copied: String = line("Depois de copiar").max(40),
        pub copy_failed: String = line("Quando não copia").max(120),
    }

    pub struct ShareText {
        pub title: String = line("Título").max(60),
        pub whatsapp: String = line("WhatsApp").max(40),
        pub linkedin: String = line("LinkedIn").max(40),
        pub email: String = line("E-mail").max(40),
        pub copy: String = line("Copiar o link").max(60),
        pub copied: String = line("Depois de copiar").max(60),
        pub copy_failed: String = line("Quando não copia").max(120),
    }
}
