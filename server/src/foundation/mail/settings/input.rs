//! Input for the settings of the mail servers.

use std::fmt;

use serde::Deserialize;
use url::Host;
use utoipa::ToSchema;

use super::{
    model::{Destination, IncomingFields, OutgoingFields},
    store::Stored,
};
use crate::{
    app::{
        App,
        config::{mail::is_local, mailbox::Encryption},
        demo_addresses,
    },
    platform::{error::Result, parse::Fields},
};

pub const MAX_HOST: usize = 253;
pub const MAX_USER: usize = 254;
pub const MAX_PASSWORD: usize = 500;
pub const MAX_NAME: usize = 100;
pub const MAX_FOLDER: usize = 200;
pub const MAX_SELECTOR: usize = 63;

/// The settings of outgoing mail.
#[derive(Clone, Deserialize, ToSchema)]
pub struct OutgoingInput {
    /// Name or IP address of the mail server.
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    /// User for the sign-in; empty without one.
    #[serde(default)]
    pub user: String,
    /// Empty for the stored password. That is refused if server, port, encryption or user differ from the stored ones.
    #[serde(default)]
    pub password: String,
    /// Name of the sender; empty for the company's name.
    #[serde(default)]
    pub from_name: String,
    pub from_email: String,
    /// The DKIM selector to check; empty for those that are usual at the provider.
    #[serde(default)]
    pub dkim_selector: String,
}

/// The settings of incoming mail.
#[derive(Clone, Deserialize, ToSchema)]
pub struct IncomingInput {
    /// Name or IP address of the IMAP server.
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    pub user: String,
    /// Empty for the stored password. That is refused if server, port, encryption or user differ from the stored ones.
    #[serde(default)]
    pub password: String,
    /// Empty for `INBOX`.
    #[serde(default)]
    pub folder: String,
    /// The address of the mailbox; empty for that of the sender.
    #[serde(default)]
    pub address: String,
    #[serde(default)]
    pub plus_addressing: bool,
    #[serde(default)]
    pub trusted_server: String,
    #[serde(default)]
    pub creates_contacts: bool,
}

impl fmt::Debug for OutgoingInput {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("OutgoingInput").field("host", &self.host).finish_non_exhaustive()
    }
}

impl fmt::Debug for IncomingInput {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("IncomingInput").field("host", &self.host).finish_non_exhaustive()
    }
}

impl OutgoingInput {
    /// Returns the valid settings and the password to use, which may be the stored one.
    pub fn parse(
        self,
        app: &App,
        stored: &Stored<OutgoingFields>,
        stored_password: Option<String>,
    ) -> Result<(OutgoingFields, Option<String>)> {
        let mut fields = Fields::default();
        let valid = OutgoingFields {
            host: host(&mut fields, &self.host),
            port: port(&mut fields, self.port),
            encryption: self.encryption,
            user: fields.line("user", &self.user, MAX_USER),
            from_name: fields.line("from_name", &self.from_name, MAX_NAME),
            from_email: fields.required_email("from_email", &self.from_email),
            dkim_selector: selector(&mut fields, &self.dkim_selector),
        };
        if demo_addresses::is_refused(&app.config, &valid.from_email) {
            fields.refuse("from_email", "Este endereço é só de exemplo. Use um endereço da empresa.");
        } else if !valid.from_email.is_empty() && valid.from_email.parse::<lettre::Address>().is_err() {
            fields.refuse("from_email", "O servidor de e-mail não aceitaria este endereço.");
        }
        let former = stored.fields.as_ref().map(OutgoingFields::destination);
        let kept = StoredPassword { former, stored_password };
        let password = kept.password(&mut fields, &valid.destination(), self.password);
        match (&password, valid.user.is_empty()) {
            (None, false) => fields.refuse("password", "Digite a senha."),
            (Some(_), true) => fields.refuse("user", "Informe o usuário da senha."),
            (Some(_), false) if valid.encryption == Encryption::None && !is_local(&valid.host) => {
                fields.refuse("encryption", EXPOSED);
            }
            _ => {}
        }
        fields.finish((valid, password))
    }
}

