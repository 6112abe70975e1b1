//! What a picture is uploaded for: each place takes the formats that it can show.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::model::Folder;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MediaPlace)]
pub enum Place {
    /// Anything that pages show.
    #[default]
    Picture,
    Logo,
    /// What stands for the site where a link to it is shown.
    ShareImage,
    Favicon,
}

impl Place {
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        serde_json::from_value(name.into()).ok()
    }

    /// Where its files are kept; only a picture's place leaves a choice.
    #[must_use]
    pub fn folder(self, chosen: Option<Folder>) -> Folder {
        match self {
            Self::Picture => chosen.unwrap_or_default(),
            Self::Logo => Folder::Company,
            Self::ShareImage | Self::Favicon => Folder::Seo,
        }
    }

    #[must_use]
    pub fn takes(self, extension: &str) -> bool {
        let extensions: &[&str] = match self {
            Self::Picture => &["jpg", "jpeg", "png", "svg", "gif", "webp"],
            Self::Logo => &["jpg", "jpeg", "png", "svg"],
            Self::ShareImage => &["jpg", "jpeg", "png", "webp"],
            Self::Favicon => &["png", "ico", "svg"],
        };
        extensions.contains(&extension)
    }

    /// What is said to somebody who brings another format.
    #[must_use]
    pub fn refusal(self) -> &'static str {
        match self {
            Self::Picture => "Formato não aceito. Envie uma imagem JPEG, PNG, WebP, GIF ou SVG.",
            Self::Logo => "Formato não aceito. Envie uma imagem JPEG, PNG ou SVG.",
            Self::ShareImage => "Formato não aceito. Envie uma imagem JPEG, PNG ou WebP.",
            Self::Favicon => "Formato não aceito. Envie um ícone PNG, ICO ou SVG.",
        }
    }
}
