//! Facts about the company on rendered pages after setup: all pages agree, and none states a fact of the demo company.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::json;
use vitrine::{
    foundation::{accounts::model::Registration, identity::actor::Actor},
    operations::setup,
};

use crate::harness::{ADMIN, ARTICLE, NO_ACCOUNTS, PAGES, PASSWORD, Server};

const OTHER_PAGES: [&str; 5] = ["/contato/obrigado", "/newsletter", "/auth", ARTICLE, "/nada"];
/// Facts of the demo company that no other company's pages may state.
const DEMO: [&str; 6] = ["São Paulo", "4000-0000", "40000000", "vitrine.example", "2014", "Vitrine TI"];

/// Starts the site of a company in Recife, whose setup left most fields empty.
async fn start_recife(remove_demo: bool) -> Server {
    let server = Server::start_with(NO_ACCOUNTS).await;
    let body = json!({"token": server.setup_secret, "email": ADMIN, "password": PASSWORD, "full_name": "Ana",
        "company": {"name": "Capibaribe TI", "location": "Recife, PE", "founded": "2019"},
        "contact": {"phone": "8133334444"}, "remove_demo": remove_demo});
    server.post("/api/auth/setup", &body).await.expect(StatusCode::CREATED);
    server
}

/// Returns the visible texts of a page.
fn texts(html: &str) -> Vec<String> {
    let (_, body) = html.split_once("<body").unwrap_or(("", html));
    let body = body.split("<script").next().unwrap();
    let pieces = body.split('<').skip(1).filter_map(|piece| piece.split_once('>'));
    pieces.map(|(_, text)| text.replace("&amp;", "&")).filter(|text| !text.trim().is_empty()).collect()
}

/// Removes numbers and dates of laws, which aren't facts about the company.
fn without_laws(text: &str) -> String {
    text.replace("13.709/2018", "").replace("12.965/2014", "")
}

/// Returns the numbers before a word, such as `7` in `7 anos`.
fn numbers_before<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_word = |text: &str| text.trim_matches(|c: char| !c.is_alphanumeric()) == word;
    let pairs = words.windows(2).filter(|pair| is_word(pair[1]));
    pairs.map(|pair| pair[0]).filter(|number| number.parse::<u32>().is_ok()).collect()
}

/// Returns the numbers of a text that are years.
fn years(text: &str) -> impl Iterator<Item = u32> {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| number.len() == 4);
    numbers.filter_map(|number| number.parse().ok()).filter(|year| (1900..2100).contains(year))
}

/// Returns the words of a text that end with a percent sign.
fn percentages(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().filter(|word| word.trim_end_matches(['.', ',']).ends_with('%'))
}

