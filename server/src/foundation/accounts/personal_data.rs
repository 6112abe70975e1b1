//! Personal data of accounts.

use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use super::{
    factors::{codes, passkeys, totp},
    notices::AccountMessage,
    own_sessions::OwnSession,
    recovery::{
        self,
        links::{self, Purpose},
    },
};
use crate::{
    app::App,
    foundation::{
        consent_texts::{self, model::ExportedConsent},
        identity::{
            model::User,
            session::user_agent,
            store::{devices, push_subscriptions, sessions, users},
        },
        mail,
        personal_data::{Erased, Kind, Person, PersonRecord, PersonalData, Records, kind, table},
    },
    platform::{
        db::{Connection, Transaction},
        error::Result,
    },
};

const ACCOUNT: &str = "account";
const SESSIONS: &str = "sessions";
const DEVICES: &str = "known_devices";
const PUSH: &str = "push_devices";
const PASSKEYS: &str = "passkeys";
const SECOND_FACTORS: &str = "second_factors";
const LINKS: &str = "account_links";

pub const PERSONAL_DATA: PersonalData = PersonalData {
    tables: &[
        table("users").personal("email full_name search password_hash last_login_at password_changed_at").other(
            "id role email_verified created_at updated_at disabled_at password_long_enough must_change_password version \
             self_registered invitation_pending consent_id search_number",
        ),
        table("users_grams").personal("search"),
        table("user_preferences").personal("user_id signature").other("contacts_layout shortcuts version"),
        table("sessions")
            .personal("user_id token_hash cookie_hash user_agent ip last_seen_at authenticated_at second_factor_at")
            .other("id created_at expires_at"),
        table("push_subscriptions")
            .personal("user_id session_id endpoint endpoint_hash public_key sealed_secret user_agent")
            .other("id created_at"),
        table("known_devices").personal("user_id token_hash last_seen_at").other("id created_at"),
        table("passkeys")
            .personal("user_id credential_id credential name last_used_at")
            .other("id created_at"),
        table("passkey_challenges").personal("user_id session_id state").other("token_hash purpose expires_at"),
        table("totp_secrets").personal("user_id sealed_secret last_used_step").other("confirmed_at created_at"),
        table("recovery_codes").personal("user_id code_hash").other("id used_at"),
        table("account_links")
            .personal("user_id email token_hash sealed_secret")
            .staff("created_by")
            .other("purpose created_at expires_at message_id"),
    ],
    kinds: &[
        kind(ACCOUNT, "Conta", |app, person, _| Box::pin(list(app, person, ACCOUNT))),
        kind(SESSIONS, "Sessões abertas", |app, person, _| Box::pin(list(app, person, SESSIONS))),
        kind(DEVICES, "Navegadores conhecidos", |app, person, _| Box::pin(list(app, person, DEVICES))),
        kind(PUSH, "Aparelhos com avisos", |app, person, _| Box::pin(list(app, person, PUSH))),
        kind(PASSKEYS, "Chaves de acesso", |app, person, _| Box::pin(list(app, person, PASSKEYS))),
        kind(SECOND_FACTORS, "Aplicativo autenticador e códigos de recuperação", |app, person, _| {
            Box::pin(list(app, person, SECOND_FACTORS))
        }),
        kind(LINKS, "Links da conta", |app, person, _| Box::pin(list(app, person, LINKS))),
    ],
    identify: |db, person| Box::pin(identify(db, person)),
    erase: |app, tx, person, erased| Box::pin(erase(app, tx, person, erased)),
    retention: &[],
};

/// Adds the messages about the account to emails that the user has not proven to own.
async fn identify(db: Connection<'_>, person: &mut Person) -> Result<()> {
    for email in &person.unproven_emails {
        person
            .records
            .extend(mail::store::people::list_ids_of_kinds(&db, email, &AccountMessage::kinds()).await?);
    }
    Ok(())
}

async fn list(app: &App, person: &Person, kind: &str) -> Result<Records> {
    Ok(Records::all(records_of(app, Connection::Reader(app.db.reader()), person, kind).await?))
}

/// Deletes the account with all its data, also one with an unverified email of the person, and counts the deleted records of each
/// kind.
pub async fn erase(app: &App, tx: &Transaction, person: &Person, erased: &mut Erased) -> Result<()> {
    let Some(user) = person.user.or(person.unverified_user) else { return Ok(()) };
    for Kind { key, .. } in PERSONAL_DATA.kinds {
        erased.add(key, records_of(app, Connection::Transaction(tx), person, key).await?.len() as u64);
    }
    // Also deletes the unsent mail of the links.
    links::end_all(tx, user, Purpose::ALL).await?;
    users::delete(&**tx, user).await
}

