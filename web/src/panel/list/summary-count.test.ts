import { expect, it } from "vitest";

import { countIn } from "./summary-count";

const more = (...parts: ("sent" | "failed")[]) => ({ sent: 10_000, failed: 12, more_than_counted: parts });

it("parts are added", () => {
  expect(countIn(more(), "sent", "failed")).toEqual({ value: 10_012, hasMore: false });
  expect(countIn(more("sent"), "failed")).toEqual({ value: 12, hasMore: false });
  expect(countIn(undefined, "failed").value).toBeUndefined();
});

it("number at which counting stops isn't added to others", () => {
  expect(countIn(more("sent"), "sent", "failed")).toEqual({ value: 10_000, hasMore: true });
});
