//! SPF (RFC 7208): which servers may send mail of a domain.

use super::{RecordCheck, RecordKind::Spf, RecordState, Subject};
use crate::platform::dns::LookupFailed;

/// Maximum number of terms that cause lookups. Receivers ignore a record with more.
const MAX_LOOKUPS: usize = 10;

pub(super) fn evaluate(subject: &Subject<'_>, found: Result<Vec<String>, LookupFailed>) -> RecordCheck {
    let name = subject.domain.to_owned();
    let Ok(texts) = found else { return RecordCheck::unknown(Spf, name) };
    let records: Vec<String> = texts.into_iter().filter(|text| is_record(text)).collect();
    let result = |state, summary: &str| RecordCheck::new(Spf, state, name.clone(), summary);
    let check = match &records[..] {
        [] => missing(subject),
        [record] => evaluate_record(subject, record),
        _ => result(RecordState::Invalid, "Há mais de um registro SPF, e quem recebe ignora todos.")
            .advising(
                "Peça a quem cuida do domínio para juntar todos num só registro TXT e apagar os outros.",
                merged(&records),
            ),
    };
    check.with(records)
}

fn is_record(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    text == "v=spf1" || text.starts_with("v=spf1 ")
}

fn missing(subject: &Subject<'_>) -> RecordCheck {
    let check = RecordCheck::new(
        Spf,
        RecordState::Missing,
        subject.domain.to_owned(),
        "O domínio não diz quais servidores podem enviar e-mails dele. Muitos vão para o spam ou são recusados.",
    );
    match subject.provider.and_then(|provider| provider.spf.first()) {
        Some(include) => check.advising(
            format!("Peça a quem cuida do domínio para criar este registro TXT em {}.", subject.domain),
            Some(format!("v=spf1 include:{include} ~all")),
        ),
        None => check.advising(
            "Pergunte ao provedor de e-mail qual é o registro SPF dele e peça a quem cuida do domínio para criá-lo.",
            None,
        ),
    }
}

fn evaluate_record(subject: &Subject<'_>, record: &str) -> RecordCheck {
    let terms: Vec<String> = record.split_whitespace().skip(1).map(str::to_lowercase).collect();
    let result = |state, summary: &str| RecordCheck::new(Spf, state, subject.domain.to_owned(), summary);
    let all = terms.iter().find(|term| term.trim_start_matches(['+', '-', '~', '?']) == "all");
    if matches!(all.map(String::as_str), Some("all" | "+all")) {
        return result(
            RecordState::Weak,
            "O registro termina em “+all”: qualquer servidor do mundo pode enviar e-mails em nome do domínio.",
        )
        .advising(
            "Peça a quem cuida do domínio para trocar o registro por este.",
            Some(with_soft_fail(record)),
        );
    }
    if terms.iter().filter(|term| causes_lookup(term)).count() > MAX_LOOKUPS {
        return result(RecordState::Invalid, "O registro tem mais de 10 consultas, e quem recebe o ignora.")
            .advising("Peça a quem cuida do domínio para tirar os serviços que não são mais usados.", None);
    }
    if let Some(provider) = subject.provider
        && !provider.spf.iter().any(|include| includes(&terms, include))
        && !terms.iter().any(|term| term.starts_with("redirect="))
    {
        let include = provider.spf.first().copied().unwrap_or_default();
        return result(
            RecordState::Weak,
            &format!("O registro não inclui o servidor de envio ({}): e-mails do site podem ir para o spam.", provider.name),
        )
        .advising(
            "Se o registro inclui o servidor de outro jeito, por exemplo pelo endereço IP, está certo. Senão, peça a quem \
             cuida do domínio para trocar o registro por este.",
            Some(with_include(record, include)),
        );
    }
    match subject.provider {
        Some(_) => result(RecordState::Good, "O domínio autoriza o servidor de envio."),
        None => result(
            RecordState::Good,
            "O domínio tem um registro SPF válido. Confira com o provedor se ele inclui o servidor de envio.",
        ),
    }
}

fn includes(terms: &[String], include: &str) -> bool {
    terms.iter().any(|term| term.trim_start_matches('+').strip_prefix("include:") == Some(include))
}

