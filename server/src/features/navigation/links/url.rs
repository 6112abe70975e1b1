//! Parses a URL that staff type as the destination of a link.

use crate::{
    features::redirects::target::own_address,
    platform::{
        parse::{self, Fields},
        text::is_safe_url,
    },
};

pub const MAX_URL: usize = 500;
const REFUSAL: &str =
    "Use um caminho deste site, como /contato, ou um endereço que comece com https://, mailto: ou tel:.";

/// Parses a typed URL. `origin` is that of this site. A URL of this site becomes a path, so that it stays valid if the site
/// moves to another domain.
pub fn parse_url(fields: &mut Fields, name: &str, typed: &str, origin: &str) -> String {
    let typed = fields.required_line(name, typed, MAX_URL);
    let url = own_address(&with_scheme(&typed), origin).into_owned();
    if !url.is_empty() && !is_allowed(&url) {
        fields.refuse(name, REFUSAL);
    }
    url
}

/// Adds `https://` to a domain, or `mailto:` to an email address, that was typed without a scheme.
#[must_use]
pub fn with_scheme(typed: &str) -> String {
    if parse::is_email(typed) {
        return format!("mailto:{typed}");
    }
    let is_domain = typed.split(['/', '?', '#']).next().is_some_and(|host| {
        let labels: Vec<&str> = host.split('.').collect();
        let is_label =
            |label: &&str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-');
        labels.len() > 1 && labels.iter().all(is_label)
    });
    if is_domain { format!("https://{typed}") } else { typed.to_owned() }
}

fn is_allowed(url: &str) -> bool {
    if let Some(email) = url.strip_prefix("mailto:") {
        return parse::is_email(email.split('?').next().unwrap_or(email)) && !has_space(url);
    }
    if let Some(number) = url.strip_prefix("tel:") {
        let digits = number.chars().filter(char::is_ascii_digit).count();
        return (3..=15).contains(&digits)
            && number.chars().all(|c| c.is_ascii_digit() || "+-.()".contains(c));
    }
    if url.starts_with('/') {
        return is_safe_url(url) && is_path_of_this_site(url);
    }
    is_safe_url(url) && url::Url::parse(url).is_ok_and(|url| url.has_host() && url.username().is_empty())
}

/// Returns whether browsers open the path on this site, and not as the address of another host.
fn is_path_of_this_site(path: &str) -> bool {
    let site = url::Url::parse("https://site.invalid").ok();
    let joined = site.and_then(|site| site.join(path).ok());
    joined.is_some_and(|url| url.host_str() == Some("site.invalid") && !url.path().starts_with("//"))
}

fn has_space(url: &str) -> bool {
    url.chars().any(|c| c.is_control() || c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(typed: &str) -> Option<String> {
        let mut fields = Fields::default();
        let url = parse_url(&mut fields, "url", typed, "https://www.exemplo.com.br");
        fields.finish(url).ok()
    }

    #[test]
    fn urls_typed_by_staff_are_normalized() {
        for (typed, expected) in [
            ("/sobre", "/sobre"),
            (" /contato?servico=Outro#orcamento ", "/contato?servico=Outro#orcamento"),
            ("https://www.exemplo.com.br/blog?x=1", "/blog?x=1"),
            ("https://www.exemplo.com.br", "/"),
            ("http://www.exemplo.com.br/blog#a", "/blog#a"),
            ("https://exemplo.com.br/sobre", "/sobre"),
            ("exemplo.com.br?x=1", "/?x=1"),
            ("https://outro.com.br/a", "https://outro.com.br/a"),
            ("www.outro.com.br/a", "https://www.outro.com.br/a"),
            ("contato@exemplo.com.br", "mailto:contato@exemplo.com.br"),
            ("mailto:contato@exemplo.com.br?subject=Oi", "mailto:contato@exemplo.com.br?subject=Oi"),
            ("tel:+551140000000", "tel:+551140000000"),
            ("tel:190", "tel:190"),
        ] {
            assert_eq!(parsed(typed).as_deref(), Some(expected), "{typed}");
        }
    }

    #[test]
    fn unsafe_and_misleading_urls_are_refused() {
        for bad in [
            "",
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            "data:text/html,x",
            "http://outro.com.br",
            "https://exemplo.com.br//mal.example",
            "//mal.example",
            "/\\mal.example",
            "/.//mal.example",
            "/a b",
            "https://exemplo.com.br@mal.example/",
            "https://",
            "mailto:",
            "mailto:ana",
            "mailto:ana@exemplo.com.br?a b",
            "tel:",
            "tel:onze",
            "tel:1;2",
            "sobre",
            "#topo",
            "https://www.exemplo.com.br.mal.example\\x",
        ] {
            assert_eq!(parsed(bad), None, "{bad}");
        }
        let elsewhere = parsed("https://www.exemplo.com.br.mal.example/");
        assert_eq!(elsewhere.as_deref(), Some("https://www.exemplo.com.br.mal.example/"));
    }
}
