//! Tables of operations. An operation is a method and a path, with one handler.
//!
//! A debug build also describes the operations, for the contract. A release build has the contract as a file, because describing the
//! operations takes 12 MB of memory and 4 MB of code.

#[cfg(debug_assertions)]
pub use described::{Operations, Table, cached_for_visitors, for_role, for_signed_in, for_staff, routes};
#[cfg(not(debug_assertions))]
pub(crate) use undescribed::{
    Operations, Table, cached_for_visitors, for_role, for_signed_in, for_staff, routes,
};

#[cfg(debug_assertions)]
mod described {
    use axum::Router;
    use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};
    pub use utoipa_axum::routes;

    use super::super::contract::operations;
    pub use super::super::contract::statuses::{cached_for_visitors, for_role, for_signed_in, for_staff};

    pub type Operations<S> = OpenApiRouter<S>;

    /// A table of operations.
    pub trait Table<S> {
        /// Adds a handler at `url`, which is its method and path, such as `GET /api/services`.
        ///
        /// # Panics
        /// If the handler declares another method or path.
        #[must_use]
        fn at(self, url: &str, handler: UtoipaMethodRouter<S>) -> Self;

        fn into_router(self) -> Router<S>;
    }

    impl<S: Clone + Send + Sync + 'static> Table<S> for Operations<S> {
        fn at(self, url: &str, mut handler: UtoipaMethodRouter<S>) -> Self {
            let paths = handler.1.paths.iter_mut();
            let declared: Vec<String> = paths
                .flat_map(|(path, item)| operations(item).map(move |(method, _)| format!("{method} {path}")))
                .collect();
            assert_eq!(declared, [url], "the handler declares another URL");
            self.routes(handler)
        }

        fn into_router(self) -> Router<S> {
            self.split_for_parts().0
        }
    }
}

#[cfg(not(debug_assertions))]
mod undescribed {
    use std::str::FromStr;

    use axum::{
        Router,
        http::Method,
        routing::{MethodFilter, MethodRouter},
    };

    use crate::foundation::identity::model::Role;

    pub type Operations<S> = Router<S>;

    /// A table of operations.
    pub trait Table<S> {
        /// Adds a handler at `url`, which is its method and path. Only debug builds check that the handler declares them.
        #[must_use]
        fn at(self, url: &str, handler: impl FnOnce(MethodFilter) -> MethodRouter<S>) -> Self;

        fn into_router(self) -> Router<S>;
    }

    impl<S: Clone + Send + Sync + 'static> Table<S> for Operations<S> {
        fn at(self, url: &str, handler: impl FnOnce(MethodFilter) -> MethodRouter<S>) -> Self {
            let (method, path) = url.split_once(' ').expect("a URL has a method and a path");
            let method = Method::from_str(method).ok().and_then(|method| method.try_into().ok());
            self.route(path, handler(method.expect("a method with a handler")))
        }

        fn into_router(self) -> Router<S> {
            self
        }
    }

    macro_rules! routes {
        ($handler:path) => {
            |method| axum::routing::on(method, $handler)
        };
    }
    pub(crate) use routes;

    pub fn for_signed_in<S>(api: Operations<S>) -> Operations<S> {
        api
    }

    pub fn for_staff<S>(api: Operations<S>) -> Operations<S> {
        api
    }

    pub fn for_role<S>(_: Role, api: Operations<S>) -> Operations<S> {
        api
    }

    pub fn cached_for_visitors<S>(api: Operations<S>) -> Operations<S> {
        api
    }
}
