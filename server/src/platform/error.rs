//! The error type of all handlers, and its JSON representation. Internal causes are logged here and never sent.

use std::collections::BTreeMap;

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use chrono::TimeDelta;
use sea_orm::{DbErr, RuntimeErr, SqlErr, sqlx};
use serde::Serialize;
use utoipa::ToSchema;

use super::request_id;

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Messages by field name, in Portuguese.
pub type FieldErrors = BTreeMap<String, String>;

/// A refusal that a feature defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub status: StatusCode,
    /// Code for programs. Never changes.
    pub code: &'static str,
    /// Message for the user, in Portuguese.
    pub message: &'static str,
}

/// The error of a handler. Each variant has or contains a status, a code for programs and a message for the user.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A request that can't be parsed, with the message for the user.
    #[error("malformed request: {0}")]
    BadRequest(&'static str),
    #[error("invalid fields")]
    Invalid(FieldErrors),
    /// Like [`Error::Invalid`], but for required fields that are missing.
    #[error("missing fields")]
    Incomplete(FieldErrors),
    #[error("not signed in")]
    Unauthenticated,
    #[error("refused: {}", .0.code)]
    Refused(Refusal),
    /// A refusal with a challenge. The client must repeat the request with the challenge and a proof.
    #[error("refused: {}", .refusal.code)]
    Challenged {
        refusal: Refusal,
        challenge: String,
        /// The kinds of proof that are accepted.
        factors: Vec<&'static str>,
    },
    /// The caller's role doesn't allow the request.
    #[error("not allowed")]
    Forbidden,
    #[error("cross-site request")]
    CrossSite,
    #[error("not found")]
    NotFound,
    #[error("method not allowed")]
    MethodNotAllowed,
    /// The request contradicts the stored records. The message is for the user.
    #[error("conflict: {code}")]
    Conflict { code: &'static str, message: &'static str },
    /// The record has changed since the client read it.
    #[error("stale write")]
    PreconditionFailed,
    #[error("body too large")]
    PayloadTooLarge,
    #[error("body took too long")]
    RequestTimeout,
    #[error("unsupported content type")]
    UnsupportedMediaType,
    #[error("the body is not an HTML form")]
    NotAForm,
    #[error("too many requests")]
    RateLimited {
        /// Number of seconds to wait.
        retry_after: u64,
    },
    /// The server or a dependency is busy or unreachable. The client may retry.
    #[error("temporarily unavailable")]
    Unavailable,
    #[error("no space is left for the database or the uploaded files")]
    StorageFull,
    #[error("internal error: {0:#}")]
    Internal(#[from] anyhow::Error),
}

/// The body of every error response.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// Message for the user, in Portuguese.
    pub message: String,
    /// Code for programs, such as `not_found`. It never changes, unlike the message.
    pub code: String,
    /// Messages by field name, in Portuguese. Present only if fields are invalid.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = BTreeMap<String, String>, required = false)]
    pub fields: FieldErrors,
    /// With the code `second_factor_required`: the challenge to send with the second factor.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub challenge: Option<String>,
    /// With the code `second_factor_required`: the factors of the user, `app` or `passkey`. A recovery code is always accepted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub factors: Vec<&'static str>,
    /// The id of the request, which the `X-Request-Id` header and the server's logs also contain.
    pub request_id: String,
}

impl Error {
    /// Returns the error of one invalid field.
    #[must_use]
    pub fn field(name: &str, message: &str) -> Self {
        Self::Invalid(FieldErrors::from([(name.to_owned(), message.to_owned())]))
    }

    /// Returns [`Self::RateLimited`] for a client that must wait for this time. Rounds up to whole seconds, at least one.
    #[must_use]
    pub fn rate_limited(wait: TimeDelta) -> Self {
        let millis = u64::try_from(wait.num_milliseconds()).unwrap_or(0);
        Self::RateLimited { retry_after: millis.div_ceil(1000).max(1) }
    }

