/** Asks for consent on pages with trackers. Other pages don't load this file. */
import { createRoot } from "react-dom/client";

import type { ConsentNotice } from "./api/types";
import { Consent } from "./features/consent/site/consent";
import { whenShown } from "./lib/page-shown";

function start(): void {
  const data = document.getElementById("consent")?.textContent;
  if (!data) return;
  // The server renders `#consent-notice` after the skip link, so that keyboards and screen readers reach it before the rest
  // of the page. In development, the browser renders the page, so this element may be missing.
  const root =
    document.getElementById("consent-notice") ?? document.body.appendChild(document.createElement("div"));
  createRoot(root).render(<Consent notice={JSON.parse(data) as ConsentNotice} />);
}

// The script may run before the document is parsed.
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => whenShown(start));
else whenShown(start);
