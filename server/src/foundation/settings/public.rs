//! A preview of the tokens of an accent color. It is public, because the first setup shows it before the first user exists.

use axum::Json;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    accent::{Accent, DARK, LIGHT, SchemeColors, Tokens},
    fields,
};
use crate::{
    app::limits::PublicRead,
    platform::{
        error::{ErrorBody, Result},
        http::Query,
        parse::Fields,
    },
};

/// The query parameters of a preview.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AccentQuery {
    /// An accent color as `#rrggbb` or `rrggbb`. The default is the design's accent color.
    #[serde(default)]
    color: String,
}

/// The colors derived from an accent color for both color schemes, with sufficient contrast.
#[derive(Serialize, ToSchema)]
pub struct AccentColors {
    /// The requested color as `#rrggbb`, or the design's.
    pub color: String,
    pub light: AccentScheme,
    pub dark: AccentScheme,
}

/// Colors of one color scheme as `#rrggbb`, with the names of the design's tokens: the derived colors (`accent`,
/// `accent_strong`, `accent_soft`, `on_accent`), and the backgrounds (`paper`, `surface`) and the text color (`ink`) that are
/// used with them.
#[derive(Serialize, ToSchema)]
pub struct AccentScheme {
    pub accent: String,
    pub accent_strong: String,
    pub accent_soft: String,
    pub on_accent: String,
    pub paper: String,
    pub surface: String,
    pub ink: String,
}

impl AccentScheme {
    fn of(tokens: &Tokens, colors: &SchemeColors) -> Self {
        Self {
            accent: tokens.accent.to_string(),
            accent_strong: tokens.accent_strong.to_string(),
            accent_soft: tokens.accent_soft.to_string(),
            on_accent: tokens.on_accent.to_string(),
            paper: colors.paper.to_string(),
            surface: colors.surface.to_string(),
            ink: colors.ink.to_string(),
        }
    }
}

/// Returns the colors that the site would have with an accent color. Stores nothing.
#[utoipa::path(get, path = "/api/accent-colors", tag = "settings", operation_id = "find_accent_colors",
    params(AccentQuery),
    responses((status = 200, body = AccentColors), (status = 422, description = "`invalid_fields`: the color is invalid", body = ErrorBody)))]
pub async fn find_accent_colors(
    _: PublicRead,
    Query(query): Query<AccentQuery>,
) -> Result<Json<AccentColors>> {
    let mut fields = Fields::default();
    let color = fields::color(&mut fields, "color", &query.color);
    let accent = Accent::of(&fields.finish(color)?);
    Ok(Json(AccentColors {
        color: accent.chosen.to_string(),
        light: AccentScheme::of(&accent.light, &LIGHT),
        dark: AccentScheme::of(&accent.dark, &DARK),
    }))
}
