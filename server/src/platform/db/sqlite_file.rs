//! The file of a SQLite database. If another program moves, deletes or replaces it, SQLite continues to write to the open file, and
//! the next start would not find these writes.

use std::{
    fs::{self, Metadata},
    io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

/// The file that the connections have open.
#[derive(Debug)]
pub(super) struct SqliteFile {
    pub path: PathBuf,
    /// Device and number of the file, which another file at the same path doesn't have.
    id: (u64, u64),
}

impl SqliteFile {
    /// Returns the file at `path`.
    pub fn at(path: PathBuf) -> io::Result<Self> {
        let id = id_of(&fs::metadata(&path)?);
        Ok(Self { path, id })
    }

    /// Returns the folder of the file.
    pub fn folder(&self) -> &Path {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        folder.unwrap_or(Path::new("."))
    }

    /// Returns an error unless the file is still at its path.
    pub fn check(&self) -> Result<(), String> {
        let path = self.path.display();
        match fs::metadata(&self.path) {
            Ok(metadata) if id_of(&metadata) == self.id => Ok(()),
            Ok(_) => Err(format!("{path} was replaced while the program has the former file open")),
            Err(cause) => Err(format!("{path} was moved or deleted while the program has it open: {cause}")),
        }
    }
}

fn id_of(metadata: &Metadata) -> (u64, u64) {
    (metadata.dev(), metadata.ino())
}
