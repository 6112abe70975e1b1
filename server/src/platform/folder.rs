//! Creates folders.

use std::{
    fs,
    io::{Error, ErrorKind, Result},
    path::Path,
};

/// Creates a folder and its parents, unless they exist. The error explains that there is a file at the path.
pub fn create(path: &Path) -> Result<()> {
    fs::create_dir_all(path).map_err(|cause| match cause.kind() {
        ErrorKind::AlreadyExists => {
            let explanation = "is a file, but must be a folder. Move the file, or configure another folder";
            Error::new(cause.kind(), format!("{} {explanation}", path.display()))
        }
        _ => cause,
    })
}
