//! The store of uploaded files, in a folder or in S3. Files are written atomically. Their content never changes.

use std::{
    fs::File,
    io::{self, Read},
    path::Path as FolderPath,
    sync::Arc,
    time::{Duration, SystemTime},
};

use anyhow::Context;
use axum::body::Body;
use bytes::Bytes;
use futures_util::{Stream, stream};
use object_store::{
    ClientOptions, GetResultPayload, ObjectStore, ObjectStoreExt, PutPayload, RetryConfig,
    aws::{AmazonS3Builder, AmazonS3ConfigKey},
    local::LocalFileSystem,
    path::Path,
    prefix::PrefixStore,
};
use quick_cache::{Weighter, sync::Cache};
use tokio::{task::spawn_blocking, time::Instant};

use super::{
    clock::Timestamp,
    error::{Error, Result},
    limits::circuit_breaker::{Circuit, CircuitBreaker, Trip},
};

/// Maximum total size of the cached files from S3, in bytes.
const MAX_CACHED: u64 = 32 << 20;
/// Expected number of cached files.
const EXPECTED_CACHED: usize = 512;
/// Maximum number of remembered paths for which S3 has no file.
const MAX_MISSING: usize = 10_000;
/// Maximum size of a chunk of a file that is streamed from the folder, in bytes.
const CHUNK_BYTES: u64 = 32 << 10;
/// Maximum time of a request to S3.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);
/// Maximum time of a connection attempt to S3.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// The name of a file that doesn't exist. Requesting it checks whether S3 responds.
const PROBE: &str = "readiness-probe";
/// Number of consecutive failures after which requests to S3 pause.
const MAX_FAILURES: u32 = 5;
/// Time for which requests to S3 pause.
const PAUSE: Duration = Duration::from_secs(5);

/// The store of uploaded files, shared by all clones.
#[derive(Clone)]
pub struct Files {
    store: Arc<dyn ObjectStore>,
    /// The folder of the files; `None` if they are in S3.
    folder: Option<Arc<FolderPath>>,
    /// `None` if the files are in a folder.
    remote: Option<Arc<Remote>>,
}

/// What is known about S3: its files, and whether it responds.
struct Remote {
    /// Files that were read recently.
    cached: Cache<String, Bytes, Size>,
    /// Paths for which S3 has no file.
    missing: Cache<String, ()>,
    breaker: CircuitBreaker<Instant>,
}

/// The content of a file, as a stream.
pub struct Content {
    pub length: u64,
    pub body: Body,
}

/// Measures a cached file, for the limit of the cache.
#[derive(Clone)]
struct Size;

impl Weighter<String, Bytes> for Size {
    fn weight(&self, path: &String, file: &Bytes) -> u64 {
        (path.len() + file.len()) as u64
    }
}

impl Remote {
    /// Awaits `call`, or fails immediately while requests to S3 pause. Only [`Error::Unavailable`] counts as a failure of S3.
    async fn guard<T>(&self, call: impl Future<Output = Result<T>>) -> Result<T> {
        if self.breaker.circuit(Instant::now()) == Circuit::Open {
            return Err(Error::Unavailable);
        }
        let result = call.await;
        match &result {
            Err(cause @ Error::Unavailable) => {
                let now = Instant::now();
                self.breaker.fail(Trip::Nth(MAX_FAILURES), now, cause.to_string(), |_| now + PAUSE);
            }
            _ => self.breaker.succeed(),
        }
        result
    }
}

impl Files {
    /// Opens the store in a folder. Creates the folder if it is missing.
    pub fn in_folder(folder: &FolderPath) -> anyhow::Result<Self> {
        super::folder::create(folder).with_context(|| format!("creating {}", folder.display()))?;
        let files = LocalFileSystem::new_with_prefix(folder)
            .with_context(|| format!("opening {}", folder.display()))?;
        Ok(Self { store: Arc::new(files.with_fsync(true)), folder: Some(folder.into()), remote: None })
    }

