//! Builds the contract of the API as OpenAPI, for `server/openapi.json`. Only debug builds have it; all builds contain that file.

mod field_limits;
mod schema_limits;
mod schemas;
pub(super) mod statuses;

use utoipa::openapi::{
    InfoBuilder, OpenApi as Contract,
    path::{Operation, PathItem},
};

use self::statuses::for_role;
use super::api::{api, preview_api};
use crate::foundation::identity::model::Role;

const DESCRIPTION: &str = "The API of a Vitrine site. Messages are in Brazilian Portuguese, to be shown to users. Times are \
    in UTC, days in the time zone of São Paulo.

Signing in, such as with `POST /api/auth/login`, returns a token, which requests send as `Authorization: Bearer …`. Operations \
    that require a session or a role say so; all others also work without a session. The roles of staff are \
    `admin`, `editor`, `support` and `writer`.

A response with a record that several people edit has an `ETag`. Send it as `If-Match` with a change, so that the change is \
    refused if another person has changed the record. Without `If-Match`, the change overwrites the other one.

Lists with a parameter `cursor` have pages. The header `Link` of a page has the URL of the next one.

A response with an error has a `code`, such as `not_found`. The descriptions of the responses name the codes.";

/// Returns the contract of all operations.
#[must_use]
pub fn build() -> Contract {
    let mut contract = schemas::schemas();
    contract.merge(api().split_for_parts().1);
    contract.merge(for_role(Role::Writer, preview_api()).split_for_parts().1);
    statuses::add_shared(&mut contract);
    schema_limits::add(&mut contract);
    contract.info = InfoBuilder::new()
        .title("Vitrine")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(DESCRIPTION))
        .build();
    contract
}

/// Returns the operations of a path, each with its method.
pub fn operations(item: &mut PathItem) -> impl Iterator<Item = (&'static str, &mut Operation)> {
    let all = [
        ("GET", &mut item.get),
        ("POST", &mut item.post),
        ("PUT", &mut item.put),
        ("PATCH", &mut item.patch),
        ("DELETE", &mut item.delete),
    ];
    all.into_iter().filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
}
