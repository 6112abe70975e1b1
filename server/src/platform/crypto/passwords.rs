//! Hashes passwords on a few dedicated threads. Each thread reuses its memory while jobs wait. Concurrent sign-ins therefore wait
//! instead of using more memory, and never block the threads that serve requests.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

use argon2::{
    Algorithm, Argon2, Block, Params, Version,
    password_hash::phc::{Output, ParamsString, PasswordHash, Salt},
};
use tokio::sync::oneshot;
use unicode_normalization::UnicodeNormalization;

use crate::platform::{
    error::{Error, Result},
    id::random_bytes,
};

/// Maximum number of threads. Each needs 19 MiB.
const MAX_THREADS: usize = 4;
/// Maximum number of waiting jobs. Further jobs are refused.
pub const MAX_QUEUED: usize = 64;
/// Number of slots of the queue that are reserved for users who are signed in or on a known device.
pub const RESERVED_SLOTS: usize = 16;
/// Memory in KiB and passes of Argon2id that OWASP recommends for one lane.
const COST: (u32, u32) = (19 * 1024, 2);
const LANES: u32 = 1;
const HASH_LEN: usize = 32;
/// Number of 1 KiB blocks to allocate, more than needed. Only allocations of more than 32 MiB are sure to be returned to the
/// system when glibc frees them. Unused blocks take no memory.
const ALLOCATED_BLOCKS: usize = 33 * 1024;

/// The threads and their queue, shared by all clones.
#[derive(Clone)]
pub struct Passwords {
    jobs: mpsc::SyncSender<Job>,
    /// A hash that no password matches. It is verified for unknown email addresses, so that they take the same time as wrong
    /// passwords.
    dummy_hash: Arc<str>,
    /// Number of accepted jobs that hash or verify.
    accepted: Arc<AtomicU64>,
    /// Number of waiting jobs.
    waiting: Arc<AtomicUsize>,
    /// Number of waiting jobs at which this handle refuses further jobs.
    capacity: usize,
    /// Parameters of new hashes.
    params: Params,
}

enum Job {
    Hash {
        password: String,
        answer: oneshot::Sender<Result<String>>,
    },
    Verify {
        password: String,
        hash: String,
        answer: oneshot::Sender<bool>,
    },
    /// Other work on a password.
    Run(Box<dyn FnOnce() + Send>),
}

impl Passwords {
    /// Starts the threads.
    #[must_use]
    pub fn start() -> Self {
        Self::start_with(COST)
    }

    /// Starts the threads with the lowest cost, for tests, which would spend a fourth of their time on hashes.
    #[must_use]
    pub fn start_weak() -> Self {
        Self::start_with((Params::MIN_M_COST, Params::MIN_T_COST))
    }

    fn start_with((memory_kib, passes): (u32, u32)) -> Self {
        let params =
            Params::new(memory_kib, passes, LANES, Some(HASH_LEN)).expect("the parameters are valid");
        let (jobs, queue) = mpsc::sync_channel(MAX_QUEUED);
        let queue = Arc::new(Mutex::new(queue));
        let waiting = Arc::new(AtomicUsize::new(0));
        for number in 0..threads() {
            let (queue, waiting, params) = (queue.clone(), waiting.clone(), params.clone());
            thread::Builder::new()
                .name(format!("passwords-{number}"))
                .spawn(move || work(&queue, &waiting, &params))
                .expect("the operating system starts a thread");
        }
        let dummy_hash =
            encode(&random_bytes::<16>(), &random_bytes::<HASH_LEN>(), &params).unwrap_or_default();
        let capacity = MAX_QUEUED - RESERVED_SLOTS;
        Self { jobs, dummy_hash: dummy_hash.into(), accepted: Arc::default(), waiting, capacity, params }
    }

    /// Returns a handle that may use the reserved slots of the queue, for a user who is signed in or on a known device.
    #[must_use]
    pub fn for_known_user(&self) -> Self {
        Self { capacity: MAX_QUEUED, ..self.clone() }
    }

    /// Returns the Argon2id hash of a password, in the PHC string format.
    pub async fn hash(&self, password: &str) -> Result<String> {
        let (answer, result) = oneshot::channel();
        self.queue(Job::Hash { password: password.to_owned(), answer })?;
        result.await.map_err(|_| Error::Unavailable)?
    }

