/**
 * Runs a callback when the page is shown: at once, or when a prerendered page is opened, and each time the browser
 * restores it from history, when its session may be outdated. Returns the function that stops it.
 */
export function onPageShown(callback: () => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  if (isPrerendered()) document.addEventListener("prerenderingchange", callback, { once: true, signal });
  else callback();
  addEventListener(
    "pageshow",
    (event) => {
      if (event.persisted) callback();
    },
    { signal },
  );
  return () => controller.abort();
}

const isPrerendered = () => "prerendering" in document && document.prerendering === true;
