//! The inline scripts of pages. They are constant, so that the Content Security Policy can contain their hashes.

use base64::{Engine, engine::general_purpose::STANDARD};
use sha2::{Digest, Sha256};

/// Speculation rules that make browsers prerender the page of a link that a visitor points at.
pub(super) const SPECULATION_RULES: &str = r#"{"prerender":[{"where":{"and":[{"href_matches":"/*"},{"not":{"href_matches":"/admin*"}},{"not":{"href_matches":"/api/*"}},{"not":{"href_matches":"/auth*"}},{"not":{"href_matches":"/w/*"}}]},"eagerness":"moderate"}]}"#;
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

/// Returns a script that adds the module at `path` and its `imports` when the visitor does something, or when the page has loaded and
/// is idle. Browsers report a movement of zero pixels when a page appears under the pointer, which is ignored.
///
/// Presses of buttons and forms with `data-scripted`, which need the module, are recorded and shown as busy until it takes over by
/// setting `early` to undefined. Typing forgets the form that was sent before, and presses of tabs. If the module can't be loaded, the
/// browser sends the forms, and the next action tries again. Other forms that are sent meanwhile get `data-sent`. A menu closes when
/// one of its links is followed, so that it isn't open when the visitor goes back.
pub(super) fn start_when_needed(path: &str, imports: &[String]) -> String {
    let prepare = format!(
        "s.onerror=()=>{{const f=early;early=[];a=0;f.map(e=>{{e.ariaBusy=null;e.submit?.()}})}};\
         document.head.append(...{imports:?}.map(href=>Object.assign(document.createElement('link'),{{rel:'modulepreload',href}})));"
    );
    let add = add_module(path, &prepare);
    format!(
        "{{early=[];let a=0;\
         const go=()=>{{if(a)return;a=1;{add}}},\
         on=(n,f)=>addEventListener(n,f,{{capture:true}}),\
         add=e=>{{if(early){{early.push(e);e.ariaBusy=true}}}};\
         on('pointermove',e=>{{(e.movementX||e.movementY)&&go()}});\
         for(const n of['pointerdown','keydown','focusin','input'])on(n,go);\
         on('click',e=>{{const c=q=>e.target.closest(q),b=c('[data-island] button[type=button],[data-sign-out]');b&&add(b);\
         c('[data-menu] a')&&(c('[data-menu]').open=0)}});\
         on('input',e=>{{if(early)early=early.filter(x=>x!==e.target.form&&x.role!='tab'||(x.ariaBusy=null))}});\
         on('submit',e=>{{const f=e.target,d=f.dataset;if(!early)return;d.scripted==null?d.sent=1:(e.preventDefault(),add(f))}});\
         addEventListener('load',()=>window.requestIdleCallback?requestIdleCallback(go,{{timeout:3000}}):setTimeout(go,200))}}"
    )
}

/// Returns a script that adds the module at `path` at once. 'strict-dynamic' trusts scripts that a trusted script adds, but not
/// modules that the HTML names.
pub(super) fn start_module(path: &str) -> String {
    format!("{{{}}}", add_module(path, ""))
}

/// Returns statements that add the module at `path`. `prepare` are statements that prepare the script element `s`.
fn add_module(path: &str, prepare: &str) -> String {
    format!(
        "const s=document.createElement('script'),u='{path}';s.type='module';{prepare}\
         s.src=window.trustedTypes?trustedTypes.createPolicy('vitrine',{{createScriptURL:()=>u}}).createScriptURL(u):u;\
         document.head.append(s)"
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