    /// Returns whether the password matches the hash. Without a hash, takes the same time and returns false.
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool> {
        let (answer, result) = oneshot::channel();
        let against = hash.unwrap_or(&self.dummy_hash).to_owned();
        self.queue(Job::Verify { password: password.to_owned(), hash: against, answer })?;
        let matches = result.await.map_err(|_| Error::Unavailable)?;
        Ok(matches && hash.is_some())
    }

    /// Runs other expensive work on a password, such as estimating its strength, on the same threads.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let (answer, result) = oneshot::channel();
        let job = Job::Run(Box::new(move || {
            if !answer.is_closed() {
                let _ = answer.send(work());
            }
        }));
        self.queue(job)?;
        result.await.map_err(|_| Error::Unavailable)
    }

    /// Returns whether the hash has other parameters than the current ones, or can't be parsed.
    #[must_use]
    pub fn is_outdated(&self, hash: &str) -> bool {
        let current = ParamsString::try_from(&self.params).ok();
        PasswordHash::new(hash).map_or(true, |hash| Some(hash.params) != current)
    }

    /// Returns the number of accepted jobs that hash or verify. All take the same time, so tests compare this number instead of
    /// response times.
    #[must_use]
    pub fn accepted(&self) -> u64 {
        self.accepted.load(Ordering::Relaxed)
    }

    /// Queues a job, or fails with [`Error::Unavailable`] if too many wait.
    fn queue(&self, job: Job) -> Result<()> {
        let increment = |waiting| (waiting < self.capacity).then_some(waiting + 1);
        let slot = self.waiting.fetch_update(Ordering::Relaxed, Ordering::Relaxed, increment);
        slot.map_err(|_| Error::Unavailable)?;
        let is_hash = !matches!(job, Job::Run(_));
        if self.jobs.try_send(job).is_err() {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(Error::Unavailable);
        }
        self.accepted.fetch_add(u64::from(is_hash), Ordering::Relaxed);
        Ok(())
    }
}

/// Returns the number of threads.
#[must_use]
pub fn threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS)
}

/// Runs jobs until the queue is closed.
fn work(queue: &Mutex<mpsc::Receiver<Job>>, waiting: &AtomicUsize, params: &Params) {
    let mut memory: Vec<Block> = Vec::new();
    while let Some(job) = next(queue, &mut memory) {
        waiting.fetch_sub(1, Ordering::Relaxed);
        match job {
            // The request was canceled before its job began.
            Job::Hash { answer, .. } if answer.is_closed() => {}
            Job::Verify { answer, .. } if answer.is_closed() => {}
            Job::Run(work) => work(),
            Job::Hash { password, answer } => {
                let _ = answer.send(hash(&normalized(&password), params, &mut memory));
            }
            Job::Verify { password, hash, answer } => {
                let _ = answer.send(verify_either(&password, &hash, &mut memory));
            }
        }
    }
}

/// Returns the password in Unicode's composed form (NFC), because systems differ in how they enter accents.
#[must_use]
pub fn normalized(password: &str) -> String {
    password.nfc().collect()
}

/// Returns whether the password matches the hash. Hashes of earlier versions are of the password as entered, without normalization.
fn verify_either(password: &str, hash: &str, memory: &mut Vec<Block>) -> bool {
    let normalized = normalized(password);
    verify(&normalized, hash, memory) || (normalized != password && verify(password, hash, memory))
}

