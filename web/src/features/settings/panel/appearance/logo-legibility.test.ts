// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

import { faintShare, PAPER, type Rgb } from "./logo-legibility";

/** A picture with the given pixels and the same number of transparent ones. */
const drawn = (...pixels: Rgb[]) =>
  new Uint8ClampedArray(pixels.flatMap((pixel) => [...pixel, 255, 0, 0, 0, 0]));
const NAVY: Rgb = [16, 30, 66];
const WHITE: Rgb = [255, 255, 255];
const GREEN: Rgb = [0, 130, 80];

it.each([
  ["dark", "dark", [NAVY], 1],
  ["dark", "light", [NAVY], 0],
  ["white", "light", [WHITE], 1],
  ["green", "dark", [GREEN], 0],
  ["half dark", "dark", [NAVY, GREEN], 0.5],
] as const)("share of faint pixels of a %s logo on the %s background", (_, scheme, pixels, share) => {
  expect(faintShare(drawn(...pixels), PAPER[scheme].rgb)).toBe(share);
});

it("picture with its own background is legible everywhere", () => {
  expect(faintShare(new Uint8ClampedArray([...WHITE, 255, ...NAVY, 255]), PAPER.light.rgb)).toBe(0);
  expect(faintShare(new Uint8ClampedArray(8), PAPER.light.rgb)).toBe(0);
});

it("backgrounds match the design tokens", () => {
  const css = readFileSync(new URL("../../../../ui/tokens.css", import.meta.url), "utf8");
  // Later rules color only parts of a page.
  const [light, dark] = [...css.matchAll(/--paper: (#\w+)/g)].map(([, color]) => color);
  expect([light, dark]).toEqual([PAPER.light.color, PAPER.dark.color]);
  for (const { color, rgb } of Object.values(PAPER)) {
    expect(color).toBe(`#${rgb.map((part) => part.toString(16).padStart(2, "0")).join("")}`);
  }
});
