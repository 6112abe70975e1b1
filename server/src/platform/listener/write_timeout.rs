//! A write timeout. A connection whose peer stops reading fails, instead of occupying memory.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep},
};

/// A stream whose writes fail if they make no progress for too long.
pub struct TimedWrites<S> {
    stream: S,
    limit: Duration,
    /// Created by the first write that has to wait. Most connections never need a timer.
    timer: Option<Pin<Box<Sleep>>>,
    /// Whether the latest write is waiting for the peer.
    is_waiting: bool,
}

impl<S> TimedWrites<S> {
    /// Fails each write that makes no progress within `limit`.
    pub fn new(stream: S, limit: Duration) -> Self {
        Self { stream, limit, timer: None, is_waiting: false }
    }

    /// Returns `polled`, the result of a write, or an error if the write has been pending for the whole limit.
    fn timed<T>(&mut self, polled: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if polled.is_ready() {
            self.is_waiting = false;
            return polled;
        }
        let limit = self.limit;
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(limit)));
        if !self.is_waiting {
            timer.as_mut().reset(Instant::now() + limit);
            self.is_waiting = true;
        }
        ready!(timer.as_mut().poll(context));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the peer stopped reading")))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for TimedWrites<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.timed(polled, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.timed(polled, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_flush(context);
        self.timed(polled, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_shutdown(context);
        self.timed(polled, context)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for TimedWrites<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    const LIMIT: Duration = Duration::from_secs(30);

    #[tokio::test(start_paused = true)]
    async fn write_fails_if_the_peer_stops_reading() {
        let (ours, _theirs) = duplex(16);
        let start = Instant::now();
        let failed =
            TimedWrites::new(ours, LIMIT).write_all(&[0; 100]).await.expect_err("the peer does not read");
        assert_eq!((failed.kind(), start.elapsed().as_secs()), (io::ErrorKind::TimedOut, 30));
    }

    #[tokio::test(start_paused = true)]
    async fn peer_that_reads_within_each_limit_receives_everything() {
        let (ours, mut theirs) = duplex(16);
        let reading = tokio::spawn(async move {
            let (mut read, mut buffer) = (0, [0; 10]);
            while read < 100 {
                tokio::time::sleep(LIMIT / 2).await;
                read += theirs.read(&mut buffer).await.expect("bytes");
            }
        });
        TimedWrites::new(ours, LIMIT).write_all(&[0; 100]).await.expect("each write makes progress");
        reading.await.expect("everything was read");
    }
}
