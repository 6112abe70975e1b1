//! What the machine, or the container, lets the process have.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Raises the soft limit of open files to the hard one and returns it. Asks for nothing where both are the same: the
/// call may be forbidden there.
#[must_use]
pub fn raise_open_files() -> usize {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, ..limit };
    let is_raised = limit.current != limit.maximum && setrlimit(Resource::Nofile, raised).is_ok();
    let current = if is_raised { limit.maximum } else { limit.current };
    current.and_then(|files| usize::try_from(files).ok()).unwrap_or(usize::MAX)
}

/// Bytes of memory the process may use, as far as that can be found out: those of its control group or of the machine.
#[must_use]
pub fn memory() -> u64 {
    let info = rustix::system::sysinfo();
    let machine = info.totalram as u64 * u64::from(info.mem_unit);
    let group = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let group = group.and_then(|text| text.trim().parse().ok());
    group.map_or(machine, |group: u64| group.min(machine))
}
