//! One wait for PostgreSQL per request. A server that hangs answers nothing and closes nothing: each statement of a request
//! would wait for it again, and an error page that reads from the database would wait once more.

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

/// Statements that answer sooner take nothing from the wait of their request, however many there are.
const SHORT: Duration = Duration::from_millis(500);

tokio::task_local! {
    static WAIT_BUDGET: WaitBudget;
}

/// What is left of a request's wait, shared by its tasks.
#[derive(Clone)]
struct WaitBudget(Arc<Mutex<Duration>>);

impl Default for WaitBudget {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(WAIT)))
    }
}

impl WaitBudget {
    fn current() -> Option<Self> {
        WAIT_BUDGET.try_with(Clone::clone).ok()
    }

    fn left(&self) -> Duration {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn spend(&self, waited: Duration) {
        if waited > SHORT {
            let mut left = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            *left = left.saturating_sub(waited);
        }
    }
}

/// Runs a request, whose statements on PostgreSQL wait five seconds in total.
pub async fn with_wait_budget<T>(request: impl Future<Output = T>) -> T {
    WAIT_BUDGET.scope(WaitBudget::default(), request).await
}

/// Lets a task of its own share the wait of the request that starts it.
pub fn sharing_budget<F: Future>(task: F) -> impl Future<Output = F::Output> + use<F> {
    WAIT_BUDGET.scope(WaitBudget::current().unwrap_or_default(), task)
}

/// Fails with a timeout once nothing is left of the request's wait. Outside of a request work takes as long as it takes.
pub(super) async fn within_budget<T>(work: impl Future<Output = Result<T, DbErr>>) -> Result<T, DbErr> {
    let Some(budget) = WaitBudget::current() else { return work.await };
    let started = Instant::now();
    let done = timeout(budget.left(), work).await;
    budget.spend(started.elapsed());
    done.unwrap_or(Err(DbErr::ConnectionAcquire(ConnAcquireErr::Timeout)))
}

/// What is left of the current request's wait; the whole of it outside of a request.
pub(super) fn left() -> Duration {
    WaitBudget::current().map_or(WAIT, |budget| budget.left())
}

/// A connection, pool or transaction whose statements on PostgreSQL share the wait of their request. On SQLite only locks
/// are waited for, and those have a limit already.
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
        self.run(self.0.execute_raw(statement)).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.run(self.0.execute_unprepared(sql)).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.run(self.0.query_one_raw(statement)).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.run(self.0.query_all_raw(statement)).await
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn statements_of_a_request_share_one_wait_with_its_tasks() {
        let started = Instant::now();
        with_wait_budget(async {
            for _ in 0..100 {
                let quick = async {
                    tokio::time::sleep(SHORT / 2).await;
                    Ok(())
                };
                within_budget(quick).await.expect("answered");
            }
            let before = started.elapsed();
            within_budget(pending::<Result<(), _>>()).await.expect_err("hangs");
            let task = tokio::spawn(sharing_budget(within_budget(pending::<Result<(), _>>())));
            task.await.expect("no panic").expect_err("nothing is left");
            assert_eq!((started.elapsed() - before).as_secs(), WAIT.as_secs());
            assert_eq!(left(), Duration::ZERO);
        })
        .await;
        assert_eq!(left(), WAIT);
    }
}
