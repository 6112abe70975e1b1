//! The daily mail to staff who work with contacts about newly quarantined ones.

mod store;

use crate::{
    app::App,
    foundation::{
        identity::store::users,
        mail::{
            self,
            digests::{self, store::LastDigest},
            model::Message,
        },
    },
    platform::error::Result,
};

/// Kind of the digest's messages in the outbox, and name of the digest.
const KIND: &str = "suspected_contacts";

/// Queues the digest for all staff who work with contacts, at most once a day, if quarantined contacts were received since the
/// last one.
pub async fn run(app: &App) -> Result<()> {
    let now = app.clock.now();
    if !digests::is_digest_hour_reached(now) {
        return Ok(());
    }
    let tx = app.db.begin().await?;
    let last = LastDigest::lock(&*tx, KIND, now).await?;
    if last.is_of_today(now) {
        return Ok(());
    }
    let (quarantined, new) = store::count_quarantined(&*tx, last.0).await?;
    if new == 0 {
        return Ok(());
    }
    let origin = app.config.origin();
    let staff = users::list_support(&*tx).await?;
    let messages = staff.iter().map(|user| message(&user.email, quarantined, new, &origin)).collect();
    // This digest replaces earlier ones that were not sent.
    mail::store::delete_waiting(&*tx, &[KIND], None, now).await?;
    mail::queue_all(app, &tx, messages).await?;
    digests::store::set_queued(&*tx, KIND, now).await?;
    tx.commit().await?;
    tracing::info!(quarantined, new, "digest of quarantined contacts queued");
    Ok(())
}

/// Returns the digest. `new` of the `quarantined` contacts were received after the last digest.
fn message(to: &str, quarantined: u64, new: u64, origin: &str) -> Message {
    let (subject, news) = match (quarantined, new) {
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
            "O formulário do site separa o que parece ter sido enviado por um programa. {news} Confira se algum é de um \
             cliente."
        ))
        .paragraph(
            "\u{201c}Não é suspeito\u{201d} tira o contato de Suspeitos e envia os avisos que ficaram retidos. O prazo da \
             resposta conta desde a chegada.",
        )
        .action("Abrir Suspeitos", format!("{origin}/admin/contacts?view=spam"))
        .reason("Você recebe este e-mail, no máximo uma vez por dia, porque atende os contatos do site.")
}
