//! References to pictures: finds and replaces the URLs of pictures in texts and documents of features.

use std::collections::HashSet;

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::model::{Media, ROOT};

/// All URLs of a picture: the URLs of the variants, and then the URL of the picture itself.
#[derive(Clone, Debug)]
pub struct Reference(Vec<String>);

/// A record that shows a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MediaUse {
    pub kind: MediaUseKind,
    /// The id of the post or edition; null for other kinds.
    #[schema(required)]
    pub id: Option<Uuid>,
    /// The title of the post, the subject of the edition, or the name of the page or settings record.
    pub label: String,
    /// The path of the public page of a post; null for posts that are not public, and for other kinds.
    #[schema(required)]
    pub path: Option<String>,
}

/// The kind of record that shows a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MediaUseKind {
    /// The featured image of a post.
    PostCover,
    /// The text of a post.
    PostText,
    /// The text of an edition of the newsletter.
    Edition,
    Page,
    Settings,
}

impl Reference {
    /// Returns the URLs of a picture.
    #[must_use]
    pub fn to(media: &Media) -> Self {
        let variants = media.variants.iter().map(|variant| variant.url.clone());
        Self(variants.chain([media.url.clone()]).collect())
    }

    /// Returns the text with which all URLs of the picture start, and no URL of another picture.
    #[must_use]
    pub fn stem(&self) -> &str {
        let url = self.0.last().map_or("", String::as_str);
        url.rsplit_once('.').map_or(url, |(stem, _)| stem)
    }

    /// Returns whether a text contains one of the URLs.
    #[must_use]
    pub fn is_in(&self, text: &str) -> bool {
        self.0.iter().any(|url| text.contains(url))
    }

    /// Returns whether any text in a document contains one of the URLs.
    #[must_use]
    pub fn is_in_document(&self, document: &Value) -> bool {
        match document {
            Value::String(text) => self.is_in(text),
            Value::Array(items) => items.iter().any(|item| self.is_in_document(item)),
            Value::Object(fields) => fields.values().any(|field| self.is_in_document(field)),
            _ => false,
        }
    }

    /// Returns the text with the picture's URLs replaced by `to`.
    #[must_use]
    pub fn replaced_in(&self, text: &str, to: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, url| text.replace(url, to))
    }

    /// Replaces the picture's URLs by `to` in all texts of a document.
    pub fn replace_in_document(&self, document: &mut Value, to: &str) {
        match document {
            Value::String(text) if self.is_in(text) => *text = self.replaced_in(text, to),
            Value::Array(items) => items.iter_mut().for_each(|item| self.replace_in_document(item, to)),
            Value::Object(fields) => {
                fields.values_mut().for_each(|field| self.replace_in_document(field, to))
            }
            _ => {}
        }
    }
}

/// The pictures whose URLs were found in texts and documents. Finds the uses of all pictures in one pass.
#[derive(Debug, Default)]
pub struct UsedMedia {
    /// See [`Reference::stem`].
    stems: HashSet<String>,
}

impl UsedMedia {
    /// Adds the pictures whose URLs a text contains.
    pub fn add(&mut self, text: &str) {
        for (start, _) in text.match_indices('/') {
            let url = &text[start..];
            if !url.starts_with(ROOT) {
                continue;
            }
            let end = url.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '/' | '-')));
            let name = &url[..end.unwrap_or(url.len())];
            // In the URL of a variant, the width follows the stem: `stem-480.webp`.
            let of_variant = name.rsplit_once('-').map(|(stem, _)| stem);
            self.stems.extend(of_variant.into_iter().chain([name]).map(str::to_owned));
        }
    }

    /// Adds the pictures whose URLs any text in a document contains.
    pub fn add_document(&mut self, document: &Value) {
        match document {
            Value::String(text) => self.add(text),
            Value::Array(items) => items.iter().for_each(|item| self.add_document(item)),
            Value::Object(fields) => fields.values().for_each(|field| self.add_document(field)),
            _ => {}
        }
    }

    /// Returns whether the picture was found.
    #[must_use]
    pub fn contains(&self, reference: &Reference) -> bool {
        self.stems.contains(reference.stem())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn urls_are_found_and_replaced_at_any_depth() {
        let reference = Reference(vec!["/media/seo/a-480.webp".into(), "/media/seo/a.png".into()]);
        let mut document =
            json!({"logo": "/media/seo/a.png", "rows": [{"text": "![](/media/seo/a-480.webp) e mais"}, 7]});
        assert!(reference.is_in_document(&document));
        reference.replace_in_document(&mut document, "/media/seo/b.svg");
        assert_eq!(
            document,
            json!({"logo": "/media/seo/b.svg", "rows": [{"text": "![](/media/seo/b.svg) e mais"}, 7]})
        );
        assert!(!reference.is_in_document(&document));
        assert_eq!(reference.stem(), "/media/seo/a");
    }

    #[test]
    fn used_media_contain_the_pictures_whose_urls_are_in_texts() {
        let reference = Reference(vec!["/media/blog/0a-17-480.webp".into(), "/media/blog/0a-17.png".into()]);
        for (text, expected) in [
            ("/media/blog/0a-17.png", true),
            ("![](/media/blog/0a-17-480.webp) e mais", true),
            ("Veja https://exemplo.com.br/media/blog/0a-17.png.", true),
            ("/media/media/blog/0a-17.png", true),
            ("é /media/ ou /media/blog/0a-17.png?", true),
            ("/media/blog/0a-18.png", false),
            ("/media/blog/0a-171.png", false),
            ("/media/seo/0a-17.png", false),
            ("blog/0a-17.png", false),
            ("/media/", false),
        ] {
            let mut used = UsedMedia::default();
            used.add_document(&json!({"rows": [{"text": text}, 7]}));
            assert_eq!((used.contains(&reference), reference.is_in(text)), (expected, expected), "{text}");
        }
    }
}
