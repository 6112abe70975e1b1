//! The pages of the blog: the data each is made from.

mod address;

use std::ops::RangeInclusive;

use sea_orm::ConnectionTrait;
use uuid::Uuid;

pub use self::address::{Destination, Listing, Search, Shelf, article, list, shelf_exists};
use super::{
    document::View,
    html_document::QUERY,
    pages::{Content, Page},
};
use crate::{
    app::App,
    features::{
        blog::{
            model::{Post, PostFilter},
            store::{self, PublishedPost},
            views::{
                ArticleParts, BlogView, CardText, PostCard, PostGoneView, article_page, card, category_path,
                filters, post_path, tag_path,
            },
        },
        pages::{
            documents::{
                Link, PageText,
                blog::{ArticleContent, BlogContent, ListText},
                services::ServicePagesContent,
            },
            store::Texts,
        },
        services::{self, model::ServicePage, views::Reading},
    },
    foundation::{
        media::{html, picture::Pictures},
        settings,
    },
    platform::{
        clock::Timestamp,
        error::{Error, Result},
        id, text,
    },
};

const PAGE_SIZE: u64 = 6;
/// Posts that a tag needs for its list to be worth a place in search engines.
const LISTED_TAG: i64 = 3;
/// Posts offered where a search finds none.
const SUGGESTED: u64 = 3;
const RESULTS: u64 = 30;
const RELATED: usize = 2;
/// Articles that a page of services names, and at most this many of one category.
const READING: usize = 3;

/// `numbers` are the pages of the list that are shown, one after the other.
pub(super) async fn list_content(
    texts: &Texts<'_>,
    shelf: &Shelf,
    numbers: RangeInclusive<u64>,
) -> Result<Content> {
    let (number, last) = numbers.into_inner();
    let db = texts.db;
    let content: BlogContent = texts.read().await?;
    let name = shelf.name(db).await?.unwrap_or_default();
    let (meta, title, lead) = headline(&content, shelf, &name);
    let (filter, before, end) = (shelf.filter(), (number - 1) * PAGE_SIZE, last * PAGE_SIZE);
    let posts = store::list_published(db, &filter, before, end - before).await?;
    let total = store::count_published(db, &filter).await?;
    let at = |number| Page::Blog { shelf: shelf.clone(), number }.key().into_owned();
    let suffix =
        if number > 1 { content.page.replace("{number}", &number.to_string()) } else { String::new() };
    let meta = PageText { title: meta.title + &suffix, description: meta.description + &suffix };
    let eyebrow = content.eyebrow.clone();
    let view = BlogView {
        filters: filters(&content.all, &store::categories(db).await?, &shelf.path()),
        posts: cards(db, &posts, &content.read_time).await?,
        suggested: Vec::new(),
        newer: (number > 1).then(|| at(number - 1)),
        older: (end < total).then(|| at(last + 1)),
        newsletter: texts.read().await?,
        query: String::new(),
        content,
        title: title.clone(),
        lead,
    };
    let page = Page::Blog { shelf: Shelf::All, number: 1 };
    let here = Content::new(&meta, View::Blog(view)).after(&eyebrow, &page);
    let is_thin =
        matches!(shelf, Shelf::Tag(_)) && i64::try_from(total).is_ok_and(|total| total < LISTED_TAG);
    let here = if is_thin { here.unlisted() } else { here };
    Ok(if *shelf == Shelf::All {
        here
    } else {
        here.after(&title, &Page::Blog { shelf: shelf.clone(), number: 1 })
    })
}

async fn cards(db: &impl ConnectionTrait, posts: &[Post], read_time: &str) -> Result<Vec<PostCard>> {
    let pictures = Pictures::read(db, posts.iter().map(|post| &*post.featured_image)).await?;
    let text = card_text(db, read_time.to_owned()).await?;
    Ok(posts.iter().map(|post| card(post, &text, &pictures)).collect())
}

async fn card_text(db: &impl ConnectionTrait, read_time: String) -> Result<CardText> {
    Ok(CardText { read_time, company: settings::store::company(db).await?.name })
}

fn headline(content: &BlogContent, shelf: &Shelf, name: &str) -> (PageText, String, String) {
    let text: &ListText = match shelf {
        Shelf::All => return (content.meta.clone(), content.title.clone(), content.lead.clone()),
        Shelf::Category(_) => &content.category,
        Shelf::Tag(_) => &content.tag,
    };
    let fill = |text: &str| text.replace("{name}", name);
    let meta = PageText { title: fill(&text.meta.title), description: fill(&text.meta.description) };
    (meta, fill(&text.title), fill(&text.lead))
}

