//! Core Web Vitals of page views, counted in buckets. The thresholds of Google's ratings are bounds of buckets. The
//! numbers of good and poor page views are therefore exact, and the 75th percentile is interpolated within its bucket.

use serde::Serialize;
use utoipa::ToSchema;

/// A metric of Core Web Vitals: Largest Contentful Paint and Interaction to Next Paint in milliseconds, and Cumulative Layout
/// Shift in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    Lcp,
    Inp,
    Cls,
}

pub const METRICS: [Metric; 3] = [Metric::Lcp, Metric::Inp, Metric::Cls];

impl Metric {
    /// Returns the upper bounds of the buckets, in ascending order. Values above the last one are impossible.
    fn bounds(self) -> &'static [i32] {
        match self {
            Self::Lcp => &[
                250, 500, 750, 1000, 1250, 1500, 1750, 2000, 2250, 2500, 2750, 3000, 3250, 3500, 4000, 5000,
                6000, 8000, 10_000, 60_000,
            ],
            Self::Inp => &[
                16, 25, 50, 75, 100, 125, 150, 175, 200, 250, 300, 350, 400, 450, 500, 600, 800, 1000, 2000,
                60_000,
            ],
            Self::Cls => &[0, 10, 25, 50, 75, 100, 125, 150, 175, 200, 225, 250, 300, 400, 500, 1000, 10_000],
        }
    }

    /// Returns the highest good value, and the highest value that isn't poor.
    fn thresholds(self) -> (i32, i32) {
        match self {
            Self::Lcp => (2500, 4000),
            Self::Inp => (200, 500),
            Self::Cls => (100, 250),
        }
    }

    /// Returns the upper bound of a value's bucket. `None` if the value is impossible.
    #[must_use]
    pub fn bucket(self, value: f64) -> Option<i32> {
        let bounds = self.bounds();
        let is_possible = value.is_finite() && (0.0..=f64::from(*bounds.last()?)).contains(&value);
        bounds.iter().copied().find(|bound| is_possible && value <= f64::from(*bound))
    }
}

/// Rating of a metric by Google's thresholds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rating {
    Good,
    NeedsImprovement,
    Poor,
}

/// One of the Core Web Vitals over all measured page views of a period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Vital {
    pub metric: Metric,
    /// Number of page views with a value.
    pub count: u64,
    /// 75th percentile: the value that three of four page views don't exceed. In milliseconds, or in thousandths for
    /// `cls`. An estimate, because only counts of ranges of values are stored. Null without page views.
    #[schema(required)]
    pub p75: Option<u64>,
    /// Rating of `p75`; null without page views.
    #[schema(required)]
    pub rating: Option<Rating>,
    /// Number of page views with a good value.
    pub good: u64,
    /// Number of page views whose value is neither good nor poor.
    pub needs_improvement: u64,
    /// Number of page views with a poor value.
    pub poor: u64,
}

impl Vital {
    /// Calculates the figures from pairs of a bucket's upper bound and its number of page views.
    #[must_use]
    pub fn new(metric: Metric, counts: &[(i32, u64)]) -> Self {
        let (max_good, max_fair) = metric.thresholds();
        let sum = |is_counted: &dyn Fn(i32) -> bool| {
            counts.iter().filter(|(bound, _)| is_counted(*bound)).map(|(_, count)| count).sum::<u64>()
        };
        let count = sum(&|_| true);
        let p75 = percentile_75(metric.bounds(), counts, count);
        let rating = p75.map(|value| match value {
            value if value <= max_good.unsigned_abs().into() => Rating::Good,
            value if value <= max_fair.unsigned_abs().into() => Rating::NeedsImprovement,
            _ => Rating::Poor,
        });
        Self {
            metric,
            count,
            p75,
            rating,
            good: sum(&|bound| bound <= max_good),
            needs_improvement: sum(&|bound| bound > max_good && bound <= max_fair),
            poor: sum(&|bound| bound > max_fair),
        }
    }
}

/// Returns the 75th percentile, interpolated within its bucket. `None` without values.
fn percentile_75(bounds: &[i32], counts: &[(i32, u64)], count: u64) -> Option<u64> {
    let rank = (count * 3).div_ceil(4);
    let (mut below, mut lower) = (0, 0);
    for &bound in bounds {
        let bound = u64::from(bound.unsigned_abs());
        let within: u64 =
            counts.iter().filter(|(found, _)| u64::from(found.unsigned_abs()) == bound).map(|(_, n)| n).sum();
        if within > 0 && below + within >= rank {
            return Some(lower + (bound - lower) * (rank - below) / within);
        }
        (below, lower) = (below + within, bound);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_is_assigned_to_its_bucket_and_impossible_ones_to_none() {
        for (metric, value, bucket) in [
            (Metric::Lcp, 0.0, Some(250)),
            (Metric::Lcp, 2500.0, Some(2500)),
            (Metric::Lcp, 2500.5, Some(2750)),
            (Metric::Lcp, 60_001.0, None),
            (Metric::Inp, 8.0, Some(16)),
            (Metric::Cls, 0.0, Some(0)),
            (Metric::Cls, 100.1, Some(125)),
            (Metric::Cls, -1.0, None),
            (Metric::Cls, f64::NAN, None),
        ] {
            assert_eq!(metric.bucket(value), bucket, "{metric:?} {value}");
        }
    }

    #[test]
    fn percentile_of_a_vital_is_interpolated_and_rated() {
        let vital = Vital::new(Metric::Lcp, &[(1000, 50), (2500, 20), (4000, 20), (10_000, 10)]);
        assert_eq!((vital.good, vital.needs_improvement, vital.poor, vital.count), (70, 20, 10, 100));
        // The 75th of the 100 values is the fifth of the 20 values in the bucket from 3500 to 4000.
        assert_eq!((vital.p75, vital.rating), (Some(3625), Some(Rating::NeedsImprovement)));
        let barely_good = Vital::new(Metric::Lcp, &[(2500, 3), (4000, 1)]);
        assert_eq!((barely_good.p75, barely_good.rating), (Some(2500), Some(Rating::Good)));
        let none = Vital::new(Metric::Cls, &[]);
        assert_eq!((none.count, none.p75, none.rating), (0, None, None));
        let still = Vital::new(Metric::Cls, &[(0, 3), (25, 1)]);
        assert_eq!((still.p75, still.rating), (Some(0), Some(Rating::Good)));
    }
}
