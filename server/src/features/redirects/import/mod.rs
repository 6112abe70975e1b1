//! Imports redirects from a CSV file: all of them, or none if a line is refused.

mod file;

use std::collections::HashMap;

use axum::{Json, extract::State};
use chrono::TimeDelta;
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use self::file::{Row, parse_csv, parse_kind};
use super::{
    admin::{page_refusal, target_refusal},
    missing,
    model::{Redirect, RedirectFields, RedirectInput},
    store,
    table::RedirectTable,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::extract::Writer,
        records::ManagedRecord,
    },
    platform::{
        db::{Transaction, trash::require_room},
        error::{Error, ErrorBody, Result},
        http::JsonBody,
        id,
    },
};

/// Maximum number of characters in a file.
pub const MAX_CSV: usize = 200_000;

/// A CSV file of redirects.
#[derive(Deserialize, ToSchema)]
pub struct RedirectImport {
    /// Up to 2,000 lines, each with one redirect. Values are separated by commas, semicolons or tabs, and may be in quotes.
    /// The first value is a path on this site, and the second one the target. The third value is the type: `permanente`,
    /// `301` or `308`, or `temporario`, `temporaria`, `302` or `307`. Without a type, an existing redirect keeps its type, and a
    /// new one is permanent. Further values are ignored. The first line may have headings, such as `origem` and `destino` or
    /// `source` and `target`, or name the separator, such as `sep=;`.
    pub csv: String,
    /// Whether to return what the import would change, without changing anything.
    #[serde(default)]
    pub dry_run: bool,
    /// The `plan_id` of the preview that was confirmed. If the import would do something else by now, nothing is stored.
    #[serde(default)]
    pub plan_id: Option<Uuid>,
}

/// Result of an import.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportResult {
    /// Whether the redirects were stored. False for a dry run, if a line was refused, and if the import would do something else
    /// than the plan with the `plan_id` of the request.
    pub is_applied: bool,
    /// Identifies what the import does with each line, and the redirects that it changes.
    pub plan_id: Uuid,
    /// The lines of the file, without blank lines and headings.
    pub lines: Vec<ImportLine>,
}

/// A line of the file, with the outcome of its import.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportLine {
    /// Number of the line in the file. The first line has number 1.
    pub line: u64,
    /// Path, as written in the file.
    pub from_path: String,
    /// Target, as written in the file.
    pub to_url: String,
    pub outcome: ImportOutcome,
    /// Whether the redirect will be permanent; null if the line was refused.
    #[schema(required)]
    pub is_permanent: Option<bool>,
    /// What an updated redirect has now; null for other outcomes.
    #[schema(required)]
    pub former: Option<FormerTarget>,
    /// Why the line was refused, in Portuguese; null if it wasn't refused.
    #[schema(required)]
    pub reason: Option<String>,
}

/// Target and type of a redirect before an import.
#[derive(Debug, Serialize, ToSchema)]
pub struct FormerTarget {
    pub to_url: String,
    pub is_permanent: bool,
}

/// What an import does with a line. `created`: creates a redirect. `updated`: changes the target or the type of the redirect
/// with the same path. `unchanged`: the redirect exists already. `refused`: the line is invalid, and therefore no line is
/// imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImportOutcome {
    Created,
    Updated,
    Unchanged,
    Refused,
}

/// Imports redirects from a CSV file: creates new ones and changes existing ones. If a line is refused, nothing is stored,
/// and the response contains the reason. Nor is anything stored if the import differs from the plan that the request names.
#[utoipa::path(post, path = "/api/redirects/import", tag = "redirects", operation_id = "import_redirects",
    request_body = RedirectImport,
    responses(
        (status = 200, body = ImportResult),
        (status = 409, description = "`too_many_redirects`: the import would exceed the maximum number of redirects", body = ErrorBody)))]
pub async fn import_redirects(
    staff: Writer,
    State(app): State<App>,
    JsonBody(import): JsonBody<RedirectImport>,
) -> Result<Json<ImportResult>> {
    let rows = parse_csv(&import.csv)?;
    let origin = app.config.origin();
    // The plan takes many queries, so it is made before the lock. It is made again under the lock only if the content has
    // changed meanwhile.
    let revision = app.db.revision().current();
    let mut plan = Plan::new(app.db.reader(), rows.clone(), &origin).await?;
    if import.dry_run || plan.is_refused() {
        return Ok(Json(plan.result(false)));
    }
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    if !tx.is_first_change_after(revision) {
        plan = Plan::new(&*tx, rows, &origin).await?;
    }
    let is_confirmed = import.plan_id.is_none_or(|id| id == plan.id());
    let is_applied = is_confirmed && !plan.is_refused();
    if is_applied {
        plan.store(&app, &tx, &staff).await?;
        missing::store::delete_redirected(&*tx).await?;
        let created = plan.count(ImportOutcome::Created);
        let changes = json!({"created": created, "updated": plan.count(ImportOutcome::Updated)});
        audit::record(&app, &tx, &staff.actor(), Event::new(Action::RedirectImported).after(&changes))
            .await?;
        tx.commit().await?;
    }
    Ok(Json(plan.result(is_applied)))
}

