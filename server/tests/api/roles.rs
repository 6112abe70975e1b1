//! Permissions: every role requests every route. The tests fail if the table lacks a route.

use chrono::TimeDelta;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use vitrine::{foundation::identity::model, platform::addresses};

use crate::harness::{ADMIN, EDITOR, NO_LIMITS, Options, SUPPORT, Server, VISITOR, WRITER};

/// Lists of roles, each with the routes that these roles may use and all others may not. `!` marks methods that need a
/// step-up within ten minutes.
const TABLE: [(&[Role], &str); 7] = [
    (
        &ROLES,
        "GET /                              GET,POST /contato            GET /contato/obrigado
         GET /sobre                         GET /servicos                GET /servicos/{slug}
         GET /blog                          GET /blog/{slug}             GET /blog/categoria/{slug}
         GET /blog/tag/{slug}               GET /blog/feed.xml           GET,POST /newsletter
         GET /previa/{token}
         GET /newsletter/obrigado           GET,POST /newsletter/confirmar
         GET /newsletter/confirmada         GET,POST /newsletter/cancelar
         GET /newsletter/edicoes            GET /newsletter/edicoes/{slug}
         GET,POST /newsletter/preferencias
         GET /privacidade                   GET,POST /privacidade/certificado
         GET /termos
         GET /privacidade/versoes           GET /privacidade/versoes/{version}
         GET /termos/versoes                GET /termos/versoes/{version}
         GET,POST /privacidade/pedido       GET /privacidade/pedido/enviado
         GET,POST /privacidade/pedido/confirmar                          GET /privacidade/pedido/confirmado
         GET /sitemap.xml                   GET /robots.txt              GET /manifest.webmanifest
         GET /.well-known/security.txt
         GET /apple-touch-icon.png          GET /icon-32.png             GET /icon-192.png
         GET /icon-512.png                  GET /assets/{*path}          GET /favicon.ico
         GET /og/{*name}                    GET /media/{*path}          GET /w/{page}
         GET,POST /auth                     GET /.well-known/change-password
         GET,POST /auth/esqueci-senha       GET,POST /auth/redefinir-senha
         GET,POST /auth/confirmar           GET /auth/convite            GET /conta
         GET /admin                         GET /admin/                  GET /admin/{*screen}
         GET /admin/manifest.webmanifest    GET /admin/worker.js
         GET /healthz/live                  GET /healthz/ready           GET /api/openapi.json
         POST /api/auth/login/second-factor
         POST /api/auth/login/passkey       POST /api/auth/login/passkey/challenge
         POST /api/auth/login               POST /api/auth/register      POST /api/auth/logout
         POST /api/auth/setup               POST /api/auth/setup/lookup
         POST /api/auth/password-reset
         POST /api/auth/password-reset/confirm                           POST /api/auth/email-verification/confirm
         POST /api/auth/invitations/lookup  POST /api/auth/invitations/accept
         POST /api/visits
         POST /api/contacts/{id}/files
         POST /api/contacts                 GET /api/services            GET /api/blog
         GET /api/menu-items                GET /api/footer-sections     GET /api/accent-colors
         GET /assets/colors/{name}
         GET /api/blog/{id}                 POST /api/newsletter/subscriptions
         POST /api/newsletter/subscriptions/confirm
         POST /api/newsletter/subscriptions/unsubscribe                  POST /api/consents
         POST /api/newsletter/reports/{token}",
    ),
    (
        &[Role::User, Role::Support, Role::Writer, Role::Editor, Role::Admin],
        "GET /api/auth/me                   GET,PUT /api/auth/profile    PUT /api/auth/password
         GET,DELETE /api/auth/sessions      DELETE /api/auth/sessions/{id}
         GET /api/auth/export               DELETE /api/auth/account     POST /api/auth/email-verification
         GET /api/contacts/mine             GET /api/auth/second-factor  POST!,DELETE! /api/auth/second-factor/totp
         POST! /api/auth/second-factor/totp/confirm                      POST! /api/auth/second-factor/recovery-codes
         POST /api/auth/step-up             POST /api/auth/step-up/challenge
         POST! /api/auth/passkeys           POST! /api/auth/passkeys/challenge
         PUT!,DELETE! /api/auth/passkeys/{id}",
    ),
    (
        &[Role::Support, Role::Writer, Role::Editor, Role::Admin],
        "GET /api/dashboard                 GET /api/visits              GET /api/visits/export.csv
         GET,PUT /api/auth/preferences",
    ),
    (
        &[Role::Support, Role::Editor, Role::Admin],
        "GET /api/contacts                  GET /api/contacts/summary
         GET,PUT,DELETE /api/contacts/{id}  POST /api/contacts/{id}/restore
         GET /api/contacts/assignees        GET /api/contacts/business-hours
         GET /api/contacts/promise          GET /api/contacts/filter-values
         POST /api/contacts/bulk            POST /api/contacts/bulk/undo
         GET,POST /api/contacts/filters
         DELETE /api/contacts/filters/{id}  GET /api/contacts/{id}/timeline
         POST /api/contacts/{id}/notes      DELETE /api/contacts/notes/{id}
         POST /api/contacts/{id}/replies    GET /api/consent-texts/{hash}
         POST /api/contacts/{id}/answered   GET /api/contacts/{id}/attachments/{attachment_id}
         POST /api/contacts/{id}/attachments                             DELETE /api/contacts/{id}/attachments/{attachment_id}
         DELETE /api/contacts/replies/{id}  POST /api/contacts/replies/{id}/retry
         POST /api/contacts/{id}/forward    PUT /api/contacts/{id}/presence
         GET,POST /api/reply-templates      GET,PUT,DELETE /api/reply-templates/{id}
         GET /api/reply-templates/trash     POST /api/reply-templates/{id}/restore
         POST /api/contacts/recorded        POST /api/contacts/whatsapp-code
         POST /api/contacts/{id}/merge      POST /api/contacts/{id}/merge/undo
         GET,POST /api/campaigns            GET,PUT /api/campaigns/{id}
         GET /api/contacts/board            GET /api/contacts/board/{stage}
         GET /api/contacts/results          PUT /api/contacts/{id}/stage
         PUT,DELETE /api/contacts/{id}/next-step
         POST /api/contacts/{id}/next-step/done
         DELETE /api/contacts/steps/{id}    GET,PUT /api/contacts/notifications
         GET /api/push                      POST /api/push/subscriptions
         DELETE /api/push/subscriptions/{id}",
    ),
    (
        &[Role::Writer, Role::Editor, Role::Admin],
        "POST /api/services                 GET,PUT,DELETE /api/services/{id}
         PUT /api/services/order            GET /api/services/trash      POST /api/services/{id}/restore
         POST /api/menu-items               GET,PUT,DELETE /api/menu-items/{id}
         PUT /api/menu-items/order          GET /api/menu-items/trash    POST /api/menu-items/{id}/restore
         POST /api/footer-sections          GET,PUT,DELETE /api/footer-sections/{id}
         PUT /api/footer-sections/order     GET /api/footer-sections/trash
         POST /api/footer-sections/{id}/restore
         GET /api/link-targets              POST /api/navigation/preview
         POST /api/blog                     PUT,DELETE /api/blog/{id}    POST /api/blog/preview
         GET /api/blog/trash                POST /api/blog/{id}/restore  GET /api/blog/terms
         POST /api/blog/bulk                POST /api/blog/bulk/undo     GET /api/blog/{id}/history
         POST /api/blog/{id}/history/{version}/restore
         GET,POST,DELETE /api/blog/{id}/preview-link
         GET /api/pages                     GET /api/pages/texts         GET,PUT /api/pages/{name}
         GET /api/pages/{name}/default
         GET /api/pages/{name}/form         POST /api/pages/{name}/reset GET /api/pages/{name}/history
         POST /api/pages/{name}/history/{version}/restore                POST /api/pages/{name}/preview
         GET /api/newsletter/interests
         GET,POST /api/newsletter/editions  GET /api/newsletter/editions/trash
         GET,PUT,DELETE /api/newsletter/editions/{id}                    POST /api/newsletter/editions/{id}/restore
         POST /api/newsletter/editions/preview                           POST /api/newsletter/editions/{id}/test
         POST /api/newsletter/editions/{id}/send                         POST /api/newsletter/editions/{id}/cancel
         GET /api/newsletter/editions/{id}/recipients
         GET /api/newsletter/editions/{id}/results                       GET,PUT /api/newsletter/settings
         GET,POST /api/media                GET,PUT,DELETE /api/media/{id}
         POST /api/media/{id}/restore       POST /api/media/{id}/file    GET /api/media/{id}/uses
         GET,POST /api/redirects            GET,PUT,DELETE /api/redirects/{id}
         GET /api/redirects/trash           GET /api/redirects/trace     POST /api/redirects/import
         POST /api/redirects/{id}/restore   GET /api/missing-pages
         DELETE /api/missing-pages/{id}     POST /api/missing-pages/{id}/restore
         GET /api/last-change",
    ),
    (
        &[Role::Editor, Role::Admin],
        "GET /api/newsletter/subscriptions
         GET /api/newsletter/subscriptions/summary                       DELETE /api/newsletter/subscriptions/{id}
         POST /api/newsletter/subscriptions/{id}/resume                  PUT /api/newsletter/interests",
    ),
    (
        &[Role::Admin],
        "GET,POST! /api/auth/users          GET,PUT!,DELETE! /api/auth/users/{id}
         POST! /api/auth/users/{id}/disable POST! /api/auth/users/{id}/enable
         DELETE! /api/auth/users/{id}/sessions
         POST!,DELETE! /api/auth/users/{id}/invitation                   POST! /api/auth/invitations
         GET,PUT! /api/settings/security    GET,PUT /api/settings/{name}  GET /api/settings/{name}/history
         POST /api/settings/{name}/history/{version}/restore
         GET,DELETE /api/demo-content
         GET /api/audit                     GET! /api/audit/export.csv   GET /api/audit/{sequence}
         POST! /api/newsletter/subscriptions/import                     POST! /api/contacts/import
         GET /api/newsletter/report-address POST! /api/newsletter/report-address/replace
         GET! /api/newsletter/subscriptions/export                       GET! /api/contacts/export.csv
         GET,PUT /api/contacts/assignment
         GET /api/contacts/imports          POST /api/contacts/imports/{id}/undo
         GET /api/consents/summary          GET /api/consents/export.csv
         GET,PUT /api/processing-record     GET /api/processing-record/history
         POST /api/processing-record/history/{version}/restore
         GET /api/processing-record/export.csv                           GET /api/processing-record/export.html
         GET /api/privacy-requests          GET /api/privacy-requests/summary
         GET,PUT /api/privacy-requests/{id} GET,POST /api/privacy-requests/{id}/replies
         POST /api/privacy-requests/{id}/attachments
         GET,DELETE /api/privacy-requests/{id}/attachments/{attachment_id}
         GET /api/people                    GET /api/people/view         GET! /api/people/export
         POST! /api/people/erase            GET /api/retention           PUT! /api/retention/{key}
         GET /api/mail/providers            GET,PUT!,DELETE! /api/mail/outgoing    POST! /api/mail/outgoing/test
         GET /api/mail/domain               GET,PUT!,DELETE! /api/mail/incoming    POST! /api/mail/incoming/test
         GET /api/outbox                    GET /api/outbox/summary      DELETE /api/outbox/{id}
         POST /api/outbox/retry             POST /api/outbox/{id}/retry        POST! /api/outbox/{id}/link",
    ),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Anonymous,
    User,
    Support,
    Writer,
    Editor,
    Admin,
}

