/**
 * Runs a callback when somebody sees the page: at once, when a page drawn in advance is turned to, and each time the
 * browser brings it back from its history. What the page knew of the session may be old by then.
 */
export function onPageShown(callback: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  if (isDrawnInAdvance()) document.addEventListener("prerenderingchange", callback, { once: true, signal });
  else callback();
  addEventListener(
    "pageshow",
    (event) => {
      if (event.persisted) callback();
    },
    { signal },
  );
  return () => stop.abort();
}

const isDrawnInAdvance = () => "prerendering" in document && document.prerendering === true;
