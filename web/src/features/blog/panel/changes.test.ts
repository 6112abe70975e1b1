import { expect, it } from "vitest";

import { undoOf } from "./changes";

it("undo of unpublishing restores the schedule of a post instead of publishing it", () => {
  const schedule = {
    is_published: false,
    published_at: null,
    publish_at: "2026-12-01T12:00:00Z",
    unpublish_at: null,
  };
  expect(undoOf("unpublish", schedule)).toEqual({ action: "schedule", ...schedule });
  expect(undoOf("delete", schedule)).toEqual({ action: "restore" });
});
