//! The public pages of the blog.

use sea_orm::{ConnectionTrait, entity::prelude::Uuid};

use super::{
    categories,
    listing::{ListingPages, PAGE_SIZE, PostListing, PostSearch},
    model::{Post, PostFields, PostFilter, RenderedPost},
    paths::post_path,
    sitemap::MIN_LISTED_TAG,
    store,
    views::{
        ArticleParts, ArticleView, BlogView, CardText, PostCard, PostGoneView, article_page, card, filters,
    },
};
use crate::{
    app::App,
    features::{
        pages::{
            built_page::BuiltPage,
            content::{
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
        addresses,
        error::{Error, Result},
        text,
    },
};

/// Number of posts suggested when a search finds none.
const SUGGESTED: u64 = 3;
/// Number of posts on a page of search results.
const RESULTS_PER_PAGE: u64 = 30;
/// Number of related posts that an article links to.
const RELATED: usize = 2;
/// Number of articles that a page of services links to.
const READING: usize = 3;
/// Maximum number of characters of a title with the suffix. Search engines cut longer titles.
const MAX_TAB_TITLE: usize = 60;

/// Builds the page that shows one or more pages of a listing.
pub async fn list(texts: &Texts<'_>, pages: &ListingPages) -> Result<BuiltPage<BlogView>> {
    let (db, listing) = (texts.db, &pages.listing);
    let content: BlogContent = texts.read().await?;
    let name = listing.name(db).await?.unwrap_or_default();
    let (meta, title, lead) = headline(&content, listing, &name);
    let filter = listing.filter();
    let (start, end) = ((pages.first - 1) * PAGE_SIZE, pages.last * PAGE_SIZE);
    let posts = store::list_published(db, &filter, start, end - start).await?;
    let total = store::count_published(db, &filter).await?;
    let address_of = |number| ListingPages::one(listing.clone(), number).address();
    let suffix = match pages.first {
        1 => String::new(),
        number => content.page.replace("{number}", &number.to_string()),
    };
    let meta = PageText { title: meta.title + &suffix, description: meta.description + &suffix };
    let eyebrow = content.eyebrow.clone();
    let view = BlogView {
        filters: filters(&content.all, &categories::list(db).await?, &listing.path()),
        posts: cards(db, &posts, &content.read_time).await?,
        suggested: Vec::new(),
        newer: (pages.first > 1).then(|| address_of(pages.first - 1)),
        older: (end < total).then(|| address_of(pages.last + 1)),
        newsletter: texts.read().await?,
        query: String::new(),
        content,
        title: title.clone(),
        lead,
    };
    let is_thin = matches!(listing, PostListing::Tag(_))
        && i64::try_from(total).is_ok_and(|total| total < MIN_LISTED_TAG);
    let page = BuiltPage::new(&meta, view).with_link(&eyebrow, addresses::BLOG.path).unlisted_if(is_thin);
    Ok(if *listing == PostListing::All { page } else { page.with_link(&title, &listing.path()) })
}

/// Returns the texts of a listing: those of the head, the title and the lead text. `name` is that of the category or tag.
fn headline(content: &BlogContent, listing: &PostListing, name: &str) -> (PageText, String, String) {
    let text: &ListText = match listing {
        PostListing::All => return (content.meta.clone(), content.title.clone(), content.lead.clone()),
        PostListing::Category(_) => &content.category,
        PostListing::Tag(_) => &content.tag,
    };
    let fill = |text: &str| text.replace("{name}", name);
    let meta = PageText { title: fill(&text.meta.title), description: fill(&text.meta.description) };
    (meta, fill(&text.title), fill(&text.lead))
}

async fn cards(db: &impl ConnectionTrait, posts: &[Post], read_time: &str) -> Result<Vec<PostCard>> {
    let pictures = Pictures::read(db, posts.iter().map(|post| &*post.fields.featured_image)).await?;
    let text = card_text(db, read_time.to_owned()).await?;
    Ok(posts.iter().map(|post| card(post, &text, &pictures)).collect())
}

/// Returns the texts of cards of posts.
pub async fn card_text(db: &impl ConnectionTrait, read_time: String) -> Result<CardText> {
    Ok(CardText { read_time, company: settings::store::company(db).await?.name })
}

/// Builds a page of search results. A page number that is too high shows the last page.
pub async fn search(texts: &Texts<'_>, search: &PostSearch) -> Result<BuiltPage<BlogView>> {
    let db = texts.db;
    let content: BlogContent = texts.read().await?;
    let filter = PostFilter { search: Some(search.terms.clone()), ..PostFilter::default() };
    let total = store::count_published(db, &filter).await?;
    let last = total.div_ceil(RESULTS_PER_PAGE).max(1);
    let number = search.number.clamp(1, last);
    let posts = store::list_published(db, &filter, (number - 1) * RESULTS_PER_PAGE, RESULTS_PER_PAGE).await?;
    let title = content.search.title.replace("{query}", &search.terms);
    let lead = match total {
        0 => content.search.none.clone(),
        1 => content.search.one.clone(),
        count => content.search.many.replace("{count}", &count.to_string()),
    };
    let suggested = match total {
        0 => store::list_published(db, &PostFilter::default(), 0, SUGGESTED).await?,
        _ => Vec::new(),
    };
    let results = BlogView {
        suggested: cards(db, &suggested, &content.read_time).await?,
        newer: (number > 1).then(|| search.page_address(number - 1)),
        older: (number < last).then(|| search.page_address(number + 1)),
        ..search_view(texts, content, (title, lead), &search.terms, &posts).await?
    };
    Ok(search_page(results))
}

/// Builds the page that asks visitors to wait before they search again, with `terms` in the search field.
pub async fn refused_search(texts: &Texts<'_>, terms: &str) -> Result<BuiltPage<BlogView>> {
    let content: BlogContent = texts.read().await?;
    let headline = (content.search.refused_title.clone(), content.search.refused_text.clone());
    Ok(search_page(search_view(texts, content, headline, terms, &[]).await?))
}

fn search_page(view: BlogView) -> BuiltPage<BlogView> {
    let meta = PageText { title: view.title.clone(), description: view.content.meta.description.clone() };
    BuiltPage::new(&meta, view)
}

async fn search_view(
    texts: &Texts<'_>,
    content: BlogContent,
    (title, lead): (String, String),
    terms: &str,
    posts: &[Post],
) -> Result<BlogView> {
    let db = texts.db;
    Ok(BlogView {
        lead,
        filters: filters(&content.all, &categories::list(db).await?, ""),
        posts: cards(db, posts, &content.read_time).await?,
        suggested: Vec::new(),
        newer: None,
        older: None,
        newsletter: texts.read().await?,
        query: terms.to_owned(),
        content,
        title,
    })
}

/// Builds the page of a published post.
pub async fn article(app: &App, texts: &Texts<'_>, slug: &str) -> Result<BuiltPage<ArticleView>> {
    let published = store::find_published(texts.db, slug).await?.ok_or(Error::NotFound)?;
    post(app, texts, published).await
}

/// Builds the page of a saved post for a preview, published or not.
pub async fn preview(app: &App, texts: &Texts<'_>, id: Uuid) -> Result<BuiltPage<ArticleView>> {
    let saved = store::find_rendered(texts.db, id).await?.ok_or(Error::NotFound)?;
    post(app, texts, saved).await
}

/// Builds the page of a rendered post.
pub async fn post(app: &App, texts: &Texts<'_>, rendered: RenderedPost) -> Result<BuiltPage<ArticleView>> {
    let db = texts.db;
    let blog: BlogContent = texts.read().await?;
    let content: ArticleContent = texts.read().await?;
    let (previous, next) = store::find_neighbors(db, &rendered.post).await?;
    let title = rendered.post.fields.title.clone();
    let path = post_path(&rendered.post.slug);
    let meta = post_meta(&rendered.post.fields, &content.title_suffix);
    let related = store::list_related(db, &rendered.post, RELATED).await?;
    let covers = related.iter().chain([&rendered.post]).map(|post| &*post.fields.featured_image);
    let parts = ArticleParts {
        cards: card_text(db, blog.read_time).await?,
        newsletter: texts.read().await?,
        service: service_of(texts, &rendered.post.fields.category, &content.service).await?,
        origin: app.config.origin(),
        pictures: Pictures::read(db, html::urls(&rendered.html).chain(covers)).await?,
        related,
        previous,
        next,
        content,
    };
    let view = article_page(rendered, parts);
    Ok(BuiltPage::new(&meta, view).with_link(&blog.eyebrow, addresses::BLOG.path).with_link(&title, &path))
}

/// Returns the title and description that staff wrote for search engines, or else those of the post.
fn post_meta(fields: &PostFields, suffix: &str) -> PageText {
    let PostFields { title, excerpt, seo_title, seo_description, .. } = fields;
    let description = [seo_description, excerpt, title].into_iter().find(|text| !text.is_empty());
    PageText {
        title: if seo_title.is_empty() { tab_title(title, suffix) } else { seo_title.clone() },
        description: description.cloned().unwrap_or_default(),
    }
}

/// Returns the title with the suffix, or the title alone if the result would be longer than [`MAX_TAB_TITLE`].
fn tab_title(title: &str, suffix: &str) -> String {
    let full = format!("{title}{suffix}");
    if full.chars().count() > MAX_TAB_TITLE { title.to_owned() } else { full }
}

/// Returns a link to the detail page about a category, if that page has services.
async fn service_of(texts: &Texts<'_>, category: &str, label: &str) -> Result<Option<Link>> {
    let pages: ServicePagesContent = texts.read().await?;
    let slug = text::slug(category);
    let shown = services::store::list_shown_pages(texts.db).await?;
    let page = shown.into_iter().find(|page| pages.of(*page).reading.contains(&slug));
    Ok(page.map(|page| Link {
        label: label.replace("{name}", &pages.of(page).name),
        url: page.path().to_owned(),
    }))
}

/// Builds the page at the path of a deleted post.
pub async fn deleted_post(texts: &Texts<'_>) -> Result<BuiltPage<PostGoneView>> {
    let BlogContent { gone, .. } = texts.read().await?;
    Ok(BuiltPage::new(&gone.meta.clone(), PostGoneView { content: gone }))
}

/// Returns links to the newest articles about the subject of a detail page.
pub async fn reading(texts: &Texts<'_>, page: ServicePage) -> Result<Vec<Reading>> {
    let BlogContent { read_time, .. } = texts.read().await?;
    let pages: ServicePagesContent = texts.read().await?;
    let mut posts = Vec::new();
    for category in &pages.of(page).reading {
        let filter = PostListing::Category(category.clone()).filter();
        posts.extend(store::list_published(texts.db, &filter, 0, READING as u64).await?);
    }
    posts.sort_by_key(|post| std::cmp::Reverse(post.schedule.published_at));
    let text = CardText { read_time, company: String::new() };
    let entry = |post: &Post| {
        let PostCard { title, url, read_time, .. } = card(post, &text, &Pictures::default());
        Reading { link: Link { label: title, url }, note: format!("{} · {read_time}", post.fields.category) }
    };
    Ok(posts.iter().take(READING).map(entry).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_tab_title_has_no_suffix() {
        assert_eq!(tab_title("Backup que funciona", " - Blog"), "Backup que funciona - Blog");
        let exact = "á".repeat(MAX_TAB_TITLE - " - Blog".len());
        assert_eq!(tab_title(&exact, " - Blog"), format!("{exact} - Blog"));
        let long = "á".repeat(MAX_TAB_TITLE);
        assert_eq!(tab_title(&long, " - Blog"), long);
    }
}
