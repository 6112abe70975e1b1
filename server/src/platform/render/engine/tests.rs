use super::*;

/// Small limits, so that running into them is quick.
fn limits() -> RenderOptions {
    RenderOptions {
        memory_limit: 8 << 20,
        js_stack: 128 << 10,
        interrupt_after: Duration::from_millis(500),
        ..RenderOptions::default()
    }
}

fn engine(source: &str) -> Engine {
    Engine::start(&Program::compile(source, &limits()).unwrap(), &limits()).unwrap()
}

/// The error of one render whose function has this body.
fn error_of(body: &str) -> String {
    engine(&format!("export function render(json) {{ {body} }}")).render("{}").unwrap_err()
}

#[track_caller]
fn assert_fails(body: &str, expected: &str) {
    let error = error_of(body);
    assert!(error.contains(expected), "{error:?} doesn't say {expected:?}");
}

#[test]
fn renders_the_document() {
    let mut engine = engine(
        "const greet = ({ name }) => `<p>Olá, ${name} 🚀</p>`;
         export function render(json) { return greet(JSON.parse(json)); }",
    );
    assert_eq!(engine.render(r#"{"name":"João"}"#).unwrap(), "<p>Olá, João 🚀</p>");
    assert_eq!(engine.render(r#"{"name":"Ana"}"#).unwrap(), "<p>Olá, Ana 🚀</p>");
}

#[test]
fn fails_on_an_exception() {
    assert_fails("throw new TypeError('no title')", "no title");
    assert_fails("throw 'plain value'", "plain value");
    assert_fails("return missing.name", "missing");
}

#[test]
fn fails_on_a_loop_even_when_the_page_catches_everything() {
    assert_fails("for (;;) { try { for (;;); } catch {} }", "interrupted after 500ms");
}

#[test]
fn fails_on_a_microtask_that_feeds_itself() {
    assert_fails(
        "const again = () => { Promise.resolve().then(again) }; again(); return '<p></p>'",
        "interrupted in a microtask",
    );
}

#[test]
fn fails_on_a_microtask_that_throws() {
    assert_fails("queueMicrotask(() => { throw new Error('late') }); return '<p></p>'", "a microtask threw");
}

#[test]
fn fails_when_memory_runs_out() {
    assert_fails("const rows = []; for (;;) rows.push({ row: rows.length })", "memory");
}

#[test]
fn fails_on_endless_recursion() {
    assert_fails("const deeper = (n) => deeper(n + 1) + 1; return deeper(0)", "call stack");
}

#[test]
fn fails_on_anything_written_to_the_console_as_an_error() {
    assert_fails(
        "console.error('lost a part', new Error('inside')); return '<p></p>'",
        "lost a part Error: inside",
    );
    assert_fails("console.warn('deprecated'); return '<p></p>'", "deprecated");
}

#[test]
fn ignores_other_console_messages() {
    let mut engine = engine("export const render = () => { console.log('seen'); return '<p></p>' }");
    assert_eq!(engine.render("{}").unwrap(), "<p></p>");
}

#[test]
fn fails_on_suspense_gaps_and_empty_markup() {
    assert_fails("return '<div><!--$!--><template></template><!--/$--></div>'", "<!--$!-->");
    assert_fails("return '<div><!--$?--><template></template><!--/$--></div>'", "<!--$?-->");
    assert_fails("return ''", "empty");
}

#[test]
fn fails_on_a_result_that_is_no_string() {
    assert_fails("return { html: '<p></p>' }", "string");
    assert_fails("return Promise.resolve('<p></p>')", "string");
}

#[test]
fn fails_on_a_lone_surrogate_rather_than_sending_invalid_text() {
    assert_fails(r"return '<p>\ud800</p>'", "utf-8");
}

#[test]
fn refuses_everything_that_depends_on_a_language() {
    for call in [
        "new Intl.NumberFormat('pt-BR')",
        "typeof Intl",
        "(1234.5).toLocaleString('pt-BR')",
        "12n.toLocaleString()",
        "[1, 2].toLocaleString()",
        "new Date(0).toLocaleString()",
        "new Date(0).toLocaleDateString('pt-BR')",
        "new Date(0).toLocaleTimeString()",
        "'água'.localeCompare('zebra')",
    ] {
        assert_fails(&format!("return String({call})"), "isn't available while rendering");
    }
}

#[test]
fn starting_a_module_is_bounded_too() {
    let looping = Program::compile("for (;;); export const render = () => ''", &limits()).unwrap();
    assert!(Engine::start(&looping, &limits()).is_err());
    let throwing = Program::compile("throw new Error('at the top')", &limits()).unwrap();
    let error = Engine::start(&throwing, &limits()).err().unwrap();
    assert!(error.contains("at the top"), "{error}");
    let without_render = Program::compile("export const other = 1", &limits()).unwrap();
    assert!(Engine::start(&without_render, &limits()).is_err());
}

#[test]
fn a_module_with_a_syntax_error_does_not_compile() {
    let error = Program::compile("export const = 1", &limits()).err().unwrap();
    assert!(error.contains("doesn't compile"), "{error}");
}
