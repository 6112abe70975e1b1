//! Own measurement of visits. The clock starts at 9:00 in São Paulo on Friday, 20 November 2026.

use chrono::{NaiveDate, TimeDelta};
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};
use vitrine::{features::visits::collector, platform::http::request_buffer::BufferedRequest};

use crate::harness::{BEHIND_PROXY, Options, Server, new_contact_with};

const CHROME: &str =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const PHONE: &str = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";
const TABLET: &str = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
/// A server that takes the address of a client from `X-Forwarded-For` and has no rate limits.
const NETWORKS: Options<'static> = Options {
    variables: &[("VITRINE_TRUSTED_PROXIES", "127.0.0.0/8"), ("VITRINE_RATE_LIMITS", "off")],
    ..BEHIND_PROXY
};
/// The query for the 30 scripted days.
const SCRIPTED_DAYS: &str = "?from=2026-11-20&to=2026-12-19";

/// Sends a beacon from a network and a browser.
async fn send(server: &Server, network: &str, user_agent: &str, beacon: Value) {
    let request = server.request(Method::POST, "/api/visits").header("x-forwarded-for", network);
    request.header(header::USER_AGENT, user_agent).json(&beacon).await.expect(StatusCode::NO_CONTENT);
}

async fn view(server: &Server, network: &str, page: &str) {
    send(server, network, CHROME, json!({"kind": "view", "page": page})).await;
}

/// Returns the figures of the period that a query names.
async fn figures(server: &Server, query: &str) -> Value {
    server.editor().await.json(&format!("/api/visits{query}")).await
}

/// Returns a list of counts as lines of value, views, visitors and contacts.
fn lines(list: &Value) -> Vec<String> {
    let count = |count: &Value| {
        let value = count["value"].as_str().unwrap_or("(rest)");
        format!("{value} {} {} {}", count["views"], count["visitors"], count["contacts"])
    };
    list.as_array().unwrap().iter().map(count).collect()
}

/// Returns the number that a query selects.
async fn number(server: &Server, sql: &str) -> i64 {
    server.query(sql).await[0].try_get_by_index(0).unwrap()
}

/// Lets a day pass. Maintenance then stores its figures and deletes old events.
async fn end_day(server: &Server) {
    server.advance(TimeDelta::days(1));
    server.run_maintenance().await;
}

/// Sends the beacons of one day: five views by three visitors, and Web Vitals and a click on WhatsApp by one of them. Every
/// tenth day also has a view with two clicks on phone numbers, a missing page and a contact.
async fn scripted_day(server: &Server, day: i64) {
    let landing = json!({"kind": "view", "page": "/", "referrer": "www.google.com"});
    send(server, "10.0.0.1", CHROME, landing.clone()).await;
    view(server, "10.0.0.1", "/servicos").await;
    view(server, "10.0.0.1", "/servicos").await;
    let campaign = json!({"kind": "view", "page": "/servicos", "referrer": "",
        "utm_source": "boletim", "utm_medium": "email", "utm_campaign": "novembro"});
    send(server, "10.0.0.1", PHONE, campaign).await;
    let last = format!("10.0.1.{day}");
    send(server, &last, PHONE, landing).await;
    let leave = json!({"kind": "leave", "page": "/", "lcp": 1900, "inp": 90, "cls": 0.3, "whatsapp": 1});
    send(server, &last, PHONE, leave).await;
    if day % 10 == 0 {
        send(server, "10.0.2.1", TABLET, json!({"kind": "view", "page": "/contato"})).await;
        send(server, "10.0.2.1", TABLET, json!({"kind": "leave", "page": "/contato", "phone": 2})).await;
        send(server, &last, PHONE, json!({"kind": "missing", "page": "/antigo/"})).await;
        let source = json!({"source_page": "/servicos", "utm_source": "boletim", "utm_medium": "email",
            "utm_campaign": "novembro"});
        server.send_contact(&new_contact_with(&source)).await;
    }
}

