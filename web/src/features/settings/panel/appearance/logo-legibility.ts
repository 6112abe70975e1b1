/** Checks whether a logo is legible on the site's backgrounds. */
import { useEffect, useState } from "react";

export type Rgb = readonly [red: number, green: number, blue: number];

/** `--paper` of both color schemes: the header's background, on which the logo is shown. */
export const PAPER: Readonly<Record<"light" | "dark", { color: string; rgb: Rgb }>> = {
  light: { color: "#f6f6f2", rgb: [246, 246, 242] },
  dark: { color: "#0b100f", rgb: [11, 16, 15] },
};

/** Contrast ratio below which a pixel counts as faint. */
const MIN_CONTRAST = 2;
/** Accepted share of faint pixels, for details such as a thin shadow. */
const MAX_FAINT_SHARE = 0.3;
/** Alpha below which a pixel counts as transparent. */
const MIN_ALPHA = 128;
/** Share of visible pixels from which a picture counts as opaque. */
const MIN_OPAQUE_SHARE = 0.98;

/**
 * Returns the share of the visible pixels that is faint on a background, from 0 to 1. `pixels` is RGBA. Returns 0 for an
 * empty picture, and for an opaque one, which brings its own background.
 */
export function faintShare(pixels: Uint8ClampedArray, background: Rgb): number {
  const behind = luminance(...background);
  let visible = 0;
  let faint = 0;
  for (let index = 0; index + 3 < pixels.length; index += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(index, index + 4);
    if (alpha < MIN_ALPHA) continue;
    visible += 1;
    if (contrast(luminance(red, green, blue), behind) < MIN_CONTRAST) faint += 1;
  }
  const isOpaque = visible * 4 >= pixels.length * MIN_OPAQUE_SHARE;
  return visible === 0 || isOpaque ? 0 : faint / visible;
}

/** Returns the contrast ratio of two luminances as WCAG defines it. */
function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminance(red: number, green: number, blue: number): number {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function linear(value: number): number {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** Length of the longer side, in pixels, at which a picture is checked. */
const SIDE = 160;

/** Loads a picture, scales it to `SIDE` and returns its pixels as RGBA; null if the browser has no canvas. */
async function pixelsOf(src: string): Promise<Uint8ClampedArray | null> {
  const image = new Image();
  image.src = src;
  await image.decode();
  const { naturalWidth, naturalHeight } = image;
  const scale = SIDE / Math.max(naturalWidth, naturalHeight, 1);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(naturalHeight * scale));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return context?.getImageData(0, 0, canvas.width, canvas.height).data ?? null;
}

/** Returns for each background whether the picture is hard to see on it; false until the picture is loaded. */
export function useFaintness(src: string): { light: boolean; dark: boolean } {
  const [found, setFound] = useState({ src: "", light: false, dark: false });
  useEffect(() => {
    if (src === "") return;
    let isCurrent = true;
    pixelsOf(src)
      .then((pixels) => {
        if (!isCurrent || !pixels) return;
        const isFaint = (background: Rgb) => faintShare(pixels, background) > MAX_FAINT_SHARE;
        setFound({ src, light: isFaint(PAPER.light.rgb), dark: isFaint(PAPER.dark.rgb) });
      })
      // The upload reports a file that isn't a picture.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [src]);
  return found.src === src ? found : { light: false, dark: false };
}
