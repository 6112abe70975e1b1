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
  const isOutside = (element: Element) => !element.closest("[data-island]");
  const pressed = window.early?.filter(isOutside);
  startPage(site);
  await repeat(pressed);
  await hydrateIslands().finally(() => {
    // The page handled later presses outside islands itself.
    const early = window.early?.filter((element) => !isOutside(element));
    window.early = undefined;
    return repeat(early);
  });
}

/** Repeats presses in their order, so that toggles end in the right state, and sends each form once. */
async function repeat(elements: Window["early"] = []): Promise<void> {
  for (const [index, element] of elements.entries()) {
    // The inline script has shown it as busy.
    element.ariaBusy = null;
    if (!(element instanceof HTMLFormElement)) element.click();
    else if (elements.indexOf(element) === index) element.requestSubmit();
    // React applies the change before the next press.
    await Promise.resolve();
  }
}

reloadAfterUpgrade(isAnythingTyped);

// The script may run before the document is parsed.
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => void start());
else void start();
