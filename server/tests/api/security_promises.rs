//! The tests that `docs/security.md` names exist.

use std::{fs, path::Path};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Returns the texts between two `mark`s in the rows of tables.
fn marked(text: &str, mark: char) -> Vec<&str> {
    let rows = text.lines().filter(|line| line.starts_with('|'));
    rows.flat_map(|row| row.split(mark).skip(1).step_by(2)).collect()
}

/// Returns whether a test of the server exists, such as `src/platform/parse::name` or `newsletter::staff::name`.
fn exists(test: &str) -> bool {
    let (module, name) = test.rsplit_once("::").expect("a module and a name");
    let file = match module.strip_prefix("src/") {
        Some(module) => format!("server/src/{module}"),
        None => format!("server/tests/api/{}", module.replace("::", "/")),
    };
    let folder = root().join(&file);
    let files = [root().join(format!("{file}.rs")), folder.join("mod.rs"), folder.join("tests.rs")];
    let texts = files.iter().filter_map(|path| fs::read_to_string(path).ok());
    texts.into_iter().any(|text| text.contains(&format!("fn {name}()")))
}

/// Returns whether a text is a test's name without the module: at least four words in snake case.
fn is_bare_name(text: &str) -> bool {
    let is_snake_case = text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'));
    is_snake_case && text.matches('_').count() >= 3
}

#[test]
fn every_test_named_in_security_md_exists() {
    let text = fs::read_to_string(root().join("docs/security.md")).unwrap();
    let (named, others): (Vec<&str>, Vec<&str>) =
        marked(&text, '`').into_iter().partition(|name| name.contains("::"));
    assert!(named.len() > 100, "the names were found");
    let missing: Vec<&str> = named.into_iter().filter(|test| !exists(test)).collect();
    assert_eq!(missing, [""; 0]);
    let bare: Vec<&str> = others.into_iter().filter(|text| is_bare_name(text)).collect();
    assert_eq!(bare, [""; 0], "names without a module");
}

#[test]
fn every_browser_test_named_in_security_md_exists() {
    let text = fs::read_to_string(root().join("docs/security.md")).unwrap();
    let mut specs = String::new();
    for entry in fs::read_dir(root().join("e2e")).unwrap() {
        let path = entry.unwrap().path();
        if path.to_str().unwrap().ends_with(".spec.ts") {
            specs += &fs::read_to_string(path).unwrap();
        }
    }
    let named = marked(&text, '"');
    assert!(!named.is_empty(), "the names were found");
    let missing: Vec<&str> = named.into_iter().filter(|title| !specs.contains(title)).collect();
    assert_eq!(missing, [""; 0]);
}