/// Checks the figures of the 30 scripted days.
fn assert_month(report: &Value) {
    let totals =
        json!({"views": 153, "visitors": 93, "contacts": 3, "missing": 3, "whatsapp": 30, "phone": 6});
    assert_eq!(report["totals"], totals);
    let days = report["by_day"].as_array().unwrap();
    assert_eq!(days.len(), 30);
    assert_eq!(days[0], json!({"day": "2026-11-20", "views": 6, "visitors": 4, "contacts": 1}));
    assert_eq!(days[29], json!({"day": "2026-12-19", "views": 5, "visitors": 3, "contacts": 0}));
    assert_eq!(lines(&report["pages"]), ["/servicos 90 60 3", "/ 60 60 0", "/contato 3 3 0"]);
    assert_eq!(lines(&report["referrers"]), ["google.com 60 60 0", " 30 30 3"]);
    assert_eq!(lines(&report["devices"]), ["desktop 90 30 0", "mobile 60 60 0", "tablet 3 3 0"]);
    assert_eq!(lines(&report["missing"]), ["/antigo 3 3 0"]);
    let name = json!({"utm_source": "boletim", "utm_medium": "email", "utm_campaign": "novembro"});
    assert_eq!(report["campaigns"], json!([{"campaign": name, "views": 30, "visitors": 30, "contacts": 3}]));
    let clicks =
        json!([{"page": "/", "whatsapp": 30, "phone": 0}, {"page": "/contato", "whatsapp": 0, "phone": 6}]);
    assert_eq!(report["clicks"], clicks);
    // Percentiles are interpolated within a bucket, so they are near the values sent: 1900 ms, 90 ms and 300 thousandths.
    let vital = |metric, p75, rating, shares: [u64; 3]| {
        json!({"metric": metric, "count": 30, "p75": p75, "rating": rating, "good": shares[0],
            "needs_improvement": shares[1], "poor": shares[2]})
    };
    let vitals = [
        vital("lcp", 1941, "good", [30, 0, 0]),
        vital("inp", 94, "good", [30, 0, 0]),
        vital("cls", 288, "poor", [0, 0, 30]),
    ];
    assert_eq!(report["vitals"], json!(vitals));
}

#[tokio::test]
async fn scripted_month_gives_exact_figures() {
    let server = Server::start_with(NETWORKS).await;
    let empty = figures(&server, "").await;
    assert_eq!((&empty["first_day"], &empty["totals"]["views"]), (&Value::Null, &json!(0)));
    for day in 0..30 {
        scripted_day(&server, day).await;
        end_day(&server).await;
    }
    let report = figures(&server, SCRIPTED_DAYS).await;
    assert_month(&report);
    assert_eq!((&report["first_day"], &report["previous"]), (&json!("2026-11-20"), &Value::Null));
    assert_eq!(number(&server, "SELECT COUNT(*) FROM visit_days").await, 30);
    assert_periods_until_today(&server).await;
    assert_export(&server).await;

    for _ in 0..31 {
        end_day(&server).await;
    }
    assert_eq!(number(&server, "SELECT COUNT(*) FROM visit_events").await, 0, "deleted after 30 days");
    assert_eq!(number(&server, "SELECT COUNT(*) FROM visit_salts").await, 0);
    assert_month(&figures(&server, SCRIPTED_DAYS).await);
    assert_sums_of_months(&server, &report).await;
}

/// Checks the figures of periods that end on the day after the scripted ones, which has no visits yet.
async fn assert_periods_until_today(server: &Server) {
    let eight_days = figures(server, "?from=2026-12-13").await;
    assert_eq!((&eight_days["to"], &eight_days["totals"]["views"]), (&json!("2026-12-20"), &json!(35)));
    // Today isn't compared.
    assert_eq!((&eight_days["compared_days"], &eight_days["compared"]["views"]), (&json!(7), &json!(35)));
    assert_eq!(eight_days["previous"]["views"], 36);
    let today = figures(server, "?from=2026-12-20").await;
    assert_eq!((&today["compared_days"], &today["previous"]), (&json!(0), &Value::Null));
    // The dashboard shows seven days.
    let dashboard = server.editor().await.json("/api/dashboard").await;
    assert_eq!(dashboard["visits"], json!({"is_measured": true, "views": 30, "visitors": 18}));
}

