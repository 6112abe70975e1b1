//! Editions, the filter of their list, and their parsing.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    features::{
        blog::limits::MAX_TITLE,
        newsletter::interests::{MAX_INTERESTS, MAX_SLUG as MAX_INTEREST, segments::Segment},
    },
    foundation::{audit::Action, records::ManagedRecord},
    platform::{
        clock::Timestamp,
        error::{Error, Result},
        parse::{Fields, null_or_value, time},
        privacy::visit_source,
        text::{fold, slug},
    },
};

/// Maximum number of editions outside the trash.
pub const MAX_EDITIONS: u64 = 5_000;
/// The title of a post fits, because editions about new posts have it as subject.
pub const MAX_SUBJECT: usize = MAX_TITLE;
pub const MAX_PREHEADER: usize = 200;
pub const MAX_SLUG: usize = 100;
pub const MAX_BODY: usize = 50_000;
/// Maximum number of posts in an edition.
pub const MAX_POSTS: usize = 10;
/// Minimum number of mails per hour.
pub const MIN_PACE: i32 = 10;
/// Maximum number of mails per hour.
pub const MAX_PACE: i32 = 100_000;

/// State of an edition. `draft`: being written. `scheduled`: sending starts at `send_at`. `sending`: its mails are being queued
/// and sent. `sent`: all its mails have a result. `canceled`: sending was canceled; mails that were already sent can't be
/// recalled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum EditionState {
    Draft,
    Scheduled,
    Sending,
    Sent,
    Canceled,
}

impl EditionState {
    /// Returns whether the content can change.
    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, Self::Draft | Self::Scheduled)
    }
}

/// The fields of an edition that staff write.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EditionFields {
    /// Last segment of the edition's path in the archive, and value of `utm_campaign` in the links of its mails: lowercase
    /// letters, digits and hyphens.
    pub slug: String,
    /// Subject of the mails, and title in the archive.
    pub subject: String,
    /// Preview text that mail programs show after the subject in their list of mails; may be empty.
    pub preheader: String,
    /// Markdown. May be empty, but an edition without text needs a published post to be sent.
    pub body: String,
    /// Ids of the posts that are shown after the body, in this order.
    pub post_ids: Vec<Uuid>,
    /// Slugs of interests. Subscribers who chose one of them, or none of those that the site offers, receive the edition. If the
    /// list is empty, all subscribers receive it.
    pub interests: Vec<String>,
    /// Whether the public archive shows the edition once it is sent.
    pub is_archived: bool,
    /// Maximum number of mails queued per hour; null for no limit.
    #[schema(required)]
    pub pace: Option<i32>,
}

/// An edition of the newsletter.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Edition {
    pub id: Uuid,
    #[serde(flatten)]
    pub fields: EditionFields,
    pub state: EditionState,
    /// Time for which sending is or was scheduled; null if the edition isn't scheduled.
    #[schema(required)]
    pub send_at: Option<DateTime<Utc>>,
    /// Id of the post whose publication created the edition; null if a person created it.
    #[schema(required)]
    pub new_post_id: Option<Uuid>,
    /// Time at which sending began; null before.
    #[schema(required)]
    pub started_at: Option<DateTime<Utc>>,
    /// Time at which the last mail was queued; null before.
    #[schema(required)]
    pub queued_at: Option<DateTime<Utc>>,
    /// Time at which sending ended or was canceled; null before.
    #[schema(required)]
    pub ended_at: Option<DateTime<Utc>>,
    #[serde(flatten)]
    pub counts: EditionCounts,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Time of the deletion; null outside the trash.
    #[schema(required)]
    pub deleted_at: Option<DateTime<Utc>>,
}

/// Numbers of mails of an edition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct EditionCounts {
    /// Mails that were queued, one for each subscription.
    pub recipients: i64,
    /// Mails that the mail server accepted, except those that it returned later.
    pub delivered: i64,
    /// Mails whose recipient the mail server refused, or that it returned later.
    pub bounced: i64,
    /// Mails that were not sent for another reason, such as a mail server that was unreachable for days.
    pub failed: i64,
    /// Mails that were withdrawn or deleted before they were sent, for example because sending was canceled or the
    /// subscription ended.
    pub canceled: i64,
    /// Subscriptions that ended with the link in a mail of this edition.
    pub unsubscribed: i64,
}

