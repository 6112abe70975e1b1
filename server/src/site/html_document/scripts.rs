//! The inline scripts of pages. They are constant, so that the Content Security Policy can contain their hashes.

use base64::{Engine, engine::general_purpose::STANDARD};
use sha2::{Digest, Sha256};

/// Speculation rules that make browsers prerender the page of a link that a visitor points at.
pub(super) const SPECULATION_RULES: &str = r#"{"prerender":[{"where":{"and":[{"href_matches":"/*"},{"not":{"href_matches":"/admin*"}},{"not":{"href_matches":"/api/*"}},{"not":{"href_matches":"/auth*"}}]},"eagerness":"moderate"}]}"#;
/// Marks the document as signed in before the first paint. The HTML is the same for all visitors.
pub(super) const SESSION_SCRIPT: &str = "try{const u=JSON.parse(localStorage.getItem('auth_user'));if(u&&localStorage.getItem('auth_token')){const d=document.documentElement.dataset;d.session='in';d.role=u.role}}catch{}";

/// A script in the HTML of a page.
pub(super) struct InlineScript {
    /// Value of the `type` attribute.
    pub kind: Option<&'static str>,
    pub code: String,
}

impl InlineScript {
    /// Returns the SHA-256 hash for the Content Security Policy.
    pub fn hash(&self) -> String {
        STANDARD.encode(Sha256::digest(self.code.as_bytes()))
    }

    pub fn html(&self) -> String {
        let kind = self.kind.map(|kind| format!(" type=\"{kind}\"")).unwrap_or_default();
        format!("<script{kind}>{}</script>", self.code)
    }
}

/// Returns a script that adds the module at `path`. 'strict-dynamic' trusts scripts that a trusted script adds, but not
/// modules that the HTML names.
pub(super) fn start_module(path: &str) -> String {
    format!(
        "{{const s=document.createElement('script'),u='{path}';s.type='module';\
         s.src=window.trustedTypes?trustedTypes.createPolicy('vitrine',{{createScriptURL:()=>u}}).createScriptURL(u):u;\
         document.head.append(s)}}"
    )
}

/// Returns a script that prepares the page for Vite's development server and then imports the module `entry`.
pub(super) fn development_start(entry: &str) -> String {
    format!(
        "import {{ injectIntoGlobalHook }} from \"/@react-refresh\";\
         injectIntoGlobalHook(window);\
         window.$RefreshReg$ = () => {{}};\
         window.$RefreshSig$ = () => (type) => type;\
         await import(\"/@vite/client\");\
         await import(\"/{entry}\");"
    )
}
