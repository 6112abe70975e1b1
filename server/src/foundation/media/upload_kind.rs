//! Upload kinds: what a picture is uploaded for, which decides its folder and the accepted formats.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::model::Folder;

/// What a picture is uploaded for. `picture`: a picture on a page. `logo`: the company's logo. `share_image`: the picture that
/// social networks show with a link to the site. `favicon`: the icon of the site in the tab of a browser.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UploadKind {
    #[default]
    Picture,
    Logo,
    ShareImage,
    Favicon,
}

impl UploadKind {
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        serde_json::from_value(name.into()).ok()
    }

    /// Returns the folder of the files. `chosen` has an effect only for [`Self::Picture`].
    #[must_use]
    pub fn folder(self, chosen: Option<Folder>) -> Folder {
        match self {
            Self::Picture => chosen.unwrap_or_default(),
            Self::Logo => Folder::Company,
            Self::ShareImage | Self::Favicon => Folder::Seo,
        }
    }

    /// Returns whether files with this extension are accepted.
    #[must_use]
    pub fn accepts(self, extension: &str) -> bool {
        let extensions: &[&str] = match self {
            Self::Picture => &["jpg", "jpeg", "png", "svg", "gif", "webp"],
            Self::Logo => &["jpg", "jpeg", "png", "svg"],
            Self::ShareImage => &["jpg", "jpeg", "png", "webp"],
            Self::Favicon => &["png", "ico", "svg"],
        };
        extensions.contains(&extension)
    }

    /// Returns the error message for formats that are not accepted, in Portuguese.
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
