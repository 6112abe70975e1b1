/** Asks for consent on pages with trackers. Other pages don't load this file. */
import "./features/consent/site/consent.css";

import { createRoot } from "react-dom/client";

import type { ConsentNotice } from "./api/types";
import { Consent } from "./features/consent/site/consent";

function start(): void {
  const data = document.getElementById("consent")?.textContent;
  if (!data) return;
  // At the start of the page, so that keyboards and screen readers reach it first.
  const root = document.createElement("div");
  document.body.prepend(root);
  createRoot(root).render(<Consent notice={JSON.parse(data) as ConsentNotice} />);
}

/** Waits until the visitor sees the page, because browsers may prerender it. */
function whenShown(run: () => void): void {
  if ((document as Document & { prerendering?: boolean }).prerendering) {
    document.addEventListener("prerenderingchange", run, { once: true });
  } else run();
}

// The script may run before the document is parsed.
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => whenShown(start));
else whenShown(start);
