//! Failures and limits of one engine.

use super::*;

/// Returns small limits, which tests reach quickly.
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

/// Renders with a function that has this body, and returns the error.
fn error_of(body: &str) -> String {
    engine(&format!("export function render(json) {{ {body} }}")).render("{}").unwrap_err()
}

#[track_caller]
fn assert_fails(body: &str, expected: &str) {
    let error = error_of(body);
    assert!(error.contains(expected), "{error:?} doesn't say {expected:?}");
}

#[test]
fn render_returns_the_markup_of_the_document() {
    let mut engine = engine(
        "const greet = ({ name }) => `<p>Olá, ${name} 🚀</p>`;
         export function render(json) { return greet(JSON.parse(json)); }",
    );
    assert_eq!(engine.render(r#"{"name":"João"}"#).unwrap(), "<p>Olá, João 🚀</p>");
    assert_eq!(engine.render(r#"{"name":"Ana"}"#).unwrap(), "<p>Olá, Ana 🚀</p>");
}

#[test]
fn exception_fails_the_render() {
    assert_fails("throw new TypeError('no title')", "no title");
    assert_fails("throw 'plain value'", "plain value");
    assert_fails("return missing.name", "missing");
}

#[test]
fn loop_that_catches_exceptions_is_interrupted() {
    assert_fails("for (;;) { try { for (;;); } catch {} }", "interrupted after 500ms");
}

#[test]
fn endless_microtasks_are_interrupted() {
    assert_fails(
        "const again = () => { Promise.resolve().then(again) }; again(); return '<p></p>'",
        "interrupted in a microtask",
    );
}

#[test]
fn exception_in_a_microtask_fails_the_render() {
    assert_fails("queueMicrotask(() => { throw new Error('late') }); return '<p></p>'", "a microtask threw");
}

#[test]
fn memory_limit_fails_the_render() {
    assert_fails("const rows = []; for (;;) rows.push({ row: rows.length })", "memory");
}

#[test]
fn endless_recursion_fails_the_render() {
    assert_fails("const deeper = (n) => deeper(n + 1) + 1; return deeper(0)", "call stack");
}

#[test]
fn console_errors_and_warnings_fail_the_render() {
    assert_fails(
        "console.error('lost a part', new Error('inside')); return '<p></p>'",
        "lost a part Error: inside",
    );
    assert_fails("console.warn('deprecated'); return '<p></p>'", "deprecated");
}

#[test]
fn other_console_messages_are_ignored() {
    let mut engine = engine("export const render = () => { console.log('seen'); return '<p></p>' }");
    assert_eq!(engine.render("{}").unwrap(), "<p></p>");
}

#[test]
fn missing_content_and_empty_markup_fail_the_render() {
    assert_fails("return '<div><!--$!--><template></template><!--/$--></div>'", "<!--$!-->");
    assert_fails("return '<div><!--$?--><template></template><!--/$--></div>'", "<!--$?-->");
    assert_fails("return ''", "empty");
}

#[test]
fn result_of_another_type_than_string_fails_the_render() {
    assert_fails("return { html: '<p></p>' }", "string");
    assert_fails("return Promise.resolve('<p></p>')", "string");
}

#[test]
fn lone_surrogate_fails_the_render() {
    assert_fails(r"return '<p>\ud800</p>'", "utf-8");
}

#[test]
fn functions_that_depend_on_a_locale_are_not_available() {
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
fn module_that_loops_throws_or_lacks_render_does_not_start() {
    let looping = Program::compile("for (;;); export const render = () => ''", &limits()).unwrap();
    assert!(Engine::start(&looping, &limits()).is_err());
    let throwing = Program::compile("throw new Error('at the top')", &limits()).unwrap();
    let error = Engine::start(&throwing, &limits()).err().unwrap();
    assert!(error.contains("at the top"), "{error}");
    let without_render = Program::compile("export const other = 1", &limits()).unwrap();
    assert!(Engine::start(&without_render, &limits()).is_err());
}

#[test]
fn module_with_a_syntax_error_does_not_compile() {
    let error = Program::compile("export const = 1", &limits()).err().unwrap();
    assert!(error.contains("doesn't compile"), "{error}");
}
