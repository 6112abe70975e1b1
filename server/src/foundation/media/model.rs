//! A picture of the library, and what is asked of it.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::upload_kind::Place;
use crate::platform::{error::Result, parse::Fields};

/// 5 MB, as the form says.
pub const MAX_BYTES: usize = 5 * 1024 * 1024;
pub const MAX_NAME: usize = 200;
pub const MAX_ALT: usize = 300;
/// The farthest point of a picture, in percent of its width or height.
pub const MAX_FOCUS: u8 = 100;
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
    /// What must stay in sight when the picture is cropped, in hundredths from its left and top.
    pub focus_x: i32,
    pub focus_y: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// When it was put in the trash; 30 days later it is gone for good, unless something still shows it.
    #[schema(required)]
    pub deleted_at: Option<DateTime<Utc>>,
}

/// What staff change; fields left out keep their value.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct MediaChange {
    pub name: Option<String>,
    pub alt: Option<String>,
    pub focus_x: Option<i32>,
    pub focus_y: Option<i32>,
}

/// What staff say of a picture, valid.
#[derive(Debug)]
pub struct Details {
    pub name: String,
    pub alt: String,
    pub focus_x: i32,
    pub focus_y: i32,
}

impl Details {
    pub fn parse(change: MediaChange, current: &Media) -> Result<Self> {
        let mut fields = Fields::default();
        let name = change.name.as_ref().unwrap_or(&current.name);
        let alt = change.alt.as_ref().unwrap_or(&current.alt);
        let details = Self {
            name: fields.required_line("name", name, MAX_NAME),
            alt: fields.line("alt", alt, MAX_ALT),
            focus_x: change.focus_x.unwrap_or(current.focus_x),
            focus_y: change.focus_y.unwrap_or(current.focus_y),
        };
        for (name, value) in [("focus_x", details.focus_x), ("focus_y", details.focus_y)] {
            if !(0..=i32::from(MAX_FOCUS)).contains(&value) {
                fields.refuse(name, "Escolha um ponto dentro da imagem.");
            }
        }
        fields.finish(details)
    }
}

/// What a picture is kept as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MediaFormat)]
pub enum Format {
    Jpeg,
    Png,
    Svg,
}

impl Format {
    #[must_use]
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Svg => "image/svg+xml",
        }
    }
}

/// Which pictures a list has.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MediaFilter {
    /// Found anywhere in name or alternative text, whatever its case and accents.
    pub search: Option<String>,
    pub folder: Option<Folder>,
    /// What they are kept as.
    #[serde(rename = "type")]
    #[param(rename = "type")]
    pub format: Option<Format>,
    /// Those in the trash instead of those in the library.
    #[serde(default)]
    pub trash: bool,
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
    alt: Option<String>,
}
