//! A picture of the library, and what is asked of it.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::place::Place;

/// 5 MB, as the form says.
pub const MAX_BYTES: usize = 5 * 1024 * 1024;
pub const NAME_MAX: usize = 200;
pub const ALT_MAX: usize = 300;
/// The address of a file is this and its path.
pub const ROOT: &str = "/media/";

/// Which part of the site a picture was uploaded for.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum,
)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[schema(as = MediaFolder)]
pub enum Folder {
    #[default]
    Blog,
    Company,
    Seo,
}

impl Folder {
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Blog, Self::Company, Self::Seo].into_iter().find(|folder| folder.name() == name)
    }

    /// As it stands in addresses.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Blog => "blog",
            Self::Company => "company",
            Self::Seo => "seo",
        }
    }
}

/// The same picture as WebP, at one of several widths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = MediaVariant)]
pub struct Variant {
    pub url: String,
    pub width: u32,
    pub height: u32,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Media {
    pub id: Uuid,
    /// What the file was called by whoever sent it.
    pub name: String,
    /// What the picture shows, for those who don't see it.
    pub alt: String,
    pub folder: Folder,
    /// Where the picture is; the same for ever.
    pub url: String,
    pub content_type: String,
    pub width: i32,
    pub height: i32,
    pub bytes: i64,
    /// From the narrowest to the widest; none of an SVG.
    pub variants: Vec<Variant>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// The parts of an upload.
#[derive(ToSchema)]
#[allow(dead_code, reason = "says in the contract what media/form.rs reads")]
pub struct MediaUpload {
    /// JPEG, PNG, WebP, GIF or SVG, for a favicon also ICO; at most 5 MB and 40 megapixels, with the extension of its
    /// type.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// What it is for, default `picture`. A logo is JPEG, PNG or SVG, a share image JPEG, PNG or WebP, a favicon PNG, ICO
    /// or SVG.
    place: Option<Place>,
    /// Of a `picture`, default `blog`. A logo goes to `company`, share images and favicons to `seo`.
    folder: Option<Folder>,
    /// At most 300 characters.
    alt: Option<String>,
}
