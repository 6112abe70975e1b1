/** Renders the whole page in the browser: in development, and if rendering on the server failed. */
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

import type { Document } from "@/api/types";
import { Site } from "./site";

export function renderPage(root: HTMLElement, json: string): void {
  flushSync(() => createRoot(root).render(<Site document={JSON.parse(json) as Document} />));
  // The browser has looked for the target of the fragment before.
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}
