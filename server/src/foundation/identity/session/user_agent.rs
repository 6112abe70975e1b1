//! Describes a browser by its user agent, approximately, so that users recognize their sessions.

/// Parts of user agents, each with the browser's name. The first match counts, because user agents of Edge, Opera and Samsung
/// Internet also contain `Chrome/`, and those of Chrome contain `Safari/`.
const BROWSERS: [(&str, &str); 9] = [
    // Matches `Edg/`, `EdgA/` and `EdgiOS/`.
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
];
/// Parts of user agents, each with the system's name. The first match counts, because user agents of iPhones also contain
/// `Mac OS X`, and those of Android contain `Linux`.
const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// Returns browser and system in Portuguese, such as `Chrome no Windows`. If only one of them is known, returns `Chrome` or
/// `Navegador no Windows`; if none is, `Aparelho desconhecido`.
#[must_use]
pub fn describe(user_agent: &str) -> String {
    let find = |names: &[(&str, &'static str)]| {
        names.iter().find(|(part, _)| user_agent.contains(part)).map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} no {system}"),
        (Some(browser), None) => browser.to_owned(),
        (None, Some(system)) => format!("Navegador no {system}"),
        (None, None) => "Aparelho desconhecido".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_agent_is_described_by_its_most_specific_browser_and_system() {
        let webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
        for (agent, expected) in [
            (
                format!("Mozilla/5.0 (Windows NT 10.0; Win64; x64) {webkit} Chrome/156.0 Safari/537.36"),
                "Chrome no Windows",
            ),
            (
                format!("Mozilla/5.0 (Windows NT 10.0) {webkit} Chrome/156.0 Safari/537.36 Edg/156.0"),
                "Edge no Windows",
            ),
            (
                format!("Mozilla/5.0 (Linux; Android 16) {webkit} Chrome/156.0 Mobile Safari/537.36"),
                "Chrome no Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1".into(),
                "Safari no iPhone",
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0".into(),
                "Firefox no Linux",
            ),
            ("curl/8.0".into(), "curl"),
            ("Mozilla/5.0 (Windows NT 10.0)".into(), "Navegador no Windows"),
            (String::new(), "Aparelho desconhecido"),
        ] {
            assert_eq!(describe(&agent), expected, "{agent}");
        }
    }
}
