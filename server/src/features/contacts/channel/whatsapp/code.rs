//! The code at the end of a message that begins with the company's WhatsApp link. It has 20 characters of Crockford's Base32 in groups
//! of five: the minute of the click, numbers of the page and the campaign, and a MAC of 45 bits. So the source of a conversation is
//! known without storing anything about visitors.

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};
use subtle::ConstantTimeEq;

use crate::platform::{clock::Timestamp, crypto::secret_key::SecretKey};

/// Purpose of the MAC.
const PURPOSE: &str = "whatsapp code";
/// Crockford's alphabet: digits and letters without I, L, O and U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Number of characters of a code.
const LENGTH: usize = 20;
const GROUP: usize = 5;

const MINUTE_BITS: u32 = 27;
const NUMBER_BITS: u32 = 14;
const MAC_BITS: u32 = 45;
/// Seconds from the Unix epoch to 2026-01-01, from which minutes count. They end in 2281.
const EPOCH: i64 = 1_767_225_600;
/// The largest number of a page or a campaign.
pub const MAX_NUMBER: u16 = (1 << NUMBER_BITS) - 1;
/// Maximum number of texts in a message that are checked, the last ones first.
const MAX_CANDIDATES: usize = 20;

/// A click on the company's WhatsApp link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Click {
    /// Minutes since 2026-01-01.
    minute: u32,
    /// Number of the page with the link; 0 if it is unknown.
    pub page: u16,
    /// Number of the campaign that led to the visit; 0 if it is unknown.
    pub campaign: u16,
}

impl Click {
    /// Returns a click at a moment. Numbers above [`MAX_NUMBER`] are unknown.
    #[must_use]
    pub fn new(at: Timestamp, page: u16, campaign: u16) -> Self {
        let minute = u32::try_from((at.timestamp() - EPOCH) / 60).unwrap_or(0).min((1 << MINUTE_BITS) - 1);
        let known = |number: u16| if number <= MAX_NUMBER { number } else { 0 };
        Self { minute, page: known(page), campaign: known(campaign) }
    }

    /// Returns the start of the minute of the click.
    #[must_use]
    pub fn at(&self) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(EPOCH) + TimeDelta::minutes(self.minute.into())
    }

    /// Returns the code of the click.
    #[must_use]
    pub fn code(&self, key: &SecretKey) -> Code {
        Code::of(u128::from(self.bits()) << MAC_BITS | u128::from(mac(key, self.bits())))
    }

    fn bits(&self) -> u64 {
        let numbers = u64::from(self.page) << NUMBER_BITS | u64::from(self.campaign);
        u64::from(self.minute) << (2 * NUMBER_BITS) | numbers
    }

    fn from_bits(bits: u64) -> Option<Self> {
        let number = |bits: u64| u16::try_from(bits & u64::from(MAX_NUMBER)).ok();
        let minute = u32::try_from(bits >> (2 * NUMBER_BITS)).ok()?;
        Some(Self { minute, page: number(bits >> NUMBER_BITS)?, campaign: number(bits)? })
    }
}

fn mac(key: &SecretKey, bits: u64) -> u64 {
    let [a, b, c, d, e, f, ..] = key.mac(PURPOSE, &bits.to_be_bytes());
    u64::from_be_bytes([0, 0, a, b, c, d, e, f]) >> (48 - MAC_BITS)
}

/// The characters of a code, in the spelling in which they are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code([u8; LENGTH]);

impl fmt::Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, group) in self.0.chunks(GROUP).enumerate() {
            let separator = if index == 0 { "" } else { "-" };
            write!(formatter, "{separator}{}", String::from_utf8_lossy(group))?;
        }
        Ok(())
    }
}

impl Code {
    fn of(value: u128) -> Self {
        let mut code = [0; LENGTH];
        for (index, character) in code.iter_mut().rev().enumerate() {
            *character = ALPHABET[(value >> (5 * index) & 31) as usize];
        }
        Self(code)
    }

    fn value(&self) -> u128 {
        let digit = |character: &u8| ALPHABET.iter().position(|known| known == character).unwrap_or(0);
        self.0.iter().fold(0, |value, character| value << 5 | digit(character) as u128)
    }