impl IncomingInput {
    /// Returns the valid settings and the password to use, which may be the stored one.
    pub fn parse(
        self,
        stored: &Stored<IncomingFields>,
        stored_password: Option<String>,
        has_sender: bool,
    ) -> Result<(IncomingFields, String)> {
        let mut fields = Fields::default();
        let folder = fields.line("folder", &self.folder, MAX_FOLDER);
        let valid = IncomingFields {
            host: host(&mut fields, &self.host),
            port: port(&mut fields, self.port),
            encryption: self.encryption,
            user: fields.required_line("user", &self.user, MAX_USER),
            folder: if folder.is_empty() { "INBOX".to_owned() } else { folder },
            address: fields.email("address", &self.address),
            plus_addressing: self.plus_addressing,
            trusted_server: fields.line("trusted_server", &self.trusted_server, MAX_HOST).to_lowercase(),
            creates_contacts: self.creates_contacts,
        };
        if valid.address.is_empty() && !has_sender {
            fields.refuse(
                "address",
                "Informe o endereço desta caixa, pois ainda não há um remetente configurado.",
            );
        }
        if valid.encryption == Encryption::None && !is_local(&valid.host) {
            fields.refuse("encryption", EXPOSED);
        }
        let former = stored.fields.as_ref().map(IncomingFields::destination);
        let kept = StoredPassword { former, stored_password };
        let password = kept.password(&mut fields, &valid.destination(), self.password).unwrap_or_default();
        if password.is_empty() {
            fields.refuse("password", "Digite a senha.");
        }
        fields.finish((valid, password))
    }
}

const EXPOSED: &str = "Sem criptografia, a senha passa aberta pela rede. Só um servidor nesta mesma máquina pode ser usado assim.";

/// The stored password, and where it may be sent.
struct StoredPassword<'a> {
    former: Option<Destination<'a>>,
    stored_password: Option<String>,
}

impl StoredPassword<'_> {
    /// Returns the entered password, or the stored one if nothing was entered. The stored one is never sent to another
    /// server than before: a stolen session could otherwise have it sent to the thief's server.
    fn password(self, fields: &mut Fields, to: &Destination<'_>, entered: String) -> Option<String> {
        if entered.chars().count() > MAX_PASSWORD || entered.chars().any(char::is_control) {
            fields.refuse("password", "Use no máximo 500 caracteres, em uma só linha.");
        }
        if !entered.is_empty() {
            return Some(entered);
        }
        let stored = self.stored_password?;
        if to.is_anonymous() {
            return None;
        }
        if self.former.as_ref() != Some(to) {
            fields.refuse(
                "password",
                "O servidor, a porta, a segurança ou o usuário mudou: digite a senha de novo.",
            );
        }
        Some(stored)
    }
}

fn host(fields: &mut Fields, value: &str) -> String {
    let text = fields.required_line("host", value, MAX_HOST);
    let text = text.trim_matches(['[', ']']);
    let is_ipv6 = text.contains(':') && text.parse::<std::net::Ipv6Addr>().is_ok();
    let parsed =
        if is_ipv6 { Some(text.to_owned()) } else { Host::parse(text).ok().map(|host| host.to_string()) };
    match parsed {
        Some(host) => host,
        None => {
            if !text.is_empty() {
                fields.refuse("host", "Informe só o nome do servidor, como smtp.empresa.com.br.");
            }
            text.to_owned()
        }
    }
}

fn port(fields: &mut Fields, port: u16) -> u16 {
    if port == 0 {
        fields.refuse("port", "Informe uma porta de 1 a 65535.");
    }
    port
}

/// Parses a DKIM selector: labels of letters, digits, hyphens and underscores, separated by dots.
pub fn selector(fields: &mut Fields, value: &str) -> String {
    let selector = fields.line("dkim_selector", value, MAX_SELECTOR).to_lowercase();
    let is_label = |label: &str| {
        !label.is_empty() && label.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
    };
    if !selector.is_empty() && !selector.split('.').all(is_label) {
        fields.refuse("dkim_selector", "Informe só o seletor, como google ou selector1.");
    }
    selector
}
