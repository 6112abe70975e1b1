//! Search in long lists: an index finds the same rows as a full scan.

use std::collections::BTreeSet;

use rand::{RngExt, SeedableRng, rngs::StdRng};
use sea_orm::{
    ConnectionTrait, DatabaseBackend, DbErr, EntityTrait, FromQueryResult, QueryOrder, Select, Statement,
    sea_query::Query,
};
use uuid::Uuid;
use vitrine::{
    features::contacts::{
        fields::{ContactFields, NewContact},
        source::ContactSource,
        store::{self, SenderContext},
        triage::Triage,
    },
    platform::{
        clock::Timestamp,
        db::{Database, Transaction},
        http::Version,
        id::{new_id, random_bytes},
        paging::Total,
        search::{
            SearchTerms,
            store::{Search, SearchIndex},
        },
        text,
    },
};

use crate::harness::{
    Folder, Server, VISITOR, contact_path, database_before, new_contact, new_database, start_of_test,
};

/// Columns of contacts that a search reads.
mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "contacts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub search: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Letters with accents, wildcards, quotes, spaces, and characters of two to four bytes.
const LETTERS: [char; 20] =
    ['a', 'b', 'c', 'o', 'ã', 'é', 'Ç', 'B', ' ', ' ', '\n', '%', '_', '\\', '"', '\'', '1', 'ß', '日', '🙂'];

struct Random(StdRng);

impl Random {
    /// Returns a number from 0 to `max`.
    fn up_to(&mut self, max: usize) -> usize {
        self.0.random_range(0..=max)
    }

    fn text(&mut self, max_length: usize) -> String {
        let length = self.up_to(max_length);
        (0..length).map(|_| LETTERS[self.up_to(LETTERS.len() - 1)]).collect()
    }

    fn fields(&mut self) -> ContactFields {
        ContactFields {
            name: self.text(12),
            email: self.text(8),
            phone: self.text(4),
            company: self.text(8),
            message: self.text(60),
        }
    }

    /// Returns a part of a text, sometimes altered.
    fn part_of(&mut self, text: &str) -> String {
        let chars: Vec<char> = text.chars().collect();
        let start = self.up_to(chars.len());
        let max_length = if self.up_to(3) == 0 { chars.len() } else { 5 };
        let end = (start + self.up_to(max_length)).min(chars.len());
        let mut part: Vec<char> = chars[start..end].to_vec();
        if self.up_to(3) == 0 && !part.is_empty() {
            let index = self.up_to(part.len() - 1);
            part[index] = LETTERS[self.up_to(LETTERS.len() - 1)];
        }
        part.into_iter().collect()
    }
}

fn sorted(query: Select<rows::Entity>) -> Select<rows::Entity> {
    query.order_by_asc(rows::Column::Id)
}

/// Returns the index of contacts, which is used for lists of more than `short_list` rows. Searches of short terms reach all rows
/// of the tests.
fn index(short_list: u64) -> SearchIndex {
    SearchIndex { table: "contacts", has_positions: false, max_numbers: 12, short_list, first_rows: 100_000 }
}

/// Returns the rows that a search finds, sorted by ID.
async fn ids_of(server: &Server, search: &Search) -> Vec<Uuid> {
    let db = server.app.db.reader();
    let found = sorted(search.narrow(db, rows::Entity::find(), sorted)).all(db).await.unwrap();
    found.into_iter().map(|row| row.id).collect()
}

/// Creates contacts, and changes, deletes and anonymizes some of them at random.
async fn fill(server: &Server, random: &mut Random) {
    let now = start_of_test();
    let tx = server.app.db.begin().await.unwrap();
    let visitor =
        vitrine::foundation::identity::store::users::find_by_email(&*tx, VISITOR).await.unwrap().unwrap();
    for number in 0..300 {
        let new = NewContact {
            fields: random.fields(),
            source: ContactSource::default(),
            quarantined: false,
            file_names: Vec::new(),
        };
        let owner = (number % 10 == 0).then_some(visitor.id);
        let contact =
            store::create(&*tx, new, SenderContext { user_id: owner, ..SenderContext::default() }, now, now)
                .await
                .unwrap();
        let (id, version) = (contact.id, Version(1));
        match random.up_to(6) {
            0 => drop(store::set_deleted(&*tx, id, true, now).await.unwrap()),
            1 => {
                let triage = Triage::of(&contact);
                store::update(&*tx, id, version, random.fields(), triage, now).await.unwrap();
            }
            2 => {
                let unchanged = contact.fields.clone();
                store::update(&*tx, id, version, unchanged, Triage::of(&contact), now).await.unwrap();
            }
            _ => {}
        }
        if number == 200 {
            store::purge(&*tx, now + chrono::TimeDelta::days(1), 10).await.unwrap();
            anonymize_contacts_of(&tx, visitor.id, now).await;
        }
    }
    tx.commit().await.unwrap();
}

