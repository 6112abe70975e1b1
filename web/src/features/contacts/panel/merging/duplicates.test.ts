import { expect, test } from "vitest";

import type { TimelineEntry } from "@/api/types";
import { mergeable, mergeInput } from "./duplicates";

const entryOf = (contact_id: string, version: number, may_merge = true): TimelineEntry => ({
  kind: "contact",
  contact_id,
  version,
  may_merge,
  at: "2026-11-20T12:00:00Z",
  author: null,
  name: "Ana",
  message: "Oi",
  status: "new",
  channel: "form",
  is_deleted: false,
  is_merged: false,
  attachments: [],
  refused_attachments: [],
});

test("merge names the versions of the contacts that were shown", () => {
  const others = mergeable([entryOf("1", 4), entryOf("2", 7), entryOf("3", 2, false)], "1");
  expect(mergeInput(others)).toEqual({ ids: ["2"], versions: { "2": 7 } });
});
