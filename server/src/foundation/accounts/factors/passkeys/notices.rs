//! Messages to users when a passkey is added or removed.

use crate::{
    app::App,
    foundation::{
        accounts::{factors::notices::send, notices::AccountMessage},
        identity::model::User,
    },
    platform::{db::Transaction, error::Result},
};

pub(super) async fn added(app: &App, tx: &Transaction, user: &User, name: &str) -> Result<()> {
    let text = format!(
        "A chave de acesso \"{name}\" foi cadastrada na sua conta e já serve para entrar. As outras sessões da conta \
         foram encerradas. Se você não a conhece, remova-a na parte de segurança da conta: ela entra sem a senha."
    );
    send(app, tx, user, AccountMessage::PasskeyAdded, "Chave de acesso cadastrada", &text).await
}

pub(super) async fn removed(app: &App, tx: &Transaction, user: &User, name: &str) -> Result<()> {
    let text = format!(
        "A chave de acesso \"{name}\" foi removida da sua conta e não serve mais para entrar. As outras sessões da \
         conta foram encerradas."
    );
    send(app, tx, user, AccountMessage::PasskeyRemoved, "Chave de acesso removida", &text).await
}
