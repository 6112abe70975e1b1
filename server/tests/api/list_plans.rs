//! The lists of the panel, their filters and their counts use indexes: no statement reads a whole table.

use std::{
    collections::HashSet,
    fmt,
    sync::{Arc, Mutex},
};

use reqwest::StatusCode;
use sea_orm::{ConnectionTrait, DatabaseBackend, QueryResult};
use serde_json::Value;
use tracing::{
    Event, Subscriber,
    field::{Field, Visit},
};
use tracing_subscriber::{Layer, Registry, layer::Context, prelude::*};

use crate::harness::Server;

/// Tables that grow with use.
const GROWING: [&str; 7] = [
    "contacts",
    "audit_events",
    "users",
    "media",
    "newsletter_subscriptions",
    "newsletter_subscription_interests",
    "outbox",
];
/// So many rows that no value counts as rare, and a search uses the index.
const ROWS: u32 = 4_200;
/// Parts of counts, which are in no list.
const COUNTS: [&str; 7] = [
    "/api/contacts/summary",
    "/api/contacts/filter-values",
    "/api/contacts/board",
    "/api/contacts/board/talking",
    "/api/contacts/board/won",
    "/api/outbox/summary",
    "/api/newsletter/subscriptions/summary",
];

/// The query of the hourly jobs that check the files of contacts.
const MAINTENANCE: &str = "maintenance";

/// The statements that the databases have run since the last call of [`Statements::take`].
#[derive(Clone, Default)]
struct Statements(Arc<Mutex<Vec<String>>>);

impl Statements {
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

impl<S: Subscriber> Layer<S> for Statements {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if event.metadata().target() == "vitrine::sql" {
            event.record(&mut &*self);
        }
    }
}

impl Visit for &Statements {
    fn record_debug(&mut self, _: &Field, statement: &dyn fmt::Debug) {
        self.0.lock().unwrap().push(format!("{statement:?}"));
    }
}

#[tokio::test]
async fn no_list_and_no_count_reads_a_whole_table() {
    let statements = Statements::default();
    let server = Server::start().await;
    // Only of this thread, which also runs the server.
    let _guard = tracing::subscriber::set_default(Registry::default().with(statements.clone()));
    // The first statement registers the event. If a thread of another test runs it, which has no subscriber, the event is off.
    server.query("SELECT 1").await;
    tracing::callsite::rebuild_interest_cache();
    let admin = server.admin().await;
    fill(&server).await;
    assert!(reads_a_table(&server, "SELECT * FROM contacts WHERE company = 'x'").await.is_some());
    let mut explained = HashSet::new();
    let mut wrong = Vec::new();
    for path in paths().into_iter().chain([MAINTENANCE.to_owned()]) {
        statements.take();
        if path == MAINTENANCE {
            server.run_maintenance().await;
            let is_of_files = |statement: &String| statement.contains("FROM \"contact_attachments\"");
            let of_files = statements.take().into_iter().filter(is_of_files);
            // Their limit doesn't end the search for quarantined contacts.
            let unlimited = of_files.map(|statement| statement.split(" LIMIT").next().unwrap().to_owned());
            statements.0.lock().unwrap().extend(unlimited);
        } else {
            admin.get(&path).await.expect(StatusCode::OK);
        }
        for statement in statements.take() {
            let reads_growing = GROWING.iter().any(|table| statement.contains(&format!("FROM \"{table}\"")));
            // A condition without columns is that of an empty list of values: the database reads nothing.
            let reads_nothing = statement.contains("WHERE ? = ?") || statement.contains("WHERE $1 = $2");
            if !reads_growing || reads_nothing || !explained.insert(statement.clone()) {
                continue;
            }
            if let Some(plan) = reads_a_table(&server, &statement).await {
                wrong.push(format!("{path}\n{statement}\n{plan}\n"));
            }
        }
    }
    assert!(explained.iter().any(|statement| statement.contains("FROM \"contact_attachments\"")));
    assert!(explained.len() > 80, "{} statements", explained.len());
    assert!(wrong.is_empty(), "{} statements:\n{}", wrong.len(), wrong.join("\n"));
}

/// Adds contacts, users, events and subscriptions, all with the same values except for number and time.
async fn fill(server: &Server) {
    let (id, time) = match server.is_sqlite() {
        true => ("randomblob(16)", "strftime('%Y-%m-%dT%H:%M:%f000+00:00', 1700000000 + n, 'unixepoch')"),
        false => ("gen_random_uuid()", "to_timestamp(1700000000 + n)"),
    };
    let columns = "id, name, email, phone, company, message, status, quarantined, search, version, created_at, updated_at, \
        due_at, waits_until, assigned_to, service, source, channel, utm_campaign, stage, stage_changed_at";
    for (table, columns, values) in [
        (
            "contacts",
            columns,
            format!(
                "{id}, 'Ana', 'ana@exemplo.com.br', '', '', 'Oi', 'new', FALSE, 'ana ' || n, 1, {time}, {time}, {time}, {time}, \
                (SELECT id FROM users LIMIT 1), 'abc', 'abc', 'form', 'abc', 'talking', {time}"
            ),
        ),
        (
            "users",
            "id, email, full_name, role, password_hash, email_verified, created_at, updated_at, search",
            format!("{id}, n || '@exemplo.com.br', 'Ana', 'user', '', TRUE, {time}, {time}, 'ana ' || n"),
        ),
        (
            "audit_events",
            "sequence, created_at, action, source, user_email, subject_kind, subject_id, label, search, personal_mac, mac",
            format!(
                "n - {ROWS} - 1, {time}, 'abc.updated', 'web', 'abc', 'abc', 'abc', 'abc', 'abc', '', ''"
            ),
        ),
        (
            "newsletter_subscriptions",
            "id, email, status, consent_version, consent_text, consented_at, search, created_at, updated_at",
            format!("{id}, n || '@exemplo.com.br', 'confirmed', '', '', {time}, 'ana ' || n, {time}, {time}"),
        ),
    ] {
        server
            .execute_sql(&format!(
                "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {ROWS})
                INSERT INTO {table} ({columns}) SELECT {values} FROM numbers"
            ))
            .await;
    }
    if !server.is_sqlite() {
        server.execute_sql("ANALYZE").await;
    }
}

