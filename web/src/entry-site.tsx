/** Brings a server-rendered page to life, or draws it when the server sent only its data. */
import "./frames/site/site.css";
import { createRoot, hydrateRoot } from "react-dom/client";
import type { Document, Layout } from "./api/types";
import { takeNotice } from "./lib/notice";
import { onPageShown } from "./lib/page-shown";
import { isAnythingTyped, reloadAfterUpgrade } from "./lib/reload-after-upgrade";
import { readSession, refreshDocument } from "./lib/session";
import { loadPage } from "./frames/site/pages";
import { Site } from "./frames/site/site";
import { showToast } from "./ui/toast";

async function start(): Promise<void> {
  const root = document.getElementById("root");
  const data = document.getElementById("document")?.textContent;
  if (!root || !data) return;
  const page_document = JSON.parse(data) as Document;
  const page = await loadPage(page_document.view.page);
  if (root.hasChildNodes()) {
    hydrateRoot(root, <Site document={page_document} page={page} />);
  } else {
    const { served_parts } = await import("./frames/site/served-parts");
    createRoot(root).render(<Site document={page_document} page={page} served={served_parts} />);
  }
  onPageShown(() => void greet(page_document.layout));
  addEventListener("storage", refreshDocument);
}

async function greet({ labels }: Layout): Promise<void> {
  refreshDocument();
  const notice = takeNotice();
  if (notice) void showToast({ kind: "success", ...notice }, labels);
  const session = readSession();
  if (session) await (await import("./features/accounts/site/session")).checkSession(session);
}

reloadAfterUpgrade(isAnythingTyped);

// The script may arrive before the document it works on.
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => void start());
else void start();
