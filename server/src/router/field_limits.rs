//! Adds the limits of request fields to the contract. The limits are the constants that the parsers of the features use.

use serde_json::{Value, json};
use utoipa::{
    Number,
    openapi::{
        Content, OpenApi, Ref, RefOr, Schema,
        extensions::ExtensionsBuilder,
        path::{Parameter, ParameterIn},
        schema::{AdditionalProperties, AnyOf, ArrayItems},
    },
};

use super::operation::operations;
use crate::{
    features::{
        blog::limits as posts,
        consent::{
            notice::VERSION_LENGTH,
            trackers::{ConsentCategory, Tracker},
        },
        contacts::{
            answered, attachments::requests, campaigns::model as campaigns, fields::MAX_SERVICE,
            limits as contacts, results,
        },
        navigation::{footer::model as footer, links::url::MAX_URL, menu::model as menu},
        newsletter::{editions::model as editions, import as subscription_import, interests},
        privacy_requests::model as privacy_requests,
        redirects::{import as redirect_import, model as redirects},
        services::model as services,
    },
    foundation::{
        accounts::{factors::passkeys::model as passkeys, model as accounts, passwords, preferences},
        attachments::{self, MAX_MAIL_BYTES, MAX_MAIL_FILES, Policy},
        identity::policy::MIN_STAFF_PASSWORD,
        mail::settings::input as mail_settings,
        media::model as media,
        personal_data::retention::MAX_DAYS,
        push,
        settings::{
            model::{Analytics, Company, ContactInfo, Seo, Social},
            parse::{FieldLimits, MAX_SHORT, ValidatedRecord},
        },
    },
    operations::{contact_import, dashboard::model::PERIODS, processing::document as processing},
    platform::{
        http::{MAX_HEADER, MAX_IDEMPOTENCY_KEY, MAX_QUERY_VALUE},
        paging::MAX_LIMIT,
        parse::{MAX_EMAIL, MAX_PHONE},
    },
};

/// The limit of a field.
#[derive(Clone, Copy)]
enum Limit {
    /// Maximum number of characters of a text.
    Max(usize),
    /// Minimum and maximum number of characters of a text.
    Chars(usize, usize),
    /// Minimum and maximum number of items of a list.
    Items(u64, u64),
    /// Maximum number of characters of each text in a list.
    ItemMax(usize),
    /// Minimum and maximum of a number.
    Range(u64, u64),
}

use Limit::{Chars, ItemMax, Items, Max, Range};

const PASSWORD: Limit = Chars(passwords::MIN_LENGTH, passwords::MAX_LENGTH);
const STAFF_PASSWORD: Limit = Chars(MIN_STAFF_PASSWORD, passwords::MAX_LENGTH);
const EMAIL: Limit = Max(MAX_EMAIL);
const PORT: Limit = Range(1, u16::MAX as u64);
const MAIL_FILES: Limit = Items(0, MAX_MAIL_FILES as u64);
const FULL_NAME: Limit = Max(accounts::MAX_NAME);
const SERVICES: Limit = Items(0, services::MAX_SERVICES);
const MENU_ITEMS: Limit = Items(0, menu::MAX_MENU_ITEMS);
const FOOTER_SECTIONS: Limit = Items(0, footer::MAX_FOOTER_SECTIONS);
const FOCUS: Limit = Range(0, media::MAX_FOCUS as u64);

/// The fields of a contact.
const CONTACT: &[(&str, Limit)] = &[
    ("name", Max(contacts::MAX_NAME)),
    ("email", EMAIL),
    ("phone", Max(MAX_PHONE)),
    ("company", Max(contacts::MAX_COMPANY)),
    ("message", Max(contacts::MAX_MESSAGE)),
];

