//! `vitrine serve`: the site, the panel and the chores.

use std::{sync::Arc, time::Duration};

use anyhow::Context;
use tokio::{
    net::TcpListener,
    signal::unix::{SignalKind, signal},
    sync::watch,
    task::JoinSet,
    time::{MissedTickBehavior, interval, timeout},
};

use crate::{
    app::{App, config::Config},
    features::{blog, contacts},
    foundation::mail,
    operations::{maintenance, setup},
    platform::{
        clock::Clock,
        db::Database,
        listener::{self, Bounds},
        machine, telemetry,
    },
    router,
    site::{Site, assets::Assets, shared_assets},
};

/// How soon content that another process changed is shown here.
const POLL: Duration = Duration::from_secs(1);
const CHORES: Duration = Duration::from_secs(3600);
/// How late a post may come out, or go.
const SCHEDULE: Duration = Duration::from_secs(10);
/// How soon an answer that another process sent counts as given.
const SETTLE: Duration = Duration::from_secs(10);
/// How long a shutdown waits for mail under way.
const LAST_MAIL: Duration = Duration::from_secs(10);

pub(super) async fn run() -> anyhow::Result<()> {
    let mut config = Config::from_env()?;
    telemetry::start(config.log_json);
    warn_of_unknown();
    warn_of_unsafe(&config);
    let bounds = Bounds::default();
    let bounds = Bounds { connections: bounds.connections.within(machine::raise_open_files()), ..bounds };
    // From here on a stop signal waits until it can be answered; before, it would kill.
    let stop = stop_signal()?;
    // Listening first: a taken port is told before the database is touched.
    let listener =
        TcpListener::bind(config.addr).await.with_context(|| format!("listening on {}", config.addr))?;
    config.addr = listener.local_addr()?;
    let db = Database::open_with(&config.database_url, config.database_connections).await?;
    let app = App::new(config, db.clone(), Clock::system()).await?;
    announce(&app.config.origin(), setup::prepare(&app).await?.as_deref());
    let site = Site::start(app.clone())?;
    let assets = site.assets.clone();
    let front = router::front_of(site);
    let mut background = JoinSet::new();
    background.spawn(poll_revision(app.clone()));
    background.spawn(do_chores(app.clone(), assets));
    background.spawn(keep_schedule(app.clone()));
    background.spawn(settle_answers(app.clone()));
    let (stop_mail, mail_stopped) = watch::channel(());
    let mail = tokio::spawn(mail::worker::run(app.clone(), mail_stopped));
    tracing::info!(address = %app.config.addr, url = app.config.origin(), "serving");
    listener::serve(listener, Arc::new(front), bounds, stop).await;
    if let Err(cause) = maintenance::write_counts(&app).await {
        tracing::warn!(%cause, "counts of redirects and missing pages could not be stored");
    }
    drop(stop_mail);
    if timeout(LAST_MAIL, mail).await.is_err() {
        tracing::warn!("mail still under way was cut off; it is sent again later");
    }
    // Before the database is closed, which they would report as an error.
    background.shutdown().await;
    db.close().await;
    tracing::info!("stopped");
    Ok(())
}

fn warn_of_unknown() {
    for (name, nearest) in Config::unknown_variables() {
        let hint = nearest.map(|nearest| format!(" Did you mean {nearest}?")).unwrap_or_default();
        tracing::warn!("{name} is not a variable of Vitrine and has no effect.{hint}");
    }
}

fn warn_of_unsafe(config: &Config) {
    if !config.rate_limits {
        tracing::warn!("VITRINE_RATE_LIMITS is off: anybody may send as much as they like");
    }
    if config.mail.as_ref().is_some_and(|mail| mail.exposes_password()) {
        tracing::warn!("VITRINE_SMTP_URL has tls=none: its password travels in the clear");
    }
    let is_exposed = !config.addr.ip().is_loopback() || config.trusted_proxies.any();
    if config.public_url.is_none() && is_exposed {
        tracing::warn!("VITRINE_PUBLIC_URL is not set: links in mail and feeds name the wrong host");
    }
    if !config.is_https() && !config.addr.ip().is_loopback() {
        tracing::warn!("VITRINE_PUBLIC_URL is not https: sessions and forms travel in the clear");
    }
}

/// Where to go, on standard output. The link of the first setup is a secret: shown once, and never in the logs.
fn announce(origin: &str, setup_secret: Option<&str>) {
    println!("\n  Site:    {origin}/\n  Painel:  {origin}/admin/login\n");
    if let Some(secret) = setup_secret {
        println!("  Crie o primeiro administrador neste link, que funciona uma única vez:\n");
        println!("  {origin}/admin/setup#{secret}\n");
    }
}

fn stop_signal() -> anyhow::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

async fn poll_revision(app: App) {
    let mut tick = interval(POLL);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        if let Err(cause) = app.db.poll_revision().await {
            tracing::warn!(%cause, "the content's revision could not be read");
        }
    }
}

async fn do_chores(app: App, assets: Arc<Assets>) {
    let mut tick = interval(CHORES);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        if app.config.dev_assets.is_none()
            && let Err(cause) = shared_assets::keep(&app, &assets).await
        {
            tracing::warn!(%cause, "the files of this version could not be stored for other versions");
        }
        // Each failure is logged with its job.
        let _ = maintenance::run(&app).await;
    }
}

/// At once for what this process sends, soon for what another one sends.
async fn settle_answers(app: App) {
    loop {
        if let Err(cause) = contacts::replies::delivery::settle(&app).await {
            tracing::warn!(%cause, "what became of answers could not be kept");
        }
        let _ = timeout(SETTLE, app.mail_settled.notified()).await;
    }
}

async fn keep_schedule(app: App) {
    let mut tick = interval(SCHEDULE);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        if let Err(cause) = blog::schedule::run(&app).await {
            tracing::warn!(%cause, "the plans for posts could not be carried out");
        }
    }
}
