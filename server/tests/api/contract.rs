//! The committed API contract matches the code, and the server applies its limits.

use std::{collections::BTreeSet, path::Path};

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use vitrine::platform::{addresses, text::with_separators};

use crate::{
    harness::{NO_LIMITS, Server, contact_path, new_contact},
    media,
};

const METHODS: [&str; 5] = ["get", "post", "put", "delete", "patch"];

#[test]
fn committed_contract_matches_the_code() {
    let committed =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json")).unwrap();
    let current = vitrine::router::contract::build().to_pretty_json().unwrap() + "\n";
    assert!(committed == current, "server/openapi.json is stale: run `make gen`");
}

#[test]
fn committed_addresses_match_the_code() {
    let committed =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("addresses.json")).unwrap();
    assert!(committed == addresses::json().unwrap(), "server/addresses.json is stale: run `make gen`");
}

#[tokio::test]
async fn lists_send_the_total_count_that_the_contract_documents() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let contract = serde_json::to_value(vitrine::router::contract::build()).unwrap();
    let mut checked = 0;
    for (path, item) in contract["paths"].as_object().unwrap() {
        let is_list = item["get"]["responses"]["200"]["headers"]["X-Total-Count"].is_object();
        if is_list && !path.contains('{') {
            let answer = admin.get(path).await.expect(StatusCode::OK);
            assert!(answer.headers().contains_key("x-total-count"), "{path}");
            checked += 1;
        }
    }
    assert!(checked > 15, "{checked} lists");
}

#[tokio::test]
async fn unpaged_lists_accept_a_limit() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let png = media::picture(20, 10, image::ImageFormat::Png);
    let media = media::upload(&admin, "a.png", &png).await["id"].clone();
    let form = "kind=access&name=Ana&email=ana%40exemplo.com.br&message=Ol%C3%A1";
    server.post_form("/privacidade/pedido", form).await.expect(StatusCode::SEE_OTHER);
    let request = admin.json("/api/privacy-requests?stage=unconfirmed").await[0]["id"].clone();
    let contract = serde_json::to_value(vitrine::router::contract::build()).unwrap();
    let mut with_items = 0;
    for (path, item) in contract["paths"].as_object().unwrap() {
        let has = |name: &str| {
            let mut parameters = item["get"]["parameters"].as_array().into_iter().flatten();
            parameters.any(|parameter| parameter["name"] == name)
        };
        if !has("limit") || has("cursor") {
            continue;
        }
        let id = if path.starts_with("/api/media/") { &media } else { &request };
        let search = if has("search") { "search=a&" } else { "" };
        let list = format!("{}?{search}", path.replace("{id}", id.as_str().unwrap()));
        let with_limit = |limit: &str| format!("{list}limit={limit}");
        let count = async |path: &str| admin.json(path).await.as_array().map(Vec::len).expect(path);
        let all = count(&list).await;
        assert_eq!(count(&with_limit("1")).await, all.min(1), "{list}");
        with_items += all.min(1);
        for wrong in ["0", "101", "x"] {
            assert_eq!(admin.status(&with_limit(wrong)).await, StatusCode::BAD_REQUEST, "{list} {wrong}");
        }
    }
    assert!(with_items > 5, "{with_items} lists with items");
}

#[test]
fn contract_names_the_code_of_every_error() {
    let contract = serde_json::to_value(vitrine::router::contract::build()).unwrap();
    let shared = contract["components"]["responses"].as_object().unwrap().values();
    let paths = contract["paths"].as_object().unwrap().values();
    let operations = paths.flat_map(|item| METHODS.iter().filter_map(|method| item.get(*method)));
    let own = operations
        .flat_map(|operation| operation["responses"].as_object().unwrap())
        .filter(|(status, response)| status.as_str() >= "400" && response.get("$ref").is_none())
        .map(|(_, response)| response);
    for response in shared.chain(own) {
        let description = response["description"].as_str().unwrap();
        assert!(description.starts_with('`'), "no code: {description}");
    }
}

