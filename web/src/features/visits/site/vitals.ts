/** Core Web Vitals of the page, by their public definitions. */

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** Starts to observe the page. Returns the function that reads the values; those that don't exist are undefined. */
export function observeVitals(): () => { lcp?: number; inp?: number; cls?: number } {
  let lcp: number | undefined;
  let cls: number | undefined;
  const interactions: Record<number, number> = {};
  const shifts = { first: 0, last: 0, sum: 0 };
  const { activationStart = 0 } = (performance.getEntriesByType("navigation")[0] ?? {}) as {
    activationStart?: number;
  };
  const flush = [
    observe("largest-contentful-paint", ({ startTime }) => {
      lcp = Math.max(0, Math.round(startTime - activationStart));
    }),
    observe("layout-shift", (entry) => {
      const { value, hadRecentInput, startTime } = entry as LayoutShift;
      if (hadRecentInput) return;
      // Shifts form a session if they are less than a second apart, for five seconds at most.
      if (startTime - shifts.last > 1000 || startTime - shifts.first > 5000) {
        shifts.first = startTime;
        shifts.sum = 0;
      }
      shifts.last = startTime;
      shifts.sum += value;
      cls = Math.max(cls ?? 0, shifts.sum);
    }),
    observe("event", (entry) => {
      const { interactionId, duration } = entry as PerformanceEventTiming & { interactionId?: number };
      if (interactionId) interactions[interactionId] = Math.max(interactions[interactionId] ?? 0, duration);
    }),
  ];
  return () => {
    for (const read of flush) read();
    const longest = Object.values(interactions).sort((a, b) => b - a);
    // The longest interaction, or of many the one that 98 percent don't exceed.
    const inp = longest[Math.floor(longest.length / 50)];
    const isSupported = PerformanceObserver.supportedEntryTypes.includes("layout-shift");
    return {
      ...(lcp !== undefined && { lcp }),
      ...(inp !== undefined && { inp }),
      ...(isSupported && { cls: Math.round((cls ?? 0) * 1000) / 1000 }),
    };
  };
}

/** Calls `handle` for each entry, also for earlier ones. Returns the function that handles those that are still queued. */
function observe(type: string, handle: (entry: PerformanceEntry) => void): () => void {
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(handle));
  // Entries of an unsupported type never come.
  observer.observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  return () => observer.takeRecords().forEach(handle);
}
