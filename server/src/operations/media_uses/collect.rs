//! Finds and replaces the uses of a picture in all features that store URLs of pictures.

use sea_orm::ConnectionTrait;

use crate::{
    features::{blog, newsletter, pages},
    foundation::{
        media::reference::{MediaUse, Reference, UsedMedia},
        settings,
    },
    platform::error::Result,
};

/// Lists the uses of a picture.
pub async fn uses(connection: &impl ConnectionTrait, reference: &Reference) -> Result<Vec<MediaUse>> {
    let mut uses = blog::store::media_uses(connection, reference).await?;
    uses.extend(newsletter::editions::store::media_uses(connection, reference).await?);
    uses.extend(pages::store::media_uses(connection, reference).await?);
    uses.extend(settings::store::media_uses(connection, reference).await?);
    Ok(uses)
}

/// Finds all pictures that have uses, with a few queries in total.
pub async fn used(connection: &impl ConnectionTrait) -> Result<UsedMedia> {
    let mut used = UsedMedia::default();
    blog::store::add_used_media(connection, &mut used).await?;
    newsletter::editions::store::add_used_media(connection, &mut used).await?;
    pages::store::add_used_media(connection, &mut used).await?;
    settings::store::add_used_media(connection, &mut used).await?;
    Ok(used)
}

/// Replaces the URLs of a picture with `to` in all records.
pub async fn replace(connection: &impl ConnectionTrait, reference: &Reference, to: &str) -> Result<()> {
    blog::store::replace_media(connection, reference, to).await?;
    newsletter::editions::store::replace_media(connection, reference, to).await?;
    pages::store::replace_media(connection, reference, to).await?;
    settings::store::replace_media(connection, reference, to).await
}