/// Fields without a limit: hints that never make a request invalid, and fields that are compared with a secret.
const WITHOUT_LIMIT: [&str; 32] = [
    "AccountDeletion.password",
    "Acceptance.token",
    "Credentials.email",
    "Credentials.password",
    "EmailConfirmation.token",
    "FirstSetup.token",
    "ImportColumns.company",
    "ImportColumns.email",
    "ImportColumns.message",
    "ImportColumns.name",
    "ImportColumns.phone",
    "ImportColumns.received_at",
    "ImportColumns.service",
    "ImportColumns.status",
    "ImportColumns.surname",
    "InvitationToken.token",
    "PasswordChange.current_password",
    "PasswordReset.token",
    "ProfileChange.current_password",
    "RequestFileUpload.slot",
    "RequestFileUpload.token",
    "SetupLink.token",
    "StepUp.password",
    "SubscriptionLink.token",
    "UnsavedFacts.copyright",
    "UnsavedFacts.email",
    "UnsavedFacts.facebook",
    "UnsavedFacts.instagram",
    "UnsavedFacts.linkedin",
    "UnsavedFacts.name",
    "UnsavedFacts.phone",
    "UnsavedPage.appearance",
];

/// Names of further fields that are compared with a secret, in all schemas.
const SECRETS: [&str; 2] = ["challenge", "code"];

#[test]
fn contract_has_a_limit_for_every_field_of_a_request() {
    let contract = serde_json::to_value(vitrine::router::contract::build()).unwrap();
    let mut walk = Walk {
        schemas: &contract["components"]["schemas"],
        seen: BTreeSet::new(),
        unlimited: BTreeSet::new(),
    };
    for item in contract["paths"].as_object().unwrap().values() {
        for operation in METHODS.iter().filter_map(|method| item.get(*method)) {
            for (_, content) in operation["requestBody"]["content"].as_object().into_iter().flatten() {
                walk.schema("body", &content["schema"]);
            }
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                walk.schema(&format!("?{}", parameter["name"]), &parameter["schema"]);
            }
        }
    }
    let stale: Vec<_> = WITHOUT_LIMIT.iter().filter(|name| !walk.unlimited.contains(**name)).collect();
    assert!(stale.is_empty(), "fields in WITHOUT_LIMIT that don't exist or have a limit: {stale:?}");
    let is_secret = |name: &str| SECRETS.contains(&name.rsplit('.').next().unwrap());
    walk.unlimited.retain(|name| !WITHOUT_LIMIT.contains(&&**name) && !is_secret(name));
    assert!(walk.unlimited.is_empty(), "no limit in the contract: {:?}", walk.unlimited);
}

/// Collects the fields whose schema has no limit.
struct Walk<'a> {
    schemas: &'a Value,
    seen: BTreeSet<String>,
    unlimited: BTreeSet<String>,
}

impl Walk<'_> {
    /// Visits a schema and those in it. `name` is the path of its field.
    fn schema(&mut self, name: &str, schema: &Value) {
        if let Some(reference) = schema["$ref"].as_str() {
            let name = reference.rsplit('/').next().unwrap();
            if self.seen.insert(name.to_owned()) {
                self.schema(name, &self.schemas[name]);
            }
            return;
        }
        for part in ["oneOf", "anyOf", "allOf"].iter().filter_map(|key| schema[*key].as_array()).flatten() {
            self.schema(name, part);
        }
        for (field, schema) in schema["properties"].as_object().into_iter().flatten() {
            self.schema(&format!("{name}.{field}"), schema);
        }
        if schema["additionalProperties"].is_object() {
            self.schema(&format!("{name}.*"), &schema["additionalProperties"]);
        }
        if schema["items"].is_object() {
            self.schema(name, &schema["items"]);
        }
        let is = |kind: &str| {
            schema["type"] == kind || schema["type"].as_array().is_some_and(|all| all.contains(&kind.into()))
        };
        let has = |limits: &[&str]| limits.iter().any(|limit| schema.get(*limit).is_some());
        let has_length_limit = !is("string") || has(&["maxLength", "enum", "const", "format", "pattern"]);
        let has_range = !is("integer") || has(&["maximum", "enum", "format"]);
        if !has_length_limit || !has_range {
            self.unlimited.insert(name.to_owned());
        }
    }
}

