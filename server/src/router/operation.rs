//! Tables of operations. An operation is a method and a path, with one handler.
//!
//! A debug build also describes the operations, for the contract. A release build has the contract as a file, because describing the
//! operations takes 12 MB of memory and 4 MB of code.

#[cfg(debug_assertions)]
pub(crate) use described::routes;
#[cfg(debug_assertions)]
pub use described::{Operations, Table, cached_for_visitors, describe, for_role, for_signed_in, for_staff};
#[cfg(not(debug_assertions))]
pub(crate) use undescribed::{
    Operations, Table, cached_for_visitors, for_role, for_signed_in, for_staff, routes,
};

#[cfg(debug_assertions)]
mod described {
    use axum::{Router, routing::MethodRouter};
    use utoipa::{
        __dev::{SchemaReferences, Tags},
        Path,
        openapi::path::Paths,
    };
    use utoipa_axum::{
        PathItemExt,
        router::{OpenApiRouter, UtoipaMethodRouter},
    };

    use super::super::contract::operations;
    pub use super::super::contract::statuses::{cached_for_visitors, for_role, for_signed_in, for_staff};
    use super::super::handler::Erased;

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

    /// Describes a handler with the type that `utoipa::path` creates for it, as `utoipa_axum::routes` does with a handler that still has
    /// its type.
    pub fn describe<'a, P, S>(_: P, handler: Erased<S>) -> UtoipaMethodRouter<S>
    where
        P: Path + Tags<'a> + SchemaReferences,
        S: Clone + Send + Sync + 'static,
    {
        let mut schemas = Vec::new();
        P::schemas(&mut schemas);
        let mut operation = P::operation();
        operation.tags.get_or_insert_default().extend(P::tags().iter().map(ToString::to_string));
        let methods = P::methods();
        let router = methods.iter().fold(MethodRouter::new(), |router, method| {
            router.on(method.to_method_filter(), handler.clone())
        });
        let mut paths = Paths::new();
        paths.add_path_operation(P::path(), methods, operation);
        (schemas, paths, router)
    }

    /// Returns the handler of a path with its description.
    macro_rules! routes {
        ([$($module:tt)*] $name:ident) => {
            utoipa_axum::paste! {
                $crate::router::operation::describe(
                    $($module)* [<__path_ $name>],
                    $crate::router::handler::erased($($module)* $name),
                )
            }
        };
        ([$($module:tt)*] $next:ident :: $($rest:tt)+) => {
            $crate::router::operation::routes!([$($module)* $next ::] $($rest)+)
        };
        ($first:ident $($rest:tt)*) => {
            $crate::router::operation::routes!([] $first $($rest)*)
        };
    }
    pub(crate) use routes;
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
            |method| axum::routing::on(method, $crate::router::handler::erased($handler))
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
