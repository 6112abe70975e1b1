//! The daily mail to staff about suspected contacts, so that none of them waits unseen.

use chrono::Timelike;
use chrono_tz::America::Sao_Paulo;

use super::store::{self, digests};
use crate::{
    app::App,
    foundation::{
        identity::store::users,
        mail::{self, model::Message},
    },
    platform::{date, error::Result},
};

/// In São Paulo: it is read at the beginning of the working day.
const EARLIEST_HOUR: u32 = 8;
const KIND: &str = "suspected_contacts";

/// Queues the digest, once a day, if suspected contacts have come in since the last one.
pub async fn run(app: &App) -> Result<()> {
    let now = app.clock.now();
    if now.with_timezone(&Sao_Paulo).hour() < EARLIEST_HOUR {
        return Ok(());
    }
    let tx = app.db.begin().await?;
    // The stored date is in the future if the clock was ahead. Such a date is ignored.
    let last = digests::last_of_suspected(&*tx).await?.filter(|last| *last <= now);
    if last.is_some_and(|last| date::day_of(last) >= date::day_of(now)) {
        return Ok(());
    }
    let (waiting, new) = store::count_suspected(&*tx, last).await?;
    if new == 0 {
        return Ok(());
    }
    let origin = app.config.origin();
    let staff = users::staff(&*tx).await?;
    let messages = staff.iter().map(|user| digest(&user.email, waiting, new, &origin)).collect();
    // Those of earlier days that still wait say less than today's.
    mail::store::delete_waiting(&*tx, &[KIND], None, now).await?;
    mail::queue_all(app, &tx, messages).await?;
    digests::set_suspected(&*tx, now).await?;
    tx.commit().await?;
    tracing::info!(waiting, new, "digest of suspected contacts queued");
    Ok(())
}

fn digest(to: &str, waiting: u64, new: u64, origin: &str) -> Message {
    let (subject, came) = match (waiting, new) {
        (1, _) => ("1 contato espera em Suspeitos".to_owned(), "Ele chegou desde o último aviso.".to_owned()),
        (all, 1) => {
            (format!("{all} contatos esperam em Suspeitos"), "Um chegou desde o último aviso.".to_owned())
        }
        (all, new) => {
            (format!("{all} contatos esperam em Suspeitos"), format!("{new} chegaram desde o último aviso."))
        }
    };
    Message::new(KIND, to, subject)
        .paragraph(format!(
            "O formulário do site separa o que parece ter sido enviado por um programa. {came} Confira se algum é de um \
             cliente."
        ))
        .paragraph(
            "\u{201c}Não é spam\u{201d} leva o contato para Recebidos e envia os avisos que ficaram retidos. O prazo da \
             resposta conta desde a chegada.",
        )
        .action("Abrir Suspeitos", format!("{origin}/admin/contacts?folder=spam"))
        .reason("Você recebe este e-mail, no máximo uma vez por dia, porque faz parte da equipe.")
}
