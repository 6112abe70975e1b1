/**
 * Runs a callback when the page is shown: at once or, if it is prerendered, when it is opened. Runs it again each time the
 * browser restores the page from history, because the session may have changed. Returns the function that stops it.
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
