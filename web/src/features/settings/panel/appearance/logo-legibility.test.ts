// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

import { faintShare, PAPER, type Rgb } from "./logo-legibility";

/** Returns the RGBA data of a picture: each pixel, followed by a transparent one. */
const picture = (...pixels: Rgb[]) =>
  new Uint8ClampedArray(pixels.flatMap((pixel) => [...pixel, 255, 0, 0, 0, 0]));
const NAVY: Rgb = [16, 30, 66];
const WHITE: Rgb = [255, 255, 255];
const GREEN: Rgb = [0, 130, 80];

it.each([
  ["dark", "dark", 1, [NAVY]],
  ["dark", "light", 0, [NAVY]],
  ["white", "light", 1, [WHITE]],
  ["green", "dark", 0, [GREEN]],
  ["half dark", "dark", 0.5, [NAVY, GREEN]],
] as const)("%s logo on the %s background has a share of faint pixels of %s", (_, scheme, share, pixels) => {
  expect(faintShare(picture(...pixels), PAPER[scheme].rgb)).toBe(share);
});

it("opaque or empty picture has no faint pixels", () => {
  expect(faintShare(new Uint8ClampedArray([...WHITE, 255, ...NAVY, 255]), PAPER.light.rgb)).toBe(0);
  expect(faintShare(new Uint8ClampedArray(8), PAPER.light.rgb)).toBe(0);
});

it("backgrounds of the logo match the design tokens", () => {
  const css = readFileSync(new URL("../../../../ui/tokens.css", import.meta.url), "utf8");
  // Later declarations apply only to parts of a page.
  const [light, dark] = [...css.matchAll(/--paper: (#\w+)/g)].map(([, color]) => color);
  expect([light, dark]).toEqual([PAPER.light.color, PAPER.dark.color]);
  for (const { color, rgb } of Object.values(PAPER)) {
    expect(color).toBe(`#${rgb.map((part) => part.toString(16).padStart(2, "0")).join("")}`);
  }
});
