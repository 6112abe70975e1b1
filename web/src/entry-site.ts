/** Starts the scripts of a public page, after an inline script of the page has decided that it is time. */
import "./frames/site/site.css";

import { hydrateIslands } from "./frames/site/islands";
import { startPage } from "./frames/site/start-page";
import { isAnythingTyped, reloadAfterUpgrade } from "./lib/reload-after-upgrade";

declare global {
  interface Window {
    /**
     * Buttons that were pressed and forms that were sent before scripts handle them, recorded by the inline script. Undefined
     * when the page has started.
     */
    early?: (HTMLButtonElement | HTMLFormElement)[] | undefined;
  }
}

async function start(): Promise<void> {
  // Only a page that the server couldn't render has data instead of markup.
  const data = document.getElementById("document")?.textContent;
  const root = document.getElementById("root");
  if (data && root) (await import("./frames/site/render-page")).renderPage(root, data);
  const site = document.getElementById("site");
  if (!site) return;
  startPage(site);
  await hydrateIslands().finally(repeatEarly);
}

function repeatEarly(): void {
  const early = new Set(window.early);
  window.early = undefined;
  for (const element of early) {
    if (element instanceof HTMLFormElement) element.requestSubmit();
    else element.click();
  }
}

reloadAfterUpgrade(isAnythingTyped);

// The script may run before the document is parsed.
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => void start());
else void start();