    /// Opens the store in a bucket, with `prefix` before each path. Sends no request, so that the site can start while S3 is
    /// down.
    pub fn in_s3(options: &[(AmazonS3ConfigKey, String)], prefix: Path) -> anyhow::Result<Self> {
        // Fails only if the process already has a provider, which then is used.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let retry = RetryConfig { max_retries: 2, retry_timeout: REQUEST_TIMEOUT, ..RetryConfig::default() };
        // HTTP without TLS is used only if the URL of the endpoint starts with `http:`.
        let client = ClientOptions::new()
            .with_allow_http(true)
            .with_timeout(REQUEST_TIMEOUT)
            .with_connect_timeout(CONNECT_TIMEOUT);
        let builder = AmazonS3Builder::new().with_client_options(client).with_retry(retry);
        let bucket =
            options.iter().cloned().fold(builder, |builder, (key, value)| builder.with_config(key, value));
        let bucket = bucket.build().context("using the bucket that VITRINE_MEDIA_URL names")?;
        Ok(Self {
            store: Arc::new(PrefixStore::new(bucket, prefix)),
            folder: None,
            remote: Some(Arc::new(Remote {
                cached: Cache::with_weighter(EXPECTED_CACHED, MAX_CACHED, Size),
                missing: Cache::new(MAX_MISSING),
                breaker: CircuitBreaker::default(),
            })),
        })
    }

    /// Stores a file at a new path, durably.
    pub async fn put(&self, path: &str, bytes: Bytes) -> Result<()> {
        if let Some(remote) = &self.remote {
            remote.missing.remove(path);
        }
        let path = Path::parse(path).map_err(anyhow::Error::new)?;
        self.store.put(&path, PutPayload::from_bytes(bytes)).await.map_err(|cause| converted(&cause))?;
        Ok(())
    }

    /// Reads a file. Streams it from a folder. From S3, reads it into memory, once for all concurrent readers, and caches it.
    ///
    /// # Errors
    /// Returns [`Error::NotFound`] if there is no such file or the path is invalid, and [`Error::Unavailable`] if the store
    /// fails.
    pub async fn get(&self, path: &str) -> Result<Content> {
        let Some(remote) = &self.remote else { return self.open(path).await };
        let file = remote.cached.get_or_insert_async(path, self.fetch(remote, path)).await?;
        Ok(Content { length: file.len() as u64, body: file.into() })
    }

    /// Reads a file into memory. Fails as [`Self::get`] does.
    pub async fn read(&self, path: &str) -> Result<Vec<u8>> {
        let body = self.get(path).await?.body;
        let bytes = axum::body::to_bytes(body, usize::MAX).await.map_err(|cause| {
            tracing::error!(%cause, "reading an uploaded file failed");
            Error::Unavailable
        })?;
        Ok(bytes.into())
    }

    /// Returns whether [`Self::get`] would send a request to S3.
    #[must_use]
    pub fn asks_s3(&self, path: &str) -> bool {
        let is_known =
            |remote: &Remote| remote.cached.peek(path).is_some() || remote.missing.peek(path).is_some();
        self.remote.as_deref().is_some_and(|remote| !is_known(remote))
    }

    /// Opens a file in a folder.
    async fn open(&self, path: &str) -> Result<Content> {
        let path = Path::parse(path).map_err(|_| Error::NotFound)?;
        let found = self.store.get(&path).await.map_err(|cause| converted(&cause))?;
        let length = found.meta.size;
        let body = match found.payload {
            GetResultPayload::File(file, _) => Body::from_stream(chunks(file)),
            GetResultPayload::Stream(stream) => Body::from_stream(stream),
        };
        Ok(Content { length, body })
    }

    /// Reads a file from S3 into memory.
    async fn fetch(&self, remote: &Remote, path: &str) -> Result<Bytes> {
        if remote.missing.get(path).is_some() {
            return Err(Error::NotFound);
        }
        let key = Path::parse(path).map_err(|_| Error::NotFound)?;
        let download = async {
            let found = self.store.get(&key).await.map_err(|cause| converted(&cause))?;
            found.bytes().await.map_err(|cause| converted(&cause))
        };
        let fetched = remote.guard(download).await;
        if matches!(fetched, Err(Error::NotFound)) {
            remote.missing.insert(path.to_owned(), ());
        }
        fetched
    }

    /// Returns the folder of the files, or `None` if they are in S3.
    #[must_use]
    pub fn folder(&self) -> Option<&FolderPath> {
        self.folder.as_deref()
    }

    /// Checks that S3 responds. A denied access counts as a response, because S3 denies requests for missing files if the program
    /// may not list files. Does nothing for a folder, which the caller checks itself.
    pub async fn check(&self) -> std::result::Result<(), object_store::Error> {
        use object_store::Error as E;
        if self.folder.is_some() {
            return Ok(());
        }
        match self.store.head(&Path::from(PROBE)).await {
            Ok(_) | Err(E::NotFound { .. } | E::PermissionDenied { .. }) => Ok(()),
            Err(cause) => Err(cause),
        }
    }

