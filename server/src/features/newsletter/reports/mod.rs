//! Reports of mail providers about bounces and complaints. Providers post them to a secret address, which administrators
//! copy from the panel. A report can only pause or end a subscription, and the answer reveals nothing about addresses.

pub mod admin;
mod formats;
mod model;
mod standard;
pub mod store;

use std::collections::BTreeSet;

use axum::{
    extract::{Path, State, rejection::PathRejection},
    http::StatusCode,
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use subtle::ConstantTimeEq;
use uuid::Uuid;

use self::{
    formats::Received,
    model::{Report, ReportKind},
};
use super::{
    editions::{self, deliveries, model::Edition},
    model::{Stop, Subscription},
    stops, store as subscriptions,
};
use crate::{
    app::{App, limits::ReportLimit},
    foundation::mail::{self, message_id, model::CONTACT_REPLY},
    platform::{
        crypto::secret_key::SecretKey,
        db::{Transaction, stored},
        error::{Error, Result},
        http::RawBody,
    },
};

/// How reports have arrived.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// At the secret address, which only the mail provider knows.
    Posted,
    /// By mail, which anyone can send.
    Mailed,
}

/// Number of mails within [`FAILURE_PERIOD`] that pause a subscription because they were blocked or delayed.
pub const MAX_FAILURES: u64 = 5;
const FAILURE_PERIOD: TimeDelta = TimeDelta::days(30);
/// Time for which applied reports are stored, so that a repeated one is recognized.
pub const RETENTION: TimeDelta = TimeDelta::days(90);
/// Maximum number of reports that one transaction applies.
const CHUNK: usize = 50;
/// Purpose of the MAC.
const PURPOSE: &str = "newsletter reports";

/// Returns the secret token in the address of reports.
fn token(key: &SecretKey, address_id: Uuid) -> String {
    let id = address_id.as_bytes();
    URL_SAFE_NO_PAD.encode([&id[..], &key.mac(PURPOSE, id)].concat())
}

/// Returns the id of the address with this token. `None` if the token is malformed or its MAC is invalid.
fn address_of(key: &SecretKey, token: &str) -> Option<Uuid> {
    let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
    let (id, mac) = bytes.split_first_chunk::<16>()?;
    bool::from(mac.ct_eq(&key.mac(PURPOSE, id)[..])).then(|| Uuid::from_bytes(*id))
}

/// Receives reports of a mail provider: JSON of Amazon SES (by SNS), Mailgun, SendGrid, Postmark or Brevo, or the text of a
/// delivery status notification (RFC 3464) or feedback report (RFC 5965). Permanent failures and complaints refuse the
/// subscription of the recipient. A mail that the recipient refused temporarily until the provider's last attempt pauses it,
/// and so do five other temporary failures within 30 days. Other bodies change nothing.
#[utoipa::path(post, path = "/api/newsletter/reports/{token}", tag = "newsletter", operation_id = "receive_reports",
    params(("token" = String, Path, description = "The secret of the address", max_length = 64)),
    request_body(content = serde_json::Value, description = "The report, up to 1 MiB, of any content type"),
    responses(
        (status = 202, description = "Received. Doesn't reveal whether the report was applied")))]
pub async fn receive_reports(
    _: ReportLimit,
    State(app): State<App>,
    token: Result<Path<String>, PathRejection>,
    RawBody(body): RawBody,
) -> Result<StatusCode> {
    let Path(token) = token.map_err(|_| Error::NotFound)?;
    let address_id = address_of(&app.secret_key, &token).ok_or(Error::NotFound)?;
    let current = store::find_address(app.db.reader()).await?.map_or(Uuid::nil(), |row| row.address_id);
    if address_id != current {
        return Err(Error::NotFound);
    }
    match formats::parse(&body) {
        Received::Reports(reports) => apply_all(&app, &reports, Way::Posted).await?,
        Received::Confirmation(url) => {
            let tx = app.db.begin().await?;
            store::set_confirmation_url(&*tx, &url).await?;
            tx.commit().await?;
            tracing::info!(
                "Amazon SNS asks for a confirmation of the newsletter's report address; open the link in the panel"
            );
        }
        Received::Unknown => {
            tracing::info!(
                bytes = body.len(),
                "newsletter report ignored: unknown format, or no bounce or complaint"
            );
        }
    }
    Ok(StatusCode::ACCEPTED)
}

/// A report, received by mail, that one of our messages was returned.
pub struct ReturnedMail {
    /// Id of the message in the outbox.
    pub outbox_id: Uuid,
    /// Address of the recipient in lowercase; `None` if the report omits it.
    pub recipient: Option<String>,
    /// Response of the recipient's mail server.
    pub detail: String,
}

/// Applies the reports in a received mail to the subscriptions of their recipients. Returns the messages that were returned.
/// Anyone can send such a mail, so only reports about a `Message-ID` with a valid MAC count. A repeated mail has no further effect.
pub async fn receive_mailed(app: &App, text: &str) -> Result<Vec<ReturnedMail>> {
    let verified = |report: &Report| message_id::verified(&app.secret_key, report.message_id.as_deref()?);
    let reports: Vec<Report> =
        standard::parse(text).into_iter().filter(|report| verified(report).is_some()).collect();
    apply_all(app, &reports, Way::Mailed).await?;
    let returned = reports.into_iter().filter(|report| report.kind != ReportKind::Complaint);
    let returned = returned.filter_map(|report| {
        let outbox_id = verified(&report)?;
        Some(ReturnedMail { outbox_id, recipient: report.email, detail: report.detail })
    });
    Ok(returned.collect())
}

