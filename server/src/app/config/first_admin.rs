//! The configuration of the first administrator.

use std::{ffi::OsString, fmt};

use super::reader::Reader;

/// The administrator that is created if there is none.
#[derive(Clone)]
pub struct FirstAdmin {
    pub email: String,
    pub password: String,
}

impl fmt::Debug for FirstAdmin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("FirstAdmin").field("email", &self.email).finish_non_exhaustive()
    }
}

impl<F: Fn(&str) -> Option<OsString>> Reader<F> {
    /// Returns the administrator; `None` if the variables are not set.
    pub fn first_admin(&mut self) -> Option<FirstAdmin> {
        match (self.text("VITRINE_ADMIN_EMAIL"), self.text("VITRINE_ADMIN_PASSWORD")) {
            (Some(email), Some(password)) => Some(FirstAdmin { email, password }),
            (None, None) => None,
            _ => {
                self.problems
                    .push("VITRINE_ADMIN_EMAIL and VITRINE_ADMIN_PASSWORD must be set together".into());
                None
            }
        }
    }
}
