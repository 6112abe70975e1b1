//! Codes of authenticator apps (RFC 6238) with the parameters that all apps support: SHA-1, six digits, intervals of 30
//! seconds, and a tolerance of one interval. A step is the number of an interval, counted from 1970.

pub mod public;
pub mod store;

use anyhow::{Context, anyhow};
use qrcodegen::{QrCode, QrCodeEcc};
use sea_orm::ConnectionTrait;
use totp_rs::{Builder, Secret, Totp};
use uuid::Uuid;

use crate::{
    app::App,
    platform::{clock::Timestamp, db::Transaction, error::Result, id},
};

/// The length of a secret that RFC 4226 recommends.
const SECRET_BYTES: usize = 20;
/// Width of the quiet zone around the QR code, in modules.
const QUIET_ZONE: i32 = 4;

/// Returns whether the user has an authenticator app that was confirmed with a code.
pub async fn is_active(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<bool> {
    Ok(store::find(connection, user_id).await?.is_some_and(|secret| secret.confirmed_at.is_some()))
}

/// Marks a code of the user's authenticator app as used. Returns false if the code is invalid or was used before.
pub async fn take(app: &App, tx: &Transaction, user_id: Uuid, code: &str) -> Result<bool> {
    let found = store::find(&**tx, user_id).await?;
    let Some(row) = found.filter(|row| row.confirmed_at.is_some()) else { return Ok(false) };
    match check(&open_secret(app, &row)?, code, app.clock.now())? {
        Some(step) => store::use_step(&**tx, user_id, step).await,
        None => Ok(false),
    }
}

/// Returns the purpose of the key that encrypts the secret. It contains the owner's id, so that a secret that was copied to the
/// row of another user can't be decrypted.
fn purpose(user_id: Uuid) -> String {
    format!("totp {user_id}")
}

fn open_secret(app: &App, row: &store::Model) -> Result<Vec<u8>> {
    let secret = app.secret_key.open(&purpose(row.user_id), &row.sealed_secret);
    Ok(secret
        .ok_or_else(|| anyhow!("the secret of an authenticator app was sealed with another secret key"))?)
}

/// Returns a random secret for an authenticator app.
#[must_use]
pub fn new_secret() -> [u8; SECRET_BYTES] {
    id::random_bytes()
}

/// Returns the step of a code, or `None` if the code is not valid now.
pub fn check(secret: &[u8], code: &str, now: Timestamp) -> Result<Option<i64>> {
    let seconds = u64::try_from(now.timestamp()).unwrap_or(0);
    let step =
        builder(secret).build().context("reading the secret of an authenticator app")?.check(code, seconds);
    Ok(step.and_then(|step| i64::try_from(step).ok()))
}

/// The secret for an authenticator app, as a link and as text.
pub struct Offer {
    /// The link, `otpauth://totp/…`.
    pub url: String,
    /// The secret in base 32, in groups of four characters.
    pub key: String,
}

/// Returns the secret in the formats that users can enter into an app. The app displays `issuer` and `account`.
pub fn offer(secret: &[u8], issuer: &str, account: &str) -> Result<Offer> {
    let totp: Totp = builder(secret)
        .with_issuer(Some(without_colon(issuer)))
        .with_account_name(without_colon(account))
        .build()
        .context("building a link for authenticator apps")?;
    Ok(Offer {
        url: totp.to_url().context("writing a link for authenticator apps")?,
        key: grouped(&Secret::from(secret)),
    })
}

fn builder(secret: &[u8]) -> Builder {
    Builder::new().with_secret(secret)
}

/// Replaces colons with spaces, because a colon separates the issuer from the account in the link.
fn without_colon(text: &str) -> String {
    text.replace(':', " ")
}

fn grouped(secret: &Secret) -> String {
    let digits: Vec<char> = secret.to_base32().chars().collect();
    let groups: Vec<String> = digits.chunks(4).map(|group| group.iter().collect()).collect();
    groups.join(" ")
}

/// A QR code as an SVG path on a square with side `size`. Pages draw the path, so that they need not load an image or insert
/// markup.
pub struct QrPath {
    pub size: i32,
    pub path: String,
}

/// Returns the QR code of a text.
pub fn qr_path(text: &str) -> Result<QrPath> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).context("encoding a QR code")?;
    let side = code.size();
    let mut path = String::new();
    for (y, x) in (0..side).flat_map(|y| (0..side).map(move |x| (y, x))) {
        if code.get_module(x, y) {
            path += &format!("M{} {}h1v1h-1z", x + QUIET_ZONE, y + QUIET_ZONE);
        }
    }
    Ok(QrPath { size: side + 2 * QUIET_ZONE, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of RFC 6238, appendix B.
    const SECRET: &[u8] = b"12345678901234567890";

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_timestamp(seconds, 0).expect("a time")
    }

    #[test]
    fn totp_codes_match_the_examples_of_rfc_6238() {
        for (seconds, code) in [(59, "287082"), (1_111_111_109, "081804"), (20_000_000_000, "353130")] {
            assert_eq!(check(SECRET, code, at(seconds)).expect("checked"), Some(seconds / 30));
        }
    }

    #[test]
    fn totp_code_of_the_previous_or_next_interval_is_accepted() {
        let step = |seconds| check(SECRET, "081804", at(seconds)).expect("checked");
        let time = 1_111_111_109;
        assert_eq!(step(time - 30), step(time));
        assert_eq!(step(time + 30), step(time));
        assert_eq!((step(time - 60), step(time + 60)), (None, None));
    }

    #[test]
    fn totp_code_with_a_sign_instead_of_a_digit_is_refused() {
        assert_eq!(check(SECRET, "+81804", at(1_111_111_109)).expect("checked"), None);
    }

    #[test]
    fn totp_offer_contains_company_account_and_secret() {
        let offer = offer(SECRET, "Loja: Centro", "ana@exemplo.com.br").expect("an offer");
        assert!(offer.url.starts_with("otpauth://totp/Loja%20%20Centro:ana"), "{}", offer.url);
        assert!(offer.url.contains("secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"), "{}", offer.url);
        assert_eq!(offer.key, "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ");
    }

    #[test]
    fn qr_path_begins_after_the_quiet_zone() {
        let drawn = qr_path("otpauth").expect("drawn");
        assert!(drawn.path.starts_with("M4 4h1v1h-1z"), "{}", drawn.path);
        assert_eq!(drawn.size, 21 + 2 * QUIET_ZONE);
    }
}
