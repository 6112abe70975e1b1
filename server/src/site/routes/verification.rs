//! The verification file of Google Search Console.

use axum::{
    body::Body,
    http::{Response, request::Parts},
};

use crate::{
    foundation::settings::{self, analytics_ids::is_verification_file},
    platform::error::Result,
    site::Site,
};

impl Site {
    /// Serves the configured file, at exactly its name. `None` for all other paths.
    pub(super) async fn verification_file(&self, request: &Parts) -> Result<Option<Response<Body>>> {
        let path = request.uri.path();
        let Some(name) = path.strip_prefix('/').filter(|name| is_verification_file(name)) else {
            return Ok(None);
        };
        let settings = settings::store::all(self.app.db.reader()).await?;
        if settings.analytics.search_console_file != name {
            return Ok(None);
        }
        let text = format!("google-site-verification: {name}");
        let text = async move { Ok(text) };
        Ok(Some(self.show_text(path, "text/html; charset=utf-8", text, request).await))
    }
}