/// What an import does with each line of a file.
struct Plan {
    lines: Vec<PlannedLine>,
    /// The stored redirects by path.
    current: HashMap<String, Redirect>,
}

struct PlannedLine {
    row: Row,
    /// Valid fields, or the reason for which the line is refused, in Portuguese.
    fields: Result<RedirectFields, String>,
    outcome: ImportOutcome,
}

impl PlannedLine {
    fn refuse(&mut self, reason: String) {
        (self.fields, self.outcome) = (Err(reason), ImportOutcome::Refused);
    }
}

impl Plan {
    /// Plans an import. Refuses lines for the same reasons as single redirects, and lines with the path of an earlier line.
    ///
    /// # Errors
    /// Returns [`ManagedRecord::TOO_MANY`] if no line is refused and the import would exceed the maximum number of redirects.
    async fn new(db: &impl ConnectionTrait, rows: Vec<Row>, origin: &str) -> Result<Self> {
        let stored = store::list_all(db).await?;
        let current = stored.into_iter().map(|redirect| (redirect.from_path.clone(), redirect)).collect();
        let mut plan = Self { lines: Vec::new(), current };
        for row in rows {
            let mut fields = parse_row(&row, &plan.current, origin);
            if let Ok(parsed) = &fields
                && let Some(reason) = plan.path_refusal(db, &parsed.from_path).await?
            {
                fields = Err(reason);
            }
            let outcome = outcome_of(&fields, &plan.current);
            plan.lines.push(PlannedLine { row, fields, outcome });
        }
        plan.refuse_chains();
        plan.refuse_missing_targets(db).await?;
        plan.check_room()?;
        Ok(plan)
    }

    /// Returns an error if the import would exceed the maximum number of redirects, unless lines are refused, which staff see first.
    fn check_room(&self) -> Result<()> {
        if self.is_refused() {
            return Ok(());
        }
        let count = self.current.len() + self.count(ImportOutcome::Created);
        // `count` includes the new redirects, so that it may be equal to the maximum.
        require_room(count as u64, Redirect::MAX + 1, Redirect::TOO_MANY)
    }

    /// Returns why a line can't have its path: an earlier line has the same path, or visitors find a page there.
    async fn path_refusal(&self, db: &impl ConnectionTrait, path: &str) -> Result<Option<String>> {
        let has_path =
            |line: &&PlannedLine| line.fields.as_ref().is_ok_and(|fields| fields.from_path == path);
        if let Some(first) = self.lines.iter().find(has_path) {
            return Ok(Some(format!("A linha {} tem o mesmo endereço de origem.", first.row.line)));
        }
        if self.current.contains_key(path) { Ok(None) } else { page_refusal(db, path).await }
    }

    /// Refuses the lines that would form a loop or a chain with other lines or with stored redirects.
    fn refuse_chains(&mut self) {
        // First the lines whose target is redirected, or leads back to them.
        let table = self.table();
        for line in &mut self.lines {
            let Ok(fields) = &line.fields else { continue };
            let stored = self.current.get(&fields.from_path);
            if stored.is_none_or(|stored| stored.to_url != fields.to_url)
                && let Some(reason) = table.target_refusal(fields)
            {
                line.refuse(reason);
            }
        }
        // Then, without those lines, the new redirects from the target of another redirect.
        let table = self.table();
        for line in &mut self.lines {
            if let Ok(fields) = &line.fields
                && !self.current.contains_key(&fields.from_path)
                && let Some(reason) = table.source_refusal(fields)
            {
                line.refuse(reason);
            }
        }
    }

    /// Returns the redirects as they will be after the import.
    fn table(&self) -> RedirectTable {
        let mut table = RedirectTable::default();
        self.current.values().for_each(|redirect| table.insert(redirect.id, &redirect.fields()));
        let planned = self.lines.iter().filter_map(|line| line.fields.as_ref().ok());
        planned.for_each(|fields| table.insert(Uuid::nil(), fields));
        table
    }

    /// Refuses the lines with a new target on this site that doesn't exist.
    async fn refuse_missing_targets(&mut self, db: &impl ConnectionTrait) -> Result<()> {
        for line in &mut self.lines {
            let Ok(fields) = &line.fields else { continue };
            let stored = self.current.get(&fields.from_path);
            if stored.is_none_or(|redirect| redirect.to_url != fields.to_url)
                && let Some(reason) = target_refusal(db, &fields.to_url).await?
            {
                line.refuse(reason);
            }
        }
        Ok(())
    }

    fn is_refused(&self) -> bool {
        self.count(ImportOutcome::Refused) > 0
    }

    /// Counts the lines with an outcome.
    fn count(&self, outcome: ImportOutcome) -> usize {
        self.lines.iter().filter(|line| line.outcome == outcome).count()
    }

