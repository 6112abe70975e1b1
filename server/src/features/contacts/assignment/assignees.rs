//! The members of staff whom contacts are assigned to.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    app::App,
    features::contacts::list::store::list_assignee_ids,
    foundation::identity::{extract::Support, store::users},
    platform::{
        db::Transaction,
        error::{Error, Result},
        paging::{Limit, ListLimit, Page},
    },
};

/// A user whom contacts are or can be assigned to.
#[derive(Serialize, ToSchema)]
pub struct Assignee {
    pub id: Uuid,
    pub name: String,
    /// Whether the user works with contacts and can sign in. Contacts can be assigned only to users with access.
    pub has_access: bool,
}

/// Lists the staff whom contacts can be assigned to, then users without access who still have contacts. Both are sorted
/// by name.
#[utoipa::path(get, path = "/api/contacts/assignees", tag = "contacts", operation_id = "list_assignees",
    params(ListLimit),
    responses((status = 200, body = Vec<Assignee>)))]
pub async fn list_assignees(_: Support, State(app): State<App>, limit: Limit) -> Result<Page<Assignee>> {
    let reader = app.db.reader();
    let staff = users::list_support(reader).await?.into_iter().map(|user| (user.id, user.full_name));
    let mut assignees: Vec<_> = staff.map(|(id, name)| Assignee { id, name, has_access: true }).collect();
    let mut others = list_assignee_ids(reader).await?;
    others.retain(|id| assignees.iter().all(|assignee| assignee.id != *id));
    let mut names: Vec<_> = users::names(reader, others).await?.into_iter().collect();
    names.sort_by(|(id, name), (other, other_name)| (name, id).cmp(&(other_name, other)));
    assignees.extend(names.into_iter().map(|(id, name)| Assignee { id, name, has_access: false }));
    Ok(limit.page(assignees))
}

/// Refuses a user who doesn't work with contacts or can't sign in. Accepts `None`, which removes the assignee.
pub async fn check_assignee(tx: &Transaction, user_id: Option<Uuid>) -> Result<()> {
    match user_id {
        Some(user_id) if !can_be_assigned(tx, user_id).await? => {
            Err(Error::field("assigned_to", "Escolha uma pessoa da equipe que atenda contatos."))
        }
        _ => Ok(()),
    }
}

/// Returns whether a user is a member of staff who works with contacts.
pub async fn can_be_assigned(tx: &Transaction, user_id: Uuid) -> Result<bool> {
    let user = users::find(&**tx, user_id).await?;
    Ok(user.is_some_and(|user| users::is_active_support(&user)))
}
