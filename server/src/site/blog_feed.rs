//! The Atom feed of the newest posts, with their full text.

use std::fmt::Write as _;

use crate::{
    app::App,
    features::{
        blog::{
            markdown,
            model::{Post, PostFilter},
            paths::post_path,
            store,
            views::CardText,
        },
        pages::{self, content::blog::BlogContent},
    },
    foundation::settings,
    platform::{
        addresses,
        db::seeds,
        error::Result,
        text::{date::rfc3339, escape_html},
    },
};

/// Maximum number of posts in the feed.
const MAX_ENTRIES: u64 = 20;

/// Returns the feed as XML.
pub async fn atom(app: &App) -> Result<String> {
    let db = app.db.reader();
    let origin = app.config.origin();
    let content: BlogContent = pages::store::read(db, app.clock.now()).await?;
    let company = settings::store::company(db).await?;
    let posts = store::list_published(db, &PostFilter::default(), 0, MAX_ENTRIES).await?;
    let first_start = seeds::first_start(db).await?.unwrap_or_else(|| app.clock.now());
    let updated = posts.iter().map(|post| post.updated_at).max().unwrap_or(first_start);
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"pt-BR\" xml:base=\"{origin}/\">\n\
         <id>{origin}{blog}</id>\n<title>{title}</title>\n<subtitle>{subtitle}</subtitle>\n\
         <updated>{updated}</updated>\n<author><name>{company}</name></author>\n\
         <link rel=\"alternate\" type=\"text/html\" href=\"{origin}{blog}\"/>\n\
         <link rel=\"self\" type=\"application/atom+xml\" href=\"{origin}{path}\"/>\n",
        origin = escaped(&origin),
        title = escaped(&content.meta.title),
        subtitle = escaped(&content.meta.description),
        blog = addresses::BLOG.path,
        path = addresses::FEED.path,
        updated = rfc3339(updated),
        company = escaped(&company.name),
    );
    let cards = CardText { read_time: String::new(), company: company.name };
    for post in &posts {
        push_entry(&mut xml, &origin, post, cards.author(&post.fields.author))?;
    }
    xml.push_str("</feed>\n");
    Ok(xml)
}

fn push_entry(xml: &mut String, origin: &str, post: &Post, author: &str) -> Result<()> {
    let fields = &post.fields;
    let url = escaped(&format!("{origin}{}", post_path(&post.slug)));
    let _ = write!(
        xml,
        "<entry>\n<id>urn:uuid:{id}</id>\n<title>{title}</title>\n\
         <link rel=\"alternate\" type=\"text/html\" href=\"{url}\"/>\n\
         <published>{published}</published>\n<updated>{updated}</updated>\n\
         <author><name>{author}</name></author>\n",
        id = post.id,
        title = escaped(&fields.title),
        published = rfc3339(post.schedule.published_at.unwrap_or(post.created_at)),
        updated = rfc3339(post.updated_at),
        author = escaped(author),
    );
    for term in std::iter::once(&fields.category).chain(&fields.tags).filter(|term| !term.is_empty()) {
        let _ = writeln!(xml, "<category term=\"{}\"/>", escaped(term));
    }
    let _ = write!(
        xml,
        "<summary>{}</summary>\n<content type=\"html\">{}</content>\n</entry>\n",
        escaped(&fields.excerpt),
        escaped(&markdown::render(&fields.content)?.html),
    );
    Ok(())
}

/// Escapes text for XML. Removes characters that XML doesn't allow.
fn escaped(text: &str) -> String {
    let is_allowed = |c: &char| match c {
        '\t' | '\n' => true,
        '\u{fffe}' | '\u{ffff}' => false,
        c => !c.is_control(),
    };
    escape_html(&text.chars().filter(is_allowed).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_invalid_characters_are_removed() {
        assert_eq!(escaped("a<b>&\"\u{1}\u{ffff}\n"), "a&lt;b&gt;&amp;&quot;\n");
    }
}
