//! The limits of request fields, which the contract contains. They are the constants that the parsers of the features use.

use crate::{
    features::{
        blog::limits as posts,
        consent::{
            notice::VERSION_LENGTH,
            trackers::{ConsentCategory, Tracker},
        },
        contacts::{
            answered, attachments::requests, campaigns::model as campaigns, fields::MAX_SERVICE,
            limits as contacts,
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
            parse::{FieldLimits, ValidatedRecord},
        },
    },
    operations::{contact_import, processing::document as processing},
    platform::{
        paging::MAX_LIMIT,
        parse::{MAX_EMAIL, MAX_PHONE},
    },
};

/// The limit of a field.
#[derive(Clone, Copy)]
pub enum Limit {
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
pub const BODIES: &[(&str, &[(&str, Limit)])] = &[
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
    ("ContactUndo", &[("changes", Items(1, contacts::MAX_BULK_IDS as u64))]),
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
    ("PostUndo", &[("changes", Items(1, MAX_LIMIT))]),
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
pub const UPLOADS: [(&str, &Policy, usize, u64); 3] = [
    ("AttachmentUpload", &attachments::REPLIES, MAX_MAIL_FILES, MAX_MAIL_BYTES),
    ("PrivacyAttachmentUpload", &attachments::PRIVACY_REPLIES, MAX_MAIL_FILES, MAX_MAIL_BYTES),
    ("RequestFileUpload", &attachments::REQUESTS, requests::MAX_FILES, requests::MAX_TOTAL),
];

/// Records of settings: the schema, the schema of a change, and the limits of the fields.
pub const SETTINGS: [(&str, &str, FieldLimits); 5] = [
    ("Company", "CompanyChange", Company::LIMITS),
    ("ContactInfo", "ContactInfoChange", ContactInfo::LIMITS),
    ("Social", "SocialChange", Social::LIMITS),
    ("Seo", "SeoChange", Seo::LIMITS),
    ("Analytics", "AnalyticsChange", Analytics::LIMITS),
];