/// Request bodies with their fields and limits, sorted by name.
const BODIES: &[(&str, &[(&str, Limit)])] = &[
    ("Acceptance", &[("full_name", FULL_NAME), ("password", PASSWORD)]),
    ("AccountChange", &[("email", EMAIL), ("full_name", FULL_NAME), ("password", PASSWORD)]),
    ("ActivityNote", &[("key", Max(processing::MAX_KEY)), ("text", Max(processing::MAX_TEXT))]),
    ("AnsweredConfirmation", &[("token", Max(answered::TOKEN_LENGTH))]),
    ("BulkChange", &[("ids", Items(1, contacts::MAX_BULK_IDS as u64))]),
    (
        "CampaignInput",
        &[("name", Max(campaigns::MAX_NAME)), ("utm_campaign", Max(campaigns::MAX_UTM_CAMPAIGN))],
    ),
    (
        "ConsentInput",
        &[
            ("version", Chars(VERSION_LENGTH, VERSION_LENGTH)),
            ("trackers", Items(1, Tracker::ALL.len() as u64)),
            ("categories", Items(0, ConsentCategory::ALL.len() as u64)),
        ],
    ),
    ("ContactChange", CONTACT),
    ("ContactImport", &[("csv", Max(contact_import::MAX_CSV))]),
    (
        "ContactInput",
        &[
            ("name", Max(contacts::MAX_NAME)),
            ("email", EMAIL),
            ("phone", Max(MAX_PHONE)),
            ("company", Max(contacts::MAX_COMPANY)),
            ("message", Max(contacts::MAX_MESSAGE)),
            ("file_names", Items(0, requests::MAX_NAMES as u64)),
            ("file_names", ItemMax(requests::MAX_FILE_NAME)),
        ],
    ),
    (
        "ContentInput",
        &[("description", Max(footer::MAX_DESCRIPTION)), ("links", Items(0, footer::MAX_LINKS as u64))],
    ),
    (
        "EditionInput",
        &[
            ("slug", Max(editions::MAX_SLUG)),
            ("subject", Max(editions::MAX_SUBJECT)),
            ("preheader", Max(editions::MAX_PREHEADER)),
            ("body", Max(editions::MAX_BODY)),
            ("post_ids", Items(0, editions::MAX_POSTS as u64)),
            ("interests", Items(0, interests::MAX_INTERESTS as u64)),
            ("interests", ItemMax(interests::MAX_SLUG)),
            ("pace", Range(editions::MIN_PACE as u64, editions::MAX_PACE as u64)),
        ],
    ),
    ("FirstSetup", &[("email", EMAIL), ("full_name", FULL_NAME), ("password", STAFF_PASSWORD)]),
    ("FooterOrder", &[("ids", FOOTER_SECTIONS), ("seen", FOOTER_SECTIONS)]),
    ("FooterSectionInput", &[("title", Max(footer::MAX_TITLE))]),
    (
        "IncomingInput",
        &[
            ("host", Max(mail_settings::MAX_HOST)),
            ("port", PORT),
            ("user", Max(mail_settings::MAX_USER)),
            ("password", Max(mail_settings::MAX_PASSWORD)),
            ("folder", Max(mail_settings::MAX_FOLDER)),
            ("address", EMAIL),
            ("trusted_server", Max(mail_settings::MAX_HOST)),
        ],
    ),
    (
        "InterestsInput",
        &[
            ("slugs", Items(0, interests::MAX_INTERESTS as u64)),
            ("slugs", ItemMax(interests::MAX_SLUG)),
            ("seen", Items(0, interests::MAX_INTERESTS as u64)),
            ("seen", ItemMax(interests::MAX_SLUG)),
        ],
    ),
    ("LinkInput", &[("label", Max(footer::MAX_LABEL)), ("url", Max(MAX_URL))]),
    (
        "MediaChange",
        &[
            ("name", Max(media::MAX_NAME)),
            ("alt", Max(media::MAX_ALT)),
            ("focus_x", FOCUS),
            ("focus_y", FOCUS),
        ],
    ),
    ("MediaUpload", &[("alt", Max(media::MAX_ALT))]),
    (
        "MenuItemInput",
        &[("label", Max(menu::MAX_LABEL)), ("icon", Max(menu::MAX_ICON)), ("url", Max(MAX_URL))],
    ),
    ("MenuOrder", &[("ids", MENU_ITEMS), ("seen", MENU_ITEMS)]),
    ("MergeInput", &[("ids", Items(1, contacts::MAX_MERGED as u64))]),
    ("NewAccount", &[("email", EMAIL), ("full_name", FULL_NAME), ("password", PASSWORD)]),
    ("NewInvitation", &[("email", EMAIL), ("full_name", FULL_NAME)]),
    ("NewPasskey", &[("name", Max(passkeys::MAX_NAME))]),
    ("NextStepInput", &[("text", Max(contacts::MAX_STEP)), ("time", Max(contacts::MAX_STEP_TIME))]),
    ("NoteInput", &[("text", Max(contacts::MAX_NOTE))]),
    (
        "OutgoingInput",
        &[
            ("host", Max(mail_settings::MAX_HOST)),
            ("port", PORT),
            ("user", Max(mail_settings::MAX_USER)),
            ("password", Max(mail_settings::MAX_PASSWORD)),
            ("from_name", Max(mail_settings::MAX_NAME)),
            ("from_email", EMAIL),
            ("dkim_selector", Max(mail_settings::MAX_SELECTOR)),
        ],
    ),
    (
        "OwnActivity",
        &[
            ("name", Max(processing::MAX_NAME)),
            ("purpose", Max(processing::MAX_TEXT)),
            ("legal_basis", Max(processing::MAX_TEXT)),
            ("data", Max(processing::MAX_TEXT)),
            ("people", Max(processing::MAX_TEXT)),
            ("recipients", Max(processing::MAX_TEXT)),
            ("retention", Max(processing::MAX_TEXT)),
            ("security", Max(processing::MAX_TEXT)),
            ("note", Max(processing::MAX_TEXT)),
        ],
    ),
    ("PasskeyName", &[("name", Max(passkeys::MAX_NAME))]),
    ("PasswordChange", &[("new_password", PASSWORD)]),
    ("PasswordReset", &[("password", PASSWORD)]),
    ("PasswordResetRequest", &[("email", EMAIL)]),
    ("PersonErasure", &[("email", EMAIL)]),
    ("PostActions", &[("ids", Items(1, MAX_LIMIT))]),
    (
        "PostInput",
        &[
            ("title", Max(posts::MAX_TITLE)),
            ("slug", Max(posts::MAX_TYPED_SLUG)),
            ("excerpt", Max(posts::MAX_EXCERPT)),
            ("content", Max(posts::MAX_CONTENT)),
            ("featured_image", Max(posts::MAX_IMAGE)),
            ("category", Max(posts::MAX_CATEGORY)),
            ("author", Max(posts::MAX_AUTHOR)),
            ("seo_title", Max(posts::MAX_SEO_TITLE)),
            ("seo_description", Max(posts::MAX_SEO_DESCRIPTION)),
            ("tags", ItemMax(posts::MAX_TAG)),
        ],
    ),
    ("PrivacyReplyInput", &[("text", Max(privacy_requests::MAX_REPLY)), ("attachments", MAIL_FILES)]),
    (
        "PrivacyRequestChange",
        &[("reason", Max(privacy_requests::MAX_REASON)), ("note", Max(privacy_requests::MAX_NOTE))],
    ),
    (
        "ProcessingAdditions",
        &[
            ("notes", Items(0, processing::MAX_NOTES as u64)),
            ("activities", Items(0, processing::MAX_ACTIVITIES as u64)),
        ],
    ),
    (
        "AssignmentChange",
        &[
            ("turns", Items(0, contacts::MAX_TURNS as u64)),
            ("services", Items(0, contacts::MAX_ASSIGNED_SERVICES as u64)),
        ],
    ),
    ("ServiceAssignee", &[("service", Max(MAX_SERVICE))]),
    ("PreferencesChange", &[("signature", Max(preferences::MAX_SIGNATURE))]),
    ("ForwardInput", &[("text", Max(contacts::MAX_NOTE))]),
    ("ProfileChange", &[("email", EMAIL), ("full_name", FULL_NAME)]),
    (
        "PushSubscriptionInput",
        &[
            ("endpoint", Max(push::endpoint::MAX_ENDPOINT)),
            ("p256dh", Max(push::admin::MAX_KEY)),
            ("auth", Max(push::admin::MAX_KEY)),
        ],
    ),
    (
        "RecordedContact",
        &[
            ("name", Max(contacts::MAX_NAME)),
            ("email", EMAIL),
            ("phone", Max(MAX_PHONE)),
            ("company", Max(contacts::MAX_COMPANY)),
            ("service", Max(MAX_SERVICE)),
            ("message", Max(contacts::MAX_RECORDED_MESSAGE)),
            ("whatsapp_code", Max(contacts::MAX_WHATSAPP_MESSAGE)),
        ],
    ),
    ("RedirectImport", &[("csv", Max(redirect_import::MAX_CSV))]),
    ("RedirectInput", &[("from_path", Max(redirects::MAX_PATH)), ("to_url", Max(redirects::MAX_URL))]),
    ("Registration", &[("email", EMAIL), ("full_name", FULL_NAME), ("password", PASSWORD)]),
    (
        "ReplyTemplateInput",
        &[("name", Max(contacts::MAX_TEMPLATE_NAME)), ("text", Max(contacts::MAX_REPLY_TEXT))],
    ),
    (
        "ReplyInput",
        &[
            ("subject", Max(contacts::MAX_REPLY_SUBJECT)),
            ("text", Max(contacts::MAX_REPLY_TEXT)),
            ("cc", Max(contacts::MAX_CC_TEXT)),
            ("attachments", MAIL_FILES),
        ],
    ),
    ("RetentionPeriod", &[("days", Range(0, MAX_DAYS as u64)), ("seen", Range(0, MAX_DAYS as u64))]),
    (
        "SavedFilterInput",
        &[("name", Max(contacts::MAX_FILTER_NAME)), ("query", Max(contacts::MAX_FILTER_QUERY))],
    ),
    (
        "ServiceInput",
        &[
            ("title", Max(services::MAX_TITLE)),
            ("description", Max(services::MAX_DESCRIPTION)),
            ("icon", Max(services::MAX_ICON)),
            ("features", Items(0, services::MAX_FEATURES as u64)),
            ("features", ItemMax(services::MAX_FEATURE)),
        ],
    ),
    ("ServiceOrder", &[("ids", SERVICES), ("seen", SERVICES)]),
    (
        "StageChange",
        &[
            ("value_cents", Range(0, contacts::MAX_VALUE_CENTS as u64)),
            ("lost_text", Max(contacts::MAX_LOST_TEXT)),
        ],
    ),
    (
        "SubscriptionImport",
        &[("csv", Max(subscription_import::MAX_CSV)), ("source", Max(subscription_import::MAX_SOURCE))],
    ),
    (
        "SubscriptionInput",
        &[
            ("email", EMAIL),
            ("interests", Items(0, interests::MAX_INTERESTS as u64)),
            ("interests", ItemMax(interests::MAX_SLUG)),
        ],
    ),
    ("WhatsappCodeInput", &[("whatsapp_code", Max(contacts::MAX_WHATSAPP_MESSAGE))]),
];

