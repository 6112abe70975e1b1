/** Measures the Core Web Vitals of the page as web.dev defines them. */

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/**
 * Starts observing the page. Returns a function that reads the current values: `lcp` and `inp` in milliseconds, `cls` without
 * unit. Values that don't exist are missing.
 */
export function observeVitals(): () => { lcp?: number; inp?: number; cls?: number } {
  let lcp: number | undefined;
  let cls: number | undefined;
  const interactions: Record<number, number> = {};
  const session = { first: 0, last: 0, sum: 0 };
  const { activationStart = 0 } = (performance.getEntriesByType("navigation")[0] ?? {}) as {
    activationStart?: number;
  };
  const flushes = [
    observe("largest-contentful-paint", ({ startTime }) => {
      lcp = Math.max(0, Math.round(startTime - activationStart));
    }),
    observe("layout-shift", (entry) => {
      const { value, hadRecentInput, startTime } = entry as LayoutShift;
      if (hadRecentInput) return;
      // Shifts belong to one session if they are at most a second apart. A session lasts at most five seconds.
      if (startTime - session.last > 1000 || startTime - session.first > 5000) {
        session.first = startTime;
        session.sum = 0;
      }
      session.last = startTime;
      session.sum += value;
      cls = Math.max(cls ?? 0, session.sum);
    }),
    observe("event", (entry) => {
      const { interactionId, duration } = entry as PerformanceEventTiming & { interactionId?: number };
      if (interactionId) interactions[interactionId] = Math.max(interactions[interactionId] ?? 0, duration);
    }),
  ];
  return () => {
    for (const flush of flushes) flush();
    const longest = Object.values(interactions).sort((a, b) => b - a);
    // The longest interaction, ignoring one for every 50.
    const inp = longest[Math.floor(longest.length / 50)];
    const isSupported = PerformanceObserver.supportedEntryTypes.includes("layout-shift");
    return {
      ...(lcp !== undefined && { lcp }),
      ...(inp !== undefined && { inp }),
      ...(isSupported && { cls: Math.round((cls ?? 0) * 1000) / 1000 }),
    };
  };
}

/** Calls `handle` for each entry, earlier ones included. Returns a function that handles the queued entries at once. */
function observe(type: string, handle: (entry: PerformanceEntry) => void): () => void {
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(handle));
  // A browser delivers no entries of a type that it doesn't support.
  observer.observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  return () => observer.takeRecords().forEach(handle);
}
