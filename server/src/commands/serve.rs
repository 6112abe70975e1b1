//! `vitrine serve`: runs the server and its background jobs.

use std::{
    io::{self, IsTerminal, stdin},
    panic::AssertUnwindSafe,
    sync::Arc,
    time::Duration,
};

use anyhow::Context;
use futures_util::FutureExt;
use tokio::{
    net::TcpListener,
    signal::unix::{SignalKind, signal},
    sync::watch,
    task::JoinSet,
    time::{sleep, timeout},
};

use super::{configure, print};
use crate::{
    app::{App, config::Config},
    features::{blog, contacts, newsletter, privacy_requests, visits},
    foundation::{audit, mail, push},
    operations::{inbound_mail, maintenance, setup},
    platform::{
        clock::Clock,
        db::{Database, ServingLock},
        listener::{self, Bounds},
        machine,
    },
    router,
    site::{Site, assets::Assets, shared_assets},
};

/// Interval of checks whether another process changed the content.
const REVISION_INTERVAL: Duration = Duration::from_secs(1);
const MAINTENANCE_INTERVAL: Duration = Duration::from_secs(3600);
/// Interval of checks for posts to publish or unpublish.
const SCHEDULE_INTERVAL: Duration = Duration::from_secs(10);
/// Interval of checks for imported subscribers to invite.
const INVITATION_INTERVAL: Duration = Duration::from_secs(10);
/// Interval of checks for editions of the newsletter to send.
const NEWSLETTER_INTERVAL: Duration = Duration::from_secs(1);
/// Time in which events of contacts are collected.
const COLLECTING_TIME: Duration = Duration::from_millis(100);
/// Interval of checks for replies that another process sent.
const SETTLE_INTERVAL: Duration = Duration::from_secs(10);
/// Maximum time that the shutdown waits for the mail worker, which aborts deliveries that take long.
const LAST_MAIL_TIMEOUT: Duration = Duration::from_secs(15);
/// Maximum time that the shutdown waits for background jobs that are running.
const LAST_JOBS_TIMEOUT: Duration = Duration::from_secs(5);

pub(super) async fn run() -> anyhow::Result<()> {
    let mut config = configure()?;
    warn_of_unknown_variables();
    warn_of_unsafe_settings(&config);
    let mut bounds = Bounds::default();
    bounds.connections = bounds.connections.within(machine::raise_open_files());
    // From here on, a signal starts a shutdown. Until then, it ends the process immediately.
    let stop = stop_signal()?;
    // Before the database is opened, so that a port in use is reported before the database changes.
    let listener =
        TcpListener::bind(config.addr).await.with_context(|| format!("listening on {}", config.addr))?;
    config.addr = listener.local_addr()?;
    let db = Database::open_with(&config.database_url, config.database_connections).await?;
    let app = App::new(config, db.clone(), Clock::system(), audit::proof_of_key).await?;
    let setup_secret =
        setup::prepare(&app).await.with_context(|| format!("preparing the content of {}", db.name()))?;
    announce(&app.config.origin(), setup_secret.as_deref());
    // Until the end of the process.
    let _lock = take_over(&app).await?;
    let site = Site::start(app.clone())?;
    let (stop_background, stopped) = watch::channel(());
    let jobs = start_jobs(&app, site.assets.clone(), &stopped);
    let service = router::service_of(site);
    let mail =
        tokio::spawn(mail::worker::run(app.clone(), stopped, newsletter::editions::sending::is_wanted));
    tracing::info!(address = %app.config.addr, url = app.config.origin(), "serving");
    listener::serve(listener, Arc::new(service), bounds, stop).await;
    if let Err(cause) = maintenance::write_counts(&app).await {
        tracing::warn!(%cause, "storing visits and the counts of redirects and missing pages failed; they are lost");
    }
    drop(stop_background);
    let _ = tokio::join!(timeout(LAST_MAIL_TIMEOUT, mail), end_jobs(jobs));
    db.close().await;
    tracing::info!("stopped");
    Ok(())
}

