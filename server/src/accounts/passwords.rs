//! Which passwords may be chosen: long enough, and not one of those that are tried first. No rules on what
//! characters it has; they make passwords worse.

use zxcvbn::zxcvbn;

use super::model::{Role, STAFF_PASSWORD_MIN};
use crate::{config::Config, kit::parse::Fields};

const MAX: usize = 128;
/// Found among the first guesses: a word of a list, or one with a digit or two behind it.
const COMMON: u64 = 20_000;
/// The estimate's cost grows with the square of the length, and what is longer is no word of a list.
const ESTIMATED: usize = 32;
/// What its lists, made for English, lack.
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

/// Would it do for staff?
#[must_use]
pub fn is_long(password: &str) -> bool {
    password.chars().count() >= STAFF_PASSWORD_MIN
}

#[must_use]
pub fn min_length(config: &Config, role: Role) -> usize {
    let visitors = config.visitor_password_min;
    if role.is_staff() { visitors.max(STAFF_PASSWORD_MIN) } else { visitors }
}

/// Refuses what nobody should choose. `own` is what a stranger knows of the person: name, e-mail.
pub fn check(fields: &mut Fields, name: &str, password: &str, min: usize, own: &[&str]) {
    let length = password.chars().count();
    if length < min {
        fields.refuse(name, &format!("A senha precisa ter pelo menos {min} caracteres."));
    } else if length > MAX {
        fields.refuse(name, &format!("Use no máximo {MAX} caracteres."));
    } else if is_common(password, own) {
        fields
            .refuse(name, "Esta senha é fácil de adivinhar. Escolha outra, como três palavras sem ligação.");
    }
}

fn is_common(password: &str, own: &[&str]) -> bool {
    if password.chars().count() > ESTIMATED {
        return false;
    }
    let known: Vec<&str> =
        LOCAL_WORDS.iter().copied().chain(own.iter().flat_map(|text| words(text))).collect();
    zxcvbn(password, &known).guesses() < COMMON
}

/// 'Ana Souza' and `ana.souza@exemplo.com.br`, whole and in parts.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| part.chars().count() > 2);
    std::iter::once(text).chain(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_fine(password: &str) -> bool {
        let mut fields = Fields::default();
        check(&mut fields, "password", password, 6, &["Ana Souza", "ana.souza@padaria.com.br"]);
        fields.finish(()).is_ok()
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
