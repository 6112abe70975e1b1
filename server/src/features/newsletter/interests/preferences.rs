//! The preferences page, where a subscriber chooses interests. Its link has the same token as the unsubscribe link.

use std::{collections::BTreeMap, net::IpAddr};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Interest, store};
use crate::{
    app::App,
    features::{
        newsletter::{links, model::Subscription, store as subscriptions},
        pages::{
            built_page::BuiltPage,
            content::{
                Link,
                newsletter::{NewsletterLinkContent, NewsletterPreferencesText},
            },
            store::Texts,
        },
    },
    platform::error::Result,
};

/// Prefix of a checkbox's name in the form. The slug of the interest follows.
pub const FIELD: &str = "assunto-";

/// Name of the button that leads to the page that ends the subscription.
const CANCEL: &str = "cancelar";

/// An interest in a form of the newsletter.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InterestChoice {
    /// Name of the checkbox.
    pub field: String,
    /// Name of the interest.
    pub name: String,
    pub is_chosen: bool,
}

/// Props of the preferences page, without the link's token.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NewsletterPreferencesView {
    pub text: NewsletterPreferencesText,
    /// Text below the title, with the masked address.
    pub lead: String,
    /// The interests that the site offers. Empty if there are none, or the link is invalid.
    pub choices: Vec<InterestChoice>,
    /// Whether the link is valid and its address has a subscription that has not ended.
    pub is_valid: bool,
    /// Whether the page confirms that the choice was saved.
    pub is_saved: bool,
    /// Link to the subscription form, for a link that isn't valid.
    pub again: Link,
    /// Name of the button that leads to the page that ends the subscription.
    pub cancel_field: &'static str,
}

/// Fields that a form posts for its checked interests. Fields with other names are ignored.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct PreferencesForm {
    #[serde(flatten)]
    fields: BTreeMap<String, String>,
}

impl PreferencesForm {
    /// Returns whether the form was sent with the button that leads to the page that ends the subscription.
    #[must_use]
    pub fn asks_to_cancel(&self) -> bool {
        self.fields.contains_key(CANCEL)
    }

    /// Returns the slugs of the checked interests.
    pub fn slugs(&self) -> Vec<String> {
        self.fields.keys().filter_map(|name| name.strip_prefix(FIELD)).map(str::to_owned).collect()
    }
}

/// Finds the subscription whose interests a link can change: the newest one of the address that has not ended.
pub async fn find(app: &App, token: &str, ip: IpAddr) -> Result<Option<Subscription>> {
    links::find_subscription_to_end(app, token, ip).await
}

/// Saves the interests of a link's subscription, and returns the subscription. `None` if it has ended or was deleted.
pub async fn save(
    app: &App,
    token: &str,
    form: &PreferencesForm,
    ip: IpAddr,
) -> Result<Option<Subscription>> {
    let Some(subscription) = find(app, token, ip).await? else { return Ok(None) };
    let slugs = offered_of(app, &form.slugs()).await?;
    let tx = app.db.begin().await?;
    // The subscription may have ended or been deleted meanwhile.
    let Some(subscription) = subscriptions::find_endable(&*tx, &subscription.email).await? else {
        return Ok(None);
    };
    // Locks the subscription, so that concurrent requests don't store the same interest twice.
    subscriptions::touch(&*tx, subscription.id, app.clock.now()).await?;
    store::choose(&*tx, subscription.id, &slugs).await?;
    tx.commit().await?;
    tracing::info!(subscription = %subscription.id, "newsletter interests chosen");
    Ok(Some(subscription))
}

/// Returns the slugs of `slugs` that the site offers, in the order of the site.
pub async fn offered_of(app: &App, slugs: &[String]) -> Result<Vec<String>> {
    let offered = store::list(app.db.reader()).await?.into_iter().map(|interest| interest.slug);
    Ok(offered.filter(|slug| slugs.contains(slug)).collect())
}

/// Returns the interests that the site offers as checkboxes. Those in `chosen` are checked.
pub async fn choices(app: &App, chosen: &[String]) -> Result<Vec<InterestChoice>> {
    let offered = store::list(app.db.reader()).await?.into_iter();
    let choice = |interest: Interest| InterestChoice {
        is_chosen: chosen.contains(&interest.slug),
        field: format!("{FIELD}{}", interest.slug),
        name: interest.name,
    };
    Ok(offered.map(choice).collect())
}

/// Builds the page of a subscription.
pub async fn page(
    app: &App,
    texts: &Texts<'_>,
    subscription: &Subscription,
    is_saved: bool,
) -> Result<BuiltPage<NewsletterPreferencesView>> {
    let chosen = store::chosen_of(app.db.reader(), [subscription.id]).await?.remove(&subscription.id);
    let chosen = chosen.unwrap_or_default();
    let choices = choices(app, &chosen).await?;
    let NewsletterLinkContent { preferences: text, again, .. } = texts.read().await?;
    let lead = if choices.is_empty() { &text.lead_empty } else { &text.lead };
    let lead = lead.replace("{subscriber}", &subscription.masked_email());
    let view = NewsletterPreferencesView {
        lead,
        choices,
        is_valid: true,
        is_saved,
        text,
        again,
        cancel_field: CANCEL,
    };
    Ok(BuiltPage::new(&view.text.meta.clone(), view))
}

/// Builds the page of an invalid link.
pub async fn invalid_page(texts: &Texts<'_>) -> Result<BuiltPage<NewsletterPreferencesView>> {
    let NewsletterLinkContent { preferences: text, again, .. } = texts.read().await?;
    let view = NewsletterPreferencesView {
        lead: text.invalid_text.clone(),
        choices: Vec::new(),
        is_valid: false,
        is_saved: false,
        text,
        again,
        cancel_field: CANCEL,
    };
    Ok(BuiltPage::new(&view.text.meta.clone(), view))
}
