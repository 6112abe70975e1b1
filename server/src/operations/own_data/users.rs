//! The endpoint with which an administrator deletes an account.

use std::collections::BTreeMap;

use axum::{Json, extract::State};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::{certificate, erasure, person, registry};
use crate::{
    app::App,
    foundation::{
        accounts::{
            self,
            directory::{
                Done, UserFields,
                admin::{begin_on, refuse_own},
            },
            recovery::links,
        },
        audit::{self, Action, Event},
        identity::{
            extract::{Admin, StepUpRequired, SteppedUp},
            model::User,
            store::users,
        },
        mail::personal_data::MESSAGES,
        personal_data::{AskedBy, Erased, Person, certificate::Certificate},
    },
    platform::{
        db::Connection,
        error::{Error, ErrorBody, Result},
        http::PathId,
    },
};

/// A confirmation that an account was deleted.
#[derive(Serialize, ToSchema)]
pub struct DeletedUser {
    #[serde(flatten)]
    pub done: Done,
    /// States what was erased with the account, and what else about the person remains. It isn't stored.
    pub certificate: Certificate,
}

/// Deletes the account of a user with its sessions, second factors and passkeys. Other data about the person remains, such as
/// contacts. Returns a signed certificate, which isn't stored.
#[utoipa::path(delete, path = "/api/auth/users/{id}", tag = "accounts", operation_id = "delete_user",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = DeletedUser),
        StepUpRequired,
        (status = 409, description = "`own_account`: the user is the caller", body = ErrorBody)))]
pub async fn delete_user(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Json<DeletedUser>> {
    refuse_own(&admin, id, "Você não pode excluir a própria conta. Peça a outro administrador.")?;
    let user = users::find(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    // Counted before the transaction, because a second connection must not be used while it is open.
    let remaining = count_remaining(&app, &user.into()).await?;
    let (tx, user) = begin_on(&app, &admin, id).await?;
    let mut erased = Erased { remaining, ..Erased::default() };
    let person = Person { user: Some(id), ..Person::new(AskedBy::Staff) };
    accounts::personal_data::erase(&app, &tx, &person, &mut erased).await?;
    // An unverified address may belong to another person.
    let email = user.email_verified.then_some(&*user.email);
    let certificate = certificate::issue(&app, &tx, email, &erased).await?;
    let event = Event::new(Action::UserDeleted).on(id, &user.email).before(&UserFields::of(&user));
    let event = event.after(&json!({"certificate": certificate.id}));
    audit::record(&app, &tx, &admin.actor(), event).await?;
    tx.commit().await?;
    erasure::truncate_wal(&app).await;
    Ok(Json(DeletedUser { done: Done::new("Usuário excluído com sucesso!"), certificate }))
}

/// Counts the records by kind that name the user and don't belong to the account.
async fn count_remaining(app: &App, user: &User) -> Result<BTreeMap<&'static str, u64>> {
    let db = Connection::Reader(app.db.reader());
    let person = if user.email_verified {
        person::by_email(db, user.email.clone()).await?
    } else {
        person::of_account(db, user).await?
    };
    let mut remaining = BTreeMap::new();
    let of_account = accounts::personal_data::PERSONAL_DATA.kinds;
    for kind in registry::kinds().filter(|kind| of_account.iter().all(|own| own.key != kind.key)) {
        let found = registry::list(app, &person, kind, 0).await?;
        remaining.insert(kind.key, found.count as u64);
    }
    if let Some(messages) = remaining.get_mut(MESSAGES) {
        // Deleted with the links of the account.
        *messages -= links::count_unsent(&db, user.id).await?.min(*messages);
    }
    Ok(remaining)
}
