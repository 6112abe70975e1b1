//! The paths of the panel's screens. The server answers other paths with 404.

use std::sync::LazyLock;

/// Patterns of the paths. `*` matches one segment, such as an id. A test of the panel compares them with its routes.
static SCREENS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("panel_screens.json")).expect("the file is a list of texts")
});

/// Returns whether the panel has a screen at a path. Ignores case and a slash at the end, as the panel's router does.
#[must_use]
pub fn is_screen(path: &str) -> bool {
    let path = path.strip_suffix('/').unwrap_or(path);
    SCREENS.iter().any(|screen| {
        let (mut pattern, mut segments) = (screen.split('/'), path.split('/'));
        loop {
            match (pattern.next(), segments.next()) {
                (None, None) => return true,
                (Some("*"), Some(segment)) if !segment.is_empty() => {}
                (Some(expected), Some(segment)) if expected.eq_ignore_ascii_case(segment) => {}
                _ => return false,
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_screens_match() {
        for path in ["/admin", "/admin/", "/admin/Blog", "/admin/blog/", "/admin/blog/7", "/auth/convite"] {
            assert!(is_screen(path), "{path}");
        }
        for path in ["/admin/x", "/admin/blog/7/8", "/admin/blog//", "/admin//", "/admin/login/x", "/"] {
            assert!(!is_screen(path), "{path}");
        }
    }
}
