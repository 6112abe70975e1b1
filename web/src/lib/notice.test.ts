import { expect, it, vi } from "vitest";

import { leaveNotice, takeNotice } from "./notice";

it("gives a notice to the next page, once", () => {
  leaveNotice({ title: "Pronto!" });
  expect(takeNotice()).toMatchObject({ title: "Pronto!" });
  expect(takeNotice()).toBeNull();
});

it("drops a notice that nobody took in time", () => {
  vi.useFakeTimers();
  leaveNotice({ title: "Pronto!" });
  vi.advanceTimersByTime(60_000);
  expect(takeNotice()).toBeNull();
  vi.useRealTimers();
});
