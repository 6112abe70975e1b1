//! Rules for the source text: imports follow the tiers, only stores contain SQL, and tests start the program in one place.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// Folders of `src`, lowest first. A folder may use itself and those before it.
const TIERS: [&str; 8] =
    ["platform", "app", "foundation", "features", "site", "operations", "router", "commands"];

/// Returns path and text of each Rust file in a folder of the crate and its subfolders.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
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

/// Returns the module of a file: `["features", "contacts", "store"]` of `src/features/contacts/store/mod.rs`.
fn module_of(path: &Path) -> Vec<String> {
    let parts = path.iter().skip(1).map(|part| part.to_str().unwrap().trim_end_matches(".rs").to_owned());
    parts.filter(|part| part != "mod").collect()
}

/// Returns the paths that a module imports or names, such as `["foundation", "audit", "Event"]`. Finds every `crate::`, and
/// `use super::` at the start of a line, so not in inner modules.
fn used_paths(module: &[String], text: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    for (start, found) in text.match_indices("crate::") {
        read_tree(&text[start + found.len()..], &[], &mut paths);
    }
    for (start, found) in text.match_indices("\nuse super::") {
        read_tree(&text[start + found.len()..], &module[..module.len() - 1], &mut paths);
    }
    paths
}

/// Adds the paths of a tree of a `use` statement, or a path in code, to `paths`. `above` is the path before the tree.
/// Returns the text after the tree.
fn read_tree<'a>(text: &'a str, above: &[String], paths: &mut Vec<Vec<String>>) -> &'a str {
    let mut rest = text.trim_start();
    if let Some(below) = rest.strip_prefix("super::") {
        return read_tree(below, &above[..above.len() - 1], paths);
    }
    if let Some(list) = rest.strip_prefix('{') {
        rest = list.trim_start();
        while !rest.is_empty() && !rest.starts_with('}') {
            rest = read_tree(rest, above, paths).trim_start_matches([',', ' ', '\n']);
        }
        return rest.strip_prefix('}').unwrap_or(rest);
    }
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let end = if rest.starts_with('*') { 1 } else { rest.find(|c| !is_name(c)).unwrap_or(rest.len()) };
    let path = [above, &[rest[..end].to_owned()]].concat();
    match rest[end..].strip_prefix("::") {
        Some(below) => read_tree(below, &path, paths),
        None => {
            paths.push(path);
            let alias = rest[end..].strip_prefix(" as ").map(|alias| alias.trim_start_matches(is_name));
            alias.unwrap_or(&rest[end..])
        }
    }
}

/// The modules that each module uses within its tier. The `mod.rs` of a tier is excluded.
type Neighbors = BTreeMap<Vec<String>, BTreeSet<Vec<String>>>;

/// Reads the uses from the sources. Modules are named by two parts, such as `["features", "contacts"]`.
fn neighbors() -> Neighbors {
    let mut neighbors = Neighbors::new();
    for (path, text) in sources("src") {
        let module = module_of(&path);
        let [tier, name, ..] = &module[..] else { continue };
        let used = used_paths(&module, &text).into_iter().map(|path| path.into_iter().take(2).collect());
        let others = used.filter(|used: &Vec<_>| used.len() == 2 && used[0] == *tier && used[1] != *name);
        neighbors.entry(vec![tier.clone(), name.clone()]).or_default().extend(others);
    }
    neighbors
}

/// Returns a cycle through `module`, if there is one.
fn cycle(module: &Vec<String>, neighbors: &Neighbors) -> Option<Vec<Vec<String>>> {
    let mut chains = vec![vec![module.clone()]];
    let mut seen = BTreeSet::new();
    while let Some(chain) = chains.pop() {
        for next in neighbors.get(chain.last()?).into_iter().flatten() {
            if next == module {
                return Some(chain);
            }
            if seen.insert(next) {
                chains.push([chain.clone(), vec![next.clone()]].concat());
            }
        }
    }
    None
}

#[test]
fn imports_point_one_way() {
    let mut found = 0;
    for (path, text) in sources("src") {
        let module = module_of(&path);
        let tier = TIERS.iter().position(|tier| *tier == module[0]);
        let Some(tier) = tier else {
            assert!(["main", "lib"].contains(&&*module[0]), "{} has no tier", path.display());
            continue;
        };
        for used in used_paths(&module, &text) {
            let Some(used_tier) = TIERS.iter().position(|tier| *tier == used[0]) else { continue };
            found += 1;
            assert!(used_tier <= tier, "{} uses {}, a higher tier", path.display(), used.join("::"));
        }
    }
    assert!(found > 50, "the imports were found");
}

#[test]
fn modules_of_one_tier_form_no_cycle() {
    let neighbors = neighbors();
    assert!(neighbors.values().filter(|used| !used.is_empty()).count() > 20, "the imports were found");
    let cycles = neighbors.keys().filter_map(|module| cycle(module, &neighbors));
    let cycles: Vec<String> = cycles
        .map(|chain| chain.iter().map(|module| module.join("::")).collect::<Vec<_>>().join(" → "))
        .collect();
    assert_eq!(cycles, [""; 0]);
}

#[test]
fn only_stores_contain_sql() {
    let stores = ["store.rs", "tables.rs", "revision.rs"];
    for (path, text) in sources("src") {
        let name = path.file_name().unwrap().to_str().unwrap();
        let is_store =
            stores.contains(&name) || path.iter().any(|folder| folder == "store" || folder == "db");
        for sql in ["EntityTrait", "entity::prelude::*", "execute_unprepared", "Statement::"] {
            assert!(is_store || !text.contains(sql), "{} contains {sql}", path.display());
        }
    }
}

#[test]
fn grouped_imports_are_read() {
    let text = "use crate::{\n    app::App,\n    foundation::{audit::{self, Event as Audit_event}, mail},\n};\ncrate::site::x()\nuse super::super::{icons, sharing::{draw, self}};\nuse super::storage::Y;";
    let module = ["site", "pages", "cache"].map(str::to_owned);
    let paths: Vec<String> = used_paths(&module, text).iter().map(|path| path.join("::")).collect();
    assert_eq!(
        paths,
        [
            "app::App",
            "foundation::audit::self",
            "foundation::audit::Event",
            "foundation::mail",
            "site::x",
            "site::icons",
            "site::sharing::draw",
            "site::sharing::self",
            "site::pages::storage::Y"
        ]
    );
}

/// `process::program` starts the program on a free port, in a working directory without a `.env`.
#[test]
fn tests_start_the_program_in_one_place() {
    let name = concat!("CARGO_BIN_", "EXE_vitrine");
    let starts = sources("tests").into_iter().flat_map(|(path, text)| vec![path; text.matches(name).count()]);
    assert_eq!(starts.collect::<Vec<_>>(), [Path::new("tests/api/process/mod.rs")]);
}