const ROLES: [Role; 6] =
    [Role::Anonymous, Role::User, Role::Support, Role::Writer, Role::Editor, Role::Admin];

impl Role {
    /// Signs in with an account of the role and returns the session token.
    async fn token(self, server: &Server) -> Option<String> {
        let email = match self {
            Self::Anonymous => return None,
            Self::User => VISITOR,
            Self::Support => SUPPORT,
            Self::Writer => WRITER,
            Self::Editor => EDITOR,
            Self::Admin => ADMIN,
        };
        Some(server.token(email).await)
    }
}

/// Starts a server with an account of each role.
async fn start_with(options: Options<'_>) -> Server {
    let server = Server::start_with(options).await;
    server.create_account(SUPPORT, model::Role::Support).await;
    server.create_account(WRITER, model::Role::Writer).await;
    server
}

struct Route {
    method: Method,
    path: String,
    needs_step_up: bool,
}

/// Parses the routes of a table. `GET,POST! /contato` means two routes.
fn routes(table: &str) -> Vec<Route> {
    let words: Vec<&str> = table.split_whitespace().collect();
    let pairs = words.chunks(2).flat_map(|pair| pair[0].split(',').map(|method| (method, pair[1])));
    pairs
        .map(|(method, path)| Route {
            method: method.trim_end_matches('!').parse().expect("a method"),
            path: path.to_owned(),
            needs_step_up: method.ends_with('!'),
        })
        .collect()
}

