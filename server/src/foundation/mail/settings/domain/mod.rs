//! Checks of the records with which a domain says who may send its mail: SPF, DKIM and DMARC.

mod dkim;
mod dmarc;
mod spf;

use futures_util::future::join_all;
use serde::Serialize;
use utoipa::ToSchema;

use super::providers::{COMMON_SELECTORS, Provider};
use crate::platform::dns::{Dns, LookupFailed};

/// Maximum number of parent domains whose DMARC record is asked for.
const MAX_PARENTS: usize = 3;

/// The kind of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RecordKind {
    Spf,
    Dkim,
    Dmarc,
}

/// What a check found. `good`: the record is right. `weak`: it exists, but protects little or lacks the mail server. `missing`: there
/// is none. `invalid`: it has an error, and receivers ignore it. `unknown`: the DNS could not be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RecordState {
    Good,
    Weak,
    Missing,
    Invalid,
    Unknown,
}

/// The check of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RecordCheck {
    pub kind: RecordKind,
    pub state: RecordState,
    /// The name of the record, such as `_dmarc.empresa.com.br`.
    pub name: String,
    /// The records that were found.
    pub found: Vec<String>,
    /// The result, in Portuguese.
    pub summary: String,
    /// What to do, in Portuguese; empty if nothing.
    pub advice: String,
    /// The text of the record to create or to change; null if nothing needs to change or only the provider knows it.
    #[schema(required)]
    pub suggestion: Option<String>,
}

/// The checks of the sender's domain.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DomainCheck {
    pub domain: String,
    pub checks: Vec<RecordCheck>,
}

/// What is checked.
pub struct Subject<'a> {
    /// The address of the sender.
    pub email: &'a str,
    /// The domain of the sender.
    pub domain: &'a str,
    /// The provider of the mail server, if it is known.
    pub provider: Option<&'static Provider>,
    /// The DKIM selector; empty for the usual ones.
    pub selector: &'a str,
}

/// Checks the records of the domain.
pub async fn check(dns: Option<&Dns>, subject: &Subject<'_>) -> DomainCheck {
    let (spf, dkim, dmarc) = tokio::join!(
        texts(dns, subject.domain.to_owned()),
        find_keys(dns, subject),
        find_policy(dns, subject.domain),
    );
    DomainCheck {
        domain: subject.domain.to_owned(),
        checks: vec![
            spf::evaluate(subject, spf),
            dkim::evaluate(subject, dkim),
            dmarc::evaluate(subject, dmarc),
        ],
    }
}

async fn texts(dns: Option<&Dns>, name: String) -> Result<Vec<String>, LookupFailed> {
    dns.ok_or(LookupFailed)?.texts(&name).await
}

/// Returns the selectors to try.
fn selectors(subject: &Subject<'_>) -> Vec<String> {
    if !subject.selector.is_empty() {
        return vec![subject.selector.to_owned()];
    }
    let usual = subject.provider.map_or(&[][..], |provider| provider.selectors);
    let mut all: Vec<String> = Vec::new();
    for selector in usual.iter().chain(&COMMON_SELECTORS) {
        if !all.iter().any(|known| known == selector) {
            all.push((*selector).to_owned());
        }
    }
    all
}

/// Returns the records of all selectors, by name.
async fn find_keys(
    dns: Option<&Dns>,
    subject: &Subject<'_>,
) -> Result<Vec<(String, Vec<String>)>, LookupFailed> {
    let names = selectors(subject).into_iter().map(|selector| dkim::name(&selector, subject.domain));
    let found = join_all(names.map(async |name| (name.clone(), texts(dns, name).await))).await;
    let has_failed = found.iter().any(|(_, texts)| texts.is_err());
    let keys: Vec<_> = found.into_iter().filter_map(|(name, texts)| Some((name, texts.ok()?))).collect();
    // A key that was found counts even if other lookups failed.
    let is_found = keys.iter().any(|(_, texts)| !texts.is_empty());
    if has_failed && !is_found { Err(LookupFailed) } else { Ok(keys) }
}

/// Returns the DMARC records of the domain or, if it has none, of its nearest parent with one, with their name.
async fn find_policy(dns: Option<&Dns>, domain: &str) -> Result<(String, Vec<String>), LookupFailed> {
    let own = dmarc::name(domain);
    let found = texts(dns, own.clone()).await?;
    if found.iter().any(|text| dmarc::is_record(text)) {
        return Ok((own, found));
    }
    let parents = std::iter::successors(domain.split_once('.'), |(_, parent)| parent.split_once('.'));
    for (_, parent) in parents.filter(|(_, parent)| parent.contains('.')).take(MAX_PARENTS) {
        let name = dmarc::name(parent);
        let found = texts(dns, name.clone()).await?;
        if found.iter().any(|text| dmarc::is_record(text)) {
            return Ok((name, found));
        }
    }
    Ok((own, found))
}

impl RecordCheck {
    fn new(kind: RecordKind, state: RecordState, name: String, summary: impl Into<String>) -> Self {
        let (found, advice) = (Vec::new(), String::new());
        Self { kind, state, name, found, summary: summary.into(), advice, suggestion: None }
    }

    /// Returns the result of a failed lookup.
    fn unknown(kind: RecordKind, name: String) -> Self {
        let summary = "Não foi possível consultar o DNS agora. Isso não quer dizer que o registro falte: verifique de novo mais tarde.";
        Self::new(kind, RecordState::Unknown, name, summary)
    }

    fn advising(mut self, advice: impl Into<String>, suggestion: Option<String>) -> Self {
        self.advice = advice.into();
        self.suggestion = suggestion;
        self
    }

    fn with(mut self, found: Vec<String>) -> Self {
        self.found = found;
        self
    }
}

/// Returns the tags of a DKIM or DMARC record, such as `p=none; rua=…`, with names in lowercase.
fn tags(record: &str) -> Vec<(String, String)> {
    let tags = record.split(';').filter_map(|tag| tag.split_once('='));
    tags.map(|(name, value)| (name.trim().to_lowercase(), value.trim().to_owned())).collect()
}

fn tag<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    tags.iter().find(|(found, _)| found == name).map(|(_, value)| &**value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selector_of_the_settings_is_the_only_one_tried() {
        let mut subject = Subject { email: "", domain: "empresa.com.br", provider: None, selector: "" };
        assert_eq!(selectors(&subject).len(), COMMON_SELECTORS.len());
        subject.provider = super::super::providers::of_host("smtp.office365.com");
        assert_eq!(selectors(&subject)[..2], ["selector1", "selector2"]);
        subject.selector = "mailing";
        assert_eq!(selectors(&subject), ["mailing"]);
    }

    #[tokio::test]
    async fn checks_without_dns_are_unknown() {
        let subject = Subject { email: "a@b.com", domain: "b.com", provider: None, selector: "" };
        let found = check(None, &subject).await;
        assert!(
            found
                .checks
                .iter()
                .all(|check| check.state == RecordState::Unknown && check.suggestion.is_none())
        );
    }
}
