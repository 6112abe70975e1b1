//! Limits the total time that a request waits for PostgreSQL. Without this limit, each statement of a request would wait for a
//! hanging server again, even those of an error page.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use sea_orm::{
    ConnAcquireErr, ConnectionTrait, DatabaseBackend, DbErr, ExecResult, QueryResult, Statement,
    entity::prelude::async_trait::async_trait,
};
use tokio::time::{Instant, timeout};

use super::WAIT;

/// Statements that take up to this time don't reduce the budget.
const MIN_COUNTED: Duration = Duration::from_millis(500);

tokio::task_local! {
    static WAIT_BUDGET: WaitBudget;
}

/// The remaining time that a request may wait. Its tasks share it.
#[derive(Clone)]
struct WaitBudget(Arc<Mutex<Duration>>);

impl Default for WaitBudget {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(WAIT)))
    }
}

impl WaitBudget {
    /// Returns the budget of the current request; `None` outside a request.
    fn current() -> Option<Self> {
        WAIT_BUDGET.try_with(Clone::clone).ok()
    }

    fn left(&self) -> Duration {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn spend(&self, waited: Duration) {
        if waited > MIN_COUNTED {
            let mut left = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            *left = left.saturating_sub(waited);
        }
    }
}

/// Runs a request whose statements on PostgreSQL may wait for five seconds in total.
pub async fn with_wait_budget<T>(request: impl Future<Output = T>) -> T {
    WAIT_BUDGET.scope(WaitBudget::default(), request).await
}

/// Makes a task that will be spawned share the budget of the current request. Outside a request, the task gets its own budget.
pub fn sharing_budget<F: Future>(task: F) -> impl Future<Output = F::Output> + use<F> {
    WAIT_BUDGET.scope(WaitBudget::current().unwrap_or_default(), task)
}

/// Runs work within the budget of the current request. Fails with a timeout if the budget is used up. Outside a request, there is
/// no limit.
pub(super) async fn within_budget<T>(work: impl Future<Output = Result<T, DbErr>>) -> Result<T, DbErr> {
    let Some(budget) = WaitBudget::current() else { return work.await };
    let started = Instant::now();
    let done = timeout(budget.left(), work).await;
    budget.spend(started.elapsed());
    done.unwrap_or(Err(DbErr::ConnectionAcquire(ConnAcquireErr::Timeout)))
}

/// Awaits something else than the database within the budget of the current request. `None` if the budget is used up.
pub async fn spend_on<T>(wait: impl Future<Output = T>) -> Option<T> {
    within_budget(async { Ok(wait.await) }).await.ok()
}

/// Returns the remaining budget of the current request; outside a request, [`WAIT`].
pub(super) fn left() -> Duration {
    WaitBudget::current().map_or(WAIT, |budget| budget.left())
}

/// A connection, pool or transaction whose statements on PostgreSQL use the budget of their request. SQLite needs no budget,
/// because it waits only for locks, with a timeout.
#[derive(Clone)]
pub struct Budgeted<C>(pub(super) C);

impl<C: ConnectionTrait> Budgeted<C> {
    async fn run<T>(&self, work: impl Future<Output = Result<T, DbErr>>) -> Result<T, DbErr> {
        match self.0.get_database_backend() {
            DatabaseBackend::Postgres => within_budget(work).await,
            _ => work.await,
        }
    }
}

#[async_trait]
impl<C: ConnectionTrait> ConnectionTrait for Budgeted<C> {
    fn get_database_backend(&self) -> DatabaseBackend {
        self.0.get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        trace(&statement);
        self.run(self.0.execute_raw(statement)).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.run(self.0.execute_unprepared(sql)).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        trace(&statement);
        self.run(self.0.query_one_raw(statement)).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        trace(&statement);
        self.run(self.0.query_all_raw(statement)).await
    }
}

/// Logs a statement without its values, which may be personal data.
fn trace(statement: &Statement) {
    tracing::trace!(target: "vitrine::sql", "{}", statement.sql);
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn statements_and_tasks_of_a_request_share_its_wait_time() {
        let started = Instant::now();
        with_wait_budget(async {
            for _ in 0..100 {
                let quick = async {
                    tokio::time::sleep(MIN_COUNTED / 2).await;
                    Ok(())
                };
                within_budget(quick).await.expect("answered");
            }
            let before = started.elapsed();
            within_budget(pending::<Result<(), _>>()).await.expect_err("hangs");
            let task = tokio::spawn(sharing_budget(within_budget(pending::<Result<(), _>>())));
            task.await.expect("no panic").expect_err("no time is left");
            assert_eq!((started.elapsed() - before).as_secs(), WAIT.as_secs());
            assert_eq!(left(), Duration::ZERO);
        })
        .await;
        assert_eq!(left(), WAIT);
    }
}