/// Ends the leases of a killed process, if no other process serves the database. Returns the lock by which others know of this one. With
/// PostgreSQL, other processes may run on other machines, so the leases expire instead.
async fn take_over(app: &App) -> anyhow::Result<Option<ServingLock>> {
    let lock = match app.db.serving_lock() {
        Ok(Some(lock)) => lock,
        Ok(None) => return Ok(None),
        Err(cause) => return Ok(without_lock(&cause)),
    };
    match lock.lock_alone() {
        Ok(true) => {
            let tx = app.db.begin().await?;
            mail::store::leases::release_all(&*tx).await?;
            mail::inbound::store::release_all(&*tx).await?;
            tx.commit().await?;
        }
        Ok(false) => {}
        Err(cause) => return Ok(without_lock(&cause)),
    }
    match lock.share() {
        Ok(()) => Ok(Some(lock)),
        Err(cause) => Ok(without_lock(&cause)),
    }
}

fn without_lock(cause: &io::Error) -> Option<ServingLock> {
    tracing::warn!(%cause, "the database can't be locked; mail of a process that was killed waits for some minutes");
    None
}

/// Starts the background jobs, except the mail worker. They end after the sender of `stopped` is dropped.
fn start_jobs(app: &App, assets: Arc<Assets>, stopped: &watch::Receiver<()>) -> JoinSet<()> {
    let mut jobs = JoinSet::new();
    let stopped = || stopped.clone();
    jobs.spawn(every(REVISION_INTERVAL, stopped(), app.clone(), poll_revision));
    let maintain = move |app| run_maintenance(app, assets.clone());
    jobs.spawn(every(MAINTENANCE_INTERVAL, stopped(), app.clone(), maintain));
    jobs.spawn(every(SCHEDULE_INTERVAL, stopped(), app.clone(), run_schedule));
    jobs.spawn(every(NEWSLETTER_INTERVAL, stopped(), app.clone(), send_newsletter));
    jobs.spawn(every(INVITATION_INTERVAL, stopped(), app.clone(), invite_subscribers));
    jobs.spawn(settle_replies(stopped(), app.clone()));
    jobs.spawn(handle_contact_events(stopped(), app.clone()));
    jobs.spawn(deliver_push_messages(stopped(), app.clone()));
    jobs.spawn(store_visits(stopped(), app.clone()));
    jobs.spawn(mail::inbound::fetch::run(app.clone(), stopped(), inbound_mail::receive));
    jobs
}

/// Waits until the background jobs have ended, and aborts those that take long. An aborted job can close the connection that it
/// uses: if the write-ahead log was deleted, its data is lost with the connection that writes.
async fn end_jobs(mut jobs: JoinSet<()>) {
    let ended = async { while jobs.join_next().await.is_some() {} };
    if timeout(LAST_JOBS_TIMEOUT, ended).await.is_err() {
        tracing::warn!("stopped while a background job was running; it runs again after the next start");
        jobs.shutdown().await;
    }
}

/// Logs a warning for each variable that the program doesn't know.
fn warn_of_unknown_variables() {
    for (name, nearest) in Config::unknown_variables() {
        tracing::warn!(variable = name, nearest, "unknown variable has no effect");
    }
}

/// Logs warnings for settings that are valid but unsafe.
fn warn_of_unsafe_settings(config: &Config) {
    if !config.rate_limits {
        tracing::warn!("VITRINE_RATE_LIMITS is off: requests are not limited");
    }
    if config.mail.as_ref().is_some_and(|mail| mail.exposes_password()) {
        tracing::warn!("VITRINE_SMTP_URL has tls=none: the password is sent without encryption");
    }
    if config.trusted_proxies.trusts_all() {
        tracing::warn!("VITRINE_TRUSTED_PROXIES trusts every address: clients can evade the rate limits");
    }
    if config.dev_assets.is_some() || config.render_fault.is_some() {
        tracing::warn!("VITRINE_DEV_ASSETS or VITRINE_RENDER_FAULT is set: only for development and tests");
    }
    let is_exposed = !config.addr.ip().is_loopback() || config.trusted_proxies.any();
    if config.public_url.is_none() && is_exposed {
        tracing::warn!("VITRINE_PUBLIC_URL is not set: links in mail and feeds have the wrong host");
    }
    if !config.is_https() && !config.addr.ip().is_loopback() {
        tracing::warn!("VITRINE_PUBLIC_URL is not https: sessions and forms are sent without encryption");
    }
}

