//! Files that people uploaded, in a folder. A file is there whole or not at all, and never changes.

use std::{path::Path as FolderPath, sync::Arc};

use anyhow::Context;
use bytes::Bytes;
use object_store::{ObjectStore, ObjectStoreExt, PutPayload, local::LocalFileSystem, path::Path};

use super::error::{Error, Result};

#[derive(Clone)]
pub struct Files(Arc<dyn ObjectStore>);

impl Files {
    pub fn in_folder(folder: &FolderPath) -> anyhow::Result<Self> {
        std::fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
        let files = LocalFileSystem::new_with_prefix(folder)
            .with_context(|| format!("opening {}", folder.display()))?;
        Ok(Self(Arc::new(files.with_fsync(true))))
    }

    /// Has reached the disk when this returns.
    pub async fn put(&self, path: &str, bytes: Bytes) -> Result<()> {
        let path = Path::parse(path).map_err(anyhow::Error::new)?;
        self.0.put(&path, PutPayload::from_bytes(bytes)).await.map_err(|cause| unavailable(&cause))?;
        Ok(())
    }

    /// Whatever names no file, or tries to leave the folder, is not found.
    pub async fn get(&self, path: &str) -> Result<Bytes> {
        let path = Path::parse(path).map_err(|_| Error::NotFound)?;
        let found = self.0.get(&path).await.map_err(|cause| unavailable(&cause))?;
        found.bytes().await.map_err(|cause| unavailable(&cause))
    }

    /// A file that isn't there is deleted already.
    pub async fn delete(&self, path: &str) -> Result<()> {
        let path = Path::parse(path).map_err(anyhow::Error::new)?;
        match self.0.delete(&path).await.map_err(|cause| unavailable(&cause)) {
            Err(Error::NotFound) | Ok(()) => Ok(()),
            failed => failed,
        }
    }
}

fn unavailable(cause: &object_store::Error) -> Error {
    if matches!(cause, object_store::Error::NotFound { .. }) {
        return Error::NotFound;
    }
    tracing::error!(%cause, "the folder of uploaded files can't be used");
    Error::Unavailable
}
