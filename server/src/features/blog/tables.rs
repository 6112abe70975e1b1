//! Rows of the tables `posts`, `post_tags` and `post_slugs`.

pub mod posts {
    use sea_orm::entity::prelude::*;

    use crate::features::blog::cover::Cover;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "posts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub title: String,
        pub slug: String,
        pub excerpt: String,
        pub content: String,
        pub html: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub headings: Json,
        pub featured_image: String,
        pub cover: Cover,
        pub category: String,
        pub category_slug: String,
        pub author: String,
        pub is_published: bool,
        pub read_minutes: i32,
        pub search: String,
        pub version: i32,
        pub created_at: DateTimeUtc,
        pub updated_at: DateTimeUtc,
        pub published_at: Option<DateTimeUtc>,
        pub publish_at: Option<DateTimeUtc>,
        pub unpublish_at: Option<DateTimeUtc>,
        pub deleted_at: Option<DateTimeUtc>,
        pub seo_title: String,
        pub seo_description: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub mod post_tags {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "post_tags")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub post_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub slug: String,
        pub name: String,
        pub position: i32,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub mod post_slugs {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "post_slugs")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub slug: String,
        /// Null after the post was purged.
        pub post_id: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
