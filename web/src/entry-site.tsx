/** Hydrates a server-rendered page, or renders it if the server sent only its data. */
import "./frames/site/site.css";

import { createRoot, hydrateRoot } from "react-dom/client";

import { markStoredSession, readSession } from "./api/session";
import type { Document, Layout } from "./api/types";
import { loadPage } from "./frames/site/pages";
import { Site } from "./frames/site/site";
import { takeNotice } from "./lib/notice";
import { onPageShown } from "./lib/page-shown";
import { isAnythingTyped, reloadAfterUpgrade } from "./lib/reload-after-upgrade";
import { showToast } from "./ui/toast";

/** Maximum time that code waits until the page is idle. */
const MAX_WAIT_MS = 3000;

async function start(): Promise<void> {
  const root = document.getElementById("root");
  const data = document.getElementById("document")?.textContent;
  if (!root || !data) return;
  const pageDocument = JSON.parse(data) as Document;
  const page = await loadPage(pageDocument.view.page);
  if (root.hasChildNodes()) {
    hydrateRoot(root, <Site document={pageDocument} page={page} />);
  } else {
    const { servedParts } = await import("./frames/site/served-parts");
    createRoot(root).render(<Site document={pageDocument} page={page} served={servedParts} />);
  }
  onPageShown(() => void showVisitorState(pageDocument.layout));
  if (pageDocument.layout.measures_visits) onPageShown(() => whenIdle(() => void recordVisit(pageDocument)));
  addEventListener("storage", markStoredSession);
}

/** Shows what depends on the visitor: the session, and the notice that the previous page left. */
async function showVisitorState({ labels }: Layout): Promise<void> {
  markStoredSession();
  const notice = takeNotice();
  if (notice) void showToast({ kind: "success", ...notice }, labels);
  const session = readSession();
  if (session) await (await import("./features/accounts/site/session")).checkSession(session);
}

/** Records the visit. If the code for it can't be loaded, the visit is not counted. */
async function recordVisit({ view: { page } }: Document): Promise<void> {
  const loaded = await import("./features/visits/site/visit").catch(() => null);
  const isMissing = page === "not_found" || page === "post_gone";
  loaded?.recordVisit(isMissing);
}

/** Runs a callback when the page has no other work, after three seconds at the latest. */
function whenIdle(callback: () => void): void {
  // Safari has no idle callbacks.
  if ("requestIdleCallback" in window) requestIdleCallback(callback, { timeout: MAX_WAIT_MS });
  else setTimeout(callback, MAX_WAIT_MS);
}

reloadAfterUpgrade(isAnythingTyped);

// The script may run before the document is parsed.
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => void start());
else void start();
