//! The settings of the mail servers for administrators: reading, changing, testing and turning them off.

mod change;
pub mod domain;
pub mod incoming;
pub mod outgoing;

use utoipa::IntoResponses;

use super::model::MailSource;
use crate::{
    app::App,
    platform::error::{Error, ErrorBody},
};

const IN_ENVIRONMENT: Error = Error::Conflict {
    code: "set_in_environment",
    message: "Estas configurações vêm das variáveis de ambiente do servidor e só podem ser mudadas lá.",
};
const LOST_PASSWORD: &str =
    "A senha guardada não pôde ser aberta: a VITRINE_SECRET_KEY mudou. Digite a senha de novo.";

/// The response to a change of settings that the environment has.
#[derive(IntoResponses)]
#[response(
    status = 409,
    description = "`set_in_environment`: the environment of the server has the settings"
)]
pub struct SetInEnvironment(pub ErrorBody);

/// Returns the problem that the server was started without mail, if settings exist.
fn off(app: &App, source: MailSource) -> Option<String> {
    let text = "O servidor foi iniciado com VITRINE_MAIL=off: nenhum e-mail é enviado nem lido.";
    (!app.config.uses_mail && source != MailSource::None).then(|| text.to_owned())
}