impl EditionCounts {
    /// Returns the number of mails that have no result yet.
    #[must_use]
    pub fn waiting(&self) -> i64 {
        (self.recipients - self.delivered - self.bounced - self.failed - self.canceled).max(0)
    }
}

impl ManagedRecord for Edition {
    const DELETED: Action = Action::EditionDeleted;
    const RESTORED: Action = Action::EditionRestored;
    const MAX: u64 = MAX_EDITIONS;
    const TOO_MANY: Error = Error::Conflict {
        code: "too_many_editions",
        message: "O limite é de 5.000 edições. Exclua uma antes de adicionar outra.",
    };

    fn id(&self) -> Uuid {
        self.id
    }

    fn label(&self) -> &str {
        &self.fields.subject
    }

    fn deleted_at(&self) -> Option<Timestamp> {
        self.deleted_at
    }

    /// Refuses to delete an edition that is scheduled or being sent.
    fn check_deletable(&self) -> Result<()> {
        match self.state {
            EditionState::Scheduled | EditionState::Sending => Err(Error::Conflict {
                code: "edition_in_use",
                message: "Esta edição está agendada ou sendo enviada. Cancele o envio antes de excluir.",
            }),
            EditionState::Draft | EditionState::Sent | EditionState::Canceled => Ok(()),
        }
    }
}

/// A new edition, or a change of one. In a change, missing fields keep their values.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct EditionInput {
    /// Lowercase letters, digits and hyphens, but no number that may be a phone or tax number. An empty slug is derived from the
    /// subject.
    pub slug: Option<String>,
    pub subject: Option<String>,
    pub preheader: Option<String>,
    /// Markdown.
    pub body: Option<String>,
    /// Ids of up to 10 posts, in the order of the mail. The mails show the posts that are published when sending starts.
    pub post_ids: Option<Vec<Uuid>>,
    /// Slugs of up to 20 interests that the site offers, or that the edition already has. Subscribers who chose one of them
    /// and subscribers who chose no offered interest receive the edition. If the list is empty, all subscribers receive it.
    pub interests: Option<Vec<String>>,
    /// Whether the public archive shows the edition once it is sent. Default: true.
    pub is_archived: Option<bool>,
    /// Maximum number of mails queued per hour, from 10 to 100,000; null for no limit.
    #[serde(default, deserialize_with = "null_or_value")]
    #[schema(value_type = Option<i32>)]
    pub pace: Option<Option<i32>>,
}

impl EditionFields {
    /// Parses a new edition, or a change of `current`.
    pub fn parse(input: &EditionInput, current: Option<&Self>) -> Result<Self> {
        let mut fields = Fields::default();
        let text = |new: &Option<String>, old: fn(&Self) -> &String| {
            new.clone().unwrap_or_else(|| current.map(old).cloned().unwrap_or_default())
        };
        let subject = fields.required_line("subject", &text(&input.subject, |old| &old.subject), MAX_SUBJECT);
        let preheader =
            fields.line("preheader", &text(&input.preheader, |old| &old.preheader), MAX_PREHEADER);
        let body = fields.text("body", &text(&input.body, |old| &old.body), MAX_BODY);
        let slug = parse_slug(&mut fields, &text(&input.slug, |old| &old.slug), &subject);
        let post_ids = input.post_ids.clone().or_else(|| current.map(|old| old.post_ids.clone()));
        let post_ids = parse_posts(&mut fields, post_ids.unwrap_or_default());
        let interests = input.interests.clone().or_else(|| current.map(|old| old.interests.clone()));
        let interests = parse_interests(&mut fields, interests.unwrap_or_default());
        let pace = input.pace.unwrap_or_else(|| current.and_then(|old| old.pace));
        if pace.is_some_and(|pace| !(MIN_PACE..=MAX_PACE).contains(&pace)) {
            fields.refuse("pace", "Use de 10 a 100.000 e-mails por hora.");
        }
        let is_archived = input.is_archived.unwrap_or_else(|| current.is_none_or(|old| old.is_archived));
        fields.finish(Self { slug, subject, preheader, body, post_ids, interests, is_archived, pace })
    }

    /// Returns the segment of subscribers who receive the edition.
    #[must_use]
    pub fn segment(&self) -> Segment {
        Segment { interests: self.interests.clone() }
    }

    /// Returns the text of the `search` column.
    #[must_use]
    pub fn search_text(&self) -> String {
        fold(&[&*self.subject, &*self.preheader, &*self.body].join(" "))
    }

