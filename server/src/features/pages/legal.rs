//! The pages of legal texts: privacy policy and terms of use, and their earlier versions. Each text that was public is an earlier
//! version. Of the texts that were saved with the same number on one day, only the last one is.

use chrono::NaiveDate;
use sea_orm::ConnectionTrait;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{
    admin::subject,
    built_page::BuiltPage,
    content::{
        PageText,
        legal::{LegalBlock, LegalContent, LegalLabels, LegalSection, PrivacyContent, TermsContent},
    },
    model::PageName,
    store::{self, Texts},
};
use crate::{
    app::{App, config::media::MediaConfig},
    foundation::{
        history::{self, model::Saved},
        personal_data::retention::{Periods, RetentionRule},
        settings::{self, facts::Facts},
    },
    platform::{
        addresses::{self, Address},
        clock::Timestamp,
        error::{Error, Result},
        merge_defaults::with_defaults,
        text::date,
    },
};

/// Field of a text with the number that staff give to it.
const NUMBER: &str = "version";
/// Fields that visitors see. The labels are always the current ones.
const WORDING: [&str; 5] = [NUMBER, "effective", "title", "lead", "sections"];
/// Id of the section that links to earlier versions.
const VERSIONS: &str = "versoes-anteriores";

/// Props of the pages of legal texts.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LegalView {
    pub title: String,
    /// Notice that the text no longer applies. Blank on the other pages.
    pub notice: String,
    pub lead: String,
    /// Sentence with the version of the text and the date on which it takes effect. Blank on the list of earlier versions.
    pub version: String,
    /// Heading of the list of sections.
    pub contents: String,
    pub sections: Vec<LegalSection>,
}

/// A legal text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegalText {
    Privacy,
    Terms,
}

impl LegalText {
    fn name(self) -> PageName {
        match self {
            Self::Privacy => PageName::Privacy,
            Self::Terms => PageName::Terms,
        }
    }

    fn address(self) -> Address {
        match self {
            Self::Privacy => addresses::PRIVACY,
            Self::Terms => addresses::TERMS,
        }
    }

    /// Returns the address of the list of earlier versions.
    #[must_use]
    pub fn versions_address(self) -> Address {
        match self {
            Self::Privacy => addresses::PRIVACY_VERSIONS,
            Self::Terms => addresses::TERMS_VERSIONS,
        }
    }

    /// Returns the address of an earlier version.
    #[must_use]
    pub fn version_address(self) -> Address {
        match self {
            Self::Privacy => addresses::PRIVACY_VERSION,
            Self::Terms => addresses::TERMS_VERSION,
        }
    }
}

/// Returns whether a page is a legal text.
pub(super) fn is_legal(name: PageName) -> bool {
    matches!(name, PageName::Privacy | PageName::Terms)
}

/// Returns whether a saved text is an earlier version: if the text that replaced it was saved on another day or has another
/// number.
pub(super) fn is_lasting((former, saved_at): Saved<'_>, (newer, replaced_at): Saved<'_>) -> bool {
    let is_same_day = saved_at.zip(replaced_at).is_some_and(|(a, b)| date::day_of(a) == date::day_of(b));
    !is_same_day || former[NUMBER] != newer[NUMBER]
}

/// Refuses a text whose date is in the future, because it takes effect when it is saved.
pub(super) fn refuse_future_date(document: &Value, now: Timestamp) -> Result<()> {
    let day = document["effective"].as_str().and_then(|day| day.parse::<NaiveDate>().ok());
    if day.is_none_or(|day| day <= date::day_of(now)) {
        return Ok(());
    }
    Err(Error::field(
        "effective",
        "A data de vigência não pode ser futura: o texto vale assim que você salva.",
    ))
}

/// An earlier version of a legal text.
struct EarlierVersion {
    /// Number of the version in the history.
    id: i32,
    /// The time at which another version replaced it.
    until: Timestamp,
    document: Value,
    /// Whether visitors see a difference from the next newer version.
    is_listed: bool,
}

