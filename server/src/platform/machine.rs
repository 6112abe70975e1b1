//! Limits that the machine or the container sets for the process.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Raises the soft limit of open files to the hard limit, and returns the resulting limit. Makes no system call if both are
/// equal, because it may be forbidden.
#[must_use]
pub fn raise_open_files() -> usize {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, ..limit };
    let is_raised = limit.current != limit.maximum && setrlimit(Resource::Nofile, raised).is_ok();
    let current = if is_raised { limit.maximum } else { limit.current };
    current.and_then(|files| usize::try_from(files).ok()).unwrap_or(usize::MAX)
}

/// Returns the memory that the process may use, in bytes: the limit of its container (control group v2), or the machine's memory.
#[must_use]
pub fn memory() -> u64 {
    let info = rustix::system::sysinfo();
    let machine = info.totalram as u64 * u64::from(info.mem_unit);
    let group = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let group = group.and_then(|text| text.trim().parse().ok());
    group.map_or(machine, |group: u64| group.min(machine))
}
