/** Color contrast as WCAG 2.2 defines it, and colors of elements on a page. */
import type { JSHandle, Locator, Page } from "@playwright/test";

/** Red, green and blue, from 0 to 255. */
export type Color = readonly [number, number, number];

/** Returns the contrast ratio, from 1 (same color) to 21 (black on white). */
export function contrast(one: Color, other: Color): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance([red, green, blue]: Color): number {
  const linear = (value: number) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Functions that run within the page and resolve colors of any CSS notation. */
interface Colors {
  parse: (color: string) => Color;
  /** Background color of an element, its own or the nearest opaque one of its ancestors. */
  backgroundOf: (element: Element | null) => Color;
}

function colorsOf(page: Page): Promise<JSHandle<Colors>> {
  return page.evaluateHandle(() => {
    // A canvas converts a color of any notation to four bytes.
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("2d canvas context is missing");
    const bytes = (color: string) => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      return context.getImageData(0, 0, 1, 1).data;
    };
    const parse = (color: string) => {
      const [red = 0, green = 0, blue = 0] = bytes(color);
      return [red, green, blue] as const;
    };
    const backgroundOf = (element: Element | null): Color => {
      if (!element) return [255, 255, 255];
      const color = getComputedStyle(element).backgroundColor;
      return bytes(color)[3] === 255 ? parse(color) : backgroundOf(element.parentElement);
    };
    return { parse, backgroundOf };
  });
}

/** Focus indicator of the focused element. */
export interface Focus {
  name: string;
  outline: Color;
  /** Color behind the outline. */
  background: Color;
  style: string;
  width: number;
}

/** Returns the focus indicator, or null if no control has the focus. */
export async function focusOf(page: Page): Promise<Focus | null> {
  return page.evaluate(
    ({ parse, backgroundOf }) => {
      const focused = document.activeElement as HTMLElement | null;
      if (!focused || focused === document.body) return null;
      const { outlineColor, outlineOffset, outlineStyle, outlineWidth } = getComputedStyle(focused);
      // An inset outline is drawn on the element itself.
      const isInside = Number.parseFloat(outlineOffset) < 0;
      return {
        name:
          (focused.getAttribute("aria-label") ?? focused.innerText).trim() || focused.id || focused.tagName,
        outline: parse(outlineColor),
        background: backgroundOf(isInside ? focused : focused.parentElement),
        style: outlineStyle,
        width: Number.parseFloat(outlineWidth),
      };
    },
    await colorsOf(page),
  );
}

/** Returns the text color of an element and the color behind it. */
export async function textColorsOf(element: Locator): Promise<{ text: Color; background: Color }> {
  return element.evaluate(
    (found, { parse, backgroundOf }) => ({
      text: parse(getComputedStyle(found).color),
      background: backgroundOf(found),
    }),
    await colorsOf(element.page()),
  );
}

/** Returns a color as `#rrggbb`. */
export function hex(color: Color): string {
  return `#${color.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
