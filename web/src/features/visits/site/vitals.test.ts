import { beforeEach, expect, it, vi } from "vitest";

import { observeVitals } from "./vitals";

/** Functions that deliver entries to the observer of a type. */
const deliver = new Map<string, (entries: object[]) => void>();

beforeEach(() => {
  deliver.clear();
  vi.stubGlobal(
    "PerformanceObserver",
    class {
      static readonly supportedEntryTypes = ["layout-shift"];
      constructor(private readonly callback: (list: { getEntries: () => object[] }) => void) {}
      observe({ type }: { type: string }) {
        deliver.set(type, (entries) => this.callback({ getEntries: () => entries }));
      }
      takeRecords = () => [];
    },
  );
});

it("largest contentful paint is the last entry", () => {
  const read = observeVitals();
  deliver.get("largest-contentful-paint")?.([{ startTime: 700 }, { startTime: 1234.6 }]);
  expect(read()).toEqual({ lcp: 1235, cls: 0 });
});

it("largest contentful paint of a prerendered page counts from its activation", () => {
  const navigation = [{ activationStart: 500 }] as unknown as PerformanceEntryList;
  vi.spyOn(performance, "getEntriesByType").mockReturnValueOnce(navigation);
  const read = observeVitals();
  deliver.get("largest-contentful-paint")?.([{ startTime: 1234.6 }]);
  expect(read()).toEqual({ lcp: 735, cls: 0 });
});

it("cumulative layout shift is that of the worst session, without shifts after input", () => {
  const read = observeVitals();
  const shift = (startTime: number, value: number, hadRecentInput = false) => ({
    startTime,
    value,
    hadRecentInput,
  });
  deliver.get("layout-shift")?.([shift(100, 0.05), shift(900, 0.06), shift(1000, 0.9, true)]);
  deliver.get("layout-shift")?.([shift(2500, 0.02), shift(3000, 0.01)]);
  expect(read()).toEqual({ cls: 0.11 });
});

it("session of layout shifts lasts at most five seconds", () => {
  const read = observeVitals();
  const shifts = Array.from({ length: 8 }, (_, index) => ({ startTime: 2000 + 900 * index, value: 0.1 }));
  deliver.get("layout-shift")?.(shifts);
  expect(read()).toEqual({ cls: 0.6 });
});

it("interaction to next paint is the longest interaction, ignoring one for every 50", () => {
  const read = observeVitals();
  deliver.get("event")?.([
    { interactionId: 1, duration: 40 },
    { interactionId: 1, duration: 96 },
    { interactionId: 2, duration: 24 },
    { interactionId: 0, duration: 800 },
  ]);
  expect(read()).toEqual({ inp: 96, cls: 0 });
  const many = Array.from({ length: 49 }, (_, index) => ({ interactionId: index + 3, duration: 32 }));
  deliver.get("event")?.(many);
  expect(read()).toEqual({ inp: 32, cls: 0 });
});
