//! DMARC (RFC 7489): what receivers do with mail of a domain that fails SPF and DKIM.

use super::{RecordCheck, RecordKind::Dmarc, RecordState, Subject, tag, tags};
use crate::platform::dns::LookupFailed;

pub(super) fn name(domain: &str) -> String {
    format!("_dmarc.{domain}")
}

pub(super) fn is_record(text: &str) -> bool {
    text.split(';').next().is_some_and(|first| {
        first.split_once('=').is_some_and(|(name, value)| name.trim() == "v" && value.trim() == "DMARC1")
    })
}

/// Judges the records with the name at which they were found: of the domain or one of its parents.
pub(super) fn evaluate(
    subject: &Subject<'_>,
    found: Result<(String, Vec<String>), LookupFailed>,
) -> RecordCheck {
    let own = name(subject.domain);
    let Ok((found_at, texts)) = found else { return RecordCheck::unknown(Dmarc, own) };
    let records: Vec<String> = texts.into_iter().filter(|text| is_record(text)).collect();
    let suggestion = Some(format!("v=DMARC1; p=none; rua=mailto:{}", subject.email));
    let create = format!("Peça a quem cuida do domínio para criar este registro TXT em {own}.");
    let check = match &records[..] {
        [] => RecordCheck::new(
            Dmarc,
            RecordState::Missing,
            own,
            "O domínio não diz o que fazer com e-mails falsos. O Gmail e outros pedem este registro de quem envia.",
        )
        .advising(format!("{create} Ele só observa; depois de conferir os relatórios, troque none por quarantine."), suggestion),
        [record] => evaluate_policy(record, &found_at, &own, suggestion),
        _ => RecordCheck::new(
            Dmarc,
            RecordState::Invalid,
            found_at,
            "Há mais de um registro DMARC, e quem recebe ignora todos.",
        )
        .advising("Peça a quem cuida do domínio para deixar só um deles.", None),
    };
    check.with(records)
}

fn evaluate_policy(record: &str, found_at: &str, own: &str, suggestion: Option<String>) -> RecordCheck {
    let tags = tags(record);
    // The policy for subdomains applies if the record belongs to a parent.
    let is_own = found_at == own;
    let policy = tag(&tags, "p").map(str::to_lowercase);
    let for_subdomains = tag(&tags, "sp").map(str::to_lowercase).filter(|_| !is_own);
    let result = |state, summary: &str| RecordCheck::new(Dmarc, state, found_at.to_owned(), summary);
    match for_subdomains.or(policy).as_deref() {
        Some("quarantine" | "reject") => {
            result(RecordState::Good, "E-mails falsos em nome do domínio são separados ou recusados.")
        }
        Some("none") => result(
            RecordState::Good,
            "O registro existe e só observa (p=none). É o mínimo que o Gmail e outros pedem.",
        )
        .advising(
            "Quando SPF e DKIM estiverem certos há algumas semanas, troque none por quarantine, que manda e-mails falsos \
             para o spam.",
            None,
        ),
        _ => result(
            RecordState::Invalid,
            "O registro não tem uma política válida (p=none, p=quarantine ou p=reject).",
        )
        .advising("Peça a quem cuida do domínio para trocar o registro por este.", suggestion),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluated(found_at: &str, records: &[&str]) -> RecordCheck {
        let subject = Subject {
            email: "contato@site.empresa.com.br",
            domain: "site.empresa.com.br",
            provider: None,
            selector: "",
        };
        let texts = records.iter().map(|text| (*text).to_owned()).collect();
        evaluate(&subject, Ok((found_at.to_owned(), texts)))
    }

    #[test]
    fn policies_are_judged() {
        let own = "_dmarc.site.empresa.com.br";
        for (record, state) in [
            ("v=DMARC1; p=reject", RecordState::Good),
            ("v=DMARC1;p=Quarantine;pct=50", RecordState::Good),
            ("v=DMARC1; p=none; sp=bogus", RecordState::Good),
            ("v=DMARC1; rua=mailto:a@b.c", RecordState::Invalid),
            ("v=DMARC1; p=nada", RecordState::Invalid),
            ("v=spf1 -all", RecordState::Missing),
        ] {
            assert_eq!(evaluated(own, &[record]).state, state, "{record}");
        }
        assert_eq!(evaluated(own, &["v=DMARC1; p=none", "v=DMARC1; p=reject"]).state, RecordState::Invalid);
    }

    #[test]
    fn policy_of_a_parent_applies_to_subdomains() {
        let parent = "_dmarc.empresa.com.br";
        let check = evaluated(parent, &["v=DMARC1; p=reject; sp=none"]);
        assert_eq!((check.state, &*check.name), (RecordState::Good, parent));
        assert!(check.summary.contains("p=none"), "{}", check.summary);
    }

    #[test]
    fn missing_record_is_suggested() {
        let check = evaluated("_dmarc.site.empresa.com.br", &[]);
        assert_eq!(
            check.suggestion.as_deref(),
            Some("v=DMARC1; p=none; rua=mailto:contato@site.empresa.com.br")
        );
    }
}