/// Prints the URLs of the site to standard output, not to the log, because the setup link is a secret.
fn announce(origin: &str, setup_secret: Option<&str>) {
    let mut text = format!("\n  Site:    {origin}/\n  Painel:  {origin}/admin/login\n");
    if let Some(secret) = setup_secret {
        text += "\n  Crie o primeiro administrador neste link, que funciona uma única vez:\n";
        text += &format!("\n  {origin}/admin/setup#{secret}\n");
    }
    if let Err(cause) = print(&text) {
        tracing::warn!(cause = format!("{cause:#}"), "the addresses of the site could not be printed");
    }
}

/// Returns a future that is ready after SIGTERM or SIGINT. If standard input is a terminal, also after SIGHUP, which then means that
/// the terminal was closed. Without a terminal, SIGHUP has no effect, because it usually asks a program to reload its settings or
/// reopen its log.
fn stop_signal() -> anyhow::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut hang_up = signal(SignalKind::hangup())?;
    let has_terminal = stdin().is_terminal();
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
            _ = hang_up.recv(), if has_terminal => {}
        }
    })
}

/// Runs a background job immediately and then at intervals, as [`repeat`] does.
async fn every<T: Clone, F: Future<Output = ()>>(
    interval: Duration,
    stopped: watch::Receiver<()>,
    state: T,
    job: impl Fn(T) -> F,
) {
    repeat(stopped, || job(state.clone()), || sleep(interval)).await;
}

/// Runs a background job immediately and after each `wait`, until the sender of `stopped` is dropped. A run isn't interrupted.
async fn repeat<F: Future<Output = ()>, W: Future>(
    mut stopped: watch::Receiver<()>,
    job: impl Fn() -> F,
    wait: impl Fn() -> W,
) {
    loop {
        run_once(job()).await;
        tokio::select! {
            biased;
            _ = stopped.changed() => return,
            _ = wait() => {}
        }
    }
}

/// Runs a background job once. A panic ends only this run.
async fn run_once(run: impl Future<Output = ()>) {
    if AssertUnwindSafe(run).catch_unwind().await.is_err() {
        tracing::error!("a background job panicked; it runs again");
    }
}

/// Reads the content revision, so that changes of other processes expire cached pages, and their mail settings apply here.
async fn poll_revision(app: App) {
    if let Err(cause) = app.db.poll_revision_after(async || mail::settings::load(&app).await).await {
        tracing::warn!(%cause, "reading the content revision failed");
    }
    if let Err(cause) = mail::settings::load_if_stale(&app).await {
        tracing::warn!(%cause, "reading the mail settings failed");
    }
}

/// Runs the hourly jobs.
async fn run_maintenance(app: App, assets: Arc<Assets>) {
    if app.config.dev_assets.is_none()
        && let Err(cause) = shared_assets::update(&app, &assets).await
    {
        tracing::warn!(%cause, "storing the assets of this version for processes with other versions failed");
    }
    // Each failure is logged with its job.
    let _ = maintenance::run(&app).await;
}

/// Updates contacts and privacy requests after replies were sent, and deletes the files of deleted messages: immediately if this
/// process sent them, at intervals if another process did.
async fn settle_replies(stopped: watch::Receiver<()>, app: App) {
    let wait = || timeout(SETTLE_INTERVAL, app.mail_settled.notified());
    repeat(stopped, || settle_sent_replies(&app), wait).await;
}

async fn settle_sent_replies(app: &App) {
    if let Err(cause) = contacts::replies::delivery::settle(app).await {
        tracing::warn!(%cause, "updating contacts after sent replies failed");
    }
    if let Err(cause) = contacts::attachments::delete_detached(app).await {
        tracing::warn!(%cause, "deleting files of deleted messages failed");
    }
    if let Err(cause) = privacy_requests::replies::delivery::settle(app).await {
        tracing::warn!(%cause, "updating replies to privacy requests after their mail was sent failed");
    }
}

