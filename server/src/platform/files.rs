//! Files that people uploaded, in a folder or in S3. A file is there whole or not at all, and never changes.

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
    circuit_breaker::{Circuit, CircuitBreaker, Trip},
    clock::Timestamp,
    error::{Error, Result},
};

/// Of files that came over the network.
const REMEMBERED: u64 = 32 << 20;
const USUAL: usize = 512;
/// Paths at which S3 has nothing.
const MISSING: usize = 10_000;
/// How much of a file is in memory for each reader.
const PIECE: u64 = 32 << 10;
/// People wait for it.
const TIMEOUT: Duration = Duration::from_secs(20);
/// The name of no file.
const PROBE: &str = "readiness-probe";
const CONNECT: Duration = Duration::from_secs(3);
/// Failures of S3 in a row after which it isn't asked for a moment.
const FAILURES: u32 = 5;
const PAUSE: Duration = Duration::from_secs(5);

#[derive(Clone)]
pub struct Files {
    store: Arc<dyn ObjectStore>,
    /// Where they are, unless they are in S3.
    folder: Option<Arc<FolderPath>>,
    /// What is known of S3, where asking takes a way over the network.
    remote: Option<Arc<Remote>>,
}

struct Remote {
    /// What was asked for last. Files never change.
    remembered: Cache<String, Bytes, Size>,
    /// What was asked for and isn't there.
    missing: Cache<String, ()>,
    breaker: CircuitBreaker<Instant>,
}

/// A file on its way to a reader.
pub struct Content {
    pub length: u64,
    pub body: Body,
}

#[derive(Clone)]
struct Size;

impl Weighter<String, Bytes> for Size {
    fn weight(&self, path: &String, file: &Bytes) -> u64 {
        (path.len() + file.len()) as u64
    }
}

impl Remote {
    /// Makes the call, unless the circuit is open. [`Error::Unavailable`] counts as a failure.
    async fn guard<T>(&self, call: impl Future<Output = Result<T>>) -> Result<T> {
        if self.breaker.circuit(Instant::now()) == Circuit::Open {
            return Err(Error::Unavailable);
        }
        let result = call.await;
        match &result {
            Err(cause @ Error::Unavailable) => {
                let now = Instant::now();
                self.breaker.fail(Trip::Nth(FAILURES), now, cause.to_string(), |_| now + PAUSE);
            }
            _ => self.breaker.succeed(),
        }
        result
    }
}

impl Files {
    pub fn in_folder(folder: &FolderPath) -> anyhow::Result<Self> {
        std::fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
        let files = LocalFileSystem::new_with_prefix(folder)
            .with_context(|| format!("opening {}", folder.display()))?;
        Ok(Self { store: Arc::new(files.with_fsync(true)), folder: Some(folder.into()), remote: None })
    }

    /// Asks the bucket for nothing yet: the site starts, and runs, without it.
    pub fn in_s3(options: &[(AmazonS3ConfigKey, String)], prefix: Path) -> anyhow::Result<Self> {
        // Fails where one is chosen already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let retry = RetryConfig { max_retries: 2, retry_timeout: TIMEOUT, ..RetryConfig::default() };
        // Over plain http only where the endpoint says so.
        let client =
            ClientOptions::new().with_allow_http(true).with_timeout(TIMEOUT).with_connect_timeout(CONNECT);
        let builder = AmazonS3Builder::new().with_client_options(client).with_retry(retry);
        let bucket =
            options.iter().cloned().fold(builder, |builder, (key, value)| builder.with_config(key, value));
        let bucket = bucket.build().context("using the bucket that VITRINE_MEDIA_URL names")?;
        Ok(Self {
            store: Arc::new(PrefixStore::new(bucket, prefix)),
            folder: None,
            remote: Some(Arc::new(Remote {
                remembered: Cache::with_weighter(USUAL, REMEMBERED, Size),
                missing: Cache::new(MISSING),
                breaker: CircuitBreaker::default(),
            })),
        })
    }

    /// Is kept for good when this returns: on the disk, or by S3.
    pub async fn put(&self, path: &str, bytes: Bytes) -> Result<()> {
        if let Some(remote) = &self.remote {
            remote.missing.remove(path);
        }
        let path = Path::parse(path).map_err(anyhow::Error::new)?;
        self.store.put(&path, PutPayload::from_bytes(bytes)).await.map_err(|cause| unavailable(&cause))?;
        Ok(())
    }

    /// Whatever names no file, or tries to leave the folder, is not found. A file in a folder is read a piece at a time,
    /// as fast as its reader takes it; one from S3 is in memory once for all of its readers.
    pub async fn get(&self, path: &str) -> Result<Content> {
        let Some(remote) = &self.remote else { return self.open(path).await };
        let file = remote.remembered.get_or_insert_async(path, self.fetch(remote, path)).await?;
        Ok(Content { length: file.len() as u64, body: file.into() })
    }

    /// Would [`Self::get`] have to ask over the network?
    #[must_use]
    pub fn needs_network(&self, path: &str) -> bool {
        let near =
            |remote: &Remote| remote.remembered.peek(path).is_some() || remote.missing.peek(path).is_some();
        self.remote.as_deref().is_some_and(|remote| !near(remote))
    }

    async fn open(&self, path: &str) -> Result<Content> {
        let path = Path::parse(path).map_err(|_| Error::NotFound)?;
        let found = self.store.get(&path).await.map_err(|cause| unavailable(&cause))?;
        let length = found.meta.size;
        let body = match found.payload {
            GetResultPayload::File(file, _) => Body::from_stream(pieces(file)),
            GetResultPayload::Stream(stream) => Body::from_stream(stream),
        };
        Ok(Content { length, body })
    }

