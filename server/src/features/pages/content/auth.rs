//! `auth.json`: content of the sign-in and sign-up page.

use super::{Link, PASSWORD_HINT, PageText};
use crate::features::pages::form::{
    build::{line, part, text},
    content,
};

content! {
    /// Content `auth`, of the page where visitors sign in and sign up.
    pub struct AuthContent {
        pub meta: PageText = part("Aba e buscadores"),
        pub back: String = line("Link de volta ao site").max(60),
        pub title: String = line("Título"),
        pub lead: String = text("Texto abaixo do título").max(300),
        /// Label of the group of tabs.
        pub tabs: String = line("Nome das duas abas").max(60).hint("Lido por leitores de tela."),
        pub sign_in: SignInText = part("Entrar"),
        pub sign_up: SignUpText = part("Criar conta"),
        pub show_password: String = line("Botão que mostra a senha").max(40),
        pub errors: AuthErrors = part("Avisos nos campos"),
    }

    pub struct SignInText {
        pub tab: String = line("Aba").max(40),
        pub email: String = line("Campo do e-mail").max(60),
        pub password: String = line("Campo da senha").max(60),
        pub forgot: String = line("Link para quem esqueceu a senha").max(60),
        pub submit: String = line("Botão").max(60),
        pub busy: String = line("Botão, enquanto entra").max(60),
        pub done_title: String = line("Título depois de entrar"),
        pub done_text: String = text("Texto depois de entrar").max(300),
        pub failed_title: String = line("Título quando não entra"),
        pub failed_text: String = text("Texto quando não entra").max(300),
        pub passkey: PasskeySignInText = part("Chave de acesso"),
        pub second_step: SecondStepText = part("Segundo fator"),
    }

    pub struct PasskeySignInText {
        pub sign_in: String = line("Botão").max(60),
        pub busy: String = line("Botão, enquanto espera").max(60),
        pub failed_title: String = line("Quando não entra"),
        pub canceled: String = line("Quando se desiste"),
    }

    /// Texts of the second step of the sign-in.
    pub struct SecondStepText {
        pub title: String = line("Título"),
        pub lead: String = text("Texto").max(300),
        pub code: String = line("Campo do código").max(60),
        pub use_recovery: String = line("Link para o código de recuperação").max(100),
        pub recovery_lead: String = text("Texto do código de recuperação").max(300),
        pub recovery_code: String = line("Campo do código de recuperação").max(60),
        pub use_app: String = line("Link de volta ao aplicativo").max(80),
        pub code_missing: String = line("Falta o código"),
        pub submit: String = line("Botão").max(60),
        pub busy: String = line("Botão, enquanto confirma").max(60),
        pub back: String = line("Link de volta à senha").max(60),
        pub failed_title: String = line("Quando o código não é aceito"),
    }

    pub struct SignUpText {
        pub tab: String = line("Aba").max(40),
        pub full_name: String = line("Campo do nome").max(60),
        pub email: String = line("Campo do e-mail").max(60),
        pub password: String = line("Campo da senha").max(60),
        pub password_hint: String = text("Dica da senha").max(300).hint(PASSWORD_HINT),
        pub submit: String = line("Botão").max(60),
        pub busy: String = line("Botão, enquanto cria").max(60),
        pub done_title: String = line("Depois de criar"),
        pub failed_title: String = line("Título quando não cria"),
        pub failed_text: String = text("Texto quando não cria").max(300),
        /// Label of the link to the sign-in form, if the email address already has an account.
        pub sign_in_instead: String = line("Link quando o e-mail já tem conta").max(80),
        /// Start of the consent text, which continues with the labels of the links. The whole text is stored with each account.
        pub accepts: String = line("Antes dos termos e da política").max(120)
            .hint("Esta frase fica guardada com cada conta, com as versões dos Termos e da Política."),
        pub terms: Link = part("Link dos termos"),
        pub and: String = line("Entre os dois links").max(20),
        pub privacy: Link = part("Link da política de privacidade"),
        /// Name of the consent text's version. Change it together with the text.
        pub consent_version: String = line("Versão dessa frase").max(20).hint("Mude sempre que mudar a frase acima."),
    }

    pub struct AuthErrors {
        pub full_name_missing: String = line("Falta o nome"),
        pub email_missing: String = line("Falta o e-mail"),
        pub email_invalid: String = line("E-mail errado"),
        pub password_missing: String = line("Falta a senha"),
        pub password_short: String = line("Senha curta").hint(PASSWORD_HINT),
    }
}