async fn anonymize_contacts_of(tx: &Transaction, user: Uuid, now: Timestamp) {
    let sender = store::find_sender(&**tx, Some(user), &BTreeSet::new(), false).await.unwrap();
    store::anonymize(&**tx, &sender.contacts.into_iter().collect(), now).await.unwrap();
}

#[tokio::test]
async fn every_search_strategy_matches_a_full_scan() {
    // The messages contain the seed, so that a failed run can be repeated.
    let seed: u64 = u64::from_be_bytes(random_bytes());
    let mut random = Random(StdRng::seed_from_u64(seed));
    let server = Server::start().await;
    fill(&server, &mut random).await;
    let db = server.app.db.reader();
    let all = sorted(rows::Entity::find()).all(db).await.unwrap();
    // With a `short_list` of 100,000, searches read all rows in place of the index, because all lists of the test are shorter.
    let indexes = [0, 100_000].map(index);
    let mut partial_results = 0;
    for round in 0..300 {
        let term = random.part_of(&all[round % all.len()].search);
        let terms = SearchTerms::of(Some(&term));
        let folded = text::fold(&term);
        let expected: Vec<Uuid> =
            all.iter().filter(|row| row.search.contains(&folded)).map(|row| row.id).collect();
        partial_results += usize::from((1..all.len()).contains(&expected.len()));
        for index in indexes {
            let context = format!("seed {seed}, {term:?}, {index:?}");
            let limited = index.search(db, &rows::Entity::find(), terms.clone(), sorted).await.unwrap();
            let all_rows = index.search_all(db, &rows::Entity::find(), terms.clone(), sorted).await.unwrap();
            let in_order = index.search_in_order(terms.clone());
            for search in [&limited, &all_rows, &in_order] {
                assert_eq!(ids_of(&server, search).await, expected, "{context}");
            }
            let total = limited.total(db, rows::Entity::find(), None, sorted).await.unwrap();
            assert_eq!(total, Total::from(expected.len() as u64), "{context}");
        }
    }
    assert!(partial_results > 100, "only {partial_results} searches found some but not all rows");
}

async fn create_contact(tx: &Transaction, fields: ContactFields) {
    let new =
        NewContact { fields, source: ContactSource::default(), quarantined: false, file_names: Vec::new() };
    store::create(&**tx, new, SenderContext::default(), start_of_test(), start_of_test()).await.unwrap();
}

#[tokio::test]
async fn short_terms_search_the_first_rows_and_report_it() {
    let server = Server::start().await;
    let tx = server.app.db.begin().await.unwrap();
    for name in ["xy 1", "ab 2", "xy 3", "xy 4"] {
        let fields = ContactFields { name: name.to_owned(), ..Random(StdRng::seed_from_u64(1)).fields() };
        create_contact(&tx, fields).await;
    }
    tx.commit().await.unwrap();
    let db = server.app.db.reader();
    let by_text = |query: Select<rows::Entity>| query.order_by_asc(rows::Column::Search);
    let count = async |first_rows, term| {
        let index = SearchIndex { first_rows, ..index(0) };
        let search =
            index.search(db, &rows::Entity::find(), SearchTerms::of(Some(term)), by_text).await.unwrap();
        search.total(db, rows::Entity::find(), None, by_text).await.unwrap()
    };
    assert_eq!(count(2, "xy").await, Total::from(1).among(2), "'ab 2' and 'xy 1' come first");
    assert_eq!(count(4, "xy").await, Total::from(3));
    assert_eq!(count(2, "xy 3").await, Total::from(1), "a term of four characters is searched in all rows");
}

