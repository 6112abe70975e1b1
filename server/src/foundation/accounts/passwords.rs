//! Rules for new passwords: a minimum length, and not one of the most common ones. There are no rules on characters,
//! which lead to weaker passwords.

use zxcvbn::zxcvbn;

use crate::{
    app::config::Config,
    foundation::identity::model::{MIN_STAFF_PASSWORD, Role},
    platform::{
        error::Result,
        parse::Fields,
        passwords::{Passwords, normalized},
    },
};

pub const MAX: usize = 128;
/// Minimum number of guesses: fewer mean a dictionary word, possibly with one or two digits.
const COMMON: u64 = 20_000;
/// Maximum number of characters for which guesses are estimated. The cost grows with the square of the length, and
/// longer passwords are not dictionary words.
const ESTIMATED: usize = 32;
/// Minimum length that the configuration cannot go below.
pub const SHORTEST: usize = 6;
/// Symbols that can stand for a letter. The estimate tries every combination of the different ones, so its cost grows
/// exponentially with their number.
const SUBSTITUTES: &str = "@({[<!|$+";
/// Maximum number of different substitutes that are estimated as such.
const MAX_SUBSTITUTES: usize = 2;
/// Replaces further substitutes. It is not a substitute for any letter.
const PLAIN_SYMBOL: char = '~';
/// Portuguese words that the English word lists lack.
const LOCAL_WORDS: &[&str] = &[
    "senha@123",
    "mudar@123",
    "admin@123",
    "teste@123",
    "brasil@123",
    "senha",
    "mudar",
    "brasil",
    "entrar",
    "acesso",
    "teste",
    "amor",
    "jesus",
    "deus",
    "familia",
    "futebol",
    "flamengo",
    "corinthians",
    "palmeiras",
    "santos",
    "gremio",
    "vasco",
    "cruzeiro",
    "botafogo",
    "fluminense",
    "saopaulo",
    "vitrine",
    "suporte",
    "empresa",
    "administrador",
    "usuario",
    "estrela",
    "princesa",
    "felicidade",
    "gabriel",
];

#[must_use]
pub fn min_length(config: &Config, role: Role) -> usize {
    let visitors = config.visitor_password_min;
    if role.is_staff() { visitors.max(MIN_STAFF_PASSWORD) } else { visitors }
}

/// The length of a password and whether it is among the most common ones.
#[derive(Clone)]
pub struct Judged {
    length: usize,
    is_common: bool,
}

impl Judged {
    /// Judges by length only: for generated passwords, and for a first check before limits are taken.
    #[must_use]
    pub fn by_length(password: &str) -> Self {
        Self { length: normalized(password).chars().count(), is_common: false }
    }
}

/// Judges a password on the password threads. `own` is public information about the user: name and email.
pub async fn judge(threads: &Passwords, password: &str, own: &[&str]) -> Result<Judged> {
    let judged = Judged::by_length(password);
    if !(SHORTEST..=ESTIMATED).contains(&judged.length) {
        return Ok(judged);
    }
    let password = normalized(password);
    let own: Vec<String> = own.iter().map(|text| (*text).to_owned()).collect();
    let is_common = threads.run(move || is_common(&password, &own)).await?;
    Ok(Judged { is_common, ..judged })
}

/// Adds a field error if the password is too short, too long or too common.
pub fn check(fields: &mut Fields, name: &str, judged: &Judged, min: usize) {
    let Judged { length, is_common } = *judged;
    if length < min {
        fields.refuse(name, &format!("A senha precisa ter pelo menos {min} caracteres."));
    } else if length > MAX {
        fields.refuse(name, &format!("Use no máximo {MAX} caracteres."));
    } else if is_common {
        fields
            .refuse(name, "Esta senha é fácil de adivinhar. Escolha outra, como três palavras sem ligação.");
    }
}

fn is_common(password: &str, own: &[String]) -> bool {
    let known: Vec<&str> =
        LOCAL_WORDS.iter().copied().chain(own.iter().flat_map(|text| words(text))).collect();
    zxcvbn(&with_few_substitutes(password), &known).guesses() < COMMON
}

/// Returns the password with all but its first different substitutes replaced, which bounds the cost of its estimate.
/// Common passwords have at most two.
fn with_few_substitutes(password: &str) -> String {
    let mut seen = Vec::with_capacity(MAX_SUBSTITUTES);
    let few = password.chars().map(|c| {
        if !SUBSTITUTES.contains(c) || seen.contains(&c) {
            c
        } else if seen.len() < MAX_SUBSTITUTES {
            seen.push(c);
            c
        } else {
            PLAIN_SYMBOL
        }
    });
    few.collect()
}

/// Splits name and email into the words that a password must not be: `Ana Souza`, `ana.souza@exemplo.com.br`, and
/// their parts.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| part.chars().count() > 2);
    std::iter::once(text).chain(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_fine(password: &str) -> bool {
        let own = ["Ana Souza".to_owned(), "ana.souza@padaria.com.br".to_owned()];
        let judged = Judged::by_length(password);
        let is_common = judged.length <= ESTIMATED && is_common(password, &own);
        let mut fields = Fields::default();
        check(&mut fields, "password", &Judged { is_common, ..judged }, 6);
        fields.finish(()).is_ok()
    }

    #[test]
    fn few_different_substitutes_reach_the_estimate() {
        assert_eq!(with_few_substitutes("4@8({[<3691!|70$5+%2@("), "4@8(~~~3691~~70~5~%2@(");
        assert_eq!(with_few_substitutes("p@$$w0rd1"), "p@$$w0rd1");
    }

    #[test]
    fn the_first_guesses_are_refused() {
        for bad in [
            "123456",
            "123456789",
            "qwerty",
            "password",
            "senha123",
            "Senha@123",
            "mudar123",
            "brasil",
            "flamengo",
            "aaaaaa",
            "abc123",
            "111111",
            "iloveyou",
            "ana.souza@padaria.com.br",
            "souza1",
            "Padaria1",
        ] {
            assert!(!is_fine(bad), "{bad}");
        }
    }

    #[test]
    fn any_characters_will_do() {
        for good in [
            "jk7rwm",
            "uma senha bem comprida",
            "três gatos no telhado",
            "senha-bem-comprida-1",
            "日本語のパス",
        ] {
            assert!(is_fine(good), "{good}");
        }
        assert!(is_fine(&"x7".repeat(64)) && !is_fine(&"x7k".repeat(43)), "128 at most");
    }
}
