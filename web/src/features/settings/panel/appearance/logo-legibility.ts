/** Checks whether a logo is legible on the site's backgrounds. */
import { useEffect, useState } from "react";

export type Rgb = readonly [red: number, green: number, blue: number];

/** `--paper` of both color schemes, where the header shows the logo. */
export const PAPER: Readonly<Record<"light" | "dark", { color: string; rgb: Rgb }>> = {
  light: { color: "#f6f6f2", rgb: [246, 246, 242] },
  dark: { color: "#0b100f", rgb: [11, 16, 15] },
};

/** Pixels with less contrast count as faint. */
const FAINT = 2;
/** Accepted share of faint pixels, such as a thin shadow. */
const MAX_FAINT = 0.3;
const OPAQUE = 128;

/** Returns the share of drawn pixels (RGBA) that is faint on a background, 0 to 1; 0 for a picture without transparency. */
export function faintShare(pixels: Uint8ClampedArray, ground: Rgb): number {
  const background = luminance(...ground);
  let drawn = 0;
  let faint = 0;
  for (let index = 0; index + 3 < pixels.length; index += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(index, index + 4);
    if (alpha < OPAQUE) continue;
    drawn += 1;
    const own = luminance(red, green, blue);
    if ((Math.max(own, background) + 0.05) / (Math.min(own, background) + 0.05) < FAINT) faint += 1;
  }
  const isOpaque = drawn * 4 >= pixels.length * 0.98;
  return drawn === 0 || isOpaque ? 0 : faint / drawn;
}

function luminance(red: number, green: number, blue: number): number {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function linear(value: number): number {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

const MAX_SIDE = 160;

/** Loads a picture and returns its pixels at a small size. */
async function pixelsOf(src: string): Promise<Uint8ClampedArray | null> {
  const image = new Image();
  image.src = src;
  await image.decode();
  const scale = MAX_SIDE / Math.max(image.naturalWidth, image.naturalHeight, 1);
  const [width, height] = [image.naturalWidth, image.naturalHeight].map((side) =>
    Math.max(1, Math.round(side * scale)),
  );
  const canvas = document.createElement("canvas");
  canvas.width = width ?? 1;
  canvas.height = height ?? 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return context?.getImageData(0, 0, canvas.width, canvas.height).data ?? null;
}

/** Returns whether the picture is hard to see on each background; false until it is loaded. */
export function useFaintness(src: string): { light: boolean; dark: boolean } {
  const [found, setFound] = useState({ src: "", light: false, dark: false });
  useEffect(() => {
    if (src === "") return;
    let isCurrent = true;
    pixelsOf(src)
      .then((pixels) => {
        if (!isCurrent || !pixels) return;
        const isFaint = (ground: Rgb) => faintShare(pixels, ground) > MAX_FAINT;
        setFound({ src, light: isFaint(PAPER.light.rgb), dark: isFaint(PAPER.dark.rgb) });
      })
      // A file that isn't a picture gets another message.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [src]);
  return found.src === src ? found : { light: false, dark: false };
}
