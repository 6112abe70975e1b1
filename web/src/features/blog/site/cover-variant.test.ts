import { expect, it } from "vitest";

import { VARIANTS, variantOf } from "./cover-variant";

it("cover variant is stable for a URL and differs between URLs", () => {
  const urls = Array.from({ length: 40 }, (_, index) => `/blog/artigo-${index}`);
  expect(new Set(urls.map(variantOf)).size).toBe(VARIANTS);
  expect(urls.map(variantOf)).toEqual(urls.map(variantOf));
  expect(urls.map(variantOf).every((variant) => variant >= 0 && variant < VARIANTS)).toBe(true);
});
