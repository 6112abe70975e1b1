//! The site as the relying party of passkeys. Authenticators respond only to the site's domain. A copy of the sign-in page on
//! another domain gets no response.

use anyhow::Context;
use url::Url;
use webauthn_rs::{Webauthn, WebauthnBuilder};

use crate::{
    app::{App, config::Config},
    foundation::settings,
    platform::{
        db::Transaction,
        error::{Error, Result},
    },
};

/// The error if the site has no domain or is not served over https.
const UNAVAILABLE: Error = Error::Conflict {
    code: "passkeys_unavailable",
    message: "Chaves de acesso só funcionam com o site em um domínio próprio, por https.",
};

/// Returns the relying party. Authenticators display the name of the company.
pub(super) async fn find(app: &App, tx: &Transaction) -> Result<Webauthn> {
    let company = settings::store::company(&**tx).await?;
    build(&app.config, &company.name)
}

fn build(config: &Config, company: &str) -> Result<Webauthn> {
    let (origin, any_port) = match &config.public_url {
        Some(url) => (url.clone(), false),
        None => (Url::parse("http://localhost").context("parsing the local URL")?, true),
    };
    // Browsers refuse IP addresses, and http except on the local machine.
    let host = origin.domain().filter(|host| origin.scheme() == "https" || *host == "localhost");
    let builder = WebauthnBuilder::new(host.ok_or(UNAVAILABLE)?, &origin);
    let party = builder.and_then(|builder| builder.rp_name(company).allow_any_port(any_port).build());
    Ok(party.context("building the relying party")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(public_url: Option<&str>) -> Result<Webauthn> {
        let config = Config::read(|name| match name {
            "VITRINE_PUBLIC_URL" => public_url.map(str::to_owned),
            _ => None,
        });
        build(&config.expect("a configuration"), "Vitrine TI")
    }

    #[test]
    fn passkeys_need_a_host_name_and_https_or_localhost() {
        for good in [None, Some("https://www.exemplo.com.br"), Some("http://localhost:8080")] {
            assert!(at(good).is_ok(), "{good:?}");
        }
        for bad in ["http://www.exemplo.com.br", "http://127.0.0.1:8080", "https://192.0.2.1"] {
            assert!(
                matches!(at(Some(bad)), Err(Error::Conflict { code: "passkeys_unavailable", .. })),
                "{bad}"
            );
        }
    }
}
