//! Operations of the contract. An operation is a method and a path, with one handler.

use utoipa::openapi::path::{Operation, PathItem};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

/// A table of operations.
pub trait Table<S> {
    /// Adds a handler at `url`, which is its method and path, such as `GET /api/services`.
    ///
    /// # Panics
    /// If the handler declares another method or path.
    #[must_use]
    fn at(self, url: &str, handler: UtoipaMethodRouter<S>) -> Self;
}

impl<S: Clone + Send + Sync + 'static> Table<S> for OpenApiRouter<S> {
    fn at(self, url: &str, mut handler: UtoipaMethodRouter<S>) -> Self {
        let paths = handler.1.paths.iter_mut();
        let declared: Vec<String> = paths
            .flat_map(|(path, item)| operations(item).map(move |(method, _)| format!("{method} {path}")))
            .collect();
        assert_eq!(declared, [url], "the handler declares another URL");
        self.routes(handler)
    }
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