/// Returns the addresses of all lists with pages: without filters, and with each filter and value.
fn paths() -> Vec<String> {
    let contract = serde_json::to_value(vitrine::router::contract::build()).unwrap();
    let mut paths: Vec<String> = COUNTS.map(str::to_owned).to_vec();
    for (path, item) in contract["paths"].as_object().unwrap() {
        let parameters = item["get"]["parameters"].as_array().cloned().unwrap_or_default();
        let has = |name: &str| parameters.iter().any(|parameter| parameter["name"] == name);
        if !has("cursor") || !has("limit") || path.contains('{') {
            continue;
        }
        paths.push(path.clone());
        for parameter in &parameters {
            let name = parameter["name"].as_str().unwrap();
            for value in values(name, &parameter["schema"], &contract) {
                paths.push(format!("{path}?{name}={value}"));
                if name != "order" && has("order") {
                    paths.push(format!("{path}?order=late_first&{name}={value}"));
                }
            }
        }
    }
    paths
}

/// Returns values of a parameter: all that are possible, or an example.
fn values(name: &str, schema: &Value, contract: &Value) -> Vec<String> {
    if ["cursor", "limit", "offset"].contains(&name) {
        return Vec::new();
    }
    if let Some(parts) =
        schema["oneOf"].as_array().or(schema["anyOf"].as_array()).or(schema["allOf"].as_array())
    {
        return parts.iter().flat_map(|part| values(name, part, contract)).collect();
    }
    if let Some(name_of_type) = schema["$ref"].as_str() {
        return values(name, contract.pointer(name_of_type.trim_start_matches('#')).unwrap(), contract);
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(|value| value.as_str().unwrap().to_owned()).collect();
    }
    let is = |kind: &str| {
        schema["type"] == kind || schema["type"].as_array().is_some_and(|all| all.contains(&kind.into()))
    };
    match schema["format"].as_str() {
        Some("date") => vec!["2026-01-01".to_owned()],
        _ if name == "assigned" => vec!["me".to_owned(), "nobody".to_owned()],
        _ if is("boolean") => vec!["true".to_owned(), "false".to_owned()],
        _ if is("string") => vec!["abc".to_owned()],
        _ => Vec::new(),
    }
}

/// Returns the plan of a statement if it reads a whole table.
async fn reads_a_table(server: &Server, statement: &str) -> Option<String> {
    if server.is_sqlite() {
        let rows = server.query(&format!("EXPLAIN QUERY PLAN {statement}")).await;
        let step = |row: &QueryResult| (row.try_get_by_index(1).unwrap(), row.try_get_by_index(3).unwrap());
        let steps: Vec<(i32, String)> = rows.iter().map(step).collect();
        let has = |wanted: &dyn Fn(&str) -> bool| steps.iter().any(|(_, step)| wanted(step));
        let is_whole = |(parent, step): &(i32, String)| {
            let table = step.split(' ').nth(1).unwrap_or_default();
            let is_subquery =
                has(&|step| step == format!("CO-ROUTINE {table}") || step == format!("MATERIALIZE {table}"));
            // Few contacts are quarantined. Lists select the others.
            let is_of_list = !statement.contains("contact_attachments");
            let is_all = step.starts_with("SCAN") && !is_subquery
                || step.ends_with("(quarantined=?)") && is_of_list
                || step.ends_with("(deleted_at=?)");
            // A scan in the order of the list ends with its page.
            let is_sorted =
                steps.iter().any(|(other, step)| other == parent && step.starts_with("USE TEMP B-TREE"));
            GROWING.contains(&table) && is_all && (is_sorted || !statement.contains("LIMIT"))
        };
        let plan = || steps.iter().map(|(_, step)| step.as_str()).collect::<Vec<_>>().join("\n");
        return steps.iter().any(is_whole).then(plan);
    }
    let tx = server.app.db.begin().await.unwrap();
    // In a block, because the driver would require the values of the statement.
    let explain = format!(
        "SET LOCAL enable_seqscan = off;
        CREATE TEMPORARY TABLE plan (step text);
        DO $do$ DECLARE step text; BEGIN
            FOR step IN EXECUTE $explain$ EXPLAIN (GENERIC_PLAN, COSTS OFF) {statement} $explain$ LOOP
                INSERT INTO plan VALUES (step);
            END LOOP;
        END $do$"
    );
    tx.execute_unprepared(&explain).await.unwrap();
    let select = sea_orm::Statement::from_string(DatabaseBackend::Postgres, "SELECT step FROM plan");
    let rows = tx.query_all_raw(select).await.unwrap();
    let plan: Vec<String> = rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect();
    let is_whole = |step: &String| GROWING.iter().any(|table| step.contains(&format!("Seq Scan on {table}")));
    plan.iter().any(is_whole).then(|| plan.join("\n"))
}
