/** How well a colour stands out from another, as WCAG 2.2 reckons it. */
import type { JSHandle, Locator, Page } from "@playwright/test";

/** Red, green and blue, from 0 to 255. */
export type Colour = readonly [number, number, number];

/** From 1, for the same colour, to 21, for black on white. */
export function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance([red, green, blue]: Colour): number {
  const linear = (value: number) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Reckons within the page, where colours come in every notation. */
interface Eye {
  see: (colour: string) => Colour;
  /** The colour that is seen through an element, its own or that of one around it. */
  behind: (element: Element | null) => Colour;
}

function eyeOf(page: Page): Promise<JSHandle<Eye>> {
  return page.evaluateHandle(() => {
    // Whatever notation a colour is computed in, a canvas has it as four bytes.
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("there is no canvas");
    const bytes = (colour: string) => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      return context.getImageData(0, 0, 1, 1).data;
    };
    const see = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = bytes(colour);
      return [red, green, blue] as const;
    };
    const behind = (element: Element | null): Colour => {
      if (!element) return [255, 255, 255];
      const colour = getComputedStyle(element).backgroundColor;
      return bytes(colour)[3] === 255 ? see(colour) : behind(element.parentElement);
    };
    return { see, behind };
  });
}

/** How the element that has the focus shows it. */
export interface Focus {
  name: string;
  outline: Colour;
  /** What the outline lies on. */
  ground: Colour;
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

/** The colour of an element's words and of what they lie on. */
export async function wordsOf(element: Locator): Promise<{ words: Colour; ground: Colour }> {
  return element.evaluate(
    (found, { see, behind }) => ({ words: see(getComputedStyle(found).color), ground: behind(found) }),
    await eyeOf(element.page()),
  );
}

/** `#ffd400`, as style sheets write it. */
export function hex(colour: Colour): string {
  return `#${colour.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
