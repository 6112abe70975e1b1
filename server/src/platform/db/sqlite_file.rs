//! The files of a SQLite database. If another program moves, deletes or replaces one, SQLite continues to write to the open file,
//! and the next start would not find these writes.

use std::{
    ffi::OsString,
    fs::{self, Metadata},
    io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use rustix::fs::Access;

/// Device and number of a file, which another file at the same path doesn't have.
type FileId = (u64, u64);

/// The files that the connections have open.
#[derive(Debug)]
pub(super) struct SqliteFile {
    pub path: PathBuf,
    id: FileId,
    /// The write-ahead log and its index. SQLite creates them when it first uses the database, and deletes them when the last
    /// connection is closed.
    companions: [(PathBuf, OnceLock<FileId>); 2],
}

impl SqliteFile {
    /// Returns the files of the database at `path`.
    pub fn at(path: PathBuf) -> io::Result<Self> {
        let id = id_of(&fs::metadata(&path)?);
        let companions = companions(&path).map(|path| (path, OnceLock::new()));
        let file = Self { path, id, companions };
        for (path, id) in &file.companions {
            if let Ok(metadata) = fs::metadata(path) {
                id.get_or_init(|| id_of(&metadata));
            }
        }
        Ok(file)
    }

    /// Returns the size of the database in bytes.
    pub fn size(&self) -> io::Result<u64> {
        Ok(fs::metadata(&self.path)?.len())
    }

    /// Returns the folder of the files.
    pub fn folder(&self) -> &Path {
        folder_of(&self.path)
    }

    /// Returns an error unless each file is still at its path.
    pub fn check(&self) -> Result<(), String> {
        let path = self.path.display();
        match fs::metadata(&self.path) {
            Ok(metadata) if id_of(&metadata) == self.id => {}
            Ok(_) => return Err(format!("{path} was replaced while the program has the former file open")),
            Err(cause) => {
                return Err(format!("{path} was moved or deleted while the program has it open: {cause}"));
            }
        }
        self.companions.iter().try_for_each(|(path, id)| check_companion(path, id))
    }
}

/// Returns an error if the file at `path` isn't the one with `id`. Sets a missing `id`, because SQLite may have created the file
/// since the last check.
fn check_companion(path: &Path, id: &OnceLock<FileId>) -> Result<(), String> {
    let found = fs::metadata(path).map(|metadata| id_of(&metadata)).ok();
    let expected = id.get().copied().or_else(|| found.map(|found| *id.get_or_init(|| found)));
    if found == expected {
        return Ok(());
    }
    Err(format!(
        "{} was moved, deleted or replaced while the program has it open. Stop the program with SIGTERM, which writes all data to \
         the database, and start it again",
        path.display()
    ))
}

/// Returns the first of the database's files and their folder that the process can't read and write. Checked before SQLite opens
/// the database: it would open such a file read-only, and give the files that it creates the same mode.
pub(super) fn find_unwritable(path: &Path) -> Option<PathBuf> {
    let files = [path.to_owned()].into_iter().chain(companions(path));
    let mut refused = files.filter(|file| is_refused(file, Access::READ_OK | Access::WRITE_OK));
    let folder = folder_of(path);
    let is_folder_refused = || {
        is_refused(folder, Access::READ_OK | Access::WRITE_OK | Access::EXEC_OK).then(|| folder.to_owned())
    };
    refused.next().or_else(is_folder_refused)
}

/// Returns whether the file exists and the process has no access to it.
fn is_refused(path: &Path, access: Access) -> bool {
    rustix::fs::access(path, access).is_err_and(|cause| cause != rustix::io::Errno::NOENT)
}

fn companions(path: &Path) -> [PathBuf; 2] {
    ["-wal", "-shm"].map(|end| {
        let mut name = OsString::from(path);
        name.push(end);
        name.into()
    })
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn id_of(metadata: &Metadata) -> FileId {
    (metadata.dev(), metadata.ino())
}