/// Forms that upload a file: the schema, which files are accepted, how many belong together, and their maximum total size in bytes.
const UPLOADS: [(&str, &Policy, usize, u64); 3] = [
    ("AttachmentUpload", &attachments::REPLIES, MAX_MAIL_FILES, MAX_MAIL_BYTES),
    ("PrivacyAttachmentUpload", &attachments::PRIVACY_REPLIES, MAX_MAIL_FILES, MAX_MAIL_BYTES),
    ("RequestFileUpload", &attachments::REQUESTS, requests::MAX_FILES, requests::MAX_TOTAL),
];

/// Records of settings: the schema, the schema of a change, and the limits of the fields.
const SETTINGS: [(&str, &str, FieldLimits); 5] = [
    ("Company", "CompanyChange", Company::LIMITS),
    ("ContactInfo", "ContactInfoChange", ContactInfo::LIMITS),
    ("Social", "SocialChange", Social::LIMITS),
    ("Seo", "SeoChange", Seo::LIMITS),
    ("Analytics", "AnalyticsChange", Analytics::LIMITS),
];

/// Adds the limits to the request bodies, uploads and parameters, and the schemas of settings changes.
///
/// # Panics
/// If the contract doesn't have an expected schema or field, or a field has another type than its limit.
pub fn add(contract: &mut OpenApi) {
    add_settings_changes(contract);
    let schemas = &mut contract.components.get_or_insert_default().schemas;
    for (name, fields) in BODIES {
        let schema = schemas.get_mut(*name).unwrap_or_else(|| panic!("the contract has no {name}"));
        for (field, limit) in *fields {
            let field = property(schema, field).unwrap_or_else(|| panic!("{name} has no {field}"));
            limit.write(field);
        }
    }
    for (name, policy, files, total_bytes) in UPLOADS {
        let schema = schemas.get_mut(name).unwrap_or_else(|| panic!("the contract has no {name}"));
        write_upload(schema, policy, files, total_bytes);
    }
    for item in contract.paths.paths.values_mut() {
        for (_, operation) in operations(item) {
            operation.parameters.iter_mut().flatten().for_each(limit_parameter);
        }
    }
}

