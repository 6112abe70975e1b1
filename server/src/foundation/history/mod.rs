//! What records were before: each version of a document, with who saved it. A feature writes here in the transaction of
//! its change and offers the list and the way back under an address of its own.

pub mod model;
pub mod store;
