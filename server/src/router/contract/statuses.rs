//! Documents the responses that many operations share: those of their audience, their extractors and the router's layers. A
//! handler documents only its own responses. Nothing in this file changes what the server does.

use sea_orm::{ActiveEnum, Iterable};
use utoipa::openapi::{
    ContentBuilder, Header, Object, OpenApi, Ref, RefOr, Response, ResponseBuilder, Schema,
    path::{Operation, Parameter, ParameterIn},
    schema::{SchemaType, Type},
};
use utoipa_axum::router::OpenApiRouter;

use super::operations;
use crate::foundation::identity::model::Role;

const ERROR_BODY: &str = "ErrorBody";
const SCHEMAS: &str = "#/components/schemas/";

/// A response that many operations share.
#[derive(Clone, Copy)]
struct Shared {
    status: &'static str,
    /// Name of the component in the contract.
    name: &'static str,
    description: &'static str,
}

const MALFORMED: Shared = Shared {
    status: "400",
    name: "Malformed",
    description: "`bad_request`: a header, the query or the body can't be parsed, or a parameter is out of range",
};
const UNAUTHENTICATED: Shared = Shared {
    status: "401",
    name: "Unauthenticated",
    description: "`unauthenticated`: the request has no valid session",
};
const FORBIDDEN: Shared = Shared {
    status: "403",
    name: "Forbidden",
    description: "`forbidden`: the caller's role does not allow the operation; `password_change_required` or \
        `second_factor_enrollment_required`: the caller must first choose a longer password or set up a second factor; \
        `cross_site`: another site made the browser send the request",
};
const CROSS_SITE: Shared = Shared {
    status: "403",
    name: "CrossSite",
    description: "`cross_site`: another site made the browser send the request",
};
const NOT_FOUND: Shared =
    Shared { status: "404", name: "NotFound", description: "`not_found`: the record does not exist" };
const BODY_TIMEOUT: Shared = Shared {
    status: "408",
    name: "BodyTimeout",
    description: "`request_timeout`: the body took too long to arrive",
};
const PRECONDITION_FAILED: Shared = Shared {
    status: "412",
    name: "PreconditionFailed",
    description: "`precondition_failed`: the record has changed since the `ETag` in `If-Match` was read",
};
const PAYLOAD_TOO_LARGE: Shared = Shared {
    status: "413",
    name: "PayloadTooLarge",
    description: "`payload_too_large`: the body is too large",
};
const UNSUPPORTED_MEDIA_TYPE: Shared = Shared {
    status: "415",
    name: "UnsupportedMediaType",
    description: "`unsupported_media_type`: the operation requires another content type",
};
const INVALID: Shared = Shared {
    status: "422",
    name: "Invalid",
    description: "`invalid_fields`: each invalid field has a message in `fields`",
};
const RATE_LIMITED: Shared = Shared {
    status: "429",
    name: "RateLimited",
    description: "`rate_limited`: too many requests; `Retry-After` has the number of seconds to wait",
};
const INTERNAL: Shared = Shared {
    status: "500",
    name: "Internal",
    description: "`internal`: internal error; the server logs its cause with the `request_id`",
};
const UNAVAILABLE: Shared = Shared {
    status: "503",
    name: "Unavailable",
    description: "`unavailable`: the server is busy or not ready; `Retry-After` has the number of seconds to wait",
};
const STORAGE_FULL: Shared = Shared {
    status: "507",
    name: "StorageFull",
    description: "`storage_full`: the server's storage is full",
};

const ALL: [Shared; 14] = [
    MALFORMED,
    UNAUTHENTICATED,
    FORBIDDEN,
    CROSS_SITE,
    NOT_FOUND,
    BODY_TIMEOUT,
    PRECONDITION_FAILED,
    PAYLOAD_TOO_LARGE,
    UNSUPPORTED_MEDIA_TYPE,
    INVALID,
    RATE_LIMITED,
    INTERNAL,
    UNAVAILABLE,
    STORAGE_FULL,
];

