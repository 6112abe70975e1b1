//! DKIM (RFC 6376): the key with which the mail server signs mail of a domain.

use super::{RecordCheck, RecordKind::Dkim, RecordState, Subject, tag, tags};
use crate::platform::dns::LookupFailed;

pub(super) fn name(selector: &str, domain: &str) -> String {
    format!("{selector}._domainkey.{domain}")
}

/// Judges the records of the selectors, by name.
pub(super) fn evaluate(
    subject: &Subject<'_>,
    found: Result<Vec<(String, Vec<String>)>, LookupFailed>,
) -> RecordCheck {
    let usual = subject.provider.and_then(|provider| provider.selectors.first()).copied();
    let selector = if subject.selector.is_empty() { usual.unwrap_or("SELETOR") } else { subject.selector };
    let expected = name(selector, subject.domain);
    let Ok(found) = found else { return RecordCheck::unknown(Dkim, expected) };
    let mut records: Vec<(String, String)> = Vec::new();
    for (name, texts) in found {
        records.extend(texts.into_iter().filter(|text| is_record(text)).map(|text| (name.clone(), text)));
    }
    let valid = records.iter().find(|(_, text)| key_of(text).is_some_and(|key| !key.is_empty()));
    if let Some((name, text)) = valid {
        let summary = "O domínio publica a chave das assinaturas. Confira no provedor se a assinatura DKIM está ativada.";
        return RecordCheck::new(Dkim, RecordState::Good, name.clone(), summary).with(vec![text.clone()]);
    }
    if let Some((name, text)) = records.into_iter().next() {
        let summary = "A chave publicada está vazia, o que a cancela: as assinaturas não valem.";
        return RecordCheck::new(Dkim, RecordState::Invalid, name, summary)
            .with(vec![text])
            .advising(ADVICE, None);
    }
    if subject.selector.is_empty() {
        RecordCheck::new(Dkim, RecordState::Missing, expected, "Nenhuma chave foi encontrada nos seletores mais comuns.")
            .advising(
                format!("{ADVICE} Se o DKIM já está ativo, informe o seletor dele em “Seletor DKIM” e verifique de novo."),
                None,
            )
    } else {
        RecordCheck::new(Dkim, RecordState::Missing, expected, "Não há chave neste seletor.")
            .advising(ADVICE, None)
    }
}

const ADVICE: &str = "Ative o DKIM no painel do provedor de e-mail. Ele mostra o nome e o texto do registro, que só ele \
                      conhece: peça a quem cuida do domínio para criá-lo.";

/// Returns whether a text is a key record. The tag `v` may be left out.
fn is_record(text: &str) -> bool {
    let tags = tags(text);
    tag(&tags, "v").is_none_or(|version| version == "DKIM1") && tag(&tags, "p").is_some()
}

fn key_of(text: &str) -> Option<String> {
    tag(&tags(text), "p").map(|key| key.split_whitespace().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::foundation::mail::settings::providers::of_host;

    fn evaluated(selector: &str, records: &[(&str, &str)]) -> RecordCheck {
        let subject =
            Subject { email: "", domain: "empresa.com.br", provider: of_host("smtp.gmail.com"), selector };
        let found = records
            .iter()
            .map(|(selector, text)| (name(selector, "empresa.com.br"), vec![(*text).to_owned()]));
        evaluate(&subject, Ok(found.collect()))
    }

    #[test]
    fn key_of_any_selector_is_good() {
        let check = evaluated("", &[("google", "unrelated"), ("k1", "k=rsa; p=MIGf MA0")]);
        assert_eq!((check.state, &*check.name), (RecordState::Good, "k1._domainkey.empresa.com.br"));
    }

    #[test]
    fn revoked_key_is_invalid() {
        assert_eq!(evaluated("", &[("google", "v=DKIM1; k=rsa; p=")]).state, RecordState::Invalid);
    }

    #[test]
    fn missing_key_names_the_expected_record() {
        let check = evaluated("", &[("google", "v=spf1 p=x")]);
        assert_eq!((check.state, &*check.name), (RecordState::Missing, "google._domainkey.empresa.com.br"));
        assert!(check.advice.contains("Seletor DKIM"));
        assert_eq!(evaluated("mailing", &[]).name, "mailing._domainkey.empresa.com.br");
    }
}