/// Builds the page of the text in effect. `rules` are the retention rules of all features, whose periods the text states.
pub async fn current(
    app: &App,
    texts: &Texts<'_>,
    text: LegalText,
    rules: &[&RetentionRule],
) -> Result<BuiltPage<LegalView>> {
    let content = read(texts, text, &facts(app, texts, rules).await?).await?;
    let has_earlier = list_earlier(texts.db, text).await?.iter().any(|earlier| earlier.is_listed);
    let (meta, name, labels) = (content.meta.clone(), content.title.clone(), content.labels.clone());
    let mut view = view(content);
    if has_earlier {
        let link = link(&labels.earlier, text.versions_address().path);
        view.sections.push(section(VERSIONS, &labels.earlier, vec![link]));
    }
    Ok(BuiltPage::new(&meta, view).with_link(&name, text.address().path))
}

/// Builds the list of earlier versions.
pub async fn versions(
    app: &App,
    texts: &Texts<'_>,
    text: LegalText,
    rules: &[&RetentionRule],
) -> Result<BuiltPage<LegalView>> {
    let facts = facts(app, texts, rules).await?;
    let content = read(texts, text, &facts).await?;
    let mut blocks = Vec::new();
    let all = list_earlier(texts.db, text).await?;
    for version in all.iter().filter(|earlier| earlier.is_listed) {
        let earlier = read(&Texts::with_unsaved(app, text.name(), &version.document), text, &facts).await?;
        let line = version_line(&content.labels, &earlier);
        let until = content.labels.until.replace("{until}", &until_text(version, &all));
        let path = text.version_address().with(&version.id.to_string());
        blocks.push(link(&format!("{}, {until}", line.trim_end_matches('.')), &path));
    }
    let labels = &content.labels;
    if blocks.is_empty() {
        blocks.push(LegalBlock::Paragraph { text: labels.no_earlier.clone() });
    }
    blocks.push(link(&labels.current, text.address().path));
    let view = LegalView {
        title: labels.earlier.clone(),
        notice: String::new(),
        lead: labels.earlier_lead.clone(),
        version: String::new(),
        contents: labels.contents.clone(),
        sections: vec![section(VERSIONS, &content.title, blocks)],
    };
    Ok(page_of_versions(&content, text, &labels.earlier, view))
}

/// Builds the page of an earlier version, with the current labels and facts. Returns `NotFound` if the version doesn't exist.
pub async fn version(
    app: &App,
    texts: &Texts<'_>,
    text: LegalText,
    id: i32,
    rules: &[&RetentionRule],
) -> Result<BuiltPage<LegalView>> {
    let facts = facts(app, texts, rules).await?;
    let content = read(texts, text, &facts).await?;
    let all = list_earlier(texts.db, text).await?;
    let version = all.iter().find(|version| version.id == id).ok_or(Error::NotFound)?;
    let earlier = read(&Texts::with_unsaved(app, text.name(), &version.document), text, &facts).await?;
    let labels = &content.labels;
    let links =
        vec![link(&labels.current, text.address().path), link(&labels.earlier, text.versions_address().path)];
    let mut view = view(LegalContent { labels: labels.clone(), ..earlier });
    view.notice = labels.outdated.replace("{until}", &until_text(version, &all));
    view.sections.push(section(VERSIONS, &labels.earlier, links));
    let name = view.version.trim_end_matches('.').to_owned();
    let path = text.version_address().with(&id.to_string());
    Ok(page_of_versions(&content, text, &name, view).with_link(&name, &path))
}

/// Returns whether there is an earlier version with this id.
pub async fn has_version(db: &impl ConnectionTrait, text: LegalText, id: i32) -> Result<bool> {
    // Robots request many ids, and listing the versions is expensive.
    if history::store::find(db, subject(text.name()), id).await?.is_none() {
        return Ok(false);
    }
    Ok(list_earlier(db, text).await?.iter().any(|version| version.id == id))
}

/// Returns a page about earlier versions. Its title begins with `subject`. `content` is the text in effect.
fn page_of_versions(
    content: &LegalContent,
    text: LegalText,
    subject: &str,
    view: LegalView,
) -> BuiltPage<LegalView> {
    let LegalContent { meta, title, labels, .. } = content;
    let meta = PageText { title: format!("{subject}: {}", meta.title), description: view.lead.clone() };
    BuiltPage::new(&meta, view)
        .with_link(title, text.address().path)
        .with_link(&labels.earlier, text.versions_address().path)
}