    /// Returns the status, the code for programs and the message for the user.
    fn parts(&self) -> (StatusCode, &'static str, &'static str) {
        use StatusCode as S;
        match self {
            Self::BadRequest(message) => (S::BAD_REQUEST, "bad_request", message),
            Self::Invalid(_) => {
                (S::UNPROCESSABLE_ENTITY, "invalid_fields", "Verifique os campos destacados.")
            }
            Self::Incomplete(_) => {
                (S::UNPROCESSABLE_ENTITY, "invalid_fields", "Preencha todos os campos obrigatórios.")
            }
            Self::Unauthenticated => {
                (S::UNAUTHORIZED, "unauthenticated", "Entre na sua conta para continuar.")
            }
            Self::Refused(Refusal { status, code, message })
            | Self::Challenged { refusal: Refusal { status, code, message }, .. } => (*status, code, message),
            Self::Forbidden => (S::FORBIDDEN, "forbidden", "Você não tem permissão para fazer isso."),
            Self::CrossSite => {
                (S::FORBIDDEN, "cross_site", "A solicitação veio de outro site e foi recusada.")
            }
            Self::NotFound => (S::NOT_FOUND, "not_found", "Não encontrado."),
            Self::MethodNotAllowed => (S::METHOD_NOT_ALLOWED, "method_not_allowed", "Método não permitido."),
            Self::Conflict { code, message } => (S::CONFLICT, code, message),
            Self::PreconditionFailed => (
                S::PRECONDITION_FAILED,
                "precondition_failed",
                "Este registro foi alterado por outra pessoa. Recarregue antes de salvar.",
            ),
            Self::PayloadTooLarge => {
                (S::PAYLOAD_TOO_LARGE, "payload_too_large", "O conteúdo enviado é grande demais.")
            }
            Self::RequestTimeout => {
                (S::REQUEST_TIMEOUT, "request_timeout", "O envio demorou demais. Tente novamente.")
            }
            Self::UnsupportedMediaType => (
                S::UNSUPPORTED_MEDIA_TYPE,
                "unsupported_media_type",
                "Envie o conteúdo como application/json.",
            ),
            Self::NotAForm => (
                S::UNSUPPORTED_MEDIA_TYPE,
                "unsupported_media_type",
                "Envie o formulário como application/x-www-form-urlencoded.",
            ),
            Self::RateLimited { .. } => (
                S::TOO_MANY_REQUESTS,
                "rate_limited",
                "Muitas tentativas em pouco tempo. Aguarde um instante e tente novamente.",
            ),
            Self::Unavailable => {
                (S::SERVICE_UNAVAILABLE, "unavailable", "Servidor ocupado. Tente novamente em instantes.")
            }
            Self::StorageFull => {
                (S::INSUFFICIENT_STORAGE, "storage_full", "Sem espaço de armazenamento no servidor.")
            }
            Self::Internal(_) => {
                (S::INTERNAL_SERVER_ERROR, "internal", "Erro interno. Tente novamente mais tarde.")
            }
        }
    }

    /// Returns the message for the user.
    #[must_use]
    pub fn message(&self) -> &'static str {
        self.parts().2
    }

    /// Returns what a page with a refused form shows: messages by field name, or a message about the whole request.
    #[must_use]
    pub fn for_form(&self) -> (FieldErrors, Option<String>) {
        match self {
            Self::Invalid(errors) => (errors.clone(), None),
            other => (FieldErrors::new(), Some(other.message().to_owned())),
        }
    }

    /// Returns the value of `Retry-After` in seconds, if the error has one.
    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::RateLimited { retry_after } => Some(*retry_after),
            Self::Unavailable => Some(2),
            _ => None,
        }
    }
}