/// Returns the routes of the contract, and the public addresses with the methods that the server allows.
async fn existing_routes(server: &Server) -> Vec<String> {
    let contract = serde_json::to_value(vitrine::router::contract::build()).unwrap();
    let mut found = vec!["GET /api/openapi.json".to_owned()];
    for (path, item) in contract["paths"].as_object().unwrap() {
        let methods = ["get", "post", "put", "delete", "patch"];
        let declared = methods.iter().filter(|method| item.get(**method).is_some());
        found.extend(declared.map(|method| format!("{} {path}", method.to_uppercase())));
    }
    for address in addresses::ALL {
        let path = address.path.replace(['{', '}', '*'], "");
        let refused = server.request(Method::PATCH, &path).json(&json!({})).await;
        let allowed = refused.header("allow");
        let methods = allowed.split(',').filter(|method| *method != "HEAD");
        found.extend(methods.map(|method| format!("{method} {}", address.path)));
    }
    found.sort();
    found
}

#[tokio::test]
async fn permission_table_has_every_route_once() {
    let server = Server::start_with(NO_LIMITS).await;
    let all = TABLE.iter().flat_map(|(_, table)| routes(table));
    let mut listed: Vec<String> = all.map(|route| format!("{} {}", route.method, route.path)).collect();
    listed.sort();
    assert_eq!(listed, existing_routes(&server).await);
}

