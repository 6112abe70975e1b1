//! Mail providers that are common in Brazil: how to reach their servers, what they ask for, and what their domains' records look
//! like. The addresses are from the providers' own documentation.

use serde::Serialize;
use utoipa::ToSchema;

use crate::app::config::mailbox::Encryption::{self, StartTls, Tls};

/// A server of a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProviderServer {
    pub host: &'static str,
    pub port: u16,
    pub encryption: Encryption,
}

/// A mail provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Provider {
    pub key: &'static str,
    pub name: &'static str,
    pub smtp: ProviderServer,
    pub imap: ProviderServer,
    /// What the provider asks for, in Portuguese.
    pub advice: &'static str,
    /// Whether the provider doesn't accept what this program can do, so that the advice is a warning.
    pub is_unsupported: bool,
    /// Domains that the SPF record includes. The first one is suggested.
    #[serde(skip)]
    pub spf: &'static [&'static str],
    /// Usual DKIM selectors.
    #[serde(skip)]
    pub selectors: &'static [&'static str],
}

pub const PROVIDERS: [Provider; 5] = [
    Provider {
        key: "google",
        name: "Google",
        smtp: server("smtp.gmail.com", 465, Tls),
        imap: server("imap.gmail.com", 993, Tls),
        advice: "O Google não aceita a senha da conta. Ative a verificação em duas etapas e crie uma senha de app em \
                 myaccount.google.com/apppasswords; use-a aqui. No Google Workspace, o administrador da empresa precisa \
                 permitir senhas de app. O usuário é o endereço completo.",
        is_unsupported: false,
        spf: &["_spf.google.com"],
        selectors: &["google"],
    },
    Provider {
        key: "microsoft",
        name: "Microsoft 365",
        smtp: server("smtp.office365.com", 587, StartTls),
        imap: server("outlook.office365.com", 993, Tls),
        advice: "O Microsoft 365 recusa senhas para ler a caixa (IMAP) e está acabando com elas no envio (SMTP). O acesso \
                 que ele exige, OAuth2 (XOAUTH2), ainda não é aceito aqui. Use uma caixa de outro provedor ou um serviço de \
                 envio (relay) com o domínio da empresa.",
        is_unsupported: true,
        spf: &["spf.protection.outlook.com"],
        selectors: &["selector1", "selector2"],
    },
    Provider {
        key: "locaweb",
        name: "Locaweb",
        smtp: server("email-ssl.com.br", 465, Tls),
        imap: server("email-ssl.com.br", 993, Tls),
        advice: "Use o endereço completo como usuário e a senha da própria caixa de e-mail, não a do painel da Locaweb. O \
                 remetente precisa ser um endereço dessa conta.",
        is_unsupported: false,
        spf: &["_spf.locaweb.com.br"],
        selectors: &["locaweb", "default"],
    },
    Provider {
        key: "kinghost",
        name: "KingHost",
        smtp: server("smtp.kinghost.net", 465, Tls),
        imap: server("imap.kinghost.net", 993, Tls),
        advice: "Use o endereço completo como usuário e a senha da própria caixa de e-mail, não a do painel. Se o site está \
                 hospedado fora do Brasil, o servidor de envio é smtpi.kinghost.net.",
        is_unsupported: false,
        spf: &["_spf.kinghost.net"],
        selectors: &["kinghost", "default"],
    },
    Provider {
        key: "zoho",
        name: "Zoho",
        smtp: server("smtppro.zoho.com", 465, Tls),
        imap: server("imappro.zoho.com", 993, Tls),
        advice: "Use o endereço completo como usuário. Com a verificação em duas etapas, crie uma senha específica de \
                 aplicativo em accounts.zoho.com; sem ela, vale a senha da conta. Ative o acesso IMAP nas configurações da \
                 caixa. Em contas de outra região, troque .com pelo final dela, como .eu.",
        is_unsupported: false,
        spf: &["zohomail.com", "zoho.com", "one.zoho.com", "zoho.eu", "zohomail.eu"],
        selectors: &["zmail", "zoho", "default"],
    },
];

/// Selectors that many servers use.
pub const COMMON_SELECTORS: [&str; 8] = ["default", "dkim", "mail", "k1", "s1", "s2", "selector1", "google"];

const fn server(host: &'static str, port: u16, encryption: Encryption) -> ProviderServer {
    ProviderServer { host, port, encryption }
}

/// Finds the provider to which a server belongs.
#[must_use]
pub fn of_host(host: &str) -> Option<&'static Provider> {
    let host = host.to_lowercase();
    let parent = |name: &'static str| match name {
        // All names of these domains are servers of the provider, such as those of other regions.
        "smtp.kinghost.net" => "kinghost.net",
        "smtp.office365.com" => "office365.com",
        "smtp.gmail.com" => "gmail.com",
        other => other,
    };
    PROVIDERS.iter().find(|provider| {
        let (smtp, zone) = (provider.smtp.host, parent(provider.smtp.host));
        host == smtp
            || host.strip_suffix(zone).is_some_and(|rest| rest.ends_with('.'))
            || (provider.key == "zoho" && host.split('.').any(|label| label == "zoho"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn provider_is_recognized_by_its_server() {
        for (host, key) in [
            ("smtp.gmail.com", Some("google")),
            ("SMTP.office365.com", Some("microsoft")),
            ("email-ssl.com.br", Some("locaweb")),
            ("smtpi.kinghost.net", Some("kinghost")),
            ("smtp.zoho.eu", Some("zoho")),
            ("smtp.empresa.com.br", None),
            ("notgmail.com", None),
        ] {
            assert_eq!(of_host(host).map(|provider| provider.key), key, "{host}");
        }
    }
}
