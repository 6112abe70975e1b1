//! Email addresses of the demo company, and addresses that are reserved for examples. Nothing is sent to or from them.

use super::config::Config;

/// The domain of the demo company's addresses.
const DEMO_DOMAIN: &str = "vitrine.example";
/// Domains for examples: those of RFC 2606, and the one that Brazilian texts use.
const DOMAINS: [&str; 4] = ["example.com", "example.net", "example.org", "exemplo.com.br"];
/// Top-level domains for examples and tests (RFC 2606).
const TOP_LEVEL_DOMAINS: [&str; 4] = ["example", "invalid", "test", "localhost"];

/// Returns whether no mail may be sent to or from an address. A site without an https address is in development, and may use
/// addresses for examples with a mail server of its own.
#[must_use]
pub fn is_refused(config: &Config, email: &str) -> bool {
    domain(email) == DEMO_DOMAIN || (config.is_https() && is_example(email))
}

/// Returns whether the domain of an address is reserved for examples.
fn is_example(email: &str) -> bool {
    let domain = domain(email);
    let is_within =
        |parent: &str| domain.strip_suffix(parent).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    DOMAINS.iter().chain(&TOP_LEVEL_DOMAINS).any(|parent| is_within(parent))
}

fn domain(email: &str) -> String {
    email.rsplit_once('@').map_or("", |(_, domain)| domain).trim_end_matches('.').to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(public_url: &str) -> Config {
        Config::read(|name| (name == "VITRINE_PUBLIC_URL").then(|| public_url.to_owned())).expect("valid")
    }

    #[test]
    fn addresses_for_examples_are_refused_on_published_sites() {
        let (published, local) = (config("https://www.empresa.com.br"), config("http://localhost:8080"));
        for email in ["a@example.com", "a@mail.EXAMPLE.org", "a@exemplo.com.br", "a@x.test", "a@localhost"] {
            assert!(is_refused(&published, email) && !is_refused(&local, email), "{email}");
        }
        for email in ["a@myexample.com", "a@exemplo.com", "a@example.com.br", "a@latest", "a@empresa.com.br"]
        {
            assert!(!is_refused(&published, email), "{email}");
        }
    }

    #[test]
    fn addresses_of_the_demo_company_are_refused_everywhere() {
        let local = config("http://localhost:8080");
        assert!(is_refused(&local, "Contato@Vitrine.example") && !is_refused(&local, "a@empresa.example"));
    }
}
