//! Rules for new passwords: a minimum length, and no common password. There are no rules about kinds of characters, because
//! such rules lead to weaker passwords.

use zxcvbn::zxcvbn;

use crate::{
    app::config::Config,
    foundation::identity::{model::Role, policy::MIN_STAFF_PASSWORD},
    platform::{
        crypto::passwords::{Passwords, normalized},
        error::Result,
        parse::{Fields, too_long},
    },
};

/// Maximum number of characters of a password.
pub const MAX_LENGTH: usize = 128;
/// Minimum estimated number of guesses for an accepted password. Most dictionary words need fewer, and so do the most common ones with one digit.
const MIN_GUESSES: u64 = 20_000;
/// Minimum estimated number of guesses where passwords must be as long as those of staff. Most combinations of two common words
/// and digits need fewer.
const MIN_STAFF_GUESSES: u64 = 10_000_000_000;
/// Factor by which separators between words multiply the guesses.
const SEPARATOR_GUESSES: u64 = 10;
/// Maximum number of characters at the start of a password whose guesses are estimated. The cost of the estimate grows with the
/// square of their number, and a password isn't easier to guess than its start.
const MAX_ESTIMATED: usize = 32;
/// Lowest value of `VITRINE_VISITOR_PASSWORD_MIN`, the minimum number of characters of visitors' passwords.
pub const MIN_LENGTH: usize = 6;
/// Symbols that can replace a letter, as in `p@ssword`. The estimate tries every combination of the different symbols in a
/// password, so its cost grows exponentially with their number.
const SUBSTITUTES: &str = "@({[<!|$+";
/// Maximum number of different symbols of [`SUBSTITUTES`] in an estimate.
const MAX_SUBSTITUTES: usize = 2;
/// The symbol that replaces further substitutes. It is not a substitute for any letter.
const PLAIN_SYMBOL: char = '~';
/// The symbols of the number row on American and Brazilian keyboards, and the character that each key types without Shift.
const SYMBOL_ROW: &str = "~!@#$%^¨&*()_+";
const NUMBER_ROW: &str = "`12345667890-=";
/// Words and passwords that are common in Brazil. The estimate's own lists lack some of them and rank others too low.
const LOCAL_WORDS: &[&str] = &[
    "senha@123",
    "mudar@123",
    "admin@123",
    "teste@123",
    "brasil@123",
    "senha",
    "bemvindo",
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

/// Returns the minimum number of characters of a password for the role.
#[must_use]
pub fn min_length(config: &Config, role: Role) -> usize {
    let visitors = config.visitor_password_min;
    if role.is_staff() { visitors.max(MIN_STAFF_PASSWORD) } else { visitors }
}

/// The length of a password, and how many guesses are estimated to find it.
#[derive(Clone)]
pub struct Strength {
    length: usize,
    guesses: u64,
}

impl Strength {
    /// Assesses only the length. For generated passwords, and for a cheap first check before limits are taken.
    #[must_use]
    pub fn by_length(password: &str) -> Self {
        Self { length: normalized(password).chars().count(), guesses: u64::MAX }
    }

    /// Assesses a password like [`assess`], but on the current thread. For the start of the program.
    #[must_use]
    pub fn of(password: &str, own: &[String]) -> Self {
        let strength = Self::by_length(password);
        if !strength.is_estimated() {
            return strength;
        }
        Self { guesses: guesses(&normalized(password), own), ..strength }
    }

    /// Returns whether the guesses of a password of this length are estimated.
    fn is_estimated(&self) -> bool {
        (MIN_LENGTH..=MAX_LENGTH).contains(&self.length)
    }
}

/// Assesses a password on the password threads. `own` is information about the user that others know, such as name and email;
/// the password must not consist of it.
pub async fn assess(threads: &Passwords, password: &str, own: &[&str]) -> Result<Strength> {
    let strength = Strength::by_length(password);
    if !strength.is_estimated() {
        return Ok(strength);
    }
    let password = password.to_owned();
    let own: Vec<String> = own.iter().map(|text| (*text).to_owned()).collect();
    threads.run(move || Strength::of(&password, &own)).await
}

/// Adds a field error if the password is too short, too long or too easy to guess.
pub fn check(fields: &mut Fields, name: &str, strength: &Strength, min: usize) {
    let Strength { length, guesses } = *strength;
    let min_guesses = if min >= MIN_STAFF_PASSWORD { MIN_STAFF_GUESSES } else { MIN_GUESSES };
    if length < min {
        fields.refuse(name, &format!("A senha precisa ter pelo menos {min} caracteres."));
    } else if length > MAX_LENGTH {
        fields.refuse(name, &too_long(MAX_LENGTH));
    } else if guesses < min_guesses {
        fields
            .refuse(name, "Esta senha é fácil de adivinhar. Escolha outra, como três palavras sem ligação.");
    }
}

/// Estimates the number of guesses that find a password or its start.
fn guesses(password: &str, own: &[String]) -> u64 {
    let start: String = password.chars().take(MAX_ESTIMATED).collect();
    let known: Vec<&str> =
        LOCAL_WORDS.iter().copied().chain(own.iter().flat_map(|text| words(text))).collect();
    if !start.chars().any(char::is_alphabetic) {
        return zxcvbn(&without_shift(&start), &known).guesses();
    }
    // The estimate counts words with separators as much harder to guess than they are.
    let joined: String = start.chars().filter(|c| c.is_alphanumeric()).collect();
    let estimate = |text: &str| zxcvbn(&with_few_substitutes(text), &known).guesses();
    if joined == start {
        return estimate(&start);
    }
    estimate(&start).min(estimate(&joined).saturating_mul(SEPARATOR_GUESSES))
}

/// Returns what the same keys type without Shift. The estimate recognizes sequences of digits, but few sequences of symbols.
fn without_shift(password: &str) -> String {
    let keys = password.chars().map(|c| {
        let key = SYMBOL_ROW.chars().zip(NUMBER_ROW.chars()).find(|(symbol, _)| *symbol == c);
        key.map_or(c, |(_, key)| key)
    });
    with_few_substitutes(&keys.collect::<String>())
}

/// Replaces all substitutes in a password except the first two different ones, to limit the cost of the estimate. No
/// password in the estimate's lists contains more than two.
fn with_few_substitutes(password: &str) -> String {
    let mut seen = Vec::with_capacity(MAX_SUBSTITUTES);
    let characters = password.chars().map(|c| {
        if !SUBSTITUTES.contains(c) || seen.contains(&c) {
            c
        } else if seen.len() < MAX_SUBSTITUTES {
            seen.push(c);
            c
        } else {
            PLAIN_SYMBOL
        }
    });
    characters.collect()
}

/// Returns a name or an email, such as `Ana Souza` or `ana.souza@exemplo.com.br`, and its parts of three or more characters.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| part.chars().count() > 2);
    std::iter::once(text).chain(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_accepted(password: &str) -> bool {
        is_accepted_with(password, MIN_LENGTH)
    }

    fn is_accepted_with(password: &str, min: usize) -> bool {
        let own = ["Ana Souza".to_owned(), "ana.souza@padaria.com.br".to_owned()];
        let mut fields = Fields::default();
        check(&mut fields, "password", &Strength::of(password, &own), min);
        fields.finish(()).is_ok()
    }

    #[test]
    fn password_estimate_considers_at_most_two_symbols_that_replace_letters() {
        assert_eq!(with_few_substitutes("4@8({[<3691!|70$5+%2@("), "4@8(~~~3691~~70~5~%2@(");
        assert_eq!(with_few_substitutes("p@$$w0rd1"), "p@$$w0rd1");
    }

    #[test]
    fn common_passwords_are_refused() {
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
            "!@#$%^&*",
            "!@#$%¨",
            "+_)(*&^%$#@!",
            "!@#$%^&*()_+!@#$%^&*()_+",
            "~!@#$%^&*",
            "12345^&*()",
            "!1@2#3$4",
            "ana.souza@padaria.com.br",
            "souza1",
            "Padaria1",
            &"a".repeat(33),
        ] {
            assert!(!is_accepted(bad), "{bad}");
        }
    }

    #[test]
    fn staff_passwords_of_common_words_are_refused() {
        for bad in [
            "senha123senha",
            "admin123admin",
            "brasil2026brasil",
            "senha@2026senha",
            "flamengo2026!",
            "Mudar@123456",
            "Ana Souza 123",
            "ana.souza.2026",
            "Bem-vindo@123",
            &"1234567890".repeat(4),
        ] {
            assert!(!is_accepted_with(bad, MIN_STAFF_PASSWORD), "{bad}");
        }
        for good in ["correto-cavalo-bateria-1", "jk7rwm3pxq9t", "três gatos no telhado"] {
            assert!(is_accepted_with(good, MIN_STAFF_PASSWORD), "{good}");
        }
    }

    #[test]
    fn password_may_have_any_characters() {
        for good in [
            "jk7rwm",
            "uma senha bem comprida",
            "três gatos no telhado",
            "senha-bem-comprida-1",
            "%3!7(2)9#",
            "日本語のパス",
        ] {
            assert!(is_accepted(good), "{good}");
        }
        let long: String = (0..43).map(|n| format!("{:03x}", n * 1657 % 4096)).collect();
        assert!(is_accepted(&long[..128]) && !is_accepted(&long), "at most 128 characters");
    }
}
