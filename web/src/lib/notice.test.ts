import { expect, it, vi } from "vitest";

import { leaveNotice, takeNotice } from "./notice";

it("notice is shown once, by the next page", () => {
  leaveNotice({ title: "Pronto!" });
  expect(takeNotice()).toMatchObject({ title: "Pronto!" });
  expect(takeNotice()).toBeNull();
});

it("expired notice is not shown", () => {
  vi.useFakeTimers();
  leaveNotice({ title: "Pronto!" });
  vi.advanceTimersByTime(60_000);
  expect(takeNotice()).toBeNull();
  vi.useRealTimers();
});