/// Writes the limits of an upload into the schema of its form, as the extension `x-upload`, because OpenAPI has no names for them.
fn write_upload(schema: &mut RefOr<Schema>, policy: &Policy, files: usize, total_bytes: u64) {
    let RefOr::T(Schema::Object(form)) = schema else { panic!("the form of an upload is no object") };
    let extensions: Vec<_> = policy.kinds.iter().flat_map(|kind| kind.extensions()).collect();
    let limits = json!({
        "files": files,
        "file_bytes": policy.max_bytes,
        "total_bytes": total_bytes,
        "extensions": extensions,
    });
    form.extensions = Some(ExtensionsBuilder::new().add("x-upload", limits).build());
}

/// Adds the schema of a change for each record of settings, an object with any of the record's fields, and refers to these schemas
/// where a request has such a change.
fn add_settings_changes(contract: &mut OpenApi) {
    let schemas = &mut contract.components.get_or_insert_default().schemas;
    let mut any_record = AnyOf::new();
    for (record, name, limits) in SETTINGS {
        let Some(RefOr::T(Schema::Object(record))) = schemas.get(record) else {
            panic!("the contract has no {record}")
        };
        let mut change = record.clone();
        change.required.clear();
        change.description = Some("Omitted fields keep their value.".to_owned());
        change.additional_properties = Some(Box::new(AdditionalProperties::FreeForm(false)));
        assert!(change.properties.len() == limits.len(), "{name}: a field has no limit");
        for (field, max) in limits {
            let field = change.properties.get_mut(*field).unwrap_or_else(|| panic!("{name} has no {field}"));
            Max(*max).write(field);
        }
        schemas.insert(name.to_owned(), Schema::Object(change).into());
        any_record.items.push(Ref::from_schema_name(name).into());
    }
    schemas.insert("SettingsChange".to_owned(), Schema::AnyOf(any_record).into());
    refer_in_setup(schemas.get_mut("FirstSetup").expect("the contract has FirstSetup"));
    refer_in_update(contract);
}

