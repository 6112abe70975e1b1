import { expect, it } from "vitest";

import type { AccentColors, AccentScheme } from "@/api/types";
import { accentText, colorOf } from "./accent-text";

const scheme = (accent: string) => ({ accent }) as AccentScheme;
const textOf = (color: string, light: string, dark: string) =>
  accentText({ color, light: scheme(light), dark: scheme(dark) } satisfies AccentColors);

it("explanation of an accent color names the colors that the site uses instead of it", () => {
  const [own, darker, lighter] = ["#1d4fb8", "#00532f", "#9dbcff"];
  expect(textOf(own, own, own).isAdjusted).toBe(false);
  expect(textOf(own, own, own).text).not.toContain("#");
  expect(textOf(own, own, lighter)).toMatchObject({ isAdjusted: false });
  expect(textOf(own, own, lighter).text).toContain(`No tema escuro, o site usa ${lighter}`);
  expect(textOf(own, darker, own)).toMatchObject({ isAdjusted: true });
  expect(textOf(own, darker, own).text).toMatch(new RegExp(`usa ${darker}.*como você escolheu`));
  expect(textOf(own, darker, lighter).text).toMatch(new RegExp(`usa ${darker}.*usa ${lighter}`));
});

it("accent color is parsed with and without #", () => {
  expect(["#1D4FB8", " 1d4fb8 ", "", "#1d4", "azul", "#1d4fb88"].map(colorOf)).toEqual([
    "#1d4fb8",
    "#1d4fb8",
    null,
    null,
    null,
    null,
  ]);
});
