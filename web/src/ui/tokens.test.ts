// @vitest-environment node
/** Status colors are fixed and have enough contrast on every background. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const [light = "", dark = ""] = css.split("@media (prefers-color-scheme: dark)");

function token(scheme: string, name: string): string {
  const found = new RegExp(`--${name}: (#[\\da-f]{6})`).exec(scheme)?.[1];
  if (!found) throw new Error(`no --${name}`);
  return found;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

it.each([
  ["light", light],
  ["dark", dark],
])("status colors have enough contrast in the %s scheme", (_, scheme) => {
  for (const status of ["success", "info", "warning", "danger"]) {
    for (const background of [`${status}-soft`, "paper", "surface"]) {
      const found = contrast(token(scheme, status), token(scheme, background));
      expect(found, `${status} on ${background}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

it("status colors do not depend on the accent color", () => {
  for (const status of ["success", "info", "warning", "danger"]) {
    expect(css).not.toMatch(new RegExp(`--${status}(-soft)?: var\\(--accent`));
  }
});