async fn assert_export(server: &Server) {
    let csv = server.editor().await.text(&format!("/api/visits/export.csv{SCRIPTED_DAYS}")).await;
    for row in [
        "Quadro;Item;Medida;Quantidade;Visitantes;Contatos",
        "Dia;20/11/2026;Visualizações;6;4;1",
        "Página;/servicos;Visualizações;90;60;3",
        "Origem;Acesso direto;Chegadas;30;30;3",
        "Campanha;boletim / email / novembro;Chegadas;30;30;3",
        "Clique no WhatsApp;/;Cliques;30;;",
    ] {
        assert!(csv.lines().any(|line| line.trim_start_matches('\u{feff}') == row), "{row}: {csv}");
    }
    assert!(csv.contains("\nDispositivo;Computador;Visualizações;"), "{csv}");
}

/// Checks periods with whole months, whose figures are read from stored sums of months. Only the scripted days have visits, so
/// these periods have the figures of `report`.
async fn assert_sums_of_months(server: &Server, report: &Value) {
    let stored_months = "SELECT COUNT(DISTINCT month) FROM visit_month_figures";
    assert_eq!(number(server, stored_months).await, 2, "November and December");
    for longer in ["?from=2026-11-01&to=2026-12-31", "?from=2026-10-20&to=2027-01-10"] {
        let longer = figures(server, longer).await;
        for list in ["totals", "pages", "referrers", "campaigns", "devices", "missing", "clicks", "vitals"] {
            assert_eq!(longer[list], report[list], "{list}");
        }
    }
    view(server, "10.0.0.1", "/sobre").await;
    end_day(server).await;
    let pages = figures(server, "?from=2026-12-01&to=2027-01-20").await["pages"].clone();
    assert!(lines(&pages).contains(&"/sobre 1 1 0".to_owned()), "a day after the last whole month: {pages}");
}

#[tokio::test]
async fn visits_of_today_are_counted_at_once_and_across_replicas() {
    let server = Server::start_with(NETWORKS).await;
    let replica = server.replica().await;
    view(&server, "10.0.0.1", "/").await;
    send(&replica, "10.0.0.1", CHROME, json!({"kind": "view", "page": "/sobre"})).await;
    collector::write(&replica.app).await.unwrap();
    let report = figures(&server, "").await;
    // Both processes use the same salt.
    assert_eq!((&report["totals"]["views"], &report["totals"]["visitors"]), (&json!(2), &json!(1)));
    assert_eq!(number(&server, "SELECT COUNT(*) FROM visit_salts").await, 1);
    server.advance(TimeDelta::days(1));
    view(&server, "10.0.0.1", "/").await;
    assert_eq!(figures(&server, "").await["totals"]["visitors"], 2, "the next day has another salt");
    assert_eq!(number(&server, "SELECT COUNT(*) FROM visit_salts").await, 1, "the former salt is deleted");
}

#[tokio::test]
async fn robots_dnt_visitors_and_invalid_beacons_are_not_counted() {
    let server = Server::start_with(NETWORKS).await;
    let beacon = json!({"kind": "view", "page": "/"});
    for robot in ["", "curl/8", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"] {
        send(&server, "10.0.0.1", robot, beacon.clone()).await;
    }
    let from_browser = || server.request(Method::POST, "/api/visits").header(header::USER_AGENT, CHROME);
    for signal in ["dnt", "sec-gpc"] {
        from_browser().header(signal, "1").json(&beacon).await.expect(StatusCode::NO_CONTENT);
    }
    for invalid in [
        json!({}),
        json!([]),
        json!({"kind": "view", "page": "/admin/contacts"}),
        json!({"kind": "view", "page": "/previa/abc"}),
        json!({"kind": "missing", "page": "/cliente/ana@exemplo.com.br"}),
    ] {
        send(&server, "10.0.0.1", CHROME, invalid).await;
    }
    from_browser().header("content-type", "application/json").body("{").await.expect(StatusCode::NO_CONTENT);
    from_browser().json(&json!({"page": "a".repeat(3000)})).await.expect(StatusCode::PAYLOAD_TOO_LARGE);
    from_browser().header("sec-fetch-site", "cross-site").json(&beacon).await.expect(StatusCode::FORBIDDEN);
    assert_eq!(figures(&server, "").await["first_day"], Value::Null);
    let sent = from_browser().json(&beacon).await.expect(StatusCode::NO_CONTENT);
    assert!(sent.headers().get(header::SET_COOKIE).is_none());
    assert_eq!(figures(&server, "").await["totals"]["views"], 1);
}

