//! A request body with a timeout. A body that doesn't arrive in time fails, instead of occupying a connection.

use std::{
    error::Error as StdError,
    future::poll_fn,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::time::Sleep;

type BoxError = Box<dyn StdError + Send + Sync>;

/// Maximum number of bytes that are drained: read and discarded after the handler has dropped the body. Without draining, a
/// client that is still sending gets a connection reset instead of the response.
const MAX_DRAINED: usize = 32 * 1024 * 1024;

#[derive(Debug, thiserror::Error)]
#[error("the request body did not arrive in time")]
pub struct BodyTimeout;

/// A body that fails with [`BodyTimeout`] if it doesn't end in time. When it is dropped early, its rest is drained.
pub struct TimedBody {
    /// `None` only after [`Drop::drop`] has taken it to drain the rest.
    timed: Option<Timed>,
}

struct Timed {
    body: Incoming,
    limit: Duration,
    /// Created by the first read that has to wait: a body that is not read needs no timer.
    timer: Option<Pin<Box<Sleep>>>,
    /// Whether there is nothing to drain: the body has ended or failed, or the client still waits to send it.
    is_over: bool,
}

impl TimedBody {
    /// Limits the time from the first read to the end. With `awaits_continue`, the client sends the body only after
    /// `100 Continue`, which the first read causes, so an unread body is not drained.
    #[must_use]
    pub fn new(body: Incoming, limit: Duration, awaits_continue: bool) -> Self {
        Self { timed: Some(Timed { body, limit, timer: None, is_over: awaits_continue }) }
    }
}

impl Drop for TimedBody {
    fn drop(&mut self) {
        let Some(mut rest) = self.timed.take() else { return };
        if rest.is_over || rest.body.is_end_stream() {
            return;
        }
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        runtime.spawn(async move {
            let mut drained = 0;
            while drained < MAX_DRAINED
                && let Some(Ok(frame)) = poll_fn(|context| rest.poll_frame(context)).await
            {
                drained += frame.data_ref().map_or(0, Bytes::len);
            }
        });
    }
}

impl Timed {
    fn poll_frame(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            self.is_over = !matches!(frame, Some(Ok(_)));
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        let limit = self.limit;
        let timer = self.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep(limit)));
        match timer.as_mut().poll(context) {
            Poll::Ready(()) => {
                self.is_over = true;
                Poll::Ready(Some(Err(BodyTimeout.into())))
            }
            Poll::Pending => Poll::Pending,
        }
    }
}

impl Body for TimedBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        match &mut self.timed {
            Some(timed) => timed.poll_frame(context),
            None => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.timed.as_ref().is_none_or(|timed| timed.body.is_end_stream())
    }

    fn size_hint(&self) -> SizeHint {
        self.timed.as_ref().map_or_else(SizeHint::default, |timed| timed.body.size_hint())
    }
}

/// Returns whether the error or one of its causes is a [`BodyTimeout`].
#[must_use]
pub fn is_timeout(error: &(dyn StdError + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if error.is::<BodyTimeout>() {
            return true;
        }
        cause = error.source();
    }
    false
}