    /// Returns whether the content is equal: all fields except those that can change after sending has started.
    #[must_use]
    pub fn has_same_content(&self, other: &Self) -> bool {
        let other = Self { is_archived: self.is_archived, pace: self.pace, ..other.clone() };
        *self == other
    }
}

/// Parses a slug. An empty one is derived from the subject.
fn parse_slug(fields: &mut Fields, entered: &str, subject: &str) -> String {
    let entered = fields.line("slug", entered, MAX_SLUG);
    if entered.is_empty() {
        return derived_slug(subject);
    }
    if slug(&entered) != entered {
        fields.refuse("slug", "Use apenas letras minúsculas sem acento, números e hifens.");
    }
    entered
}

/// Derives a slug from a subject, without numbers if it wouldn't be a [campaign](is_campaign) with them.
fn derived_slug(subject: &str) -> String {
    // Leaves room for a number such as `-n123`.
    let all: String = slug(subject).chars().take(MAX_SLUG - 5).collect();
    let has_letters_only = |word: &&str| !word.chars().any(char::is_numeric);
    let derived = match all.trim_matches('-') {
        all if is_campaign(all) => all.to_owned(),
        all => all.split('-').filter(has_letters_only).collect::<Vec<_>>().join("-"),
    };
    if derived.is_empty() { "edicao".to_owned() } else { derived }
}

/// Returns whether the contacts of visitors who come by links with this slug as campaign are counted. Campaigns that may contain
/// a phone number aren't stored.
#[must_use]
pub fn is_campaign(slug: &str) -> bool {
    visit_source::campaign(slug).is_some()
}

fn parse_posts(fields: &mut Fields, mut ids: Vec<Uuid>) -> Vec<Uuid> {
    let mut seen = std::collections::HashSet::new();
    ids.retain(|id| seen.insert(*id));
    if ids.len() > MAX_POSTS {
        fields.refuse("post_ids", "Escolha até 10 artigos.");
    }
    ids
}

fn parse_interests(fields: &mut Fields, mut slugs: Vec<String>) -> Vec<String> {
    slugs.sort_unstable();
    slugs.dedup();
    let is_valid = |slug: &String| slug.chars().count() <= MAX_INTEREST && !slug.contains(char::is_control);
    if slugs.len() > MAX_INTERESTS || !slugs.iter().all(is_valid) {
        fields.refuse("interests", "Escolha até 20 assuntos da lista.");
    }
    slugs
}

/// Filter of a list of editions.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EditionFilter {
    /// Text within the subject, the preview text or the body. Case and accents are ignored.
    pub search: Option<String>,
    pub state: Option<EditionState>,
}

/// Request to send an edition.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct SendInput {
    /// Future time at which sending starts, at most a year ahead; null to start now.
    #[serde(default, deserialize_with = "time")]
    pub send_at: Option<DateTime<Utc>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(subject: &str) -> EditionInput {
        EditionInput { subject: Some(subject.into()), ..EditionInput::default() }
    }

    #[test]
    fn slug_is_derived_from_the_subject_unless_it_is_set() {
        let parsed = EditionFields::parse(&input("Novidades de Ação!"), None).expect("valid");
        assert_eq!(parsed.slug, "novidades-de-acao");
        assert!(parsed.is_archived);
        let own = EditionInput { slug: Some("Não".into()), ..input("x") };
        assert!(EditionFields::parse(&own, None).is_err());
        let changed = EditionFields::parse(&input("Outro assunto"), Some(&parsed)).expect("valid");
        assert_eq!(changed.slug, parsed.slug, "a change keeps the slug");
    }

    #[test]
    fn derived_slug_has_no_number_that_may_be_personal() {
        let derived = |subject: &str| EditionFields::parse(&input(subject), None).expect("valid").slug;
        assert_eq!(derived("Novo telefone: 4002-8922"), "novo-telefone");
        assert_eq!(derived("4002-8922"), "edicao");
        assert_eq!(derived("Agenda de 20/11/2026"), "agenda-de-20112026");
    }

    #[test]
    fn change_of_archive_or_pace_keeps_the_content_equal() {
        let one = EditionFields::parse(&input("Um"), None).expect("valid");
        let other = EditionFields { is_archived: false, pace: Some(100), ..one.clone() };
        assert!(one.has_same_content(&other));
        assert!(!one.has_same_content(&EditionFields { body: "x".into(), ..one.clone() }));
    }
}
