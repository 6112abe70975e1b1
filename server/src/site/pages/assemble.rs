//! A page's content within the layout that all pages have, with what its head says.

use super::{Content, Page};
use crate::{
    app::App,
    features::pages::{documents::PageText, store::Texts},
    foundation::settings,
    platform::{date, error::Result},
    site::{
        accent,
        document::{Document, PageMeta, Unseen, View},
        layout,
        sharing::{card::Card, tags},
        structured_data,
    },
};

pub(super) async fn document(
    app: &App,
    texts: &Texts<'_>,
    page: &Page,
    content: Content,
) -> Result<Document> {
    let Content { mut text, mut view, trail, is_listed, expires_at } = content;
    if app.config.mail.is_none() {
        without_mail(&mut text, &mut view);
    }
    let path = page.path();
    let origin = app.config.origin();
    let listed = page.is_listed() && is_listed;
    let has_canonical = page.is_listed() || matches!(page, Page::Auth);
    // Each page of a list is one of its own.
    let address = if matches!(page, Page::Blog { .. }) { page.key() } else { page.path() };
    let settings = settings::store::all(app.db.reader()).await?.with_facts(texts.now);
    let layout = layout::read(texts, &settings).await?;
    let meta = PageMeta {
        title: first([&text.title, &settings.seo.page_title, &settings.company.name]),
        description: first([
            &text.description,
            &settings.seo.site_description,
            &settings.company.description,
        ]),
        canonical: has_canonical.then(|| format!("{origin}{address}")),
        robots: (!listed).then(|| "noindex".to_owned()),
        favicon: Some(settings.seo.favicon.clone()).filter(|favicon| !favicon.is_empty()),
    };
    // The picture of a post that nobody may see would show it.
    let accent_color = &settings.company.accent_color;
    let card = Card::of(&view, &layout.company, app.config.host(), accent_color)
        .filter(|_| !matches!(page, Page::PostPreview { .. }));
    let picture = tags::picture(&origin, page, &view, card.as_ref(), &settings.seo);
    let unseen = Unseen {
        colors: accent::address(accent_color),
        has_own_icon: meta.favicon.is_some(),
        sharing: tags::html(&meta, &settings, &view, picture.as_ref()),
        notes: tags::notes(&settings, listed),
        structured_data: listed
            .then(|| structured_data::of(&origin, &layout, &meta, &trail, &view, picture.as_ref(), &settings))
            .flatten(),
        card,
        // Every page names the current year.
        expires_at: expires_at.into_iter().chain(date::start_of_next_year(texts.now)).min(),
    };
    Ok(Document { path: path.into_owned(), meta, layout, view, unseen })
}

/// Promises no mail: it waits in the outbox until there is a mail server.
fn without_mail(text: &mut PageText, view: &mut View) {
    match view {
        View::Blog(view) => view.newsletter.promise_no_mail(),
        View::Newsletter(view) => {
            view.content.promise_no_mail();
            if view.form.done {
                view.content.done_title.clone_into(&mut text.title);
                view.content.done_text.clone_into(&mut text.description);
            }
        }
        View::Recovery(view) => view.content.forgot.promise_no_mail(),
        View::Account(view) => view.content.profile.promise_no_mail(),
        _ => {}
    }
}

/// The first that says something.
fn first(texts: [&str; 3]) -> String {
    texts.into_iter().find(|text| !text.is_empty()).unwrap_or_default().to_owned()
}
