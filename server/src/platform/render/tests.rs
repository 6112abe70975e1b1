//! Failures, limits and threads of the renderer.

use super::*;

const PAGES: &str = r#"
    export function render(json) {
      switch (JSON.parse(json)) {
        case "throw": throw new Error("on purpose");
        case "loop": for (;;);
        case "memory": { const rows = []; for (;;) rows.push({ row: rows.length }); }
        case "deep": { const nest = (n) => (n === 0 ? "" : `<i>${nest(n - 1)}</i>`); return nest(2500); }
        case "recursion": { const deeper = (n) => deeper(n + 1) + 1; return String(deeper(0)); }
        case "suspense": return "<div><!--$!--></div>";
        case "console": console.error("lost a part"); return "<p></p>";
        case "intl": return new Intl.NumberFormat("pt-BR").format(1);
        default: return `<p>${JSON.parse(json)}</p>`;
      }
    }
"#;

fn options() -> RenderOptions {
    RenderOptions {
        threads: 1,
        memory_limit: 16 << 20,
        interrupt_after: Duration::from_millis(500),
        wait: Duration::from_secs(60),
        ..RenderOptions::default()
    }
}

#[tokio::test]
async fn failed_render_does_not_affect_the_next_one() {
    let renderer = Renderer::start(PAGES, options()).unwrap();
    for page in ["throw", "loop", "memory", "recursion", "suspense", "console", "intl"] {
        let failed = renderer.render(format!("{page:?}")).await;
        assert!(matches!(failed, Err(RenderError::Failed(_))), "{page}: {failed:?}");
        assert_eq!(renderer.render(r#""next""#.to_owned()).await.unwrap(), "<p>next</p>");
    }
}

#[tokio::test]
async fn deeply_nested_page_needs_a_large_stack() {
    let renderer = Renderer::start(PAGES, options()).unwrap();
    let small = Renderer::start(PAGES, RenderOptions { js_stack: 256 << 10, ..options() }).unwrap();
    assert!(renderer.render(r#""deep""#.to_owned()).await.is_ok());
    assert!(small.render(r#""deep""#.to_owned()).await.is_err());
}

#[tokio::test]
async fn concurrent_renders_on_two_threads_get_their_own_pages() {
    let renderer = Renderer::start(PAGES, RenderOptions { threads: 2, ..options() }).unwrap();
    let renders: Vec<_> = (0..20)
        .map(|number| {
            let renderer = renderer.clone();
            tokio::spawn(async move { renderer.render(number.to_string()).await })
        })
        .collect();
    for (number, render) in renders.into_iter().enumerate() {
        assert_eq!(render.await.unwrap().unwrap(), format!("<p>{number}</p>"));
    }
}

#[tokio::test]
async fn engine_is_replaced_after_its_maximum_of_renders() {
    let counting = "let renders = 0; export const render = () => `<p>${++renders}</p>`";
    let renderer = Renderer::start(counting, RenderOptions { renders_per_engine: 2, ..options() }).unwrap();
    let mut pages = Vec::new();
    for _ in 0..4 {
        pages.push(renderer.render("{}".to_owned()).await.unwrap());
    }
    assert_eq!(pages, ["<p>1</p>", "<p>2</p>", "<p>1</p>", "<p>2</p>"]);
}

#[tokio::test]
async fn module_that_does_not_compile_fails_every_render() {
    let renderer = Renderer::start("export const = 1", options()).unwrap();
    for _ in 0..2 {
        let Err(RenderError::Failed(message)) = renderer.render("{}".to_owned()).await else {
            panic!("the render should fail")
        };
        assert!(message.contains("doesn't compile"), "{message}");
    }
}

/// Time is paused. It advances only while `render` waits for its timeout.
#[tokio::test(start_paused = true)]
async fn render_times_out_after_the_maximum_wait() {
    let options = RenderOptions { wait: Duration::from_secs(3), ..options() };
    let renderer = Renderer::start(PAGES, options).unwrap();
    let start = tokio::time::Instant::now();
    assert_eq!(renderer.render(r#""loop""#.to_owned()).await, Err(RenderError::Timeout));
    assert_eq!(start.elapsed().as_secs(), 3);
}
