//! Receives requests from the public form, and confirms them.

use std::net::IpAddr;

use chrono::TimeDelta;

use super::{
    links,
    model::{NewPrivacyRequest, PrivacyRequest, PrivacyRequestInput, new_protocol},
    notices, store,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action},
        identity::{actor::Actor, store::users},
        mail::{self, LINK_INVALID},
        settings,
    },
    platform::{
        db::Transaction,
        error::{Error, Result},
        id,
        limits::rate_limit::network_of,
    },
};

/// Time within which the same form, sent again, is a repetition. The form has no key, because the page is cached and works
/// without JavaScript.
pub const REPETITION: TimeDelta = TimeDelta::minutes(10);

const TOO_MANY_LINKS: &str = "Já enviamos vários links de confirmação a este endereço. Cada um confirma o pedido com que foi enviado. Para um novo \
     pedido, tente de novo em algumas horas.";

/// Stores an unconfirmed request, mails its confirmation link, and returns its protocol. The result doesn't reveal whether an
/// address is known: it depends only on earlier requests. A repeated form returns the first protocol, even if a limit is
/// exceeded.
pub async fn receive(app: &App, input: &PrivacyRequestInput, ip: IpAddr) -> Result<String> {
    let new = NewPrivacyRequest::parse(input)?;
    let now = app.clock.now();
    // A concurrent request may be a little later. A much later one was sent while the clock was wrong.
    let span = || now - REPETITION..now + REPETITION;
    if let Some(earlier) = store::find_same(app.db.reader(), &new, span()).await? {
        return Ok(earlier.protocol);
    }
    // Reserved before the request is stored, so that concurrent requests can't exceed the limit.
    let reserved = app.limits.privacy_requests.reserve(network_of(ip), app.clock.steady())?;
    let protocol = new_protocol();
    let token = id::new_token();
    let tx = app.db.begin().await?;
    // The same form may have been sent twice at the same moment, and reached two processes.
    tx.lock(&format!("privacy request of {}", new.email)).await?;
    if let Some(earlier) = store::find_same(&*tx, &new, span()).await? {
        return Ok(earlier.protocol);
    }
    // Limited, so that repeated requests can't flood a mailbox.
    let recipient = id::sha256_hex(new.email.as_bytes());
    let reserved_mail = app.limits.privacy_confirmations.reserve(recipient, app.clock.steady());
    let Ok(reserved_mail) = reserved_mail else {
        reserved.keep();
        return Err(Error::field("email", TOO_MANY_LINKS));
    };
    let request = store::create(&*tx, new, &protocol, &token.hash, now).await?;
    mail::queue(app, &tx, notices::confirmation(app, &request, &token.secret)).await?;
    // Before the commit, so that the request also counts if the client disconnects during the commit.
    reserved.keep();
    reserved_mail.keep();
    tx.commit().await?;
    tracing::info!(request = %request.id, "privacy request received");
    Ok(protocol)
}

/// Opens the request of a token. Mails a receipt to the sender, and a notice to each administrator, unless an administrator
/// has already closed the request. Invalid tokens count toward a limit of the client's network.
pub async fn confirm(app: &App, token: &str, ip: IpAddr) -> Result<()> {
    let now = app.clock.now();
    // Reserved before the check, so that concurrent requests can't exceed the limit.
    let failure = app.limits.privacy_links.reserve(network_of(ip), app.clock.steady())?;
    let hash = id::sha256_hex(token.as_bytes());
    let tx = app.db.begin().await?;
    let Some(request) = store::confirm(&*tx, &hash, now - links::CONFIRM_WITHIN, now).await? else {
        failure.keep();
        return Err(Error::Refused(LINK_INVALID));
    };
    if request.state.is_open() {
        queue_mail(app, &tx, &request).await?;
    }
    let event = request.event(Action::PrivacyRequestConfirmed);
    audit::record(app, &tx, &Actor::visitor(ip), event).await?;
    tx.commit().await?;
    tracing::info!(request = %request.id, "privacy request confirmed");
    Ok(())
}

/// Queues a receipt for the sender, and a notice for each administrator and for the mailbox of the data protection officer.
async fn queue_mail(app: &App, tx: &Transaction, request: &PrivacyRequest) -> Result<()> {
    let mailbox = settings::store::all(&**tx).await?.privacy_mailbox();
    let mut messages = vec![notices::receipt(app, request, mailbox.as_deref())];
    let mut notified = users::list_admin_emails(&**tx).await?;
    notified
        .extend(mailbox.filter(|mailbox| !notified.iter().any(|email| email.eq_ignore_ascii_case(mailbox))));
    messages.extend(notified.iter().map(|email| notices::notice(app, request, email)));
    mail::queue_all(app, tx, messages).await?;
    Ok(())
}
