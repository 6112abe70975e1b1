//! Adds to each operation of the contract the statuses that its audience, its extractors and the layers around it can
//! answer. A handler documents only what is special about it.

use utoipa::openapi::{
    ContentBuilder, OpenApi, Ref, RefOr, ResponseBuilder,
    path::{Operation, Parameter, ParameterIn, PathItem},
};
use utoipa_axum::router::OpenApiRouter;

const ERROR_BODY: &str = "ErrorBody";

/// A response that many operations share: its status, its name among the contract's components, when it is answered.
#[derive(Clone, Copy)]
struct Shared(&'static str, &'static str, &'static str);

const MALFORMED: Shared = Shared("400", "Malformed", "A header, the query or the body can't be parsed");
const UNAUTHENTICATED: Shared = Shared("401", "Unauthenticated", "The caller is not signed in");
const FORBIDDEN: Shared = Shared(
    "403",
    "Forbidden",
    "The caller's role does not allow the operation, or another site made the browser send the request",
);
const CROSS_SITE: Shared = Shared("403", "CrossSite", "Another site made the browser send the request");
const NOT_FOUND: Shared = Shared("404", "NotFound", "The path names no record");
const BODY_TIMEOUT: Shared = Shared("408", "BodyTimeout", "The body took too long to arrive");
const PRECONDITION_FAILED: Shared =
    Shared("412", "PreconditionFailed", "The record has another version than `If-Match` says");
const PAYLOAD_TOO_LARGE: Shared = Shared("413", "PayloadTooLarge", "The body is too large");
const UNSUPPORTED_MEDIA_TYPE: Shared =
    Shared("415", "UnsupportedMediaType", "The operation takes another content type");
const INVALID: Shared = Shared("422", "Invalid", "`fields` says what is wrong with each field");
const RATE_LIMITED: Shared =
    Shared("429", "RateLimited", "Too many requests; `Retry-After` says in seconds when to try again");
const INTERNAL: Shared =
    Shared("500", "Internal", "Internal error; the log has its cause under `request_id`");
const UNAVAILABLE: Shared =
    Shared("503", "Unavailable", "Busy; `Retry-After` says in seconds when to try again");
const STORAGE_FULL: Shared = Shared("507", "StorageFull", "The server's storage is full");

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

/// Documents the statuses of a table whose operations need a session.
pub fn signed_in<S>(api: OpenApiRouter<S>) -> OpenApiRouter<S>
where
    S: Send + Sync + Clone + 'static,
{
    with_statuses(api, &[UNAUTHENTICATED])
}

/// Documents the statuses of a table whose operations need a role of staff.
pub fn staff_only<S>(api: OpenApiRouter<S>) -> OpenApiRouter<S>
where
    S: Send + Sync + Clone + 'static,
{
    with_statuses(api, &[UNAUTHENTICATED, FORBIDDEN])
}

fn with_statuses<S>(mut api: OpenApiRouter<S>, statuses: &[Shared]) -> OpenApiRouter<S>
where
    S: Send + Sync + Clone + 'static,
{
    for item in api.get_openapi_mut().paths.paths.values_mut() {
        for (_, operation) in operations(item) {
            statuses.iter().for_each(|status| status.add_to(operation));
        }
    }
    api
}

/// Adds the shared statuses to every operation. What a handler documents itself stays as it is.
pub fn add_shared(contract: &mut OpenApi) {
    let components = contract.components.get_or_insert_default();
    for Shared(_, name, description) in ALL {
        let body = ContentBuilder::new().schema(Some(Ref::from_schema_name(ERROR_BODY))).build();
        let response = ResponseBuilder::new().description(description).content("application/json", body);
        components.responses.insert(name.to_owned(), response.build().into());
    }
    for (path, item) in &mut contract.paths.paths {
        for (is_safe, operation) in operations(item) {
            for status in shared(path, is_safe, operation) {
                status.add_to(operation);
            }
        }
    }
}

impl Shared {
    /// Adds the response unless the operation documents its own for this status.
    fn add_to(self, operation: &mut Operation) {
        let Self(status, name, _) = self;
        let responses = &mut operation.responses.responses;
        responses.entry(status.to_owned()).or_insert_with(|| Ref::from_response_name(name).into());
    }
}

pub(super) fn operations(item: &mut PathItem) -> impl Iterator<Item = (bool, &mut Operation)> {
    let safe = [&mut item.get, &mut item.head].into_iter().flatten().map(|operation| (true, operation));
    let others = [&mut item.post, &mut item.put, &mut item.patch, &mut item.delete];
    safe.chain(others.into_iter().flatten().map(|operation| (false, operation)))
}

fn shared(path: &str, is_safe: bool, operation: &Operation) -> Vec<Shared> {
    let has_parameter = |is_meant: fn(&Parameter) -> bool| {
        let mut parameters = operation.parameters.iter().flatten();
        parameters.any(|parameter| matches!(parameter, RefOr::T(parameter) if is_meant(parameter)))
    };
    let has_query_or_header =
        has_parameter(|it| matches!(it.parameter_in, ParameterIn::Query | ParameterIn::Header));
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
    if has_parameter(|it| it.name == "If-Match") {
        statuses.push(PRECONDITION_FAILED);
    }
    if !is_safe {
        statuses.extend([CROSS_SITE, UNSUPPORTED_MEDIA_TYPE, STORAGE_FULL]);
    }
    if has_body {
        statuses.extend([BODY_TIMEOUT, PAYLOAD_TOO_LARGE, INVALID]);
    }
    statuses
}
