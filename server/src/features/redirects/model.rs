//! A redirect and what is asked of it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::target::{Target, normalized};
use crate::{
    features::services::model::ServicePage,
    platform::{addresses, error::Result, parse::Fields, text::fold},
};

/// All of them are kept in memory, so there can't be any number.
pub const MAX_REDIRECTS: u64 = 5_000;
pub const MAX_PATH: usize = 500;
pub const MAX_URL: usize = 1_000;
/// First parts of addresses that never show the page of a missing address.
const RESERVED: [&str; 5] = ["admin", "api", "assets", "healthz", "media"];
/// An address that is no page any more, and where it leads.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Redirect {
    pub id: Uuid,
    /// Percent-decoded, without a slash at its end. Followed only while there is no page at it.
    pub from_path: String,
    /// A path of this site or an https address.
    pub to_url: String,
    /// Answered with 308, and with 307 if it isn't.
    pub is_permanent: bool,
    /// How often it was followed, up to the last full hour of the server.
    pub hits: i64,
    #[schema(required)]
    pub last_hit_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// What staff send. Fields left out keep their value; in a new redirect the paths are required.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct RedirectInput {
    /// A path of this site without query.
    pub from_path: Option<String>,
    /// A path of this site or an https address.
    pub to_url: Option<String>,
    /// True in a new redirect that doesn't say.
    pub is_permanent: Option<bool>,
}

/// Which redirects a list has.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RedirectFilter {
    /// Found anywhere in either address, whatever its case and accents.
    pub search: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Details {
    pub from_path: String,
    pub to_url: String,
    pub is_permanent: bool,
}

impl Details {
    /// `origin` is the site's own, which a target may begin with.
    pub fn parse(input: &RedirectInput, current: Option<&Redirect>, origin: &str) -> Result<Self> {
        let mut fields = Fields::default();
        let from_path = match (&input.from_path, current) {
            // What was decoded once isn't decoded again.
            (None, Some(current)) => current.from_path.clone(),
            (Some(path), Some(current)) if *path == current.from_path => path.clone(),
            (path, _) => parse_path(&mut fields, path.as_deref().unwrap_or_default()),
        };
        let to_url = match (&input.to_url, current) {
            (None, Some(current)) => current.to_url.clone(),
            (url, _) => parse_target(&mut fields, url.as_deref().unwrap_or_default(), origin),
        };
        let is_permanent = input.is_permanent.or(current.map(|current| current.is_permanent));
        fields.finish(Self { from_path, to_url, is_permanent: is_permanent.unwrap_or(true) })
    }

    #[must_use]
    pub fn search(&self) -> String {
        fold(&format!("{} {}", self.from_path, self.to_url))
    }
}

fn parse_path(fields: &mut Fields, written: &str) -> String {
    let written = fields.required_line("from_path", written, MAX_PATH);
    if written.is_empty() {
        return written;
    }
    let is_plain = !written.starts_with("//") && !written.contains(['?', '#']);
    let Some(path) = normalized(&written).filter(|_| is_plain) else {
        fields.refuse("from_path", "Informe só o caminho, como /pagina-antiga, sem domínio, ? ou #.");
        return written;
    };
    let first = path.split('/').nth(1).unwrap_or_default();
    if RESERVED.contains(&first) {
        fields.refuse("from_path", "Este caminho é reservado ao sistema.");
    }
    // Other spellings of a page's address lead to the page.
    let lower = path.to_lowercase();
    let canonical = lower.strip_suffix("/index.html").unwrap_or(&lower);
    if is_page(&path) || is_page(canonical) || canonical.is_empty() {
        fields.refuse("from_path", "Neste endereço já existe uma página do site.");
    }
    path
}

/// Whether a page or a file of the site is always at the path.
fn is_page(path: &str) -> bool {
    let mut fixed = addresses::ALL.iter().filter(|address| address.is_fixed());
    fixed.any(|address| address.path == path) || ServicePage::ALL.iter().any(|page| page.path() == path)
}

/// Whatever is on this site is kept as a path, so that it follows the site to another name.
fn parse_target(fields: &mut Fields, written: &str, origin: &str) -> String {
    let written = fields.required_line("to_url", written, MAX_URL);
    let own = written.strip_prefix(origin).filter(|rest| rest.is_empty() || rest.starts_with('/'));
    let url = match own {
        Some("") => "/".to_owned(),
        Some(path) => path.to_owned(),
        None => written,
    };
    if !url.is_empty() && Target::parse(&url).is_none() {
        fields.refuse("to_url", "Use um endereço https:// ou um caminho deste site, como /contato.");
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::error::Error;

    const ORIGIN: &str = "https://www.exemplo.com.br";

    fn parse(from_path: &str, to_url: &str) -> Result<Details> {
        let input = RedirectInput {
            from_path: Some(from_path.into()),
            to_url: Some(to_url.into()),
            is_permanent: None,
        };
        Details::parse(&input, None, ORIGIN)
    }

    #[test]
    fn addresses_are_brought_to_one_form() {
        let details = parse(" /p%C3%A1gina/ ", "https://www.exemplo.com.br/sobre").expect("valid");
        assert_eq!((&*details.from_path, &*details.to_url), ("/página", "/sobre"));
        assert!(details.is_permanent);
        let elsewhere = parse("/a", "https://www.exemplo.com.br.mal.example/").expect("another site");
        assert_eq!(elsewhere.to_url, "https://www.exemplo.com.br.mal.example/");
    }

    #[test]
    fn only_addresses_without_a_page_can_lead_on() {
        for from in [
            "/",
            "/contato/",
            "/blog",
            "/servicos/banco-dados",
            "/Sobre",
            "/index.html",
            "/blog/index.html",
            "/api/x",
            "/admin",
            "/%61pi",
            "//a",
            "/a?b",
            "/a#b",
            "a",
        ] {
            let Err(Error::Invalid(errors)) = parse(from, "/sobre") else { panic!("{from}") };
            assert_eq!(errors.keys().collect::<Vec<_>>(), ["from_path"], "{from}");
        }
        let Err(Error::Invalid(errors)) = parse("", "//mal.example") else { panic!("both are wrong") };
        assert_eq!(errors.len(), 2);
    }

    #[test]
    fn a_path_is_decoded_once() {
        let details = parse("/100%2525", "/sobre").expect("valid");
        assert_eq!(details.from_path, "/100%25");
        let current = Redirect {
            id: Uuid::nil(),
            from_path: details.from_path.clone(),
            to_url: details.to_url,
            is_permanent: false,
            hits: 0,
            last_hit_at: None,
            created_at: DateTime::default(),
            updated_at: DateTime::default(),
        };
        let input = RedirectInput { from_path: Some("/100%25".into()), ..RedirectInput::default() };
        let changed = Details::parse(&input, Some(&current), ORIGIN).expect("valid");
        assert_eq!((&*changed.from_path, changed.is_permanent), ("/100%25", false));
    }
}
