//! Personal data in the media library: pictures whose name or alternative text names a person.

use serde_json::json;

use super::{collect, purge, unused};
use crate::{
    app::{App, config::media::MediaConfig},
    foundation::{
        media::{reference::Reference, store},
        personal_data::{
            AskedBy, Erased, Person, PersonRecord, PersonalData, Records, kind, retention::RetentionRule,
            table,
        },
    },
    platform::{
        db::{Connection, Transaction},
        error::Result,
        privacy::identifying_text::Identifiers,
    },
};

const FILES: &str = "files";
/// The sentence of certificates about copies of pictures.
const COPIES: &str = "Navegadores e servidores intermediários podem ter cópias por até um ano.";

pub const PERSONAL_DATA: PersonalData = PersonalData {
    tables: &[
        table("media").personal("name alt search path variants").staff("created_by").other(
            "id folder content_type width height bytes version created_at updated_at deleted_at focus_x focus_y \
             search_number",
        ),
        table("media_grams").personal("search"),
    ],
    kinds: &[
        kind(FILES, "Imagens com o nome da pessoa", |app, person, _| Box::pin(list(app, person))).internal()
    ],
    identify: |db, person| Box::pin(identify(db, person)),
    erase: |app, tx, person, erased| Box::pin(erase(app, tx, person, erased)),
    retention: &[RetentionRule {
        key: "unused_pictures",
        label: "Imagens sem uso",
        text: "Contadas desde a última mudança da imagem em Mídia, mesmo que ela tenha saído do site há pouco. Vão para a \
               lixeira, de onde podem ser restauradas por 30 dias. Para uma imagem restaurada, o prazo recomeça. Versões antigas de textos e \
               outros sites não contam como uso.",
        default_days: None,
        suggested_days: 365,
        min_days: 30,
        may_be_off: true,
        find: |db, before| Box::pin(async move { unused::find(&db, before).await }),
        erase: |app, before| Box::pin(unused::move_to_trash(app, before)),
    }],
};

/// Returns what identifies the person in the texts of pictures. Empty if the owner of an account asked, because owners don't
/// decide about the site's pictures.
fn identifiers(person: &Person) -> Identifiers {
    match person.asked_by {
        AskedBy::Owner => Identifiers::default(),
        AskedBy::Staff => person.identifiers().without_single_word_names(),
    }
}

/// Adds the ids of the pictures, so that an erasure also removes their names from the audit log.
async fn identify(db: Connection<'_>, person: &mut Person) -> Result<()> {
    let pictures = store::list_naming(&db, &identifiers(person)).await?;
    person.records.extend(pictures.iter().map(|media| media.id));
    Ok(())
}

async fn list(app: &App, person: &Person) -> Result<Records> {
    let pictures = store::list_naming(app.db.reader(), &identifiers(person)).await?;
    let records = pictures.into_iter().map(|media| {
        let data = json!({"name": media.name, "alt": media.alt, "url": media.url, "created_at": media.created_at,
            "deleted_at": media.deleted_at});
        PersonRecord::new(media.created_at, media.name, &data).about(media.id)
    });
    Ok(Records::all(records.collect()))
}

/// Deletes the pictures permanently, except those that are in use: staff have to replace them first.
async fn erase(app: &App, tx: &Transaction, person: &Person, erased: &mut Erased) -> Result<()> {
    for media in store::list_naming(&**tx, &identifiers(person)).await? {
        if collect::uses(&**tx, &Reference::to(&media)).await?.is_empty() {
            store::delete(&**tx, media.id).await?;
            erased.add(FILES, 1);
            erased.files.extend(purge::files(&media));
        } else {
            *erased.remaining.entry(FILES).or_default() += 1;
        }
    }
    if !erased.files.is_empty() {
        let store = match app.config.media {
            MediaConfig::Folder(_) => "Pasta de imagens do servidor",
            MediaConfig::S3(_) => "Armazenamento de arquivos (S3)",
        };
        erased.locations.push(format!("{store}: os arquivos das imagens foram apagados. {COPIES}"));
    }
    Ok(())
}
