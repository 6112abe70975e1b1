//! Renders the public pages' React components to HTML inside this process.
//!
//! The site must be readable without JavaScript and served without Node, so the web build's server bundle runs in QuickJS.
//! That bundle is code which may loop, throw or eat memory: [`engine`] bounds one engine, [`pool`] keeps the damage to one
//! render. A caller gets HTML or a [`RenderError`] within a known time, and answers with a page the browser renders.

mod engine;
mod pool;

use std::borrow::Cow;
use std::sync::OnceLock;
use std::time::Duration;

use engine::{Engine, Program};
use pool::Pool;

/// How many resources rendering may take.
#[derive(Debug, Clone)]
pub struct RenderOptions {
    /// Render threads, each with an engine of its own. Default 2: renders are rare behind the page cache, and with two a
    /// page that loops doesn't hold up the others.
    pub threads: usize,
    /// Bytes of stack for JavaScript. Default 2 MB: with QuickJS's own 256 KB React's recursion ends inside deep pages.
    pub js_stack: usize,
    /// Bytes of stack of a render thread. Default 8 MB: QuickJS counts its frames only roughly, so it needs room to
    /// notice that `js_stack` is spent.
    pub thread_stack: usize,
    /// Bytes one engine may allocate. Default 64 MB: ten times what a large page takes.
    pub memory_limit: usize,
    /// Time on a core after which a running render is stopped. Default 400 ms: twenty-five times what the home page
    /// takes, and a visitor still has some page within half a second.
    pub interrupt_after: Duration,
    /// How long a caller waits, queue included. Default 3 s: the first callers also wait for the engines to
    /// start, on a busy machine half a second.
    pub wait: Duration,
    /// Renders that may wait for a thread. Default 64: about half a second of work; more would time out in the queue.
    pub queue: usize,
    /// Renders after which an engine is replaced. Default 5000: bounds what a slow leak in a page can pile up.
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

/// Why a document has no markup.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    #[error("too many renders are waiting")]
    QueueFull,
    #[error("the render didn't finish in time")]
    Timeout,
    /// The page's own fault: an exception, a loop, too much memory, a reported error. Carries what the engine said.
    #[error("the render failed: {0}")]
    Failed(String),
}

/// Why there is no renderer.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("a render thread couldn't be started: {0}")]
    Thread(#[from] std::io::Error),
}

/// A handle to the render threads; they end with its last clone.
#[derive(Clone)]
pub struct Renderer {
    pool: Pool,
    wait: Duration,
}

impl Renderer {
    /// Starts the render threads and returns at once: they compile the module and start their engines by themselves, the
    /// second one once there are two pages to render. The first renders wait for that. A module that doesn't compile
    /// fails every render.
    ///
    /// `source` is one ES module without imports that exports `render(documentJson: string): string`.
    pub fn start(source: impl Into<Cow<'static, str>>, options: RenderOptions) -> Result<Self, StartError> {
        let source = source.into();
        let wait = options.wait;
        let program = OnceLock::new();
        let limits = options.clone();
        let start_engine = move || {
            let program = program.get_or_init(|| Program::compile(&source, &limits));
            Engine::start(program.as_ref().map_err(String::clone)?, &limits)
        };
        Ok(Self { pool: Pool::start(&options, start_engine)?, wait })
    }

    /// The markup of one document, given as JSON.
    pub async fn render(&self, document_json: String) -> Result<String, RenderError> {
        let answer = self.pool.submit(document_json)?;
        match tokio::time::timeout(self.wait, answer).await {
            Err(_elapsed) => Err(RenderError::Timeout),
            Ok(Err(_closed)) => Err(RenderError::Failed("the render thread panicked".to_owned())),
            Ok(Ok(rendered)) => rendered.map_err(RenderError::Failed),
        }
    }
}

#[cfg(test)]
mod tests;