    /// Returns the click, if the MAC of the code is valid.
    fn verified(&self, key: &SecretKey) -> Option<Click> {
        let value = self.value();
        let bits = u64::try_from(value >> MAC_BITS).ok()?;
        let found = u64::try_from(value & ((1 << MAC_BITS) - 1)).ok()?;
        let is_valid = bool::from(mac(key, bits).to_be_bytes().ct_eq(&found.to_be_bytes()));
        Click::from_bits(bits).filter(|_| is_valid)
    }
}

/// Finds the valid code in a text, which may be a whole message. Lowercase, missing hyphens, `O` for zero, and `I` or `L` for one are
/// accepted.
#[must_use]
pub fn find(key: &SecretKey, text: &str) -> Option<(Code, Click)> {
    let candidates = candidates(text);
    candidates.iter().rev().take(MAX_CANDIDATES).find_map(|code| Some((*code, code.verified(key)?)))
}

/// Returns the texts that have the form of a code, in their order.
fn candidates(text: &str) -> Vec<Code> {
    let text: Vec<char> = text.chars().collect();
    let starts = (0..text.len()).filter(|start| *start == 0 || !text[start - 1].is_alphanumeric());
    starts.filter_map(|start| candidate(&text[start..])).collect()
}

/// Returns the code with which a text starts.
fn candidate(text: &[char]) -> Option<Code> {
    let mut code = [0; LENGTH];
    let mut rest = text.iter().copied().peekable();
    for (index, slot) in code.iter_mut().enumerate() {
        if index > 0 && index % GROUP == 0 {
            while rest.next_if(|c| is_separator(*c)).is_some() {}
        }
        *slot = character(rest.next()?)?;
    }
    rest.peek().is_none_or(|next| !next.is_alphanumeric()).then_some(Code(code))
}

/// Returns whether a character may be between groups. Phones replace hyphens with dashes.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

fn character(c: char) -> Option<u8> {
    let character = match c.to_ascii_uppercase() {
        'O' => b'0',
        'I' | 'L' => b'1',
        other => u8::try_from(other).ok()?,
    };
    ALPHABET.contains(&character).then_some(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(digit: char) -> SecretKey {
        SecretKey::parse(&digit.to_string().repeat(64)).expect("a key")
    }

    fn click() -> Click {
        Click::new("2026-11-26T13:15:42Z".parse().expect("a time"), 1034, 7)
    }

    #[test]
    fn code_of_a_click_is_found_in_any_spelling() {
        let (key, click) = (key('a'), click());
        let code = click.code(&key);
        let text = code.to_string();
        assert_eq!(text.split('-').map(str::len).collect::<Vec<_>>(), [5; 4]);
        let spellings = [
            text.clone(),
            text.to_lowercase(),
            text.replace('-', ""),
            text.replace('-', " – "),
            text.replace('0', "O").replace('1', "l"),
            format!("Olá! Vim pelo site agora mesmo.\n\nProtocolo: {text}."),
        ];
        for spelling in spellings {
            assert_eq!(find(&key, &spelling), Some((code, click)), "{spelling}");
        }
        assert_eq!(click.at(), "2026-11-26T13:15:00Z".parse::<Timestamp>().expect("a time"));
    }

    #[test]
    fn code_with_any_other_character_is_invalid() {
        let (key, code) = (key('a'), click().code(&key('a')));
        for index in 0..LENGTH {
            for other in ALPHABET.iter().filter(|other| **other != code.0[index]) {
                let mut altered = code;
                altered.0[index] = *other;
                assert_eq!(find(&key, &altered.to_string()), None, "{index}");
            }
        }
        assert_eq!(find(&self::key('b'), &code.to_string()), None, "of another installation");
        for text in ["", "Oi", &format!("{code}7"), &format!("A{code}"), &"0".repeat(5000)] {
            assert_eq!(find(&key, text), None, "{text}");
        }
    }

    #[test]
    fn numbers_that_do_not_fit_are_unknown() {
        let click = Click::new(Timestamp::UNIX_EPOCH, MAX_NUMBER + 1, MAX_NUMBER);
        assert_eq!((click.minute, click.page, click.campaign), (0, 0, MAX_NUMBER));
        assert_eq!(find(&key('a'), &click.code(&key('a')).to_string()).map(|(_, found)| found), Some(click));
    }
}
