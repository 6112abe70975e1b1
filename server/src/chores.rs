//! What is done every hour: throwing out what has had its time, and writing down what was only counted.

use chrono::TimeDelta;
use serde_json::json;

use crate::{
    accounts,
    app::App,
    audit::{self, Actor, Event},
    blog, contacts,
    kit::error::Result,
    mail, media_uses, navigation, newsletter, redirects, services,
};

const TRASH_KEPT: TimeDelta = TimeDelta::days(30);
const IDEMPOTENCY_KEYS_KEPT: TimeDelta = TimeDelta::days(2);
const MAIL_KEPT: TimeDelta = TimeDelta::days(90);
const UNCONFIRMED_KEPT: TimeDelta = TimeDelta::days(30);
/// For as long as somebody may ask for the proof of what they agreed to.
const UNSUBSCRIBED_KEPT: TimeDelta = TimeDelta::days(5 * 365);

pub async fn run(app: &App) -> Result<()> {
    write_counts(app).await?;
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let contacts = contacts::store::delete_trash(&*tx, now - TRASH_KEPT).await?;
    let services = services::store::delete_trash(&*tx, now - TRASH_KEPT).await?;
    let posts = blog::store::trash::delete(&*tx, now - TRASH_KEPT).await?;
    blog::store::previews::delete_expired(&*tx, now).await?;
    let menu_items = navigation::store::menu::delete_trash(&*tx, now - TRASH_KEPT).await?;
    let footer_sections = navigation::store::footer::delete_trash(&*tx, now - TRASH_KEPT).await?;
    let keys = contacts::store::keys::delete_old(&*tx, now - IDEMPOTENCY_KEYS_KEPT).await?;
    let sessions = accounts::store::sessions::delete_expired(&*tx, now).await?;
    let links = accounts::store::links::delete_expired(&*tx, now).await?;
    let challenges = accounts::store::passkey_challenges::delete_expired(&*tx, now).await?;
    let devices =
        accounts::store::devices::delete_unseen(&*tx, now - accounts::session::devices::KEPT).await?;
    let mail = mail::store::delete_old(&*tx, now - MAIL_KEPT).await?;
    let subscriptions = newsletter::store::delete_pending(&*tx, now - UNCONFIRMED_KEPT).await?
        + newsletter::store::delete_unsubscribed(&*tx, now - UNSUBSCRIBED_KEPT).await?;
    let renewed = newsletter::public::mail_again(app, &tx).await?;
    if contacts > 0 {
        let event = Event::new("contact.purged").after(&json!({"contacts": contacts}));
        audit::record(app, &tx, &Actor::system(), event).await?;
    }
    if subscriptions > 0 {
        let event = Event::new("subscription.purged").after(&json!({"subscriptions": subscriptions}));
        audit::record(app, &tx, &Actor::system(), event).await?;
    }
    if services > 0 {
        let event = Event::new("service.purged").after(&json!({"services": services}));
        audit::record(app, &tx, &Actor::system(), event).await?;
    }
    if posts > 0 {
        let event = Event::new("post.purged").after(&json!({"posts": posts}));
        audit::record(app, &tx, &Actor::system(), event).await?;
    }
    if menu_items > 0 {
        let event = Event::new("menu_item.purged").after(&json!({"menu_items": menu_items}));
        audit::record(app, &tx, &Actor::system(), event).await?;
    }
    if footer_sections > 0 {
        let event = Event::new("footer_section.purged").after(&json!({"footer_sections": footer_sections}));
        audit::record(app, &tx, &Actor::system(), event).await?;
    }
    tx.commit().await?;
    media_uses::purge(app, now - TRASH_KEPT).await?;
    let nameless = audit::erasure::expire(app, now - audit::erasure::PERSONAL_KEPT).await?;
    contacts::digest::run(app).await?;
    tracing::debug!(
        contacts,
        services,
        posts,
        menu_items,
        footer_sections,
        keys,
        sessions,
        links,
        challenges,
        devices,
        mail,
        subscriptions,
        nameless,
        renewed,
        "chores done"
    );
    Ok(())
}

/// Writes down how often redirects were followed; also done at the end, so that a restart loses nothing.
pub async fn write_counts(app: &App) -> Result<()> {
    let counts = app.redirect_hits.take();
    if counts.is_empty() {
        return Ok(());
    }
    let tx = app.db.begin().await?;
    for (id, count) in counts {
        redirects::store::add_hits(&*tx, id, count).await?;
    }
    tx.commit().await
}