fn causes_lookup(term: &str) -> bool {
    let term = term.trim_start_matches(['+', '-', '~', '?']);
    let name = term.split([':', '/', '=']).next().unwrap_or_default();
    ["include", "a", "mx", "ptr", "exists", "redirect"].contains(&name)
}

/// Returns the record with an included domain, before the last term if that is `all`.
fn with_include(record: &str, include: &str) -> String {
    let mut terms: Vec<&str> = record.split_whitespace().collect();
    let include = format!("include:{include}");
    let is_all = |term: &&str| term.to_lowercase().trim_start_matches(['+', '-', '~', '?']) == "all";
    let end = terms.iter().position(is_all).unwrap_or(terms.len());
    terms.insert(end, &include);
    terms.join(" ")
}

/// Returns the record with `~all` instead of `+all`.
fn with_soft_fail(record: &str) -> String {
    let is_open = |term: &str| ["all", "+all"].contains(&&*term.to_lowercase());
    let terms = record.split_whitespace().map(|term| if is_open(term) { "~all" } else { term });
    terms.collect::<Vec<_>>().join(" ")
}

/// Returns one record with the terms of all, each once, ending in `~all`.
fn merged(records: &[String]) -> Option<String> {
    let mut terms: Vec<&str> = Vec::new();
    for term in records.iter().flat_map(|record| record.split_whitespace().skip(1)) {
        let is_all = term.to_lowercase().trim_start_matches(['+', '-', '~', '?']) == "all";
        if !is_all && !terms.contains(&term) {
            terms.push(term);
        }
    }
    Some(format!("v=spf1 {} ~all", terms.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::foundation::mail::settings::providers::of_host;

    fn evaluated(host: &str, records: &[&str]) -> RecordCheck {
        let subject = Subject {
            email: "contato@empresa.com.br",
            domain: "empresa.com.br",
            provider: of_host(host),
            selector: "",
        };
        evaluate(&subject, Ok(records.iter().map(|text| (*text).to_owned()).collect()))
    }

    #[test]
    fn missing_record_is_suggested_for_known_providers() {
        let check = evaluated("smtp.gmail.com", &["google-site-verification=x", "v=spf10 a"]);
        assert_eq!(check.state, RecordState::Missing);
        assert_eq!(check.suggestion.as_deref(), Some("v=spf1 include:_spf.google.com ~all"));
        assert_eq!(evaluated("smtp.outro.com.br", &[]).suggestion, None);
    }

    #[test]
    fn record_with_the_provider_is_good() {
        for record in
            ["v=spf1 include:_spf.locaweb.com.br -all", "V=SPF1 mx INCLUDE:_spf.locaweb.com.br ?all"]
        {
            assert_eq!(evaluated("email-ssl.com.br", &[record]).state, RecordState::Good, "{record}");
        }
        assert_eq!(evaluated("smtp.empresa.com.br", &["v=spf1 mx -all"]).state, RecordState::Good);
        assert_eq!(
            evaluated("smtp.gmail.com", &["v=spf1 redirect=_spf.empresa.com.br"]).state,
            RecordState::Good
        );
    }

    #[test]
    fn record_without_the_provider_gets_its_domain() {
        let check = evaluated("smtp.kinghost.net", &["v=spf1 include:_spf.google.com -all"]);
        assert_eq!(check.state, RecordState::Weak);
        let expected = "v=spf1 include:_spf.google.com include:_spf.kinghost.net -all";
        assert_eq!(check.suggestion.as_deref(), Some(expected));
    }

    #[test]
    fn open_and_doubled_records_are_reported() {
        let open = evaluated("smtp.gmail.com", &["v=spf1 include:_spf.google.com +all"]);
        assert_eq!(
            (open.state, open.suggestion.as_deref()),
            (RecordState::Weak, Some("v=spf1 include:_spf.google.com ~all"))
        );
        let doubled = evaluated("smtp.gmail.com", &["v=spf1 include:_spf.google.com ~all", "v=spf1 mx -all"]);
        assert_eq!(doubled.state, RecordState::Invalid);
        assert_eq!(doubled.suggestion.as_deref(), Some("v=spf1 include:_spf.google.com mx ~all"));
        let long = format!("v=spf1 {} ~all", "include:a.com ".repeat(11));
        assert_eq!(evaluated("smtp.gmail.com", &[&long]).state, RecordState::Invalid);
    }
}
