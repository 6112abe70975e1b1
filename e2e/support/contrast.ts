/** How well a color stands out from another, as WCAG 2.2 reckons it. */
import type { JSHandle, Locator, Page } from "@playwright/test";

/** Red, green and blue, from 0 to 255. */
export type Color = readonly [number, number, number];

/** From 1, for the same color, to 21, for black on white. */
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

/** Reckons within the page, where colors come in every notation. */
interface Eye {
  see: (color: string) => Color;
  /** The color that is seen through an element, its own or that of one around it. */
  behind: (element: Element | null) => Color;
}

function eyeOf(page: Page): Promise<JSHandle<Eye>> {
  return page.evaluateHandle(() => {
    // Whatever notation a color is computed in, a canvas has it as four bytes.
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("there is no canvas");
    const bytes = (color: string) => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      return context.getImageData(0, 0, 1, 1).data;
    };
    const see = (color: string) => {
      const [red = 0, green = 0, blue = 0] = bytes(color);
      return [red, green, blue] as const;
    };
    const behind = (element: Element | null): Color => {
      if (!element) return [255, 255, 255];
      const color = getComputedStyle(element).backgroundColor;
      return bytes(color)[3] === 255 ? see(color) : behind(element.parentElement);
    };
    return { see, behind };
  });
}

/** How the element that has the focus shows it. */
export interface Focus {
  name: string;
  outline: Color;
  /** What the outline lies on. */
  ground: Color;
  style: string;
  width: number;
}

/** Nothing where the focus is on no control. */
export async function focusOf(page: Page): Promise<Focus | null> {
  return page.evaluate(
    ({ see, behind }) => {
      const focused = document.activeElement as HTMLElement | null;
      if (!focused || focused === document.body) return null;
      const { outlineColor, outlineOffset, outlineStyle, outlineWidth } = getComputedStyle(focused);
      // Drawn inward it lies on the element itself.
      const isInside = Number.parseFloat(outlineOffset) < 0;
      return {
        name:
          (focused.getAttribute("aria-label") ?? focused.innerText).trim() || focused.id || focused.tagName,
        outline: see(outlineColor),
        ground: behind(isInside ? focused : focused.parentElement),
        style: outlineStyle,
        width: Number.parseFloat(outlineWidth),
      };
    },
    await eyeOf(page),
  );
}

/** The color of an element's words and of what they lie on. */
export async function wordsOf(element: Locator): Promise<{ words: Color; ground: Color }> {
  return element.evaluate(
    (found, { see, behind }) => ({ words: see(getComputedStyle(found).color), ground: behind(found) }),
    await eyeOf(element.page()),
  );
}

/** `#ffd400`, as style sheets write it. */
export function hex(color: Color): string {
  return `#${color.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
