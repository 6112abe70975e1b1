import { expect, it } from "vitest";

import { versionOf } from "./versioned";

it.each([
  ['"3"', 3],
  ['W/"3"', 3],
  ['"3-gzip"', 3],
  [null, -1],
])("version of the entity tag %s is %i", (etag, version) => {
  expect(versionOf({ value: null, etag })).toBe(version);
});