/// Lists the earlier versions, newest first. Skips stored texts that the current format can't read.
async fn list_earlier(db: &impl ConnectionTrait, text: LegalText) -> Result<Vec<EarlierVersion>> {
    let name = text.name();
    let saves = history::store::list_all(db, subject(name)).await?;
    let (_, mut next_newer) = store::find(db, name).await?;
    let (mut earlier, mut replaced_at) = (Vec::new(), None);
    for (newer, save) in saves.iter().zip(saves.iter().skip(1)) {
        // If the time of a save is unknown, that of the next newer save is used.
        replaced_at = newer.saved_at.or(replaced_at);
        let is_earlier = is_lasting((&save.document, save.saved_at), (&newer.document, newer.saved_at));
        let Some(until) = replaced_at.filter(|_| is_earlier) else { continue };
        let document = with_defaults(name.default_document()?, save.document.clone());
        if let Ok(document) = name.parse_unsaved(document) {
            let is_listed = !has_same_wording(&document, &next_newer);
            next_newer.clone_from(&document);
            earlier.push(EarlierVersion { id: save.version, until, document, is_listed });
        }
    }
    Ok(earlier)
}

/// Returns when another version replaced a version: the day, with the time if the same day ended another version of `all`.
fn until_text(version: &EarlierVersion, all: &[EarlierVersion]) -> String {
    let day = date::day_of(version.until);
    let is_shared =
        all.iter().any(|other| other.is_listed && other.id != version.id && date::day_of(other.until) == day);
    if is_shared { date::moment(version.until) } else { date::long(day) }
}

/// Returns whether two texts are the same for visitors.
fn has_same_wording(a: &Value, b: &Value) -> bool {
    WORDING.iter().all(|field| a[field] == b[field])
}

/// Reads a legal text.
async fn read(texts: &Texts<'_>, text: LegalText, facts: &Facts) -> Result<LegalContent> {
    Ok(match text {
        LegalText::Privacy => texts.read_with::<PrivacyContent>(facts).await?.0,
        LegalText::Terms => texts.read_with::<TermsContent>(facts).await?.0,
    })
}

/// Returns the facts for legal texts. In addition to those of the settings, they include `{mail_server}` and `{file_storage}`,
/// the external services that process data for the site, `{encrypted_connection}`, `{backups}`, and the periods of the retention
/// rules. Each is blank if it doesn't apply.
async fn facts(app: &App, texts: &Texts<'_>, rules: &[&RetentionRule]) -> Result<Facts> {
    let named = |is_used: bool, name: &'static str| if is_used { name } else { "" };
    let is_remote = matches!(app.config.media, MediaConfig::S3(_));
    let facts = settings::store::all(texts.db)
        .await?
        .facts(texts.now)
        .with("{mail_server}", named(app.mail().is_some(), "servidor de e-mail"))
        .with("{file_storage}", named(is_remote, "armazenamento de arquivos"))
        .with("{encrypted_connection}", named(app.config.is_https(), "conexão criptografada"));
    let periods = Periods::read(texts.db).await?;
    let facts = facts.with("{backups}", named(periods.backups() > 0, "cópias de segurança"));
    let rules = rules.iter().copied();
    Ok(periods.facts(rules).fold(facts, |facts, (name, period)| facts.with(name, period)))
}

/// Returns the props of a text without the blocks and sections that became empty.
fn view(mut content: LegalContent) -> LegalView {
    for section in &mut content.sections {
        section.blocks.retain(|block| !block.is_empty());
    }
    content.sections.retain(|section| !section.blocks.is_empty());
    LegalView {
        version: version_line(&content.labels, &content),
        notice: String::new(),
        lead: content.lead,
        sections: content.sections,
        title: content.title,
        contents: content.labels.contents,
    }
}

/// Returns the sentence with the version of a text and the date on which it took effect.
fn version_line(labels: &LegalLabels, content: &LegalContent) -> String {
    let line = labels.version.replace("{version}", &content.version);
    line.replace("{date}", &date::long(content.effective))
}

fn section(id: &str, title: &str, blocks: Vec<LegalBlock>) -> LegalSection {
    LegalSection { id: id.to_owned(), title: title.to_owned(), blocks }
}

fn link(label: &str, url: &str) -> LegalBlock {
    LegalBlock::Link { label: label.to_owned(), url: url.to_owned() }
}
