//! A connection for queries that run inside or outside of a transaction.

use sea_orm::{
    ConnectionTrait, DatabaseBackend, DbErr, ExecResult, QueryResult, Statement,
    entity::prelude::async_trait::async_trait,
};

use super::{Reader, Transaction};

/// The reader or a write transaction. For function pointers, which can't be generic over the connection.
#[derive(Clone, Copy)]
pub enum Connection<'a> {
    Reader(&'a Reader),
    Transaction(&'a Transaction),
}

#[async_trait]
impl ConnectionTrait for Connection<'_> {
    fn get_database_backend(&self) -> DatabaseBackend {
        match self {
            Self::Reader(reader) => reader.get_database_backend(),
            Self::Transaction(tx) => tx.get_database_backend(),
        }
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        match self {
            Self::Reader(reader) => reader.execute_raw(statement).await,
            Self::Transaction(tx) => tx.execute_raw(statement).await,
        }
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        match self {
            Self::Reader(reader) => reader.execute_unprepared(sql).await,
            Self::Transaction(tx) => tx.execute_unprepared(sql).await,
        }
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        match self {
            Self::Reader(reader) => reader.query_one_raw(statement).await,
            Self::Transaction(tx) => tx.query_one_raw(statement).await,
        }
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        match self {
            Self::Reader(reader) => reader.query_all_raw(statement).await,
            Self::Transaction(tx) => tx.query_all_raw(statement).await,
        }
    }
}
