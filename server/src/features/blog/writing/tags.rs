//! Parses the tags of a post.

use crate::{
    features::blog::limits::{MAX_TAG, MAX_TAGS},
    platform::{
        parse::Fields,
        text::{fold, slug},
    },
};

/// Parses tags. Drops blank and repeated ones. Refuses different tags with the same slug, and a tag whose slug is empty.
pub fn parse_tags(fields: &mut Fields, tags: &[String]) -> Vec<String> {
    let mut parsed: Vec<String> = Vec::new();
    for tag in tags {
        let tag = fields.line("tags", tag, MAX_TAG);
        let tag_slug = slug(&tag);
        match parsed.iter().find(|other| slug(other) == tag_slug) {
            Some(other) if fold(other) == fold(&tag) => continue,
            Some(other) => fields.refuse(
                "tags",
                &format!("“{other}” e “{tag}” teriam o mesmo endereço: deixe uma só ou escreva por extenso."),
            ),
            None if tag.is_empty() => continue,
            None if tag_slug.is_empty() => fields.refuse(
                "tags",
                &format!("“{tag}” não tem letras nem números que possam formar um endereço."),
            ),
            None => {}
        }
        parsed.push(tag);
        if parsed.len() > MAX_TAGS {
            fields.refuse("tags", &format!("Use no máximo {MAX_TAGS} tags."));
            break;
        }
    }
    parsed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::error::{Error, Result};

    fn parse(tags: &[&str]) -> Result<Vec<String>> {
        let mut fields = Fields::default();
        let tags: Vec<String> = tags.iter().map(|&tag| tag.to_owned()).collect();
        let parsed = parse_tags(&mut fields, &tags);
        fields.finish(parsed)
    }

    #[test]
    fn repeated_and_blank_tags_are_dropped() {
        let parsed = parse(&["Nuvem", " nuvem ", "", "Segurança", "seguranca"]).expect("valid");
        assert_eq!(parsed, ["Nuvem", "Segurança"]);
    }

    #[test]
    fn tag_with_an_empty_or_repeated_slug_is_refused() {
        for (tags, message) in [
            (&["C", "C#"][..], "“C” e “C#” teriam o mesmo endereço: deixe uma só ou escreva por extenso."),
            (&["LGPD", "🚀"], "“🚀” não tem letras nem números que possam formar um endereço."),
            (&["日本"], "“日本” não tem letras nem números que possam formar um endereço."),
        ] {
            let Err(Error::Invalid(errors)) = parse(tags) else { panic!("{tags:?} are refused") };
            assert_eq!(errors.get("tags").map(String::as_str), Some(message));
        }
        assert!(parse(&["C#", ".NET", "Segurança & LGPD"]).is_ok());
    }
}