    /// Returns an id that differs if a line has another outcome, or changes a redirect that has changed.
    fn id(&self) -> Uuid {
        let of_line = |PlannedLine { row, fields, outcome }: &PlannedLine| {
            let stored = fields.as_ref().ok().and_then(|fields| self.current.get(&fields.from_path));
            format!("{} {outcome:?} {:?}", row.line, stored.map(Redirect::fields))
        };
        id::named_id(&self.lines.iter().map(of_line).collect::<Vec<_>>().join("\n"))
    }

    fn result(&self, is_applied: bool) -> ImportResult {
        ImportResult { is_applied, plan_id: self.id(), lines: self.lines() }
    }

    fn lines(&self) -> Vec<ImportLine> {
        let line = |PlannedLine { row, fields, outcome }: &PlannedLine| ImportLine {
            line: row.line,
            from_path: row.from_path.clone(),
            to_url: row.to_url.clone(),
            outcome: *outcome,
            is_permanent: fields.as_ref().ok().map(|fields| fields.is_permanent),
            former: fields.as_ref().ok().and_then(|fields| self.former(fields, *outcome)),
            reason: fields.as_ref().err().cloned(),
        };
        self.lines.iter().map(line).collect()
    }

    /// Returns what the redirect that a line updates has now.
    fn former(&self, fields: &RedirectFields, outcome: ImportOutcome) -> Option<FormerTarget> {
        let stored = self.current.get(&fields.from_path).filter(|_| outcome == ImportOutcome::Updated)?;
        Some(FormerTarget { to_url: stored.to_url.clone(), is_permanent: stored.is_permanent })
    }

    /// Creates and changes redirects as planned. Records an audit event for each changed redirect.
    async fn store(&self, app: &App, tx: &Transaction, staff: &Writer) -> Result<()> {
        let mut now = app.clock.now();
        for PlannedLine { fields, outcome, .. } in &self.lines {
            // Each time is earlier than the previous one, so that the list, which is newest first, has the order of the file.
            now -= TimeDelta::microseconds(1);
            let Ok(fields) = fields else { continue };
            match (outcome, self.current.get(&fields.from_path)) {
                (ImportOutcome::Created, _) => {
                    drop(store::create(&**tx, id::new_id(now), fields, now).await?)
                }
                (ImportOutcome::Updated, Some(redirect)) => {
                    let changed = store::set_target(&**tx, redirect.id, fields, now).await?;
                    let event = redirect.event(Action::RedirectUpdated).changed(redirect, &changed);
                    audit::record(app, tx, &staff.actor(), event).await?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn outcome_of(fields: &Result<RedirectFields, String>, current: &HashMap<String, Redirect>) -> ImportOutcome {
    let Ok(fields) = fields else { return ImportOutcome::Refused };
    match current.get(&fields.from_path) {
        None => ImportOutcome::Created,
        Some(redirect) if redirect.fields() == *fields => ImportOutcome::Unchanged,
        Some(_) => ImportOutcome::Updated,
    }
}

/// Parses a line. Without a type, the line has the type of the stored redirect with the same path, if there is one.
fn parse_row(row: &Row, current: &HashMap<String, Redirect>, origin: &str) -> Result<RedirectFields, String> {
    if row.from_path.is_empty() {
        return Err("Falta o endereço antigo.".to_owned());
    }
    if row.to_url.is_empty() {
        return Err("Falta o destino.".to_owned());
    }
    let is_permanent = parse_kind(&row.kind)?;
    let input = RedirectInput {
        from_path: Some(row.from_path.clone()),
        to_url: Some(row.to_url.clone()),
        is_permanent,
    };
    let reason = |error| match error {
        Error::Invalid(fields) if fields.len() == 1 => fields.into_values().collect(),
        Error::Invalid(fields) => {
            let label = |name: &str| if name == "from_path" { "Endereço antigo" } else { "Destino" };
            let reasons = fields.iter().map(|(name, reason)| format!("{}: {reason}", label(name)));
            reasons.collect::<Vec<_>>().join(" ")
        }
        other => other.message().to_owned(),
    };
    let mut fields = RedirectFields::parse(&input, None, origin).map_err(reason)?;
    if is_permanent.is_none()
        && let Some(redirect) = current.get(&fields.from_path)
    {
        fields.is_permanent = redirect.is_permanent;
    }
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maximum_number_of_redirects_is_checked_if_no_line_is_refused() {
        let line = |outcome| PlannedLine {
            row: Row { line: 1, from_path: String::new(), to_url: String::new(), kind: String::new() },
            fields: Err(String::new()),
            outcome,
        };
        let created = |count| std::iter::repeat_with(|| line(ImportOutcome::Created)).take(count);
        let room = |lines| Plan { lines, current: HashMap::new() }.check_room();
        let max = usize::try_from(Redirect::MAX).expect("a small number");
        room(created(max).collect()).expect("room for all");
        room(created(max + 1).collect()).expect_err("too many");
        let refused = created(max + 1).chain([line(ImportOutcome::Refused)]);
        room(refused.collect()).expect("refused lines are shown");
    }
}
