//! Handlers without their types. With them, the compiler would generate the router's code again for each handler.

use std::{pin::Pin, sync::Arc};

use axum::{
    extract::Request,
    handler::Handler,
    response::Response,
    routing::{self, MethodRouter},
};

/// The future of a handler.
type Answer = Pin<Box<dyn Future<Output = Response> + Send>>;

/// A handler of any type.
#[derive(Clone)]
pub struct Erased<S>(Arc<dyn Fn(Request, S) -> Answer + Send + Sync>);

impl<S: Clone + Send + Sync + 'static> Handler<(), S> for Erased<S> {
    type Future = Answer;

    fn call(self, request: Request, state: S) -> Answer {
        (self.0)(request, state)
    }
}

/// Erases the type of a handler.
pub fn erased<T: 'static, S: 'static>(handler: impl Handler<T, S, Future = Answer>) -> Erased<S> {
    Erased(Arc::new(move |request, state| handler.clone().call(request, state)))
}

/// Routes GET requests to a handler.
pub fn get<T, S>(handler: impl Handler<T, S, Future = Answer>) -> MethodRouter<S>
where
    T: 'static,
    S: Clone + Send + Sync + 'static,
{
    routing::get(erased(handler))
}

/// Routes GET requests of a page to a handler, and the forms that it posts to another one.
pub fn get_and_post<T, U, S>(
    page: impl Handler<T, S, Future = Answer>,
    form: impl Handler<U, S, Future = Answer>,
) -> MethodRouter<S>
where
    T: 'static,
    U: 'static,
    S: Clone + Send + Sync + 'static,
{
    get(page).post(erased(form))
}
