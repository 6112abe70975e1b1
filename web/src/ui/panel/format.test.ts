import { expect, it } from "vitest";

import { fileDay } from "./format";

it("names files after the day it is in Brazil", () => {
  expect(fileDay(new Date("2026-11-21T02:59:59Z"))).toBe("2026-11-20");
  expect(fileDay(new Date("2026-11-21T03:00:00Z"))).toBe("2026-11-21");
});
