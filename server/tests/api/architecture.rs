//! Modules know only what stands before them, and stores are the only ones to speak SQL.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Lowest first. A module may use its own tier and those before it.
const TIERS: [&[&str]; 6] = [
    &["kit", "render"],
    &["app", "config", "limits"],
    &["accounts", "audit", "history", "mail", "media", "settings"],
    &["blog", "contacts", "navigation", "newsletter", "pages", "redirects", "services"],
    &["chores", "dashboard", "health", "media_uses", "own_data", "setup", "site"],
    &["commands", "router"],
];
/// The two lowest tiers hold independent parts: these may not use each other.
const APART: [(&str, &str); 2] = [("kit", "render"), ("render", "kit")];

fn sources() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                files.push((path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap().to_owned(), text));
            }
        }
    }
    files
}

/// `src/contacts/admin.rs` → `contacts`.
fn module_of(path: &Path) -> String {
    path.iter().nth(1).unwrap().to_str().unwrap().trim_end_matches(".rs").to_owned()
}

fn tier_of(module: &str) -> Option<usize> {
    TIERS.iter().position(|tier| tier.contains(&module))
}

/// The modules that `crate::…` and `use crate::{…}` name.
fn used_modules(text: &str) -> Vec<String> {
    let mut modules = Vec::new();
    for (start, _) in text.match_indices("crate::") {
        let rest = &text[start + "crate::".len()..];
        if let Some(list) = rest.strip_prefix('{') {
            let (mut depth, mut name, mut fresh) = (0, String::new(), true);
            for c in list.chars() {
                match c {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    ',' if depth == 0 => fresh = true,
                    c if depth == 0 && fresh && (c.is_alphanumeric() || c == '_') => name.push(c),
                    _ => {}
                }
                let ended = !c.is_alphanumeric() && c != '_';
                if ended && !name.is_empty() {
                    modules.push(std::mem::take(&mut name));
                    fresh = c == ',';
                }
            }
            modules.extend((!name.is_empty()).then_some(name));
        } else {
            modules.push(rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    modules
}

#[test]
fn imports_point_one_way() {
    let mut seen = 0;
    for (path, text) in sources() {
        let module = module_of(&path);
        let Some(tier) = tier_of(&module) else {
            assert!(["main", "lib"].contains(&&*module), "{module} has no tier");
            continue;
        };
        for used in used_modules(&text) {
            let Some(used_tier) = tier_of(&used) else { continue };
            seen += 1;
            assert!(used_tier <= tier, "{}: {module} uses {used}, which stands above it", path.display());
            assert!(!APART.contains(&(&module, &used)), "{}: {module} uses {used}", path.display());
        }
    }
    assert!(seen > 50, "the imports were found");
}

#[test]
fn only_stores_speak_sql() {
    let may = ["store.rs", "db.rs", "revision.rs", "error.rs"];
    for (path, text) in sources() {
        let name = path.file_name().unwrap().to_str().unwrap();
        let in_store = path.iter().any(|folder| folder == "store" || folder == "db");
        let speaks = ["EntityTrait", "entity::prelude::*", "execute_unprepared", "Statement::"];
        let found = speaks.iter().find(|word| text.contains(**word));
        assert!(
            in_store || may.contains(&name) || found.is_none(),
            "{} has {}",
            path.display(),
            found.unwrap()
        );
    }
}

#[test]
fn a_grouped_import_is_understood() {
    let text = "use crate::{\n    accounts::extract::Staff,\n    app::App,\n    kit::{error::Error, id},\n    pages,\n};";
    assert_eq!(used_modules(text), ["accounts", "app", "kit", "pages"]);
}

/// `process::program` gives it a free port and a working directory without a `.env`.
#[test]
fn tests_start_the_program_in_one_place() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")];
    let (mut starts, name) = (Vec::new(), concat!("CARGO_BIN_", "EXE_vitrine"));
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let found = fs::read_to_string(&path).unwrap().matches(name).count();
                starts.extend(std::iter::repeat_n(path, found));
            }
        }
    }
    assert_eq!(starts.len(), 1, "{starts:?}");
}