/// Fields whose error names the expected form, also of a value that is too long: pictures of the media library, and ids of services.
const WITH_FORM: [&str; 7] =
    ["logo", "logo_dark", "og_image", "favicon", "google_analytics", "facebook_pixel", "hotjar"];

#[tokio::test]
async fn server_applies_the_limits_of_the_contract() {
    let server = Server::start_with(NO_LIMITS).await;
    let admin = server.admin().await;
    let sent = server.send_contact(&new_contact()).await;
    let contact = contact_path(&sent);
    let contract = serde_json::to_value(vitrine::router::contract::build()).unwrap();
    for (schema, method, path) in [
        ("ContactInput", Method::POST, "/api/contacts"),
        ("ContactChange", Method::PUT, "{contact}"),
        ("NoteInput", Method::POST, "{contact}/notes"),
        ("ReplyInput", Method::POST, "{contact}/replies"),
        ("SavedFilterInput", Method::POST, "/api/contacts/filters"),
        ("PostInput", Method::POST, "/api/blog"),
        ("ServiceInput", Method::POST, "/api/services"),
        ("MenuItemInput", Method::POST, "/api/menu-items"),
        ("FooterSectionInput", Method::POST, "/api/footer-sections"),
        ("RedirectImport", Method::POST, "/api/redirects/import"),
        ("RedirectInput", Method::POST, "/api/redirects"),
        ("SubscriptionInput", Method::POST, "/api/newsletter/subscriptions"),
        ("Registration", Method::POST, "/api/auth/register"),
        ("NewAccount", Method::POST, "/api/auth/users"),
        ("NewInvitation", Method::POST, "/api/auth/invitations"),
        ("PasswordResetRequest", Method::POST, "/api/auth/password-reset"),
        ("ProfileChange", Method::PUT, "/api/auth/profile"),
        ("CompanyChange", Method::PUT, "/api/settings/company"),
        ("ContactInfoChange", Method::PUT, "/api/settings/contact"),
        ("SocialChange", Method::PUT, "/api/settings/social"),
        ("SeoChange", Method::PUT, "/api/settings/seo"),
        ("AnalyticsChange", Method::PUT, "/api/settings/analytics"),
    ] {
        let fields = contract["components"]["schemas"][schema]["properties"].as_object().unwrap();
        let limited = fields.iter().filter_map(|(name, field)| Some((name, field["maxLength"].as_u64()?)));
        // Returns the errors of a request whose fields exceed their limits by `excess` characters.
        let errors = async |excess: u64| {
            // These fields are required to parse the bodies.
            let mut body = json!({"role": "user", "is_published": false, "category": "Suporte Técnico"});
            for (name, field) in fields.iter().filter(|(_, field)| field.get("maxLength").is_some()) {
                let max = field["maxLength"].as_u64().unwrap();
                body[name] = "a".repeat(usize::try_from(max + excess).unwrap()).into();
            }
            let answer =
                admin.request(method.clone(), &path.replace("{contact}", &contact)).json(&body).await;
            assert_ne!(answer.status(), StatusCode::PAYLOAD_TOO_LARGE, "{schema}");
            answer.json()["fields"].clone()
        };
        let (over, at) = (errors(1).await, errors(0).await);
        let mut count = 0;
        for (name, max) in limited {
            let message =
                format!("Use no máximo {} caracteres.", with_separators(usize::try_from(max).unwrap()));
            if WITH_FORM.contains(&&**name) {
                assert!(over[name].is_string(), "{schema}.{name} over its limit");
            } else {
                assert_eq!(over[name], json!(message), "{schema}.{name} over its limit");
            }
            assert_ne!(at[name], json!(message), "{schema}.{name} at its limit");
            count += 1;
        }
        assert!(count > 0, "{schema} has limits");
    }
    for (query, status) in [
        (format!("search={}", "a".repeat(500)), StatusCode::OK),
        (format!("search={}", "a".repeat(501)), StatusCode::BAD_REQUEST),
        ("limit=100".to_owned(), StatusCode::OK),
        ("limit=101".to_owned(), StatusCode::BAD_REQUEST),
        ("limit=0".to_owned(), StatusCode::BAD_REQUEST),
    ] {
        assert_eq!(admin.get(&format!("/api/contacts?{query}")).await.status(), status, "{query}");
    }
}