#[tokio::test]
async fn setting_turns_measurement_off() {
    let server = Server::start_with(NETWORKS).await;
    assert!(server.text("/").await.contains("data-measured"));
    let admin = server.admin().await;
    let set =
        async |value: &str| admin.put("/api/settings/analytics", &json!({"own_measurement": value})).await;
    set("maybe").await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    set("off").await.expect_success();
    assert!(!server.text("/").await.contains("data-measured"));
    view(&server, "10.0.0.1", "/").await;
    let report = figures(&server, "").await;
    assert_eq!((&report["is_measured"], &report["totals"]["views"]), (&json!(false), &json!(0)));
    assert_eq!(number(&server, "SELECT COUNT(*) FROM visit_salts").await, 0);
    set("on").await.expect_success();
    view(&server, "10.0.0.1", "/").await;
    assert_eq!(figures(&server, "").await["totals"]["views"], 1);
}

/// Adds beacons directly to the buffer, in place of a burst of requests.
fn fill(server: &Server, count: usize, page: impl Fn(usize) -> String) {
    for number in 0..count {
        let beacon = json!({"kind": "view", "page": page(number)}).to_string();
        let ip = [10, 0, 0, 1].into();
        server.app.visits.add(BufferedRequest::new(server.app.clock.now(), ip, CHROME, beacon.as_bytes()));
    }
}

#[tokio::test]
async fn burst_of_beacons_is_bounded_and_loses_no_contact() {
    let server = Server::start_with(NETWORKS).await;
    fill(&server, 6_000, |_| "/".to_owned());
    server.send_contact(&new_contact_with(&json!({"source_page": "/"}))).await;
    view(&server, "10.0.0.1", "/").await;
    collector::write(&server.app).await.unwrap();
    let report = figures(&server, "").await;
    assert_eq!((&report["totals"]["views"], &report["totals"]["contacts"]), (&json!(5_000), &json!(1)));
    view(&server, "10.0.0.1", "/").await;
    assert_eq!(figures(&server, "").await["totals"]["views"], 5_001, "there is room again");
}

#[tokio::test]
async fn deleted_salts_leave_the_write_ahead_log() {
    let server = Server::start_with(NETWORKS).await;
    let Some(path) = server.app.config.database_url.strip_prefix("sqlite:") else { return };
    view(&server, "10.0.0.1", "/").await;
    figures(&server, "").await;
    let salt: Vec<u8> = server.query("SELECT salt FROM visit_salts").await[0].try_get("", "salt").unwrap();
    let is_in_files = || {
        ["", "-wal"].iter().any(|end| {
            let bytes = std::fs::read(format!("{path}{end}")).unwrap_or_default();
            bytes.windows(salt.len()).any(|found| found == salt)
        })
    };
    assert!(is_in_files());
    end_day(&server).await;
    assert!(!is_in_files());
}