/// Checks that all pages state the same facts about the company, and none of the demo company.
async fn assert_consistent(remove_demo: bool) {
    let server = start_recife(remove_demo).await;
    let mut cities = 0;
    let (mut found_years, mut ages, mut found_percentages) =
        (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for path in PAGES.map(|(path, _)| path).into_iter().chain(OTHER_PAGES) {
        let html = server.get(path).await.text();
        for fact in DEMO {
            assert!(!without_laws(&html).contains(fact), "{path} contains {fact}");
        }
        // The link that shares an article is `wa.me` without a number.
        assert!(!html.contains("wa.me/55"), "{path}: the company has no WhatsApp number");
        cities += html.matches("Recife").count();
        assert!(!html.contains("{year") && !html.contains("{city") && !html.contains("[ em"), "{path}");
        if path == ARTICLE {
            continue;
        }
        for text in texts(&html) {
            let text = without_laws(&text);
            found_years.extend(years(&text));
            ages.extend(numbers_before(&text, "anos").into_iter().map(str::to_owned));
            found_percentages.extend(percentages(&text).map(str::to_owned));
            for hours in numbers_before(&text, "horas") {
                // Pages may promise an answer within 4 hours to support calls, and within 24 hours to all others.
                let is_of_calls = text.to_lowercase().contains("chamado");
                assert!(hours == "24" || is_of_calls && hours == "4", "{path}: {text}");
            }
        }
    }
    assert!(cities >= 10, "the city is on the pages: {cities}");
    assert_eq!(found_years, BTreeSet::from([2019, 2026]));
    // The age of the company, and the age of majority in the privacy policy.
    assert!(ages.iter().all(|age| age == "7" || age == "18"), "{ages:?}");
    let percentages: Vec<_> = found_percentages.into_iter().collect();
    assert_eq!(percentages, if remove_demo { vec![] } else { vec!["99%"] });
    let about = server.text("/sobre").await;
    assert!(about.contains("Somos uma empresa de Recife que há 7 anos cuida"), "{about}");
    assert!(server.text("/termos").await.contains("foro da comarca de Recife, PE, ressalvado"));
}

#[tokio::test]
async fn pages_agree_on_facts_with_demo_content() {
    assert_consistent(false).await;
}

#[tokio::test]
async fn pages_agree_on_facts_without_demo_content() {
    assert_consistent(true).await;
}

#[tokio::test]
async fn texts_omit_unknown_company_facts() {
    let server = Server::start_with(NO_ACCOUNTS).await;
    let body =
        json!({"token": server.setup_secret, "email": ADMIN, "password": PASSWORD, "full_name": "Ana"});
    server.post("/api/auth/setup", &body).await.expect(StatusCode::CREATED);
    for path in PAGES.map(|(path, _)| path) {
        let html = server.text(path).await;
        for link in ["href=\"tel:\"", "href=\"mailto:\"", "href=\"\""] {
            assert!(!html.contains(link), "{path}: {link}");
        }
        for text in texts(&html) {
            let gaps = [" .", " ,", "  ", " em .", "em ,", " de .", "[", "{"];
            let is_broken = gaps.iter().any(|gap| text.contains(gap));
            assert!(!is_broken, "{path}: {text}");
        }
    }
    let terms = server.text("/termos").await;
    assert!(terms.contains("foro da comarca da sede da empresa"), "{terms}");
}

#[tokio::test]
async fn years_on_pages_follow_the_clock() {
    let server = start_recife(false).await;
    assert!(server.text("/sobre").await.contains("há 7 anos"));
    server.advance(TimeDelta::days(60));
    let about = server.text("/sobre").await;
    assert!(about.contains("há 8 anos") && about.contains("© 2027"), "{about}");
}

#[tokio::test]
async fn creation_of_the_first_administrator_removes_the_demo_contact_data() {
    let server = Server::start_with(NO_ACCOUNTS).await;
    assert!(server.text("/").await.contains("(11) 4000-0000"), "a new site is a demo");
    let registration =
        Registration { email: ADMIN.to_owned(), password: PASSWORD.to_owned(), full_name: "Ana".to_owned() };
    setup::create_admin(&server.app, &Actor::command_line(), &registration).await.unwrap();
    let page = server.text("/contato").await;
    for fact in ["4000-0000", "40000000", "vitrine.example", "São Paulo"] {
        assert!(!page.contains(fact), "{fact}");
    }
}

#[tokio::test]
async fn legal_data_of_the_company_is_on_pages_and_in_structured_data() {
    let server = start_recife(true).await;
    let admin = server.admin().await;
    let refused = admin
        .put("/api/settings/company", &json!({"cnpj": "11.222.333/0001-82"}))
        .await
        .expect(StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.json()["fields"]["cnpj"].is_string());
    let record = json!({"full_name": "Capibaribe Tecnologia Ltda.", "cnpj": "12abc34501de35", "data_officer": "Rui Melo"});
    let saved = admin.put("/api/settings/company", &record).await;
    assert_eq!(saved.json()["cnpj"], "12.ABC.345/01DE-35");
    let home = server.text("/").await;
    assert!(home.contains("Capibaribe Tecnologia Ltda. · CNPJ\u{a0}12.ABC.345/01DE-35"), "{home}");
    assert!(home.contains("\"taxID\":\"12.ABC.345/01DE-35\"") && home.contains("\"legalName\""), "{home}");
    assert!(server.text("/privacidade").await.contains("Capibaribe TI, Rui Melo, recebe"));
    // A changed name doesn't change the legal name.
    admin.put("/api/settings/company", &json!({"name": "Beberibe TI"})).await.expect(StatusCode::OK);
    assert_eq!(admin.json("/api/settings/company").await["full_name"], "Capibaribe Tecnologia Ltda.");
}

#[tokio::test]
async fn company_phone_is_stored_formatted() {
    let server = start_recife(true).await;
    let admin = server.admin().await;
    assert_eq!(admin.json("/api/settings/contact").await["phone"], "(81) 3333-4444");
    let phone = json!({"phone": "8133334444 ramal 12"});
    admin.put("/api/settings/contact", &phone).await.expect_success();
    let home = server.text("/").await;
    assert!(home.contains("(81) 3333-4444 ramal 12") && home.contains("\"tel:+558133334444\""), "{home}");
    let contact = json!({"name": "João", "email": "joao@exemplo.com.br", "company": "J", "message": "Oi",
        "phone": "(81) 3333-4444 ramal 12 / (81) 98765-4321"});
    assert_eq!(server.send_contact(&contact).await["phone"], contact["phone"]);
}
