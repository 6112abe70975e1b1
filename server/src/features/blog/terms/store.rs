//! The SQL on `posts` and `post_tags` that counts categories and tags.

use sea_orm::{
    ConnectionTrait, FromQueryResult, QueryOrder, QuerySelect, entity::prelude::*, sea_query::Query,
};

use super::{PostTerm, PostTerms};
use crate::{
    features::blog::{
        categories,
        tables::{
            post_tags,
            posts::{self, Column},
        },
    },
    platform::error::Result,
};

const MAX_LISTED_TAGS: u64 = 500;

#[derive(FromQueryResult)]
struct TermRow {
    name: String,
    slug: String,
    count: i64,
}

/// Lists the categories and tags of posts outside the trash, in the order of [`PostTerms`].
pub async fn list(connection: &impl ConnectionTrait) -> Result<PostTerms> {
    let categories: Vec<TermRow> = posts::Entity::find()
        .select_only()
        .column_as(Column::Category.min(), "name")
        .column_as(Column::CategorySlug, "slug")
        .column_as(Column::Id.count(), "count")
        .filter(Column::DeletedAt.is_null())
        .filter(Column::CategorySlug.ne(""))
        .group_by(Column::CategorySlug)
        .order_by_desc(Column::Id.count())
        .order_by_asc(Column::CategorySlug)
        .into_model()
        .all(connection)
        .await?;
    let present = Query::select()
        .column(Column::Id)
        .from(posts::Entity)
        .and_where(Column::DeletedAt.is_null())
        .to_owned();
    let tags: Vec<TermRow> = post_tags::Entity::find()
        .select_only()
        .column_as(post_tags::Column::Name.min(), "name")
        .column(post_tags::Column::Slug)
        .column_as(post_tags::Column::PostId.count(), "count")
        .filter(post_tags::Column::PostId.in_subquery(present))
        .group_by(post_tags::Column::Slug)
        .order_by_desc(post_tags::Column::PostId.count())
        .order_by_asc(post_tags::Column::Slug)
        .limit(MAX_LISTED_TAGS)
        .into_model()
        .all(connection)
        .await?;
    Ok(PostTerms { categories: with_fixed(categories), tags: tags.into_iter().map(term).collect() })
}

fn term(TermRow { name, count, .. }: TermRow) -> PostTerm {
    PostTerm { name, count }
}

/// Puts the six fixed categories, with their fixed names, before all others.
fn with_fixed(used: Vec<TermRow>) -> Vec<PostTerm> {
    let fixed = categories::fixed();
    let count = |slug: &str| used.iter().find(|row| row.slug == *slug).map_or(0, |row| row.count);
    let mut terms: Vec<PostTerm> =
        fixed.iter().map(|known| PostTerm { name: known.name.clone(), count: count(&known.slug) }).collect();
    let others = used.into_iter().filter(|row| fixed.iter().all(|known| known.slug != row.slug));
    terms.extend(others.map(term));
    terms
}
