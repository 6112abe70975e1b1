//! The mail of an edition: its text, the cards of its posts, and the reason why the recipient receives it.

use sea_orm::ConnectionTrait;
use url::Url;

use super::{mail_html::MailSite, mail_text, model::EditionFields};
use crate::{
    features::{
        blog::{self, markdown, model::Post, paths::post_path},
        newsletter::interests,
    },
    foundation::{
        mail::{
            model::{Body, SharedContent},
            template::{self, Letter, PREFERENCES_URL, Rendered, Sender, UNSUBSCRIBE_URL},
        },
        media::{html::urls, picture::Pictures},
        settings::{self, accent::Accent},
    },
    platform::{
        addresses,
        error::{Error, Result},
        text::{escape_html, escape_unbroken},
    },
};

/// Label of the link to a post.
const READ: &str = "Ler o artigo";

/// Reason in a test, instead of the one for subscribers.
const TEST_REASON: &str = "Este e-mail é um teste. Os links abaixo não funcionam nele: nos e-mails enviados, eles são os da inscrição \
                           de cada pessoa.";

/// The mail of an edition. [`UNSUBSCRIBE_URL`] and [`PREFERENCES_URL`] are placeholders for the links of each recipient.
pub struct EditionMail {
    pub rendered: Rendered,
    list_id: String,
}

impl EditionMail {
    /// Renders the mail of an edition. `origin` is the origin of the site.
    pub async fn render(
        connection: &impl ConnectionTrait,
        edition: &EditionFields,
        origin: &str,
    ) -> Result<Self> {
        Self::render_with(connection, edition, origin, &reason(origin)).await
    }

    /// Renders a test of the mail, which says that its links change no subscription.
    pub async fn render_test(
        connection: &impl ConnectionTrait,
        edition: &EditionFields,
        origin: &str,
    ) -> Result<Self> {
        Self::render_with(connection, edition, origin, TEST_REASON).await
    }

    async fn render_with(
        connection: &impl ConnectionTrait,
        edition: &EditionFields,
        origin: &str,
        reason: &str,
    ) -> Result<Self> {
        let article = markdown::render_mail(&edition.body).map_err(about_body)?;
        let posts = blog::store::find_published_by_ids(connection, &edition.post_ids).await?;
        let settings = settings::store::all(connection).await?;
        let accent = Accent::of(&settings.company.accent_color);
        let site = MailSite { origin, campaign: &edition.slug, accent: &accent };
        let covers = posts.iter().map(|post| &*post.fields.featured_image);
        let pictures = Pictures::read(connection, urls(&article.html).chain(covers)).await?;
        let mut html = site.html(&article.html, &pictures);
        let mut text = mail_text::text(&article.html, &site);
        for post in &posts {
            // The subject is the heading of the mail.
            let repeats_heading = html.is_empty() && post.fields.title == edition.subject;
            html.push_str(&card(post, &site, &pictures, !repeats_heading));
            text.push_str(&text_card(post, &site));
        }
        let offers_interests = !interests::store::list(connection).await?.is_empty();
        let sender = Sender { company: &settings.company.name, site_url: origin, accent: &accent };
        let letter = Letter {
            subject: &edition.subject,
            preheader: &edition.preheader,
            html: &html,
            text: &text,
            address: settings.address(),
            reason,
            unsubscribe_url: UNSUBSCRIBE_URL,
            preferences_url: offers_interests.then_some(PREFERENCES_URL),
        };
        Ok(Self { rendered: template::letter(&sender, &letter), list_id: list_id(origin) })
    }

    /// Returns the content that the mails to all subscriptions share.
    #[must_use]
    pub fn into_shared(self) -> SharedContent {
        SharedContent { html: self.rendered.html, text: self.rendered.text, list_id: self.list_id }
    }

    /// Returns the mail for a preview or a test. Its links have no token, because it belongs to no subscription.
    #[must_use]
    pub fn with_sample_links(self, origin: &str) -> Rendered {
        let url = |address: addresses::Address| Some(format!("{origin}{}", address.path));
        let body = Body {
            unsubscribe_url: url(addresses::NEWSLETTER_UNSUBSCRIBE),
            preferences_url: url(addresses::NEWSLETTER_PREFERENCES),
            ..Body::default()
        };
        template::personalized(&self.into_shared(), &body)
    }
}

/// Renames the field of an error about the Markdown to `body`, as in an edition.
pub(super) fn about_body(error: Error) -> Error {
    match error {
        Error::Invalid(fields) => {
            Error::Invalid(fields.into_values().map(|message| ("body".to_owned(), message)).collect())
        }
        other => other,
    }
}

/// Returns the reason why the recipient receives the mail. It also applies to imported subscriptions, which their owners did
/// not confirm.
fn reason(origin: &str) -> String {
    format!(
        "Você recebe este e-mail porque este endereço está inscrito na nossa newsletter ({origin}{}).",
        addresses::NEWSLETTER.path
    )
}

/// Returns the identifier of the list (RFC 2919).
fn list_id(origin: &str) -> String {
    let host = Url::parse(origin).ok().and_then(|url| url.host_str().map(str::to_owned));
    format!("<newsletter.{}>", host.unwrap_or_else(|| "localhost".to_owned()))
}

/// Returns the card of a post: picture, title (with `has_title`), excerpt and a link.
fn card(post: &Post, site: &MailSite<'_>, pictures: &Pictures, has_title: bool) -> String {
    let fields = &post.fields;
    let url = escape_html(&site.link(&post_path(&post.slug)));
    // A picture on another site would reveal to that site who reads the mail.
    let picture = Some(&*fields.featured_image).filter(|src| src.starts_with('/')).map(|src| {
        let picture = pictures.at(src);
        let alt = escape_html(if picture.alt.is_empty() { &fields.title } else { &picture.alt });
        let image = site.picture(&picture, &alt);
        format!("<a href=\"{url}\" style=\"display:block;margin:0 0 16px\">{image}</a>")
    });
    let picture = picture.unwrap_or_default();
    let title = if has_title {
        format!(
            "<h2 style=\"margin:0 0 8px;font-size:20px;line-height:26px\">\
             <a class=\"ink\" href=\"{url}\" style=\"color:#0f1714;text-decoration:none\">{}</a></h2>",
            escape_unbroken(&fields.title)
        )
    } else {
        String::new()
    };
    let excerpt = match &*fields.excerpt {
        "" => String::new(),
        excerpt => {
            format!("<p class=\"muted\" style=\"margin:0 0 12px;color:#525d57\">{}</p>", escape_html(excerpt))
        }
    };
    let accent = site.accent.light.accent;
    format!(
        "<div class=\"line\" style=\"margin:24px 0 0;padding:24px 0 12px;border-top:1px solid #dcded6\">{picture}\
         {title}{excerpt}\
         <p style=\"margin:0 0 12px\"><a class=\"accent\" href=\"{url}\" style=\"color:{accent};font-weight:bold\">{READ}</a></p></div>"
    )
}

fn text_card(post: &Post, site: &MailSite<'_>) -> String {
    let fields = &post.fields;
    let parts = [&*fields.title, &*fields.excerpt].into_iter().filter(|part| !part.is_empty());
    let url = site.link(&post_path(&post.slug));
    format!("\n\n---\n\n{}\n\n{READ}: {url}", parts.collect::<Vec<_>>().join("\n\n"))
}
