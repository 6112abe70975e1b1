//! `certificate.json`: texts of the page that verifies certificates of erasures.

use super::{Link, PageText};
use crate::features::pages::form::{
    build::{line, part, text},
    content,
};

content! {
    pub struct CertificateContent {
        pub meta: PageText = part("Aba do navegador"),
        pub title: String = line("Título"),
        /// Title of the printed page if the certificate can be read.
        pub print_title: String = line("Título ao imprimir"),
        pub lead: String = text("Texto abaixo do título").max(600),
        pub form: CertificateFormText = part("Formulário"),
        pub results: CertificateResultText = part("Resultados"),
        pub facts: CertificateFactText = part("O que o certificado diz"),
        pub key_title: String = line("Título da chave pública").max(80),
        pub key_text: String = text("Texto da chave pública").max(600),
        pub back: Link = part("Link de volta"),
    }

    pub struct CertificateFormText {
        pub text: String = line("Campo do texto").max(80),
        pub file: String = line("Campo do arquivo").max(80),
        pub email: String = line("Campo do e-mail").max(80),
        pub email_hint: String = text("Ajuda do e-mail").max(300),
        pub submit: String = line("Botão").max(60),
    }

    pub struct CertificateResultText {
        pub valid_title: String = line("Título quando é válido"),
        pub valid_text: String = text("Texto quando é válido").max(400),
        pub other_title: String = line("Título quando é de outra instalação"),
        pub other_text: String = text("Texto quando é de outra instalação").max(400),
        pub changed_title: String = line("Título quando foi alterado"),
        pub changed_text: String = text("Texto quando foi alterado").max(400),
        pub empty_title: String = line("Título quando falta o certificado"),
        pub empty_text: String = text("Texto quando falta o certificado").max(400),
        pub unreadable_title: String = line("Título quando não é um certificado"),
        pub unreadable_text: String = text("Texto quando não é um certificado").max(400),
        pub email_matches: String = line("Quando o e-mail é o do certificado"),
        pub email_differs: String = line("Quando o e-mail é outro"),
        pub email_missing: String = text("Quando o certificado não cita um e-mail").max(400),
    }

    pub struct CertificateFactText {
        pub id: String = line("Número").max(60),
        pub issuer: String = line("Quem emitiu").max(60),
        pub erased_at: String = line("Quando").max(60),
        pub erased: String = line("O que foi apagado").max(60),
        pub nothing: String = line("Quando nada foi encontrado"),
        pub locations: String = line("Onde estava e o que ficou").max(60),
        pub remaining: String = line("O que ficou").max(120),
        pub backups: String = line("Até quando há cópias de segurança").max(120),
        pub no_backups: String = line("Quando não há cópias de segurança"),
        /// Label of the address of the page that verifies the certificate.
        pub address: String = line("Endereço em que se confere").max(60),
        pub signature: String = line("Assinatura").max(60),
    }
}
