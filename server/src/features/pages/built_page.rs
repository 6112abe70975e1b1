//! A public page as built by its feature. The site adds the layout and the head, and renders the page.

use super::content::{Link, PageText};
use crate::platform::clock::Timestamp;

/// Props of a public page, and the data of its head.
pub struct BuiltPage<V> {
    pub meta: PageText,
    pub view: V,
    /// Breadcrumbs for search engines, without the home page. The last one is this page. May be empty.
    pub trail: Vec<Link>,
    /// Whether search engines may list the page. Has no effect if the address of the page isn't listed.
    pub is_listed: bool,
    /// Next time at which a text of the view changes; `None` if only a change of content changes it.
    pub expires_at: Option<Timestamp>,
}

impl<V> BuiltPage<V> {
    pub fn new(meta: &PageText, view: V) -> Self {
        Self { meta: meta.clone(), view, trail: Vec::new(), is_listed: true, expires_at: None }
    }

    /// Appends a breadcrumb.
    #[must_use]
    pub fn with_link(mut self, label: &str, path: &str) -> Self {
        self.trail.push(Link { label: label.to_owned(), url: path.to_owned() });
        self
    }

    /// Prevents search engines from listing the page if it has too little content.
    #[must_use]
    pub fn unlisted_if(self, is_thin: bool) -> Self {
        Self { is_listed: self.is_listed && !is_thin, ..self }
    }

    /// Sets the next time at which a text of the view changes.
    #[must_use]
    pub fn expiring_at(self, time: Timestamp) -> Self {
        Self { expires_at: Some(time), ..self }
    }

    /// Returns the page with its props converted by `wrap`.
    #[must_use]
    pub fn map<W>(self, wrap: impl FnOnce(V) -> W) -> BuiltPage<W> {
        let Self { meta, view, trail, is_listed, expires_at } = self;
        BuiltPage { meta, view: wrap(view), trail, is_listed, expires_at }
    }
}
