//! Messages to users about changes of their second factors, which someone else may have made.

use crate::{
    app::App,
    foundation::{accounts::notices::AccountMessage, identity::model::User, mail},
    platform::{db::Transaction, error::Result},
};

const WHAT_TO_DO: &str = "Se não foi você, troque a sua senha agora e fale com quem administra o site.";

pub(super) async fn added(app: &App, tx: &Transaction, user: &User) -> Result<()> {
    let text = "A partir de agora, para entrar na sua conta é preciso informar, além da senha, um código do seu \
                aplicativo autenticador. As outras sessões da conta foram encerradas.";
    send(app, tx, user, AccountMessage::SecondFactorAdded, "Segundo fator ativado", text).await
}

pub(super) async fn removed(app: &App, tx: &Transaction, user: &User) -> Result<()> {
    let text = "Os códigos do aplicativo autenticador deixaram de ser pedidos na sua conta. As outras sessões da conta foram \
                encerradas.";
    send(app, tx, user, AccountMessage::SecondFactorRemoved, "Segundo fator desativado", text).await
}

pub(super) async fn codes_replaced(app: &App, tx: &Transaction, user: &User) -> Result<()> {
    let text =
        "Foram gerados novos códigos de recuperação para a sua conta. Os anteriores deixaram de valer.";
    send(app, tx, user, AccountMessage::RecoveryCodesReplaced, "Novos códigos de recuperação", text).await
}

pub(super) async fn code_used(app: &App, tx: &Transaction, user: &User, left: u64) -> Result<()> {
    let codes_left = match left {
        0 => "Não resta nenhum: gere novos códigos na parte de segurança da sua conta.".to_owned(),
        1 => "Resta 1 código.".to_owned(),
        more => format!("Restam {more} códigos."),
    };
    let text = format!("Um código de recuperação foi usado na sua conta. {codes_left}");
    send(app, tx, user, AccountMessage::RecoveryCodeUsed, "Código de recuperação usado", &text).await
}

pub(super) async fn send(
    app: &App,
    tx: &Transaction,
    user: &User,
    kind: AccountMessage,
    subject: &str,
    text: &str,
) -> Result<()> {
    let message = kind
        .to(user, subject)
        .paragraph(text)
        .paragraph(WHAT_TO_DO)
        .reason("Você recebe este aviso porque ele trata da segurança da sua conta.");
    mail::queue(app, tx, message).await?;
    Ok(())
}