#[tokio::test]
async fn short_terms_find_the_same_contacts_in_each_order() {
    let server = Server::start().await;
    let later = start_of_test() + chrono::TimeDelta::seconds(1);
    let tx = server.app.db.begin().await.unwrap();
    insert(&*tx, &["Xy 1".to_owned(), "Xy 2".to_owned()], start_of_test()).await.unwrap();
    for names in vec!["Ana".to_owned(); 1999].chunks(500) {
        insert(&*tx, names, later).await.unwrap();
    }
    insert(&*tx, &["Xy 3".to_owned()], later).await.unwrap();
    tx.execute_unprepared("UPDATE contacts SET waits_until = created_at").await.unwrap();
    tx.commit().await.unwrap();
    let staff = server.editor().await;
    for list in ["order=newest", "order=late_first", "order=late_first&view=waiting"] {
        let answer = staff.get(&format!("/api/contacts?search=xy&{list}")).await;
        assert_eq!(answer.headers()["x-searched-first"], "2000", "{list}");
        assert_eq!(answer.headers()["x-total-count"], "1", "{list}");
        assert_eq!(answer.json().as_array().unwrap().len(), 1, "{list}");
    }
}

#[tokio::test]
async fn search_counts_up_to_one_thousand_results() {
    let server = Server::start().await;
    let tx = server.app.db.begin().await.unwrap();
    for number in 0..1005 {
        let mut fields = Random(StdRng::seed_from_u64(number)).fields();
        fields.name = format!("Fulana {}", if number < 1000 { "Primeira" } else { "Segunda" });
        create_contact(&tx, fields).await;
    }
    tx.commit().await.unwrap();
    let staff = server.editor().await;
    for (search, count, more) in
        [("fulana", "1000", true), ("primeira", "1000", false), ("segunda", "5", false)]
    {
        let answer = staff.get(&format!("/api/contacts?search={search}&limit=2")).await;
        assert_eq!(answer.headers()["x-total-count"], count, "{search}");
        assert_eq!(answer.headers().contains_key("x-total-more"), more, "{search}");
        assert!(!answer.headers().contains_key("x-searched-first"), "{search}");
    }
    let all = staff.get("/api/contacts?limit=2").await;
    assert_eq!(all.headers()["x-total-count"], "1005", "a list without search terms is counted completely");
}

#[tokio::test]
async fn search_lists_all_results_although_it_counts_only_one_thousand() {
    let server = Server::start().await;
    let names: Vec<String> = (0..3200)
        .map(|number| format!("{} {number}", if number < 2100 { "Antes" } else { "Depois" }))
        .collect();
    let tx = server.app.db.begin().await.unwrap();
    for names in names.chunks(500) {
        insert(&*tx, names, start_of_test()).await.unwrap();
    }
    tx.commit().await.unwrap();
    let db = server.app.db.reader();
    let by_text = |query: Select<rows::Entity>| query.order_by_asc(rows::Column::Search);
    let all = by_text(rows::Entity::find()).all(db).await.unwrap();
    // All of the first 2000 rows have 'antes', so its pages are read in the order of the list (`Everywhere`). None of them has
    // 'depois', so its pages are found with the index (`Many`), even if the list is short enough to be counted without it.
    for (short_list, term, strategy) in
        [(0, "antes", "Everywhere"), (0, "depois", "Many"), (9999, "depois", "Many")]
    {
        let terms = SearchTerms::of(Some(term));
        let search = index(short_list).search(db, &rows::Entity::find(), terms, by_text).await.unwrap();
        assert!(format!("{search:?}").contains(strategy), "{search:?}");
        let found = by_text(search.narrow(db, rows::Entity::find(), by_text)).all(db).await.unwrap();
        let expected: Vec<_> = all.iter().filter(|row| row.search.contains(term)).cloned().collect();
        assert_eq!(found, expected, "{term}");
        let total = search.total(db, rows::Entity::find(), None, by_text).await.unwrap();
        assert_eq!(total, Total::more_than(1000), "{term}");
    }
}

#[derive(FromQueryResult)]
struct Count {
    count: i64,
}

/// Returns the column `count` of a query.
async fn count(connection: &impl ConnectionTrait, sql: &str) -> i64 {
    let statement = Statement::from_string(connection.get_database_backend(), sql);
    Count::find_by_statement(statement).one(connection).await.unwrap().unwrap().count
}

