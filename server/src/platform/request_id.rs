//! The id of the current request. Its logs, errors and response contain the id.

tokio::task_local! {
    static REQUEST_ID: String;
}

/// Returns the id of the current request, or an empty string outside a request.
#[must_use]
pub fn current() -> String {
    REQUEST_ID.try_with(Clone::clone).unwrap_or_default()
}

/// Runs a future as part of the request with this id.
pub async fn scope<F: Future>(id: String, request: F) -> F::Output {
    REQUEST_ID.scope(id, request).await
}
