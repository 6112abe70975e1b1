//! The public archive: the list of sent editions, and the page of each edition. The pages show the present content of
//! posts.

use sea_orm::ConnectionTrait;

use super::{
    store,
    views::{EditionEntry, EditionView, EditionsView, sent_at},
};
use crate::{
    features::{
        blog::{
            self, markdown,
            model::Post,
            views::{BODY_SIZES, card, post_date},
        },
        pages::{
            built_page::BuiltPage,
            content::{
                PageText,
                blog::{ArticleContent, BlogContent},
                newsletter::NewsletterLinkContent,
            },
            store::Texts,
        },
    },
    foundation::media::{html, picture::Pictures},
    platform::{
        addresses,
        clock::Timestamp,
        error::{Error, Result},
    },
};

/// Maximum number of editions in the list: about four years of a weekly newsletter.
const MAX_LISTED: u64 = 200;

/// Maximum number of characters of a description for search engines.
const MAX_DESCRIPTION: usize = 160;

/// Returns the path of an edition in the archive.
#[must_use]
pub fn edition_path(slug: &str) -> String {
    addresses::NEWSLETTER_EDITION.with(slug)
}

/// Returns whether the archive has an edition with a slug.
pub async fn exists(connection: &impl ConnectionTrait, slug: &str) -> Result<bool> {
    Ok(store::find_archived(connection, slug).await?.is_some())
}

/// Builds the list of editions. An empty list is excluded from search engines.
pub async fn list(texts: &Texts<'_>) -> Result<BuiltPage<EditionsView>> {
    let content = texts.read::<NewsletterLinkContent>().await?.archive;
    let editions = store::list_archived(texts.db, MAX_LISTED).await?;
    let is_empty = editions.is_empty();
    let editions = editions.iter().map(EditionEntry::of).collect();
    let (meta, title) = (content.meta.clone(), content.title.clone());
    let page = BuiltPage::new(&meta, EditionsView { content, editions });
    Ok(page.with_link(&title, addresses::NEWSLETTER_EDITIONS.path).unlisted_if(is_empty))
}

/// Builds the page of an edition.
pub async fn edition(texts: &Texts<'_>, slug: &str) -> Result<BuiltPage<EditionView>> {
    let edition = store::find_archived(texts.db, slug).await?.ok_or(Error::NotFound)?;
    let content = texts.read::<NewsletterLinkContent>().await?.archive;
    let blog: BlogContent = texts.read().await?;
    let labels: ArticleContent = texts.read().await?;
    let article = markdown::render_mail(&edition.fields.body)?;
    let posts = blog::store::find_published_by_ids(texts.db, &edition.fields.post_ids).await?;
    let covers = posts.iter().map(|post| &*post.fields.featured_image);
    let pictures = Pictures::read(texts.db, html::urls(&article.html).chain(covers)).await?;
    let cards = blog::pages::card_text(texts.db, blog.read_time).await?;
    let view = EditionView {
        title: edition.fields.subject.clone(),
        date: post_date(sent_at(&edition)),
        html: html::complete(&markdown::display::for_display(&article.html), &pictures, BODY_SIZES, true),
        code: labels.code,
        posts: posts.iter().map(|post| card(post, &cards, &pictures)).collect(),
        read: blog.read,
        content,
    };
    let meta = PageText {
        title: view.title.clone(),
        description: description(&edition.fields.preheader, &article.text, &posts),
    };
    let (title, list) = (view.title.clone(), view.content.title.clone());
    let page = BuiltPage::new(&meta, view).with_link(&list, addresses::NEWSLETTER_EDITIONS.path);
    Ok(page.with_link(&title, &edition_path(slug)))
}

/// Returns the preheader of an edition or, without one, the beginning of its text and of the titles of its posts.
fn description(preheader: &str, text: &str, posts: &[Post]) -> String {
    if !preheader.is_empty() {
        return preheader.to_owned();
    }
    let mut description = String::new();
    let titles = posts.iter().map(|post| &*post.fields.title);
    for word in text.split_whitespace().chain(titles.flat_map(str::split_whitespace)) {
        if description.chars().count() + word.chars().count() >= MAX_DESCRIPTION {
            description.push('…');
            break;
        }
        if !description.is_empty() {
            description.push(' ');
        }
        description.push_str(word);
    }
    description
}

/// Returns the paths of the archive for search engines, each with the time of its newest content: the list, unless it is
/// empty, and the editions.
pub async fn listed_paths(connection: &impl ConnectionTrait) -> Result<Vec<(String, Timestamp)>> {
    let editions = store::list_archived(connection, MAX_LISTED).await?;
    let newest = editions.first().map(sent_at);
    let list = newest.map(|time| (addresses::NEWSLETTER_EDITIONS.path.to_owned(), time));
    let pages = editions.iter().map(|edition| (edition_path(&edition.fields.slug), sent_at(edition)));
    Ok(list.into_iter().chain(pages).collect())
}
