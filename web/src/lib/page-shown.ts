/** Runs a callback when the page is shown: at once or, if it is prerendered, when it is opened. */
export function whenShown(callback: () => void, options?: AddEventListenerOptions): void {
  if ("prerendering" in document && document.prerendering === true)
    document.addEventListener("prerenderingchange", callback, { ...options, once: true });
  else callback();
}

/**
 * Runs a callback when the page is shown, and again each time the browser restores the page from history, because the session
 * may have changed. Returns the function that stops it.
 */
export function onPageShown(callback: () => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  whenShown(callback, { signal });
  addEventListener(
    "pageshow",
    (event) => {
      if (event.persisted) callback();
    },
    { signal },
  );
  return () => controller.abort();
}

const REPLACED = "page-replaced";

/** Tells that the document now shows another page of the site, at the current URL. */
export function announcePage(): void {
  dispatchEvent(new Event(REPLACED));
}

/** Runs a callback when the document shows another page of the site without a load. */
export function onPageReplaced(callback: () => void): void {
  addEventListener(REPLACED, callback);
}
