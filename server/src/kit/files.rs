//! Files that people uploaded, in a folder or in S3. A file is there whole or not at all, and never changes.

use std::{path::Path as FolderPath, sync::Arc, time::Duration};

use anyhow::Context;
use bytes::Bytes;
use object_store::{
    ClientOptions, ObjectStore, ObjectStoreExt, PutPayload, RetryConfig,
    aws::{AmazonS3Builder, AmazonS3ConfigKey},
    local::LocalFileSystem,
    path::Path,
    prefix::PrefixStore,
};
use quick_cache::{Weighter, sync::Cache};

use super::error::{Error, Result};

/// Of files that came over the network.
const REMEMBERED: u64 = 32 << 20;
const USUAL: usize = 512;
/// People wait for it.
const PATIENCE: Duration = Duration::from_secs(20);
const CONNECT: Duration = Duration::from_secs(3);

#[derive(Clone)]
pub struct Files {
    store: Arc<dyn ObjectStore>,
    /// What was asked for last, where asking takes a way over the network. Files never change.
    remembered: Option<Arc<Cache<String, Bytes, Size>>>,
}

#[derive(Clone)]
struct Size;

impl Weighter<String, Bytes> for Size {
    fn weight(&self, path: &String, file: &Bytes) -> u64 {
        (path.len() + file.len()) as u64
    }
}

impl Files {
    pub fn in_folder(folder: &FolderPath) -> anyhow::Result<Self> {
        std::fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
        let files = LocalFileSystem::new_with_prefix(folder)
            .with_context(|| format!("opening {}", folder.display()))?;
        Ok(Self { store: Arc::new(files.with_fsync(true)), remembered: None })
    }

    /// Asks the bucket for nothing yet: the site starts, and runs, without it.
    pub fn in_s3(options: &[(AmazonS3ConfigKey, String)], prefix: Path) -> anyhow::Result<Self> {
        // Fails where one is chosen already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let retry = RetryConfig { max_retries: 2, retry_timeout: PATIENCE, ..RetryConfig::default() };
        // Over plain http only where the endpoint says so.
        let client =
            ClientOptions::new().with_allow_http(true).with_timeout(PATIENCE).with_connect_timeout(CONNECT);
        let builder = AmazonS3Builder::new().with_client_options(client).with_retry(retry);
        let bucket =
            options.iter().cloned().fold(builder, |builder, (key, value)| builder.with_config(key, value));
        let bucket = bucket.build().context("using the bucket that VITRINE_MEDIA_URL names")?;
        Ok(Self {
            store: Arc::new(PrefixStore::new(bucket, prefix)),
            remembered: Some(Arc::new(Cache::with_weighter(USUAL, REMEMBERED, Size))),
        })
    }

    /// Is kept for good when this returns: on the disk, or by S3.
    pub async fn put(&self, path: &str, bytes: Bytes) -> Result<()> {
        let path = Path::parse(path).map_err(anyhow::Error::new)?;
        self.store.put(&path, PutPayload::from_bytes(bytes)).await.map_err(|cause| unavailable(&cause))?;
        Ok(())
    }

    /// Whatever names no file, or tries to leave the folder, is not found.
    pub async fn get(&self, path: &str) -> Result<Bytes> {
        match &self.remembered {
            None => self.fetch(path).await,
            Some(remembered) => remembered.get_or_insert_async(path, self.fetch(path)).await,
        }
    }

    async fn fetch(&self, path: &str) -> Result<Bytes> {
        let path = Path::parse(path).map_err(|_| Error::NotFound)?;
        let found = self.store.get(&path).await.map_err(|cause| unavailable(&cause))?;
        found.bytes().await.map_err(|cause| unavailable(&cause))
    }

    /// A file that isn't there is deleted already.
    pub async fn delete(&self, path: &str) -> Result<()> {
        if let Some(remembered) = &self.remembered {
            remembered.remove(path);
        }
        let path = Path::parse(path).map_err(anyhow::Error::new)?;
        match self.store.delete(&path).await.map_err(|cause| unavailable(&cause)) {
            Err(Error::NotFound) | Ok(()) => Ok(()),
            failed => failed,
        }
    }
}

fn unavailable(cause: &object_store::Error) -> Error {
    if matches!(cause, object_store::Error::NotFound { .. }) {
        return Error::NotFound;
    }
    tracing::error!(%cause, "uploaded files can't be reached");
    Error::Unavailable
}
