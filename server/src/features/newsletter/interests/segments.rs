//! Segments: the subscribers who receive an edition, by subject.

/// A part of the confirmed subscribers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    /// Slugs of subjects. The segment has the subscribers who chose one of them, and those who chose none, because these
    /// receive every edition. An empty list selects everyone.
    pub tags: Vec<String>,
}