/// Assigns new contacts and queues notices: soon after events in this process, at intervals after those in others.
async fn handle_contact_events(stopped: watch::Receiver<()>, app: App) {
    let wait = || async {
        if timeout(SETTLE_INTERVAL, app.contact_events.notified()).await.is_ok() {
            // Contacts that arrive at the same time are handled together.
            sleep(COLLECTING_TIME).await;
        }
    };
    repeat(stopped, || handle_stored_events(&app), wait).await;
}

async fn handle_stored_events(app: &App) {
    if let Err(cause) = contacts::notifications::events::run(app).await {
        tracing::warn!(%cause, "assigning contacts or queueing their notices failed");
    }
}

/// Delivers push messages: immediately after they were queued in this process, at intervals otherwise.
async fn deliver_push_messages(stopped: watch::Receiver<()>, app: App) {
    let wait = || timeout(push::worker::POLL, app.push_queued.notified());
    repeat(stopped, || deliver_due_push(&app), wait).await;
}

async fn deliver_due_push(app: &App) {
    if let Err(cause) = push::worker::run(app).await {
        tracing::warn!(%cause, "delivering push messages failed");
    }
}

/// Stores visits as they arrive.
async fn store_visits(stopped: watch::Receiver<()>, app: App) {
    repeat(stopped, || store_buffered_visits(&app), || visits::collector::next_batch(&app)).await;
}

async fn store_buffered_visits(app: &App) {
    if let Err(cause) = visits::collector::write(app).await {
        tracing::warn!(%cause, "storing visits failed");
    }
}

/// Sends editions of the newsletter, and refuses subscriptions whose mail asking for confirmation was refused.
async fn send_newsletter(app: App) {
    if let Err(cause) = newsletter::editions::sending::run(&app).await {
        tracing::warn!(%cause, "sending the newsletter failed; retrying at the next interval");
    }
    if let Err(cause) = newsletter::stops::refuse_undeliverable(&app).await {
        tracing::warn!(%cause, "refusing undeliverable newsletter subscriptions failed; retrying at the next interval");
    }
}

/// Publishes and unpublishes posts at their scheduled times, creates newsletter editions about new posts, and queues notices about
/// promises and next steps.
async fn run_schedule(app: App) {
    if let Err(cause) = blog::schedule::run(&app).await {
        tracing::warn!(%cause, "publishing scheduled posts failed");
    }
    if let Err(cause) = newsletter::editions::new_posts::run(&app).await {
        tracing::warn!(%cause, "creating editions about new posts failed");
    }
    if let Err(cause) = contacts::notifications::promise_ending::run(&app).await {
        tracing::warn!(%cause, "queueing notices about promises failed");
    }
    if let Err(cause) = contacts::steps::reminders::run(&app).await {
        tracing::warn!(%cause, "queueing reminders of next steps failed");
    }
}

/// Queues mail that asks imported subscribers to confirm, in small batches.
async fn invite_subscribers(app: App) {
    if let Err(cause) = newsletter::import::invitations::queue_next(&app).await {
        tracing::warn!(%cause, "queueing mail to imported subscribers failed");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn background_job_runs_again_after_a_panic() {
        let runs = Arc::new(AtomicU32::new(0));
        let job = |runs: Arc<AtomicU32>| async move {
            assert!(runs.fetch_add(1, Ordering::Relaxed) > 0, "the first run panics");
        };
        let (_stop, stopped) = watch::channel(());
        let jobs = every(Duration::from_secs(1), stopped, runs.clone(), job);
        timeout(Duration::from_secs(5), jobs).await.expect_err("the job runs forever");
        assert!(runs.load(Ordering::Relaxed) > 1);
    }

    #[tokio::test(start_paused = true)]
    async fn shutdown_waits_for_the_running_job() {
        let ended = Arc::new(AtomicU32::new(0));
        let (stop, stopped) = watch::channel(());
        let job = |ended: Arc<AtomicU32>| async move {
            sleep(Duration::from_secs(2)).await;
            ended.fetch_add(1, Ordering::Relaxed);
        };
        let mut jobs = JoinSet::new();
        jobs.spawn(every(Duration::from_secs(1), stopped, ended.clone(), job));
        sleep(Duration::from_secs(1)).await;
        drop(stop);
        end_jobs(jobs).await;
        assert_eq!(ended.load(Ordering::Relaxed), 1);
    }
}