/// Replaces the schemas of the settings in the body of the first setup.
fn refer_in_setup(setup: &mut RefOr<Schema>) {
    for (field, name) in [("company", "CompanyChange"), ("contact", "ContactInfoChange")] {
        let field = property(setup, field).expect("FirstSetup has the company and the contact");
        let mut change = Ref::from_schema_name(name);
        if let RefOr::T(Schema::Object(settings)) = field {
            change.description = settings.description.take().unwrap_or_default();
        }
        *field = change.into();
    }
}

/// Replaces the schema of the body that updates a record of settings.
fn refer_in_update(contract: &mut OpenApi) {
    let update = contract.paths.paths.get_mut("/api/settings/{name}").and_then(|item| item.put.as_mut());
    let body = update.and_then(|update| update.request_body.as_mut());
    let Some(RefOr::T(body)) = body else { panic!("PUT /api/settings/{{name}} has no body") };
    let content = Content::new(Some(Ref::from_schema_name("SettingsChange")));
    body.content.insert("application/json".to_owned(), RefOr::T(content));
}

/// Adds the limit of a parameter, if it has one.
fn limit_parameter(parameter: &mut RefOr<Parameter>) {
    let RefOr::T(parameter) = parameter else { return };
    let Some(schema) = &mut parameter.schema else { return };
    match (&parameter.parameter_in, &*parameter.name) {
        (ParameterIn::Query, "limit") => Range(1, MAX_LIMIT).write(schema),
        (ParameterIn::Query, "days") => {
            if let RefOr::T(Schema::Object(days)) = schema {
                days.enum_values = Some(PERIODS.map(Value::from).to_vec());
            }
        }
        (ParameterIn::Query, "period") => {
            if let RefOr::T(Schema::Object(period)) = schema {
                period.enum_values = Some(results::PERIODS.map(Value::from).to_vec());
            }
        }
        (ParameterIn::Path, "hash") => Chars(64, 64).write(schema),
        (ParameterIn::Query, "color") => Max(MAX_SHORT).write(schema),
        (ParameterIn::Query, _) if is_free_text(schema) => Max(MAX_QUERY_VALUE).write(schema),
        (ParameterIn::Header, "Idempotency-Key") => Chars(1, MAX_IDEMPOTENCY_KEY).write(schema),
        (ParameterIn::Header, _) if is_free_text(schema) => Max(MAX_HEADER).write(schema),
        _ => {}
    }
}

