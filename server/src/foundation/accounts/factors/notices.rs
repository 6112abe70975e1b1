//! Messages to users about changes of their second factors, which someone else may have made.

use crate::{
    app::App,
    foundation::{
        identity::model::User,
        mail::{self, model::Message, names::greeting},
    },
    platform::{db::Transaction, error::Result},
};

const WHAT_TO_DO: &str = "Se não foi você, troque a sua senha agora e fale com quem administra o site.";

pub(super) async fn added(app: &App, tx: &Transaction, user: &User) -> Result<()> {
    let text = "A partir de agora, para entrar na sua conta é preciso informar, além da senha, um código do seu \
                aplicativo autenticador. As outras sessões da conta foram encerradas.";
    send(app, tx, user, "second_factor_added", "Segundo fator ativado", text).await
}

pub(super) async fn removed(app: &App, tx: &Transaction, user: &User) -> Result<()> {
    let text = "Os códigos do aplicativo autenticador deixaram de ser pedidos na sua conta. As outras sessões da conta foram \
                encerradas.";
    send(app, tx, user, "second_factor_removed", "Segundo fator desativado", text).await
}

pub(super) async fn codes_replaced(app: &App, tx: &Transaction, user: &User) -> Result<()> {
    let text =
        "Foram gerados novos códigos de recuperação para a sua conta. Os anteriores deixaram de valer.";
    send(app, tx, user, "recovery_codes_replaced", "Novos códigos de recuperação", text).await
}

pub(super) async fn code_used(app: &App, tx: &Transaction, user: &User, left: u64) -> Result<()> {
    let codes_left = match left {
        0 => "Não resta nenhum: gere novos códigos na parte de segurança da sua conta.".to_owned(),
        1 => "Resta 1 código.".to_owned(),
        more => format!("Restam {more} códigos."),
    };
    let text = format!("Um código de recuperação foi usado na sua conta. {codes_left}");
    send(app, tx, user, "recovery_code_used", "Código de recuperação usado", &text).await
}

pub(super) async fn send(
    app: &App,
    tx: &Transaction,
    user: &User,
    kind: &'static str,
    subject: &str,
    text: &str,
) -> Result<()> {
    let message = Message::new(kind, &user.email, subject)
        .named(&user.full_name)
        .paragraph(greeting(&user.full_name))
        .paragraph(text)
        .paragraph(WHAT_TO_DO)
        .reason("Você recebe este aviso porque ele trata da segurança da sua conta.");
    mail::queue(app, tx, message).await?;
    Ok(())
}