/// The schemas of versioned records. A response with one of them has the version as `ETag`. The content of a page is versioned,
/// too, but has an empty schema: see [`is_versioned`].
const VERSIONED: [&str; 20] = [
    "AssignmentOverview",
    "Campaign",
    "Contact",
    "Edition",
    "FooterSection",
    "IncomingMail",
    "Media",
    "MenuItem",
    "NewsletterSettings",
    "NotificationPreferences",
    "OutgoingMail",
    "Post",
    "Preferences",
    "PrivacyRequest",
    "ProcessingRecord",
    "Redirect",
    "ReplyTemplate",
    "Service",
    "SettingsRecord",
    "UserRecord",
];

/// Documents that the operations require a session. Doesn't restrict access.
pub fn for_signed_in<S>(api: OpenApiRouter<S>) -> OpenApiRouter<S>
where
    S: Send + Sync + Clone + 'static,
{
    with_audience(api, "Requires a session, with any role.", &[UNAUTHENTICATED])
}

/// Documents that the operations require a role of staff. Doesn't restrict access.
pub fn for_staff<S>(api: OpenApiRouter<S>) -> OpenApiRouter<S>
where
    S: Send + Sync + Clone + 'static,
{
    for_roles(api, Role::iter().filter(|role| role.is_staff()))
}

/// Documents that the operations require a role with the rights of `least`. Doesn't restrict access.
pub fn for_role<S>(least: Role, api: OpenApiRouter<S>) -> OpenApiRouter<S>
where
    S: Send + Sync + Clone + 'static,
{
    for_roles(api, least.and_above())
}

fn for_roles<S>(api: OpenApiRouter<S>, roles: impl Iterator<Item = Role>) -> OpenApiRouter<S>
where
    S: Send + Sync + Clone + 'static,
{
    let roles: Vec<_> = roles.map(|role| format!("`{}`", role.to_value())).collect();
    let roles = match &roles[..] {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => roles.concat(),
    };
    with_audience(api, &format!("Requires the role {roles}."), &[UNAUTHENTICATED, FORBIDDEN])
}

fn with_audience<S>(mut api: OpenApiRouter<S>, description: &str, statuses: &[Shared]) -> OpenApiRouter<S>
where
    S: Send + Sync + Clone + 'static,
{
    for item in api.get_openapi_mut().paths.paths.values_mut() {
        for (_, operation) in operations(item) {
            operation.description = Some(description.to_owned());
            statuses.iter().for_each(|status| status.add_to(operation));
        }
    }
    api
}

/// Documents that answers to visitors are cached. Doesn't cache them.
pub fn cached_for_visitors<S>(mut api: OpenApiRouter<S>) -> OpenApiRouter<S>
where
    S: Send + Sync + Clone + 'static,
{
    for item in api.get_openapi_mut().paths.paths.values_mut() {
        for (_, operation) in operations(item) {
            let responses = &mut operation.responses.responses;
            if let Some(RefOr::T(found)) = responses.get_mut("200") {
                add_etag_header(
                    found,
                    "Identifies the answer, for `If-None-Match`. Only if the answer is cached",
                );
            }
            let not_modified = ResponseBuilder::new()
                .description("The answer has not changed since the one with the `ETag` in `If-None-Match`")
                .build();
            responses.insert("304".to_owned(), not_modified.into());
        }
    }
    api
}

/// Adds the shared responses to all operations, and the headers of versioned records and of lists. A response that a handler
/// documents itself remains unchanged.
pub fn add_shared(contract: &mut OpenApi) {
    let components = contract.components.get_or_insert_default();
    for Shared { name, description, .. } in ALL {
        let body = ContentBuilder::new().schema(Some(Ref::from_schema_name(ERROR_BODY))).build();
        let response = ResponseBuilder::new().description(description).content("application/json", body);
        components.responses.insert(name.to_owned(), response.build().into());
    }
    for (path, item) in &mut contract.paths.paths {
        for (method, operation) in operations(item) {
            for status in shared_by(path, method, operation) {
                status.add_to(operation);
            }
            add_etag(operation);
            add_list_headers(operation);
        }
    }
}

