//! Answers to clients that poll: 304 without a body until the answer changes.

use axum::{
    Json,
    extract::FromRequestParts,
    http::{HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::IntoParams;

use super::{header_text, text_of_tag};
use crate::platform::{
    error::{Error, Result},
    id,
};

/// Identifies an answer. It is computed from all that the answer depends on, without the answer itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerTag(String);

impl AnswerTag {
    /// Returns the tag of an answer that depends on these values. Another release may answer otherwise, so its tags differ.
    #[must_use]
    pub fn of(values: &impl std::fmt::Debug) -> Self {
        let text = format!("{} {values:?}", env!("CARGO_PKG_VERSION"));
        Self(id::hex(&Sha256::digest(text)[..16]))
    }

    fn header(&self) -> HeaderValue {
        HeaderValue::try_from(format!("\"{}\"", self.0)).expect("hex digits are a valid header")
    }
}

/// The `If-None-Match` header: the `ETag` of the answer that the client has.
#[derive(IntoParams)]
#[into_params(names("If-None-Match"), parameter_in = Header)]
pub struct IfNoneMatch(
    /// The `ETag` of the answer that the client has. While the answer is the same, the server sends 304 without a body.
    Option<String>,
);

impl IfNoneMatch {
    /// Returns whether the client has the answer.
    #[must_use]
    pub fn matches(&self, tag: &AnswerTag) -> bool {
        let Some(known) = &self.0 else { return false };
        known.split(',').map(str::trim).any(|known| text_of_tag(known) == Some(&*tag.0))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for IfNoneMatch {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        Ok(Self(header_text(&parts.headers, &header::IF_NONE_MATCH)?))
    }
}

/// A response as JSON with its tag as `ETag`. Without a value, 304: the client has it.
pub struct Conditional<T>(pub AnswerTag, pub Option<T>);

impl<T: Serialize> IntoResponse for Conditional<T> {
    fn into_response(self) -> Response {
        let tag = [(header::ETAG, self.0.header())];
        match self.1 {
            Some(value) => (tag, Json(value)).into_response(),
            None => (StatusCode::NOT_MODIFIED, tag).into_response(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tag_matches_as_sent_or_as_changed_by_a_proxy() {
        let tag = AnswerTag::of(&1);
        let known = tag.header().to_str().expect("ASCII").to_owned();
        let bare = known.trim_matches('"');
        let matches = |known: &str| IfNoneMatch(Some(known.to_owned())).matches(&tag);
        for known in [known.clone(), format!("\"0\", W/{known}"), format!("\"{bare}-gzip\"")] {
            assert!(matches(&known), "{known}");
        }
        assert!(!matches("\"0\"") && !matches(bare) && !IfNoneMatch(None).matches(&tag));
        assert!(!IfNoneMatch(Some(known)).matches(&AnswerTag::of(&2)));
    }
}
