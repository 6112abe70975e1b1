//! The site's own measurement of visits, without cookies and without other companies: receiving the reports of browsers,
//! and the figures for staff.

pub mod admin;
pub mod aggregation;
mod beacon;
pub mod collector;
pub mod counting;
mod export;
mod period;
pub mod personal_data;
pub mod public;
pub mod report;
mod robots;
pub mod store;
mod vitals;