/// The message of an error, in the extensions of its response, for a layer that shows it on a page.
#[derive(Clone, Copy, Debug)]
pub struct ErrorMessage(pub &'static str);

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let (status, code, message) = self.parts();
        match &self {
            Self::Internal(cause) => {
                tracing::error!(cause = format!("{cause:#}"), "request failed with an internal error");
            }
            _ if status.is_client_error() => tracing::info!(code, "request refused"),
            _ => {}
        }
        let retry_after = self.retry_after();
        let (fields, challenge, factors) = match self {
            Self::Invalid(fields) | Self::Incomplete(fields) => (fields, None, Vec::new()),
            Self::Challenged { challenge, factors, .. } => (FieldErrors::new(), Some(challenge), factors),
            _ => (FieldErrors::new(), None, Vec::new()),
        };
        let body = ErrorBody {
            message: message.to_owned(),
            code: code.to_owned(),
            fields,
            challenge,
            factors,
            request_id: request_id::current(),
        };
        let mut response = (status, Json(body)).into_response();
        response.extensions_mut().insert(ErrorMessage(message));
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<DbErr> for Error {
    fn from(error: DbErr) -> Self {
        match DatabaseFailure::of(&error) {
            None => Self::Internal(anyhow::Error::new(error).context("database")),
            Some(failure) => {
                tracing::warn!(cause = %error, "database unavailable");
                match failure {
                    DatabaseFailure::Busy => Self::Unavailable,
                    DatabaseFailure::Full => Self::StorageFull,
                }
            }
        }
    }
}

/// A failure of the database that is not a defect of the program.
#[derive(Debug, PartialEq, Eq)]
enum DatabaseFailure {
    /// Locked, overloaded, restarting or unreachable. A later attempt may succeed.
    Busy,
    /// Out of disk space.
    Full,
}

/// Returns the error of the driver that caused an error.
#[must_use]
pub fn sqlx_cause(error: &DbErr) -> Option<&sqlx::Error> {
    match error {
        DbErr::Exec(RuntimeErr::SqlxError(cause))
        | DbErr::Query(RuntimeErr::SqlxError(cause))
        | DbErr::Conn(RuntimeErr::SqlxError(cause)) => Some(cause),
        _ => None,
    }
}

/// Returns whether the disk of the database is full.
#[must_use]
pub fn is_disk_full(error: &sqlx::Error) -> bool {
    DatabaseFailure::of_driver(error) == Some(DatabaseFailure::Full)
}

impl DatabaseFailure {
    /// Classifies an error. Returns `None` for other errors, such as an invalid query.
    fn of(error: &DbErr) -> Option<Self> {
        match error {
            DbErr::ConnectionAcquire(_) => Some(Self::Busy),
            _ => Self::of_driver(sqlx_cause(error)?),
        }
    }

    fn of_driver(cause: &sqlx::Error) -> Option<Self> {
        match cause {
            sqlx::Error::Database(error) => Self::of_code(&error.code()?),
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed => Some(Self::Busy),
            _ => None,
        }
    }

    /// Classifies an SQLSTATE (five characters) or an extended result code of SQLite (a decimal number).
    fn of_code(code: &str) -> Option<Self> {
        let is_sqlstate = code.len() == 5;
        if is_sqlstate { Self::of_sqlstate(code) } else { Self::of_sqlite(code.parse().ok()?) }
    }

    fn of_sqlstate(code: &str) -> Option<Self> {
        match code {
            "53100" => Some(Self::Full), // disk_full
            "25006" // read_only_sql_transaction: a primary that became a standby
            | "25P03" // idle_in_transaction_session_timeout
            | "40001" // serialization_failure
            | "40P01" // deadlock_detected
            | "55P03" // lock_not_available
            | "57014" // query_canceled: statement_timeout
            | "57P01" // admin_shutdown
            | "57P02" // crash_shutdown
            | "57P03" // cannot_connect_now
            => Some(Self::Busy),
            // Connection exceptions and insufficient resources.
            _ if code.starts_with("08") || code.starts_with("53") => Some(Self::Busy),
            _ => None,
        }
    }

    fn of_sqlite(code: i32) -> Option<Self> {
        const BUSY: i32 = 5;
        const LOCKED: i32 = 6;
        const IOERR: i32 = 10;
        const FULL: i32 = 13;
        /// A write failed, but not because the device is full. The usual cause is a quota.
        const IOERR_WRITE: i32 = IOERR | (3 << 8);
        /// The index of the WAL could not grow.
        const IOERR_SHMSIZE: i32 = IOERR | (19 << 8);
        match code {
            IOERR_WRITE | IOERR_SHMSIZE => Some(Self::Full),
            _ => match code & 0xff {
                FULL => Some(Self::Full),
                BUSY | LOCKED | IOERR => Some(Self::Busy),
                _ => None,
            },
        }
    }
}

/// Returns whether the database refused a row because its key or a unique value exists already.
#[must_use]
pub fn is_unique_violation(error: &DbErr) -> bool {
    matches!(error.sql_err(), Some(SqlErr::UniqueConstraintViolation(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn database_error_codes_are_classified_as_busy_or_full() {
        let busy = Some(DatabaseFailure::Busy);
        for code in [
            "55P03", "57014", "53300", "57P01", "08006", "40P01", "25P03", "5", "261", "517", "6", "10",
            "266",
        ] {
            assert_eq!(DatabaseFailure::of_code(code), busy, "{code}");
        }
        for code in ["53100", "13", "778", "4874"] {
            assert_eq!(DatabaseFailure::of_code(code), Some(DatabaseFailure::Full), "{code}");
        }
        for code in ["23505", "42P01", "1", "19", "2067", "11", ""] {
            assert_eq!(DatabaseFailure::of_code(code), None, "{code}");
        }
    }

    #[test]
    fn lost_database_connection_is_answered_503_with_retry_after() {
        let lost = sqlx::Error::Io(std::io::ErrorKind::ConnectionReset.into());
        let response = Error::from(DbErr::Query(RuntimeErr::SqlxError(lost.into()))).into_response();
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(response.headers().contains_key(header::RETRY_AFTER));
    }
}
