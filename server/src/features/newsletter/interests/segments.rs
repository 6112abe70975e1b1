//! Segments: the subscribers who receive an edition, by subject.

use sea_orm::{ConnectionTrait, entity::prelude::Uuid};

use crate::{features::newsletter::store, platform::error::Result};

/// A part of the confirmed subscribers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    /// Slugs of subjects. The segment has the subscribers who chose one of them, and those who chose none, because these
    /// receive every edition. An empty list selects everyone.
    pub tags: Vec<String>,
}

/// A confirmed subscriber.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipient {
    /// Id of the subscription.
    pub id: Uuid,
    pub email: String,
}

/// Lists the subscribers of a segment after an id, in the order of their ids, up to a maximum. Call it with the last id of
/// the list before until the list is shorter than the maximum.
pub async fn recipients(
    connection: &impl ConnectionTrait,
    segment: &Segment,
    after: Option<Uuid>,
    limit: u64,
) -> Result<Vec<Recipient>> {
    store::recipients(connection, segment, after, limit).await
}

/// Counts the subscribers of a segment.
pub async fn count(connection: &impl ConnectionTrait, segment: &Segment) -> Result<u64> {
    store::count_recipients(connection, segment).await
}