/// Applies reports to the subscriptions of their recipients, and stores the time of the last report.
async fn apply_all(app: &App, reports: &[Report], way: Way) -> Result<()> {
    for chunk in reports.chunks(CHUNK) {
        let mut known = Vec::new();
        // Most reports are about other mail, and need no transaction.
        for report in chunk {
            known.extend(find_known(app, report, way).await?);
        }
        let tx = app.db.begin().await?;
        // All transactions lock editions in this order, and before subscriptions, which prevents deadlocks.
        for edition_id in known.iter().filter_map(|known| known.edition_id).collect::<BTreeSet<_>>() {
            stored::find_for_update::<Edition>(&*tx, edition_id).await?;
        }
        for known in known {
            apply(app, &tx, known).await?;
        }
        if let Some(last) = chunk.last() {
            store::set_last_report(&*tx, last.by, app.clock.now()).await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

/// A report about mail to a subscription.
struct Known<'a> {
    report: &'a Report,
    /// The subscription to which the mail was sent. It may have ended.
    subscription: Subscription,
    /// The edition in the mail. If the report doesn't identify the mail, the newest edition that was delivered to the
    /// subscription. `None` for other mail.
    edition_id: Option<Uuid>,
}

/// Finds the subscription and the edition of a report. The address in a posted report is used only if the message is unknown,
/// because it differs if the mail was forwarded. The address in a mailed report is never used: its sender chooses it. `None` if
/// the report is about other mail.
async fn find_known<'a>(app: &App, report: &'a Report, way: Way) -> Result<Option<Known<'a>>> {
    let db = app.db.reader();
    let mut email = report.email.clone().filter(|_| way == Way::Posted);
    if let Some(id) = report.message_id.as_deref().and_then(message_id::claimed) {
        if let Some(delivery) = deliveries::store::find(db, id).await? {
            let subscription = subscriptions::find(db, delivery.subscription_id).await?;
            let edition_id = Some(delivery.edition_id);
            return Ok(subscription.map(|subscription| Known { report, subscription, edition_id }));
        }
        if let Some(message) = mail::store::find(db, id).await? {
            let to_email = message.to_email.to_lowercase();
            // A reply may have been returned by an address in copy, which says nothing about its recipient.
            if message.kind == CONTACT_REPLY && report.email.as_ref().is_some_and(|email| *email != to_email)
            {
                return Ok(None);
            }
            email = Some(to_email);
        }
    }
    let Some(email) = email else { return Ok(None) };
    let Some(subscription) = subscriptions::find_endable(db, &email).await? else { return Ok(None) };
    let edition_id = deliveries::find_latest_edition(db, subscription.id).await?;
    Ok(Some(Known { report, subscription, edition_id }))
}

/// Applies a report: counts returned mail in the results of its edition, and ends or pauses the subscription of the
/// address that has not ended. Ignores a report that was applied before or is older than the subscription.
async fn apply(app: &App, tx: &Transaction, known: Known<'_>) -> Result<()> {
    let Known { report, subscription: mailed, edition_id } = known;
    let subscription = match subscriptions::find_endable(&**tx, &mailed.email).await? {
        Some(endable) => Some(endable),
        None => subscriptions::find(&**tx, mailed.id).await?,
    };
    let Some(subscription) = subscription else { return Ok(()) };
    if report.time.is_some_and(|time| time < subscription.created_at) {
        return Ok(());
    }
    let now = app.clock.now();
    let is_counted = matches!(report.kind, ReportKind::Blocked | ReportKind::Delayed);
    if !store::record(&**tx, &report.key(), subscription.id, is_counted, now).await? {
        return Ok(());
    }
    if let Some(edition_id) = edition_id.filter(|_| report.kind.is_returned()) {
        editions::results::count_returned(tx, edition_id, mailed.id, now).await?;
    }
    let stop = Stop { reason: report.kind.reason(), by: report.by, detail: report.detail.clone() };
    match report.kind {
        ReportKind::Bounce | ReportKind::Complaint => {
            stops::refuse(app, tx, subscription.id, &stop).await?;
        }
        ReportKind::Expired => {
            stops::pause(app, tx, subscription.id, &stop).await?;
        }
        ReportKind::Blocked | ReportKind::Delayed => {
            let failures = store::count_failures(&**tx, subscription.id, now - FAILURE_PERIOD).await?;
            if failures >= MAX_FAILURES {
                stops::pause(app, tx, subscription.id, &stop).await?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forged_report_token_is_refused() {
        let key = |digit: char| SecretKey::parse(&digit.to_string().repeat(64)).expect("a key");
        let id = Uuid::from_u128(7);
        let valid = token(&key('a'), id);
        assert_eq!(address_of(&key('a'), &valid), Some(id));
        let forged = [token(&key('b'), id), valid[..40].to_owned(), String::new()];
        for wrong in forged {
            assert_eq!(address_of(&key('a'), &wrong), None, "{wrong}");
        }
    }
}
