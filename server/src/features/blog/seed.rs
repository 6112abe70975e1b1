//! The demo company's articles: Markdown files, each with its fields between two lines of `---`.

use anyhow::{Context, bail};
use chrono::{NaiveDate, NaiveTime, TimeZone, Utc};
use chrono_tz::America::Sao_Paulo;
use sea_orm::ConnectionTrait;

use super::{
    markdown,
    model::{Details, Post, PostInput},
    store,
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

/// Gives an empty blog the demo company's articles.
pub async fn seed(connection: &impl ConnectionTrait) -> anyhow::Result<()> {
    for article in ARTICLES {
        let (input, at) = parse(article)?;
        let details = Details::parse(&input, None, at)?;
        let article = markdown::render(&details.content)?;
        store::create(connection, id::new_id(at), &details, article, at).await?;
    }
    Ok(())
}

/// The demo company's articles that nobody has changed.
pub async fn list(connection: &impl ConnectionTrait) -> Result<Vec<(Version, Post)>> {
    let mut found = Vec::new();
    for article in ARTICLES {
        let (input, at) = parse(article)?;
        let details = Details::parse(&input, None, at)?;
        let Some((version, post)) = store::find_by_slug(connection, &details.slug).await? else { continue };
        // Whatever a post may have besides: who changed that has made another version of it.
        if version.0 == 1 && is_as_written(&post, &details) {
            found.push((version, post));
        }
    }
    Ok(found)
}

fn is_as_written(post: &Post, details: &Details) -> bool {
    (&post.title, &post.excerpt, &post.content) == (&details.title, &details.excerpt, &details.content)
        && (&post.category, &post.author, &post.tags) == (&details.category, &details.author, &details.tags)
}

/// Puts them in the trash. Their addresses say from then on that they are gone.
pub async fn remove(connection: &impl ConnectionTrait, now: Timestamp) -> Result<()> {
    for (version, post) in list(connection).await? {
        store::trash::set_deleted(connection, post.id, version, true, now).await?;
    }
    Ok(())
}

fn parse(article: &str) -> anyhow::Result<(PostInput, Timestamp)> {
    let (head, content) = article
        .strip_prefix("---\n")
        .and_then(|rest| rest.split_once("\n---\n"))
        .context("an article starts with its fields")?;
    let mut input =
        PostInput { content: Some(content.to_owned()), is_published: Some(true), ..PostInput::default() };
    let mut at = None;
    for line in head.lines() {
        let (name, value) = line.split_once(": ").with_context(|| format!("a field: {line}"))?;
        let text = || Some(value.trim_matches('"').to_owned());
        match name {
            "title" => input.title = text(),
            "slug" => input.slug = text(),
            "excerpt" => input.excerpt = text(),
            "category" => input.category = text(),
            "author" => input.author = text(),
            "tags" => input.tags = Some(value.split(',').map(str::to_owned).collect()),
            "cover" => input.cover = Some(serde_json::from_value(value.into())?),
            "date" => at = Some(morning_of(value.parse()?)?),
            other => bail!("an article has no field {other}"),
        }
    }
    Ok((input, at.context("an article has a date")?))
}

fn morning_of(day: NaiveDate) -> anyhow::Result<Timestamp> {
    let nine = NaiveTime::from_hms_opt(9, 0, 0).context("nine o'clock")?;
    let moment =
        Sao_Paulo.from_local_datetime(&day.and_time(nine)).earliest().context("a moment of that day")?;
    Ok(moment.with_timezone(&Utc))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::pages::content::blog::CATEGORIES;

    #[test]
    fn every_article_is_whole() {
        for article in ARTICLES {
            let (input, at) = parse(article).expect("fields");
            let details = Details::parse(&input, None, at).expect("valid");
            let minutes = markdown::render(&details.content).expect("not too deep").read_minutes;
            assert_eq!(Some(&details.slug), input.slug.as_ref());
            assert!(CATEGORIES.contains(&&*details.category), "{}", details.category);
            assert!((4..=8).contains(&minutes), "{}: {minutes} min", details.slug);
            assert!(!details.excerpt.is_empty() && details.tags.len() > 2, "{}", details.slug);
        }
    }
}