    async fn fetch(&self, remote: &Remote, path: &str) -> Result<Bytes> {
        if remote.missing.get(path).is_some() {
            return Err(Error::NotFound);
        }
        let at = Path::parse(path).map_err(|_| Error::NotFound)?;
        let asked = async {
            let found = self.store.get(&at).await.map_err(|cause| unavailable(&cause))?;
            found.bytes().await.map_err(|cause| unavailable(&cause))
        };
        let fetched = remote.guard(asked).await;
        if matches!(fetched, Err(Error::NotFound)) {
            remote.missing.insert(path.to_owned(), ());
        }
        fetched
    }

    /// The folder that holds them, unless they are in S3.
    #[must_use]
    pub fn folder(&self) -> Option<&FolderPath> {
        self.folder.as_deref()
    }

    /// Can they be reached? A bucket that refuses to tell whether a file exists is there, too.
    pub async fn check(&self) -> std::result::Result<(), object_store::Error> {
        use object_store::Error as E;
        if self.folder.is_some() {
            // The caller checks the free space.
            return Ok(());
        }
        match self.store.head(&Path::from(PROBE)).await {
            Ok(_) | Err(E::NotFound { .. } | E::PermissionDenied { .. }) => Ok(()),
            Err(cause) => Err(cause),
        }
    }

    /// Lists the files of the folder that nobody has changed since `deadline`, by their path in it; files that a crash
    /// left half-written are among them. Empty with S3.
    pub async fn unchanged_since(&self, deadline: Timestamp) -> anyhow::Result<Vec<String>> {
        let Some(folder) = self.folder.clone() else { return Ok(Vec::new()) };
        let listed = tokio::task::spawn_blocking(move || {
            let mut found = Vec::new();
            walk(&folder, &folder, deadline.into(), &mut found)
                .with_context(|| format!("listing {}", folder.display()))?;
            anyhow::Ok(found)
        });
        listed.await?
    }

    /// Deletes a listed file, whatever its name.
    pub async fn delete_listed(&self, path: &str) -> std::io::Result<()> {
        match &self.folder {
            Some(folder) => tokio::fs::remove_file(folder.join(path)).await,
            None => Ok(()),
        }
    }

    /// A file that isn't there is deleted already.
    pub async fn delete(&self, path: &str) -> Result<()> {
        if let Some(remote) = &self.remote {
            remote.remembered.remove(path);
        }
        let path = Path::parse(path).map_err(anyhow::Error::new)?;
        match self.store.delete(&path).await.map_err(|cause| unavailable(&cause)) {
            Err(Error::NotFound) | Ok(()) => Ok(()),
            failed => failed,
        }
    }
}

fn pieces(file: File) -> impl Stream<Item = io::Result<Bytes>> {
    stream::try_unfold(file, |file| async move {
        let read = spawn_blocking(move || {
            let mut piece = Vec::new();
            (&file).take(PIECE).read_to_end(&mut piece).map(|_| (piece, file))
        });
        let (piece, file) = read.await.map_err(io::Error::other)??;
        Ok((!piece.is_empty()).then(|| (piece.into(), file)))
    })
}

fn walk(
    root: &FolderPath,
    folder: &FolderPath,
    deadline: SystemTime,
    found: &mut Vec<String>,
) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let (kind, path) = (entry.file_type()?, entry.path());
        if kind.is_dir() {
            walk(root, &path, deadline, found)?;
        } else if kind.is_file() && entry.metadata()?.modified()? < deadline {
            found.extend(path.strip_prefix(root).ok().and_then(FolderPath::to_str).map(str::to_owned));
        }
    }
    Ok(())
}

fn unavailable(cause: &object_store::Error) -> Error {
    if matches!(cause, object_store::Error::NotFound { .. }) {
        return Error::NotFound;
    }
    tracing::error!(%cause, "uploaded files can't be reached");
    if is_full(cause) { Error::StorageFull } else { Error::Unavailable }
}

/// Whether the disk is full, or its quota used up.
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
    fn full_disk_is_told_apart_from_a_missing_folder() {
        let error = |kind: io::ErrorKind| object_store::Error::Generic {
            store: "LocalFileSystem",
            source: Box::new(io::Error::from(kind)),
        };
        assert!(matches!(unavailable(&error(io::ErrorKind::StorageFull)), Error::StorageFull));
        assert!(matches!(unavailable(&error(io::ErrorKind::PermissionDenied)), Error::Unavailable));
    }

    #[tokio::test]
    async fn a_file_is_read_piece_by_piece() {
        let folder = std::env::temp_dir().join(id::hex(&id::random_bytes::<16>()));
        let files = Files::in_folder(&folder).expect("a folder");
        let bytes = Bytes::from_iter((0..PIECE * 2 + 7).map(|number| (number % 251) as u8));
        files.put("a/b.png", bytes.clone()).await.expect("kept");
        let mut content = files.get("a/b.png").await.expect("found");
        assert_eq!(content.length, bytes.len() as u64);
        let mut read = Vec::new();
        while let Some(frame) = content.body.frame().await {
            let piece = frame.expect("read").into_data().expect("data");
            assert!(piece.len() as u64 <= PIECE);
            read.extend_from_slice(&piece);
        }
        assert_eq!(read, bytes);
        std::fs::remove_dir_all(folder).expect("removed");
    }
}
