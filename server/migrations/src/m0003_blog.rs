//! Posts, their tags and former slugs, and newsletter subscriptions.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::{index, table};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [posts(), post_tags(), post_slugs(), newsletter_subscriptions()] {
            manager.create_table(table).await?;
        }
        for index in [
            index("posts_list", "posts", &["created_at", "id"]),
            index("posts_published", "posts", &["is_published", "published_at", "id"]),
            index("posts_category", "posts", &["category_slug", "is_published", "published_at", "id"]),
            index("post_tags_slug", "post_tags", &["slug", "post_id"]),
            index("post_slugs_post", "post_slugs", &["post_id"]),
        ] {
            manager.create_index(index).await?;
        }
        Ok(())
    }
}

fn posts() -> TableCreateStatement {
    table("posts")
        .col(uuid("id").primary_key())
        .col(text("title"))
        .col(text("slug").unique_key())
        .col(text("excerpt"))
        .col(text("content"))
        .col(text("html"))
        .col(json_binary("headings"))
        .col(text("featured_image"))
        .col(text("cover"))
        .col(text("category"))
        .col(text("category_slug"))
        .col(text("author"))
        .col(boolean("is_published"))
        .col(integer("read_minutes"))
        .col(text("search"))
        .col(integer("version"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .col(timestamp_with_time_zone_null("published_at"))
        .to_owned()
}

fn post_tags() -> TableCreateStatement {
    table("post_tags")
        .col(uuid("post_id"))
        .col(text("slug"))
        .col(text("name"))
        .col(integer("position"))
        .primary_key(Index::create().col("post_id").col("slug"))
        .foreign_key(
            ForeignKey::create()
                .from("post_tags", "post_id")
                .to("posts", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .to_owned()
}

/// Slugs that once led to a public post. `post_id` is null if the post is deleted: such an address answers 410.
fn post_slugs() -> TableCreateStatement {
    table("post_slugs")
        .col(text("slug").primary_key())
        .col(uuid_null("post_id"))
        .foreign_key(
            ForeignKey::create()
                .from("post_slugs", "post_id")
                .to("posts", "id")
                .on_delete(ForeignKeyAction::SetNull),
        )
        .to_owned()
}

fn newsletter_subscriptions() -> TableCreateStatement {
    table("newsletter_subscriptions")
        .col(uuid("id").primary_key())
        .col(text("email").unique_key())
        .col(text("status"))
        .col(timestamp_with_time_zone("created_at"))
        .to_owned()
}
