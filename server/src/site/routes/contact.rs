//! Handlers of the contact page and its thanks page.

use axum::{
    body::Body,
    extract::{RawQuery, Request, State},
    http::{Response, StatusCode, request::Parts},
    response::{IntoResponse, Redirect},
};
use sea_orm::entity::prelude::Uuid;
use tracing::Instrument;

use crate::{
    app::{App, limits::FormLimit},
    features::{
        contacts::form::{self, pages::ContactPreset, views::ContactForm},
        pages::store::Texts,
    },
    foundation::identity::extract::Visitor,
    platform::{
        addresses, db::wait_budget::sharing_budget, error::Result, id, listener::client_ip::ClientIp,
    },
    site::{
        Site,
        document::{Document, View},
        pages::{self, Page},
    },
};

/// Start of the query of the contact form's thanks page. The id of the contact follows.
const CONTACT_ID: &str = "pedido=";

pub async fn contact(State(site): State<Site>, RawQuery(query): RawQuery, request: Parts) -> Response<Body> {
    let preset = ContactPreset::parse(&site.app, query.as_deref()).await.unwrap_or_default();
    site.show(Page::Contact(preset), &request).await
}

/// Shows the thanks page with the deadline of the contact that the query names. Without a contact, or over the limit, the
/// page shows the deadline of contacts sent today, as a day.
pub async fn contact_thanks(
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    RawQuery(query): RawQuery,
    request: Parts,
) -> Response<Body> {
    let id = query.as_deref().and_then(|query| query.strip_prefix(CONTACT_ID)?.parse().ok());
    let Some(id) = id else { return site.show(Page::ContactThanks, &request).await };
    let document = match site.take_render(&site.app.limits.individual_pages, ip) {
        Ok(()) => thanks_for(&site.app, id).await.unwrap_or_default(),
        Err(_) => None,
    };
    match document {
        Some(document) => site.render_uncached(StatusCode::OK, &document).await,
        None => site.show(Page::ContactThanks, &request).await,
    }
}

/// Returns the thanks page of a contact, if the contact exists.
async fn thanks_for(app: &App, id: Uuid) -> Result<Option<Document>> {
    let texts = Texts::saved(app);
    let Some(built) = form::pages::thanks_for(&texts, id).await? else { return Ok(None) };
    pages::document(app, &texts, &Page::ContactThanks, built.map(View::ContactThanks)).await.map(Some)
}

/// Receives the contact form without JavaScript. Redirects to the thanks page, or shows the form with its values and
/// errors.
pub async fn send_contact(
    _: FormLimit,
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    Visitor(visitor): Visitor,
    request: Request,
) -> Result<Response<Body>> {
    let (app, user_id) = (site.app.clone(), visitor.map(|user| user.id));
    // In its own task, so that a request whose client disconnects is stored as far as it has arrived.
    let receipt = async move { form::plain::receive(&app, request, ip, user_id).await };
    let received = tokio::spawn(sharing_budget(receipt).in_current_span()).await;
    match received.map_err(anyhow::Error::new)?? {
        Ok(contact) => {
            let thanks = format!("{}?{CONTACT_ID}{}", addresses::CONTACT_THANKS.path, contact.id);
            Ok(Redirect::to(&thanks).into_response())
        }
        Err(refused) => {
            let (form, error) = *refused;
            let form = form.refused(&error, id::new_id(site.app.clock.now()).to_string());
            site.refuse(error, ip, refused_contact(&site.app, form)).await
        }
    }
}

/// Returns the contact page with the values and errors of a refused form.
async fn refused_contact(app: &App, form: ContactForm) -> Result<Document> {
    let texts = Texts::saved(app);
    let built = form::pages::refused(app, &texts, form).await?;
    pages::document(app, &texts, &Page::contact(), built.map(View::Contact)).await
}
