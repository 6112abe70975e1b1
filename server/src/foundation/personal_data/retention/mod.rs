//! How long records about people are stored. Administrators can change the period of each rule.

mod periods;
pub mod store;

pub use self::periods::{BACKUPS, DEFAULT_BACKUP_DAYS, Periods, in_words};

use futures_util::future::BoxFuture;

use crate::{
    app::App,
    platform::{clock::Timestamp, db::Connection, error::Result},
};

/// Maximum period in days: ten years.
pub const MAX_DAYS: u32 = 3650;

/// A rule that erases records of one kind after a period.
pub struct RetentionRule {
    /// Name in the API and in the database, such as `archived_contacts`.
    pub key: &'static str,
    /// What is erased, in Portuguese.
    pub label: &'static str,
    /// When the period starts and what remains, in Portuguese.
    pub text: &'static str,
    /// Period in days unless an administrator sets another one. With `None`, nothing is erased.
    pub default_days: Option<u32>,
    /// Period in days that the panel suggests while the rule is off.
    pub suggested_days: u32,
    pub min_days: u32,
    /// Whether an administrator may turn the rule off.
    pub may_be_off: bool,
    /// Counts the records whose period started before a time, and finds the oldest record.
    pub find: FindExpiring,
    /// Erases the records whose period started before a time, or moves them to the trash, in its own transactions. Returns
    /// their number.
    pub erase: EraseExpired,
}

pub type FindExpiring = for<'a> fn(Connection<'a>, Timestamp) -> BoxFuture<'a, Result<Expiring>>;
pub type EraseExpired = for<'a> fn(&'a App, Timestamp) -> BoxFuture<'a, Result<u64>>;

/// Number and age of the records that a rule applies to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expiring {
    /// Number of records whose period started before the time.
    pub count: u64,
    /// Time at which the period of the oldest record started, also if that is after the time; `None` without records.
    pub oldest: Option<Timestamp>,
}