pub(super) async fn search_content(texts: &Texts<'_>, search: &Search) -> Result<Content> {
    let db = texts.db;
    let content: BlogContent = texts.read().await?;
    let filter = PostFilter { search: Some(search.words.clone()), ..PostFilter::default() };
    let total = store::count_published(db, &filter).await?;
    let last = total.div_ceil(RESULTS).max(1);
    let number = search.number.clamp(1, last);
    let posts = store::list_published(db, &filter, (number - 1) * RESULTS, RESULTS).await?;
    let title = content.search.title.replace("{query}", &search.words);
    let lead = match total {
        0 => content.search.none.clone(),
        1 => content.search.one.clone(),
        count => content.search.many.replace("{count}", &count.to_string()),
    };
    let suggested = if total == 0 {
        store::list_published(db, &PostFilter::default(), 0, SUGGESTED).await?
    } else {
        Vec::new()
    };
    let found = BlogView {
        suggested: cards(db, &suggested, &content.read_time).await?,
        newer: (number > 1).then(|| search.path(number - 1)),
        older: (number < last).then(|| search.path(number + 1)),
        ..search_view(texts, content, (title, lead), &search.words, &posts).await?
    };
    Ok(search_page(found))
}

/// Instead of results: a page that asks to wait. [`QUERY`] stands where the words go.
pub(super) async fn refused_search_content(texts: &Texts<'_>) -> Result<Content> {
    let content: BlogContent = texts.read().await?;
    let headline = (content.search.refused_title.clone(), content.search.refused_text.clone());
    Ok(search_page(search_view(texts, content, headline, QUERY, &[]).await?))
}

fn search_page(view: BlogView) -> Content {
    let meta = PageText { title: view.title.clone(), description: view.content.meta.description.clone() };
    Content::new(&meta, View::Blog(view))
}

async fn search_view(
    texts: &Texts<'_>,
    content: BlogContent,
    (title, lead): (String, String),
    query: &str,
    posts: &[Post],
) -> Result<BlogView> {
    let db = texts.db;
    Ok(BlogView {
        lead,
        filters: filters(&content.all, &store::categories(db).await?, ""),
        posts: cards(db, posts, &content.read_time).await?,
        suggested: Vec::new(),
        newer: None,
        older: None,
        newsletter: texts.read().await?,
        query: query.to_owned(),
        content,
        title,
    })
}

pub(super) async fn article_content(app: &App, texts: &Texts<'_>, slug: &str) -> Result<Content> {
    let published = store::find_published(texts.db, slug).await?.ok_or(Error::NotFound)?;
    post_content(app, texts, published).await
}

/// The page of a post that may not be published yet.
pub(super) async fn preview_content(app: &App, texts: &Texts<'_>, id: Uuid) -> Result<Content> {
    let post = store::find_whole(texts.db, id).await?.ok_or(Error::NotFound)?;
    post_content(app, texts, post).await
}

/// The post that a link staff have made shows to whoever has it.
pub async fn shared_post(app: &App, secret: &str) -> Result<Option<Post>> {
    let (db, hash) = (app.db.reader(), id::sha256_hex(secret.as_bytes()));
    let Some(id) = store::previews::find_post(db, &hash, app.clock.now()).await? else { return Ok(None) };
    Ok(store::find(db, id).await?.map(|(_, post)| post))
}

pub(super) async fn post_content(app: &App, texts: &Texts<'_>, published: PublishedPost) -> Result<Content> {
    let db = texts.db;
    let blog: BlogContent = texts.read().await?;
    let content: ArticleContent = texts.read().await?;
    let (previous, next) = store::neighbors(db, &published.post).await?;
    let (title, slug) = (published.post.title.clone(), published.post.slug.clone());
    let meta = headline_of(&published.post, &content.title_suffix);
    let related = store::related(db, &published.post, RELATED).await?;
    let covers = related.iter().chain([&published.post]).map(|post| &*post.featured_image);
    let parts = ArticleParts {
        cards: card_text(db, blog.read_time).await?,
        newsletter: texts.read().await?,
        service: service_of(texts, &published.post.category, &content.service).await?,
        origin: app.config.origin(),
        pictures: Pictures::read(db, html::urls(&published.html).chain(covers)).await?,
        related,
        previous,
        next,
        content,
    };
    let view = View::Article(article_page(published, parts));
    let list = Page::Blog { shelf: Shelf::All, number: 1 };
    Ok(Content::new(&meta, view).after(&blog.eyebrow, &list).after(&title, &Page::Article { slug }))
}

