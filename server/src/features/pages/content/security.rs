//! Texts of the account page's section about second factors and passkeys.

use crate::features::pages::form::{
    build::{line, part, text},
    content,
};

content! {
    /// The field `security` of `account.json`.
    pub struct SecurityText {
        pub title: String = line("Título").max(80),
        pub lead: String = text("Texto").max(300),
        pub totp: TotpText = part("Aplicativo autenticador"),
        pub enrollment: EnrollmentText = part("Ativar o segundo fator"),
        pub passkeys: PasskeysText = part("Chaves de acesso"),
        pub codes: RecoveryCodesText = part("Códigos de recuperação"),
        pub step_up: StepUpText = part("Confirmar que é a própria pessoa"),
    }

    /// Texts about an authenticator app: its state, setting it up and removing it.
    pub struct TotpText {
        pub title: String = line("Título").max(80),
        pub on: String = line("Marca quando está ativo").max(40),
        pub off: String = line("Marca quando está inativo").max(40),
        pub lead_on: String = text("Texto quando está ativo").max(300),
        pub lead_off: String = text("Texto quando está inativo").max(300),
        /// Text before the date.
        pub since: String = line("Antes da data").max(60),
        pub start: String = line("Botão que ativa").max(60),
        pub failed_title: String = line("Quando não ativa"),
        pub stop: String = line("Botão que desativa").max(60),
        pub stop_question: String = line("Pergunta antes de desativar"),
        pub stop_lead: String = text("Texto antes de desativar").max(300),
        pub stop_submit: String = line("Botão que confirma").max(60),
        pub stopped_title: String = line("Depois de desativar"),
        pub stop_failed_title: String = line("Quando não desativa"),
        pub cancel: String = line("Botão que cancela").max(40),
    }

    pub struct EnrollmentText {
        pub title: String = line("Título").max(80),
        pub app: String = line("Primeiro passo"),
        pub app_hint: String = text("Dica do primeiro passo").max(300),
        pub scan: String = line("Segundo passo"),
        /// Text alternative of the QR code.
        pub qr_code: String = line("Descrição do código QR"),
        pub key_lead: String = line("Para quem não consegue ler o código"),
        pub copy_key: String = line("Botão que copia a chave").max(60),
        pub key_copied: String = line("Depois de copiar"),
        pub open_app: String = line("Link que abre o aplicativo").max(80),
        pub confirm: String = line("Terceiro passo"),
        pub code: String = line("Campo do código").max(60),
        pub code_missing: String = line("Falta o código"),
        pub submit: String = line("Botão").max(60),
        pub busy: String = line("Botão, enquanto ativa").max(60),
        pub cancel: String = line("Botão que cancela").max(40),
        pub done_title: String = line("Título depois de ativar"),
        pub done_text: String = text("Texto depois de ativar").max(300),
        pub failed_title: String = line("Quando o código não é aceito"),
    }

    /// Texts about passkeys: creating, naming and removing them.
    pub struct PasskeysText {
        pub title: String = line("Título").max(80),
        pub lead: String = text("Texto").max(400),
        pub unsupported: String = text("Quando o navegador não aceita").max(300),
        pub create: String = line("Botão que adiciona").max(60),
        pub create_submit: String = line("Botão que cria").max(60),
        pub create_failed_title: String = line("Quando não cria"),
        pub created_title: String = line("Título depois de criar"),
        pub created_text: String = text("Texto depois de criar").max(300),
        pub canceled: String = line("Quando se desiste"),
        pub known: String = line("Quando o aparelho já tem uma"),
        pub name: String = line("Campo do nome").max(60),
        pub name_hint: String = text("Dica do nome").max(300),
        pub name_missing: String = line("Falta o nome"),
        pub busy: String = line("Botão, enquanto espera").max(60),
        pub cancel: String = line("Botão que cancela").max(40),
        pub created: String = line("Antes da data de criação").max(60),
        pub used: String = line("Antes da data do último uso").max(60),
        pub unused: String = line("Quando nunca foi usada").max(60),
        pub rename: String = line("Botão que renomeia").max(60),
        pub rename_submit: String = line("Botão que salva o nome").max(60),
        pub renamed_title: String = line("Depois de renomear"),
        pub rename_failed_title: String = line("Quando não renomeia"),
        pub remove: String = line("Botão que remove").max(60),
        pub remove_question: String = line("Pergunta antes de remover"),
        pub remove_lead: String = text("Texto antes de remover").max(300),
        pub remove_submit: String = line("Botão que confirma").max(60),
        pub removed_title: String = line("Depois de remover"),
        pub remove_failed_title: String = line("Quando não remove"),
    }

    pub struct RecoveryCodesText {
        pub title: String = line("Título").max(80),
        pub lead: String = text("Texto").max(400),
        /// Text before the number of remaining codes.
        pub left: String = line("Antes do número dos que restam").max(80),
        pub none_left: String = text("Quando não resta nenhum").max(300),
        pub copy: String = line("Botão que copia").max(60),
        pub copied: String = line("Depois de copiar"),
        pub copy_failed_title: String = line("Título quando não copia"),
        pub copy_failed_text: String = text("Texto quando não copia").max(300),
        pub download: String = line("Botão que baixa").max(60),
        /// Text above the codes in the downloaded file.
        pub file_title: String = line("Primeira linha do arquivo"),
        pub done: String = line("Botão de quem já guardou").max(60),
        pub replace: String = line("Botão que gera outros").max(60),
        pub replace_question: String = line("Pergunta antes de gerar"),
        pub replace_lead: String = text("Texto antes de gerar").max(300),
        pub replace_submit: String = line("Botão que confirma").max(60),
        pub replaced_title: String = line("Depois de gerar"),
        pub replace_failed_title: String = line("Quando não gera"),
    }

    /// Texts of the confirmation before a change of the second factor.
    pub struct StepUpText {
        pub title: String = line("Título").max(80),
        pub lead: String = text("Texto").max(300),
        pub password: String = line("Campo da senha").max(60),
        pub password_missing: String = line("Falta a senha"),
        pub code: String = line("Campo do código").max(60),
        pub code_missing: String = line("Falta o código"),
        pub use_code: String = line("Link para usar um código").max(80),
        pub use_password: String = line("Link para usar a senha").max(80),
        pub use_passkey: String = line("Botão da chave de acesso").max(80),
        pub passkey_canceled: String = line("Quando se desiste da chave"),
        pub submit: String = line("Botão").max(60),
        pub busy: String = line("Botão, enquanto confirma").max(60),
        pub cancel: String = line("Botão que cancela").max(40),
    }
}
