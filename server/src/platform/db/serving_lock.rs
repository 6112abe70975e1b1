//! Tells a process that starts to serve a SQLite database whether another one already does. Each process that serves it shares a lock
//! on a file beside it. The operating system ends the lock with the process, also if it is killed.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io,
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

/// End of the name of the locked file. SQLite locks its own files in a way that would end if this process closed one of them.
const SUFFIX: &str = "-serving";

/// The lock of a process that serves a SQLite database, until it is dropped.
#[derive(Debug)]
pub struct ServingLock(File);

impl ServingLock {
    pub(super) fn at(database: &Path) -> io::Result<Self> {
        let mut path = database.as_os_str().to_owned();
        path.push(SUFFIX);
        let file = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(path)?;
        Ok(Self(file))
    }

    /// Locks other processes out until [`ServingLock::share`] is called. Returns false if another one serves the database.
    pub fn lock_alone(&self) -> io::Result<bool> {
        match self.0.try_lock() {
            Ok(()) => Ok(true),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(cause)) => Err(cause),
        }
    }

    /// Shares the lock with other processes. Waits while another one is alone, which is a moment of its start.
    pub fn share(&self) -> io::Result<()> {
        self.0.lock_shared()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::id;

    #[test]
    fn process_is_alone_only_while_no_other_one_serves() {
        let path = std::env::temp_dir().join(format!("vitrine-lock-{}", id::hex(&id::random_bytes::<8>())));
        let open = || ServingLock::at(&path).expect("a lock");
        let first = open();
        assert!(first.lock_alone().expect("a lock"));
        first.share().expect("a lock");
        let second = open();
        assert!(!second.lock_alone().expect("a lock"));
        second.share().expect("a lock");
        drop(first);
        assert!(!open().lock_alone().expect("a lock"), "the second one still serves");
        drop(second);
        assert!(open().lock_alone().expect("a lock"));
        std::fs::remove_file(path.with_file_name(format!(
            "{}{SUFFIX}",
            path.file_name().and_then(|name| name.to_str()).expect("a name")
        )))
        .expect("the file exists");
    }
}
