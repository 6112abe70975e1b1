//! The tags of a post as they are written.

use crate::platform::{
    parse::Fields,
    text::{fold, slug},
};

pub const MOST: usize = 12;
pub const MAX_TAG: usize = 40;

/// Trimmed, without blanks and each once. One that has no address of its own is refused: nothing would lead to it.
pub fn parse_tags(fields: &mut Fields, tags: &[String]) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for tag in tags {
        let tag = fields.line("tags", tag, MAX_TAG);
        let address = slug(&tag);
        match kept.iter().find(|other| slug(other) == address) {
            Some(other) if fold(other) == fold(&tag) => continue,
            Some(other) => fields.refuse(
                "tags",
                &format!("“{other}” e “{tag}” teriam o mesmo endereço: deixe uma só ou escreva por extenso."),
            ),
            None if tag.is_empty() => continue,
            None if address.is_empty() => fields.refuse(
                "tags",
                &format!("“{tag}” não tem letras nem números que possam formar um endereço."),
            ),
            None => {}
        }
        kept.push(tag);
        if kept.len() > MOST {
            fields.refuse("tags", &format!("Use no máximo {MOST} tags."));
            break;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::error::{Error, Result};

    fn parse(tags: &[&str]) -> Result<Vec<String>> {
        let mut fields = Fields::default();
        let tags: Vec<String> = tags.iter().map(|&tag| tag.to_owned()).collect();
        let kept = parse_tags(&mut fields, &tags);
        fields.finish(kept)
    }

    #[test]
    fn a_tag_written_twice_is_one() {
        let kept = parse(&["Nuvem", " nuvem ", "", "Segurança", "seguranca"]).expect("valid");
        assert_eq!(kept, ["Nuvem", "Segurança"]);
    }

    #[test]
    fn tags_without_an_address_of_their_own_are_refused() {
        for (tags, told) in [
            (&["C", "C#"][..], "“C” e “C#” teriam o mesmo endereço: deixe uma só ou escreva por extenso."),
            (&["LGPD", "🚀"], "“🚀” não tem letras nem números que possam formar um endereço."),
            (&["日本"], "“日本” não tem letras nem números que possam formar um endereço."),
        ] {
            let Err(Error::Invalid(errors)) = parse(tags) else { panic!("{tags:?} are refused") };
            assert_eq!(errors.get("tags").map(String::as_str), Some(told));
        }
        assert!(parse(&["C#", ".NET", "Segurança & LGPD"]).is_ok());
    }
}
