/** What scripts add to every public page, whose HTML already works without them. */
import { markStoredSession, readSession } from "@/api/session";
import type { View } from "@/api/types";
import { takeNotice } from "@/lib/notice";
import { onPageShown } from "@/lib/page-shown";
import { CONTACT_DRAFT_KEY, tab } from "@/lib/storage";
import { showToast } from "@/ui/toast";
import { startMenus } from "./menus";
import type { ScriptLabels } from "./site";

/** Maximum time that code waits until the page is idle. */
const MAX_WAIT_MS = 3000;

/** Starts the page whose markup is in the element `site`. */
export function startPage(site: HTMLElement): void {
  const labels = JSON.parse(site.dataset["labels"] ?? "{}") as ScriptLabels;
  const page = site.dataset["page"] as View["page"];
  startMenus();
  site.querySelector("[data-sign-out]")?.addEventListener("click", () => void signOut(labels));
  site.querySelector("[data-returns]")?.addEventListener("click", goBack);
  // The browser itself has sent the form.
  if (page === "contact_thanks") tab.remove(CONTACT_DRAFT_KEY);
  // eslint-disable-next-line no-console -- the console shows which path is missing
  if (page === "not_found") console.error("404", location.pathname);
  const code = document.querySelectorAll<HTMLPreElement>("[data-code] pre");
  if (code.length)
    void import("@/features/blog/site/copy-code").then((loaded) => loaded.addCopyButtons(code));
  onPageShown(() => void showVisitorState(labels));
  if ("measured" in site.dataset) onPageShown(() => whenIdle(() => void recordVisit(page)));
  addEventListener("storage", markStoredSession);
}

/** Shows what depends on the visitor: the session, and the notice that the previous page left. */
async function showVisitorState(labels: ScriptLabels): Promise<void> {
  markStoredSession();
  const notice = takeNotice();
  if (notice) void showToast({ kind: "success", ...notice }, labels);
  const session = readSession();
  if (session) await (await loadSession()).checkSession(session);
}

async function signOut(labels: ScriptLabels): Promise<void> {
  await (await loadSession()).endSession(labels);
  // The menu, which had the focus, is hidden after signing out.
  document.querySelector<HTMLElement>("a.signed-out")?.focus();
}

const loadSession = () => import("@/features/accounts/site/session");

/** Goes back to the page that a link leads to, in which the browser still has what was typed, if this page was opened from it. */
function goBack(event: Event): void {
  const { href } = event.currentTarget as HTMLAnchorElement;
  if (document.referrer !== href || history.length < 2) return;
  event.preventDefault();
  history.back();
}

/** Records the visit. If the code for it can't be loaded, the visit is not counted. */
async function recordVisit(page: View["page"]): Promise<void> {
  const loaded = await import("@/features/visits/site/visit").catch(() => null);
  loaded?.recordVisit(page === "not_found" || page === "post_gone");
}

/** Runs a callback when the page has no other work, after three seconds at the latest. */
function whenIdle(callback: () => void): void {
  // Safari has no idle callbacks.
  if ("requestIdleCallback" in window) requestIdleCallback(callback, { timeout: MAX_WAIT_MS });
  else setTimeout(callback, MAX_WAIT_MS);
}