#[tokio::test]
async fn flood_of_beacons_ends_at_the_daily_maximum() {
    let server = Server::start_with(NETWORKS).await;
    let at = server.app.clock.now().timestamp();
    let flood = format!(
        "INSERT INTO visit_events (at, kind, page, device, visitor)
         WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 199999)
         SELECT {at}, 'view', '/blog/' || number, 'mobile', number FROM numbers"
    );
    server.execute_sql(&flood).await;
    for _ in 0..2 {
        view(&server, "10.0.0.1", "/").await;
    }
    let report = figures(&server, "").await;
    let pages = report["pages"].as_array().unwrap();
    assert_eq!(
        (&report["totals"]["views"], pages.len()),
        (&json!(200_000), 51),
        "the second view isn't stored"
    );
    assert_eq!(pages[50]["views"], 199_950);
}

#[tokio::test]
async fn beacons_of_a_network_are_limited() {
    let server = Server::start_with(BEHIND_PROXY).await;
    for _ in 0..310 {
        view(&server, "10.0.0.1", "/").await;
    }
    view(&server, "10.0.0.2", "/").await;
    assert_eq!(figures(&server, "").await["totals"]["views"], 301);
}

#[tokio::test]
async fn days_that_were_counted_while_the_clock_was_ahead_are_counted_again() {
    let server = Server::start_with(NETWORKS).await;
    view(&server, "10.0.0.1", "/").await;
    end_day(&server).await;
    let stored = "SELECT COUNT(*) FROM visit_days";
    assert_eq!(number(&server, stored).await, 1);
    server.advance(TimeDelta::days(10));
    // The first run doesn't trust the clock.
    server.run_maintenance().await;
    server.advance(TimeDelta::hours(2));
    server.run_maintenance().await;
    assert_eq!(number(&server, stored).await, 11);
    server.advance(TimeDelta::days(-10) - TimeDelta::hours(2));
    server.run_maintenance().await;
    server.advance(TimeDelta::hours(2));
    view(&server, "10.0.0.1", "/blog").await;
    server.run_maintenance().await;
    assert_eq!(number(&server, stored).await, 1, "only the day that is over");
    end_day(&server).await;
    let report = figures(&server, "?from=2026-11-20&to=2026-11-22").await;
    assert_eq!(lines(&report["pages"]), ["/ 1 1 0", "/blog 1 1 0"]);
}

#[tokio::test]
async fn pages_beyond_the_most_viewed_ones_are_counted_together() {
    let server = Server::start_with(NETWORKS).await;
    // 131 pages: the report has 50 of them and the rest, a stored day 100 and the rest.
    fill(&server, 130, |number| format!("/blog/artigo-{number}"));
    fill(&server, 5, |_| "/".to_owned());
    collector::write(&server.app).await.unwrap();
    let day = "?from=2026-11-20&to=2026-11-20";
    let rest_of = |report: &Value| {
        let pages = lines(&report["pages"]);
        assert_eq!((pages.len(), &*pages[0]), (51, "/ 5 1 0"));
        report["pages"][50]["views"].clone()
    };
    assert_eq!(rest_of(&figures(&server, day).await), 81);
    end_day(&server).await;
    assert_eq!(rest_of(&figures(&server, day).await), 81);
    let stored = number(&server, "SELECT COUNT(*) FROM visit_figures WHERE dimension = 'page'").await;
    assert_eq!(stored, 101);
    let rest = "SELECT visitors FROM visit_figures WHERE dimension = 'page' AND value = '*'";
    assert_eq!(number(&server, rest).await, 1, "one visitor saw all the other pages");
}

#[tokio::test]
async fn invalid_visit_periods_are_refused() {
    let server = Server::start().await;
    let staff = server.editor().await;
    for (query, status) in [
        ("?from=2026-11-21&to=2026-11-20", StatusCode::BAD_REQUEST),
        ("?from=2024-11-19&to=2026-11-20", StatusCode::BAD_REQUEST),
        ("?from=ontem", StatusCode::BAD_REQUEST),
        ("?from=2024-11-20&to=2026-11-20", StatusCode::OK),
    ] {
        staff.get(&format!("/api/visits{query}")).await.expect(status);
    }
    let day: NaiveDate = "2026-11-20".parse().unwrap();
    let report = staff.json("/api/visits").await;
    assert_eq!(report["from"], (day - TimeDelta::days(29)).to_string());
}