/// Checks SQLite's index down to its stored bytes.
#[tokio::test]
async fn erased_terms_leave_the_search_index() {
    let server = Server::start().await;
    let db = server.app.db.reader();
    let mut fields = Random(StdRng::seed_from_u64(1)).fields();
    fields.message = "antes ωψχ depois".to_owned();
    let tx = server.app.db.begin().await.unwrap();
    let visitor =
        vitrine::foundation::identity::store::users::find_by_email(&*tx, VISITOR).await.unwrap().unwrap();
    let new =
        NewContact { fields, source: ContactSource::default(), quarantined: false, file_names: Vec::new() };
    let now = start_of_test();
    store::create(
        &*tx,
        new,
        SenderContext { user_id: Some(visitor.id), ..SenderContext::default() },
        now,
        now,
    )
    .await
    .unwrap();
    tx.commit().await.unwrap();
    // `rows` counts the rows that the index finds, `bytes` the stored blocks with the last three bytes of the term.
    let (rows, bytes) = if db.get_database_backend() == DatabaseBackend::Sqlite {
        let rows = "SELECT count(*) AS count FROM contacts_grams WHERE contacts_grams MATCH '\"ωψχ\"'";
        let bytes = "SELECT count(*) AS count FROM contacts_grams_data WHERE instr(block, x'88CF87') > 0";
        (rows, bytes)
    } else {
        // PostgreSQL's index contains the results of this function: numbers such as 0xCF89CF, the first three bytes of the term.
        let rows = "SELECT count(*) AS count FROM contacts WHERE search_grams(search) @> ARRAY[13601231]";
        (rows, rows)
    };
    assert!(count(db, rows).await == 1 && count(db, bytes).await == 1, "the term is in the index");
    let tx = server.app.db.begin().await.unwrap();
    anonymize_contacts_of(&tx, visitor.id, now).await;
    tx.commit().await.unwrap();
    assert_eq!((count(db, rows).await, count(db, bytes).await), (0, 0));
    let staff = server.editor().await;
    assert_eq!(staff.json("/api/contacts?search=%CF%89%CF%88%CF%87").await, serde_json::json!([]));
}

#[tokio::test]
async fn migration_indexes_contacts_for_search() {
    let folder = Folder::new();
    let url = new_database(&folder).await;
    let old = database_before(&url, "m0018_long_lists").await;
    let now = start_of_test();
    insert(&old, &["João Ação", "Maria Conceição"].map(str::to_owned), now).await.unwrap();
    old.close().await.unwrap();
    let database = Database::open(&url).await.unwrap();
    let db = database.reader();
    let search =
        index(0).search(db, &rows::Entity::find(), SearchTerms::of(Some("acao")), sorted).await.unwrap();
    let found = search.narrow(db, rows::Entity::find(), sorted).all(db).await.unwrap();
    assert_eq!(found.into_iter().map(|row| row.search).collect::<Vec<_>>(), ["joao acao"]);
}

/// Inserts contacts with the columns of the first version.
async fn insert(
    connection: &impl ConnectionTrait,
    names: &[String],
    now: chrono::DateTime<chrono::Utc>,
) -> Result<(), DbErr> {
    let texts = ["name", "email", "phone", "company", "message", "status"];
    let mut insert = Query::insert();
    insert.into_table("contacts");
    insert.columns(
        ["id", "quarantined", "version", "created_at", "updated_at", "search"].into_iter().chain(texts),
    );
    for name in names {
        let values = [
            new_id(now).into(),
            false.into(),
            1.into(),
            now.into(),
            now.into(),
            text::fold(name).into(),
            name.into(),
        ];
        let empty_texts_and_status = ["", "", "", "", "new"].map(Into::into);
        insert.values_panic(values.into_iter().chain(empty_texts_and_status));
    }
    connection.execute(&insert).await.map(drop)
}

#[tokio::test]
async fn restored_contact_is_found_again() {
    let server = Server::start().await;
    let sent = server.send_contact(&new_contact()).await;
    let staff = server.editor().await;
    let path = contact_path(&sent);
    let found = async |view: &str| {
        staff.json(&format!("/api/contacts?search=padaria&view={view}")).await.as_array().unwrap().len()
    };
    assert_eq!((found("all").await, found("trash").await), (1, 0));
    staff.delete(&path).await.expect_success();
    assert_eq!((found("all").await, found("trash").await), (0, 1));
    staff.post_empty(&format!("{path}/restore")).await.expect_success();
    assert_eq!((found("all").await, found("trash").await), (1, 0));
}