/// What search engines are told of a post: what staff have written for them, or what it says itself.
fn headline_of(post: &Post, suffix: &str) -> PageText {
    let Post { title, excerpt, seo_title, seo_description, .. } = post;
    let description = [seo_description, excerpt, title].into_iter().find(|text| !text.is_empty());
    PageText {
        title: if seo_title.is_empty() { tab_title(title, suffix) } else { seo_title.clone() },
        description: description.cloned().unwrap_or_default(),
    }
}

/// The link to the detail page whose subject a category is, if that page has services.
async fn service_of(texts: &Texts<'_>, category: &str, label: &str) -> Result<Option<Link>> {
    let pages: ServicePagesContent = texts.read().await?;
    let slug = text::slug(category);
    let shown = services::store::shown_pages(texts.db).await?;
    let page = shown.into_iter().find(|page| pages.of(*page).reading.contains(&slug));
    let link = |page: ServicePage| Link {
        label: label.replace("{name}", &pages.of(page).name),
        url: page.path().to_owned(),
    };
    Ok(page.map(link))
}

/// What search engines show of a title ends about here: a long one goes without the name of the blog.
const TITLE_LENGTH: usize = 60;

fn tab_title(title: &str, suffix: &str) -> String {
    let whole = format!("{title}{suffix}");
    if whole.chars().count() > TITLE_LENGTH { title.to_owned() } else { whole }
}

pub(super) async fn gone_content(texts: &Texts<'_>) -> Result<Content> {
    let BlogContent { gone, .. } = texts.read().await?;
    let meta = gone.meta.clone();
    Ok(Content::new(&meta, View::PostGone(PostGoneView { content: gone })))
}

/// Paths of the blog that search engines may list, and when each last changed.
pub async fn addresses(app: &App) -> Result<Vec<(String, Timestamp)>> {
    let db = app.db.reader();
    let posts = store::addresses(db).await?;
    let Some(latest) = posts.iter().map(|(_, changed_at)| *changed_at).max() else { return Ok(Vec::new()) };
    let categories = store::categories(db).await?.into_iter().map(|named| category_path(&named.slug));
    let tags = store::tags(db, LISTED_TAG).await?.into_iter().map(|named| tag_path(&named.slug));
    let lists = std::iter::once("/blog".to_owned()).chain(categories).chain(tags);
    let mut addresses: Vec<_> = lists.map(|path| (path, latest)).collect();
    addresses.extend(posts.into_iter().map(|(slug, changed_at)| (post_path(&slug), changed_at)));
    Ok(addresses)
}

/// The newest articles of some categories, for a page of services.
pub async fn reading(texts: &Texts<'_>, categories: &[String]) -> Result<Vec<Reading>> {
    let db = texts.db;
    let BlogContent { read_time, .. } = texts.read().await?;
    let mut posts = Vec::new();
    for category in categories {
        let shelf = Shelf::Category(category.clone());
        posts.extend(store::list_published(db, &shelf.filter(), 0, READING as u64).await?);
    }
    posts.sort_by_key(|post| std::cmp::Reverse(post.published_at));
    let entry = |post: &Post| {
        let text = CardText { read_time: read_time.clone(), company: String::new() };
        let PostCard { title, url, read_time, .. } = card(post, &text, &Pictures::default());
        let note = format!("{} · {read_time}", post.category);
        Reading { link: Link { label: title, url }, note }
    };
    Ok(posts.iter().take(READING).map(entry).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_title_goes_without_the_name_of_the_blog() {
        assert_eq!(tab_title("Backup que funciona", " - Blog"), "Backup que funciona - Blog");
        let exact = "á".repeat(TITLE_LENGTH - " - Blog".len());
        assert_eq!(tab_title(&exact, " - Blog"), format!("{exact} - Blog"));
        let long = "á".repeat(TITLE_LENGTH);
        assert_eq!(tab_title(&long, " - Blog"), long);
    }
}