#[tokio::test]
async fn every_route_allows_exactly_its_roles() {
    // A visitor who requests all routes would exceed the limit of writes.
    let server = start_with(NO_LIMITS).await;
    for role in ROLES {
        let mut token = role.token(&server).await;
        for (allowed, table) in TABLE {
            for Route { method, path, .. } in routes(table) {
                let (status, body) = request_route(&server, &method, &path, token.as_deref()).await;
                let context = format!("{role:?} requests {method} {path}: {status} {body}");
                let refused = [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN].contains(&status);
                assert_eq!(refused, !allowed.contains(&role), "{context}");
                if refused {
                    let code = if role == Role::Anonymous { "unauthenticated" } else { "forbidden" };
                    assert_eq!(body["code"], code, "{context}");
                    assert!(body["message"].is_string() && body["request_id"].is_string(), "{context}");
                }
                if path == "/api/auth/logout" {
                    token = role.token(&server).await;
                }
            }
        }
    }
}

/// A stolen or unattended session allows only reading and actions that can be undone.
#[tokio::test]
async fn only_sensitive_requests_need_a_step_up() {
    let server = start_with(Options::default()).await;
    for role in ROLES.into_iter().filter(|role| *role != Role::Anonymous) {
        let token = role.token(&server).await;
        server.advance(TimeDelta::minutes(10));
        let all = TABLE.iter().filter(|(allowed, _)| allowed.contains(&role));
        for route in all.flat_map(|(_, table)| routes(table)) {
            if route.path == "/api/auth/logout" {
                continue;
            }
            let (status, body) = request_route(&server, &route.method, &route.path, token.as_deref()).await;
            let context = format!("{role:?} requests {} {}: {status} {body}", route.method, route.path);
            let refused = (status, &body["code"]) == (StatusCode::FORBIDDEN, &json!("step_up_required"));
            assert_eq!(refused, route.needs_step_up, "{context}");
            assert_ne!(status, StatusCode::UNAUTHORIZED, "{context}");
        }
    }
}

/// Requests a route with the ID of a missing record and an empty body, so that allowed roles change nothing.
async fn request_route(
    server: &Server,
    method: &Method,
    route: &str,
    token: Option<&str>,
) -> (StatusCode, Value) {
    let path = route
        .replace("{id}", "01980000-0000-7000-8000-000000000000")
        .replace("{name}", "home")
        .replace("{slug}", "nada")
        .replace("{hash}", "nada")
        .replace("{*path}", "nada")
        .replace("{*screen}", "nada");
    let mut request = server.request(method.clone(), &path);
    if *method != Method::GET {
        request = request.json(&json!({}));
    }
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    request.await.status_and_json()
}

#[tokio::test]
async fn unknown_api_route_is_not_found_for_every_role() {
    let server = start_with(Options::default()).await;
    for role in ROLES {
        let token = role.token(&server).await;
        let (status, body) = request_route(&server, &Method::GET, "/api/auth/nada", token.as_deref()).await;
        assert_eq!((status, &body["code"]), (StatusCode::NOT_FOUND, &json!("not_found")), "{role:?}");
    }
}

#[tokio::test]
async fn drafts_are_visible_to_staff_who_edit_content() {
    let server = start_with(NO_LIMITS).await;
    let draft = json!({"title": "Ainda não", "slug": "ainda-nao", "content": "Texto."});
    let draft = server.admin().await.post("/api/blog", &draft).await.expect_success().json();
    for role in ROLES {
        let token = role.token(&server).await;
        let path = format!("/api/blog/{}", draft["id"].as_str().unwrap());
        let (status, _) = request_route(&server, &Method::GET, &path, token.as_deref()).await;
        let expected = match role {
            Role::Writer | Role::Editor | Role::Admin => StatusCode::OK,
            Role::Anonymous | Role::User | Role::Support => StatusCode::NOT_FOUND,
        };
        assert_eq!(status, expected, "{role:?}");
    }
}
