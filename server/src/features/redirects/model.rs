//! Redirects, the filter of their list, and the parsing of their input.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::target::{Target, normalized, own_address, serialize_readable};
use crate::{
    foundation::{audit::Action, records::ManagedRecord},
    platform::{
        addresses::{self, AddressKind},
        clock::Timestamp,
        error::{Error, Result},
        parse::Fields,
        text::{fold, is_invisible},
    },
};

/// Maximum number of redirects outside the trash, because all of them are cached in memory.
pub const MAX_REDIRECTS: u64 = 5_000;
pub const MAX_PATH: usize = 500;
pub const MAX_URL: usize = 1_000;
/// First segments of reserved paths, at which no redirect is followed.
const RESERVED: [&str; 7] = ["admin", "api", "assets", "healthz", "media", "og", "w"];

/// A former address and its target.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Redirect {
    pub id: Uuid,
    /// Former path on this site, without a slash at its end. Readable: only characters that would be lost or have another meaning
    /// are percent-encoded, so that the path can be sent again. A page at this path takes precedence.
    #[serde(serialize_with = "serialize_readable")]
    pub from_path: String,
    /// Path on this site, or `https` URL of another site.
    pub to_url: String,
    /// Whether the status is 308; otherwise it is 307.
    pub is_permanent: bool,
    /// Number of requests that followed the redirect. They are stored every hour. The list also includes requests to the
    /// answering process that aren't stored yet.
    pub hits: i64,
    /// Time of the last request that followed the redirect; null if none has.
    #[schema(required)]
    pub last_hit_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Time of the deletion; null outside the trash.
    #[schema(required)]
    pub deleted_at: Option<DateTime<Utc>>,
}

impl Redirect {
    /// Returns the fields that staff edit.
    #[must_use]
    pub fn fields(&self) -> RedirectFields {
        let Self { from_path, to_url, is_permanent, .. } = self.clone();
        RedirectFields { from_path, to_url, is_permanent }
    }
}

impl ManagedRecord for Redirect {
    const DELETED: Action = Action::RedirectDeleted;
    const RESTORED: Action = Action::RedirectRestored;
    const MAX: u64 = MAX_REDIRECTS;
    const TOO_MANY: Error = Error::Conflict {
        code: "too_many_redirects",
        message: "O limite é de 5.000 redirecionamentos. Exclua um antes de adicionar outro.",
    };

    fn id(&self) -> Uuid {
        self.id
    }

    fn label(&self) -> &str {
        &self.from_path
    }

    fn deleted_at(&self) -> Option<Timestamp> {
        self.deleted_at
    }
}

/// A redirect in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListedRedirect {
    #[serde(flatten)]
    pub redirect: Redirect,
    /// Why visitors don't follow the redirect, in Portuguese: there is a page at its path. Null if they follow it.
    #[schema(required)]
    pub inactive_because: Option<String>,
}

/// A new redirect, or a change of one. A new redirect needs both addresses. In a change, missing fields keep their values.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct RedirectInput {
    /// Path on this site without query, with or without the origin. There may be neither a page nor another redirect at this
    /// path.
    pub from_path: Option<String>,
    /// Path on this site, with or without the origin, or `https` URL of another site. There must be a page at the path,
    /// unless it is reserved for files, the panel or the API.
    pub to_url: Option<String>,
    /// Whether the status is 308; otherwise it is 307. Default: true.
    pub is_permanent: Option<bool>,
}

/// Filter of a list of redirects.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RedirectFilter {
    /// Text to find anywhere in the path or the target. Case and accents don't matter.
    pub search: Option<String>,
}

/// Valid fields of a redirect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedirectFields {
    pub from_path: String,
    pub to_url: String,
    pub is_permanent: bool,
}

impl RedirectFields {
    /// Parses the fields of a new redirect or, with `current`, of a change. `origin` is that of this site.
    pub fn parse(input: &RedirectInput, current: Option<&Redirect>, origin: &str) -> Result<Self> {
        let mut fields = Fields::default();
        let from_path = match (&input.from_path, current) {
            // A stored path is already decoded and must not be decoded again.
            (None, Some(current)) => current.from_path.clone(),
            (path, _) => parse_path(&mut fields, path.as_deref().unwrap_or_default(), origin),
        };
        let to_url = match (&input.to_url, current) {
            (None, Some(current)) => current.to_url.clone(),
            (url, _) => parse_target(&mut fields, url.as_deref().unwrap_or_default(), origin),
        };
        let is_permanent = input.is_permanent.or(current.map(|current| current.is_permanent));
        fields.finish(Self { from_path, to_url, is_permanent: is_permanent.unwrap_or(true) })
    }

    /// Returns the text of the `search` column.
    #[must_use]
    pub fn search_text(&self) -> String {
        fold(&format!("{} {}", self.from_path, self.to_url))
    }
}