/// Returns whether the schema is a string without a format or a list of values.
fn is_free_text(schema: &RefOr<Schema>) -> bool {
    let RefOr::T(Schema::Object(object)) = schema else { return false };
    let is_text =
        serde_json::to_value(&object.schema_type).is_ok_and(|kind| kind.to_string().contains("string"));
    is_text && object.format.is_none() && object.enum_values.is_none()
}

/// Returns the schema of a field of an object.
fn property<'a>(schema: &'a mut RefOr<Schema>, name: &str) -> Option<&'a mut RefOr<Schema>> {
    match schema {
        RefOr::T(Schema::Object(object)) => object.properties.get_mut(name),
        RefOr::T(Schema::AllOf(all)) => all.items.iter_mut().find_map(|part| property(part, name)),
        _ => None,
    }
}

impl Limit {
    /// Writes the limit into the schema of a field.
    ///
    /// # Panics
    /// If the field has another type than the limit.
    fn write(self, schema: &mut RefOr<Schema>) {
        match (self, schema) {
            (Max(max), RefOr::T(Schema::Object(text))) => text.max_length = Some(max),
            (Chars(min, max), RefOr::T(Schema::Object(text))) => {
                (text.min_length, text.max_length) = (Some(min), Some(max));
            }
            (Range(min, max), RefOr::T(Schema::Object(number))) => {
                (number.minimum, number.maximum) =
                    (Some(Number::UInt(size(min))), Some(Number::UInt(size(max))));
            }
            (Items(min, max), RefOr::T(Schema::Array(list))) => {
                list.min_items = Some(size(min)).filter(|min| *min > 0);
                list.max_items = Some(size(max));
            }
            (ItemMax(max), RefOr::T(Schema::Array(list))) => {
                if let ArrayItems::RefOrSchema(item) = &mut list.items {
                    Max(max).write(item);
                }
            }
            _ => panic!("a limit doesn't fit its field"),
        }
    }
}

/// Converts a limit to the type of the schema.
fn size(limit: u64) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX)
}