    /// Lists the files in the folder that have not changed since `time`, including incomplete ones that a crash left. Returns
    /// paths relative to the folder. With S3, returns none.
    pub async fn unchanged_since(&self, time: Timestamp) -> anyhow::Result<Vec<String>> {
        let Some(folder) = self.folder.clone() else { return Ok(Vec::new()) };
        let listed = spawn_blocking(move || {
            let mut found = Vec::new();
            walk(&folder, &folder, time.into(), &mut found)
                .with_context(|| format!("listing {}", folder.display()))?;
            anyhow::Ok(found)
        });
        listed.await?
    }

    /// Deletes a file that [`Self::unchanged_since`] returned. Unlike [`Self::delete`], accepts the names of incomplete files.
    pub async fn delete_listed(&self, path: &str) -> std::io::Result<()> {
        match &self.folder {
            Some(folder) => tokio::fs::remove_file(folder.join(path)).await,
            None => Ok(()),
        }
    }

    /// Deletes a file. Succeeds if it does not exist.
    pub async fn delete(&self, path: &str) -> Result<()> {
        if let Some(remote) = &self.remote {
            remote.cached.remove(path);
        }
        let path = Path::parse(path).map_err(anyhow::Error::new)?;
        match self.store.delete(&path).await.map_err(|cause| converted(&cause)) {
            Err(Error::NotFound) | Ok(()) => Ok(()),
            failed => failed,
        }
    }
}

/// Returns the content of a file in chunks.
fn chunks(file: File) -> impl Stream<Item = io::Result<Bytes>> {
    stream::try_unfold(file, |file| async move {
        let read = spawn_blocking(move || {
            let mut chunk = Vec::new();
            (&file).take(CHUNK_BYTES).read_to_end(&mut chunk).map(|_| (chunk, file))
        });
        let (chunk, file) = read.await.map_err(io::Error::other)??;
        Ok((!chunk.is_empty()).then(|| (chunk.into(), file)))
    })
}

/// Adds the files in `folder` and its subfolders that have not changed since `time` to `found`, as paths relative to `root`.
fn walk(
    root: &FolderPath,
    folder: &FolderPath,
    time: SystemTime,
    found: &mut Vec<String>,
) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let (kind, path) = (entry.file_type()?, entry.path());
        if kind.is_dir() {
            walk(root, &path, time, found)?;
        } else if kind.is_file() && entry.metadata()?.modified()? < time {
            found.extend(path.strip_prefix(root).ok().and_then(FolderPath::to_str).map(str::to_owned));
        }
    }
    Ok(())
}

/// Converts an error of the store. Logs it, unless it means that the file is missing.
fn converted(cause: &object_store::Error) -> Error {
    if matches!(cause, object_store::Error::NotFound { .. }) {
        return Error::NotFound;
    }
    tracing::error!(%cause, "the store of uploaded files failed");
    if is_full(cause) { Error::StorageFull } else { Error::Unavailable }
}

/// Returns whether the disk is full or the quota is used up.
fn is_full(cause: &(dyn std::error::Error + 'static)) -> bool {
    let is_full =
        |cause: &io::Error| matches!(cause.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded);
    std::iter::successors(Some(cause), |cause| cause.source())
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(is_full))
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;
    use crate::platform::id;

    #[test]
    fn full_disk_is_distinguished_from_other_store_errors() {
        let error = |kind: io::ErrorKind| object_store::Error::Generic {
            store: "LocalFileSystem",
            source: Box::new(io::Error::from(kind)),
        };
        assert!(matches!(converted(&error(io::ErrorKind::StorageFull)), Error::StorageFull));
        assert!(matches!(converted(&error(io::ErrorKind::PermissionDenied)), Error::Unavailable));
    }

    #[tokio::test]
    async fn file_in_a_folder_is_streamed_in_chunks() {
        let folder = std::env::temp_dir().join(id::hex(&id::random_bytes::<16>()));
        let files = Files::in_folder(&folder).expect("a folder");
        let bytes = Bytes::from_iter((0..CHUNK_BYTES * 2 + 7).map(|number| (number % 251) as u8));
        files.put("a/b.png", bytes.clone()).await.expect("stored");
        let mut content = files.get("a/b.png").await.expect("found");
        assert_eq!(content.length, bytes.len() as u64);
        let mut read = Vec::new();
        while let Some(frame) = content.body.frame().await {
            let chunk = frame.expect("read").into_data().expect("data");
            assert!(chunk.len() as u64 <= CHUNK_BYTES);
            read.extend_from_slice(&chunk);
        }
        assert_eq!(read, bytes);
        std::fs::remove_dir_all(folder).expect("removed");
    }
}
