import { expect, it } from "vitest";

import { nextCursor } from "./list-page";

it("next page's cursor is read from the Link header, and null on the last page", () => {
  expect(nextCursor('</api/contacts?cursor=AbC-_&limit=50&search=a%2Cb>; rel="next"')).toBe("AbC-_");
  expect(nextCursor('</api/contacts>; rel="first", </api/contacts?cursor=X>; rel="next"')).toBe("X");
  expect(nextCursor('</api/contacts?cursor=X>; rel="prev"')).toBeNull();
  expect(nextCursor(null)).toBeNull();
});
