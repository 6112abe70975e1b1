//! Separates the text of a mail from the earlier messages that mail programs repeat after it.

/// Maximum number of lines of the sentence that introduces a quotation, because programs wrap it.
const MAX_INTRODUCTION: usize = 3;
/// Number of lines within which the header of a repeated message has a date and a subject.
const HEADER_LINES: usize = 8;

/// Returns the text and the quotation after it. If the author wrote between quoted lines, all of it is the text.
#[must_use]
pub fn split(text: &str) -> (String, String) {
    let lines: Vec<&str> = text.lines().collect();
    let Some(start) = (0..lines.len()).find(|&index| starts_quotation(&lines, index)) else {
        return (text.trim().to_owned(), String::new());
    };
    let (before, after) = lines.split_at(start);
    // Text after quoted lines: the author answers below or between them.
    let end = after.iter().rposition(|line| is_quoted(line)).map_or(after.len(), |last| last + 1);
    let below = after[end..].iter().any(|line| !line.trim().is_empty());
    let join = |lines: &[&str]| lines.join("\n").trim().to_owned();
    match (join(before).is_empty(), below) {
        (_, false) => (join(before), join(after)),
        (true, true) if !has_own_lines(&after[..end]) => (join(&after[end..]), join(&after[..end])),
        _ => (text.trim().to_owned(), String::new()),
    }
}

fn is_quoted(line: &str) -> bool {
    line.trim_start().starts_with('>')
}

/// Returns whether there are lines of the author between quoted lines.
fn has_own_lines(quotation: &[&str]) -> bool {
    let Some(first) = quotation.iter().position(|line| is_quoted(line)) else { return false };
    quotation[first..].iter().any(|line| !line.trim().is_empty() && !is_quoted(line))
}

fn starts_quotation(lines: &[&str], index: usize) -> bool {
    let line = lines[index].trim();
    let rest = &lines[index..];
    is_quoted(line) || is_separator(line) || is_introduction(rest) || is_header(rest)
}

/// Returns whether a line separates the text from a repeated message: '-----Mensagem original-----'.
fn is_separator(line: &str) -> bool {
    let words = line.trim_matches(['-', '_', ' ']).to_lowercase();
    let is_ruled = line.starts_with("--") || line.starts_with("__");
    let names = ["mensagem original", "original message", "mensagem encaminhada", "forwarded message"];
    is_ruled && names.contains(&&*words)
}

/// Returns whether the lines start with a sentence such as 'Em 26 de nov. de 2026, Ana escreveu:'.
fn is_introduction(lines: &[&str]) -> bool {
    let first = lines[0].trim_start().to_lowercase();
    if !["em ", "on ", "el ", "le "].iter().any(|word| first.starts_with(word)) {
        return false;
    }
    let mut sentence = String::new();
    for line in lines.iter().take(MAX_INTRODUCTION) {
        let line = line.trim().to_lowercase();
        if line.is_empty() {
            return false;
        }
        sentence.push_str(&line);
        if line.ends_with(':') {
            let verbs = ["escreveu:", "wrote:", "escribió:", "a écrit:", "a écrit :"];
            return verbs.iter().any(|verb| sentence.ends_with(verb));
        }
    }
    false
}

/// Returns whether the lines start with the header of a repeated message: author, date and subject, one per line.
fn is_header(lines: &[&str]) -> bool {
    let header: Vec<String> = lines
        .iter()
        .take(HEADER_LINES)
        .map(|line| line.trim().trim_matches('*').to_lowercase())
        .take_while(|line| !line.is_empty())
        .collect();
    let has = |names: &[&str]| header.iter().any(|line| names.iter().any(|name| line.starts_with(name)));
    header.first().is_some_and(|line| line.starts_with("de:") || line.starts_with("from:"))
        && has(&["enviado:", "enviada em:", "enviado em:", "data:", "sent:", "date:"])
        && has(&["assunto:", "subject:"])
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn quotations_of_usual_programs_are_separated() {
        for quotation in [
            "Em qui., 26 de nov. de 2026 às 09:00, Vitrine TI <\ncontato@vitrine.exemplo> escreveu:\n\n> Podemos amanhã?\n>\n> Ana",
            "On Thu, Nov 26, 2026 at 9:00 AM Vitrine <a@b.c> wrote:\n> Podemos?",
            "-----Mensagem original-----\nDe: Vitrine\nPodemos amanhã?",
            "De: Vitrine TI <contato@vitrine.exemplo>\nEnviado: quinta-feira, 26 de novembro de 2026 09:00\nPara: Ana\nAssunto: Proposta\n\nPodemos?",
            "*From:* Vitrine\n*Sent:* Thursday\n*Subject:* Proposta\n\nPodemos?",
            "> Podemos amanhã?",
        ] {
            let (text, rest) = split(&format!("Pode ser.\n\nAna\n\n{quotation}\n"));
            assert_eq!((&*text, &*rest), ("Pode ser.\n\nAna", quotation));
        }
    }

    #[test]
    fn answer_below_the_quotation_is_the_text() {
        let (text, quotation) = split("Em 26/11, Vitrine escreveu:\n> Podemos?\n\nPode ser.");
        assert_eq!((&*text, &*quotation), ("Pode ser.", "Em 26/11, Vitrine escreveu:\n> Podemos?"));
    }

    #[test]
    fn answers_between_quoted_lines_keep_their_context() {
        let mail = "Oi!\n\n> Podemos amanhã?\nSim.\n> Às 10h?\nMelhor às 11h.";
        assert_eq!(split(mail), (mail.to_owned(), String::new()));
        let without_greeting = "> Podemos amanhã?\nSim.\n> Às 10h?\nMelhor às 11h.";
        assert_eq!(split(without_greeting), (without_greeting.to_owned(), String::new()));
    }

    #[test]
    fn usual_text_is_not_a_quotation() {
        for text in [
            "Em 2020 trocamos o servidor.\nEle caiu.",
            "De: segunda a sexta\nNo horário comercial",
            "-- \nAna\nPadaria",
            "Em resumo:\nprecisamos de um orçamento",
            "",
        ] {
            assert_eq!(split(text), (text.trim().to_owned(), String::new()));
        }
    }
}
