//! `contact.json` and `contact_thanks.json`: content of the contact page, its form and its thank-you page.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Heading, Link, PageText};
use crate::features::pages::form::{
    build::{line, lines, list, part, text},
    choices, content,
};

content! {
    /// Content `contact`, of the contact page.
    pub struct ContactContent {
        pub meta: PageText = part("Aba e buscadores"),
        pub hero: Heading = part("Abertura"),
        pub cards: Vec<ContactCard> = list("Cartões", "Cartão", 1..=4)
            .hint("Telefone, e-mail, endereço e horário vêm de Configurações de Contato."),
        pub form: ContactFormText = part("Formulário"),
        pub urgent: UrgentSupport = part("Suporte urgente"),
        pub consulting: Consulting = part("Consultoria"),
    }

    /// A way to reach the company. Its value comes from the settings.
    pub struct ContactCard {
        pub kind: ContactCardKind = part("O que o cartão mostra"),
        pub title: String = line("Título").max(60),
        pub text: String = line("Texto").max(120),
        pub action: String = line("Botão").max(60),
    }

    pub struct ContactFormText {
        pub heading: Heading = part("Cabeçalho"),
        pub name: String = line("Campo do nome").max(60),
        pub company: String = line("Campo da empresa").max(60),
        pub email: String = line("Campo do e-mail").max(60),
        pub phone: String = line("Campo do telefone").max(60),
        pub service: String = line("Campo do serviço").max(60),
        pub message: String = line("Campo da mensagem").max(60),
        pub message_hint: String = text("Dica do campo da mensagem").max(200),
        /// First entry of the list of services, which selects none.
        pub service_empty: String = line("Primeira opção da lista de serviços").max(60),
        pub service_options: Vec<String> = lines("Serviços que se podem escolher", "Serviço", 1..=30)
            .hint("As páginas de serviços escolhem um deles pelo nome: ao mudar um nome aqui, mude-o lá também."),
        pub files: ContactFilesText = part("Arquivos"),
        pub optional: String = line("Marca dos campos opcionais").max(40),
        /// Label of the hidden field, which must stay empty.
        pub trap: String = line("Campo escondido contra robôs").max(80),
        pub submit: String = line("Botão").max(60),
        pub sending: String = line("Botão, enquanto envia").max(60),
        /// Share of promises met. Blank unless the settings allow the site to show it.
        pub promises_met: String = line("Parcela respondida no prazo").max(160)
            .hint("Aparece só se Configurações de Contato permitirem."),
        /// Consent text, which is stored with each contact.
        pub privacy: String = text("Abaixo do botão").max(300)
            .hint("Fica guardado com cada contato, com a versão da Política de Privacidade."),
        /// Name of the consent text's version. Change it together with the text.
        pub consent_version: String = line("Versão desse texto").max(20).hint("Mude sempre que mudar o texto acima."),
        pub errors: ContactFormErrors = part("Avisos nos campos"),
        pub sent_title: String = line("Título depois de enviar"),
        pub sent_text: String = text("Texto depois de enviar").max(300),
        pub failed_title: String = line("Título quando não envia"),
        pub failed_text: String = text("Texto quando não envia").max(300),
        pub after: ContactAfterText = part("Depois de enviar"),
    }

    /// Texts about the files that a visitor sends with the message.
    pub struct ContactFilesText {
        pub label: String = line("Campo dos arquivos").max(60),
        pub hint: String = text("Dica do campo").max(200)
            .hint("Os limites são fixos: mude só o jeito de dizer."),
        pub remove: String = line("Botão que remove um arquivo").max(40),
        pub sending: String = line("Botão, enquanto envia os arquivos").max(60),
        pub too_large: String = line("Arquivo grande demais").max(160),
        pub too_many: String = line("Arquivos demais").max(160),
        pub wrong_type: String = line("Tipo errado").max(160),
        pub unreadable: String = line("Arquivo que não abre").max(160),
        pub not_received: String = line("Arquivo que não chegou").max(160),
        pub not_stored: String = line("Arquivo que não coube").max(160),
        /// Text at the field if the form was refused, because browsers don't send the files again.
        pub choose_again: String = line("Depois de um erro no formulário, sem JavaScript").max(160),
        /// Text after sending, before the files that were not stored.
        pub unsent: String = line("Depois de enviar, antes dos arquivos que faltam").max(160),
        /// Text after these files.
        pub unsent_how: String = text("Como mandar os que faltam").max(200),
    }

    /// Texts that are shown after sending, whether it succeeded or failed.
    pub struct ContactAfterText {
        /// Text before the deadline of the answer.
        pub deadline: String = line("Antes do prazo da resposta").max(60),
        pub contents: String = line("Acima do que foi enviado").max(60),
        pub urgent: String = line("Antes de telefone e WhatsApp").max(120),
        pub again: String = line("Botão que abre outro formulário").max(60),
        /// Text if the message could not be sent, before the links to phone, WhatsApp and email.
        pub unsent: String = text("Quando não envia, antes de telefone e WhatsApp").max(300),
        pub call: String = line("Botão que liga").max(40),
        pub whatsapp: String = line("Botão do WhatsApp").max(40),
        pub email: String = line("Botão do e-mail").max(40),
    }

    pub struct ContactFormErrors {
        pub name_missing: String = line("Falta o nome"),
        pub company_missing: String = line("Falta a empresa"),
        pub email_missing: String = line("Falta o e-mail"),
        pub email_invalid: String = line("E-mail errado"),
        pub phone_missing: String = line("Falta o telefone"),
        pub phone_invalid: String = line("Telefone errado"),
        pub message_missing: String = line("Falta a mensagem"),
        /// Text above the form if a field is invalid.
        pub summary: String = line("Acima do formulário"),
    }

    pub struct UrgentSupport {
        pub title: String = line("Título"),
        pub text: String = text("Texto").max(400),
        /// Label of the link that calls the company.
        pub emergency: String = line("Botão que liga").max(60),
        /// Label of the link to the company's WhatsApp. Hidden if no number is configured.
        pub chat: String = line("Botão do WhatsApp").max(60),
    }

    pub struct Consulting {
        pub title: String = line("Título"),
        pub text: String = text("Texto").max(400),
        pub items: Vec<String> = lines("O que inclui", "Item", 0..=10),
        pub action: Link = part("Botão"),
    }

    /// Content `contact_thanks`, of the page shown after a contact request was sent without JavaScript.
    pub struct ContactThanksContent {
        pub meta: PageText = part("Aba do navegador"),
        pub title: String = line("Título"),
        pub text: String = text("Texto").max(400),
        pub back: Link = part("Botão"),
    }
}

/// What a card of the contact page shows, and what its button does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContactCardKind {
    /// The phone number. The button calls it.
    Phone,
    /// The email address. The button writes to it.
    Email,
    /// The postal address. The button leads to the contact form.
    Location,
    /// The business hours. The button calls the company.
    Hours,
}

choices!(ContactCardKind {
    Phone = "Telefone",
    Email = "E-mail",
    Location = "Endereço",
    Hours = "Horário de atendimento",
});