/// Parses a path to its normalized form. Refuses a reserved path.
fn parse_path(fields: &mut Fields, input: &str, origin: &str) -> String {
    let input = fields.required_line("from_path", input, MAX_PATH);
    if input.is_empty() {
        return input;
    }
    let address = own_address(&input, origin);
    let has_dots = |path: &str| path.split('/').any(|segment| matches!(segment, "." | ".."));
    let is_plain = !address.starts_with("//") && !address.contains(['?', '#']);
    let Some(path) = normalized(&address).filter(|path| is_plain && !has_dots(path)) else {
        fields.refuse("from_path", "Informe um caminho deste site, como /pagina-antiga, sem ? nem #.");
        return input;
    };
    if input.chars().any(|c| c != ' ' && is_invisible(c)) {
        fields.refuse("from_path", "O endereço tem um caractere invisível. Apague-o e digite o endereço.");
    } else if address.contains('*') {
        fields.refuse(
            "from_path",
            "O * não representa vários endereços. Crie um redirecionamento para cada um.",
        );
    } else if is_reserved(&path) {
        fields.refuse("from_path", "Este caminho é reservado ao sistema.");
    }
    path
}

/// Returns whether a path is reserved, so that no redirect is followed there: the API, the panel, a file, or a page that a
/// form or a mailed link opens. `path` is normalized.
pub(super) fn is_reserved(path: &str) -> bool {
    let path = path.to_lowercase();
    let first = path.split('/').nth(1).unwrap_or_default();
    let mut others = addresses::ALL.iter().filter(|address| address.kind != AddressKind::Page);
    RESERVED.contains(&first) || others.any(|address| address.is_fixed() && address.path == path)
}

/// Parses a target, and encodes its spaces. A URL on this site becomes a path, so that it stays valid if the site moves to
/// another domain.
fn parse_target(fields: &mut Fields, input: &str, origin: &str) -> String {
    let input = fields.required_line("to_url", input, MAX_URL);
    let url = own_address(&input, origin);
    if !url.is_empty() && Target::parse(&url).is_none() {
        fields.refuse("to_url", "Use um endereço https:// ou um caminho deste site, como /contato.");
    }
    url.replace(' ', "%20")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGIN: &str = "https://www.exemplo.com.br";

    fn parse(from_path: &str, to_url: &str) -> Result<RedirectFields> {
        let input = RedirectInput {
            from_path: Some(from_path.into()),
            to_url: Some(to_url.into()),
            is_permanent: None,
        };
        RedirectFields::parse(&input, None, ORIGIN)
    }

    #[test]
    fn path_and_target_are_normalized() {
        let fields = parse(" /p%C3%A1gina/ ", "https://www.exemplo.com.br/sobre").expect("valid");
        assert_eq!((&*fields.from_path, &*fields.to_url), ("/página", "/sobre"));
        assert!(fields.is_permanent);
        let pasted = parse("http://www.exemplo.com.br/P%C3%A1gina Um/", "https://wa.me/1?text=olá mundo")
            .expect("valid");
        assert_eq!((&*pasted.from_path, &*pasted.to_url), ("/Página Um", "https://wa.me/1?text=olá%20mundo"));
        let invisible = parse("/pro\u{200b}mo\u{202e}", "/sobre").expect("valid");
        assert_eq!(invisible.from_path, "/promo");
        let external = parse("/a", "https://www.exemplo.com.br.mal.example/").expect("another site");
        assert_eq!(external.to_url, "https://www.exemplo.com.br.mal.example/");
    }

    #[test]
    fn invalid_and_reserved_paths_are_refused() {
        for from in [
            "/api/x",
            "/admin",
            "/Admin",
            "/API/x",
            "/%61pi",
            "/robots.txt",
            "/newsletter/confirmar",
            "//a",
            "/a?b",
            "/a#b",
            "/a/../b",
            "a",
            "/a/*",
            "https://outro.com.br/a",
        ] {
            let Err(Error::Invalid(errors)) = parse(from, "/sobre") else { panic!("{from}") };
            assert_eq!(errors.keys().collect::<Vec<_>>(), ["from_path"], "{from}");
        }
        let Err(Error::Invalid(errors)) = parse("", "//mal.example") else { panic!("both are invalid") };
        assert_eq!(errors.len(), 2);
    }

    #[test]
    fn encoded_special_character_is_part_of_the_path() {
        for (from, path) in [
            ("/folhet/%2A", "/folhet/*"),
            ("/%20", "/ "),
            ("/a%3Fb%23c", "/a?b#c"),
            ("/a%E2%80%8B", "/a\u{200b}"),
        ] {
            assert_eq!(parse(from, "/sobre").expect("valid").from_path, path);
        }
    }

    #[test]
    fn sent_path_of_a_redirect_is_parsed_to_the_same_path() {
        let fields = parse("/100%2525", "/sobre").expect("valid");
        assert_eq!(fields.from_path, "/100%25");
        let current = Redirect {
            id: Uuid::nil(),
            from_path: fields.from_path.clone(),
            to_url: fields.to_url,
            is_permanent: false,
            hits: 0,
            last_hit_at: None,
            created_at: DateTime::default(),
            updated_at: DateTime::default(),
            deleted_at: None,
        };
        let sent = serde_json::to_value(&current).expect("JSON");
        let from_path = sent["from_path"].as_str().map(str::to_owned);
        let input = RedirectInput { from_path, ..RedirectInput::default() };
        let changed = RedirectFields::parse(&input, Some(&current), ORIGIN).expect("valid");
        assert_eq!((&*changed.from_path, changed.is_permanent), ("/100%25", false));
    }
}