/// Waits for the next job; `None` when the queue is closed. Frees the memory if no job is waiting, or if another thread already
/// waits for a job.
fn next(queue: &Mutex<mpsc::Receiver<Job>>, memory: &mut Vec<Block>) -> Option<Job> {
    if let Ok(queue) = queue.try_lock()
        && let Ok(job) = queue.try_recv()
    {
        return Some(job);
    }
    *memory = Vec::new();
    queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// Computes Argon2id in `memory`, which is allocated if it is empty.
fn digest(password: &str, salt: &[u8], params: Params, memory: &mut Vec<Block>) -> Option<[u8; HASH_LEN]> {
    let mut output = [0; HASH_LEN];
    if memory.is_empty() {
        memory.reserve_exact(ALLOCATED_BLOCKS);
    }
    memory.resize(params.block_count(), Block::default());
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into_with_memory(password.as_bytes(), salt, &mut output, memory.as_mut_slice())
        .ok()?;
    Some(output)
}

fn hash(password: &str, params: &Params, memory: &mut Vec<Block>) -> Result<String> {
    let salt = random_bytes::<16>();
    digest(password, &salt, params.clone(), memory)
        .and_then(|output| encode(&salt, &output, params))
        .ok_or_else(|| Error::Internal(anyhow::anyhow!("argon2 could not hash a password")))
}

/// Formats a hash as a PHC string: `$argon2id$v=19$…`.
fn encode(salt: &[u8], output: &[u8], params: &Params) -> Option<String> {
    let hash = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(params).ok()?,
        salt: Some(Salt::new(salt).ok()?),
        hash: Some(Output::new(output).ok()?),
    };
    Some(hash.to_string())
}

fn verify(password: &str, hash: &str, memory: &mut Vec<Block>) -> bool {
    let Ok(hash) = PasswordHash::new(hash) else { return false };
    let (Ok(params), Some(salt), Some(expected)) = (Params::try_from(&hash), &hash.salt, &hash.hash) else {
        return false;
    };
    digest(password, salt.as_ref(), params, memory)
        .is_some_and(|output| Output::new(&output).is_ok_and(|output| output == *expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn password_matches_only_its_own_hash() {
        let passwords = Passwords::start();
        let hash = passwords.hash("correta, cavalo").await.expect("hashed");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(passwords.verify("correta, cavalo", Some(&hash)).await.expect("verified"));
        assert!(!passwords.verify("errada", Some(&hash)).await.expect("verified"));
        assert!(!passwords.verify("correta, cavalo", None).await.expect("verified"));
        assert!(!passwords.verify("x", Some("garbage")).await.expect("verified"));
        assert!(!passwords.is_outdated(&hash));
        assert!(passwords.is_outdated(&hash.replace("t=2", "t=1")));
    }

    #[tokio::test]
    async fn part_of_the_password_queue_is_reserved_for_known_users() {
        let (jobs, _queue) = mpsc::sync_channel(MAX_QUEUED);
        let unknown = Passwords {
            jobs,
            dummy_hash: "".into(),
            accepted: Arc::default(),
            waiting: Arc::default(),
            capacity: MAX_QUEUED - RESERVED_SLOTS,
            params: Params::DEFAULT,
        };
        let queue = |passwords: &Passwords| {
            passwords.queue(Job::Hash { password: String::new(), answer: oneshot::channel().0 })
        };
        for _ in 0..MAX_QUEUED - RESERVED_SLOTS {
            queue(&unknown).expect("a free slot");
        }
        assert!(matches!(queue(&unknown), Err(Error::Unavailable)));
        for _ in 0..RESERVED_SLOTS {
            queue(&unknown.for_known_user()).expect("a reserved slot");
        }
        assert!(matches!(queue(&unknown.for_known_user()), Err(Error::Unavailable)));
    }

    #[test]
    fn refused_job_releases_its_slot() {
        let (jobs, queue) = mpsc::sync_channel(MAX_QUEUED);
        drop(queue);
        let passwords = Passwords {
            jobs,
            dummy_hash: "".into(),
            accepted: Arc::default(),
            waiting: Arc::default(),
            capacity: MAX_QUEUED,
            params: Params::DEFAULT,
        };
        let refused = passwords.queue(Job::Run(Box::new(|| ())));
        assert!(matches!(refused, Err(Error::Unavailable)));
        assert_eq!(passwords.waiting.load(Ordering::Relaxed), 0);
    }

    #[tokio::test]
    async fn hash_of_a_password_without_normalization_still_matches() {
        let passwords = Passwords::start();
        let combining = "mac\u{327}a\u{303} verde";
        let before = hash(combining, &passwords.params, &mut Vec::new()).expect("hashed");
        assert!(passwords.verify(combining, Some(&before)).await.expect("verified"));
        assert!(!passwords.verify("maçã verdes", Some(&before)).await.expect("verified"));
    }
}
