//! Adds to each operation of the contract the statuses that its extractors and the layers around it can answer.
//! A handler documents only what is special about it.

use utoipa::openapi::{
    ContentBuilder, OpenApi, Ref, RefOr, ResponseBuilder,
    path::{Operation, Parameter, ParameterIn, PathItem},
};

const ERROR_BODY: &str = "ErrorBody";

/// A response that many operations share: its status, its name among the contract's components, when it is answered.
#[derive(Clone, Copy)]
struct Shared(&'static str, &'static str, &'static str);

const MALFORMED: Shared = Shared("400", "Malformed", "A header, the query or the body can't be parsed");
const CROSS_SITE: Shared = Shared("403", "CrossSite", "Another site made the browser send the request");
const NOT_FOUND: Shared = Shared("404", "NotFound", "The path names nothing");
const BODY_TIMEOUT: Shared = Shared("408", "BodyTimeout", "The body took too long to arrive");
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

const ALL: [Shared; 11] = [
    MALFORMED,
    CROSS_SITE,
    NOT_FOUND,
    BODY_TIMEOUT,
    PAYLOAD_TOO_LARGE,
    UNSUPPORTED_MEDIA_TYPE,
    INVALID,
    RATE_LIMITED,
    INTERNAL,
    UNAVAILABLE,
    STORAGE_FULL,
];

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
            for Shared(status, name, _) in shared(path, is_safe, operation) {
                let responses = &mut operation.responses.responses;
                responses.entry(status.to_owned()).or_insert_with(|| Ref::from_response_name(name).into());
            }
        }
    }
}

pub(super) fn operations(item: &mut PathItem) -> impl Iterator<Item = (bool, &mut Operation)> {
    let safe = [&mut item.get, &mut item.head].into_iter().flatten().map(|operation| (true, operation));
    let others = [&mut item.post, &mut item.put, &mut item.patch, &mut item.delete];
    safe.chain(others.into_iter().flatten().map(|operation| (false, operation)))
}

fn shared(path: &str, is_safe: bool, operation: &Operation) -> Vec<Shared> {
    let parameters = || operation.parameters.iter().flatten();
    let has_query_or_header = parameters().any(|parameter| {
        let RefOr::T(Parameter { parameter_in, .. }) = parameter else { return false };
        matches!(parameter_in, ParameterIn::Query | ParameterIn::Header)
    });
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
    if !is_safe {
        statuses.extend([CROSS_SITE, UNSUPPORTED_MEDIA_TYPE, STORAGE_FULL]);
    }
    if has_body {
        statuses.extend([BODY_TIMEOUT, PAYLOAD_TOO_LARGE, INVALID]);
    }
    statuses
}
