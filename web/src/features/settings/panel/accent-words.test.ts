import { expect, it } from "vitest";

import type { AccentColors, AccentScheme } from "@/api/types";
import { accentWords, colorOf } from "./accent-words";

const scheme = (accent: string) => ({ accent }) as AccentScheme;
const words = (color: string, light: string, dark: string) =>
  accentWords({ color, light: scheme(light), dark: scheme(dark) } satisfies AccentColors);

it("says which color is really used, and where", () => {
  const [own, darker, lighter] = ["#1d4fb8", "#00532f", "#9dbcff"];
  expect(words(own, own, own).isAdjusted).toBe(false);
  expect(words(own, own, own).text).not.toContain("#");
  expect(words(own, own, lighter)).toMatchObject({ isAdjusted: false });
  expect(words(own, own, lighter).text).toContain(`No tema escuro, o site usa ${lighter}`);
  expect(words(own, darker, own)).toMatchObject({ isAdjusted: true });
  expect(words(own, darker, own).text).toMatch(new RegExp(`usa ${darker}.*como você escolheu`));
  expect(words(own, darker, lighter).text).toMatch(new RegExp(`usa ${darker}.*usa ${lighter}`));
});

it("reads colors as people write them", () => {
  expect(["#1D4FB8", " 1d4fb8 ", "", "#1d4", "azul", "#1d4fb88"].map(colorOf)).toEqual([
    "#1d4fb8",
    "#1d4fb8",
    null,
    null,
    null,
    null,
  ]);
});
