//! The rows of the blog's tables.

pub mod posts {
    use sea_orm::entity::prelude::*;

    use crate::blog::model::Cover;

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

    /// A post without its HTML, its headings and its search text, which are as large as its content.
    #[derive(Clone, Debug, DerivePartialModel)]
    #[sea_orm(entity = "Entity", from_query_result)]
    pub struct Listed {
        pub id: Uuid,
        pub title: String,
        pub slug: String,
        pub excerpt: String,
        pub content: String,
        pub featured_image: String,
        pub cover: Cover,
        pub category: String,
        pub author: String,
        pub is_published: bool,
        pub read_minutes: i32,
        pub created_at: DateTimeUtc,
        pub updated_at: DateTimeUtc,
        pub published_at: Option<DateTimeUtc>,
        pub publish_at: Option<DateTimeUtc>,
        pub unpublish_at: Option<DateTimeUtc>,
        pub deleted_at: Option<DateTimeUtc>,
        pub seo_title: String,
        pub seo_description: String,
    }

    impl From<Model> for Listed {
        fn from(row: Model) -> Self {
            Self {
                id: row.id,
                title: row.title,
                slug: row.slug,
                excerpt: row.excerpt,
                content: row.content,
                featured_image: row.featured_image,
                cover: row.cover,
                category: row.category,
                author: row.author,
                is_published: row.is_published,
                read_minutes: row.read_minutes,
                created_at: row.created_at,
                updated_at: row.updated_at,
                published_at: row.published_at,
                publish_at: row.publish_at,
                unpublish_at: row.unpublish_at,
                deleted_at: row.deleted_at,
                seo_title: row.seo_title,
                seo_description: row.seo_description,
            }
        }
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
        pub post_id: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub mod post_previews {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "post_previews")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub post_id: Uuid,
        pub token_hash: String,
        pub created_at: DateTimeUtc,
        pub expires_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
