//! `layout.json`: content of header and footer.

use super::Link;
use crate::features::pages::form::{
    build::{line, list, part, text},
    content,
};

content! {
    /// Content `layout`, of header and footer.
    pub struct LayoutContent {
        pub labels: LayoutLabels = part("Textos do cabeçalho, do rodapé e dos avisos"),
        /// Links in the last line of the footer: privacy policy and terms of use.
        pub legal: Vec<Link> = list("Links da última linha do rodapé", "Link", 0..=6),
        /// Start of a visitor's message on WhatsApp.
        pub whatsapp_text: String = text("Começo da mensagem no WhatsApp").max(300),
    }

    /// Labels of the header, the footer and the notices.
    pub struct LayoutLabels {
        pub skip_to_content: String = line("Atalho para o conteúdo").max(60)
            .hint("Aparece ao navegar pelo teclado."),
        pub main_menu: String = line("Nome do menu principal").max(60),
        pub open_menu: String = line("Botão que abre o menu no celular").max(60),
        pub close_menu: String = line("Botão que fecha o menu no celular").max(60),
        pub sign_in: String = line("Botão de entrar").max(40),
        pub quote: Link = part("Botão em destaque no cabeçalho"),
        pub user_menu: String = line("Nome do menu de quem entrou").max(60),
        pub admin_panel: String = line("Link para o painel").max(60),
        pub my_account: String = line("Link para a própria conta").max(60),
        pub sign_out: String = line("Botão de sair").max(40),
        pub signed_out: String = line("Depois de sair").max(80),
        pub phone: String = line("Nome do telefone").max(40),
        pub email: String = line("Nome do e-mail").max(40),
        pub address: String = line("Nome do endereço").max(40),
        pub hours: String = line("Nome do horário").max(60),
        pub whatsapp: String = line("Link para o WhatsApp").max(40),
        /// Label of the link that calls the company, in the bottom bar on phones.
        pub call: String = line("Link que liga, na barra do celular").max(20),
        /// Label of the link to the quote form, in the bottom bar on phones.
        pub quote_short: String = line("Link do orçamento, na barra do celular").max(20),
        /// Label of the bottom bar on phones.
        pub reach: String = line("Nome da barra do celular").max(60).hint("Lido por leitores de tela."),
        /// Label of the link to the newsletter page, in the footer.
        pub newsletter: String = line("Link para a newsletter, no rodapé").max(40),
        /// Label of the link to the feed, in the footer; also the title of the feed.
        pub feed: String = line("Link para o feed, no rodapé").max(60),
        pub social: String = line("Nome das redes sociais").max(60),
        pub legal: String = line("Nome dos links legais").max(60),
        pub notices: String = line("Nome da área de avisos").max(60),
        pub dismiss_notice: String = line("Botão que fecha um aviso").max(60),
        /// Message for a failed request if the server sent none.
        pub request_failed: String = line("Aviso quando o servidor não responde").max(120),
        pub no_script: String = line("Aviso sem JavaScript").max(200),
    }
}
