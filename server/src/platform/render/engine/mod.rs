//! A QuickJS engine that renders with the server bundle, within limits.
//!
//! Not every failure is an exception. React catches errors inside `<Suspense>`, such as a stack overflow, and omits parts of the
//! page. So a render also fails if the page writes errors or warnings to the console, or contains React's markers of missing
//! content.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rquickjs::loader::bundle::Bundle;
use rquickjs::{
    CatchResultExt, CaughtError, Context, Ctx, Function, Module, Object, Persistent, Runtime, WriteOptions,
};
use sha2::{Digest, Sha256};

use super::RenderOptions;
use super::pool::Worker;

const PRELUDE: &str = include_str!("../prelude.js");
const MODULE: &str = "entry-server";
/// React's markers of a Suspense boundary that failed or did not finish.
const GAPS: [&str; 2] = ["<!--$!-->", "<!--$?-->"];

/// The bundle as bytecode. An engine starts from it several times faster than from the source.
#[derive(Clone, Copy)]
pub(super) struct Program {
    modules: &'static [(&'static str, &'static [u8])],
}

impl Program {
    /// Compiles the bundle, unless it is the latest one that this process compiled.
    pub(super) fn of(source: &str, limits: &RenderOptions) -> Result<Self, String> {
        static LATEST: Mutex<Option<([u8; 32], Program)>> = Mutex::new(None);
        let digest: [u8; 32] = Sha256::digest(source).into();
        let mut latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner);
        match *latest {
            Some((known, program)) if known == digest => Ok(program),
            _ => Ok(latest.insert((digest, Self::compile(source, limits)?)).1),
        }
    }

    /// Compiles the bundle. Leaks the bytecode, which all engines share.
    fn compile(source: &str, limits: &RenderOptions) -> Result<Self, String> {
        let runtime = new_runtime(limits).map_err(|error| error.to_string())?;
        let context = Context::full(&runtime).map_err(|error| error.to_string())?;
        let bytecode = context.with(|ctx| {
            let options = WriteOptions { strip_source: true, ..WriteOptions::default() };
            Module::declare(ctx.clone(), MODULE, source)
                .and_then(|module| module.write(options))
                .catch(&ctx)
                .map_err(|error| format!("the server bundle doesn't compile: {}", describe(&error)))
        })?;
        let bytecode: &'static [u8] = bytecode.leak();
        Ok(Self { modules: vec![(MODULE, bytecode)].leak() })
    }
}

/// An engine that is ready to render. Drop it after an error, because its state may be inconsistent.
pub(super) struct Engine {
    // Fields are dropped in this order: a value must be dropped before its runtime.
    render: Persistent<Function<'static>>,
    context: Context,
    runtime: Runtime,
    timer: CpuTimer,
    reported: Reported,
}

impl Engine {
    /// Starts an engine and loads the bundle.
    pub(super) fn start(program: &Program, limits: &RenderOptions) -> Result<Self, String> {
        let runtime = new_runtime(limits).map_err(|error| error.to_string())?;
        let bundle = Bundle(program.modules);
        runtime.set_loader(bundle, bundle);
        let timer = CpuTimer::new(limits.interrupt_after);
        let checked = timer.clone();
        runtime.set_interrupt_handler(Some(Box::new(move || checked.passed())));

        let context = Context::full(&runtime).map_err(|error| error.to_string())?;
        let reported = Reported::default();
        timer.restart();
        let render = context.with(|ctx| {
            load(&ctx, reported.clone())
                .catch(&ctx)
                .map_err(|error| format!("the server bundle doesn't start: {}", describe(&error)))
        })?;
        Ok(Self { render, context, runtime, timer, reported })
    }

    /// Runs the microtasks that the render queued, so that they don't run during the next render.
    fn finish_jobs(&self) -> Result<(), String> {
        while self.runtime.is_job_pending() {
            let executed = self.runtime.execute_pending_job();
            // Checked first, because an interruption also makes the microtask throw.
            if self.timer.passed() {
                return Err("interrupted in a microtask".to_owned());
            }
            executed.map_err(|_exception| "a microtask threw".to_owned())?;
        }
        Ok(())
    }
}

impl Worker for Engine {
    fn render(&mut self, document_json: &str) -> Result<String, String> {
        self.timer.restart();
        let html: String = self.context.with(|ctx| {
            let render = self.render.clone().restore(&ctx);
            render
                .and_then(|render| render.call((document_json,)))
                .catch(&ctx)
                .map_err(|error| self.timer.explain(describe(&error)))
        })?;
        self.finish_jobs()?;
        if let Some(message) = self.reported.take() {
            return Err(format!("reported on the console: {message}"));
        }
        require_complete(html)
    }
}

fn new_runtime(limits: &RenderOptions) -> rquickjs::Result<Runtime> {
    let runtime = Runtime::new()?;
    runtime.set_memory_limit(limits.memory_limit);
    runtime.set_max_stack_size(limits.js_stack);
    Ok(runtime)
}

/// Loads the prelude and the bundle, and returns its `render`.
fn load<'js>(ctx: &Ctx<'js>, reported: Reported) -> rquickjs::Result<Persistent<Function<'static>>> {
    let prelude: Function<'js> = ctx.eval(PRELUDE)?;
    let report = Function::new(ctx.clone(), move |message: String| reported.put(message))?;
    prelude.call::<_, ()>((report,))?;
    let module: Object<'js> = Module::import(ctx, MODULE)?.finish()?;
    let render: Function<'js> = module.get("render")?;
    Ok(Persistent::save(ctx, render))
}

/// Fails if the markup is empty or React could not complete it.
fn require_complete(html: String) -> Result<String, String> {
    if html.is_empty() {
        return Err("the markup is empty".to_owned());
    }
    match GAPS.iter().find(|gap| html.contains(**gap)) {
        Some(gap) => Err(format!("a Suspense boundary has no content ({gap})")),
        None => Ok(html),
    }
}

fn describe(error: &CaughtError<'_>) -> String {
    match error {
        CaughtError::Exception(exception) => exception.to_string(),
        CaughtError::Value(value) if value.is_null() => "no exception value; out of memory".to_owned(),
        CaughtError::Value(value) => format!("threw {value:?}"),
        CaughtError::Error(error) => error.to_string(),
    }
}

/// Limits the CPU time of a render. Elapsed time would also count the load of the machine.
#[derive(Clone)]
struct CpuTimer {
    /// Maximum CPU time of a render.
    limit: Duration,
    /// The CPU time of the thread at which the render is interrupted.
    end: Rc<Cell<Duration>>,
}

impl CpuTimer {
    fn new(limit: Duration) -> Self {
        Self { limit, end: Rc::new(Cell::new(Duration::ZERO)) }
    }

    fn restart(&self) {
        self.end.set(cpu_time() + self.limit);
    }

    fn passed(&self) -> bool {
        cpu_time() >= self.end.get()
    }

    /// Adds the interruption to a message, if it caused the error.
    fn explain(&self, message: String) -> String {
        if self.passed() { format!("interrupted after {:?}: {message}", self.limit) } else { message }
    }
}

/// Returns the CPU time of the current thread.
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or(Duration::MAX)
}

/// The first error that was written to the console since the last [`Reported::take`].
#[derive(Clone, Default)]
struct Reported(Rc<RefCell<Option<String>>>);

impl Reported {
    fn put(&self, message: String) {
        self.0.borrow_mut().get_or_insert(message);
    }

    fn take(&self) -> Option<String> {
        self.0.borrow_mut().take()
    }
}

#[cfg(test)]
mod tests;
