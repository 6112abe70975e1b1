//! Types and limits of the media library.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::upload_kind::UploadKind;
use crate::platform::{error::Result, parse::Fields};

/// Maximum size of an uploaded file, in bytes.
pub const MAX_BYTES: usize = 5 * 1024 * 1024;
/// Maximum number of characters of a file's name.
pub const MAX_NAME: usize = 200;
/// Maximum number of characters of an alternative text.
pub const MAX_ALT: usize = 300;
/// Maximum of `focus_x` and `focus_y`, in percent.
pub const MAX_FOCUS: u8 = 100;
/// Start of the URL of each file, before its path.
pub const ROOT: &str = "/media/";

/// The folder of a picture. `company`: logos. `seo`: share images and favicons. `blog`: pictures on pages, unless another
/// folder was chosen at the upload.
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

    /// Returns the name of the folder in URLs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Blog => "blog",
            Self::Company => "company",
            Self::Seo => "seo",
        }
    }
}

/// A picture as WebP, in one of several widths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = MediaVariant)]
pub struct Variant {
    /// The URL, starting with `/media/`.
    pub url: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// A picture of the library.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Media {
    pub id: Uuid,
    /// The name of the uploaded file.
    pub name: String,
    /// The alternative text; may be empty.
    pub alt: String,
    pub folder: Folder,
    /// The URL of the picture, starting with `/media/`. The content at a URL never changes.
    pub url: String,
    /// `image/jpeg`, `image/png` or `image/svg+xml`.
    pub content_type: String,
    /// Width in pixels.
    pub width: i32,
    /// Height in pixels.
    pub height: i32,
    /// Size of the file in bytes.
    pub bytes: i64,
    /// The variants, from the narrowest to the widest; empty for an SVG.
    pub variants: Vec<Variant>,
    /// Position of the focal point in percent from the left. The focal point stays visible when the picture is cropped.
    pub focus_x: i32,
    /// Position of the focal point in percent from the top.
    pub focus_y: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Time at which the picture was moved to the trash; null outside the trash. The picture is deleted 30 days later, unless a
    /// page still shows it.
    #[schema(required)]
    pub deleted_at: Option<DateTime<Utc>>,
}

/// A change of a picture. Omitted fields keep their value.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct MediaChange {
    pub name: Option<String>,
    pub alt: Option<String>,
    /// Position of the focal point in percent from the left, 0 to 100.
    pub focus_x: Option<i32>,
    /// Position of the focal point in percent from the top, 0 to 100.
    pub focus_y: Option<i32>,
}

/// The validated fields of a picture that staff can change.
#[derive(Debug)]
pub struct MediaFields {
    pub name: String,
    pub alt: String,
    pub focus_x: i32,
    pub focus_y: i32,
}

impl MediaFields {
    /// Returns the fields of the picture after the change, if they are valid.
    pub fn parse(change: MediaChange, current: &Media) -> Result<Self> {
        let mut fields = Fields::default();
        let name = change.name.as_ref().unwrap_or(&current.name);
        let alt = change.alt.as_ref().unwrap_or(&current.alt);
        let new = Self {
            name: fields.required_line("name", name, MAX_NAME),
            alt: fields.line("alt", alt, MAX_ALT),
            focus_x: change.focus_x.unwrap_or(current.focus_x),
            focus_y: change.focus_y.unwrap_or(current.focus_y),
        };
        for (name, value) in [("focus_x", new.focus_x), ("focus_y", new.focus_y)] {
            if !(0..=i32::from(MAX_FOCUS)).contains(&value) {
                fields.refuse(name, "Escolha um ponto dentro da imagem.");
            }
        }
        fields.finish(new)
    }
}

/// The file format of a stored picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MediaFormat)]
pub enum Format {
    Jpeg,
    Png,
    Svg,
}

impl Format {
    /// Returns the media type.
    #[must_use]
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Svg => "image/svg+xml",
        }
    }
}

/// Filters of a list of pictures.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MediaFilter {
    /// Part of the name or the alternative text, regardless of case and accents.
    pub search: Option<String>,
    /// The folder.
    pub folder: Option<Folder>,
    /// The file format.
    #[serde(rename = "type")]
    #[param(rename = "type")]
    pub format: Option<Format>,
    /// Whether to list the pictures in the trash instead of those in the library.
    #[serde(default)]
    pub trash: bool,
}

/// The form of an upload.
#[derive(ToSchema)]
#[allow(dead_code, reason = "describes in the contract what media/form.rs reads")]
pub struct MediaUpload {
    /// A JPEG, PNG, WebP, GIF or SVG; for a favicon, a PNG, ICO or SVG. At most 5 MiB, 40 megapixels, 16,384 pixels on each
    /// side, and 192 MiB of decoded pixels. The extension of the file's name must match the format.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// What the picture is for. Default `picture`. A logo must be a JPEG, PNG or SVG; a share image a JPEG, PNG or WebP.
    kind: Option<UploadKind>,
    /// The folder, if `kind` is `picture`. Default `blog`. Logos are always stored in `company`, share images and favicons in
    /// `seo`.
    folder: Option<Folder>,
    /// The alternative text. Default empty.
    alt: Option<String>,
}