impl Shared {
    /// Adds the response, unless the operation already documents one for this status.
    fn add_to(self, operation: &mut Operation) {
        let Self { status, name, .. } = self;
        let responses = &mut operation.responses.responses;
        responses.entry(status.to_owned()).or_insert_with(|| Ref::from_response_name(name).into());
    }
}

/// Documents the `ETag` of responses with a versioned record.
fn add_etag(operation: &mut Operation) {
    for (status, response) in &mut operation.responses.responses {
        let RefOr::T(response) = response else { continue };
        let Some(RefOr::T(content)) = response.content.get("application/json") else { continue };
        if status.starts_with('2') && content.schema.as_ref().is_some_and(is_versioned) {
            add_etag_header(response, "The version of the record, for `If-Match`");
        }
    }
}

fn add_etag_header(response: &mut Response, description: &str) {
    let mut etag = Header::new(Object::with_type(Type::String));
    etag.description = Some(description.to_owned());
    response.headers.insert("ETag".to_owned(), etag.into());
}

/// Documents the headers of a list. An operation with a parameter `limit` is a list; one with a `cursor` has pages.
fn add_list_headers(operation: &mut Operation) {
    let is_list = has_parameter(operation, |it| it.name == "limit");
    let has_pages = has_parameter(operation, |it| it.name == "cursor");
    let Some(RefOr::T(response)) = operation.responses.responses.get_mut("200") else { return };
    let mut add = |name: &str, kind, description: &str| {
        let mut header = Header::new(Object::with_type(kind));
        header.description = Some(description.to_owned());
        response.headers.insert(name.to_owned(), header.into());
    };
    if is_list {
        add(
            "X-Total-Count",
            Type::Integer,
            "Number of matching records, up to a maximum: 10,000, or 1000 in searches",
        );
        add("X-Total-More", Type::Boolean, "`true` if there are more matches than the total");
    }
    if has_pages {
        add("Link", Type::String, "The link to the next page (RFC 8288); missing on the last one");
    }
}

fn has_parameter(operation: &Operation, matches: impl Fn(&Parameter) -> bool) -> bool {
    let mut parameters = operation.parameters.iter().flatten();
    parameters.any(|parameter| matches!(parameter, RefOr::T(parameter) if matches(parameter)))
}

/// Returns whether the schema is that of a versioned record or, if it is empty, of a page's content.
fn is_versioned(schema: &RefOr<Schema>) -> bool {
    match schema {
        RefOr::Ref(reference) => {
            VERSIONED.iter().any(|name| reference.ref_location.strip_prefix(SCHEMAS) == Some(*name))
        }
        RefOr::T(Schema::Object(object)) => object.schema_type == SchemaType::AnyValue,
        RefOr::T(_) => false,
    }
}

/// Returns the shared responses that an operation may have, except those of its audience.
fn shared_by(path: &str, method: &str, operation: &Operation) -> Vec<Shared> {
    let has_query_or_header =
        has_parameter(operation, |it| matches!(it.parameter_in, ParameterIn::Query | ParameterIn::Header));
    let has_body = operation.request_body.is_some();
    let mut statuses = vec![INTERNAL, UNAVAILABLE];
    if path.starts_with("/api/") {
        statuses.push(RATE_LIMITED);
    }
    if has_query_or_header || has_body {
        statuses.push(MALFORMED);
    }
    if path.contains('{') {
        statuses.push(NOT_FOUND);
    }
    if has_parameter(operation, |it| it.name == "If-Match") {
        statuses.push(PRECONDITION_FAILED);
    }
    if method != "GET" {
        statuses.extend([CROSS_SITE, UNSUPPORTED_MEDIA_TYPE, STORAGE_FULL]);
    }
    if has_body {
        statuses.extend([BODY_TIMEOUT, PAYLOAD_TOO_LARGE, INVALID]);
    }
    statuses
}
