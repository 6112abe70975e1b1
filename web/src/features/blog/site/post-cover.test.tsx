import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import type { PostCard } from "@/api/types";
import { PostCover, variantOf, VARIANTS } from "./post-cover";

// Drawings load their strokes lazily, and the strokes might arrive after the test.
vi.mock("@/ui/drawing/strokes", () => ({ strokes: {} }));

it.each([
  ["picture of another site has a drawing behind it", "https://exemplo.com/capa.png", true],
  ["uploaded picture has no drawing behind it", "/media/capa.webp", false],
])("%s", (_, src, hasDrawing) => {
  const post = { url: "/blog/um", cover: "cloud", image: { src, alt: "Capa" } } as PostCard;
  const { container } = render(<PostCover post={post} sizes="92vw" first described />);
  expect(container.querySelector(".drawing + img.post-cover-picture") !== null).toBe(hasDrawing);
  expect(container.querySelector("svg:not([aria-hidden])")).toBeNull();
  const picture = container.querySelector("img");
  expect([picture?.alt, picture?.getAttribute("fetchpriority"), picture?.getAttribute("loading")]).toEqual([
    "Capa",
    "high",
    null,
  ]);
});

it("cover variant of a URL is stable, and many URLs use all variants", () => {
  const urls = Array.from({ length: 40 }, (_, index) => `/blog/artigo-${index}`);
  expect(new Set(urls.map(variantOf)).size).toBe(VARIANTS);
  expect(urls.map(variantOf)).toEqual(urls.map(variantOf));
  expect(urls.map(variantOf).every((variant) => variant >= 0 && variant < VARIANTS)).toBe(true);
});
