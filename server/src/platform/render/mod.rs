//! Renders the public pages' React components to HTML inside this process.
//!
//! The site must be readable without JavaScript and needs no Node on the server, so the server bundle of the web build runs
//! in QuickJS. The bundle may loop, throw or use too much memory: [`engine`] limits one engine, and [`pool`] isolates
//! renders. A render returns HTML or a [`RenderError`] within a known time; after an error, the browser renders the page.

mod engine;
mod pool;

use std::borrow::Cow;
use std::time::Duration;

use engine::{Engine, Program};
use pool::Pool;

/// The threads of the renderer, and the limits of their resources.
#[derive(Debug, Clone)]
pub struct RenderOptions {
    /// Number of render threads, each with its own engine. Default 2: renders are rare because pages are cached, and with
    /// two threads a page that loops doesn't block the others.
    pub threads: usize,
    /// Stack size of JavaScript in bytes. Default 2 MiB: QuickJS's default of 256 KiB is too small for deeply nested pages.
    pub js_stack: usize,
    /// Stack size of a render thread in bytes. Default 8 MiB: QuickJS estimates its stack use only roughly, so the thread
    /// needs more than `js_stack`.
    pub thread_stack: usize,
    /// Maximum memory of an engine in bytes. Default 64 MiB: ten times the need of a large page.
    pub memory_limit: usize,
    /// CPU time after which a render is interrupted. Default 400 ms: twenty-five times the need of the home page, and
    /// visitors still get a response within half a second.
    pub interrupt_after: Duration,
    /// Maximum time of a render, including its wait in the queue. Default 3 s: the first renders also wait for the engines to
    /// start, which takes half a second on a busy machine.
    pub wait: Duration,
    /// Maximum number of renders in the queue. Default 64: about half a second of work; more would time out.
    pub queue: usize,
    /// Number of renders after which an engine is replaced. Default 5000: limits the effect of a slow memory leak.
    pub renders_per_engine: u32,
}

impl Default for RenderOptions {
    fn default() -> Self {
        Self {
            threads: 2,
            js_stack: 2 << 20,
            thread_stack: 8 << 20,
            memory_limit: 64 << 20,
            interrupt_after: Duration::from_millis(400),
            wait: Duration::from_secs(3),
            queue: 64,
            renders_per_engine: 5000,
        }
    }
}

/// Why a document was not rendered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    #[error("too many renders are waiting")]
    QueueFull,
    #[error("the render didn't finish in time")]
    Timeout,
    /// The page failed: an exception, a loop, too much memory, or a reported error. Contains the engine's message.
    #[error("the render failed: {0}")]
    Failed(String),
}

/// Why the renderer did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("a render thread couldn't be started: {0}")]
    Thread(#[from] std::io::Error),
}

/// A handle to the render threads, which end when its last clone is dropped.
#[derive(Clone)]
pub struct Renderer {
    pool: Pool,
    wait: Duration,
}

impl Renderer {
    /// Starts the render threads. They compile the module and start their engines in the background. All engines but the first
    /// start only after the first render has begun. The first renders wait for the engines. If the module doesn't compile, every
    /// render fails.
    ///
    /// `source` is an ES module without imports that exports `render(documentJson: string): string`.
    pub fn start(source: impl Into<Cow<'static, str>>, options: RenderOptions) -> Result<Self, StartError> {
        let source = source.into();
        let wait = options.wait;
        let limits = options.clone();
        let start_engine = move || Engine::start(&Program::of(&source, &limits)?, &limits);
        Ok(Self { pool: Pool::start(&options, start_engine)?, wait })
    }

    /// Returns the markup of a document, which is passed as JSON.
    pub async fn render(&self, document_json: String) -> Result<String, RenderError> {
        let result = self.pool.submit(document_json)?;
        match tokio::time::timeout(self.wait, result).await {
            Err(_elapsed) => Err(RenderError::Timeout),
            Ok(Err(_closed)) => Err(RenderError::Failed("the render thread panicked".to_owned())),
            Ok(Ok(rendered)) => rendered.map_err(RenderError::Failed),
        }
    }
}

#[cfg(test)]
mod tests;
