//! Segments: the subscribers who receive an edition, by interest.

/// Some or all of the confirmed subscribers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    /// Slugs of interests. The segment contains the subscribers who chose one of them, and those who chose none
    /// of the offered interests. If the list is empty, it contains all confirmed subscribers.
    pub interests: Vec<String>,
}