/// Lists the records of a person of one kind, without secrets. Of an account with an unverified email, only the email is listed.
async fn records_of(app: &App, db: Connection<'_>, person: &Person, kind: &str) -> Result<Vec<PersonRecord>> {
    if let Some(user) = person.user {
        return records(app, db, user, kind).await;
    }
    let Some(id) = person.unverified_user.filter(|_| kind == ACCOUNT) else { return Ok(Vec::new()) };
    let row = users::find(&db, id).await?;
    Ok(row.iter().map(unverified_record).collect())
}

fn unverified_record(row: &users::Model) -> PersonRecord {
    let data = json!({"email": row.email, "email_verified": false, "created_at": row.created_at});
    PersonRecord::new(row.created_at, "Conta de quem ainda não confirmou este e-mail", &data).about(row.id)
}

/// Lists the records of a user of one kind, without secrets.
async fn records(app: &App, db: Connection<'_>, id: Uuid, kind: &str) -> Result<Vec<PersonRecord>> {
    let Some(row) = users::find(&db, id).await? else { return Ok(Vec::new()) };
    Ok(match kind {
        ACCOUNT => {
            let consents = consent_texts::store::find_all(&db, row.consent_id.clone()).await?;
            let consent = consents.into_values().next().map(ExportedConsent::from);
            vec![account_record(row, consent)]
        }
        SESSIONS => {
            let rows = sessions::list(&db, &row.into(), app.clock.now()).await?;
            rows.iter().map(session_record).collect()
        }
        DEVICES => devices::list(&db, id).await?.iter().map(device_record).collect(),
        PUSH => push_subscriptions::list(&db, id).await?.iter().map(push_record).collect(),
        PASSKEYS => {
            let passkeys =
                passkeys::store::list(&db, id).await?.into_iter().map(passkeys::model::Passkey::from);
            passkeys.map(|key| PersonRecord::new(key.created_at, key.name.clone(), &key)).collect()
        }
        SECOND_FACTORS => second_factors(db, id).await?,
        LINKS => {
            let links = recovery::store::list_of_user(&db, id).await?;
            links.iter().map(link_record).collect()
        }
        _ => Vec::new(),
    })
}

/// The account of a user, with fields that only an export contains.
#[derive(Serialize)]
struct ExportedAccount {
    #[serde(flatten)]
    user: User,
    last_login_at: Option<chrono::DateTime<chrono::Utc>>,
    password_changed_at: chrono::DateTime<chrono::Utc>,
    /// Consent text of the registration form, if the user registered with one.
    consent: Option<ExportedConsent>,
}

fn account_record(row: users::Model, consent: Option<ExportedConsent>) -> PersonRecord {
    let (last_login_at, password_changed_at) = (row.last_login_at, row.password_changed_at);
    let user = User::from(row);
    let account = ExportedAccount { last_login_at, password_changed_at, consent, user };
    let User { id, created_at, ref full_name, .. } = account.user;
    PersonRecord::new(created_at, full_name.clone(), &account).about(id)
}

fn session_record(row: &sessions::Model) -> PersonRecord {
    let OwnSession { device, ip, created_at, last_seen_at, .. } = OwnSession::new(row, Uuid::nil());
    let data = json!({"device": device, "ip": ip, "created_at": created_at, "last_seen_at": last_seen_at});
    PersonRecord::new(created_at, device, &data)
}

fn push_record(row: &push_subscriptions::Model) -> PersonRecord {
    let device = user_agent::describe(&row.user_agent);
    let data = json!({"device": device, "endpoint": row.endpoint, "created_at": row.created_at});
    PersonRecord::new(row.created_at, device, &data)
}

fn device_record(row: &devices::Model) -> PersonRecord {
    let data = json!({"created_at": row.created_at, "last_seen_at": row.last_seen_at});
    PersonRecord::new(row.created_at, "Navegador", &data)
}

async fn second_factors(db: Connection<'_>, user: Uuid) -> Result<Vec<PersonRecord>> {
    let mut records = Vec::new();
    if let Some(secret) = totp::store::find(&db, user).await? {
        let data = json!({"created_at": secret.created_at, "confirmed_at": secret.confirmed_at});
        records.push(PersonRecord::new(secret.created_at, "Aplicativo autenticador", &data));
    }
    let codes = codes::store::count_unused(&db, user).await?;
    if codes > 0 {
        let data = json!({ "unused": codes });
        records.push(PersonRecord::new(None, unused_codes(codes), &data));
    }
    Ok(records)
}

fn unused_codes(count: u64) -> String {
    match count {
        1 => "1 código de recuperação sem uso".to_owned(),
        _ => format!("{count} códigos de recuperação sem uso"),
    }
}

fn link_record(link: &recovery::store::Model) -> PersonRecord {
    let data = json!({"purpose": link.purpose.label(), "email": link.email, "created_at": link.created_at,
        "expires_at": link.expires_at});
    PersonRecord::new(link.created_at, link.purpose.label(), &data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_unused_recovery_code_is_in_the_singular() {
        assert_eq!(unused_codes(1), "1 código de recuperação sem uso");
        assert_eq!(unused_codes(2), "2 códigos de recuperação sem uso");
    }
}
