//! The paths of the panel's screens. The server answers other paths with 404.

/// Patterns of the paths. `*` matches one segment, such as an id. A test in `web/src/frames/panel/routes.test.ts` compares
/// them with the panel's own routes.
const SCREENS: [&str; 38] = [
    "/admin",
    "/admin/account",
    "/admin/ajuda",
    "/admin/audit",
    "/admin/audit/*",
    "/admin/blog",
    "/admin/blog/*",
    "/admin/contact-settings",
    "/admin/contacts",
    "/admin/contacts/*",
    "/admin/dashboard",
    "/admin/general-settings",
    "/admin/login",
    "/admin/media",
    "/admin/media/*",
    "/admin/menu-footer",
    "/admin/newsletter",
    "/admin/newsletter/editions",
    "/admin/newsletter/editions/*",
    "/admin/outbox",
    "/admin/pages",
    "/admin/pages/*",
    "/admin/people",
    "/admin/people/retention",
    "/admin/privacy-requests",
    "/admin/privacy-requests/*",
    "/admin/processing",
    "/admin/redirects",
    "/admin/redirects/missing",
    "/admin/security",
    "/admin/services",
    "/admin/services/*",
    "/admin/services/novo",
    "/admin/setup",
    "/admin/users",
    "/admin/users/*",
    "/admin/visits",
    "/auth/convite",
];

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
