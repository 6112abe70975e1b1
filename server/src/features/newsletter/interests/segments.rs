//! Segments: the subscribers who receive an edition, by subject.

/// Some or all of the confirmed subscribers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    /// Slugs of subjects. The segment contains the subscribers who chose one of them, and those who chose no subject. If
    /// the list is empty, it contains all confirmed subscribers.
    pub tags: Vec<String>,
}
