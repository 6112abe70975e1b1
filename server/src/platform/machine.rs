//! Limits that the machine or the container sets for the process.

use std::{fs, path::Path};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Where Linux mounts the control groups (v2).
const CONTROL_GROUPS: &str = "/sys/fs/cgroup";

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

/// Returns the memory that the process may use, in bytes: the limit of its control groups, which a container or systemd sets,
/// or the machine's memory.
#[must_use]
pub fn memory() -> u64 {
    let info = rustix::system::sysinfo();
    let machine = info.totalram as u64 * u64::from(info.mem_unit);
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    group_memory(Path::new(CONTROL_GROUPS), &groups).map_or(machine, |limit| limit.min(machine))
}

/// Returns the lowest memory limit of a process's control group and the groups that contain it; `None` without a limit. `groups`
/// is the content of `/proc/self/cgroup`. In a container, the group in it may be missing below `root`.
fn group_memory(root: &Path, groups: &str) -> Option<u64> {
    let group = groups.lines().find_map(|line| line.strip_prefix("0::/")).unwrap_or("");
    let folder = root.join(group);
    let folders = folder.ancestors().take_while(|folder| folder.starts_with(root));
    folders.filter_map(|folder| fs::read_to_string(folder.join("memory.max")).ok()?.trim().parse().ok()).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_limit_is_the_lowest_of_the_control_group_and_its_parents() {
        let root = std::env::temp_dir().join(format!("vitrine-groups-{}", std::process::id()));
        let service = root.join("system.slice/vitrine.service");
        let worker = service.join("worker");
        fs::create_dir_all(&worker).expect("folders");
        let slice = root.join("system.slice");
        for (folder, limit) in [(&root, "max"), (&slice, "3000"), (&service, "2000"), (&worker, "4000")] {
            fs::write(folder.join("memory.max"), format!("{limit}\n")).expect("a file");
        }
        let of = |groups: &str| group_memory(&root, groups);
        assert_eq!(of("0::/system.slice/vitrine.service\n"), Some(2000), "the limit of the service");
        assert_eq!(of("0::/system.slice/vitrine.service/worker\n"), Some(2000), "the limit of the service");
        assert_eq!(of("1:cpu:/x\n0::/system.slice/missing\n"), Some(3000), "the limit of the slice");
        assert_eq!(of("0::/\n"), None, "no limit");
        fs::remove_dir_all(&root).expect("removed");
    }
}
