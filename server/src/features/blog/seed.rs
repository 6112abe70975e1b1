//! The demo company's articles. Each is a Markdown file that starts with the fields of the post, between two lines of `---`.

use anyhow::{Context, bail};
use chrono::{NaiveDate, NaiveTime, TimeZone, Utc};
use chrono_tz::America::Sao_Paulo;
use sea_orm::ConnectionTrait;

use super::{
    markdown,
    model::Post,
    store,
    trash::store::set_deleted,
    writing::{
        self,
        input::{PostInput, ValidPost},
    },
};
use crate::platform::{clock::Timestamp, error::Result, http::Version, id};

const ARTICLES: [&str; 6] = [
    include_str!("../../../content/blog/migracao-para-nuvem-sem-parar-a-empresa.md"),
    include_str!("../../../content/blog/senhas-dois-fatores-e-phishing.md"),
    include_str!("../../../content/blog/ia-no-atendimento-por-onde-comecar.md"),
    include_str!("../../../content/blog/automacao-de-processos-o-que-automatizar-primeiro.md"),
    include_str!("../../../content/blog/backup-que-funciona-a-regra-3-2-1-1-0.md"),
    include_str!("../../../content/blog/monitoramento-saber-antes-do-cliente.md"),
];

/// Creates the demo company's articles. The caller makes sure that a database receives them only once.
pub async fn seed(connection: &impl ConnectionTrait) -> anyhow::Result<()> {
    for article in ARTICLES {
        let (input, published_at) = parse(article)?;
        let valid = ValidPost::parse(&input, None, published_at)?;
        let article = markdown::render(&valid.fields.content)?;
        writing::store::create(connection, id::new_id(published_at), valid, article, published_at).await?;
    }
    Ok(())
}

/// Lists the demo company's articles that have not been changed.
pub async fn list(connection: &impl ConnectionTrait) -> Result<Vec<(Version, Post)>> {
    let mut found = Vec::new();
    for article in ARTICLES {
        let (input, published_at) = parse(article)?;
        let valid = ValidPost::parse(&input, None, published_at)?;
        let Some((version, post)) = store::find_by_slug(connection, &valid.slug).await? else { continue };
        if version.0 == 1 && has_same_texts(&post, &valid) {
            found.push((version, post));
        }
    }
    Ok(found)
}

fn has_same_texts(post: &Post, valid: &ValidPost) -> bool {
    let (stored, demo) = (&post.fields, &valid.fields);
    (&stored.title, &stored.excerpt, &stored.content) == (&demo.title, &demo.excerpt, &demo.content)
        && (&stored.category, &stored.author, &stored.tags) == (&demo.category, &demo.author, &demo.tags)
}

/// Moves the unchanged articles to the trash. Afterwards, their paths answer 410.
pub async fn remove(connection: &impl ConnectionTrait, now: Timestamp) -> Result<()> {
    for (_, post) in list(connection).await? {
        set_deleted(connection, post.id, true, now).await?;
    }
    Ok(())
}

/// Parses an article. Returns its fields and its time of publication.
fn parse(article: &str) -> anyhow::Result<(PostInput, Timestamp)> {
    let (head, content) = article
        .strip_prefix("---\n")
        .and_then(|rest| rest.split_once("\n---\n"))
        .context("an article doesn't start with fields between two lines of `---`")?;
    let mut input =
        PostInput { content: Some(content.to_owned()), is_published: Some(true), ..PostInput::default() };
    let mut published_at = None;
    for line in head.lines() {
        let (name, value) =
            line.split_once(": ").with_context(|| format!("a line of an article isn't a field: {line}"))?;
        let text = || Some(value.trim_matches('"').to_owned());
        match name {
            "title" => input.title = text(),
            "slug" => input.slug = text(),
            "excerpt" => input.excerpt = text(),
            "category" => input.category = text(),
            "author" => input.author = text(),
            "tags" => input.tags = Some(value.split(',').map(str::to_owned).collect()),
            "cover" => input.cover = Some(serde_json::from_value(value.into())?),
            "date" => published_at = Some(morning_of(value.parse()?)?),
            other => bail!("unknown field of an article: {other}"),
        }
    }
    Ok((input, published_at.context("an article has no date")?))
}

/// Returns 9:00 of a day in São Paulo.
fn morning_of(day: NaiveDate) -> anyhow::Result<Timestamp> {
    let nine = NaiveTime::from_hms_opt(9, 0, 0).context("9:00 isn't a time")?;
    let local = Sao_Paulo.from_local_datetime(&day.and_time(nine));
    let time = local.earliest().context("the day has no 9:00 in São Paulo")?;
    Ok(time.with_timezone(&Utc))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::pages::content::blog::CATEGORIES;

    #[test]
    fn demo_articles_are_complete_and_valid() {
        for article in ARTICLES {
            let (input, published_at) = parse(article).expect("fields");
            let ValidPost { slug, fields, .. } = ValidPost::parse(&input, None, published_at).expect("valid");
            let minutes = markdown::render(&fields.content).expect("not too deep").read_minutes;
            assert_eq!(Some(&slug), input.slug.as_ref());
            assert!(CATEGORIES.contains(&&*fields.category), "{}", fields.category);
            assert!((4..=8).contains(&minutes), "{slug}: {minutes} min");
            assert!(!fields.excerpt.is_empty() && fields.tags.len() > 2, "{slug}");
        }
    }
}
