//! A public page as its feature builds it. The site adds the layout and the head, and renders the page.

use super::content::{Link, PageText};
use crate::platform::clock::Timestamp;

/// Props of a public page, and the data of its head.
pub struct BuiltPage<V> {
    pub meta: PageText,
    pub view: V,
    /// Breadcrumbs for search engines: links from the home page to this page, this page last. May be empty.
    pub trail: Vec<Link>,
    /// Whether search engines may list the page, if its address may be listed.
    pub is_listed: bool,
    /// Next time at which a text of the view changes; `None` if it changes with its content only.
    pub expires_at: Option<Timestamp>,
}

impl<V> BuiltPage<V> {
    pub fn new(meta: &PageText, view: V) -> Self {
        Self { meta: meta.clone(), view, trail: Vec::new(), is_listed: true, expires_at: None }
    }

    /// Adds a breadcrumb.
    #[must_use]
    pub fn with_link(mut self, label: &str, path: &str) -> Self {
        self.trail.push(Link { label: label.to_owned(), url: path.to_owned() });
        self
    }

    /// Keeps search engines from listing a page with too little content.
    #[must_use]
    pub fn unlisted_if(self, is_thin: bool) -> Self {
        Self { is_listed: self.is_listed && !is_thin, ..self }
    }

    /// Sets the next time at which a text of the view changes.
    #[must_use]
    pub fn expiring_at(self, time: Timestamp) -> Self {
        Self { expires_at: Some(time), ..self }
    }

    /// Returns the same page with its props wrapped by `wrap`.
    #[must_use]
    pub fn map<W>(self, wrap: impl FnOnce(V) -> W) -> BuiltPage<W> {
        let Self { meta, view, trail, is_listed, expires_at } = self;
        BuiltPage { meta, view: wrap(view), trail, is_listed, expires_at }
    }
}
