//! The public addresses of the site. The router, links, redirects, the sitemap, the generated TypeScript paths and the
//! tests read this table; `server/addresses.json` is its copy for programs in other languages.

use serde::Serialize;

/// A public address: one path, or all paths of one pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Address {
    /// Name of the constant, such as `CONTACT_THANKS`.
    pub name: &'static str,
    /// Path, or pattern in the router's syntax: `/blog/{slug}`, or `/media/{*path}` for several segments.
    pub path: &'static str,
    pub kind: AddressKind,
    /// Whether search engines may list the page.
    pub is_listed: bool,
}

/// What an address serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AddressKind {
    /// A public page. Other spellings of its path (capitals, a slash at the end) redirect to it.
    Page,
    /// A public page for the owner of a secret link, or the page after it. Other spellings of its path don't redirect to it.
    LinkPage,
    /// A page of the panel.
    Panel,
    /// A file, a feed or a redirect for programs.
    File,
}

impl Address {
    /// Returns whether the site measures visits of the address: public pages, except `/auth` and `/conta`.
    #[must_use]
    pub fn is_measured(&self) -> bool {
        self.kind == AddressKind::Page && ![AUTH, ACCOUNT].contains(self)
    }

    /// Returns whether the path has no parameter.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        !self.path.contains('{')
    }

    /// Returns the path with `value`, unchanged, in place of the parameter. The parameter is always the last segment.
    #[must_use]
    pub fn with(&self, value: &str) -> String {
        format!("{}{value}", self.prefix())
    }

    /// Returns the part of the path before its parameter.
    #[must_use]
    pub fn prefix(&self) -> &'static str {
        self.path.split('{').next().unwrap_or(self.path)
    }
}

macro_rules! addresses {
    ($($name:ident: $kind:ident $(, $listed:ident)? = $path:literal;)*) => {
        $(pub const $name: Address = Address {
            name: stringify!($name),
            path: $path,
            kind: AddressKind::$kind,
            is_listed: addresses!(@listed $($listed)?),
        };)*

        /// All public addresses.
        pub const ALL: &[Address] = &[$($name),*];
    };
    (@listed listed) => { true };
    (@listed) => { false };
}

addresses! {
    HOME: Page, listed = "/";
    ABOUT: Page, listed = "/sobre";
    SERVICES: Page, listed = "/servicos";
    SERVICE: Page, listed = "/servicos/{slug}";
    BLOG: Page, listed = "/blog";
    POST: Page, listed = "/blog/{slug}";
    CATEGORY: Page, listed = "/blog/categoria/{slug}";
    TAG: Page, listed = "/blog/tag/{slug}";
    POST_PREVIEW: LinkPage = "/previa/{token}";
    CONTACT: Page, listed = "/contato";
    CONTACT_THANKS: Page = "/contato/obrigado";
    NEWSLETTER: Page = "/newsletter";
    NEWSLETTER_THANKS: Page = "/newsletter/obrigado";
    NEWSLETTER_CONFIRM: LinkPage = "/newsletter/confirmar";
    NEWSLETTER_CONFIRMED: LinkPage = "/newsletter/confirmada";
    NEWSLETTER_UNSUBSCRIBE: LinkPage = "/newsletter/cancelar";
    NEWSLETTER_PREFERENCES: LinkPage = "/newsletter/preferencias";
    NEWSLETTER_EDITIONS: Page, listed = "/newsletter/edicoes";
    NEWSLETTER_EDITION: Page, listed = "/newsletter/edicoes/{slug}";
    PRIVACY: Page, listed = "/privacidade";
    PRIVACY_VERSIONS: Page = "/privacidade/versoes";
    PRIVACY_VERSION: Page = "/privacidade/versoes/{version}";
    PRIVACY_REQUEST: Page = "/privacidade/pedido";
    PRIVACY_REQUEST_SENT: Page = "/privacidade/pedido/enviado";
    PRIVACY_REQUEST_CONFIRM: LinkPage = "/privacidade/pedido/confirmar";
    PRIVACY_REQUEST_CONFIRMED: LinkPage = "/privacidade/pedido/confirmado";
    CERTIFICATE: Page = "/privacidade/certificado";
    TERMS: Page, listed = "/termos";
    TERMS_VERSIONS: Page = "/termos/versoes";
    TERMS_VERSION: Page = "/termos/versoes/{version}";
    AUTH: Page = "/auth";
    FORGOT_PASSWORD: Page = "/auth/esqueci-senha";
    RESET_PASSWORD: LinkPage = "/auth/redefinir-senha";
    CONFIRM_EMAIL: LinkPage = "/auth/confirmar";
    ACCOUNT: Page = "/conta";
    INVITATION: Panel = "/auth/convite";
    PANEL: Panel = "/admin";
    PANEL_SLASH: Panel = "/admin/";
    PANEL_SCREEN: Panel = "/admin/{*screen}";
    PANEL_MANIFEST: File = "/admin/manifest.webmanifest";
    PANEL_WORKER: File = "/admin/worker.js";
    WHATSAPP: File = "/w/{page}";
    FEED: File = "/blog/feed.xml";
    SITEMAP: File = "/sitemap.xml";
    ROBOTS: File = "/robots.txt";
    SECURITY_TXT: File = "/.well-known/security.txt";
    CHANGE_PASSWORD: File = "/.well-known/change-password";
    WEB_MANIFEST: File = "/manifest.webmanifest";
    TOUCH_ICON: File = "/apple-touch-icon.png";
    ICON_32: File = "/icon-32.png";
    ICON_192: File = "/icon-192.png";
    ICON_512: File = "/icon-512.png";
    FAVICON: File = "/favicon.ico";
    SHARE_PICTURE: File = "/og/{*name}";
    MEDIA: File = "/media/{*path}";
    COLORS: File = "/assets/colors/{name}";
    ASSET: File = "/assets/{*path}";
}

/// Path and fragment of the form on the contact page.
pub const QUOTE_FORM: &str = "/contato#orcamento";
/// Id of the form on the contact page.
pub const QUOTE_FORM_ANCHOR: &str = "orcamento";

/// Returns the table as JSON: the content of `server/addresses.json`.
pub fn json() -> serde_json::Result<String> {
    Ok(serde_json::to_string_pretty(ALL)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameter_of_an_address_is_its_last_segment() {
        for address in ALL.iter().filter(|address| !address.is_fixed()) {
            let (_, parameter) = address.path.split_once('{').expect("a parameter");
            assert!(parameter.ends_with('}') && !parameter.contains('/'), "{}", address.path);
        }
        assert_eq!(POST.with("nuvem"), "/blog/nuvem");
    }

    #[test]
    fn each_path_has_one_entry() {
        for (index, address) in ALL.iter().enumerate() {
            assert!(ALL[..index].iter().all(|other| other.path != address.path), "{}", address.path);
        }
    }

    #[test]
    fn quote_form_is_on_the_contact_page() {
        assert_eq!(QUOTE_FORM, format!("{}#{QUOTE_FORM_ANCHOR}", CONTACT.path));
    }
}
